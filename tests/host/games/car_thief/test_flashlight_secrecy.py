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
LIES_MS = 5_000


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


class LyingEvening(WatchedEvening):
    """An evening with a flashlight that lies on a building and leaves it when that is lifted."""

    def __init__(self, at: str) -> None:
        self._at = at
        self._lies = False
        self._cars: set[str] = set()  # the occupant reeds that pieces close
        super().__init__()

    def reed(self, name: str, is_closed: bool) -> "LyingEvening":
        if name.endswith(".cover") and not is_closed:
            self._lay(self._lies and name != f"{self._at}.cover")
        if name.endswith(".occupant"):
            (self._cars.add if is_closed else self._cars.discard)(name)
        super().reed(name, is_closed or (self._lies and name == f"{self._at}.occupant"))
        return self

    def tap_all(self) -> None:
        """Leaves the flashlight on its building for long, takes it away, puts it there again."""
        for lies, ms in ((False, 300), (True, LIES_MS), (False, 300), (True, 1_000)):
            self._lay(lies and f"{self._at}.cover" in self.closed)
            self.wait(ms)

    def _lay(self, lies: bool) -> None:
        self._lies = lies
        reed = f"{self._at}.occupant"
        if (lies or reed in self._cars) is not (reed in self.closed):
            super().reed(reed, reed not in self.closed)
        else:
            self._note()


def perform(
    moves: list[str], evening: TappedEvening | LyingEvening, is_swept: bool = False
) -> list[tuple[object, ...]]:
    """Plays *moves* with a flashlight in each phase, and returns what was public.

    With *is_swept*, all buildings and the car are off the board when the program restarts.
    """
    trail: list[str] = []
    tap = evening.tap_all

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
                restore(evening, trail[-1], tap, is_swept)
            home = evening.gestures.state.helicopters[words[0]]
            assert home is not None
            evening.take(home).wait(300)
            tap()
            evening.set(words[1]).settle()
        else:
            search(evening, words[0], words[1], tap)
        assert evening.moves[-1] == move, (evening.moves[-2:], move, evening.table.ask)
    return evening.seen


def hide(evening: WatchedEvening, cells: list[str], tap: Callable[[], None]) -> None:
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


def restore(evening: WatchedEvening, car: str, tap: Callable[[], None], is_swept: bool) -> None:
    """The program restarts while buildings are off, so the thief looks after the car."""
    off = layout.CELLS if is_swept else ("e5",)
    for cell in off:
        evening.lift(cell)
    if is_swept:
        evening.reed(f"{car}.occupant", is_closed=False)
    evening.restart().wait(100)
    for cell in off:
        if cell == off[-1]:
            tap()
        evening.put(cell)
    evening.wait(400)
    assert evening.phase == "restore"
    tap()
    evening.press("done").wait(CLOSED_MS)
    assert evening.phase == "restore"
    evening.lift(car).wait(400)
    tap()
    evening.reed(f"{car}.occupant", is_closed=True).wait(400)
    evening.put(car).wait(400)
    tap()
    evening.press("done").wait(CLOSED_MS)
    assert evening.phase == "police"


def search(evening: WatchedEvening, colour: str, cell: str, tap: Callable[[], None]) -> None:
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


PAIRS = list(short_pairs(3))


@pytest.mark.parametrize(("moves", "twin"), PAIRS)
def test_taps_on_all_cells_tell_nobody_where_the_car_is(moves: list[str], twin: list[str]) -> None:
    one, other = (perform(each, TappedEvening()) for each in (moves, twin))
    for step, (mine, theirs) in enumerate(zip(one, other, strict=True)):
        assert mine == theirs, (step, moves, twin)
    assert len({lights for _, lights, _ in one}) > 5


@pytest.mark.parametrize("at", layout.CELLS)
def test_flashlight_left_lying_on_a_building_tells_nobody_where_the_car_is(at: str) -> None:
    """Lights, status, prompts, reports, words, and when the table next looks: all are equal."""
    moves, twin = PAIRS[0]
    one, other = (perform(each, LyingEvening(at), is_swept=True) for each in (moves, twin))
    for step, (mine, theirs) in enumerate(zip(one, other, strict=True)):
        assert mine == theirs, (step, moves, twin)
    assert len({line for _, _, line, _ in one}) > 5


def test_car_thief_names_no_place_where_a_tap_counts() -> None:
    evening = TappedEvening()
    assert evening.gestures.taps == ()
