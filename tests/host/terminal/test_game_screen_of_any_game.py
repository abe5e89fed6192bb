"""The terminal of a game without its own drawing, and typing when several seats may move."""

from collections.abc import Collection

import pytest
from heistboard.app import Status
from heistboard.app.daemon import Trouble
from heistboard.places.scene import REFUSED
from heistboard.rules import TABLE, Ask, IllegalMove, State, View
from heistboard.rules.contract import Json
from heistboard.table.table import NotYourTurn
from heistboard.terminal.game_screen import ScreenState, draw, lines_between
from heistboard.terminal.typed_commands import TypedCommands
from heistboard.voice.announcer import TextKind, text
from heistboard.words import Words

from tests.support import doors

EN = Words("en")


@pytest.fixture(autouse=True)
def game(monkeypatch: pytest.MonkeyPatch) -> None:
    doors.install(monkeypatch)


def played(*moves: str) -> State:
    state = doors.GAME.new(3)
    for move in moves:
        state.push(move)
    return state


def status(state: State, ask: Ask | None = None) -> Status:
    turn = tuple(state.seats[seat] for seat in state.turn)
    asked = ask or state.asked(TABLE)
    view = state.view(TABLE)
    return Status(
        *(0, 1, 0, state.phase, None, "synced", asked, {}, (), False, {}, view, ()),
        turn=turn,
        seats=state.seats,
    )


class FailingDaemon:
    """Records what commands do, and raises *error* if given."""

    def __init__(self, error: Exception | None = None) -> None:
        self.done: list[object] = []
        self._error = error

    def say(self, seat: int, text: str) -> None:
        self._do((seat, text))

    def draw(self, text: str) -> None:
        self._do(text)

    def press(self, button: str, *, is_held: bool = False) -> None:
        self._do(button)

    def leave_guide(self, seats: Collection[int]) -> None:
        self._do("guide off")

    def stop(self, seat: int, window: int | None = None) -> None:
        self._do("stop")

    def _do(self, what: object) -> None:
        if self._error:
            raise self._error
        self.done.append(what)


# Drawing.


def test_public_view_is_listed_beside_recent_events() -> None:
    shown = status(played("coin heads", "p1 open a1"))
    lines = [
        line.plain.rstrip() for line in draw(ScreenState(shown, is_simulated=True), EN, 80, 24)
    ]
    assert lines == [
        "Doors  ·  game 1  ·  players: 3                                     board: right",
        "",
        "",
        "Wind: no                                          What happened",
        "To open a door: Player 2, Player 3                coin: heads",
        "Lamps: lamp x22                                   Player 1 opened door 1",
        "Dark: yes",
        *[""] * 6,
        "━━ Anybody may act ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━",
        "  Open a door.",
        "",
        "━" * 80,
        "",
        "Type look, done, undo, help, quit",
        "Simulated hands: lamp old x22, lift b3, put b3, press done",
        *[""] * 3,
        ">",
    ]


def test_refused_button_is_shown_without_a_track() -> None:
    shown = status(played())._replace(scene={"r1": REFUSED})
    assert draw(ScreenState(shown), EN, 80, 24)[1].plain == "  not now"


def test_a_hint_gives_a_move_that_may_be_typed() -> None:
    shown = status(played())._replace(moves=(doors.read("coin heads"),))
    typed = "Type a move: coin heads, or look, done, undo, help, quit"
    assert typed in [line.plain for line in draw(ScreenState(shown), EN, 80, 24)]
    secret = draw(ScreenState(shown._replace(is_secret=True)), EN, 80, 24)
    assert not [line for line in secret if "coin heads" in line.plain]


