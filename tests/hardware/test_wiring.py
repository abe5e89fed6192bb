"""The hand-wired module: every wire, its length and kind, the plate and its holes."""

import math
import re
from collections import defaultdict
from dataclasses import replace
from pathlib import Path

import pytest

from hardware.boardfile import load
from hardware.electronics import circuit
from hardware.electronics.plan import (
    LIGHT_HOLE,
    PICO_EDGE,
    SCREW_HOLE,
    plate,
    screws,
    wiring_svg,
    wiring_text,
)
from hardware.electronics.wiring import pico_pins, place, wire_hole, wires
from hardware.magnets.design import DESIGN, TOWARDS_WIRE
from hardware.magnets.proof import NEED, prove
from hardware.parts.spec import SPEC
from hardware.pins import PICO_PIN

TOP = Path(__file__).parents[2]
BOARD = load(TOP / "hardware" / "board.toml")
LIGHTS = [place(BOARD, name) for name in BOARD.leds.chain]
PICO = ("pico", "buffer", "pull_up", "series", "usb_fuse", "feed_fuse", "schottky", "jack", "bulk")


def test_hand_wiring_reaches_every_reed_twice_and_every_light_thrice() -> None:
    made = wires(BOARD)
    row_stops = [stop for wire in made if wire.net[:3] == "row" for stop in (wire.start, wire.end)]
    assert set(BOARD.reeds) < set(row_stops)
    columns = {stop for wire in made if wire.net[:3] == "col" for stop in (wire.start, wire.end)}
    assert {f"diode of {reed}" for reed in BOARD.reeds} < columns
    for net in ("data", "+5 V", "ground"):
        ends = [wire.end for wire in made if wire.group == net]
        assert ends == [f"light {name}" for name in BOARD.leds.chain]


def test_hand_wires_are_as_long_as_their_way_and_their_ends() -> None:
    (wire,) = (
        w for w in wires(BOARD) if (w.start, w.end) == ("diode of b2.cover", "diode of b3.cover")
    )
    assert wire.mm == 50 + 15
    assert all(wire.mm >= 15 for wire in wires(BOARD))


def test_plan_by_hand_turns_diodes_as_the_board_file_does() -> None:
    assert BOARD.matrix.diode_cathode == "column"
    assert "its row side has no band, the banded end points to the column." in wiring_text(BOARD)


def test_plan_by_hand_is_seen_from_below_at_full_size() -> None:
    drawing = wiring_svg(BOARD)
    wide = circuit.right_edge(BOARD)
    assert (
        f'width="{wide:g}mm"' in drawing and f'viewBox="0 {plate(BOARD)[1]:g} {wide:g} ' in drawing
    )
    x, y = BOARD.place_mm["b3.cover"]
    at = f'<circle cx="{wide - x:g}" cy="{y:g}" r="1.4"/>'
    wire = f'<circle cx="{wide - x:g}" cy="{y - 3.81:g}" r="0.6" fill="#b87333"/>'
    assert f"{at}\n{wire}" in drawing
    assert drawing.count('fill="#b87333"/>') == 66


def test_every_wire_of_the_matrix_ends_at_the_pin_the_board_file_names() -> None:
    ends = {wire.net: wire.end for wire in wires(BOARD)}
    for n, column in enumerate(BOARD.matrix.columns):
        assert ends[f"column {n}"] == f"Pico GP{column.pin}"
    for n, pin in enumerate(BOARD.matrix.row_pins):
        assert ends[f"row {n}"] == f"Pico GP{pin}"


def test_wires_are_bare_only_among_the_reeds_of_a_row_of_cells() -> None:
    for wire in wires(BOARD):
        if wire.colour == "bare":
            (x, y), (x2, y2) = wire.path
            assert "." in wire.start and "." in wire.end
            assert abs(x - x2) < 50 and abs(y - y2) <= 25
        elif wire.group == "row on":
            assert "Pico" in wire.end or wire.start in BOARD.reeds[54::5]
    assert sum(wire.group == "row on" for wire in wires(BOARD)) == 5 + 4


