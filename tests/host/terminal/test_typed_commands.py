"""Typed keys, moves and simulated hands, and answers without secrets."""

from collections.abc import Collection, Iterator

import pytest
from heistboard.games.pieces import pieces_of
from heistboard.journal.game_text import JournalError
from heistboard.sim import SimBoard, SimHands
from heistboard.terminal.keyboard import MOST, TypedLine
from heistboard.terminal.typed_commands import TypedCommands
from heistboard.words import Words

from tests.support.tabletop import TableTop

EN = Words("en")


class TypedDaemon:
    """The part of a table that commands use."""

    def __init__(self, top: TableTop) -> None:
        self._top = top

    def say(self, seat: int, text: str) -> None:
        self._top.table.say(seat, text, self._top.now_ms)
        self._top.wait(0)
        self._top.tell()

    def draw(self, text: str) -> None:
        raise AssertionError("nothing is drawn in this game")

    def press(self, button: str, *, is_held: bool = False) -> None:
        self._top.table.press(button, self._top.now_ms, is_held=is_held)
        self._top.tell()

    def leave_guide(self, seats: Collection[int]) -> None:
        raise AssertionError("nobody is guided")

    def stop(self, seat: int, window: int | None = None) -> None:
        raise AssertionError("there is no window")


class Typist:
    """A game played only by typing."""

    def __init__(self, hands: SimHands | None = None, taken: str = "") -> None:
        self.top = TableTop()
        daemon = TypedDaemon(self.top)
        self._commands = TypedCommands(daemon, EN, hands, lambda seat: seat == taken)

    def __call__(self, line: str) -> str:
        answer = self._commands.do(line, self.top.status)
        self.top.wait(1_000)
        return answer

    @property
    def moves(self) -> list[str]:
        return [*self.top.record.state.moves]


@pytest.fixture
def board() -> Iterator[SimBoard]:
    with SimBoard() as board:
        yield board


# Keys.


def test_keys_become_lines() -> None:
    line = TypedLine()
    assert line.feed("fly gre") == []
    assert line.shown == "fly gre"
    assert line.feed("x\x7fen x23\r  done \n\r") == ["fly green x23", "done", ""]
    assert line.feed("wrong\x15undo\x1b[A\x1b[15~\x1bOP\x1bq\t\n") == ["undo"]
    assert line.feed("y" * 200 + "\r") == ["y" * MOST]


def test_keys_typed_in_secret_are_not_shown() -> None:
    line = TypedLine()
    line.feed("und")
    line.set_secret(True)
    assert line.shown == ""
    assert line.feed("hide c3\r") == ["hide c3"]  # the line begun before is dropped
    line.feed("hide d")
    assert line.shown == ""
    line.set_secret(False)
    line.feed("4")
    assert line.shown == ""  # the end of the line begun in secret
    assert line.feed("\r") == []
    line.feed("fly")
    assert line.shown == "fly"


# Commands.


def test_game_can_be_played_by_typing() -> None:
    typist = Typist()
    for move in ("place green x11", "place yellow x12", "place pink x44"):
        assert typist(move) == ""
    for crossing in ("x11", "x12", "x44"):
        typist.top.reed(f"{crossing}.occupant", is_closed=True)
    typist.top.wait(1_000)
    typist("done")
    assert typist.top.status.phase == "eyes-closed"
    assert typist("hide c3") == ""
    typist.top.wait(20_000)
    assert typist.top.status.phase == "police"
    assert typist("FLY  Pink x34") == ""
    assert typist.moves[-2:] == ["hide c3", "fly pink x34"]
    typist("undo")
    assert typist.moves[-1] == "hide c3"
    typist("search green b1")
    assert typist.moves[-1] == "search green b1"


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        (
            "fly pink x11",
            "A helicopter flies to a neighbouring crossing that is free. "
            "Why? See `heistboard rules car-thief fly`.",
        ),
        ("search b2", "Which helicopter? Type search green b2 or search yellow b2."),
        ("jump", "That is not a move. Type for example: fly green x21"),
        ("hide c4", "That move is secret. If it is allowed, it has been made."),
        ("again", "You can start a new game when this one is over."),
        ("lift b3", "Typed hands work only with a simulated board: play with `--board sim`."),
    ],
)
def test_police_learn_why_a_move_is_refused(typed: str, answer: str) -> None:
    typist = Typist()
    typist.top.place_all()
    typist.top.hide("c3")
    before = list(typist.moves)
    assert typist(typed) == answer
    assert typist.moves == before


