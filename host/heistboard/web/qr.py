"""An address as a QR picture, for terminals and for pages."""

import io

import segno

__all__ = ["rows", "svg", "text"]

QUIET = 2  # modules around it; phones read two, four is the norm


def text(address: str) -> str:
    """Returns lines of half blocks, light on dark: for terminals with a dark ground."""
    rows = [list(row) for row in _make(address).matrix_iter(border=QUIET)]
    if len(rows) % 2:
        rows.append([0] * len(rows[0]))
    return "\n".join(
        "".join(_BLOCKS[not upper, not lower] for upper, lower in zip(*pair, strict=True))
        for pair in zip(rows[::2], rows[1::2], strict=True)
    )


def rows(address: str) -> list[str]:
    """Returns its modules, row by row, 1 for dark; without the quiet ones around it."""
    return ["".join("01"[bool(dark)] for dark in row) for row in _make(address).matrix]


def svg(address: str) -> str:
    """Returns an SVG element that scales with its place; no scripts, no styles."""
    out = io.BytesIO()
    _make(address).save(
        out, kind="svg", border=4, xmldecl=False, svgns=True, omitsize=True, light="#fff"
    )
    return out.getvalue().decode()


def _make(address: str) -> segno.QRCode:
    return segno.make_qr(address, error="m")


_BLOCKS = {(True, True): "█", (True, False): "▀", (False, True): "▄", (False, False): " "}
