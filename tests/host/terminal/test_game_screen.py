"""The game on the terminal: drawn, printed as lines, and without secrets."""

import io
import itertools
import re
from pathlib import Path
from random import Random

import pytest
from heistboard.app import Status
from heistboard.games.car_thief.board import CELLS, NEXT_CELLS, cells_of
from heistboard.terminal.game_screen import ScreenState, TableGlyphs, draw, lines_between
from heistboard.words import LANGUAGES, Words

from tests.support.tabletop import TableTop

EN = Words("en", "car-thief")
SIZES = [(80, 24), (100, 40), (79, 23), (60, 16), (20, 5), (1, 1)]
# Only these are in Latin letters in Russian: places, and text to type.
LATIN = re.compile(
    r"\b(?:[a-e][1-5]?|x[1-4]{2}|place|fly|search|hide|lift|put|car|heli|press|off|green|done|undo|"
    r"yellow|pink|help|again|quit|look|x)\b"
)


LINES = """\
== The police to act
board: right
> Put the green helicopter on any free crossing.
> Put the green helicopter on a pulsing crossing.
* green placed on x11
> Put the yellow helicopter on any free crossing.
> Put the yellow helicopter on a pulsing crossing.
* yellow placed on x12
> Put the pink helicopter on any free crossing.
> Put the pink helicopter on a pulsing crossing.
* pink placed on x44
> All helicopters are placed. You may still move them. Then press Done.
== The thief to act
> Close your eyes. Thief: hide the car under a building, then press Done.
* round 1: the car is hidden
== The police to act
> Fly a pulsing helicopter to a neighbouring crossing, or lift a building next to it to search.
> Put the pink helicopter on a pulsing crossing, or back where it was.
* pink flew to x34
> Fly a pulsing helicopter to a neighbouring crossing, or lift a building next to it to search.
* taken back: pink flew to x34
board: not right
> Move the pink helicopter from x34 to x44.
> Put the pink helicopter on x44.
board: right
> Fly a pulsing helicopter to a neighbouring crossing, or lift a building next to it to search.
* the car on a1
== The end
> The car is found. The police win!
The car was on a1.""".splitlines()


def drawn(room: ScreenState, width: int = 80, height: int = 24, words: Words = EN) -> list[str]:
    return [text.plain.rstrip() for text in draw(room, words, width, height)]


def seen(table: TableTop) -> str:
    return "\n".join(drawn(ScreenState(table.status)))


def printed(statuses: list[Status], words: Words = EN) -> list[str]:
    lines = []
    before: ScreenState | None = None
    for status in statuses:
        room = ScreenState(status)
        lines += lines_between(before, room, words)
        before = room
    return lines


@pytest.fixture
def table() -> TableTop:
    table = TableTop()
    table.place_all()
    return table


def test_police_phase_fits_80_by_24(table: TableTop) -> None:
    table.hide("c3")
    table.helicopter("x34", off="x44")
    table.search("a3")
    room = ScreenState(table.status, note="a note", typed="fly yel", is_simulated=True)
    assert drawn(room) == [
        "Car Thief  ·  game 1  ·  players: 2                                 board: right",
        "Round 1 of 11   · B B B B R B B B B B",
        "",
        "    a         b         c         d         e     What happened",
        "1 [   ]     [   ]     [   ]     [   ]     [   ]   green placed on x11",
        "        <G>        +         +         +          yellow placed on x12",
        "2 [   ]     [   ]     [   ]     [   ]     [   ]   pink placed on x44",
        "         Y         +         +         +          round 1: the car is hidden",
        "3 [ - ]     [   ]     [   ]     [   ]     [   ]   pink flew to x34",
        "         +         +         +         +          nothing on a3",
        "4 [   ]     [   ]     [   ]     [   ]     [   ]",
        "         +         +         P         +",
        "5 [   ]     [   ]     [   ]     [   ]     [   ]",
        "",
        "━━ The police to act ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━",
        "  Fly a pulsing helicopter to a neighbouring crossing, or lift a building next",
        "  to it to search.",
        "━" * 80,
        "[ ] building  ▁▁▁ no building  [B] token on the roof",
        "<G> to act  G has acted  ○ may go there  ?G? missing  !!! extra",
        "a note",
        "Type a move: fly green x21, or look, done, undo, help, quit",
        "Simulated hands: lift b3, put b3, car b3, car off, heli green x22, press done",
        "> fly yel",
    ]


