"""Renders what firmware and host must know of the floor module; pure text, no files.

Both texts are Python modules of nothing but data. They carry the same :func:`layout_crc`, so that
a board and a host made from different wirings refuse each other.
"""

import json
import zlib

from hardware.boardfile import BUTTONS, CELLS, CROSSINGS, ROUND_TRACK, Board

__all__ = ["FIRMWARE", "HOST", "firmware_text", "host_text", "layout_crc", "texts"]

# Where the texts belong, from the top of the repository.
FIRMWARE = "firmware/heist/layout.py"
HOST = "host/heistboard/layout.py"

_HEADER = "# Generated from hardware/board.toml by `python -m hardware layout`. Do not edit."


def texts(board: Board) -> dict[str, str]:
    """Both texts by the file they belong in."""
    return {FIRMWARE: firmware_text(board), HOST: host_text(board)}


def layout_crc(board: Board) -> int:
    """CRC-32 of what firmware and host must agree about; places and currents are not part."""
    matrix, leds = board.matrix, board.leds
    agreed = [
        board.revision,
        matrix.diode_cathode,
        matrix.row_pins,
        [column.pin for column in matrix.columns],
        board.reeds,
        leds.pin,
        leds.colour_order,
        leds.chain,
    ]
    return zlib.crc32(json.dumps(agreed).encode())


def firmware_text(board: Board) -> str:
    """The board's layout: numbers only, since names mean nothing to the firmware."""
    matrix, leds = board.matrix, board.leds
    # Bytes, because a number of 32 bits is allocated on the heap by MicroPython.
    crc = "".join(f"\\x{byte:02x}" for byte in layout_crc(board).to_bytes(4, "little"))
    return _module(
        f"The {board.name} module in numbers; a reed's number is column * 5 + row.",
        [
            f"REVISION = {board.revision}",
            f'LAYOUT_CRC = b"{crc}"  # little-endian',
            "",
            f"REEDS = {len(board.reeds)}",
            f"COLUMN_PINS = {tuple(column.pin for column in matrix.columns)}",
            f"ROW_PINS = {matrix.row_pins}",
            *(f"{button.upper()} = {board.reeds.index(button)}" for button in BUTTONS),
            "",
            f"LEDS = {len(leds.chain)}",
            f"LED_PIN = {leds.pin}",
            f'COLOUR_ORDER = "{leds.colour_order}"',
            *(f"{name} = {value}" for name, value in _currents(board).items()),
        ],
    )


def host_text(board: Board) -> str:
    """The host's layout: names by number, the groups of names, currents and places."""
    tuples = {
        "REEDS": board.reeds,
        "LEDS": board.leds.chain,
        "CELLS": CELLS,
        "CROSSINGS": CROSSINGS,
        "ROUND_TRACK": ROUND_TRACK,
        "BUTTONS": BUTTONS,
    }
    numbers = {
        "REVISION": str(board.revision),
        "LAYOUT_CRC": f"0x{layout_crc(board):08X}",
        **_currents(board),
    }
    public = sorted([*tuples, *numbers, "PLACE_MM"])
    lines = ["from typing import Final", "", "__all__ = ["]
    lines += [f'    "{name}",' for name in public]
    lines += ["]", ""]
    lines += [f"{name}: Final = {value}" for name, value in numbers.items()]
    for name, words in tuples.items():
        lines += ["", f"{name}: Final[tuple[str, ...]] = ("]
        lines += [f'    "{word}",  # {n}' for n, word in enumerate(words)]
        lines += [")"]
    lines += ["", "# From the module's top left corner, x to the right, y down."]
    lines += ["PLACE_MM: Final[dict[str, tuple[float, float]]] = {"]
    lines += [f'    "{name}": ({x}, {y}),' for name, (x, y) in board.place_mm.items()]
    lines += ["}"]
    return _module(
        f"The {board.name} module: reeds by number, LEDs in chain order, places.",
        lines,
    )


def _currents(board: Board) -> dict[str, str]:
    current = board.current
    return {
        "DEFAULT_BUDGET_MA": str(current.default_budget),
        "POWERED_BUDGET_MA": str(current.powered_budget),
        "CHANNEL_MA": str(current.channel),
        "IDLE_MA": str(current.idle),
    }


def _module(docstring: str, lines: list[str]) -> str:
    return "\n".join([_HEADER, f'"""{docstring}"""', "", *lines, ""])
