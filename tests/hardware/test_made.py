"""The files for a fab: layers, holes, positions and print of the committed boards; no KiCad."""

import csv
import math
import re
import zipfile
from dataclasses import replace
from pathlib import Path

import pytest

from hardware.boardfile import load
from hardware.electronics import footprints
from hardware.electronics.build import MADE
from hardware.electronics.circuit import Circuit, controller, strip
from hardware.electronics.export import for_fab
from hardware.electronics.symbols import SYMBOLS
from hardware.margins import SERIES_OHM
from hardware.parts.spec import SPEC

TOP = Path(__file__).parents[2]
BOARD = load(TOP / "hardware" / "board.toml")
CIRCUITS = {"strip": strip(BOARD), "controller": controller(BOARD)}
each_board = pytest.mark.parametrize("name", CIRCUITS)
LAYERS = ("Copper,L1,Top", "Copper,L2,Bot", "Soldermask,Top", "Soldermask,Bot", "Legend,Top",
          "Legend,Bot", "Paste,Top", "Profile,NP")  # fmt: skip


def gerbers(name: str) -> dict[str, str]:
    """The files of a zip by purpose."""
    found = {}
    with zipfile.ZipFile(TOP / MADE / f"{name}-gerbers.zip") as archive:
        for file in archive.namelist():
            text = archive.read(file).decode()
            function = re.search(r"TF\.FileFunction,([^*\n]+)", text)
            if function:
                found[function[1]] = text
    return found


@each_board
def test_a_fab_gets_every_layer_and_the_holes(name: str) -> None:
    found = gerbers(name)
    assert set(found) == {*LAYERS, "MixedPlating,1,2"}
    assert all(len(re.findall(r"^X.*D0[13]\*$", found[layer], re.M)) >= 4 for layer in LAYERS)
    drilled = re.findall(r"^X[-\d.]+Y[-\d.]+$", found["MixedPlating,1,2"], re.M)
    assert len(drilled) > 100


@each_board
def test_nothing_is_finer_than_the_guide_tells_the_fab(name: str) -> None:
    guide = (TOP / "hardware" / "README.md").read_text(encoding="utf-8")
    assert re.search(r"Tracks are at least 0\.2 mm,\s+holes at least 0\.3 mm", guide)
    found = gerbers(name)
    assert min(map(float, re.findall(r"^T\d+C([\d.]+)$", found["MixedPlating,1,2"], re.M))) >= 0.3
    for layer in ("Copper,L1,Top", "Copper,L2,Bot"):
        assert min(map(float, re.findall(r"^%ADD\d+C,([\d.]+)", found[layer], re.M))) >= 0.2


@each_board
def test_places_are_those_of_all_that_a_fab_can_solder(name: str) -> None:
    text = (TOP / MADE / f"{name}-positions.csv").read_text(encoding="utf-8")
    rows = {row["Ref"]: row for row in csv.DictReader(text.splitlines())}
    small = {"diode", "led", "bypass", "buffer", "pull_up", "series", "usb_fuse", "feed_fuse",
             "schottky"}  # fmt: skip
    parts = {part.ref: part for part in CIRCUITS[name].parts if part.kind in small}
    assert set(rows) == set(parts)
    for ref, part in parts.items():
        row = rows[ref]
        assert (float(row["PosX"]), -float(row["PosY"])) == pytest.approx(part.at, abs=1e-3)
        assert row["Side"] == "top"
        assert float(row["Rot"]) % 360 == pytest.approx(part.turn % 360)


@each_board
def test_a_fab_s_bill_has_what_it_gets_places_for(name: str) -> None:
    def column(file: str, key: str) -> list[str]:
        text = (TOP / MADE / f"{name}-{file}.csv").read_text(encoding="utf-8")
        return [ref for row in csv.DictReader(text.splitlines()) for ref in row[key].split(",")]

    assert sorted(column("bom", "Designator")) == sorted(column("positions", "Ref"))


@pytest.mark.parametrize(("number", "left_out"), [("", 0), ("2", 0), ("5", 4 + 4 + 4)])
def test_a_fab_leaves_out_what_a_strip_of_its_own_must_not_have(
    number: str, left_out: int
) -> None:
    places = (TOP / MADE / "strip-positions.csv").read_text(encoding="utf-8")
    bill, kept = for_fab(replace(CIRCUITS["strip"], name=f"strip{number}"), BOARD, places)
    assert len(places.splitlines()) - len(kept.splitlines()) == left_out
    for ref in ("LED6", "D11", "C9"):
        assert (f'"{ref}"' in kept) is (left_out == 0)
        assert (ref in re.split('[",]', bill)) is (left_out == 0)