def test_the_documentation_shows_what_is_drawn(table: TableTop) -> None:
    table.hide("c3")
    table.helicopter("x34", off="x44")
    table.search("a3")
    page = (Path(__file__).parents[3] / "host/docs/playing.md").read_text("utf-8")
    assert "\n".join(drawn(ScreenState(table.status))[:17]) in page


def test_helicopter_in_a_hand_shows_where_it_may_go(table: TableTop) -> None:
    table.hide("c3")
    table.reed("x44.occupant", is_closed=False, for_ms=1_000)
    text = seen(table)
    assert "(P)" in text
    assert text.count("○") == 3  # two crossings, and the legend
    assert "Put the pink helicopter on a pulsing crossing" in text


def test_differences_are_drawn_in_place(table: TableTop) -> None:
    table.hide("c3")
    table.lift("e1")
    table.reed("x44.occupant", is_closed=False, for_ms=1_000)
    table.reed("x22.occupant", is_closed=True, for_ms=1_000)
    lines = drawn(ScreenState(table.status))
    assert lines[0].endswith("board: not right")
    assert lines[4][42:47] == "  ?  "
    assert lines[7][17:22] == " !!! "
    assert lines[11][37:] == " ?P?"
    assert "Put the building back on e1. Move the pink helicopter from x22 to x44." in lines[15]


def test_building_that_was_searched_is_open_until_it_is_put_back(table: TableTop) -> None:
    table.hide("b2")
    for crossing, off in (("x21", "x11"), ("x13", "x12"), ("x43", "x44")):
        table.helicopter(crossing, off)
    table.press("done")
    table.hide("c2", old="b2")
    table.lift("b2")
    lines = drawn(ScreenState(table.status))
    assert lines[6][12:17] == " ▁Y▁ "
    assert "Put the building back on b2." in lines[15]
    table.put("b2", for_ms=5_000)
    assert drawn(ScreenState(table.status))[6][12:17] == "[ Y ]"


def test_round_lasts_until_eyes_close(table: TableTop) -> None:
    table.hide("e5")
    for crossing, off in (("x21", "x11"), ("x13", "x12"), ("x43", "x44")):
        table.helicopter(crossing, off)
    lines = drawn(ScreenState(table.status))
    assert lines[1] == "Round 1 of 11   ◆ ◆ ◆ ◆ ◆ ◆ ◆ ◆ ◆ ◆ ◆"
    assert "All helicopters have acted. Press Done." in lines[15]
    table.press("done")
    assert drawn(ScreenState(table.status))[1] == "Round 2 of 11   · B B B B R B B B B B"


def test_refused_button_is_shown(table: TableTop) -> None:
    table.hide("c3")
    table.press("done")
    assert drawn(ScreenState(table.status))[1].endswith("x x x x x x x x x x x  not now")
    table.wait(2_000)
    assert "not now" not in seen(table)


def test_lost_board_is_shown(table: TableTop) -> None:
    table.lose()
    lines = drawn(ScreenState(table.status, trouble="a trouble"))
    assert lines[0].endswith("board: not connected")
    assert "The board is not connected. Plug in its cable; the game waits." in "\n".join(lines)
    assert "! a trouble" in lines
    assert len(lines) == 24


def test_changed_hints_are_printed(table: TableTop) -> None:
    given = table.status._replace(hints={"grade": "odds"})
    said = printed([table.status, given, given, table.status])
    assert [line for line in said if line.startswith("hints")] == ["hints: odds", "hints: none"]
    assert "players: 2  ·  hints: odds" in drawn(ScreenState(given))[0]
    assert "hints" not in drawn(ScreenState(table.status))[0]
    unnamed = ScreenState(
        table.status._replace(hints={"grade": "all"})
    )  # the game has no text for it
    assert "players: 2  ·  all" in drawn(unnamed)[0]


