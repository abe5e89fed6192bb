"""Exports a project's files for fabs and makers; equal sources give equal files."""

import csv
import io
import re
import struct
import subprocess
import tempfile
import zipfile
from collections import Counter
from pathlib import Path

from hardware.boardfile import BoardSpec
from hardware.electronics.circuit import CONTROLLER, Circuit, is_fitted
from hardware.electronics.parts import value
from hardware.electronics.project import circuits, write
from hardware.electronics.strips import STRIP, Wiring

__all__ = ["bill", "export", "for_fab", "kicad", "normalise"]

_LAYERS = "F.Cu,B.Cu,F.Mask,B.Mask,F.Silkscreen,B.Silkscreen,F.Paste,Edge.Cuts"
_PICTURE_SIZE = (2400, 520)
_TRIMMED = 16  # pixels that KiCad leaves out, both ways
_PNG_HEADER = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR"  # width and height follow
_DAY = (1980, 1, 1, 0, 0, 0)  # the earliest a zip can store

# KiCad's own sheet prints its version.
_SHEET = """\
(kicad_wks (version 20231118) (generator "heist")
(setup (textsize 1.5 1.5) (linewidth 0.15) (textlinewidth 0.15)
(left_margin 10) (right_margin 10) (top_margin 10) (bottom_margin 10))
(rect (name "") (start 0 0 ltcorner) (end 0 0))
(tbtext "${TITLE}" (name "") (pos 5 11) (font (size 3 3) bold) (justify right))
(tbtext "rev ${REVISION}, ${COMPANY}" (name "") (pos 5 6) (font (size 2 2)) (justify right)))
"""

_DATE = rb"\d{4}[-/]\d\d[-/]\d\d[T ]\d\d:\d\d:\d\d(?:[+-]\d\d:?\d\d)?"
_NEVER = b"1980-01-01T00:00:00"
_VERSION = re.compile(rb"(KiCad,Pcbnew,|PCBNEW |KiCad |Eeschema |Kicad,Pcbnew,)9\.[0-9.+~a-z]+")


def kicad(*arguments: object) -> None:
    """Runs `kicad-cli`; raises :exc:`subprocess.CalledProcessError` when it fails."""
    command = ["kicad-cli", *map(str, arguments)]
    subprocess.run(command, check=True, capture_output=True, text=True)


def export(
    circuit: Circuit, board: BoardSpec, project: Path, out: Path, *, has_pictures: bool
) -> None:
    """Writes all lists, plots and pictures of a project into *out*.

    Without pictures it writes only their headers, which saves tracing rays.
    """
    name = circuit.name
    sch, pcb = project / f"{name}.kicad_sch", project / f"{name}.kicad_pcb"
    with tempfile.NamedTemporaryFile("w", suffix=".kicad_wks") as sheet:
        sheet.write(_SHEET)
        sheet.flush()
        plain = ("--no-background-color", "--drawing-sheet", sheet.name)
        kicad("sch", "export", "pdf", *plain, "-o", out / f"{name}-schematic.pdf", sch)
        kicad("sch", "export", "svg", *plain, "-o", out, sch)
    (out / f"{name}.svg").rename(out / f"{name}-schematic.svg")
    places = out / f"{name}-positions.csv"
    kicad("pcb", "export", "pos", "--format", "csv", "--units", "mm", "--exclude-fp-th",
          "-o", places, pcb)  # fmt: skip
    bill_of_fab, fitted = for_fab(circuit, board, places.read_text(encoding="utf-8"))
    write(out / f"{name}-bom.csv", bill_of_fab)
    write(places, fitted)
    gerbers = out / "gerbers"
    kicad("pcb", "export", "gerbers", "--layers", _LAYERS, "-o", gerbers, pcb)
    kicad("pcb", "export", "drill", "-o", f"{gerbers}/", pcb)
    width, height = _PICTURE_SIZE
    for side in ("top", "bottom"):
        picture = out / f"{name}-{side}.png"
        if has_pictures:
            kicad("pcb", "render", "--side", side, "-w", width, "--height", height,
                  "--zoom", 4.6, "--background", "opaque", "-o", picture, pcb)  # fmt: skip
        else:
            picture.write_bytes(
                _PNG_HEADER + struct.pack(">II", width - _TRIMMED, height - _TRIMMED)
            )
    for path in [*out.glob(f"{name}[.-]*"), *gerbers.iterdir()]:
        if path.suffix != ".png":
            path.write_bytes(normalise(path.read_bytes()))
    _zip(gerbers, out / f"{name}-gerbers.zip")


