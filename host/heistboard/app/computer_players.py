"""The seats that the computer plays: who plays them, when, and what. Pure: no thread, no clock.

A bot gets what a person in its seat would get: the seat's view and the moves it is offered. It
answers after a pause of a person's length, drawn before it thinks, so that the time of a move does
not depend on the position, on a secret, or on how long the bot thinks. A bot that has not chosen
by then pauses once more. In a window its pause is a part of the beat, so that it answers in time;
a pass is kept until the beat ends. What it chooses is computed by *think*, which the owner passes
in: beside the table where there are threads.

| A bot's seat | Then |
|---|---|
| is asked, and offered moves | a pause, and one of the moves |
| is asked alone, and offered none | a pause, and Done |
| is asked as before, after it has answered | nothing |
| has answered, and was refused | another pause, and a random one of the moves, or Done |
| is not asked, or the board is not right | nothing; its next pause begins when it is |
"""

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Final, NamedTuple, TypeAlias

from heistboard.app import trouble_log
from heistboard.rules import Move, View
from heistboard.rules.autoplay import Bot, BotMaker
from heistboard.word_lists import one_of

__all__ = ["PAUSE_MS", "Act", "Asked", "ComputerPlayers", "Think", "check_bots"]

PAUSE_MS: Final = range(1_200, 2_801)  # every pause is as likely; people can follow

Think: TypeAlias = Callable[[Callable[[], None]], None]
"""Calls what it is given, once, now or later; one after the other."""


class Asked(NamedTuple):
    """What a seat is asked: the number of its prompt, the moves it is offered, and its view."""

    number: int
    moves: tuple[Move, ...]
    view: View
    within: range = PAUSE_MS
    """How long its pause may be, in milliseconds."""


class Act(NamedTuple):
    """What a computer player does: a move, or ``None`` for Done; in answer to which prompt."""

    seat: int
    number: int
    move: str | None


def check_bots(
    bots: Mapping[str, str], makers: Mapping[str, BotMaker], seats: Sequence[str]
) -> None:
    """Raises :exc:`ValueError` unless *bots*, by seat, are bots that the game has."""
    for seat, name in bots.items():
        if seat not in seats:
            raise ValueError(f"there is no seat {seat!r}, expected {one_of(seats)}")
        if name not in makers:
            raise ValueError(f"there is no bot {name!r}, expected {one_of(makers)}")


class ComputerPlayers:
    """The computer players of one game; *makers* has those of the game by name.

    Pauses and bots take their randomness from *random*, each from a source of its own: how often a
    bot draws from its own changes no pause.
    """

    def __init__(self, makers: Mapping[str, BotMaker], random: Random, think: Think) -> None:
        self._makers = makers
        self._random = random
        self._pauses = Random(random.getrandbits(64))
        self._think = think
        self._players: dict[int, _Player] = {}
        self._plans: dict[int, _Plan] = {}

    @property
    def names(self) -> dict[int, str]:
        """The names of the bots, by the number of their seat."""
        return {seat: player.name for seat, player in self._players.items()}

    def seat(self, names: Mapping[int, str]) -> None:
        """Has these bots play these seats from now on; others leave, those that stay go on."""
        self._players = {
            seat: old
            if (old := self._players.get(seat)) is not None and old.name == name
            else _Player(name, self._makers[name], seat, Random(self._random.getrandbits(64)))
            for seat, name in sorted(names.items())
        }
        self._plans = {
            seat: plan
            for seat, plan in self._plans.items()
            if self._players.get(seat) is plan.player
        }

    def look(self, asked: Mapping[int, Asked], now_ms: int) -> None:
        """Looks at what seats are *asked*; the caller leaves out those that must not act now."""
        for seat in sorted(self._players):
            plan = self._plans.get(seat)
            if seat not in asked:
                if plan is not None and plan.due_ms is not None:
                    del self._plans[seat]
            elif plan is None or plan.asked.number != asked[seat].number:
                plan = _Plan(
                    self._players[seat], asked[seat], now_ms + self._pause_ms(asked[seat])
                )
                self._plans[seat] = plan
                if plan.asked.moves:
                    self._think(plan.think)

    @property
    def due_ms(self) -> int | None:
        """When to call :meth:`due` next, or ``None``."""
        times = [plan.due_ms for plan in self._plans.values() if plan.due_ms is not None]
        return min(times, default=None)

    def due(self, now_ms: int) -> list[Act]:
        """Returns what is to be done now, once; the caller does it or calls :meth:`refused`."""
        acts = []
        for seat, plan in sorted(self._plans.items()):
            if plan.due_ms is None or now_ms < plan.due_ms:
                continue
            if plan.asked.moves and plan.choice is None:
                plan.due_ms = now_ms + self._pause_ms(plan.asked)
                continue
            plan.due_ms = None
            acts.append(Act(seat, plan.asked.number, plan.choice))
        return acts

    def refused(self, act: Act, now_ms: int) -> None:
        """Called when an act could not be done: it is tried again, or another move."""
        plan = self._plans.get(act.seat)
        if plan is not None and plan.asked.number == act.number and plan.due_ms is None:
            plan.due_ms = now_ms + self._pause_ms(plan.asked)
            if plan.asked.moves:
                plan.choice = plan.player.random.choice(plan.asked.moves)

    def _pause_ms(self, asked: Asked) -> int:
        return self._pauses.choice(asked.within)


class _Player:
    # One seat's bot. It is made when it first thinks, where it thinks: its code may load slowly.

    def __init__(self, name: str, maker: BotMaker, seat: int, random: Random) -> None:
        self.name = name
        self.random = random
        self._maker = maker
        self._seat = seat
        self._bot: Bot | None = None

    def choose(self, asked: Asked) -> Move:
        if self._bot is None:
            self._bot = self._maker(self._seat, Random(self.random.getrandbits(64)))
        return self._bot.choose(asked.moves, lambda: asked.view)


class _Plan:
    # What a player will do about one prompt.

    def __init__(self, player: _Player, asked: Asked, due_ms: int) -> None:
        self.player = player
        self.asked = asked
        self.due_ms: int | None = due_ms  # None once it is done
        self.choice: str | None = None  # set by think(), possibly in another thread

    def think(self) -> None:
        moves = self.asked.moves
        chosen: Move | None
        try:
            chosen = self.player.choose(self.asked)
        except Exception as error:  # a game's bot; the game goes on without its advice
            trouble_log.report(error)
            chosen = None
        self.choice = chosen if chosen in moves else self.player.random.choice(moves)