def test_end_shows_the_trail(table: TableTop) -> None:
    table.hide("a1")
    table.lift("a1", for_ms=10_000)
    text = seen(table)
    assert "━━ The end ━" in text
    assert "The car is found. The police win!" in text
    assert "The car was on a1." in text
    assert "round 1: the car was on a1" in text


def test_lights_are_described_while_eyes_are_closed_only_for_a_simulated_board(
    table: TableTop,
) -> None:
    before = seen(table)
    table.lift("c3")
    assert seen(table) == before
    assert "Lights: a building is not in its place." in "\n".join(
        drawn(ScreenState(table.status, is_simulated=True))
    )
    table.car("c3", is_there=True)
    table.put("c3")
    assert seen(table) == before
    assert "Lights: ready, press Done." in "\n".join(
        drawn(ScreenState(table.status, is_simulated=True))
    )


@pytest.mark.parametrize(
    ("pages", "review"),
    [
        (("http://127.0.0.1:8000/#host=abc", ""), "http://127.0.0.1:8000/review/1"),
        (("https://a:8/#host=abc", "https://b.local:8/"), "https://b.local:8/review/1"),
    ],
)
def test_the_end_leads_to_the_review(pages: tuple[str, str], review: str) -> None:
    table = TableTop()
    table.place_all()
    before = [table.status]
    table.hide("a1")
    table.lift("a1", for_ms=10_000)
    over = table.status
    assert over.view["outcome"] is not None
    rooms = [
        ScreenState(status, address=pages[0], network_address=pages[1])
        for status in (before[0], over)
    ]
    assert not any("review" in line for line in drawn(rooms[0]))
    line = f"Review: {review}"
    assert [each.strip() for each in drawn(rooms[1])].count(line) == 1
    assert lines_between(rooms[0], rooms[1], EN)[-1] == line
    assert line not in lines_between(rooms[1], rooms[1], EN)
    assert not any("/review/" in line for line in drawn(ScreenState(over)))


def some_games() -> list[TableTop]:
    """Games with every status: board lost, pieces wrong, car found, over."""
    table = TableTop()
    table.lift("a1")
    table.put("a1")
    table.helicopter("x11")
    table.reed("x12.occupant", is_closed=True, for_ms=100)
    table.wait(2_000)
    table.helicopter("x44")
    table.press("undo")
    table.wait(2_000)
    table.place_all("x43")
    table.reed("x43.occupant", is_closed=False, for_ms=2_000)
    table.helicopter("x44")
    table.press("done")
    table.hide("a1")
    table.lose()
    table.find()
    table.lift("a2", for_ms=2_000)
    table.press("help")
    table.put("a2")
    table.helicopter("x11")  # which of the two searched
    table.lift("e1", for_ms=2_000)
    table.put("e1")
    table.lift("a1", for_ms=10_000)
    return [table]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_status_fits_every_terminal(size: tuple[int, int], language: str) -> None:
    width, height = size
    words = Words(language, "car-thief")
    for table in some_games():
        for status in table.statuses:
            lines = drawn(ScreenState(status, note="n" * 100, typed="t"), width, height, words)
            assert len(lines) == height
            assert max(map(len, lines)) <= width
            if width >= 60:
                assert words.shown(status.ask, status.view)[:20] in "\n".join(lines)


def test_ascii_terminal_gets_ascii() -> None:
    glyphs = TableGlyphs(is_ascii=True)
    for table in some_games():
        for status in table.statuses:
            assert all(
                line.plain.isascii() for line in draw(ScreenState(status), EN, 80, 24, glyphs)
            )


def test_nothing_is_untranslated_in_russian() -> None:
    words = Words("ru", "car-thief")
    for table in some_games():
        lines = printed(table.statuses, words)
        lines += [words.spoken(ask, each.view) for each in table.statuses for ask in each.spoken]
        for status in table.statuses:
            lines += drawn(ScreenState(status, is_simulated=True), words=words)
        for line in lines:
            assert not re.search("[A-Za-z]", LATIN.sub("", line)), line


def test_lines_of_a_game() -> None:
    table = TableTop()
    table.place_all()
    table.hide("a1")
    table.helicopter("x34", off="x44")
    table.press("undo")
    table.wait(1_000)
    table.reed("x34.occupant", is_closed=False)
    table.helicopter("x44")
    table.lift("a1", for_ms=3_000)
    assert printed(table.statuses) == LINES


