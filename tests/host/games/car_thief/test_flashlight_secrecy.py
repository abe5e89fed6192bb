"""Taps with the flashlight and one that is left lying tell nobody where the car is.

Car Thief names no place where a tap counts. Two games that differ only in where the car is are
played with the same hands, flashlight included, and everything public is compared byte by byte.
"""

from collections.abc import Callable, Iterator

import pytest
from heistboard.places import layout

from tests.host.games.car_thief.test_public_secrecy import WatchedEvening, pairs
from tests.support.evening import CLOSED_MS

TAP_MS = 300
HOLD_MS = 1_200


class TappedEvening(WatchedEvening):
    """An evening with a flashlight. What is public is recorded whenever it changes."""

    def _note(self) -> None:
        # Where a magnet lies already a tap closes no reed, so only changes can be compared.
        lit, known = self._lit, len(self.seen)
        super()._note()
        if known < len(self.seen):
            _, _, _, status = self.seen.pop()
            shown = self._lit, status
            if not known or self.seen[-1][1:] != shown:
                self.seen.append((self.now_ms, *shown))
            else:
                self._lit = lit

    def tap(self, cell: str, for_ms: int = TAP_MS) -> None:
        """Taps a cell; where something lies the reed is closed already, and nothing changes."""
        reed = f"{cell}.occupant"
        is_free = reed not in self.closed
        for is_closed, wait_ms in ((True, for_ms), (False, 50)):
            if is_free:
                self.reed(reed, is_closed)
            else:
                self._note()
            self.wait(wait_ms)

    def tap_all(self) -> None:
        for cell in layout.CELLS:
            self.tap(cell)
        self.tap("b2", HOLD_MS)


def perform(moves: list[str], lies: str = "") -> list[tuple[object, ...]]:
    """Plays *moves* with hands that tap all cells in each phase, and returns what was public.

    With *lies*, they leave the flashlight on that cell instead, from the first search on.
    """
    evening = TappedEvening()
    trail: list[str] = []

    def tap() -> None:
        if lies:
            evening.wait(5_000)
        else:
            evening.tap_all()

    for move in moves:
        verb, *words = move.split()
        if verb == "place":
            evening.set(words[1]).settle()
        elif verb == "hide":
            tap()
            evening.press("done")
            tap()
            hide(evening, [*trail[-1:], words[0]], tap)
            trail.append(words[0])
        elif verb == "fly":
            if len(trail) == 2 and evening.moves[-1].startswith("hide"):
                restore(evening, tap)
            home = evening.gestures.state.helicopters[words[0]]
            assert home is not None
            evening.take(home).wait(300)
            evening.tap("c3")
            evening.set(words[1]).settle()
        else:
            if lies and f"{lies}.occupant" not in evening.closed:
                evening.reed(f"{lies}.occupant", is_closed=True)
            search(evening, words[0], words[1], tap)
        assert evening.moves[-1] == move, (evening.moves[-2:], move, evening.table.ask)
    return evening.seen


def hide(evening: TappedEvening, cells: list[str], tap: Callable[[], None]) -> None:
    """Moves the car from the first of *cells* to the last, with eyes closed."""
    for number, cell in enumerate(cells, 1):
        is_car = number == len(cells)
        evening.lift(cell).wait(400)
        if is_car:
            tap()
        evening.reed(f"{cell}.occupant", is_closed=is_car).wait(400)
        evening.put(cell).wait(400)
    tap()
    evening.press("done").wait(CLOSED_MS)


def restore(evening: TappedEvening, tap: Callable[[], None]) -> None:
    """The program restarts while a building is off, so the thief checks the car."""
    evening.lift("e5")
    evening.restart().wait(100)
    evening.put("e5").wait(400)
    assert evening.phase == "restore"
    tap()
    evening.press("done").wait(CLOSED_MS)
    assert evening.phase == "police"


def search(evening: TappedEvening, colour: str, cell: str, tap: Callable[[], None]) -> None:
    """Lifts a building and puts it back, and says which helicopter it was."""
    evening.lift(cell).settle()
    tap()
    evening.put(cell).wait(50)
    if evening.gestures.which:
        tap()
        home = evening.gestures.state.helicopters[colour]
        assert home is not None
        evening.take(home).settle().set(home).wait(50)


def short_pairs(count: int) -> Iterator[tuple[list[str], list[str]]]:
    """Yields twin games of three rounds that differ."""
    found = 0
    for _, moves, twin in pairs():
        hides = [number for number, move in enumerate(moves) if move.startswith("hide")]
        end = hides[3] if len(hides) > 3 else len(moves)
        if moves[:end] != twin[:end] and any("search" in move for move in moves[:end]):
            yield moves[:end], twin[:end]
            found += 1
        if found == count:
            return


@pytest.mark.parametrize(("moves", "twin"), list(short_pairs(3)))
@pytest.mark.parametrize("does_lie", [False, True])
def test_flashlight_tells_nobody_where_the_car_is(
    moves: list[str], twin: list[str], does_lie: bool
) -> None:
    hidden = {move.split()[-1] for move in (*moves, *twin)}
    lies = next(cell for cell in layout.CELLS if cell not in hidden) if does_lie else ""
    one, other = perform(moves, lies), perform(twin, lies)
    for step, (mine, theirs) in enumerate(zip(one, other, strict=True)):
        assert mine == theirs, (step, moves, twin)
    assert len({lights for _, lights, _ in one}) > 5


def test_car_thief_names_no_place_where_a_tap_counts() -> None:
    evening = TappedEvening()
    assert evening.gestures.taps == ()
