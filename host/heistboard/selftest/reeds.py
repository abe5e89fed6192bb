"""The walk's states that check the reeds: CLEAR, SWEEP and AGAIN. Pure."""

import itertools
from collections.abc import Callable, Set

from heistboard.places import matrix
from heistboard.places.scene import DARK, Colour, Intent, Level, Scene
from heistboard.selftest.diodes import begin_diodes
from heistboard.selftest.lights import begin_lights
from heistboard.selftest.plan import SWEEP
from heistboard.selftest.walk import EndPhase, Key, Walk, WalkPhase, WalkPrompt, WalkState

__all__ = ["begin"]

DEAD_LINE = 3  # after this many dead reeds on a silent line, its others are not asked again
LOOK_AT_SCREEN: Scene = {f"r{i}": Intent(Colour.WHITE, Level.DIM) for i in range(1, 12)}
_POSITION = {reed: index for index, reed in enumerate(SWEEP)}


def begin(walk: Walk) -> WalkPhase:
    """Returns the first phase of the plan."""
    if "reeds" in walk.plan.parts:
        return ClearPhase(walk)
    return _after_reeds(walk)


def _after_reeds(walk: Walk) -> WalkPhase:
    if "lights" in walk.plan.parts:
        return begin_lights(walk)
    if "diodes" in walk.plan.parts:
        return begin_diodes(walk)
    return EndPhase(walk)


class ClearPhase:
    """Waits until the board is empty; a reed that stays closed is stuck."""

    def __init__(self, walk: Walk) -> None:
        self._walk = walk
        self._changed_ms = walk.now_ms

    def changed(self, reed: str, is_closed: bool) -> WalkPhase | None:
        """Restarts the timeout."""
        if reed not in self._walk.evidence.chattering:
            self._changed_ms = self._walk.now_ms
        return None

    def key(self, key: Key) -> WalkPhase | None:
        """Continues; the closed reeds count as stuck."""
        return self._end() if key is Key.SKIP else None

    def tick(self) -> WalkPhase | None:
        """Continues when all reeds are open, or after a timeout."""
        walk = self._walk
        waited_ms = walk.now_ms - self._changed_ms
        is_clear = not walk.closed - walk.evidence.chattering
        if waited_ms >= (walk.pace.settle if is_clear else walk.pace.clear):
            return self._end()
        return None

    def _end(self) -> WalkPhase:
        walk = self._walk
        walk.evidence.stuck = walk.closed - walk.evidence.chattering
        return SweepPhase(walk)

    def prompt(self) -> WalkPrompt:
        """Names the reeds that are still closed."""
        closed = tuple(sorted(self._walk.closed, key=lambda reed: _POSITION[reed]))
        text = "take everything off the board"
        return WalkPrompt(WalkState.CLEAR, self._walk.number, "", text, missing=closed)

    def scene(self) -> Scene:
        """Returns no lights."""
        return DARK


class SweepPhase:
    """One magnet sweeps all reeds; the screen names the next one."""

    def __init__(self, walk: Walk) -> None:
        self._walk = walk
        self._order = tuple(reed for reed in walk.plan.reeds if walk.is_quiet(reed))
        self._index = 0
        self._others: set[str] = set()  # closed out of turn since the asked reed was named
        self._passed = -1  # position of the last of them
        self._silent: set[str] = set()  # asked reeds at which nothing closed
        for reed in walk.plan.reeds:
            if reed in walk.evidence.chattering:
                walk.evidence.answers[reed] = reed

    def changed(self, reed: str, is_closed: bool) -> WalkPhase | None:
        """Accepts the asked reed; records others as out of turn."""
        walk = self._walk
        _free(walk, reed, is_closed)
        if not is_closed or self._index >= len(self._order):
            return None
        if reed == self._order[self._index]:
            return self._right()
        if not walk.is_quiet(reed) or reed not in self._order[self._index :]:
            return None
        self._others.add(reed)
        position = self._order.index(reed)
        has_passed = position == self._passed + 1
        self._passed = position
        if has_passed:
            return self._doubt(self._order[self._index : position + 1])
        return None

    def key(self, key: Key) -> WalkPhase | None:
        """Skips the asked reed."""
        if key is not Key.SKIP or self._index >= len(self._order):
            return None
        return self._unheard()

    def tick(self) -> WalkPhase | None:
        """Continues when another reed stays closed, or after a timeout."""
        walk = self._walk
        if self._index >= len(self._order):
            return self._end()
        asked = self._order[self._index]
        for rested_ms, reed in walk.resting():
            if rested_ms >= walk.pace.wrong and reed != asked:
                walk.doubts.add(reed)
                return self._doubt((asked,))
        if asked in walk.evidence.chattering:
            return self._doubt((asked,))
        return self._unheard() if walk.waited_ms >= walk.pace.sweep else None

    def _unheard(self) -> WalkPhase | None:
        # Skips the rest of a row that seems dead: that saves up to fourteen timeouts.
        asked = self._order[self._index]
        row = matrix.row_of(asked)
        self._silent.add(asked)
        if _is_dead_line(self._walk, matrix.row_of, row, self._silent):
            same = itertools.takewhile(
                lambda reed: matrix.row_of(reed) == row, self._order[self._index :]
            )
            return self._doubt(tuple(same))
        return self._doubt((asked,))

    def _right(self) -> WalkPhase | None:
        walk = self._walk
        asked = self._order[self._index]
        walk.evidence.answers[asked] = asked
        if self._others:
            walk.doubts |= self._others | {asked}
        return self._next(self._index + 1)

    def _doubt(self, reeds: tuple[str, ...]) -> WalkPhase | None:
        self._walk.doubts |= self._others | set(reeds)
        return self._next(self._index + len(reeds))

    def _next(self, index: int) -> WalkPhase | None:
        walk = self._walk
        self._index = index
        self._others = set()
        self._passed = -1
        walk.ask()
        if index == len(self._order):
            return self._end()
        # A magnet may reach two reeds at once.
        if self._order[index] in walk.closed and walk.is_quiet(self._order[index]):
            return self._right()
        return None

    def _end(self) -> WalkPhase:
        walk = self._walk
        return AgainPhase(walk) if walk.doubts else _after_reeds(walk)

    def prompt(self) -> WalkPrompt:
        """Names the next reed."""
        asked = self._order[self._index] if self._index < len(self._order) else ""
        text = f"sweep one magnet over the board: {asked}"
        return WalkPrompt(
            WalkState.SWEEP, self._walk.number, asked, text, self._index, len(self._order)
        )

    def scene(self) -> Scene:
        """Returns lights that point to the screen; no LED has been tested yet."""
        return LOOK_AT_SCREEN