def test_list_joins_all_that_the_controller_joins() -> None:
    # Names of leads in the list, by the controller's reference and pad.
    leads = {"D5": ("band", "other end"), "C13": ("+", "-"), "J7": ("centre", "sleeve")}
    leads["D6"] = leads["D7"] = leads["D5"]
    pins = {str(pin): f"Pico GP{gpio}" for gpio, pin in PICO_PIN.items()}
    pins |= {"36": "Pico 3V3", "38": "Pico GND", "40": "Pico VBUS"}
    joined: dict[str, set[str]] = defaultdict(set)
    for wire in wires(BOARD):
        group = joined[wire.start] | joined[wire.end] | {wire.start, wire.end}
        for stop in group:
            joined[stop] = group
    it = circuit.controller(BOARD)
    for net, nodes in it.nets.items():
        names = set()
        for ref, pad in nodes:
            if it[ref].kind == "pico" and (net != "GND" or pad == "38"):
                names.add(pins[pad])
            elif it[ref].kind == "buffer":
                names.add(f"U2 pin {pad}")
            elif it[ref].kind in PICO and it[ref].kind != "pico":
                words = leads.get(ref, ("one end", "other end"))
                names.add(f"{ref} {words[int(pad) - 1]}")
        names |= {"+5 V of the feed"} if net == "+5V" else set()
        names |= {"ground of the feed"} if net == "GND" else set()
        if len(names) > 1:
            first = min(names)
            assert names <= joined[first], net
    assert "light a1" in joined["R6 other end"]
    assert joined["Pico VBUS"] & joined["+5 V of the feed"] == set()  # the fuse is between them
    for wanted in ("U2 pin 4", "U2 pin 10", "U2 pin 13", "U2 pin 14", "D5 band", "D6 band"):
        assert wanted in joined["+5 V of the feed"]
    for wanted in ("U2 pin 1", "U2 pin 5", "U2 pin 9", "U2 pin 12", "Pico GND", "J7 sleeve"):
        assert wanted in joined["ground of the feed"]


def test_every_tenth_light_is_fed_again_by_thick_wire() -> None:
    again = [wire for wire in wires(BOARD) if wire.group == "feed again"]
    tenth = [f"light {name}" for name in BOARD.leds.chain[9::10]]
    for net in ("+5 V", "ground"):
        assert [wire.end for wire in again if wire.net == net] == tenth
    assert {(wire.section, wire.start) for wire in again} == {
        ("0.75 mm2", "+5 V of the feed"),
        ("0.75 mm2", "ground of the feed"),
    }
    metres = sum(wire.mm for wire in again) / 1000
    assert f"{len(again)} wires of 0.75 mm², {metres:.1f} m together" in wiring_text(BOARD)


def test_table_of_the_plan_has_all_wires_once() -> None:
    text = wiring_text(BOARD)
    pieces = re.findall(r"^\| .* \| (\d+) \| [\d.]+ m \|$", text, re.M)
    assert sum(map(int, pieces)) == len(wires(BOARD))
    ranges = re.findall(r"\(wires (\d+) to (\d+)\)", text)
    found = sorted(n for a, b in ranges for n in range(int(a), int(b) + 1))
    assert found == list(range(1, len(wires(BOARD)) + 1))


def test_holes_keep_wood_around_them() -> None:
    left, upper, right, lower = plate(BOARD)
    for x, y in LIGHTS:
        edge = min(x - left, right - x, y - upper, lower - y)
        assert edge - LIGHT_HOLE / 2 >= 5
    leads = [place(BOARD, reed) for reed in BOARD.reeds]
    leads += [wire_hole(BOARD, reed) for reed in BOARD.reeds if "." in reed]
    for x, y in leads:
        assert min(x - left, right - x, y - upper, lower - y) > 2
    holes = [(at, LIGHT_HOLE / 2) for at in LIGHTS]
    holes += [(at, SCREW_HOLE / 2) for at in screws(BOARD)]
    holes += [(at, 1.0 if n < len(BOARD.reeds) else 0.5) for n, at in enumerate(leads)]
    for n, (at, radius) in enumerate(holes):
        for other, other_radius in holes[:n]:
            assert math.dist(at, other) - radius - other_radius >= 1.5, (at, other)


