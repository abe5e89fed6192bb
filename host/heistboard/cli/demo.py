"""Hands for a simulated board that nobody moves: a piece every half second."""

import threading
from collections.abc import Callable, Iterator
from random import Random
from typing import NamedTuple

from heistboard import layout
from heistboard.sim import Hands, SimBoard

__all__ = ["Act", "DemoHands", "acts"]

EVERY_S = 0.5
FIRST_AFTER_S = 0.2
BUILDINGS = range(6, 13)  # how many stand, about
HELICOPTERS_MOST = 3
PRESS_SHARE = 0.12


class Act(NamedTuple):
    """One thing a hand does: a method of :class:`~heistboard.sim.Hands` and its place."""

    verb: str
    place: str


def acts(random: Random) -> Iterator[Act]:
    """Yields what hands do on a board that is empty at first; the same for the same *random*."""
    buildings: list[str] = []
    helicopters: list[str] = []
    car = ""
    while True:
        if random.random() < PRESS_SHARE and buildings:
            yield Act("press", random.choice(layout.BUTTONS))
            continue
        what = random.choice(("building", "building", "building", "car", "helicopter"))
        if what == "building":
            free = [cell for cell in layout.CELLS if cell not in buildings]
            has_few = len(buildings) < BUILDINGS.start
            if has_few or (len(buildings) < BUILDINGS.stop and random.random() < 0.5):
                buildings.append(random.choice(free))
                yield Act("put_building", buildings[-1])
            else:
                yield Act("lift_building", buildings.pop(random.randrange(len(buildings))))
        elif what == "car":
            if not car:
                car = random.choice([cell for cell in layout.CELLS if cell not in buildings])
                yield Act("put_car", car)
            elif car not in buildings:
                yield Act("take_car", car)
                car = ""
        elif len(helicopters) < HELICOPTERS_MOST:
            helicopters.append(
                random.choice([x for x in layout.CROSSINGS if x not in helicopters])
            )
            yield Act("put_helicopter", helicopters[-1])
        else:
            yield Act("take_helicopter", helicopters.pop(random.randrange(len(helicopters))))


class DemoHands:
    """Moves pieces on *board* until closed. Use it in a ``with`` statement."""

    def __init__(self, board: SimBoard, seed: int = 1) -> None:
        self._acts = acts(Random(seed))
        self._hands = Hands(board, seed)
        self._ends = threading.Event()
        self._thread = threading.Thread(target=self._run, name="demo hands", daemon=True)

    def __enter__(self) -> "DemoHands":
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._ends.set()
        self._thread.join()

    def _run(self) -> None:
        wait_s = FIRST_AFTER_S
        while not self._ends.wait(wait_s):
            verb, place = next(self._acts)
            act: Callable[[str], None] = getattr(self._hands, verb)
            act(place)
            wait_s = EVERY_S