def test_move_revealed_later_is_not_printed_again() -> None:
    first = played("coin heads", "p1 open a1", "p2 open b2")
    last = played("coin heads", "p1 open a1", "p2 open b2", "p3 open a1")
    open_lines = first.told(TABLE)
    assert open_lines[1] == "p1 open ? -> ?"
    before, now = ScreenState(status(first)), ScreenState(status(last))
    lines = lines_between(before, now, EN)
    assert lines[0] == "* Player 3 found gold on a1"
    assert not [line for line in lines if "taken back" in line]
    undone = lines_between(before, ScreenState(status(played("coin heads", "p1 open a1"))), EN)
    assert undone == ["* taken back: Player 2 opened door 2"]


def test_change_of_turn_within_a_phase_is_printed() -> None:
    one = status(played("coin heads"))._replace(turn=("p1",))
    lines = lines_between(ScreenState(one), ScreenState(one._replace(turn=("p2",))), EN)
    assert lines == ["== Player 2 to act"]


def test_the_voice_says_the_words_of_the_game_that_is_played() -> None:
    shown = status(played("coin heads"))
    said = text(TextKind.HELP, shown.ask, shown, EN.of_game(shown.view["game"]))
    assert said.parts == ("Open a door.",)


# Typing.


def test_a_move_goes_to_the_seat_that_it_names() -> None:
    daemon = FailingDaemon()
    commands = TypedCommands(daemon, EN)
    assert commands.do("P2 open a1", status(played("coin heads"))).startswith("That is not a move")
    commands.do("p2  open a1", status(played("coin heads")))
    assert daemon.done == [(1, "p2 open a1")]
    assert commands.do("coin heads", status(played("coin heads"))) == (
        "Several players may move now: start with the one who moves."
    )
    assert len(daemon.done) == 1


def test_move_of_a_missing_seat_is_refused() -> None:
    daemon = FailingDaemon()
    state = doors.GAME.new(2)
    state.push("coin heads")
    said = TypedCommands(daemon, EN).do("p3 open a1", status(state))
    assert said == "Several players may move now: start with the one who moves."
    assert daemon.done == []


def test_a_seat_with_a_page_does_not_play_here() -> None:
    daemon = FailingDaemon()
    commands = TypedCommands(daemon, EN, None, lambda seat: seat == "p2")
    page = "This side plays on its private page."
    assert commands.do("p2 open a1", status(played("coin heads"))) == page
    assert commands.do("coin heads", status(played(), Ask("draw.coin", {"seat": "p2"}))) == page
    assert daemon.done == []


def test_outcome_of_a_real_card_is_typed_like_a_move() -> None:
    daemon = FailingDaemon()
    assert TypedCommands(daemon, EN).do("coin heads", status(played(), Ask("draw.coin"))) == ""
    assert daemon.done == ["coin heads"]


@pytest.mark.parametrize(
    "error",
    [None, IllegalMove("p2 open a1", "", "DR-2"), NotYourTurn("")],
)
def test_answer_to_a_private_move_does_not_depend_on_its_result(error: Exception | None) -> None:
    said = TypedCommands(FailingDaemon(error), EN).do("p2 open a1", status(played("coin heads")))
    assert said == "That move is secret. If it is allowed, it has been made."


def test_internal_error_is_one_constant_sentence() -> None:
    said = TypedCommands(FailingDaemon(Trouble()), EN).do("done", status(played()))
    assert said.startswith("Something went wrong in the program.")


def hinted(*facts: str) -> Status:
    documents: list[Json] = [{"id": fact, "words": {"places": "a1, b2"}} for fact in facts]
    hints: View = {"grade": "notes", "facts": documents}
    return status(played("coin heads"))._replace(hints=hints)


def test_hints_are_sentences_on_the_screen() -> None:
    lines = [line.plain for line in draw(ScreenState(hinted("{places} are empty")), EN, 80, 30)]
    assert "A1 and b2 are empty" in lines


def test_only_new_hints_are_lines() -> None:
    one, two = ScreenState(hinted("first")), ScreenState(hinted("first", "second"))
    assert lines_between(one, two, EN) == ["Second"]
    assert lines_between(None, two, EN)[-3:] == ["notes", "First", "Second"]