def normalise(data: bytes) -> bytes:
    """Removes date, path and KiCad's patch number from an exported file."""
    data = re.sub(rb"(/CreationDate \(D:)\d{14}", rb"\g<1>19800101000000", data)
    if data.startswith(b"%PDF"):
        return data  # a PDF has byte offsets, so its length must not change
    data = re.sub(rb"<(source|uri)>/.*/([^/<>]+)</", rb"<\1>\2</", data)
    data = re.sub(_DATE, _NEVER, data)
    if b"<svg" in data[:300]:
        data = _slim(data)
    return _VERSION.sub(rb"\g<1>9", data)


def _slim(svg: bytes) -> bytes:
    """Shrinks an SVG to a third, exact to a hundredth of a millimetre."""
    svg = re.sub(rb"(\.\d\d)\d+", rb"\1", re.sub(rb"\n([ML])", rb"\1", svg))
    svg = re.sub(rb'\n" />', b'"/>', svg)
    # Letters are single strokes; joins those that begin where the last one ended.
    return re.sub(rb'L([\d. ]+)"/>\n<path d="M\1(?=L)', rb"L\1", svg)


def _zip(folder: Path, path: Path) -> None:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for item in sorted(folder.iterdir()):
            archive.writestr(zipfile.ZipInfo(item.name, _DAY), item.read_bytes(),
                             zipfile.ZIP_DEFLATED)  # fmt: skip
            item.unlink()
    folder.rmdir()


def bill(board: BoardSpec) -> str:
    """The bill of materials of one module, as CSV: five strips, a controller, plug-in parts."""
    counts: Counter[str] = Counter()
    where: dict[str, list[str]] = {}
    known = circuits(board)
    for n, name in enumerate((*Wiring(board).boards, CONTROLLER), 1):
        counts.update(part.kind for part in known[name].parts if is_fitted(part, n))
    for name, circuit in known.items():
        for part in circuit.parts:
            where.setdefault(part.kind, []).append(f"{name} {part.ref}")
    for extra, host, each in (
        ("wire", "reed", 1),
        ("pico_socket", "pico", 2),
        ("button_cap", "button", 1),
    ):
        counts[extra] = each * counts[host]
        where[extra] = where[host]
    out = io.StringIO()
    rows = csv.writer(out, lineterminator="\n")
    rows.writerow(["part", "quantity", "order number", "alternatives", "footprint", "eur each",
                   "eur", "where"])  # fmt: skip
    total = 0.0
    for kind, it in board.parts.items():
        price = counts[kind] * it.eur
        total += price
        others, places = " or ".join(it.alternatives), "; ".join(_grouped(where[kind]))
        cost = (f"{it.eur:.2f}", f"{price:.2f}")
        rows.writerow([kind, counts[kind], it.number, others, it.footprint, *cost, places])
    rows.writerow(["all", "", "", "", "", "", f"{total:.2f}", ""])
    return out.getvalue()


def for_fab(circuit: Circuit, board: BoardSpec, places: str) -> tuple[str, str]:
    """Returns bill and positions, as CSV, of the parts a fab solders, from KiCad's *places*.

    The bill has the columns most fabs ask for. Parts that the first or last strip lacks are left
    out only for a board of that strip alone; other strips are all made alike.
    """
    number = circuit.name.removeprefix(STRIP)
    left_out = {p.ref for p in circuit.parts if number.isdigit() and not is_fitted(p, int(number))}
    head, *lines = places.splitlines(keepends=True)
    by_ref = {line.split(",")[0].strip('"'): line for line in lines}
    kept = by_ref.keys() - left_out
    out = io.StringIO()
    rows = csv.writer(out, lineterminator="\n")
    rows.writerow(["Comment", "Designator", "Footprint", "Order number"])
    for kind, it in board.parts.items():
        parts = [part for part in circuit.parts if part.kind == kind and part.ref in kept]
        if parts:
            refs = ",".join(part.ref for part in parts)
            rows.writerow([value(board, parts[0]), refs, it.footprint.split(":")[1], it.number])
    return out.getvalue(), "".join([head, *(by_ref[ref] for ref in by_ref if ref in kept)])


def _grouped(refs: list[str]) -> list[str]:
    """`strip R1`, `strip R2` as `strip: R1, R2`."""
    boards: dict[str, list[str]] = {}
    for name, ref in (ref.split() for ref in refs):
        boards.setdefault(name, []).append(ref)
    return [f"{name}: {', '.join(mine)}" for name, mine in boards.items()]
