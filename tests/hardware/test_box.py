"""The page on what of a box of Burgle Bros is used: its figures are those of parts and game."""

import re
from dataclasses import replace
from pathlib import Path

import pytest
from heistboard.games import sheet_pages
from heistboard.games.burgle_bros import sheets
from heistboard.games.burgle_bros.walls import WALLS_PER_FLOOR, component_data
from heistboard.words import Words

from hardware.magnets import proof
from hardware.magnets.design import DESIGN
from hardware.magnets.flashlight import prove_flashlight
from hardware.parts import build, mesh
from hardware.parts.spec import PARTS, SPEC

TOP = Path(__file__).parents[2]
PAGE = TOP / "host/heistboard/games/burgle_bros/BOX.md"
TEXT = re.sub(r"\s+", " ", PAGE.read_text(encoding="utf-8"))


def test_paper_fits_the_printed_parts() -> None:
    assert (DESIGN.pitch, SPEC.side) == (sheet_pages.PITCH, sheet_pages.SIDE)
    assert (SPEC.corner, SPEC.stencil) == (sheet_pages.CORNER, sheet_pages.CIRCLE)


def test_what_links_lead_to_is_there() -> None:
    links = re.findall(r"\]\(([^)#]+)", TEXT)
    assert len(links) >= 4
    assert [link for link in links if not (PAGE.parent / link).is_file()] == []
    for page in ("README.md", "hardware/README.md", "hardware/parts/README.md"):
        assert "burgle_bros/BOX.md)" in (TOP / page).read_text(encoding="utf-8"), page


def test_pictures_of_paper_are_what_is_printed_now() -> None:
    words = Words("en", "burgle-bros")
    said = words.of("sheets", "scale", title=words.title)
    fresh = {page.name: page.svg for page in sheet_pages.pages(sheets.sheets(words), said)}
    for name in ("faces-1", "labels-1"):
        # `heistboard print burgle-bros host/pictures --lang en` makes them.
        kept = TOP / f"host/pictures/burgle-bros-{name}.svg"
        assert kept.read_text(encoding="utf-8") == fresh[name] + "\n"


def test_numbers_of_pieces_are_those_of_game_and_parts() -> None:
    data = component_data()
    tiles = data["meta"]["tiles_total"]
    assert f"| `sled` | {tiles} | four of Ø {DESIGN.base.name} in each: {4 * tiles} |" in TEXT
    walls = {
        each["id"]: each["floors"] * WALLS_PER_FLOOR[each["size"]] for each in data["scenario"]
    }
    assert max(walls.values()) == 24 and "| `wall` | 24 |" in TEXT
    cells = {each["id"]: each["floors"] * each["size"] ** 2 for each in data["scenario"]}
    assert f"{cells['office']} tiles (Office) or {cells['bank']} (Bank, Fort Knox)" in TEXT
    assert f"one of Ø {DESIGN.guard.name}" in TEXT and f"one of Ø {DESIGN.flashlight.name}" in TEXT
    named = set(re.findall(r"`((?:guard|sled|wall|jig|flashlight)\w*)`", TEXT))
    assert named <= {part.name for part in PARTS} and len(named) == 9
    faces = sheets.sheets(Words("en", "burgle-bros")).faces
    assert len(faces) == tiles and sum(face.is_ringed for face in faces) == 30
    assert f"{SPEC.side:g} mm" in TEXT and f"are {DESIGN.street:g} mm" in TEXT


def test_a_face_of_plain_paper_on_a_blank_tile_is_within_the_proof() -> None:
    sled = float(mesh.bounds(build.kept()["sled"])[1][2])
    assert sled + 0.3 + 0.1 <= DESIGN.sled[1] + 1e-3 < sled + 0.3 + 0.2


def test_margins_of_tiles_and_guards_are_those_of_the_proof() -> None:
    def row(what: str, reed: str, must: str, margin: float) -> str:
        return f"| {what} | {reed}, must be {must} | {margin:.2f} |"

    at = {claim.case: claim.margin for claim in proof.prove(DESIGN)}
    tap = {claim.case: claim.margin for claim in prove_flashlight(DESIGN)}
    turned = f"turned over: its nearest magnet is {DESIGN.turned_over:.1f} mm from the reed"
    for line in (
        row(
            "a tile face down, any of four ways round",
            *("cover", "closed", at["tile face down, guard on it"]),
        ),
        row(f"a tile face up, {turned}", "cover", "open", at["tile face up, guard on it"]),
        row("a guard on a tile, with any figure", "occupant", "closed", at["guard on a tile"]),
        row("a tile without a guard", "occupant", "open", at["tile, no guard"]),
        row("the flashlight on a tile", "occupant", "closed", tap["flashlight on a tile"]),
    ):
        assert line in TEXT
    _, gone = proof.lift(DESIGN)
    assert f"opens {gone:g} mm above the sheet at the latest" in TEXT


def test_a_larger_board_has_larger_margins() -> None:
    claims = proof.prove(large := replace(DESIGN, pitch=70.0))
    least = [min(c.margin for c in claims if bool(c.own) is closes) for closes in (True, False)]
    assert "With 70 mm, for tiles of 63 mm" in TEXT and large.pitch - large.street == 63
    assert "{:.2f} to close and {:.2f} to stay open".format(*least) in TEXT
    assert all(claim.holds for claim in prove_flashlight(large))


@pytest.mark.skipif(not build.is_installed(), reason="there is no openscad")
def test_a_tile_for_a_larger_board_is_as_large_with_magnets_at_their_places() -> None:
    large = replace(SPEC, design=replace(DESIGN, pitch=70.0))
    ((_, sled),) = build.build(["sled"], large)
    low, high = mesh.bounds(sled)
    assert (high - low)[:2] == pytest.approx([63, 63])
    for x, y in DESIGN.spots:
        assert mesh.hits(sled, (x, y, 9.0), (0, 0, -1))[0] == pytest.approx(
            9 - SPEC.floor, abs=0.01
        )
