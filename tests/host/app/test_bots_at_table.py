"""Computer players at a running table, in a clock of the test's own."""

import functools
import gc
import logging
import sys
from collections.abc import Callable, Sequence
from functools import partial
from itertools import pairwise
from random import Random
from types import FunctionType, ModuleType
from typing import Any

import pytest
from heistboard.app.computer_players import PAUSE_MS
from heistboard.app.game_notes import NoteRefused
from heistboard.app.settings import Settings
from heistboard.games.car_thief import bots as car_thief_bots
from heistboard.games.car_thief.board import CELL_NUMBERS, ROUNDS
from heistboard.games.car_thief.thinking_thief import ThinkingThief, can_go_on
from heistboard.games.status import Status
from heistboard.journal.entries import Entry
from heistboard.journal.errors import StoreError
from heistboard.journal.game_journal import Tail
from heistboard.journal.store import Store
from heistboard.rules import TABLE, Move, Outcome, View

from tests.support.seen_table import Seen

THIEF, POLICE = 0, 1
BOTH = {"thief": "thinker", "police": "thinker"}


def is_over(status: Status) -> bool:
    return status.phase == "over"


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_two_computer_players_play_a_whole_game(seen: Callable[..., Seen], seed: int) -> None:
    game = seen(bots=BOTH, seed=seed)
    assert game.table.bots() == {THIEF: "thinker", POLICE: "thinker"}
    end = game.until(is_over)
    assert end.view["outcome"] is not None
    times = [
        now_ms
        for (now_ms, status), (_, last) in zip(game.statuses[1:], game.statuses, strict=False)
        if status.at != last.at
    ]
    assert all(later - earlier >= PAUSE_MS[0] for earlier, later in pairwise(times))


def test_a_person_plays_against_the_computer(seen: Callable[..., Seen]) -> None:
    game = seen(bots={"police": "hunter"})
    game.until(lambda status: status.phase == "eyes-closed")
    assert [move.split()[0] for move in game.moves()] == ["place"] * 3
    game.room.wait(60_000)
    assert game.table.status().phase == "eyes-closed"  # it is the person's turn
    game.table.say(THIEF, "hide a1")
    game.until(lambda status: status.phase != "eyes-closed")
    game.until(lambda status: status.phase in ("eyes-closed", "over"))
    assert len([move for move in game.moves() if move.startswith(("fly", "search"))]) >= 1


def test_eyes_stay_closed_as_long_as_ever(seen: Callable[..., Seen]) -> None:
    for seconds in ("5", "1"):
        game = seen(bots={"thief": "rim"}, table_options={"thief-seconds": seconds})
        for move in ("place green x11", "place yellow x12", "place pink x44"):
            game.table.say(POLICE, move)
        game.table.press_for(POLICE, "done")
        closed_ms = game.room.now_ms
        game.until(lambda status: status.phase == "police")
        opened_ms = next(
            now_ms for now_ms, status in reversed(game.statuses) if status.phase == "police"
        )
        took_ms = opened_ms - closed_ms
        assert took_ms == 5_000 if seconds == "5" else took_ms in PAUSE_MS


# What everybody sees tells nothing of a secret.


class Flies:
    """Police that do not search, so that the public moves of twin games are equal."""

    def __init__(self, seat: int, random: Random) -> None:
        self._random = random

    def choose(self, legal: Sequence[Move], look: Callable[[], View]) -> Move:
        return self._random.choice([move for move in legal if move.verb != "search"])


class Turns:
    """A thief that is never trapped; takes the first way or the last."""

    which = 0

    def __init__(self, seat: int, random: Random) -> None:
        self._random = random

    def choose(self, legal: Sequence[Move], look: Callable[[], View]) -> Move:
        trail = look()["trail"]
        assert isinstance(trail, list)
        visited = sum(1 << CELL_NUMBERS[str(cell)] for cell in trail)
        left = ROUNDS - len(trail) - 1
        for _ in range(abs(self.which) * 7):
            self._random.random()
        good = [
            move for move in legal if can_go_on(CELL_NUMBERS[move.parts["cell"]], visited, left)
        ]
        return good[self.which]


