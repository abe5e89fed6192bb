"""The flashlight's magnet: it closes its cell's reed and changes no other place's."""

import csv
import re
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from hardware.__main__ import main
from hardware.boardfile import load
from hardware.guide.shopping import items
from hardware.magnets import design, flashlight, forces, proof, report, search
from hardware.magnets.design import DESIGN, DISCS, Design, Piece
from hardware.magnets.flashlight import disturbs, felt_up_to, prove_flashlight
from hardware.magnets.reed import MODEL_ERROR
from hardware.parts.spec import PARTS, SPEC

TOP = Path(__file__).parents[2]
README = (Path(design.__file__).parent / "README.md").read_text(encoding="utf-8")
SECTION = README.split("## The flashlight")[1].split("\n## ")[0]
GUIDE = (TOP / "hardware" / "README.md").read_text(encoding="utf-8")
CLAIMS = prove_flashlight(DESIGN)
SHEET, TILE, *BESIDE = CLAIMS


def failed(changed: Design) -> set[str]:
    return {claim.case for claim in prove_flashlight(changed) if not claim.holds}


def with_tolerance(**changes: float) -> Design:
    return replace(DESIGN, tolerance=replace(DESIGN.tolerance, **changes))


def test_its_own_reed_closes_on_the_sheet_and_on_a_tile() -> None:
    assert (SHEET.case, TILE.case) == ("flashlight on the sheet", "flashlight on a tile")
    assert DESIGN.tolerance.tap == 5.0
    assert min(SHEET.margin, TILE.margin) >= flashlight.CLOSES_NEED == MODEL_ERROR == 1.3


def test_no_reed_of_another_place_changes() -> None:
    assert [claim.case for claim in BESIDE] == [claim.case for claim in proof.prove(DESIGN)]
    assert all(claim.holds for claim in BESIDE)
    assert all(claim.margin > 1.0 for claim in BESIDE)
    for claim, without in zip(BESIDE, proof.prove(DESIGN), strict=True):
        assert claim.margin < without.margin


def test_a_weaker_magnet_fails_on_a_tile() -> None:
    for key in ("10x4 N42", "10x5 N35"):
        assert failed(replace(DESIGN, flashlight=DISCS[key])) == {"flashlight on a tile"}


def test_a_stronger_magnet_changes_another_place() -> None:
    for key in ("10x6 N42", "12x5 N42"):
        broken = failed(replace(DESIGN, flashlight=DISCS[key]))
        assert "tile face up, guard on it" in broken
        assert not broken & {SHEET.case, TILE.case}


def test_a_cars_magnet_fails_through_a_tile_even_on_the_mark() -> None:
    near = with_tolerance(tap=DESIGN.tolerance.circle)
    car = replace(near, flashlight=DESIGN.occupant, flashlight_floor=DESIGN.stack.floor)
    margin = prove_flashlight(car)[1].margin
    assert margin < 0.8
    assert f"a margin of {margin:.2f} within 1 mm" in SECTION


def test_thinner_plastic_lifts_tiles_and_thicker_is_too_far() -> None:
    assert forces.lifting(DESIGN).holds
    thin = replace(DESIGN, flashlight_floor=(4.5, 4.7))
    assert not forces.lifting(thin).holds and "tile face up, guard on it" in failed(thin)
    assert TILE.case in failed(replace(DESIGN, flashlight_floor=(6.5, 6.7)))


def test_a_hand_that_misses_by_more_fails() -> None:
    assert TILE.case in failed(with_tolerance(tap=6.0))


def test_a_tipped_foot_still_closes_its_reed_and_no_other() -> None:
    margins = {claim.case: claim.margin for claim in prove_flashlight(with_tolerance(tilt_free=5))}
    assert margins[TILE.case] >= 1.3
    assert min(margins.values()) > 1.0


