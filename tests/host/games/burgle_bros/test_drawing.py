"""The drawing in a terminal: walls, rooms, guards' ways, cards, and what fits."""

import re
from itertools import product
from random import Random
from typing import cast

import pytest
from heistboard.app import Status
from heistboard.games import Canvas
from heistboard.games.burgle_bros import GAME, drawing
from heistboard.games.burgle_bros.components import EVENTS, ITEMS, TILES
from heistboard.games.burgle_bros.job import ALL_SEATS, EVENT_DECK, Looked
from heistboard.games.burgle_bros.rules import BurgleBros
from heistboard.games.burgle_bros.seen_site import SeenSite
from heistboard.games.burgle_bros.text_panel import card_paragraphs, paragraphs
from heistboard.games.burgle_bros.text_walls import Signs
from heistboard.rules import CHANCE, TABLE
from heistboard.words import LANGUAGES, Words

from tests.host.games.burgle_bros.random_play import began, choose
from tests.host.games.burgle_bros.stage import game, play, put, show, walls

EN = Words("en", "burgle-bros")
KINDS = sorted({kind for kind, _, _ in TILES} - {"face_down", "no_room"})
SCENARIOS = ("office", "bank", "fort_knox")


def shown(state: BurgleBros) -> Status:
    view = state.view(TABLE)
    ask = state.asked(TABLE)
    legal = () if state.seat in (None, CHANCE) else state.legal()
    return Status(
        *(0, 1, 0, state.phase, None, "synced", ask, {}, (), False, {}, view, ()),
        turn=tuple(state.seats[seat] for seat in state.turn),
        seats=state.seats,
        moves=tuple(move for move in legal if not move.private),
        floors=state.game.floors(state.options),
    )


def drawn(
    state: BurgleBros, width: int = 80, floor: int = 0, *, is_ascii: bool = True
) -> list[str]:
    canvas = Canvas(width, is_ascii, floor)
    parts = (draw(shown(state), EN, canvas) for draw in (drawing.board, drawing.notes))
    return [line.plain.rstrip() for part in parts for line in part]


def told(state: BurgleBros, width: int = 1000) -> str:
    """What stands below the floors where there is no room beside them, or else all of it."""
    return "\n".join(drawn(state, width))


def tiles(state: BurgleBros) -> dict[str, str]:
    """The revealed tiles by room."""
    return cast("dict[str, str]", state.view(TABLE)["tiles"])


def room(state: BurgleBros, name: str, width: int = 80) -> tuple[str, str]:
    """The two lines of a room of the floor that is drawn."""
    lines = drawn(state, width, int(name[0]) if ":" in name else 1)
    column, row = "abcde".index(name[-2]), int(name[-1])
    at = 3 + column * 9
    one, two = lines[3 * row - 1], lines[3 * row]
    return one[at : at + 8].rstrip(), two[at : at + 8].rstrip()


# Floors.


def test_walls_stand_between_rooms() -> None:
    state = walls(put(game(2), alarms="b2"), "a1|a2,b1|b2,b2|c2,c2|c3,c3|c4")
    assert [line[:39].rstrip() for line in drawn(state, is_ascii=False)][:14] == [
        "F1    a        b        c        d",
        "  ┏━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┓",
        "1 ┃FOY1      ?        ?        ?      ┃",
        "  ┃@12                        →3X     ┃",
        "  ┣━━━━━━━━━━━━━━━━━┓        ·        ┃",
        "2 ┃ ?        ?  !   ┃ ?        ?      ┃",
        "  ┃                 ┃         →2      ┃",
        "  ┃        ·        ┗━━━━━━━━╸        ┃",
        "3 ┃ ?        ?        ?        ?      ┃",
        "  ┃                           →1      ┃",
        "  ┃        ·        ╺━━━━━━━━╸        ┃",
        "4 ┃ ?        ?        ?        ?      ┃",
        "  ┃                           G       ┃",
        "  ┗━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┛",
    ]
    lines = [line[:39].rstrip() for line in drawn(state)]
    assert [*lines[4:8], lines[10]] == [
        "  +--------+--------+        +        +",
        "2 | ?        ?  !   | ?        ?      |",
        "  |                 |         >2      |",
        "  +        +        +--------+        +",
        "  +        +        +--------+        +",
    ]


def test_the_empty_cell_of_fort_knox_is_no_room() -> None:
    state = GAME.new(2, scenario="fort_knox", walls="fort_knox_b")
    assert isinstance(state, BurgleBros)
    assert room(state, "c3") == room(state, "2:c3") == ("#" * 8, "#" * 8)
    assert room(state, "b3") == (" ?", "")


