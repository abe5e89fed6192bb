"""Counts what turns with windows ask of each player, in virtual time; Good Cop Bad Cop has such.

Computer players answer the prompts of their seats at a table without a board. Who has nothing to
play does nothing in a window: silence passes when its beat ends. Who plays a card there says Stop
first, if the beat is shorter than the thought. How long people think is :data:`THINK_S`.

A seat is *concerned* in a turn if it is the active one, plays a card, or is named by a move of
somebody else: a card on it, a shot at it. Others are *uninvolved*; what they tap is counted apart.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple, Self

from heistboard import games
from heistboard.app.settings import Settings
from heistboard.rules import Move
from heistboard.rules.autoplay import Bot

from tests.support.counted import prompt_text
from tests.support.refereed import RefereedGame

__all__ = ["THINK_S", "CountedTurns", "count_turns"]

THINK_S: Final = {"action": 10.0, "play": 10.0, "": 4.0}
"""Seconds for the action of a turn, for a card in a window, and for any other decision."""

REACT_S: Final = 1.0  # from the opening of a window to Stop
FOR_ALL: Final = ("play_report_audit",)  # all are asked
MOST_STEPS: Final = 20_000  # in a game


class CountedTurns(NamedTuple):
    """What the turns of some games had."""

    games: int
    turns: int
    seconds: float
    silent: int  # turns in which nobody played a card
    required: Counter[str]  # decisions: ``active``, ``concerned``, ``uninvolved``
    others: Counter[str]  # phases in which somebody else than the active one had to decide
    cards: int
    stops: int
    chosen: Counter[str]  # prompts with the chosen moves, as ``prompt_text`` has them

    @classmethod
    def of(cls, games: int) -> Self:
        """Returns what so many games had before anything was counted."""
        return cls(games, 0, 0.0, 0, Counter(), Counter(), 0, 0, Counter())

    def plus(self, other: "CountedTurns") -> "CountedTurns":
        """Returns the sums."""
        return CountedTurns(*(mine + its for mine, its in zip(self, other, strict=True)))  # type: ignore[operator]


def count_turns(
    folder: Path,
    name: str,
    bot: str,
    seed: int,
    *,
    first: str = "",
    **settings: Any,  # noqa: ANN401
) -> CountedTurns:
    """Plays a game between computer players named *bot*, and counts its turns.

    *first* matches verbs that the game's pages have chosen first.
    """
    top = RefereedGame(folder / f"{seed}.sqlite", Settings(name, **settings), seed=seed)
    game = _CountedGame(top, bot, Random(f"{name} {seed}"), first)
    try:
        return game.play()
    finally:
        top.close()


class _CountedGame:
    def __init__(self, top: RefereedGame, bot: str, random: Random, first: str) -> None:
        self._top = top
        self._random = random
        self._first = first
        state = top.referee.state
        maker = games.package(state.game.name).bot_makers()[bot]
        self._bots: dict[int, Bot] = {
            seat: maker(seat, random) for seat in range(len(state.seats))
        }
        self._sum = CountedTurns.of(1)
        self._turn = 0  # its number; 0 before the first one
        self._active = ""
        self._since_ms = top.now_ms
        self._decided: Counter[int] = Counter()  # by seat, in this turn
        self._since_move = 0

    def play(self) -> CountedTurns:
        for _ in range(MOST_STEPS):
            view = self._view
            if view["round"] != self._turn or view["outcome"]:
                self._end_turn(int(str(view["round"])))
            if view["outcome"]:
                return self._sum
            if self._top.referee.state.window is None:
                self._decide()
            else:
                self._in_window()
        raise AssertionError("the game does not come to its end")

    @property
    def _view(self) -> Mapping[str, Any]:
        return self._top.shown.status.view

    def _decide(self) -> None:
        """Nothing goes on before one of those who are asked has decided."""
        seats = [
            seat for seat in self._top.table.gestures.turn if self._top.referee.prompt(seat).moves
        ]
        seat = self._random.choice(seats)
        self._wait(THINK_S.get(self._top.referee.state.phase, THINK_S[""]))
        self._decided[seat] += 1
        if self._turn and self._top.referee.state.seats[seat] != self._active:
            self._sum.others[self._top.referee.state.phase] += 1
        self._say(seat, self._choice(seat))

    def _in_window(self) -> None:
        """Somebody plays a card, or the beat ends."""
        referee = self._top.referee
        seats = [seat for seat in referee.table.gestures.turn if referee.prompt(seat).moves]
        self._random.shuffle(seats)
        chosen = {seat: self._choice(seat) for seat in seats}
        plays = [seat for seat in seats if chosen[seat] != referee.state.default(seat)]
        if plays:
            self._play_card(plays[0], chosen[plays[0]])
            return
        assert referee.beats.due_ms is not None
        self._go_on(referee.beats.due_ms)

    def _play_card(self, seat: int, move: str) -> None:
        top = self._top
        beat = top.shown.status.beat
        assert beat is not None
        think_s = THINK_S["play"]
        if beat.span.least_ms <= 1000 * think_s and beat.stops_left[seat]:
            self._wait(min(REACT_S, beat.span.least_ms / 2000))
            top.lap(lambda: top.referee.stop(seat, beat.window, top.now_ms))
            self._sum = self._sum._replace(stops=self._sum.stops + 1)
            self._wait(think_s)
        self._sum = self._sum._replace(cards=self._sum.cards + 1)
        self._say(seat, move)

    def _choice(self, seat: int) -> str:
        view = self._top.view(seat)["view"]
        assert isinstance(view, dict)
        moves = self._top.referee.prompt(seat).moves
        return str(self._bots[seat].choose(moves, lambda: view))

    def _say(self, seat: int, text: str) -> None:
        top = self._top
        if self._turn:
            self._sum.chosen[prompt_text(top, seat, text, self._first)] += 1
        top.lap(lambda: top.referee.say(seat, text, top.now_ms))

    def _wait(self, seconds: float) -> None:
        until_ms = self._top.now_ms + round(1000 * seconds)
        while (due_ms := self._top.referee.wake_ms) is not None and due_ms <= until_ms:
            self._go_on(due_ms)
        self._top.now_ms = until_ms

    def _go_on(self, due_ms: int) -> None:
        top = self._top
        top.now_ms = max(top.now_ms, due_ms)
        top.lap(lambda: top.referee.tick(top.now_ms))

    def _end_turn(self, next_turn: int) -> None:
        top, moves = self._top, self._top.referee.state.moves
        if self._turn:
            self._count(moves[self._since_move :])
        self._turn, self._since_ms, self._since_move = next_turn, top.now_ms, len(moves)
        self._active = str(self._view["active"])
        self._decided.clear()

    def _count(self, moves: Sequence[Move]) -> None:
        names = self._top.referee.state.seats
        concerned = _concerned(moves, names)
        for seat, decisions in self._decided.items():
            name = names[seat]
            is_active = name == self._active
            how = "active" if is_active else "concerned" if name in concerned else "uninvolved"
            self._sum.required[how] += decisions
        is_silent = not any(move.verb.startswith("play_") for move in moves)
        self._sum = self._sum._replace(
            turns=self._sum.turns + 1,
            seconds=self._sum.seconds + (self._top.now_ms - self._since_ms) / 1000,
            silent=self._sum.silent + is_silent,
        )


def _concerned(moves: Sequence[Move], names: Sequence[str]) -> set[str]:
    """Returns the seats that play a card, or that a move of somebody else names."""
    found = set()
    for move in moves:
        mover = move.parts.get("player", "")
        if move.verb.startswith("play_"):
            found.add(mover)
        if move.verb in FOR_ALL:
            found.update(names)
        named = {value.split(".")[0] for value in move.parts.values()}
        found.update(named if move.seat is None else named - {mover})
    return found & set(names)