@each_board
def test_no_copper_lies_below_the_head_of_a_screw(name: str) -> None:
    tree = footprints.parsed((TOP / MADE / name / f"{name}.kicad_pcb").read_text(encoding="utf-8"))
    holes, copper = [], []
    for item in tree:
        if item[0] == "footprint" and "MountingHole" in item[1]:
            holes += [_numbers(it) for it in item if it[0] == "at"]
        elif item[0] == "zone":
            filled = [it for it in item if it[0] == "filled_polygon"]
            copper += [
                _numbers(at) for it in filled for pts in it if pts[0] == "pts" for at in pts[1:]
            ]
        elif item[0] in ("segment", "via"):
            copper += [_numbers(it) for it in item if it[0] in ("start", "end", "at")]
    assert len(holes) == 4 and len(copper) > 1000
    head = 5.5 / 2  # of M3
    assert min(math.dist(hole, at) for hole in holes for at in copper) > head + 0.5


def _numbers(item: footprints.Tree | str) -> tuple[float, float]:
    return (float(str(item[1])), float(str(item[2])))


# Printed texts, and the kind and label of the part that must be nearest.
PRINTED = {
    "strip": {
        "strip 1: close": ("bridge", "close on strip 1 only"),
        "strip 5: close": ("bridge", "close on strip 5 only"),
        "cover": ("reed", "{}.cover"),
        "occupant": ("reed", "{}.occupant"),
        **{cell: ("led", cell) for cell in "abcde"},
        **{f"x{n}": ("reed", f"x{n}") for n in range(1, 5)},
    },
    "controller": {
        **{button: ("button", button) for button in ("done", "undo", "help")},
        "spare": ("spare", "spare"),
        **{f"r{n}": ("led", f"r{n}") for n in range(1, 12)},
        **{net: ("test_point", net) for net in ("GND", "+5V", "+3V3", "LED_5V")},
    },
}


def middle(circuit: Circuit, ref: str) -> tuple[float, float]:
    """Of a part: buttons are placed by a pin."""
    x, y = circuit[ref].at
    return (x + 6.25, y + 2.5) if circuit[ref].kind == "button" else (x, y)


@each_board
def test_words_are_printed_beside_what_they_name(name: str) -> None:
    circuit, seen = CIRCUITS[name], set()
    path = TOP / MADE / name / f"{name}.kicad_pcb"
    for item in footprints.parsed(path.read_text(encoding="utf-8")):
        if item[0] != "gr_text" or item[1] not in PRINTED[name]:
            continue
        seen.add(item[1])
        kind, label = PRINTED[name][str(item[1])]
        at = next([float(str(n)) for n in it[1:3]] for it in item if it[0] == "at")
        near = min(
            (part for part in circuit.parts if part.kind == kind),
            key=lambda part: math.dist(at, middle(circuit, part.ref)),
        )
        column = "abcde"[int((at[0] - BOARD.geometry.a1[0]) // BOARD.geometry.pitch)]
        assert near.label == label.format(column), (item[1], at)
    assert seen == set(PRINTED[name])


# --- what no tool compares with the real part ---------------------------------------------------


def test_sockets_take_a_pico() -> None:
    # Its data sheet: 2 x 20 pins at 2.54 mm, rows 17.78 mm apart, numbered round from the USB.
    pads = footprints.pads("heist:Pico")
    assert len(pads) == 40
    for n in range(20):
        for number, x in ((n + 1, 0.0), (40 - n, 17.78)):
            (at,) = pads[str(number)]
            assert at == pytest.approx((x, 2.54 * n))


def test_wire_of_a_reed_is_where_the_grid_leaves_it_room() -> None:
    assert SPEC.strip.wire == footprints.WIRE_MM


def test_resistor_at_the_lights_is_the_one_whose_pulses_are_proved() -> None:
    assert SYMBOLS["series"].value == f"{SERIES_OHM}R"
    assert f"-07{SERIES_OHM}RL" in BOARD.parts["series"].number