class TurnsBack(Turns):
    which = -1


@pytest.mark.parametrize("has_board", [False, True])
def test_twin_games_that_differ_in_the_secret_look_the_same(
    seen: Callable[..., Seen],
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    *,
    has_board: bool,
) -> None:
    monkeypatch.setitem(car_thief_bots.BOTS, "flies", Flies)
    caplog.set_level(logging.DEBUG)
    everything, trails = [], []

    def note(game: Seen, views: list[tuple[int, View]], status: Status, view: View) -> None:
        views.append((game.room.now_ms, view))

    for kind in (Turns, TurnsBack):
        monkeypatch.setitem(car_thief_bots.BOTS, "turns", kind)
        caplog.clear()
        game = seen(
            bots={"thief": "turns", "police": "flies"},
            hints="odds",
            has_board=has_board,
            has_hands=has_board,
        )
        views: list[tuple[int, View]] = []
        for seat in (POLICE, TABLE):
            game.table.watch(seat, partial(note, game, views))
        game.until(lambda status: status.view["round"] == ROUNDS and status.phase == "police")
        trails.append(game.table.seat_view(THIEF)["view"])
        logged = [record.getMessage() for record in caplog.records]
        statuses = [(now_ms, status._replace(game=0)) for now_ms, status in game.statuses]
        logged = [line.replace(f"game={game.statuses[0][1].game} ", "") for line in logged]
        everything.append((statuses, views, logged, game.hub.shown))
    assert trails[0] != trails[1]
    for one, other in zip(*everything, strict=True):
        assert one == other
    assert len(everything[0][0]) > 50
    assert bool(everything[0][3]) is has_board


class Thinks(Turns):
    """Thinks as the strongest thief does, and then takes the first way."""

    def __init__(self, seat: int, random: Random) -> None:
        super().__init__(seat, random)
        self.mind = ThinkingThief(Random(1))

    def choose(self, legal: Sequence[Move], look: Callable[[], View]) -> Move:
        self.mind.choose(legal, look)
        return super().choose(legal, look)


class ThinksBack(Thinks):
    which = -1


class Hoards(Thinks):
    """Keeps more or less memory, as its secret has it."""

    def choose(self, legal: Sequence[Move], look: Callable[[], View]) -> Move:
        move = super().choose(legal, look)
        self.hoard = [0] * CELL_NUMBERS[move.parts["cell"]]
        return move


class HoardsBack(Hoards):
    which = -1


def size_of(root: object) -> tuple[int, int]:
    """How many objects *root* keeps, itself included, and how many bytes they have."""
    known, todo = {id(root): root}, [root]
    while todo:
        for each in gc.get_referents(todo.pop()):
            if id(each) not in known and not isinstance(each, type | ModuleType | FunctionType):
                known[id(each)] = each
                todo.append(each)
    return len(known), sum(map(sys.getsizeof, known.values()))


def caches() -> list[Any]:
    """All functions that remember what they returned."""
    return [each for each in gc.get_objects() if type(each) is functools._lru_cache_wrapper]


def memory(seen: Callable[..., Seen]) -> tuple[object, list[object]]:
    """Plays ten rounds; returns the thief's view, and what was kept at each public status."""
    known = [each for each in caches() if each.__module__.startswith("heistboard")]
    for each in known:
        each.cache_clear()
    game, kept = seen(bots={"thief": "turns", "police": "flies"}, hints="odds"), list[object]()

    def note(status: Status) -> None:
        computers = game.table._computers
        assert computers is not None
        players = [player._bot for player in computers._players.values()]
        cached = {each.__qualname__: each.cache_info().currsize for each in known}
        kept.append((status.at, len(computers._plans), [*map(size_of, players)], cached))

    game.table.listeners.append(note)
    game.until(lambda status: status.view["round"] == ROUNDS - 1 and status.phase == "police")
    return game.table.seat_view(THIEF)["view"], kept


