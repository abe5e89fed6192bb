"""Computer players for Car Thief.

| Name | As the thief | As the police |
|---|---|---|
| ``random`` | picks any legal move | the same |
| ``beginner`` | drives anywhere, later under the helicopters' noses | picks any legal move |
| ``rim`` | drives round the rim | picks any legal move |
| ``hunter`` | picks any legal move | searches where most trails end |
| ``patrol`` | picks any legal move | as the thinker, but not always its best move |
| ``thinker`` | ``thinking_thief`` | ``thinking_police`` |
"""

from collections.abc import Callable, Sequence
from random import Random
from typing import cast

from heistboard.games.car_thief.board import (
    BUILDINGS,
    CELLS,
    CROSSING_NUMBERS,
    THIEF,
)
from heistboard.rules import Move, View
from heistboard.rules.autoplay import Bot, BotMaker, RandomBot

__all__ = ["BOTS", "Beginner", "Hunter", "Patrol", "RimDriver", "Thinker"]

CARELESS_FROM = 5  # the round from which beginners stay near helicopters
_HASTE = 0.2  # how much worse than the best a patrol's move may be
_FLIGHT = 0.5  # weight of a car in reach after a flight: it moves before the next search
_RIM = [*CELLS[:5], *CELLS[9:24:5], *CELLS[24:19:-1], *CELLS[15:4:-5]]  # clockwise


class Beginner:
    """A thief for a first game: it drives anywhere, and from round 5 on it is careless.

    It is not drawn away from helicopters then but towards them. Each choice depends only on the
    source that it began with and on its view: resumed with the same source, it goes on as before.
    """

    def __init__(self, seat: int, random: Random) -> None:
        self._habit = random.getrandbits(64)

    def choose(self, legal: Sequence[Move], look: Callable[[], View]) -> Move:
        """Returns one of the *legal* moves."""
        view = look()
        past = len(cast("list[str]", view["moves"]))
        round_number = cast("int", view["round"])
        random = Random(f"{self._habit} {round_number if legal[0].verb == 'hide' else past}")
        if legal[0].verb == "hide" and round_number >= CARELESS_FROM:
            at = cast("dict[str, str]", view["helicopters"]).values()
            seen = [CELLS[cell] for each in at for cell in BUILDINGS[CROSSING_NUMBERS[each]]]
            most = max(seen.count(move.parts["cell"]) for move in legal)
            legal = [move for move in legal if seen.count(move.parts["cell"]) == most]
        return random.choice(legal)


class Hunter:
    """Police that deduce all they can and search where the car is most likely.

    Looks one action ahead. As the thief it hides at random.
    """

    def __init__(self, seat: int, random: Random) -> None:
        # Imported here so that games without this bot do not load numpy.
        from heistboard.games.car_thief.belief import Belief

        self._random = random
        self._belief = None if seat == THIEF else Belief()

    def choose(self, legal: Sequence[Move], look: Callable[[], View]) -> Move:
        """Returns the most promising of the *legal* moves."""
        if self._belief is None:
            return self._random.choice(legal)
        self._belief.follow(look())
        cells = self._belief.cells()
        best = max(map(_worth, legal, [cells] * len(legal)))
        return self._random.choice([move for move in legal if _worth(move, cells) == best])


def _worth(move: Move, cells: dict[str, int]) -> float:
    if move.verb == "search":
        return cells.get(move.parts["cell"], 0)
    around = [CELLS[cell] for cell in BUILDINGS[CROSSING_NUMBERS[move.parts["crossing"]]]]
    return _FLIGHT * max(cells.get(cell, 0) for cell in around)


class RimDriver:
    """A thief that drives round the rim from any cell of it, in one direction or the other.

    As the police it plays at random.
    """

    def __init__(self, seat: int, random: Random) -> None:
        self._random = random
        self._step = random.choice((1, -1))
        self._is_thief = seat == THIEF

    def choose(self, legal: Sequence[Move], look: Callable[[], View]) -> Move:
        """Returns the move along the rim, if it is *legal*."""
        if not self._is_thief:
            return self._random.choice(legal)
        trail = cast("list[str]", look()["trail"])
        wanted = _RIM
        if trail and trail[-1] in _RIM:
            wanted = [_RIM[(_RIM.index(trail[-1]) + self._step) % len(_RIM)]]
        along = [move for move in legal if move.parts.get("cell") in wanted]
        return self._random.choice(along or legal)


class Patrol:
    """Police that think as the thinker's and act in haste. As the thief it hides at random."""

    def __init__(self, seat: int, random: Random) -> None:
        # Imported here so that games without this bot do not load numpy.
        from heistboard.games.car_thief.thinking_police import ThinkingPolice

        self._random = random
        self._mind = None if seat == THIEF else ThinkingPolice(random, _HASTE)

    def choose(self, legal: Sequence[Move], look: Callable[[], View]) -> Move:
        """Returns one of the *legal* moves."""
        try:
            return self._mind.choose(legal, look) if self._mind else self._random.choice(legal)
        except ValueError:  # no trail fits, as after the umpire has changed the game
            return self._random.choice(legal)


class Thinker:
    """Weighs what the others are likely to do, as the thief and as the police.

    Plays at random while the moves fit no trail, as after the umpire has changed the game.
    """

    def __init__(self, seat: int, random: Random) -> None:
        # Imported here so that games without this bot do not load numpy.
        from heistboard.games.car_thief.thinking_police import ThinkingPolice
        from heistboard.games.car_thief.thinking_thief import ThinkingThief

        self._random = random
        self._mind: Bot = ThinkingThief(random) if seat == THIEF else ThinkingPolice(random)

    def choose(self, legal: Sequence[Move], look: Callable[[], View]) -> Move:
        """Returns one of the *legal* moves."""
        try:
            return self._mind.choose(legal, look)
        except ValueError:
            return self._random.choice(legal)


BOTS: dict[str, BotMaker] = {
    "random": RandomBot,
    "beginner": Beginner,
    "rim": RimDriver,
    "hunter": Hunter,
    "patrol": Patrol,
    "thinker": Thinker,
}
