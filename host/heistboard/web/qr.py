"""QR codes of addresses, for terminals and for pages."""

import segno

__all__ = ["rows", "text"]

QUIET = 2  # light modules around the code; phones need two, the standard asks for four


def text(address: str) -> str:
    """Returns the code as half-block characters, for terminals with a dark background."""
    rows = [list(row) for row in _make(address).matrix_iter(border=QUIET)]
    if len(rows) % 2:
        rows.append([0] * len(rows[0]))
    return "\n".join(
        "".join(_BLOCKS[not upper, not lower] for upper, lower in zip(*pair, strict=True))
        for pair in zip(rows[::2], rows[1::2], strict=True)
    )


def rows(address: str) -> list[str]:
    """Returns the code's modules row by row, 1 for dark, without a border."""
    return ["".join("01"[bool(dark)] for dark in row) for row in _make(address).matrix]


def _make(address: str) -> segno.QRCode:
    return segno.make_qr(address, error="m")


_BLOCKS = {(True, True): "█", (True, False): "▀", (False, True): "▄", (False, False): " "}