@pytest.mark.parametrize(
    ("kinds", "is_equal"), [((Thinks, ThinksBack), True), ((Hoards, HoardsBack), False)]
)
def test_what_computer_players_keep_does_not_depend_on_the_secret(
    seen: Callable[..., Seen],
    monkeypatch: pytest.MonkeyPatch,
    kinds: tuple[type, type],
    *,
    is_equal: bool,
) -> None:
    """Compared at every public status of twin games, which differ in the car's trail alone:

    * how many prompts the computer players keep (one for each seat, with what it was asked, as the
      table keeps it for people, too),
    * how many objects each player keeps from prompt to prompt, and their bytes,
    * how many results each cache of Heistboard has.

    A player that hoards what depends on its secret is found.
    """
    monkeypatch.setitem(car_thief_bots.BOTS, "flies", Flies)
    twins = []
    for kind in (kinds[0], *kinds):  # what the first one loads stays
        monkeypatch.setitem(car_thief_bots.BOTS, "turns", kind)
        twins.append(memory(seen))
    _, (one, kept), (other, others) = twins
    assert one != other
    assert len(kept) > 40
    assert (kept == others) is is_equal


def test_a_bot_sees_the_view_of_its_seat_and_nothing_else(
    seen: Callable[..., Seen], monkeypatch: pytest.MonkeyPatch
) -> None:
    looked: list[tuple[View, list[str]]] = []

    class Looks(car_thief_bots.Hunter):
        def choose(self, legal: Sequence[Move], look: Callable[[], View]) -> Move:
            looked.append((look(), [*legal]))
            return super().choose(legal, look)

    monkeypatch.setitem(car_thief_bots.BOTS, "looks", Looks)
    game = seen(bots={"police": "looks"}, hints="odds")
    game.until(lambda status: status.phase == "eyes-closed")
    game.table.pencil(POLICE, "b3", "maybe")
    game.table.say(THIEF, "hide a1")
    game.until(lambda status: status.phase == "police")
    before = len(looked)
    seat = game.table.seat_view(POLICE)
    assert looked[before - 1] == (seat["view"], seat["legal"])
    assert not {"trail", "hints", "pencil", "board"} & set(looked[-1][0])


# Hands, buttons and people beside them.


def test_on_a_board_the_computer_waits_for_hands_that_carry_its_pieces(
    seen: Callable[..., Seen],
) -> None:
    game = seen(bots={"police": "thinker"}, has_board=True)

    def has_moves(number: int, status: Status) -> bool:
        return len(game.moves()) == number

    for number in (1, 2, 3):
        placed = game.until(partial(has_moves, number))
        assert placed.sync == "desync"
        game.room.wait(30_000)
        assert len(game.moves()) == number
        assert game.table.status().phase == "setup"
        game.room.reed(f"{game.moves()[-1].split()[2]}.occupant")
        assert game.table.status().sync == "synced"
    game.until(lambda status: status.phase == "eyes-closed")