def test_floors_stand_side_by_side_from_120_columns_on() -> None:
    state = put(game(2, scenario="bank"), p1="2:b2")
    heads = {width: drawn(state, width)[0] for width in (80, 119, 120)}
    assert [re.findall(r"\bF\d", head[:40]) for head in heads.values()] == [["F2"], ["F2"], ["F1"]]
    assert re.findall(r"\bF\d", heads[120]) == ["F1", "F2", "F3"]


@pytest.mark.parametrize(("where", "head"), [("2:b2", "F2"), ("c3", "F1")])
def test_the_floor_of_the_active_player_is_drawn_and_any_other_on_demand(
    where: str, head: str
) -> None:
    state = put(game(2), p1=where, p2="a4")
    assert drawn(state)[0].startswith(head)
    assert [drawn(state, floor=floor)[0][:2] for floor in (1, 2)] == ["F1", "F2"]
    state.job.at = (-2, 0)  # on the roof, which is above the highest floor
    assert drawn(state)[0].startswith("F2")


def test_a_floor_that_is_not_drawn_is_told_in_short() -> None:
    state = put(show(game(2), "2:c4 stairs", "c3 stairs"), p2="2:d2", alarms="2:c4")
    assert "also help, legend" in told(state)
    text = " ".join(" ".join(line[41:] for line in drawn(state)).split())
    assert "F2 no guard yet, speed 3; alarms c4" in text
    assert "F2 @2 d2; face down 15; stairs c3 c4" in text
    assert "; also floor 2, help, legend" in text


@pytest.mark.parametrize("players", [1, 4])
def test_everything_is_told_beside_the_floor_or_below(players: int) -> None:
    state = put(show(game(players, scenario="bank"), "b1 safe", "b2 safe"), events_gone=2**9 - 1)
    status = shown(state)
    site, signs = SeenSite(status.view), Signs(is_ascii=True)
    lines = drawn(state)
    beside, below = [line[41:] for line in lines[:14]], lines[14:]
    text = " ".join(" ".join([*beside, *below]).split())
    told = [*paragraphs(site, status.moves, [1], EN, signs), *card_paragraphs(site, EN, signs)]
    for paragraph in told:
        assert " ".join(paragraph.plain.split()) in text


# Rooms.


def test_a_room_says_what_it_is_and_what_it_has() -> None:
    state = show(game(2), "b1 keypad 4", "b2 safe", "b3 lavatory", "c1 computer_laser")
    put(state, opened="b1", marks="b1", alarms="b3 c1", hacks=(0, 4, 0), crowbarred="b1")
    put(state, safe_dice=((5, 2),), lying=((8, ITEMS.index("tiara")),), crow=8)
    digits = {name: tile[-1] for name, tile in tiles(state).items()}
    assert room(state, "a1")[0] == "FOY1"
    assert room(state, "b1")[0] == "KEY4*=/"
    assert room(state, "b2")[0] == "SAF d2"
    assert room(state, "b3")[0] == f"LAV{digits['b3']}!s3"
    assert room(state, "c1")[0] == f"C-L{digits['c1']}!h4"
    assert room(state, "a3")[0] == " ?  $c"
    assert room(put(state, cracked="b2"), "b2")[0] == "SAF *d2"


def test_stairs_and_holes_are_marked_at_both_ends() -> None:
    state = show(
        game(2, scenario="bank"), "b1 stairs", "2:b1 stairs", "b2 walkway", "2:b2 walkway"
    )
    ends = [room(state, name)[0][4:] for name in ("b1", "2:b1", "3:b1", "b2", "2:b2", "3:b2")]
    assert ends == ["^", "H", "v", "", "o", ""]


def test_pieces_stand_in_their_rooms() -> None:
    state = put(game(4), p1="d3", p2="d3", p4="c2", guard1="d4", target1="d2")
    assert room(state, "d3")[1] == "@12>1"
    assert room(state, "d4")[1] == "G"
    assert room(state, "d2")[1] == ">2X"
    assert room(state, "c2")[1] == "@4" and room(state, "a1")[1] == "@3"


def test_what_does_not_fit_in_a_room_says_so() -> None:
    state = show(game(4), "b1 laboratory")
    put(state, p1="b1", p2="b1", p3="b1", p4="b1", alarms="b1", marks="b1", searched="b1")
    put(state, stairs=2, lying=((1, 0),))
    assert (room(state, "b1")[0][4:], room(state, "b1")[1]) == ("!*^-", "@1234$")
    put(state, guard1="b2", target1="b1")
    assert room(state, "b1")[1] == "@1234>1+"


