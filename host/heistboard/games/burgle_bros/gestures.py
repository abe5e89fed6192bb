"""Turns what hands do on the board into moves of Burgle Bros. Pure; GESTURES.md has the table.

The flashlight, pads, Help and Done choose for the seat that is asked; tiles are turned, and the
guards' figures are moved. What the rules have done already and hands have not is *due*: tiles to
turn, figures to move. Until it is done nothing can be chosen at the board. Any other difference
becomes a mistake when it lasts, and lights lead until it is right again.
"""

from collections.abc import Collection, Mapping
from typing import Final, cast

from heistboard.games.burgle_bros.board_watch import BoardWatch
from heistboard.games.burgle_bros.news import ALOUD as NEWS_ALOUD
from heistboard.games.burgle_bros.news import news
from heistboard.games.burgle_bros.pads import (
    MENU,
    NO_CHOICES,
    PADS,
    TARGET,
    Choices,
    alike,
    choices,
    drawn,
)
from heistboard.games.burgle_bros.prompts import ALOUD, due_ask, round_asks
from heistboard.games.burgle_bros.rules import BurgleBros
from heistboard.games.burgle_bros.scene import Shown
from heistboard.games.burgle_bros.scene import scene as scene_of
from heistboard.games.burgle_bros.view import facts
from heistboard.games.burgle_bros.walls_shown import walls_of
from heistboard.games.gestures import Ask, Record, Wrong
from heistboard.games.misplaced_pieces import ask_wrong
from heistboard.games.plain_gestures import AGAIN_MS
from heistboard.games.spoken_moves import Menu, told_ask
from heistboard.places.place import split_floor
from heistboard.places.scene import Scene
from heistboard.rules import CHANCE, TABLE, Choice, Move, View

__all__ = ["SURE_MS", "BurgleBrosGestures", "sit_down"]

SURE_MS: Final = 5_000  # Done twice within this ends the actions though some are left
HELP_MS: Final = 8_000  # Help again within this says what may be done

_BEFORE: Final = ("character", "side", "patrol", "entrance")  # phases in which walls are shown


