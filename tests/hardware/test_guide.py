"""The build guide: its tables are current, and everything it names exists."""

import ast
import re
import shlex
import shutil
from functools import partial
from pathlib import Path

import pytest
from heistboard.cli.arguments import parse
from heistboard.selftest import FaultKind

from hardware.__main__ import _parser, main
from hardware.boardfile import load
from hardware.guide import pages
from hardware.guide.current import GAMES, phases, played, worst
from hardware.guide.failures import CURES, failures, found
from hardware.guide.shopping import CAR_THIEF, FLOORS, ONCE, PER_MODULE, Item, items, shopping
from hardware.margins import (
    DIODE,
    DIODES,
    FEED_DIODE_V,
    FEED_LEAST_V,
    Rail,
    current_through,
    margins,
    rail,
)
from hardware.parts.spec import PARTS, SPEC
from hardware.spice import run

TOP = Path(__file__).parents[2]
BOARD = load(TOP / "hardware" / "board.toml")
GUIDE = TOP / pages.GUIDE
TEXT = GUIDE.read_text(encoding="utf-8")
CHANGING = TOP / "hardware" / "CHANGING.md"
BLOCKS = re.compile(r"<!-- begin (\w+)[^>]*-->\n(.*?)<!-- end \1 -->", re.DOTALL)
PAGES = [TOP / "README.md", *sorted((TOP / "hardware").rglob("*.md"))]
GRAMS = {part.name: 1.0 for part in PARTS}
LIST = {(item.group, item.what): item for item in items(BOARD, GRAMS)}
needs_ngspice = pytest.mark.skipif(
    shutil.which("ngspice") is None, reason="there is no ngspice (Debian: apt-get install ngspice)"
)


def bought(what: str) -> Item:
    (item,) = (item for (_, name), item in LIST.items() if name == what)
    return item


# Tables.


@needs_ngspice
def test_a_table_that_was_edited_is_stale_and_written_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    # The tables as committed: test_tables_are_as_written_now compares them with fresh ones.
    for name, of_page in (("tables", TEXT), ("reasons", CHANGING.read_text(encoding="utf-8"))):
        committed = {block: text.strip("\n") for block, text in BLOCKS.findall(of_page)}
        assert committed.keys() == getattr(pages, name)(BOARD).keys()
        writers = {block: partial(str, text) for block, text in committed.items()}
        monkeypatch.setattr(pages, name, lambda board, writers=writers: writers)
    (tmp_path / "hardware").mkdir()
    shutil.copy(CHANGING, tmp_path / pages.CHANGING)
    copy = tmp_path / pages.GUIDE
    copy.write_text(TEXT.replace("| 70 | 140 | 210 |", "| 71 | 140 | 210 |"), encoding="utf-8")
    board = ["--board", str(TOP / "hardware" / "board.toml")]
    assert main(["guide", "--check", *board], tmp_path) == 1
    assert "README.md is stale, run `python -m hardware guide" in capsys.readouterr().err
    assert main(["guide", *board], tmp_path) == 0
    assert copy.read_text(encoding="utf-8") == TEXT


def test_a_guide_without_a_table_is_refused() -> None:
    text = "<!-- begin one: x -->\nold\n<!-- end one -->\nafter"
    assert pages.filled(text, {"one": lambda: "new"}) == text.replace("old", "\nnew\n")
    with pytest.raises(pages.GuideError, match=r"has tables \['one'\], expected \['one', 'two'\]"):
        pages.filled(text, {"one": lambda: "", "two": lambda: ""})
    with pytest.raises(pages.GuideError, match=r"^hardware/CHANGING.md has tables \['one'\]"):
        pages.filled(text, {}, pages.CHANGING)


# What to buy.


def test_quantities_are_those_of_the_design() -> None:
    module = {"reed": 66, "diode": 70, "led": 52, "pico": 1, "button": 3, "screws": 24}
    for what, count in module.items():
        assert bought(what).needed == (count, 2 * count, 3 * count)
    assert bought("magnets").needed == (25 * 4 + 4 + 1 + 3,) * 3
    assert bought("nuts").needed == (2 * (1 + 3),) * 3
    assert bought("hub").needed == (0, 1, 1)


