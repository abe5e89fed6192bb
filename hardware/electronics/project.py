"""The files of a KiCad project, written from a board file: drawing, copper, libraries, limits."""

import json
import subprocess
from pathlib import Path

from hardware.boardfile import BoardSpec
from hardware.electronics.circuit import CONTROLLER, Circuit, controller, strip
from hardware.electronics.controller_copper import controller_copper
from hardware.electronics.copper import kicad_net
from hardware.electronics.footprints import OWN
from hardware.electronics.parts import footprint
from hardware.electronics.schematic import schematic
from hardware.electronics.strip_copper import strip_copper
from hardware.electronics.strips import Wiring
from hardware.electronics.symbols import LIBRARY, library
from hardware.layout import layout_crc

__all__ = ["PYTHON", "circuits", "write", "write_project"]

PYTHON = "/usr/bin/python3"  # KiCad's packages install pcbnew for this one
_SCRIPT = Path(__file__).with_name("pcbnew_script.py")

# Limits of ordinary fabs without a surcharge, in mm.
_LIMITS = {
    "min_clearance": 0.2,
    "min_track_width": 0.2,
    "min_via_diameter": 0.6,
    "min_through_hole_diameter": 0.3,
    "min_via_annular_width": 0.13,
    "min_hole_to_hole": 0.25,
    "min_copper_edge_clearance": 0.4,
    "min_hole_clearance": 0.25,
    "min_silk_clearance": 0.0,
    "min_text_height": 0.8,
    "min_text_thickness": 0.08,
}


def circuits(board: BoardSpec) -> dict[str, Circuit]:
    """The circuit of each board, strips first."""
    strips = {name: strip(board, name) for name in Wiring(board).moved}
    return strips | {CONTROLLER: controller(board)}


def write_project(circuit: Circuit, board: BoardSpec, folder: Path) -> None:
    """Writes the project of *circuit* into *folder*, with copper and filled zones.

    Raises :exc:`subprocess.CalledProcessError` if KiCad's Python refuses the copper.
    """
    name, crc = circuit.name, layout_crc(board)
    own = folder / f"{LIBRARY}.pretty"
    own.mkdir(parents=True, exist_ok=True)
    for footprint_name, text in OWN.items():
        write(own / f"{footprint_name}.kicad_mod", text)
    write(folder / f"{LIBRARY}.kicad_sym", library())
    write(folder / f"{name}.kicad_sch", schematic(circuit, board, crc))
    write(folder / "sym-lib-table", _table("sym", {LIBRARY: f"${{KIPRJMOD}}/{LIBRARY}.kicad_sym"}))
    libraries = {"MountingHole", *(footprint(board, p.kind).split(":")[0] for p in circuit.parts)}
    places = {it: f"${{KICAD9_FOOTPRINT_DIR}}/{it}.pretty" for it in sorted(libraries - {LIBRARY})}
    places[LIBRARY] = f"${{KIPRJMOD}}/{LIBRARY}.pretty"
    write(folder / "fp-lib-table", _table("fp", places))

    draw = controller_copper if name == CONTROLLER else strip_copper
    model, pcb = folder / "model.json", folder / f"{name}.kicad_pcb"
    model.write_text(json.dumps(draw(circuit, board, crc).model(kicad_net)), encoding="utf-8")
    for arguments in ([model, own, pcb], [pcb]):
        command = [PYTHON, *map(str, (_SCRIPT, *arguments))]
        subprocess.run(command, check=True, capture_output=True, text=True)
    model.unlink()
    (folder / f"{name}.kicad_prl").unlink(missing_ok=True)
    write(folder / f"{name}.kicad_pro", _settings(name))  # last, because pcbnew writes its own


def write(path: Path, text: str) -> None:
    """Writes a file with the same bytes on every system."""
    path.write_text(text, encoding="utf-8", newline="\n")


def _table(kind: str, libraries: dict[str, str]) -> str:
    rows = [
        f'(lib (name "{name}")(type "KiCad")(uri "{uri}")(options "")(descr ""))'
        for name, uri in libraries.items()
    ]
    return "\n".join([f"({kind}_lib_table (version 7)", *rows, ")", ""])


def _settings(name: str) -> str:
    net_class = {"name": "Default", "clearance": 0.2, "track_width": 0.25, "via_diameter": 0.6,
                 "via_drill": 0.3}  # fmt: skip
    settings = {
        "board": {"design_settings": {"rules": _LIMITS}},
        "meta": {"filename": f"{name}.kicad_pro", "version": 3},
        "net_settings": {"classes": [net_class], "meta": {"version": 4}},
    }
    return json.dumps(settings, indent=1) + "\n"