class BurgleBrosGestures(BoardWatch):
    """The gestures of one game."""

    def __init__(self, record: Record, now_ms: int, *, is_resumed: bool = False) -> None:
        self.record = record
        self._followed: tuple[BurgleBros, Collection[int]] | None = None
        self._told = self._facts()
        self._said_turn = ""
        self._is_said = True
        self._choices: Choices = NO_CHOICES
        self._menu: Menu | None = None
        self._is_menu_used = (
            False  # somebody went on in it; one that opened by itself is spoken only
        )
        self._chosen = ""
        self._sure_until_ms = now_ms
        self._helped_until_ms = now_ms
        self._walls = walls_of(self.state.job.site)
        self._wall = len(self._walls) if is_resumed or not self._is_beginning else 0
        self._danger: Mapping[str, int] = {}  # by cell, in thousandths; from the hints
        self._scene: tuple[object, Scene] | None = None
        super().__init__(record, now_ms)
        self._follow(now_ms)
        self.spoken.clear()

    @property
    def _is_beginning(self) -> bool:
        return self.state.phase in _BEFORE and not self.state.job.turn

    @property
    def _is_laying(self) -> bool:
        # Whether walls are being shown.
        return self._wall < len(self._walls)

    @property
    def phase(self) -> str:
        """The phase of the rules, or ``walls`` while walls are shown."""
        return "walls" if self._is_laying else self.state.phase

    @property
    def _seat(self) -> int:
        # Who chooses by hand; CHANCE while nobody does.
        seat = self.state.seat
        return CHANCE if seat is None or seat in self.computers else seat

    @property
    def _shown_seat(self) -> int:
        # Who chooses by hand, or says what was drawn.
        is_drawn = self._seat == CHANCE and bool(self._choices.menu)
        return self.state.job.active if is_drawn else self._seat

    # What happens.

    def look(self, picture: frozenset[str], now_ms: int, *, is_jump: bool = False) -> None:
        """Reads tiles and figures in *picture*."""
        self.picture = picture
        self._follow(now_ms)
        self.wake_ms = None
        self._read_board(now_ms, is_jump=is_jump)
        self._close_menu_in_time(now_ms)
        if not self._judge(now_ms):
            self.update()

    def _follow(self, now_ms: int) -> None:
        # Takes note of the moves made since the last look.
        state = self.state
        if self._followed == (state, self.computers):
            return
        self._followed = state, self.computers
        job = state.job
        self._expect_pieces()
        if self._is_laying and not self._is_beginning:
            self._wall = len(self._walls)
        self._chosen, self._menu, self._danger = "", None, {}
        self._is_menu_used = False
        self._sure_until_ms = now_ms
        self._choices = NO_CHOICES
        seat = self._seat
        if seat != CHANCE:
            is_told = bool(state.moves) and state.moves[-1].verb == "show"
            self._choices = choices(job, state.phase, seat, state.legal(), is_told=is_told)
            if self._choices.is_said:
                self._menu = Menu.opened(self._choices.menu, now_ms)
        elif state.draw is not None and state.draw.by == TABLE:
            self._choices = drawn(job, state.legal())
        self._tell()

    def _facts(self) -> View:
        # The game as far as it has been told.
        return {**facts(self.state.job), "moves": [*self.state.told(TABLE)]}

    def _tell(self) -> None:
        before, self._told = self._told, self._facts()
        moves = cast(list[str], self._told["moves"])
        lines = moves[len(cast(list[str], before["moves"])) :]
        self.spoken += [told_ask(line) for line in lines if line.partition(" ")[0] in ALOUD]
        if lines:
            caused = news(before, self._told)
            self.spoken += [ask for ask in caused if ask.id in NEWS_ALOUD]
        if before["walked"] != self._told["walked"]:
            self.spoken += round_asks(self.state.job, self._figures)

    def _judge(self, now_ms: int) -> bool:
        # Says what is wrong, or plays a peek made by hand; returns whether it did.
        self._wrong = {}
        mistakes = self._mistakes()
        if self._is_laying and not mistakes and not self.is_due:
            self._wall = len(self._walls)  # all is laid out already
        if self._is_laying:
            return False
        if not self._has_lasted(mistakes, self._choices.taps, now_ms):
            return False
        peek = None if self._must_heal else self._peek_by_hand(mistakes)
        if peek is not None:
            self._play(peek, now_ms)
            return True
        self._must_heal = True
        self._wrong = mistakes
        return False

    def _peek_by_hand(self, mistakes: Mapping[str, Wrong]) -> Move | None:
        turned = self._reading.turned
        if self.is_due or len(turned) != 1 or len(mistakes) != 1:
            return None
        return self._choices.holds.get(turned[0])

    def _play(self, move: Move, now_ms: int) -> None:
        self.record.write((move,))
        self.look(self.picture, now_ms)

    def dealt(self, now_ms: int) -> None:
        """Takes note of what the host has dealt."""
        self._follow(now_ms)

    def corrected(self, now_ms: int) -> None:
        """Continues as the umpire says; what lies on the board now is no gesture."""
        self._must_heal = True
        self.look(self.picture, now_ms)

    # The flashlight and the pads.

    @property
    def taps(self) -> Collection[str]:
        """The lit cells and pads, while nothing else is to be done first."""
        if not self._may_choose or self._is_resting:
            return ()
        found = self._choices
        return {*found.taps, *found.holds, *found.pads}

    @property
    def _may_choose(self) -> bool:
        return not (self._is_laying or self._must_heal or self.is_due)

    def tapped(self, place: str, now_ms: int, *, is_hold: bool) -> None:
        """Goes, peeks, or does what the pad is for."""
        found = self._choices
        if place in found.pads:
            self._press_pad(place, now_ms, is_hold=is_hold)
        else:
            move = (found.holds if is_hold else found.taps).get(place)
            if move is not None:
                self._play(move, now_ms)
        self.update()

    def _press_pad(self, place: str, now_ms: int, *, is_hold: bool) -> None:
        moves = self._choices.pads[place]
        pad = PADS[split_floor(place)[1]]
        if pad == MENU and is_hold and self._menu is not None:
            self._take(self._menu, now_ms)
        elif pad == MENU:
            self._say_next(moves if self._menu is None else self._menu.moves, now_ms)
        elif pad == TARGET:
            places = list(self._choices.taps)
            at = places.index(self._chosen) + 1 if self._chosen else 0
            self._chosen = places[at % len(places)]
        elif len(moves) == 1:
            self._play(moves[0], now_ms)
        else:
            self._say_next(moves, now_ms)

    def _say_next(self, moves: tuple[Move, ...], now_ms: int) -> None:
        # Opens a menu of these moves, or goes on in it.
        is_open = self._menu is not None and set(self._menu.moves) == set(moves)
        menu = self._menu if is_open else None
        self._menu = Menu.opened(moves, now_ms) if menu is None else menu.next(now_ms)
        self._is_menu_used = True
        self._chosen = ""
        self.look(self.picture, now_ms)

    def _take(self, menu: Menu, now_ms: int) -> None:
        # Of a tile of which there are several, its number is asked.
        several = self._alike(menu)
        if len(several) == 1:
            self._play(menu.move, now_ms)
        else:
            self._say_next(several, now_ms)

    def _alike(self, menu: Menu) -> tuple[Move, ...]:
        is_kinds = self._seat == CHANCE and menu.moves == self._choices.menu
        return alike(menu.move, self.state.legal()) if is_kinds else (menu.move,)

    def _close_menu_in_time(self, now_ms: int) -> None:
        if self._menu is None or self._choices.is_said:
            return
        if now_ms >= self._menu.until_ms:
            self._menu = None
        else:
            self._wake_at(self._menu.until_ms)

    # Buttons.

    def help(self, now_ms: int) -> bool:
        """Says what may be done, one move after the other, when it is pressed again."""
        if not self._may_choose or not self._choices.menu:
            return False
        if self._menu is not None:
            self._say_next(self._menu.moves, now_ms)
        elif now_ms < self._helped_until_ms:
            self._say_next(self._choices.menu, now_ms)
        else:
            self._helped_until_ms = now_ms + HELP_MS
            return False
        return True

    def done(self, now_ms: int, held_ms: int = 0) -> bool:
        """Takes what was said or chosen last, or ends the actions; shows the next wall."""
        if self._is_laying:
            self._wall = len(self._walls) if held_ms >= AGAIN_MS else self._wall + 1
            self.look(self.picture, now_ms)
            return True
        if self.state.outcome is not None or held_ms:
            return super().done(now_ms, held_ms)
        if not self._may_choose:
            return False
        if self._menu is not None:
            self._take(self._menu, now_ms)
        elif self._chosen:
            self._play(self._choices.taps[self._chosen], now_ms)
        else:
            return self._end_actions(now_ms)
        return True

    def _end_actions(self, now_ms: int) -> bool:
        passing = next((move for move in self._choices.menu if move.verb == "pass"), None)
        if passing is None:
            return False
        left = self.state.job.left
        if left and now_ms >= self._sure_until_ms:
            self._sure_until_ms = now_ms + SURE_MS
            self.spoken.append(Ask("pass.sure", {"number": str(left)}))
        else:
            self._play(passing, now_ms)
        return True

    def back(self, now_ms: int) -> bool:
        """Shows the wall before, closes the menu, or forgets what was chosen."""
        if self._is_laying and self._wall:
            self._wall -= 1
        elif self._chosen:
            self._chosen = ""
        elif self._menu is not None and not self._choices.is_said:
            self._menu = None
        else:
            return False
        self.look(self.picture, now_ms)
        return True

    # State.

    def update(self) -> None:
        """Asks what has to be done first, else what the rules need."""
        before, self.ask = self.ask, self._ask()
        is_wrong = self.ask.id.startswith("wrong.")
        if self.state.draw is not None and not is_wrong:
            self._is_said = False  # the host deals at once; the table says what people draw
            return
        is_old = self._is_said and self.ask == before
        self._is_said = True
        if is_old or (is_wrong and before.id.startswith("wrong.")):
            return
        # A turn is announced once, not before each of its actions.
        turn = f"{self.ask.id} {self.ask.words.get('player')} {self.state.job.turn}"
        if self.state.phase != "act" or turn != self._said_turn:
            self.spoken.append(self.ask)
        if self.ask == self.state.asked(TABLE):
            self._said_turn = turn
            if self._menu is not None and not self._is_menu_used:
                self.spoken.append(self._menu.ask)

    def _ask(self) -> Ask:
        if self.state.outcome is not None:
            return self.state.asked(TABLE)
        if self._is_laying:
            one, other = self._walls[self._wall]
            return Ask("walls.pair", {"cell": one, "place": other})
        if self._wrong:
            return ask_wrong(self)
        due = due_ask(self.state.job, self._reading.to_turn, self._figures)
        if due is not None:
            return due
        if self._menu is not None and self._is_menu_used:
            is_kind = len(self._alike(self._menu)) > 1
            tile = self._menu.move.parts.get("tile", "")
            return Ask("menu.tile", {"tile": tile}) if is_kind else self._menu.ask
        if self._chosen:
            return Ask("target.chosen", {"cell": self._chosen})
        return self.state.asked(TABLE)

    @property
    def is_settling(self) -> bool:
        """Whether a tile was turned that will be a peek if it stays so."""
        return self.wake_ms is not None and bool(self._reading.turned) and not self._must_heal

    def hinted(self, hints: View) -> bool:
        """Takes where guards who stand on the board may step next, if the grade tells it."""
        shares = cast(Mapping[str, int], hints.get("shares") or {})
        floors = {floor for floor, home in enumerate(self._must.guards, 1) if home is not None}
        before = self._danger
        self._danger = {
            place: share for place, share in shares.items() if split_floor(place)[0] in floors
        }
        return self._danger != before

    def scene(self, now_ms: int) -> Scene:
        """Returns what the lights show."""
        shown = Shown(
            seat=self._shown_seat,
            choices=self._choices if self._may_choose else NO_CHOICES,
            wrong=self._wrong,
            to_turn=self._reading.to_turn,
            walks=tuple(figure.left for figure in self._figures if figure.is_due and figure.home),
            to_leave=tuple(
                figure.at
                for figure in self._figures
                if figure.is_due and figure.at is not None and figure.home is None
            ),
            wall=self._walls[self._wall] if self._is_laying else None,
            chosen=self._chosen,
            is_menu_open=self._menu is not None,
            danger=self._danger,
        )
        key = self.state, shown
        if self._scene is None or self._scene[0] != key:
            self._scene = key, scene_of(self.state.job, shown)
        return self._scene[1]


def sit_down(
    record: Record,
    now_ms: int,
    *,
    is_resumed: bool = False,
    works: Collection[str] = (),
    options: Mapping[str, Choice],
) -> BurgleBrosGestures:
    """Returns the gestures for a game of Burgle Bros."""
    return BurgleBrosGestures(record, now_ms, is_resumed=is_resumed)
