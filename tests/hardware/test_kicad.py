"""The build with KiCad: the committed files are of these sources, and each fault is found.

That they equal a fresh build is checked by ``python -m hardware all --check``, in ``.ci/run``.
"""

import math
import os
import re
import shutil
import tomllib
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from hardware.__main__ import main
from hardware.boardfile import load
from hardware.electronics import build
from hardware.electronics.audit import audit
from hardware.electronics.build import (
    MADE,
    SOURCE,
    check_project,
    differences,
    source_hash,
)
from hardware.electronics.circuit import Circuit
from hardware.electronics.netlist import Netlist, read_netlist
from hardware.electronics.plan import wiring
from hardware.electronics.project import circuits, write_project
from hardware.electronics.strip_copper import strip_copper
from hardware.electronics.strips import Wiring
from tests.support.kicad import needs_kicad

TOP = Path(__file__).parents[2]
BOARD_FILE = TOP / "hardware" / "board.toml"
BOARD = load(BOARD_FILE)
COMMITTED = TOP / MADE


@cache
def netlist(name: str) -> Netlist:
    return read_netlist(COMMITTED / f"{name}.net.xml", COMMITTED / name / f"{name}.kicad_pcb")


def netlists() -> dict[str, Netlist]:
    """The committed netlists, in a new dictionary."""
    return {name: netlist(name) for name in ("strip", "controller")}


# --- without KiCad: the committed files ---------------------------------------------------------


def test_committed_build_is_of_these_sources() -> None:
    assert (COMMITTED / SOURCE).read_text("utf-8").strip() == source_hash(BOARD_FILE), (
        "hardware/made is stale: run `python -m hardware build`"
    )


def test_committed_boards_are_wired_as_the_board_file_says() -> None:
    assert audit(netlists(), BOARD_FILE) == []


def test_committed_netlists_are_those_of_the_circuits() -> None:
    for name, circuit in circuits(BOARD).items():
        found = netlists()[name]
        assert {net.removeprefix("/"): nodes for net, nodes in found.drawn.items()} == circuit.nets
        assert found.copper == found.drawn


def test_committed_build_takes_a_few_megabytes() -> None:
    assert sum(path.stat().st_size for path in COMMITTED.rglob("*") if path.is_file()) < 6e6


def test_committed_build_names_no_place_and_no_day() -> None:
    day = re.compile(rb"20[2-9]\d[-/][01]\d[-/][0-3]\d")
    for path in COMMITTED.rglob("*"):
        if path.is_file() and path.suffix not in {".png", ".zip", ".pdf"}:
            data = path.read_bytes()
            assert b"/tmp/" not in data and b"/home/" not in data, path
            assert not day.search(data), path


# --- what the audit must see --------------------------------------------------------------------


def moved(netlist: Netlist, *moves: tuple[tuple[str, str], str]) -> Netlist:
    """The same board with pads on other nets."""
    copper = {net: set(nodes) for net, nodes in netlist.copper.items()}
    for pad, net in moves:
        for nodes in copper.values():
            nodes.discard(pad)
        copper[net].add(pad)
    return replace(netlist, copper={net: frozenset(nodes) for net, nodes in copper.items()})