def test_the_guards_steps_are_numbered_in_order() -> None:
    state = walls(put(game(2), guard1="a1", target1="d1"), "a1|b1,b2|c2,c1|d1")
    rooms = {name: room(state, name)[1] for name in map("".join, product("abcd", "1234"))}
    steps = {
        name: int(found[1])
        for name, text in rooms.items()
        if (found := re.search(r">(\d+)", text))
    }
    way = sorted(steps, key=steps.__getitem__)
    assert [steps[name] for name in way] == [*range(1, len(way) + 1)]
    assert way == ["a2", "b2", "b1", "c1", "c2", "d2", "d1"]
    assert rooms["d1"].endswith("X") and "G" in rooms["a1"]
    assert "F1 guard a1 -> a2 b2 b1 c1 c2 d2 d1, speed 2" in told(state)


# Cards and the rest.


def test_everybodys_cards_are_told() -> None:
    state = put(game(2, "hacker", side="advanced"), p2="c3", items1="emp crowbar", stealth2=1)
    put(state, heads_up=(0, 1), skips=2, active=1)
    lines = [" ".join(line.split()) for line in told(state).split("\n")]
    texts = [EN.name("item", each) for each in ("crowbar", "emp")]
    hacker, juicer = EN.name("character", "hacker"), EN.name("character", "hawk")
    basic, advanced = EN.name("side", "basic"), EN.name("side", "advanced")
    assert f"@1 {hacker} ({advanced}) a1, stealth 3: {', '.join(texts)}" in "\n".join(lines)
    assert (
        f">@2 {juicer} ({basic}) c3, stealth 1, actions more next turn: 1, loses the next turn"
    ) in "\n".join(lines)


@pytest.mark.parametrize(
    ("fields", "text"),
    [
        ({"rolled": (3, 5)}, "Dice: 3 5"),
        ({"event": "espresso"}, f"Event: {EN.name('card', 'espresso')}"),
        ({"emp": 1}, f"In force: {EN.name('item', 'emp')}, until player 2 is on turn again"),
        ({"time_lock": 0}, f"{EN.name('card', 'time_lock')}, until player 1"),
        ({"suit": True}, f"in this turn: {EN.name('item', 'invisible_suit')}"),
        ({"shift_change": True}, f"in this turn: {EN.name('card', 'shift_change')}"),
        ({"held_alarm": True}, f"On the card of {EN.name('character', 'juicer')}: an alarm"),
        ({"guard_steps": -1}, "for the guard in this turn: -1"),
        ({"laptop": 3}, "Hacks: laptop 3"),
        ({"lying": ((5, 1),)}, f"Lying about: b2 {EN.name('item', ITEMS[1])}"),
        ({"crow": 6}, "The crow is on c2."),
        ({"tools_gone": 2}, f"Tools gone: {EN.name('item', ITEMS[1])}"),
        ({"events_gone": 1}, f"Events gone: {EN.name('card', EVENTS[0])}"),
        ({"donuts": 1}, "speed 2; eats donuts"),
        ({"guards": (-2, -1)}, "F1 guard lost from sight"),
    ],
)
def test_what_is_in_force_is_told(fields: dict[str, object], text: str) -> None:
    state = game(2)
    assert text not in told(state)
    assert text in told(put(state, **fields))


def test_safes_say_which_digits_are_still_to_roll() -> None:
    state = show(game(2), "b2 safe", "b1 laser", "b3 keypad", "a4 laboratory")
    first, second = (tiles(state)[name][-1] for name in ("b1", "b3"))
    left = " ".join(sorted((first, second)))
    assert f"Safe b2: dice 0, still to roll {left} ? ? ? ?" in told(state)
    put(state, marks="b1", safe_dice=((5, 2),))
    assert f"Safe b2: dice 2, still to roll {second} ? ? ? ?" in told(state)
    assert "Safe b2: cracked" in told(put(state, cracked="b2"))


def test_cards_shown_to_all_are_told_and_others_are_not() -> None:
    state = play(game(2, "spotter"), "scout; look p1 b3")
    assert state.view(0)["looked"] and "On top of" not in told(state)
    state.push("show")
    assert "On top of the patrol cards of F1: b3" in told(state)
    put(state, looked=(Looked(EVENT_DECK, is_top=True, card=0, seats=ALL_SEATS),))
    assert f"On top of the events: {EN.name('card', EVENTS[0])}" in told(state)