def test_searching_helicopter_may_be_asked_for_after_the_result(table: TableTop) -> None:
    table.hide("a2")
    table.search("b2")
    assert "Which helicopter searched b2?" in seen(table)
    table.reed("x12.occupant", is_closed=False, for_ms=1_000)
    table.reed("x12.occupant", is_closed=True, for_ms=1_000)
    assert table.record.state.moves[-1] == "search yellow b2"
    lines = printed(table.statuses)
    assert lines.count("* nothing on b2") == 1
    assert not [line for line in lines if "taken back" in line]


# Secrets.


def printed_bytes(statuses: list[Status]) -> bytes:
    """Returns a game as a terminal (text and styles), a pipe and the voice get it.

    The terminal also as it is with a simulated board.
    """
    file = io.StringIO()
    for status, is_simulated in itertools.product(statuses, (False, True)):
        for text in draw(ScreenState(status, is_simulated=is_simulated), EN, 80, 24):
            file.write(f"{text.plain} {text.style} {text.spans}\n")
    for words in (EN, Words("ru", "car-thief")):
        file.write("\n".join(printed(statuses, words)))
        for status in statuses:
            file.writelines(words.spoken(ask, status.view) for ask in status.spoken)
    return file.getvalue().encode()


def games_that_differ(seed: int) -> tuple[TableTop, TableTop]:
    """Two games that differ only in where the car goes."""
    trail, one = wander(seed, Random(f"one {seed}"))
    car = Random(f"other {seed}")
    other_trail, other = wander(seed, car)
    while other_trail == trail:
        other_trail, other = wander(seed, car)
    return one, other


def wander(seed: int, car: Random) -> tuple[list[str], TableTop]:
    """Returns a trail and its game; for one *seed*, hands do the same wherever the car goes.

    The car stays in the two rows that are not searched.
    """
    hands = Random(seed)
    table = TableTop()
    table.place_all()
    trail: list[int] = []
    pink = ["x44", "x34"]
    for _ in range(5):
        free = set(range(15, 25)) - set(trail)
        if trail:
            free &= set(cells_of(NEXT_CELLS[trail[-1]]))
        old = CELLS[trail[-1]] if trail else ""
        if not free:
            return wander(seed, car)  # a dead end: this game cannot be compared
        trail.append(car.choice(sorted(free)))
        if old and hands.random() < 0.5:
            table.lift(old)
            table.car(old, is_there=False)
            table.put(old)
            table.lift("a1")
            table.car("a1", is_there=True)
            table.put("a1")  # an illegal cell
            table.press("done")
            table.lift("a1")
            table.car("a1", is_there=False)
            table.put("a1")
        table.hide(CELLS[trail[-1]], old=old)
        for cell in ("b1", "a3"):  # green's, yellow's
            table.search(cell)
        for button in ("help", "undo"):  # a search is not undone
            if hands.random() < 0.5:
                table.press(button)
        table.helicopter(pink[1], off=pink[0])
        pink.reverse()
        if hands.random() < 0.5:
            table.lose()
            table.wait(hands.randrange(3_000))
            table.find()
        hidden = f"{CELLS[trail[-1]]}.occupant"
        for is_closed in (False, True):  # it chatters
            table.reed(hidden, is_closed=is_closed, for_ms=hands.randrange(500))
        table.press("done")
    return [CELLS[cell] for cell in trail], table


@pytest.mark.parametrize("seed", range(8))
def test_output_does_not_depend_on_where_the_car_is(seed: int) -> None:
    one, other = games_that_differ(seed)
    assert len(one.record.state.moves) == 3 + 5 * 4
    assert one.record.state.moves != other.record.state.moves
    assert printed_bytes(one.statuses) == printed_bytes(other.statuses)


def test_output_depends_on_what_is_found() -> None:
    # The test above does not pass merely because nothing is shown.
    said = set()
    for cell in ("b1", "c5"):
        table = TableTop()
        table.place_all()
        table.hide(cell)
        table.search("b1")
        said.add(printed_bytes(table.statuses))
    assert len(said) == 2
