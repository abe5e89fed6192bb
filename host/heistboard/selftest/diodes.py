"""The walk's states that look for ghosts (reeds that only seem closed): ANCHORS, DIODES. Pure."""

from heistboard.places import layout
from heistboard.places.scene import Colour, Intent, Scene
from heistboard.selftest.plan import SWEEP, choose_anchors, diodes_shown, place_of
from heistboard.selftest.walk import EndPhase, Key, Walk, WalkPhase, WalkPrompt, WalkState

__all__ = ["begin_diodes"]

FLICKER = 3  # beside a chattering reed, a ghost must last this many times longer
LIGHTS = {
    "cover": Intent(Colour.WHITE),
    "occupant": Intent(Colour.BLUE),
}


def begin_diodes(walk: Walk) -> WalkPhase:
    """Returns the first phase of the diodes, or the end if no diode can be tested."""
    walk.evidence.stuck |= walk.clings()
    answers = walk.evidence.answers
    exchanged = {answer for reed, answer in answers.items() if answer not in (None, reed)}
    good = {
        reed
        for reed in SWEEP
        if walk.is_quiet(reed) and answers.get(reed, reed) == reed and reed not in exchanged
    }
    anchors = choose_anchors(good)
    swept = [reed for reed in walk.plan.reeds if reed in good and reed not in anchors]
    swept = [reed for reed in swept if diodes_shown(reed, anchors)]
    return AnchorsPhase(walk, anchors, swept) if swept else EndPhase(walk)


class AnchorsPhase:
    """Asks for the standing magnets, which stay while another one sweeps the other reeds."""

    def __init__(self, walk: Walk, anchors: tuple[str, ...], swept: list[str]) -> None:
        self._walk = walk
        self._anchors = anchors
        self._swept = swept
        self._changed_ms = walk.now_ms
        walk.standing = anchors

    def changed(self, reed: str, is_closed: bool) -> WalkPhase | None:
        """Restarts the timeout."""
        if reed in self._anchors:
            self._changed_ms = self._walk.now_ms
        return None

    def key(self, key: Key) -> WalkPhase | None:
        """Skips the diodes."""
        return EndPhase(self._walk) if key is Key.SKIP else None

    def tick(self) -> WalkPhase | None:
        """Continues when all standing magnets are in place, or ends after a timeout."""
        walk = self._walk
        if not self._missing():
            return DiodesPhase(walk, self._anchors, self._swept)
        if walk.now_ms - self._changed_ms >= walk.pace.anchors:
            return EndPhase(walk)
        return None

    def _missing(self) -> tuple[str, ...]:
        return _missing(self._walk, self._anchors)

    def prompt(self) -> WalkPrompt:
        """Asks for the missing magnets."""
        missing = self._missing()
        text = (
            "leave a magnet at each light (white: cover, blue: occupant); help: do not test "
            "the diodes"
        )
        done = len(self._anchors) - len(missing)
        asked = missing[0] if missing else ""
        return WalkPrompt(
            WalkState.ANCHORS, self._walk.number, asked, text, done, len(self._anchors), missing
        )

    def scene(self) -> Scene:
        """Returns a light at each missing magnet."""
        return _lights(self._missing())


class DiodesPhase:
    """One magnet sweeps the other reeds; any further reed that seems closed is a ghost."""

    def __init__(self, walk: Walk, anchors: tuple[str, ...], swept: list[str]) -> None:
        self._walk = walk
        self._anchors = anchors
        self._queue = list(swept)
        self._total = len(swept)
        self._again: list[str] = []
        self._is_second = False

    def changed(self, reed: str, is_closed: bool) -> WalkPhase | None:
        """Does nothing: :meth:`tick` waits until all reeds that close together have closed."""
        return None

    def key(self, key: Key) -> WalkPhase | None:
        """Skips the asked reed."""
        return self._next() if key is Key.SKIP and self._queue else None

    def tick(self) -> WalkPhase | None:
        """Evaluates a reed that has been closed for a moment while all magnets are in place."""
        walk = self._walk
        if not self._queue:
            return self._end()
        if self._missing():
            walk.asked_ms = walk.now_ms  # the timeout starts when the magnet is back
            return None
        asked = self._queue[0]
        closed = self._closed()
        late = [reed for reed in closed if self._is_late(reed)]
        if closed and not late:
            if asked in closed and walk.is_fresh(asked):
                return self._judge(asked, closed)
            (reed, *more) = closed
            if not more and reed in self._queue[1:]:
                # The hand has moved on; the reed that it skipped is asked again at the end.
                walk.evidence.diodes[reed] = (self._really(reed), frozenset())
                self._queue.remove(reed)
                if not self._is_second:
                    self._again.append(self._queue.pop(0))
                walk.ask()
                return self.tick()
        return self._next() if walk.waited_ms >= walk.pace.sweep else None

    def _is_late(self, reed: str) -> bool:
        walk = self._walk
        least_ms = walk.pace.ghost
        if walk.evidence.chattering and reed != self._queue[0]:
            least_ms *= FLICKER
        return walk.now_ms - walk.since_ms[reed] < least_ms

    def _closed(self) -> set[str]:
        walk = self._walk
        return {reed for reed in walk.closed if walk.is_quiet(reed) and reed not in self._anchors}

    def _really(self, reed: str) -> frozenset[str]:
        walk = self._walk
        standing = {anchor for anchor in self._anchors if walk.is_quiet(anchor)}
        return frozenset({reed, *standing, *walk.evidence.stuck})

    def _judge(self, asked: str, closed: set[str]) -> WalkPhase | None:
        ghosts = frozenset(closed - {asked})
        if ghosts and not self._is_second:
            self._again.append(asked)
        else:
            self._walk.evidence.diodes[asked] = (self._really(asked), ghosts)
        return self._next()

    def _next(self) -> WalkPhase | None:
        self._queue.pop(0)
        self._walk.ask()
        return self.tick()

    def _end(self) -> WalkPhase | None:
        if self._again and not self._is_second:
            self._is_second = True
            self._queue, self._again = self._again, []
            self._walk.ask()
            return None
        return EndPhase(self._walk)

    def _missing(self) -> tuple[str, ...]:
        return _missing(self._walk, self._anchors)

    def prompt(self) -> WalkPrompt:
        """Names the next reed, or the reed whose magnet is missing."""
        asked = self._queue[0] if self._queue else ""
        missing = self._missing()
        text = f"sweep one more magnet over the other reeds: {asked}"
        if missing:
            text = f"put the magnet back on {missing[0]}"
        lifts = asked in self._walk.closed and not self._walk.is_fresh(asked)
        if lifts and not missing:
            text = f"lift the magnet, then put it on {asked}"
        done = self._total - len(self._queue) - len(self._again)
        number = self._walk.number
        return WalkPrompt(WalkState.DIODES, number, asked, text, done, self._total, missing, lifts)

    def scene(self) -> Scene:
        """Returns a light at the magnet's next place."""
        return _lights(self._missing() or tuple(self._queue[:1]))


def _missing(walk: Walk, anchors: tuple[str, ...]) -> tuple[str, ...]:
    # Returns the open anchors, except those that chatter under their magnets.
    return tuple(reed for reed in anchors if reed not in walk.closed and walk.is_quiet(reed))


def _lights(reeds: tuple[str, ...]) -> Scene:
    return {
        place_of(reed): LIGHTS["cover" if reed.endswith(".cover") else "occupant"]
        for reed in reeds
        if place_of(reed) in layout.LEDS
    }
