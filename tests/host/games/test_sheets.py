"""Faces and labels on paper, at their true size."""

import re
from itertools import combinations
from xml.etree import ElementTree

import pytest
from heistboard import games
from heistboard.games.burgle_bros import pads, sheets
from heistboard.games.burgle_bros.components import TILES
from heistboard.games.sheet_pages import PITCH, SIDE, Page, document, pages
from heistboard.games.sheets import Face, Label, Sheets
from heistboard.words import LANGUAGES, Words

DOT = "M0 0H1"
MANY = Sheets(tuple(Face(f"room {n}", DOT, str(n)) for n in range(48)))


def drawing(page: Page) -> ElementTree.Element:
    root = ElementTree.fromstring(page.svg)
    assert (root.get("width"), root.get("height")) == ("210mm", "297mm")
    assert root.get("viewBox") == "0 0 210 297"  # so a unit is a millimetre
    return root


def middles(page: Page) -> list[tuple[float, float]]:
    found = re.findall(r'<g transform="translate\(([\d.]+) ([\d.]+)\)">', page.svg)
    return [(float(x), float(y)) for x, y in found]


@pytest.mark.parametrize(("side", "per_page"), [(43.0, 24), (60.0, 12), (63.0, 8), (90.0, 4)])
def test_faces_of_any_size_fit_their_pages_and_leave_one_another_room(
    side: float, per_page: int
) -> None:
    made = pages(MANY, "said", side)
    assert [page.name for page in made] == [f"faces-{n + 1}" for n in range(48 // per_page)]
    for page in made:
        drawing(page)
        at = middles(page)
        assert len(at) == per_page
        assert all(x - side / 2 >= 10 and x + side / 2 <= 200 for x, _ in at)
        assert all(y - side / 2 >= 10 and y + side / 2 <= 297 - 15 for _, y in at)
        for (x, y), (u, v) in combinations(at, 2):
            assert max(abs(x - u), abs(y - v)) > side
        # The outline: a square of that side, its corners cut.
        half = side / 2
        assert page.svg.count(f"{-half:g}H{half - 10:g}L{half:g} {10 - half:g}V") == per_page


def test_a_line_of_100_mm_shows_whether_the_print_is_true() -> None:
    (page,) = pages(MANY._replace(faces=MANY.faces[:1]), "measure it")
    assert 'd="M10.0 290.0v-3v1.5h100v-1.5v3"' in page.svg and ">measure it<" in page.svg


def test_labels_lie_as_their_cells_do_and_fit_a_page() -> None:
    cells = ("a5", "b5", "e5", "e4", "e3")
    (page,) = pages(Sheets(labels=tuple(Label(cell, cell, DOT) for cell in cells)), "")
    drawing(page)
    assert page.name == "labels-1" and "rotate(90)" in page.svg
    at = dict(zip(cells, middles(page), strict=True))
    assert at["b5"] == (at["a5"][0] + PITCH, at["a5"][1])
    assert at["e3"] == (at["e5"][0], at["e5"][1] - 2 * PITCH)
    # On its side: its width along the page, its height across it.
    assert at["e5"][0] - at["a5"][0] + SIDE <= 277
    assert at["e5"][1] - at["e3"][1] + SIDE <= 190
    joined = re.findall(rf"[hv]{PITCH - SIDE:g}M", page.svg)
    assert len(joined) == 3  # a5 to b5, e3 to e4, e4 to e5


def test_more_rows_of_labels_than_fit_make_more_pages() -> None:
    labels = tuple(Label(f"c{row}", "pad", DOT) for row in range(1, 6))
    made = pages(Sheets(labels=labels), "")
    assert [len(middles(page)) for page in made] == [3, 2]


def test_a_symbol_or_name_cannot_leave_its_place() -> None:
    (page,) = pages(Sheets((Face('<b> & "c"', 'M0"><script>'),)), "")
    texts = [each.text for each in drawing(page).iter("{http://www.w3.org/2000/svg}text")]
    assert '<b> & "c"' in texts and "<script" not in page.svg


def test_one_document_has_all_pages_for_a_browser() -> None:
    made = pages(MANY, "")
    page = document("Rooms & more", made)
    assert "@page{size:210mm 297mm;margin:0}" in page and "<title>Rooms &amp; more<" in page
    assert page.count("<svg") == 2 and all(each.svg in page for each in made)


@pytest.mark.parametrize("language", LANGUAGES)
def test_burgle_bros_has_a_face_for_each_tile_and_a_label_for_each_pad(language: str) -> None:
    words = Words(language, "burgle-bros")
    found = sheets.sheets(words)
    printed = [(face.name, face.number or "0", face.is_ringed) for face in found.faces]
    assert printed == [
        (words.name("tile", kind), str(digit), circle == "white")
        for kind, digit, circle in TILES[1:-1]
    ]
    assert [label.cell for label in found.labels] == list(pads.PADS)
    names = [label.name for label in found.labels]
    assert len(set(names)) == 7 and not any(name.startswith("pad-") for name in names)


def test_rooms_have_the_symbols_of_the_pages() -> None:
    script = games.package("burgle-bros").file("pages", "tile_symbols.js").read_text("utf-8")
    found = sheets.sheets(Words("en", "burgle-bros"))
    by_name = {face.name: face.symbol for face in found.faces}
    assert len(by_name) == len(set(by_name.values())) == 20
    for kind, _, _ in TILES[1:-1]:
        name = Words("en", "burgle-bros").name("tile", kind)
        assert f'"{kind}": "{by_name[name]}"' in script