# (board, pads and their wrong nets, part of a finding)
WRONG: dict[str, tuple[str, list[tuple[tuple[str, str], str]], str]] = {
    "two rows swapped": (
        "controller",
        [(("U1", "21"), "/ROW1"), (("U1", "22"), "/ROW0")],
        "a1.cover: its row reaches ['GP17'], board.toml says GP16",
    ),
    "two columns swapped": (
        "controller",
        [(("U1", "1"), "/COL1"), (("U1", "2"), "/COL0")],
        "a1.cover: its column reaches ['GP1'], board.toml says GP0",
    ),
    "rows handed up in a wrong order": (
        "strip",
        [(("J1", "2"), "/ROW_UP2"), (("J1", "3"), "/ROW_UP1")],
        "a4.cover: its row reaches",
    ),
    "a diode turned": (
        "strip",
        [(("D1", "1"), "/A_COVER_REED"), (("D1", "2"), "/A_COVER")],
        "a1.cover: D1 of strip1 is the wrong way round",
    ),
    "a reed without its diode": (
        "strip",
        [(("SW3", "2"), "/C_COVER")],
        "c1.cover: one side must lead to the Pico and one to a diode",
    ),
    "an LED's output on its input": (
        "strip",
        [(("LED2", "2"), "/LED1_OUT")],
        "the data for b1 comes from 2 lights at once",
    ),
    "two lights in a wrong order": (
        "controller",
        [
            (("LED1", "4"), "/LED1_OUT"), (("LED1", "2"), "/LED2_OUT"),
            (("LED2", "4"), "/CHAIN"), (("LED2", "2"), "/LED1_OUT"),
        ],
        "the data for r1 reaches LED2 of controller, which lies elsewhere",
    ),
    "a light without 5 V": (
        "strip",
        [(("LED4", "1"), "/D_COVER")],
        "the light d1 is not between +5V and GND",
    ),
    "a capacitor elsewhere": (
        "strip",
        [(("C4", "1"), "GND")],
        "no capacitor lies beside the light d1",
    ),
    "a pull-up to 5 V": ("controller", [(("R2", "2"), "+5V")], "R2 pulls the row at GP17 to"),
    "a feed's diode turned": (
        "controller",
        [(("D6", "1"), "/FEED_FUSED"), (("D6", "2"), "+5V")],
        "D6 lets +5V flow back",
    ),
    "USB past its fuse": (
        "controller",
        [(("D5", "2"), "VBUS")],
        "+5V is fed by ['jack'], expected USB and the jack",
    ),
    "a jack with plus outside": (
        "controller",
        [(("J7", "1"), "GND"), (("J7", "2"), "/FEED")],
        "the jack feeds by ['2'], expected its centre, pin 1",
    ),
    "a capacitor turned": (
        "controller",
        [(("C13", "1"), "GND"), (("C13", "2"), "/FEED_FUSED")],
        "C13 has its minus elsewhere than at ground",
    ),
    "a big capacitor for USB": (
        "controller",
        [(("C13", "1"), "+5V")],
        "USB has to charge C13",
    ),
    "a clamp turned": (
        "controller",
        [(("D7", "1"), "GND"), (("D7", "2"), "/FEED_FUSED")],
        "no diode keeps C13 from a jack with plus outside",
    ),
    "USB on the lights' 5 V": (
        "controller",
        [(("U1", "40"), "+5V")],
        "+5V is joined to the Pico's ['VBUS']",
    ),
    "a gate that is never on": ("controller", [(("U2", "1"), "+5V")], "is not enabled"),
}  # fmt: skip


@pytest.mark.parametrize("name", WRONG)
def test_audit_sees(name: str) -> None:
    board, moves, said = WRONG[name]
    found = netlists()
    found[board] = moved(found[board], *moves)
    assert any(said in finding for finding in audit(found, BOARD_FILE)), audit(found, BOARD_FILE)


def test_audit_sees_a_reed_that_lies_elsewhere() -> None:
    found = netlists()
    x, y = found["strip"].at["SW2"]
    found["strip"] = replace(found["strip"], at={**found["strip"].at, "SW2": (x + 1, y)})
    assert "no reed lies at the place of b1.cover" in audit(found, BOARD_FILE)


@pytest.mark.parametrize(
    ("ref", "value", "said"),
    [
        ("R3", "47k", "R3 has 47k, board.toml says 4700 ohm"),
        ("F1", "1.1 A", "F1, the fuse of usb, is of 1.1 A, expected 0.5 A"),
    ],
)
def test_audit_sees_a_part_of_another_value(ref: str, value: str, said: str) -> None:
    found = netlists()
    values = {**found["controller"].values, ref: value}
    found["controller"] = replace(found["controller"], values=values)
    assert said in audit(found, BOARD_FILE)


@pytest.mark.parametrize("key", ["row_pins", "reeds"])
def test_audit_sees_a_board_file_that_changed_since(key: str, tmp_path: Path) -> None:
    text = BOARD_FILE.read_text("utf-8")
    edits = {
        "row_pins": ("[16, 17, 18, 19, 20]", "[17, 18, 19, 20, 21]"),
        "reeds": ('"a1.cover", "a2.cover"', '"a2.cover", "a1.cover"'),
    }
    assert edits[key][0] in text
    changed = tmp_path / "board.toml"
    changed.write_text(text.replace(*edits[key]), encoding="utf-8")
    tomllib.loads(changed.read_text("utf-8"))
    assert audit(netlists(), changed)


# --- with KiCad: faults in the files, one tool each ---------------------------------------------