def test_boards_come_by_five() -> None:
    assert bought("row strips").packs == (1, 2, 3)
    assert bought("controllers").packs == (1, 1, 1)
    assert bought("row strips").costs[2] == 3 * bought("row strips").eur


def test_every_part_of_the_board_file_is_bought_at_its_price() -> None:
    electronics = {what: item for (group, what), item in LIST.items() if group == "Electronics"}
    assert set(electronics) == {kind.replace("_", " ") for kind in BOARD.parts}
    for kind, part in BOARD.parts.items():
        item = electronics[kind.replace("_", " ")]
        assert (item.eur, item.number.split("; or ")[0]) == (part.eur, part.number)


def test_every_printed_part_is_for_something() -> None:
    groups = (*PER_MODULE, *CAR_THIEF, *ONCE, *FLOORS)
    assert sorted(groups) == sorted(part.name for part in PARTS)
    # At a gram each: grid, track, feet; guide; then the pieces and tools without those of floors.
    assert LIST["Around the boards", "plastic, g"].needed == (22, 44, 66)
    assert LIST["Around the boards", "plastic of the guide, g"].needed == (4, 8, 12)
    assert LIST["Pieces of Car Thief and tools, once", "plastic, g"].needed == (65,) * 3


def test_sums_are_of_what_is_paid() -> None:
    made = [Item("A", "x", "n", 2.5, (1, 6, 11), pack=5), Item("A", "y", "m", 1.0, (1, 2, 3))]
    lines = shopping(made).splitlines()
    assert "| x | n | 2.50 for 5 | 1 | 6 | 11 |" in lines
    assert "| **together, EUR** | | | **4** | **7** | **10** |" in lines


def test_the_sheet_is_that_of_the_printed_parts() -> None:
    text = (TOP / "hardware" / "parts" / "README.md").read_text(encoding="utf-8")
    for size in re.findall(r"[\d.]+ × [\d.]+ mm", bought("sheet").number):
        assert size in text


# What a game draws.


def test_a_game_needs_the_limit_and_gets_it() -> None:
    rows = {row.name: row for row in phases(BOARD, list(played())[:800])}
    assert set(rows) == {"helicopters are placed", "eyes are closed", "the police act", "the end"}
    budget = BOARD.current.default_budget
    assert all(row.most_shown[0] <= budget for row in rows.values())
    assert all(row.most_shown[1] == row.most for row in rows.values() if row.name != "the end")
    assert budget < rows["the end"].most_shown[1] <= BOARD.current.powered_budget
    assert rows["the end"].most > 2 * budget
    assert all(row.median < budget for row in rows.values())
    idle = BOARD.current.idle * len(BOARD.leds.chain)
    assert all(row.median > idle for row in rows.values())


def test_the_worst_scenes_are_limited() -> None:
    missing, white = phases(BOARD, worst().items())
    assert BOARD.current.default_budget < missing.most < white.most
    for n, budget in enumerate((BOARD.current.default_budget, BOARD.current.powered_budget)):
        assert max(missing.most_shown[n], white.most_shown[n]) <= budget


# What the guide says.


def test_every_kind_of_fault_has_a_row() -> None:
    assert set(CURES) == set(FaultKind) - {FaultKind.UNTESTED}
    assert {finding.kind for finding in found()} == set(CURES)
    assert len(failures().splitlines()) == 2 + len(list(found()))