class AgainPhase:
    """Asks for each doubtful reed alone; the magnet must rest there."""

    def __init__(self, walk: Walk) -> None:
        self._walk = walk
        self._queue = sorted(walk.doubts, key=lambda reed: _POSITION[reed])
        self._done: set[str] = set()
        self._dead: set[str] = set()

    def changed(self, reed: str, is_closed: bool) -> WalkPhase | None:
        """Queues a stuck reed that opened; :meth:`tick` handles the others."""
        if _free(self._walk, reed, is_closed):
            self._queue.append(reed)
        return None

    def key(self, key: Key) -> WalkPhase | None:
        """Skips the asked reed."""
        return self._answered(None) if key is Key.SKIP and self._queue else None

    def tick(self) -> WalkPhase | None:
        """Accepts the reed at which the magnet rests, or none after a timeout."""
        walk = self._walk
        self._drop_known()
        if not self._queue:
            walk.doubts = set()
            return _after_reeds(walk)
        asked = self._queue[0]
        resting = {reed: rested_ms for rested_ms, reed in walk.resting()}
        if resting.get(asked, 0) >= walk.pace.again_right:
            return self._answered(asked)
        if asked not in resting:
            for reed, rested_ms in resting.items():
                if rested_ms >= walk.pace.again_wrong:
                    return self._answered(reed)
        if not resting and walk.lingering():
            walk.asked_ms = walk.now_ms  # the timeout starts when the magnet is lifted
        return self._answered(None) if walk.waited_ms >= walk.pace.again else None

    def _answered(self, answer: str | None) -> WalkPhase | None:
        walk = self._walk
        asked = self._queue.pop(0)
        self._done.add(asked)
        walk.evidence.answers[asked] = answer
        if answer is None:
            self._dead.add(asked)
        elif answer not in self._done and answer not in self._queue:
            walk.doubts.add(answer)
            self._queue.append(answer)
        walk.ask()
        return self.tick()

    def _drop_known(self) -> None:
        walk = self._walk
        while self._queue:
            asked = self._queue[0]
            if asked in walk.evidence.stuck:
                pass
            elif asked in walk.evidence.chattering:
                walk.evidence.answers[asked] = asked
            elif self._is_on_dead_line(asked):
                walk.evidence.answers[asked] = None
                walk.evidence.assumed.add(asked)
            else:
                return
            self._queue.pop(0)
            self._done.add(asked)

    def _is_on_dead_line(self, asked: str) -> bool:
        return any(
            _is_dead_line(self._walk, line_of, line_of(asked), self._dead)
            for line_of in (matrix.row_of, matrix.column_of)
        )

    def prompt(self) -> WalkPrompt:
        """Names the asked reed."""
        asked = self._queue[0] if self._queue else ""
        total = len(self._done) + len(self._queue)
        lifts = bool(self._walk.lingering())
        text = f"put the magnet on {asked} and leave it there until the next is asked"
        if lifts:
            text = f"lift the magnet, then put it on {asked}"
        done = len(self._done)
        return WalkPrompt(
            WalkState.AGAIN, self._walk.number, asked, text, done, total, lifts=lifts
        )

    def scene(self) -> Scene:
        """Returns lights that point to the screen."""
        return LOOK_AT_SCREEN


def _is_dead_line(walk: Walk, line_of: Callable[[str], int], line: int, dead: Set[str]) -> bool:
    # Returns whether no reed of the line ever closed and enough of them seem dead.
    is_silent = all(line_of(reed) != line for reed in walk.ever_closed)
    return is_silent and sum(line_of(reed) == line for reed in dead) >= DEAD_LINE


def _free(walk: Walk, reed: str, is_closed: bool) -> bool:
    # If a reed that counted as stuck opens, it only had a piece on it. Returns whether that is so.
    if is_closed or reed not in walk.evidence.stuck:
        return False
    walk.evidence.stuck.discard(reed)
    walk.doubts.add(reed)
    return True