def test_moves_that_can_be_typed_are_told_by_their_first_words() -> None:
    state = put(game(2), p1="b2", items1="crowbar")
    assert "You can type: move b1 a2 c2 b3; peek" in told(state)
    assert "give crowbar" not in told(state) and "; pass; also help, legend" in told(state)


def test_a_long_list_of_moves_is_cut_off() -> None:
    state = play(game(2), "peek b1")  # people say which tile it is
    assert len(state.legal()) > 20
    parts = (SeenSite(shown(state).view), state.legal(), [1], EN, Signs(is_ascii=True))
    line = next(each.plain for each in paragraphs(*parts) if "You can type" in each.plain)
    assert line.startswith("You can type: tile b1 ") and "...; also floor 2, help, legend" in line
    assert len(line) < 300


def test_alarms_make_the_guard_faster() -> None:
    state = put(show(game(2), "b1 laser", "b2 camera"), alarms="b1 b2")
    assert "speed 2+2; alarms b1 b2" in told(state)


def test_the_turn_is_told_above_the_floors() -> None:
    line = drawing.track(shown(put(game(2), left=3, used=1, turn=7)), EN, Canvas(80))
    assert line.plain == "Office: turn 7, player 1, actions used 1, left 3"


# Signs.


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_kind_of_room_has_a_sign_of_its_own(language: str) -> None:
    words = Words(language, "burgle-bros")
    signs = [words.of("drawing", f"sign-{kind}") for kind in KINDS]
    assert len(set(signs)) == len(KINDS) and {*map(len, signs)} == {3}


@pytest.mark.parametrize("is_ascii", [True, False])
def test_every_sign_that_is_drawn_is_explained(is_ascii: bool) -> None:
    random = Random(18)
    seen = set()
    for _ in range(3):
        state = began(random, stealth=6)
        while state.seat is not None:
            state.push(choose(state, random))
        status, canvas = shown(state), Canvas(80, is_ascii)
        explained = " ".join(line.plain for line in drawing.legend(status, EN, canvas)).split()
        letters = {re.sub(r"\d", "", each) for each in explained}
        for floor in range(1, status.floors + 1):
            for line in rooms_of(state, floor, is_ascii=is_ascii):
                for sign in re.findall(r"[A-Z][A-Z-]{2}|[^\w\s|┃·]|[A-Za-z]", line):
                    assert sign in letters, (sign, line)
                    seen.add(sign)
    assert len(seen) > 15


def rooms_of(state: BurgleBros, floor: int, *, is_ascii: bool = True) -> list[str]:
    """The lines of a floor's rooms."""
    size = 5 if state.options["scenario"] == "fort_knox" else 4
    lines = drawn(state, floor=floor, is_ascii=is_ascii)[2 : 1 + 3 * size]
    return [line[2 : 3 + 9 * size] for number, line in enumerate(lines) if number % 3 < 2]


# Every game.


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_every_game_fits_in_ascii_and_shows_no_face_down_tile(scenario: str) -> None:
    words = {language: Words(language, "burgle-bros") for language in LANGUAGES}
    for seed in range(20):
        random = Random(f"{scenario} {seed}")
        state = GAME.new(random.randint(1, 4), scenario=scenario, advanced=True)
        assert isinstance(state, BurgleBros)
        while state.seat is not None:
            state.push(choose(state, random))
            if state.seat is not None and random.random() < 0.95:
                continue
            status = shown(state)
            for width, language, is_ascii in ((80, "en", True), (120, "ru", False)):
                canvas = Canvas(width, is_ascii, seed % 3)
                lines = [
                    *drawing.board(status, words[language], canvas),
                    *drawing.notes(status, words[language], canvas),
                    *drawing.legend(status, words[language], canvas),
                    drawing.track(status, words[language], canvas),
                ]
                assert max(len(line.plain) for line in lines) <= width
                assert not is_ascii or all(line.plain.isascii() for line in lines)
            check_face_down(state, status)


def check_face_down(state: BurgleBros, status: Status) -> None:
    """A face-down room is drawn as such, and a face-up one by its sign and digit."""
    up = tiles(state)
    floors = [drawn(state, floor=floor) for floor in range(1, status.floors + 1)]
    for number, cell in enumerate(state.job.site.names):
        if number in state.job.site.empty:
            continue
        kind, _, digit = up.get(cell, "").partition(" ")
        sign = EN.of("drawing", f"sign-{kind}") if kind else " ? "
        lines, at = floors[state.job.site.floor[number]], 3 + "abcde".index(cell[-2]) * 9
        assert lines[3 * int(cell[-1]) - 1][at : at + 4] == sign + (digit or " ")