def edit(path: Path, pattern: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    changed, times = re.subn(pattern, new, text, count=1, flags=re.DOTALL)
    assert times == 1, pattern
    path.write_text(changed, encoding="utf-8")


def drop_a_track(project: Path) -> None:
    text = (project / "strip.kicad_pcb").read_text("utf-8")
    number = re.search(r'\(net (\d+) "/ROW"\)', text)
    assert number
    track = rf"\n\t\(segment\n(?:(?!\n\t\)).)*?\(net {number[1]}\)(?:(?!\n\t\)).)*\n\t\)"
    edit(project / "strip.kicad_pcb", track, "")


def short_an_output(project: Path) -> None:
    text = (project / "strip.kicad_pcb").read_text("utf-8")
    number = re.search(r'\(net (\d+) "/LED1_OUT"\)', text)
    assert number
    at = netlists()["strip"].pads
    (x, y), (x2, y2) = at["LED2", "4"], at["LED2", "2"]
    track = (
        f'(segment (start {x} {y}) (end {x2} {y2}) (width 0.25) (layer "F.Cu") (net {number[1]})'
        ' (uuid "12345678-0000-0000-0000-000000000000"))'
    )
    edit(project / "strip.kicad_pcb", r"\n\t\(segment\n", f"\n\t{track}\n\t(segment\n")


FAULTS: dict[str, tuple[Callable[[Path], None], tuple[str, ...]]] = {
    "a dropped track": (drop_a_track, ("DRC: unconnected_items", "/ROW")),
    "a shorted LED output": (short_an_output, ("DRC: tracks_crossing", "/LED1_OUT", "/LED2_OUT")),
    "a wrong footprint": (
        lambda project: edit(project / "strip.kicad_sch", "D_SOD-123", "D_SOD-323"),
        ("DRC: footprint_symbol_mismatch", "SOD-323"),
    ),
    "a shrunk outline": (
        lambda project: edit(project / "strip.kicad_pcb", r"\(end 254 49\.8\)", "(end 250 49.8)"),
        ("DRC: copper_edge_clearance", "Edge.Cuts"),
    ),
    "two rows swapped in the drawing": (
        lambda project: edit(
            project / "strip.kicad_sch",
            r'\(label "ROW_UP1"(.*?)\(label "ROW_UP2"',
            r'(label "ROW_UP2"\1(label "ROW_UP1"',
        ),
        ("netlist: /ROW_UP1 of the schematic differs from the circuit", "J1.2"),
    ),
    "a pin left open": (
        lambda project: edit(project / "strip.kicad_sch", r'\(label "LED3_OUT".*?\)\n', "\n"),
        ("ERC: ", "LED"),
    ),
}


@pytest.fixture(scope="module")
def strip_circuit() -> Circuit:
    return circuits(BOARD)["strip"]


# All share one run of KiCad: they are in different places and found by different checks.
# test_a_board_of_other_pins_and_cells_is_drawn_without_findings shows that there are no findings
# without a fault.
@needs_kicad
def test_kicad_sees_each_fault(strip_circuit: Circuit, tmp_path: Path) -> None:
    shutil.copytree(COMMITTED / "strip", tmp_path / "strip")
    for spoil, _ in FAULTS.values():
        spoil(tmp_path / "strip")
    findings = check_project(strip_circuit, tmp_path / "strip", tmp_path / "strip.net.xml")
    for name, (_, words) in FAULTS.items():
        assert any(all(word in it for word in words) for it in findings), (name, findings)


@needs_kicad
def test_screws_keep_away_from_reeds(strip_circuit: Circuit) -> None:
    reeds = [part.at for part in strip_circuit.parts if part.kind == "reed"]
    reeds += [(x, y + step * BOARD.geometry.pitch) for x, y in reeds for step in (-1, 1)]
    for hole in strip_copper(strip_circuit, BOARD, 0).holes:
        assert min(math.dist(hole, reed) for reed in reeds) > 12


@needs_kicad
def test_a_board_of_other_pins_and_cells_is_drawn_without_findings(tmp_path: Path) -> None:
    # One board for both, because KiCad takes long.
    text = BOARD_FILE.read_text("utf-8")
    for n in range(13, -1, -1):
        text = text.replace(f"{{ pin = {n},", f"{{ pin = {n + 1},")
    text = text.replace("[16, 17, 18, 19, 20]", "[18, 19, 20, 21, 22]").replace(
        "pin = 22", "pin = 26"
    )
    other_pins = tmp_path / "pins.toml"
    other_pins.write_text(text, encoding="utf-8")
    # Uses all lanes; and a crossing, a button, another row, a lane of two taps.
    pairs = [(f"a1.{kind}", f"e1.{kind}") for kind in ("cover", "occupant")]
    pairs += [("b2.cover", "done"), ("x12.occupant", "e2.occupant")]
    for one, other in pairs:
        text = text.replace(f'"{one}"', "?").replace(f'"{other}"', f'"{one}"')
        text = text.replace("?", f'"{other}"')
    board_file = tmp_path / "board.toml"
    board_file.write_text(text, encoding="utf-8")
    changed = load(board_file)
    assert changed.leds.pin == 26
    assert Wiring(changed).boards == ("strip1", "strip2", "strip", "strip", "strip")

    found = netlists()
    for name in ("strip1", "strip2", "controller"):
        circuit, project = circuits(changed)[name], tmp_path / name
        write_project(circuit, changed, project)
        xml = tmp_path / f"{name}.net.xml"
        assert check_project(circuit, project, xml) == []
        found[name] = read_netlist(xml, project / f"{name}.kicad_pcb")
    assert audit(found, board_file) == []
    said = audit({**found, "strip1": found["strip2"]}, board_file)
    assert any("a1.cover: its column reaches ['GP1'], board.toml says GP9" in it for it in said)
    moved = {line.split(":")[0] for line in audit(found, other_pins)}
    assert moved == {name for pair in pairs for name in pair}
    assert {line.split(":")[0] for line in audit(found, BOARD_FILE)} >= {*changed.reeds}


@needs_kicad
@pytest.mark.parametrize(
    ("footprint", "said"),
    [
        (
            "LED_SMD:LED_WS2812_PLCC6_5.0x5.0mm_P1.6mm",
            "with the pads 1, 2, 3, 4, 5, 6, expected 1, 2, 3, 4",
        ),
        ("LED_SMD:None_such", "None_such.kicad_mod: No such file"),
    ],
)
def test_a_footprint_that_does_not_fit_is_one_sentence(
    footprint: str, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text, copy = BOARD_FILE.read_text("utf-8"), tmp_path / "board.toml"
    copy.write_text(text.replace(BOARD.parts["led"].footprint, footprint), encoding="utf-8")
    assert main(["build", "--board", str(copy), "--out", str(tmp_path / "made")]) == 1
    err = capsys.readouterr().err
    assert said in err and err.count("\n") == 1
    assert not (tmp_path / "made").exists()


@needs_kicad
def test_a_build_with_findings_writes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    # Only the strip: it is enough to have findings.
    monkeypatch.setattr(build, "circuits", lambda board: {"strip": circuits(board)["strip"]})
    monkeypatch.setattr(build, "audit", lambda netlists, board_file: [])
    text, copy = BOARD_FILE.read_text("utf-8"), tmp_path / "board.toml"
    wrong = "Capacitor_SMD:C_2220_5750Metric"
    copy.write_text(text.replace(BOARD.parts["bypass"].footprint, wrong), encoding="utf-8")
    assert main(["build", "--board", str(copy), "--out", str(tmp_path / "made")]) == 1
    assert "strip DRC: courtyards_overlap" in capsys.readouterr().err
    assert not (tmp_path / "made").exists()


# --- comparing builds ---------------------------------------------------------------------------


def test_an_edited_a_missing_and_a_strange_file_are_differences(tmp_path: Path) -> None:
    shutil.copytree(COMMITTED, tmp_path / "made")
    assert differences(COMMITTED, tmp_path / "made") == []
    edit(tmp_path / "made" / "bom.csv", "BAT43W", "1N4148W")
    (tmp_path / "made" / "wiring.svg").unlink()
    (tmp_path / "made" / "notes").write_text("", encoding="utf-8")
    assert differences(COMMITTED, tmp_path / "made") == [
        "bom.csv differs from a fresh build",
        "notes is not part of a build",
        "wiring.svg is missing",
    ]


def test_without_kicad_the_command_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PATH", os.devnull)
    assert main(["build"]) == 1
    err = capsys.readouterr().err
    assert err.startswith("kicad-cli") and "bookworm-backports" in err
    assert err.count("\n") == 1


def test_a_module_of_wires_wants_no_kicad_and_takes_any_order(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PATH", os.devnull)
    text, copy = BOARD_FILE.read_text("utf-8"), tmp_path / "board.toml"
    text = text.replace('built_of = "boards"', 'built_of = "wires"')
    copy.write_text(text.replace('"a1.cover", "a2.cover"', '"a2.cover", "a1.cover"'), "utf-8")
    made = tmp_path / "made"
    command = ["build", "--board", str(copy), "--out", str(made)]
    assert main(command) == 0
    assert sorted(path.name for path in made.iterdir()) == sorted(wiring(BOARD))
    assert all((made / name).read_text("utf-8") != text for name, text in wiring(BOARD).items())
    assert main([*command, "--check"]) == 0
    edit(made / "wiring.csv", "row 0", "row 1")
    capsys.readouterr()
    assert main([*command, "--check"]) == 1
    assert f"{made / 'wiring.csv'} is stale, run `" in capsys.readouterr().err


def test_a_board_that_strips_cannot_be_is_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    copy = tmp_path / "board.toml"
    text = BOARD_FILE.read_text("utf-8")
    copy.write_text(text.replace('"r1", "r2"', '"r2", "r1"'), encoding="utf-8")
    out = tmp_path / "made"
    assert main(["build", "--board", str(copy), "--out", str(out)]) == 1
    err = capsys.readouterr().err
    assert "board.toml: leds.chain[41] is r2, expected r1" in err or "bookworm-backports" in err
    assert not out.exists()