def test_bare_rows_pass_no_wire_of_a_reed() -> None:
    holes = [wire_hole(BOARD, reed) for reed in BOARD.reeds if "." in reed]
    drawing = wiring_svg(BOARD)
    for wire in wires(BOARD):
        if wire.colour == "bare":
            (x, y), (x2, y2) = wire.path
            # As it is drawn: to a cover along its column first.
            x1, y1 = (x, y2) if wire.end.endswith(".cover") else (x2, y)
            bend = f"V{y2:g}H{254 - x2:g}" if x1 == x else f"H{254 - x2:g}V{y2:g}"
            assert f'"M{254 - x:g} {y:g}{bend}"' in drawing
            for hx, hy in holes:
                along = abs(hy - y1) if min(x, x2) <= hx <= max(x, x2) else math.inf
                across = abs(hx - x1) if min(y, y2) <= hy <= max(y, y2) else math.inf
                assert min(along, across) > 2, (wire.start, wire.end)


def test_wires_on_wood_are_where_the_proof_of_the_magnets_holds_too(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for kind, reed in (("cover", "c3.cover"), ("occupant", "c3.occupant")):
        (x, y), (x2, y2) = place(BOARD, reed), wire_hole(BOARD, reed)
        assert math.hypot(x2 - x, y2 - y) == pytest.approx(SPEC.strip.wire)
        towards = (round((x2 - x) / SPEC.strip.wire), round((y2 - y) / SPEC.strip.wire))
        is_as_on_boards = kind == "cover"
        assert (TOWARDS_WIRE[kind] == towards) is is_as_on_boards
        monkeypatch.setitem(TOWARDS_WIRE, kind, towards)
    on_wood = replace(DESIGN, building_grams=DESIGN.building_grams + 1e-9)  # nothing is cached
    assert min(claim.margin for claim in prove(on_wood)) >= NEED


def test_pico_lies_clear_of_the_holes() -> None:
    pins = pico_pins(BOARD).values()
    (left, right), (upper, lower) = (
        (min(values) - PICO_EDGE, max(values) + PICO_EDGE) for values in zip(*pins, strict=True)
    )
    for x, y in [*LIGHTS, *screws(BOARD), *(place(BOARD, reed) for reed in BOARD.reeds)]:
        beside = max(left - x, x - right, 0), max(upper - y, y - lower, 0)
        assert math.hypot(*beside) > LIGHT_HOLE / 2 + 2
    drawing = wiring_svg(BOARD)
    assert all(f">{name}</text>" in drawing for name in ("3V3", "GND", "VBUS", "GP0"))


def test_drilling_plan_has_all_holes_and_a_bar_to_measure() -> None:
    drawing = wiring_svg(BOARD)
    assert drawing.count(f'r="{LIGHT_HOLE / 2:g}"/>') == 52
    assert drawing.count(f'r="{SCREW_HOLE / 2:g}"/>') == len(screws(BOARD)) == 5 * 4 + 2
    assert "m0 -2h100m0 -2v4" in drawing
    assert "100 mm: print at 100 %, then measure this" in drawing
    high, wide = (float(side) for side in re.findall(r' (?:width|height)="([\d.]+)mm"', drawing))
    assert sorted((high, wide)) <= [297 - 10, 420 - 10]  # A3, and what a printer leaves white
    x, y = BOARD.geometry.a1
    corner = (x + circuit.SCREWS["a"][0][0], y + circuit.SCREWS["a"][0][1])
    assert corner in screws(BOARD)


@pytest.mark.parametrize("said", ["4 mm of plywood", "blocks of 25 mm", "**Grid**: hot glue"])
def test_plan_says_what_wood_and_what_holds_it(said: str) -> None:
    assert said in wiring_text(BOARD)
