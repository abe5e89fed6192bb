"""The parts of the walk that learn which reeds are right: CLEAR, SWEEP and AGAIN. Pure."""

import itertools
from collections.abc import Callable, Set

from heistboard.places import matrix
from heistboard.places.scene import DARK, Colour, Intent, Level, Scene
from heistboard.selftest.diodes import begin_diodes
from heistboard.selftest.lights import begin_lights
from heistboard.selftest.plan import SWEEP
from heistboard.selftest.walk import End, Key, Walk, WalkPhase, WalkPrompt, WalkState

__all__ = ["begin"]

DEAD_LINE = 3  # reeds of a line found dead twice; its others need no second ask then
LOOK_AT_SCREEN: Scene = {f"r{i}": Intent(Colour.WHITE, Level.DIM) for i in range(1, 12)}
_POSITION = {reed: index for index, reed in enumerate(SWEEP)}


def begin(walk: Walk) -> WalkPhase:
    """Returns the first phase of what was asked for."""
    if "reeds" in walk.plan.parts:
        return Clear(walk)
    return _after_reeds(walk)


def _after_reeds(walk: Walk) -> WalkPhase:
    if "lights" in walk.plan.parts:
        return begin_lights(walk)
    if "diodes" in walk.plan.parts:
        return begin_diodes(walk)
    return End(walk)


class Clear:
    """Waits until nothing lies on the board; what stays closed is stuck."""

    def __init__(self, walk: Walk) -> None:
        self._walk = walk
        self._changed_ms = walk.now_ms

    def changed(self, reed: str, is_closed: bool) -> WalkPhase | None:
        """Waits anew."""
        if reed not in self._walk.evidence.chattering:
            self._changed_ms = self._walk.now_ms
        return None

    def key(self, key: Key) -> WalkPhase | None:
        """Goes on with what is closed."""
        return self._end() if key is Key.SKIP else None

    def tick(self) -> WalkPhase | None:
        """Goes on when all is open, or nothing changes any more."""
        walk = self._walk
        waited_ms = walk.now_ms - self._changed_ms
        is_clear = not walk.closed - walk.evidence.chattering
        if waited_ms >= (walk.pace.settle if is_clear else walk.pace.clear):
            return self._end()
        return None

    def _end(self) -> WalkPhase:
        walk = self._walk
        walk.evidence.stuck = walk.closed - walk.evidence.chattering
        return Sweep(walk)

    def prompt(self) -> WalkPrompt:
        """Names what is still closed."""
        closed = tuple(sorted(self._walk.closed, key=lambda reed: _POSITION[reed]))
        text = "take everything off the board"
        return WalkPrompt(WalkState.CLEAR, self._walk.number, "", text, missing=closed)

    def scene(self) -> Scene:
        """Darkness."""
        return DARK


class Sweep:
    """One magnet goes over all reeds; the screen names the next one."""

    def __init__(self, walk: Walk) -> None:
        self._walk = walk
        self._order = tuple(reed for reed in walk.plan.reeds if walk.is_quiet(reed))
        self._index = 0
        self._others: set[str] = set()  # closed before the asked one, out of turn
        self._passed = -1  # the last of them
        self._silent: set[str] = set()  # nothing closed when they were asked
        for reed in walk.plan.reeds:
            if reed in walk.evidence.chattering:
                walk.evidence.answers[reed] = reed

    def changed(self, reed: str, is_closed: bool) -> WalkPhase | None:
        """Takes the asked reed, and notes others that come out of turn."""
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
        """Skips a reed that does not answer."""
        if key is not Key.SKIP or self._index >= len(self._order):
            return None
        return self._unheard()

    def tick(self) -> WalkPhase | None:
        """Goes on when another reed stays closed, or nothing comes."""
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
        # A row that seems dead is left for the second ask: nobody waits fourteen times.
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
        return Again(walk) if walk.doubts else _after_reeds(walk)

    def prompt(self) -> WalkPrompt:
        """Names the next reed."""
        asked = self._order[self._index] if self._index < len(self._order) else ""
        text = f"sweep one magnet over the board: {asked}"
        return WalkPrompt(
            WalkState.SWEEP, self._walk.number, asked, text, self._index, len(self._order)
        )

    def scene(self) -> Scene:
        """No light asks here: what it asked could not be trusted yet."""
        return LOOK_AT_SCREEN


class Again:
    """Every reed in doubt is asked alone; the magnet must rest there."""

    def __init__(self, walk: Walk) -> None:
        self._walk = walk
        self._queue = sorted(walk.doubts, key=lambda reed: _POSITION[reed])
        self._done: set[str] = set()
        self._dead: set[str] = set()

    def changed(self, reed: str, is_closed: bool) -> WalkPhase | None:
        """Looks later, when it is known whether the magnet rests."""
        if _free(self._walk, reed, is_closed):
            self._queue.append(reed)
        return None

    def key(self, key: Key) -> WalkPhase | None:
        """Skips a reed that does not answer."""
        return self._answered(None) if key is Key.SKIP and self._queue else None

    def tick(self) -> WalkPhase | None:
        """Takes the reed at which the magnet rests."""
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
            walk.asked_ms = walk.now_ms  # the time begins when the magnet is lifted
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
        """Names the reed that is asked again."""
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
        """No light asks here either."""
        return LOOK_AT_SCREEN


def _is_dead_line(walk: Walk, line_of: Callable[[str], int], line: int, dead: Set[str]) -> bool:
    # Some of its reeds are dead, and none ever closed.
    is_silent = all(line_of(reed) != line for reed in walk.ever_closed)
    return is_silent and sum(line_of(reed) == line for reed in dead) >= DEAD_LINE


def _free(walk: Walk, reed: str, is_closed: bool) -> bool:
    # A reed that was taken for stuck and opens had a piece on it.
    if is_closed or reed not in walk.evidence.stuck:
        return False
    walk.evidence.stuck.discard(reed)
    walk.doubts.add(reed)
    return True