def _strings() -> str:
    texts = []
    for path in sorted((TOP / "host" / "heistboard").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                texts.append(node.value)
    return "\n".join(texts)


def test_messages_of_the_guide_are_those_of_the_program() -> None:
    section = TEXT.split("| It says | Cure |")[1].split("\n\n")[0]
    messages = re.findall(r"^\| `([^`]+)`", section, re.MULTILINE)
    assert len(messages) == 12
    strings = _strings()
    for message in messages:
        parts = [part.strip() for part in message.split("…") if part.strip()]
        assert parts
        assert [part for part in parts if part not in strings] == []


def test_commands_of_the_guide_are_understood() -> None:
    texts = [page.replace(".venv/bin/", "") for page in (TEXT, CHANGING.read_text("utf-8"))]
    ours = re.findall(r"`heistboard ([^`]+)`", texts[0])
    of_hardware = []
    for line in re.findall(r"^\$ (.*)$", "\n".join(texts), re.MULTILINE):
        program, *words = shlex.split(line, comments=True)
        if program == "heistboard":
            ours.append(shlex.join(words))
        elif words[:2] == ["-m", "hardware"]:
            of_hardware.append(words[2:])
    assert len(ours) > 6 and len(of_hardware) > 3
    for command in ours:
        assert parse(shlex.split(command)).command == command.split()[0]
    of_hardware += [it.split() for it in re.findall(r"`python -m hardware ([^`]+)`", texts[0])]
    for words in of_hardware:
        assert callable(_parser().parse_args(words).do)


@pytest.mark.parametrize("page", [GUIDE, CHANGING], ids=lambda page: page.name)
def test_commands_of_the_pages_are_those_of_the_venv(page: Path) -> None:
    text = re.sub(r"<!--.*?-->", "", page.read_text(encoding="utf-8"))
    assert re.findall(r"(?<!\.venv/bin/)\b(?:python -m|pip install).*", text) == []
    assert "heistboard[pi]" not in text


def _anchor(title: str) -> str:
    return re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-")


def _links(page: Path) -> list[str]:
    text = page.read_text(encoding="utf-8")
    return re.findall(r"\]\(([^)]+)\)", text) + re.findall(r"`(made/[\w.-]+)`", text)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(TOP)))
def test_what_pages_link_to_exists(page: Path) -> None:
    for link in _links(page):
        if link.startswith("https://"):
            continue
        name, _, anchor = link.partition("#")
        path = page.parent / name if name else page
        assert path.is_file(), link
        if anchor:
            titles = re.findall(r"^#+ (.*)$", path.read_text(encoding="utf-8"), re.MULTILINE)
            assert anchor in map(_anchor, titles), link


def test_the_guide_has_pictures() -> None:
    assert sum(link.endswith((".png", ".svg")) for link in _links(GUIDE)) >= 7


def test_the_readme_leads_to_the_guide() -> None:
    assert "(hardware/README.md)" in (TOP / "README.md").read_text(encoding="utf-8")


@needs_ngspice
def test_figures_in_the_text_are_those_of_the_margins() -> None:
    found = {each.name: each for each in margins(BOARD, DIODES[DIODE], run)}
    (amperes,) = re.findall(r"full white would draw ([\d.]+) A", TEXT)
    assert float(amperes) == pytest.approx(
        found["too much for USB: all white, unlimited"].value, abs=0.05
    )
    (volts,) = re.findall(r"they work down to ([\d.]+) V", TEXT)
    assert float(volts) == found["LEDs on USB, at the limit"].limit
    (volts,) = re.findall(r"USB's fuse the lights would get ([\d.]+) V at worst", TEXT)
    current = current_through(BOARD, BOARD.current.powered_budget)
    left = run(rail(Rail(source_v=FEED_LEAST_V - FEED_DIODE_V), current))["least"]
    assert float(volts) == pytest.approx(left, abs=0.05)
    budgets = re.findall(r"(?:lights together to|lets the lights draw) (\d+) mA", TEXT)
    assert [int(budget) for budget in budgets] == [
        BOARD.current.default_budget,
        BOARD.current.powered_budget,
    ]
    assert f"every scene of {2 * GAMES} games" in TEXT


def test_numbers_of_reeds_in_the_text_are_those_of_the_gauge() -> None:
    glass = SPEC.gauge[0]
    assert re.findall(r"the ([\d.]+) mm (?:tongue passes|one stops)", TEXT) == [
        f"{side:.1f}" for side in glass
    ]
    assert f"**sheet's {sum(SPEC.design.stack.sheet) / 2} mm**" in TEXT
