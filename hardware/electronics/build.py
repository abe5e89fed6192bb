"""Builds and checks all of the electronics: `python -m hardware build`.

All files are written below `hardware/made`. The committed files must equal a fresh build byte for
byte; dates, ids and paths are removed from every file. Only pictures are compared by size alone,
because the ray tracer's last digits depend on the processor.
"""

import hashlib
import json
import shutil
import struct
import subprocess
from collections.abc import Iterator
from pathlib import Path

from hardware.boardfile import BoardSpec
from hardware.electronics.audit import audit
from hardware.electronics.circuit import Circuit
from hardware.electronics.copper import kicad_net
from hardware.electronics.export import bill, export, kicad
from hardware.electronics.netlist import Netlist, read_netlist
from hardware.electronics.plan import wiring
from hardware.electronics.project import PYTHON, circuits, write, write_project

__all__ = ["MADE", "SOURCE", "build", "check_project", "differences", "missing_tools"]
__all__ += ["source_hash"]

MADE = "hardware/made"  # from the top of the repository
SOURCE = "source.sha256"


def missing_tools() -> str:
    """Returns a sentence that says what to install, or an empty string."""
    missing = [] if shutil.which("kicad-cli") else ["kicad-cli"]
    probe = [PYTHON, "-c", "import pcbnew"]
    if not Path(PYTHON).exists() or subprocess.run(probe, capture_output=True).returncode:
        missing.append(f"pcbnew for {PYTHON}")
    if not missing:
        return ""
    return (
        f"{' and '.join(missing)} missing: on Debian 12 add bookworm-backports, then run `apt-get "
        f"install --no-install-recommends -t bookworm-backports kicad kicad-footprints`"
    )


def source_hash(board_file: Path) -> str:
    """Returns a hash of everything a build depends on, except KiCad itself."""
    here = Path(__file__).parent
    files = [board_file, *(here.parent / f"{name}.py" for name in ("boardfile", "layout", "pins"))]
    files += sorted(here.glob("*.py"))
    digest = hashlib.sha256()
    for path in files:
        digest.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()


def build(
    board: BoardSpec, board_file: Path, out: Path, *, has_pictures: bool = True
) -> list[str]:
    """Writes all files into *out*, an empty folder, or returns findings.

    With findings the folder holds the projects for inspection, but no exports. Without pictures,
    empty ones of the same size are written, which is all that :func:`differences` compares.
    """
    out.mkdir(parents=True, exist_ok=True)
    made, netlists, findings = circuits(board), {}, []
    for name, circuit in made.items():
        project = out / name
        write_project(circuit, board, project)
        xml = out / f"{name}.net.xml"
        findings += check_project(circuit, project, xml)
        netlists[name] = read_netlist(xml, project / f"{name}.kicad_pcb")
    findings += audit(netlists, board_file)
    if findings:
        return findings
    for name, circuit in made.items():
        export(circuit, board, out / name, out, has_pictures=has_pictures)
    write(out / "bom.csv", bill(board))
    for name, text in wiring(board).items():
        write(out / name, text)
    write(out / SOURCE, source_hash(board_file) + "\n")
    return findings


def check_project(circuit: Circuit, project: Path, xml: Path) -> list[str]:
    """Returns KiCad's findings on a project, and differences of its netlist from *circuit*.

    The netlist is written to *xml*.
    """
    name = circuit.name
    sch, pcb = project / f"{name}.kicad_sch", project / f"{name}.kicad_pcb"
    report = project / "report.json"
    kicad("sch", "erc", "--severity-all", "--format", "json", "-o", report, sch)
    findings = [f"{name} ERC: {line}" for line in _violations(report)]
    kicad("pcb", "drc", "--severity-all", "--schematic-parity", "--format", "json",
          "-o", report, pcb)  # fmt: skip
    findings += [f"{name} DRC: {line}" for line in _violations(report)]
    kicad("sch", "export", "netlist", "--format", "kicadxml", "-o", xml, sch)
    findings += [f"{name} netlist: {line}" for line in _netlist_findings(circuit, xml, pcb)]
    report.unlink()
    (project / f"{name}.kicad_prl").unlink(missing_ok=True)
    return findings


def _violations(path: Path) -> Iterator[str]:
    report = json.loads(path.read_text(encoding="utf-8"))
    lists = [
        report.get(key, []) for key in ("violations", "unconnected_items", "schematic_parity")
    ]
    lists += [sheet["violations"] for sheet in report.get("sheets", [])]
    for violations in lists:
        for violation in violations:
            items = ", ".join(item["description"] for item in violation["items"])
            yield f"{violation['type']}: {violation['description']} ({items})"


def _netlist_findings(circuit: Circuit, xml: Path, pcb: Path) -> Iterator[str]:
    expected = {kicad_net(net): nodes for net, nodes in circuit.nets.items()}
    netlist: Netlist = read_netlist(xml, pcb)
    for source, nets in (("schematic", netlist.drawn), ("copper", netlist.copper)):
        for net in sorted(expected.keys() | nets.keys()):
            got, want = nets.get(net, frozenset()), expected.get(net, frozenset())
            if got != want:
                nodes = ", ".join(".".join(node) for node in sorted(got ^ want))
                yield f"{net} of the {source} differs from the circuit at {nodes}"


def differences(fresh: Path, committed: Path) -> list[str]:
    """Returns the differences between a committed build and a fresh one."""
    names = {
        path.relative_to(folder).as_posix()
        for folder in (fresh, committed)
        for path in folder.rglob("*")
        if path.is_file()
    }
    found = []
    for name in sorted(names):
        new, old = fresh / name, committed / name
        if not new.exists():
            found.append(f"{name} is not part of a build")
        elif not old.exists():
            found.append(f"{name} is missing")
        elif _essence(new) != _essence(old):
            found.append(f"{name} differs from a fresh build")
    return found


def _essence(path: Path) -> bytes:
    data = path.read_bytes()
    if path.suffix == ".png":
        return struct.pack(">II", *struct.unpack(">II", data[16:24]))
    return data