def test_no_reed_is_doubted_for_a_car_that_the_computer_hides_without_hands(
    seen: Callable[..., Seen], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(car_thief_bots.BOTS, "turns", Turns)
    for bot in ("turns", None):
        game = seen(bots={"thief": bot} if bot else {}, has_board=True)
        for crossing in ("x11", "x14", "x44"):
            game.room.reed(f"{crossing}.occupant")
            game.room.wait(1_000)
        game.room.press("done")
        if bot is None:
            game.table.say(THIEF, "hide a1")  # and the car is not put there
        game.until(lambda status: status.phase == "police")
        game.room.reed("a1.cover", is_closed=False)
        game.until(is_over)
        assert bool(game.table.reports) is (bot is None)


def test_a_move_of_the_computer_that_is_taken_back_is_thought_over(
    seen: Callable[..., Seen],
) -> None:
    game = seen(bots={"police": "thinker"})
    game.until(lambda status: len(game.moves()) == 2)
    game.table.press("undo")
    assert len(game.moves()) == 1
    game.until(lambda status: status.phase == "eyes-closed")


def test_a_seat_goes_to_the_computer_and_back(seen: Callable[..., Seen]) -> None:
    game = seen()
    assert game.table.bots() == {}
    game.room.wait(60_000)
    assert not game.moves()
    game.table.set_bot(POLICE, "rim")
    assert game.table.bots() == {POLICE: "rim"}
    game.until(lambda status: bool(game.moves()))
    game.table.set_bot(POLICE, None)
    assert game.table.bots() == {}
    count = len(game.moves())
    game.room.wait(60_000)
    assert len(game.moves()) == count
    for seat, name in ((2, "rim"), (POLICE, "kasparov")):
        with pytest.raises(NoteRefused):
            game.table.set_bot(seat, name)


# The journal.


def test_a_resumed_game_keeps_its_computer_players(seen: Callable[..., Seen]) -> None:
    game = seen(bots={"police": "hunter"})
    number = game.until(lambda status: len(game.moves()) == 2).game
    again = seen(resume=number)
    assert again.table.bots() == {POLICE: "hunter"}
    again.until(lambda status: status.phase == "eyes-closed")
    more = seen(resume=number, bots={"thief": "rim"})
    assert more.table.bots() == {THIEF: "rim", POLICE: "hunter"}
    more.until(lambda status: status.phase == "police")


def test_another_game_has_the_same_computer_players(seen: Callable[..., Seen]) -> None:
    first = seen(bots=BOTH)
    number = first.until(is_over).game
    first.table.press("done", is_held=True)
    status = first.until(lambda status: status.game != number)
    assert first.table.bots() == {THIEF: "thinker", POLICE: "thinker"}
    assert first.until(is_over).game == status.game


def test_another_game_after_a_resumed_one_has_them_too(seen: Callable[..., Seen]) -> None:
    number = seen(bots=BOTH).table.status().game
    game = seen(resume=number)
    game.until(is_over)
    game.table.press("done", is_held=True)
    assert game.until(lambda status: status.game != number).game != number
    assert game.table.bots() == {THIEF: "thinker", POLICE: "thinker"}


def test_a_game_begun_on_the_start_page_has_those_that_it_names(
    seen: Callable[..., Seen],
) -> None:
    game = seen(bots=BOTH)
    game.table.begin(Settings("car-thief"))
    assert game.table.bots() == {}
    game.table.begin(Settings("car-thief", bots={"police": "rim"}))
    assert game.table.bots() == {POLICE: "rim"}
    with pytest.raises(
        ValueError, match="there is no bot 'kasparov', expected random, beginner, rim"
    ):
        game.table.begin(Settings("car-thief", bots={"police": "kasparov"}))
    assert game.table.bots() == {POLICE: "rim"}


def test_computer_players_that_are_no_longer_installed_leave_their_seats(
    seen: Callable[..., Seen], monkeypatch: pytest.MonkeyPatch
) -> None:
    number = seen(bots=BOTH).table.status().game
    monkeypatch.delitem(car_thief_bots.BOTS, "thinker")
    assert seen(resume=number).table.bots() == {}


def test_a_move_that_cannot_be_written_is_tried_again(
    seen: Callable[..., Seen], store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = seen(bots={"police": "thinker"})
    append, failures = store.append, 0

    def fails(game_id: int, tail: Tail, entries: Sequence[Entry], outcome: Outcome | None) -> Tail:
        nonlocal failures
        if failures < 3:
            failures += 1
            raise StoreError("the disk is full")
        return append(game_id, tail, entries, outcome)

    monkeypatch.setattr(store, "append", fails)
    game.until(lambda status: status.phase == "eyes-closed")
    assert failures == 3
