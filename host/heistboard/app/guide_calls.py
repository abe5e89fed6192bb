"""The part of a running table that is about the guided first game.

The journal keeps that a game is guided, and by which seed: so it goes on after a restart, with the
same computer players. Advice is computed beside the lap, once for each prompt.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Mapping
from random import Random
from typing import TypeVar

from heistboard import games
from heistboard.app import trouble_log
from heistboard.app.referee import LapResult, Referee
from heistboard.app.settings import Settings
from heistboard.games import Package
from heistboard.games.gestures import Prompt
from heistboard.games.guide import Advice, Guide
from heistboard.rules import TABLE, View
from heistboard.rules.contract import Json
from heistboard.table.table import NotNow, NotYourTurn

__all__ = ["GuideCalls", "guided"]

_T = TypeVar("_T")


def guided(package: Package, random: Random) -> Settings:
    """Returns the settings of a guided first game; raises :exc:`ValueError` if there is none."""
    guide: Guide | None = package.claim("guide")
    if guide is None:
        raise ValueError(f"{package.game.name} has no guided first game")
    return Settings(
        package.game.name,
        table_options=guide.table_options,
        options=guide.options,
        hints=guide.hints,
        bots=guide.bots,
        guide=random.choice(guide.seeds),
    )


class GuideCalls(ABC):
    """The part of a running table that advises a learner."""

    _referee: Referee
    _shown: LapResult
    _advised: Mapping[int, tuple[View, Prompt, Json]] = {}  # by seat: the last advice

    @abstractmethod
    def _call_lap(self, do: Callable[[], _T]) -> _T:
        # Calls *do* as one lap and returns its result or raises its error.
        ...

    def leave_guide(self, seats: Collection[int], at: tuple[int, int] | None = None) -> None:
        """Goes on without the guide, for who may act for the learner's seat.

        *at* has the number of the game. Raises :exc:`~heistboard.table.table.NotYourTurn`,
        :exc:`~heistboard.app.referee.StaleAnswer`, or :exc:`~heistboard.table.table.NotNow`.
        """

        def leave() -> None:
            self._referee.require_game(at)
            learner = self._learner()
            if learner is None:
                raise NotNow("the game is not guided")
            if learner not in seats:
                raise NotYourTurn("the guide is somebody else's")
            self._referee.notes.leave_guide()

        self._call_lap(leave)

    @property
    def _guide(self) -> Guide | None:
        # The guide of this game; None if it is not guided.
        if self._referee.notes.guide is None:
            return None
        guide: Guide | None = games.package(self._referee.state.game.name).claim("guide")
        return guide

    def _learner(self) -> int | None:
        guide, seats = self._guide, self._referee.state.seats
        return None if guide is None or guide.seat not in seats else seats.index(guide.seat)

    def _public_advice(self) -> Mapping[str, Json] | None:
        # What the guide says to everybody.
        advice = None if self._guide is None else self._advice(TABLE)
        assert advice is None or isinstance(advice, dict)
        return advice

    def _with_advice(self, seats: Mapping[int, View]) -> Mapping[int, View]:
        # Adds what the guide says to the learner, and whether others must not know it.
        learner = self._learner()
        if learner is None or (advice := self._advice(learner)) is None:
            return seats
        assert isinstance(advice, dict)
        is_private = advice != self._advice(TABLE)
        own: View = {**seats[learner], "advice": {**advice, "private": is_private}}
        return {**seats, learner: own}

    def _advice(self, seat: int) -> Json:
        guide, learner = self._guide, self._learner()
        assert guide is not None
        view, prompt = self._shown.seats[seat]["view"], self._referee.prompt(seat)
        assert isinstance(view, dict)
        last = self._advised.get(seat)
        if last is None or last[0] is not view or last[1] is not prompt:
            # What everybody is offered may be another seat's turn.
            is_own = seat != TABLE or self._referee.table.gestures.turn == (learner,)
            asked = prompt if is_own else prompt._replace(moves=())
            try:
                told = _document(guide.advise(view, asked), learner)
            except Exception as error:  # a game's guide; the game goes on without its advice
                trouble_log.report(error)
                told = None
            last = view, prompt, told
            self._advised = {**self._advised, seat: last}
        return last[2]


def _document(advice: Advice | None, learner: int | None) -> Json:
    if advice is None:
        return None
    steps: list[Json] = [
        {
            "say": [{"id": ask.id, "words": dict(ask.words)} for ask in step.say],
            "places": list[Json](step.places),
        }
        for step in advice.steps
    ]
    return {
        "seat": learner,
        "steps": steps,
        "move": advice.move,
        "button": advice.button,
        "rules": advice.rules,
    }