def test_after_the_last_helicopter_done_is_asked_for() -> None:
    typist = Typist()
    for crossing in ("x11", "x12", "x44"):
        typist.top.helicopter(crossing)
    assert typist("place green x33").startswith("It is not that side's turn. Press Done")


@pytest.mark.parametrize("typed", ["hide a1", "hide z9", "search b2", "nonsense", "lift b3"])
def test_thiefs_moves_are_not_answered_where_others_can_read(typed: str) -> None:
    typist = Typist()
    typist.top.place_all()
    typist.top.hide("e5")
    typist.top.search("b1")
    typist.top.search("a3")
    typist.top.helicopter("x34", off="x44")
    typist.top.press("done")
    assert typist.top.status.is_secret
    told = len(typist.top.statuses)
    assert typist(typed) == ""  # all of them are illegal
    assert len(typist.top.statuses) == told


def test_side_with_its_own_page_does_not_play_here() -> None:
    typist = Typist(taken="police")
    assert typist("place green x11") == "This side plays on its private page."
    assert typist.moves == []
    assert typist("help") == ""


def test_again_starts_another_game_only_after_the_end() -> None:
    typist = Typist()
    typist.top.place_all()
    typist.top.hide("a1")
    typist.top.lift("a1")
    assert typist.top.status.phase == "over"
    typist("done")
    assert not typist.top.table.gestures.wants_new_game
    typist("again")
    assert typist.top.table.gestures.wants_new_game


def test_unwritable_journal_is_reported() -> None:
    class Full:
        def say(self, seat: int, text: str) -> None:
            raise JournalError("disk full")

        def draw(self, text: str) -> None:
            raise JournalError("disk full")

        def press(self, button: str, *, is_held: bool = False) -> None:
            raise JournalError("disk full")

        def leave_guide(self, seats: Collection[int]) -> None:
            raise JournalError("disk full")

        def stop(self, seat: int, window: int | None = None) -> None:
            raise JournalError("disk full")

    status = TableTop().status
    for typed in ("place green x11", "done"):
        assert TypedCommands(Full(), EN).do(typed, status).startswith("The game cannot be saved.")


# Simulated hands.


def test_simulated_hands_know_what_they_hold(board: SimBoard) -> None:
    typist = Typist(SimHands([board], pieces_of("car-thief")))

    def closed() -> set[str]:
        places = [f"{cell}.{kind}" for cell in ("b3", "c3") for kind in ("cover", "occupant")]
        places += [f"{crossing}.occupant" for crossing in ("x22", "x23")]
        return {reed for reed in places if board.is_closed(reed)}

    typist("put b3")
    assert closed() == {"b3.cover"}
    assert typist("car b3") == "Simulated hands cannot do that."  # a building stands there
    typist("lift b3")
    typist("car b3")
    assert closed() == {"b3.occupant"}
    typist("car c3")
    assert closed() == {"c3.occupant"}
    typist("car off")
    assert closed() == set()
    typist("heli green x22")
    typist("heli green x23")
    assert closed() == {"x23.occupant"}
    assert typist("heli pink x23") == "Simulated hands cannot do that."  # one is there
    typist("heli green off")
    assert closed() == set()
    typist("press help")


@pytest.mark.parametrize(
    "typed", ["lift", "lift z9", "put x22", "car", "car x22", "heli green", "heli red x22",
              "heli green c3", "press", "press all", "lift b3 c3"],
)  # fmt: skip
def test_simulated_hands_refuse_missing_pieces(board: SimBoard, typed: str) -> None:
    assert (
        Typist(SimHands([board], pieces_of("car-thief")))(typed)
        == "Simulated hands cannot do that."
    )