def test_more_lifts_and_cells_find_hardly_worse(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(flashlight, "_LIFTS", tuple(float(up) for up in range(0, 41, 4)))
    monkeypatch.setattr(flashlight, "_NEAR", 2.9)
    for few, many in zip(CLAIMS, prove_flashlight.__wrapped__(DESIGN), strict=True):
        assert many.margin == pytest.approx(few.margin, abs=0.02)
        assert many.holds


def test_its_own_cover_reed_may_close() -> None:
    # So the table must not believe it while the flashlight stands there.
    assert disturbs(DESIGN) > DESIGN.reed.operate[0]


def test_a_hand_lifts_it_higher_than_any_reed_feels() -> None:
    still, gone = felt_up_to(DESIGN)
    assert 1.0 < still < gone < 30.0


def test_it_moves_nothing() -> None:
    pulls = [pull for pull in forces.pulls(DESIGN) if "flashlight" in pull.name]
    assert len(pulls) == 4 and all(pull.holds for pull in pulls)


def test_a_guard_stays_where_he_is_unless_it_stands_on_his_tile() -> None:
    stays = forces.guard_stays_from(DESIGN)
    guard, wand = DESIGN.on_tile(), DESIGN.wand(is_on_tile=True)

    def aside(apart: float) -> float:
        return max(
            float(np.hypot(*forces.between(guard, wand, (apart, 0.0), up)[:2]))
            for up in range(0, 30, 2)
        )

    holds = DESIGN.friction * DESIGN.occupant_grams * 9.81
    assert aside(stays) < holds / proof.NEED
    beside = DESIGN.pitch - DESIGN.tolerance.tap - DESIGN.tolerance.circle
    assert stays < beside  # from the next tile
    touching = SPEC.flashlight_ring + SPEC.car_radius
    assert touching < stays and aside(touching) > holds / proof.NEED
    text = re.sub(r"\s+", " ", SECTION)
    assert f"they are {beside:.0f} mm apart, and from {stays:g} mm on friction holds him" in text
    assert f"they are {touching:.0f} mm apart" in text


def test_a_guard_is_never_lifted_and_a_tile_face_down_feels_less() -> None:
    guard, room, wand = DESIGN.on_tile(), DESIGN.room(), DESIGN.wand(is_on_tile=True)
    down = replace(DESIGN.building(), grams=room.grams)
    ups = range(0, 30, 2)
    touching = (SPEC.flashlight_ring + SPEC.car_radius, 0.0)
    pulled = [abs(forces.between(guard, wand, touching, up)[2]) for up in ups]
    assert max(pulled) * proof.NEED < guard.grams * 9.81

    def lifts(tile: Piece) -> float:
        # In line with one of its magnets, where the pull is strongest.
        x, y = tile.spots[0]
        return max(
            abs(float(forces.between(tile, wand, (x * at, y * at), up)[2]))
            for at in (0.0, 0.2, 0.27)
            for up in ups
        )

    assert lifts(down) < lifts(room)
    found = {pull.name: pull for pull in forces.pulls(DESIGN)}
    below, up = found["room tile below a flashlight"], forces.lifting(DESIGN)
    text = re.sub(r"\s+", " ", SECTION)
    assert f"with {below.at:.0f} mN at most, sideways" in text
    assert f"the guide holds {below.margin:.1f} times that" in text
    assert f"with {up.at:.0f} of the {up.limit:.0f} mN that the tile weighs" in text


def test_the_search_lists_it_first_and_what_is_worse() -> None:
    first, *others = search.flashlights(DESIGN)
    assert first.closes == min(SHEET.margin, TILE.margin)
    assert first.beside == min(claim.margin for claim in BESIDE if not claim.own)
    kept = {
        row.name
        for row in others
        if row.closes >= 1.3 and row.beside >= 1.1 and row.lifts >= proof.NEED
    }
    assert kept == {"8 × 10 mm N35, floor of 4.6 mm"}
    assert "Ø 8 × 10 mm N35 above 4.6 mm does as well" in SECTION


def test_the_command_names_what_does_not_hold(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    weak = replace(DESIGN, flashlight=DISCS["10x4 N42"])
    monkeypatch.setattr(design, "DESIGN", weak)
    assert main(["magnets", "--json"]) == 1
    margin = report.document(weak)["flashlight"]["reeds"][1]["margin"]
    assert capsys.readouterr().err == (
        f"with the flashlight does not hold: flashlight on a tile ({margin}, expected 1.3)\n"
    )


def test_it_can_be_bought() -> None:
    board = load(TOP / "hardware" / "board.toml")
    found = items(board, {part.name: 1.0 for part in PARTS})
    (item,) = (item for item in found if item.what == "flashlight")
    assert DESIGN.flashlight.name in item.number
    assert item.needed == (0, 0, 0)  # until a game needs one
    for page in (GUIDE, (TOP / "hardware" / "parts" / "README.md").read_text(encoding="utf-8")):
        assert f"Ø {DESIGN.flashlight.name}" in page
    with (TOP / "hardware" / "made" / "bom.csv").open(encoding="utf-8", newline="") as file:
        assert "flashlight" not in {row["part"] for row in csv.DictReader(file)}  # no board part


def test_figures_in_the_text_are_those_of_the_model() -> None:
    def figures(pattern: str) -> list[float]:
        (found,) = re.findall(pattern, re.sub(r"\s+", " ", SECTION))
        return [float(figure) for figure in ([found] if isinstance(found, str) else found)]

    stays_open = min((c for c in BESIDE if not c.own), key=lambda claim: claim.margin)
    without = min(claim.margin for claim in proof.prove(DESIGN) if not claim.own)
    open_figures = figures(
        r"stay open keep (\d+\.\d+) there, of the (\d+\.\d+) that .*; (\d+\.\d+) is"
    )
    assert open_figures == [round(stays_open.margin, 2), round(without, 2), flashlight.OPEN_NEED]
    closed = min(claim.margin for claim in BESIDE if claim.own)
    assert figures(r"stay closed keep (\d+\.\d+)") == [round(closed, 2)]
    assert figures(r"it feels (\d+) AT") == [round(disturbs(DESIGN))]
    tipped = [claim.margin for claim in prove_flashlight(with_tolerance(tilt_free=5))]
    expected = [round(min(tipped[:2]), 2), round(min(tipped[2:]), 2)]
    assert figures(r"with (\d+\.\d+) to close and (\d+\.\d+) to stay open") == expected
    for size, key in (("10 × 5 mm N35", "10x5 N35"), ("10 × 4 mm N42", "10x4 N42")):
        margin = prove_flashlight(replace(DESIGN, flashlight=DISCS[key]))[1].margin
        assert figures(rf"Ø {size}: (\d+\.\d+)") == [round(margin, 2)]
    worst = min(c.margin for c in prove_flashlight(replace(DESIGN, flashlight=DISCS["10x6 N42"])))
    assert figures(r"Ø 10 × 6 mm N42: (\d+\.\d+)") == [round(worst, 2)]
    floor = sum(DESIGN.flashlight_floor) / 2
    assert f"Ø {DESIGN.flashlight.name} above {floor:.1f} mm of plastic" in README
    near = DESIGN.pitch - DESIGN.cover[0], DESIGN.cover[1]
    away = (near[0] ** 2 + near[1] ** 2) ** 0.5 - DESIGN.tolerance.tap - DESIGN.tolerance.apart
    assert figures(r"next cell, (\d+) mm away") == [round(away)]
    assert f"within {DESIGN.tolerance.tap:g} mm of the middle of a cell's circle" in SECTION
    assert f"within {DESIGN.tolerance.tap:g} mm of the middle of the cell's circle" in GUIDE


def test_with_thin_plastic_it_would_lift_three_tiles() -> None:
    thin = replace(DESIGN, flashlight_floor=DESIGN.stack.floor)
    assert 3.0 < 1 / forces.lifting(thin).margin < 4.0
    assert "would lift three tiles" in re.sub(r"\s+", " ", SECTION)
