"""What people type in the terminal: a walk through the rules, and the screen after each line."""

from collections.abc import Collection
from random import Random

from heistboard.app import Status
from heistboard.app.referee import status_of
from heistboard.games.burgle_bros import GAME
from heistboard.games.burgle_bros.rules import BurgleBros
from heistboard.games.gestures import Prompt
from heistboard.rules import TABLE, Move, State
from heistboard.rules.autoplay import Dealer
from heistboard.table.new_gestures import new_gestures
from heistboard.table.table import Table
from heistboard.terminal.game_screen import ScreenState, TableGlyphs, draw
from heistboard.terminal.typed_commands import TypedCommands
from heistboard.words import Words

from tests.host.games.burgle_bros.stage import at, game, put, room, show
from tests.support.evening import MemoryRecord

EN = Words("en", "burgle-bros")
SIZE = (200, 40)  # wide enough for what stands beside the floors to take a line each


class ScriptedDealer(Dealer):
    """Deals what *script* says, by how it begins; what comes in between, at random."""

    def __init__(self, *script: str) -> None:
        super().__init__(Random(1))
        self.script = [*script]

    def choose(self, state: State) -> Move:
        for move in state.legal() if self.script else ():
            if move.startswith(self.script[0]):
                del self.script[0]
                return move
        return super().choose(state)


class Typist:
    """A table without a board, and somebody who types."""

    def __init__(self, state: BurgleBros, *dealt: str) -> None:
        self.record = MemoryRecord(state)
        self.dealer = ScriptedDealer(*dealt)
        deals = dict.fromkeys(GAME.decks, "host")
        self.table = Table(self.record, new_gestures(self.record, 0), self.dealer, deals)
        self.table.see([], 0)
        self._commands = TypedCommands(self, EN)
        self.answer = ""

    def type(self, line: str) -> str:
        """Types a line; returns the answer, which is empty if there is nothing to say."""
        self.answer = self._commands.do(line, self.status)
        return self.answer

    @property
    def state(self) -> BurgleBros:
        state = self.record.state
        assert isinstance(state, BurgleBros)
        return state

    @property
    def status(self) -> Status:
        table = self.table
        prompt = Prompt(0, table.ask, table.moves(TABLE))
        return status_of(table, 1, 0, self.state.view(TABLE), prompt, table.scene(0), ())

    @property
    def screen(self) -> str:
        """The screen, without line breaks and repeated spaces."""
        glyphs = TableGlyphs(is_ascii=True)
        lines = draw(ScreenState(self.status, answer=self.answer), EN, *SIZE, glyphs)
        return " ".join(" ".join(line.plain for line in lines).split())

    # What commands use of the daemon.

    def say(self, seat: int, text: str) -> None:
        self.table.say(seat, text, 0)
        self.table.deal(0)

    def draw(self, text: str) -> None:
        raise AssertionError("nothing is drawn by hand in this game")

    def press(self, button: str, *, is_held: bool = False) -> None:
        self.table.press(button, 0, is_held=is_held)

    def leave_guide(self, seats: Collection[int]) -> None:
        raise AssertionError("nobody is guided")

    def stop(self, seat: int, window: int | None = None) -> None:
        raise AssertionError("there is no window")


def test_peek_peek_move_move_takes_four_lines() -> None:
    typist = Typist(game(2), "tile b1 foyer", "tile a2 laboratory", "tile c1 camera")
    lines = ["peek b1", "peek a2", "move b1", "move c1"]
    assert [typist.type(line) for line in lines] == [""] * len(lines)
    assert at(typist.state) == "c1" and typist.state.job.left == 0
    assert typist.dealer.script == []
    assert "CAM" in typist.screen and "LAB" in typist.screen and "@1 " in typist.screen


def test_who_enters_the_guards_room_loses_stealth() -> None:
    typist = Typist(put(show(game(2), "b1 camera"), guard1="b1", p2="d4"))
    assert "@1 " in typist.screen and "stealth 2" not in typist.screen
    assert typist.type("move b1") == ""
    assert "@1G" in typist.screen and "b1, stealth 2" in typist.screen


def test_a_tool_is_used_and_what_it_does_is_seen() -> None:
    typist = Typist(put(game(2), items1="donuts"))
    assert "use donuts 1;" in typist.screen and "eats donuts" not in typist.screen
    assert typist.type("use donuts 1") == ""
    assert "eats donuts" in typist.screen and "use donuts 1;" not in typist.screen


def test_a_trade_is_refused_by_the_other_player() -> None:
    typist = Typist(put(game(2), items1="emp"))
    assert typist.type("give emp p2") == ""
    assert typist.status.turn == ("p2",) and "You can type: refuse; accept" in typist.screen
    assert typist.type("refuse") == ""
    assert typist.status.turn == ("p1",) and typist.state.job.items[1] == 0
    assert typist.state.job.items[0] != 0


def test_players_choose_between_alarms_that_are_equally_near() -> None:
    state = put(show(game(2), "b4 fingerprint", "d2 foyer"), p1="a4", alarms="d2")
    typist = Typist(state)
    assert typist.type("move b4") == ""
    assert "You can type: target d2 b4" in typist.screen
    assert typist.type("target b4") == ""
    assert room(typist.state, "targets")[0] == "b4"
    assert "guard d4 -> c4 b4, speed 2+2; alarms d2 b4" in typist.screen


def test_a_player_who_is_not_on_turn_pays_with_a_token_of_the_lavatory() -> None:
    state = put(show(game(2), "b1 lavatory", "c1 foyer"), p1="d2", p2="b1", guard1="c1")
    typist = Typist(put(state, target1="a1", used=3, left=1))
    assert "s3" in typist.screen
    assert typist.type("pass") == ""
    assert typist.status.turn == ("p2",) and "You can type: lose own room" in typist.screen
    assert typist.type("lose room") == ""
    assert "s2" in typist.screen and typist.state.job.stealth == (3, 3)


def test_a_keypad_fails_twice() -> None:
    typist = Typist(show(game(2), "b1 keypad"), "roll 3", "roll 2", "roll 4")
    assert typist.type("move b1") == "" and "Dice: 3" in typist.screen
    assert typist.type("move b1") == "" and "Dice: 2 4" in typist.screen
    assert at(typist.state) == "a1" and typist.state.job.left == 2
    assert typist.dealer.script == []


def test_a_walkway_drops_who_comes_in_unseen() -> None:
    state = put(show(game(2), "2:a1 foyer", "b1 motion"), p1="2:a1")
    typist = Typist(state, "tile 2:b1 walkway")
    assert typist.type("move b1") == ""  # without the floor
    assert at(typist.state) == "b1" and typist.state.moves[-2] == "move 2:b1"
    assert "b1, stealth 3" in typist.screen and "WAL" in typist.screen


def test_a_refused_move_says_why_and_changes_nothing() -> None:
    typist = Typist(game(2))
    before = typist.state.job.save()
    answer = typist.type("move d4")
    assert answer and " ".join(answer.replace("`", "").split()) in typist.screen
    assert typist.state.job.save() == before
