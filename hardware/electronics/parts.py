"""Footprint, value and order numbers of each kind of part."""

from hardware.boardfile import BoardSpec, PartType
from hardware.electronics.circuit import Part
from hardware.electronics.symbols import SYMBOLS

__all__ = ["NOT_BOUGHT", "bought", "footprint", "value"]

# Copper only.
NOT_BOUGHT = {
    "bridge": "Jumper:SolderJumper-2_P1.3mm_Open_RoundedPad1.0x1.5mm",
    "test_point": "TestPoint:TestPoint_Pad_D1.5mm",
}


def bought(board: BoardSpec, kind: str) -> PartType | None:
    """The part to buy; None if it is only copper."""
    return None if kind in NOT_BOUGHT else board.parts[kind]


def footprint(board: BoardSpec, kind: str) -> str:
    """Library and name of the footprint of a kind of part."""
    part = bought(board, kind)
    return part.footprint if part else NOT_BOUGHT[kind]


def value(board: BoardSpec, part: Part) -> str:
    """The value printed beside a part."""
    if part.kind == "pull_up":
        return _ohms(board.matrix.row_pull_up_ohm)
    if part.kind == "test_point":
        return part.label
    return SYMBOLS[part.kind].value


def _ohms(ohm: int) -> str:
    """4700 as 4k7, 10000 as 10k, 1001 as 1001R."""
    if ohm % 100 or ohm < 1000:
        return f"{ohm}R"
    whole, tenth = divmod(ohm // 100, 10)
    return f"{whole}k{tenth or ''}"
