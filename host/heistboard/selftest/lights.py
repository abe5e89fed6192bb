"""The walk's states that check the LEDs: LIGHTS to ELSEWHERE. Pure."""

from heistboard.places import layout
from heistboard.places.scene import Colour, Intent, Level, Scene
from heistboard.selftest.diodes import begin_diodes
from heistboard.selftest.plan import place_of
from heistboard.selftest.walk import EndPhase, Key, Walk, WalkPhase, WalkPrompt, WalkState

__all__ = ["begin_lights"]

ASKING = Intent(Colour.WHITE, Level.BRIGHT)
MANY = Intent(Colour.WHITE, Level.DIM)  # dim, so that many at once stay within the current limit
CLIMBING = Intent(Colour.AMBER, Level.NORMAL)
DARK_STEPS = 3  # steps before the bar starts again
TRACK = layout.ROUND_TRACK


def begin_lights(walk: Walk) -> WalkPhase:
    """Returns the first phase of the lights."""
    return LightsPhase(walk)


def _after_lights(walk: Walk) -> WalkPhase:
    return begin_diodes(walk) if "diodes" in walk.plan.parts else EndPhase(walk)


def _can_answer(walk: Walk, led: str) -> bool:
    # The LED is above the occupant reed, so the magnet that follows the light closes that reed.
    reed = f"{led}.occupant"
    return walk.is_quiet(reed) and walk.evidence.answers.get(reed, reed) is not None


class LightsPhase:
    """LEDs light one by one in chain order; a person puts the magnet on the light."""

    def __init__(self, walk: Walk) -> None:
        self._walk = walk
        self.by_question = [
            led for led in layout.LEDS if led not in TRACK and not _can_answer(walk, led)
        ]
        self._queue = [
            led for led in layout.LEDS if led not in TRACK and led not in self.by_question
        ]
        self._total = len(self._queue)
        self._asked_twice = False
        self._is_begun = False  # the magnet was lifted after the sweep
        self._doubts: list[str] = []
        # Exchanged reeds are already known: maps the reed that closed to the one at the magnet.
        answers = walk.evidence.answers
        self._magnet_at = {
            answer: reed for reed, answer in answers.items() if answer not in (None, reed)
        }

    def changed(self, reed: str, is_closed: bool) -> WalkPhase | None:
        """Does nothing: :meth:`tick` waits until the magnet rests."""
        return None

    def key(self, key: Key) -> WalkPhase | None:
        """Any answer but yes means that no light is visible."""
        return self._dark() if key is not Key.YES and self._queue else None

    def tick(self) -> WalkPhase | None:
        """Continues when the magnet rests somewhere, or after a timeout."""
        walk = self._walk
        if not self._queue:
            return self._end()
        if not self._is_begun and walk.lingering():
            return None
        if not self._is_begun:
            self._is_begun = True
            walk.ask()
        asked = self._queue[0]
        for rested_ms, reed in walk.resting():
            place = place_of(self._magnet_at.get(reed, reed))
            if place == asked and rested_ms >= walk.pace.lit:
                return self._next("right")
            if place != asked and place in layout.LEDS and rested_ms >= walk.pace.lit_wrong:
                return self._next(place)
        return self._dark() if walk.waited_ms >= walk.pace.dark else None

    def _next(self, answer: str) -> WalkPhase | None:
        asked = self._queue.pop(0)
        if answer == "right" or self._asked_twice:
            self._walk.evidence.leds[asked] = answer
        else:
            self._doubts.append(asked)
        self._walk.ask()
        return self.tick()

    def _dark(self) -> WalkPhase | None:
        return DarkPhase(self._walk, self, self._queue[0])

    def seems_dark(self, led: str) -> WalkPhase:
        """Continues after an LED that was not seen; asks about it again later."""
        self._queue.remove(led)
        self.by_question.append(led)
        return self

    def cut_at(self, led: str) -> WalkPhase:
        """Continues with the LEDs before *led*; from *led* on, the chain is dark."""
        self._walk.evidence.cut = led
        before = layout.LEDS[: layout.LEDS.index(led)]
        for queue in (self._queue, self._doubts, self.by_question):
            queue[:] = [each for each in queue if each in before]
        return self

    def _end(self) -> WalkPhase | None:
        if self._doubts:
            self._queue, self._doubts = self._doubts, []
            self._asked_twice = True
            self._walk.ask()
            return None
        if self._walk.evidence.cut is not None:
            return EachPhase(self._walk, self.by_question)
        return TrackPhase(self._walk, self.by_question)

    def prompt(self) -> WalkPrompt:
        """Does not name the LED, so that only the light tells where it is."""
        asked = self._queue[0] if self._queue else ""
        done = self._total - len(self._queue) - len(self._doubts)
        text = "follow the light: put the magnet where it is (no light: press help)"
        if not self._is_begun:
            text = "lift the magnet; then follow the light"
        lifts = not self._is_begun
        number = self._walk.number
        return WalkPrompt(WalkState.LIGHTS, number, asked, text, done, self._total, lifts=lifts)

    def scene(self) -> Scene:
        """The asked LED alone."""
        return {self._queue[0]: ASKING} if self._queue and self._is_begun else {}


class _Question:
    # A question that is answered with done (yes) or undo (no), or not at all.

    state = WalkState.DARK

    def __init__(self, walk: Walk) -> None:
        self._walk = walk

    def changed(self, reed: str, is_closed: bool) -> WalkPhase | None:
        """Does nothing: only buttons answer."""
        return None

    def key(self, key: Key) -> WalkPhase | None:
        """Continues with the answer."""
        if key is Key.SKIP:
            return self._unknown()
        return self._yes() if key is Key.YES else self._no()

    def tick(self) -> WalkPhase | None:
        """Gives up after a timeout."""
        is_late = self._walk.waited_ms >= self._walk.pace.question
        return self._unknown() if is_late else None

    def _yes(self) -> WalkPhase | None:
        raise NotImplementedError

    def _no(self) -> WalkPhase | None:
        raise NotImplementedError

    def _unknown(self) -> WalkPhase | None:
        raise NotImplementedError


class DarkPhase(_Question):
    """A light was not seen: asks whether any LED behind it in the chain is lit."""

    def __init__(self, walk: Walk, lights: LightsPhase, led: str) -> None:
        super().__init__(walk)
        self._lights = lights
        self._led = led
        self._behind = layout.LEDS[layout.LEDS.index(led) + 1 :]

    def _yes(self) -> WalkPhase | None:
        return self._lights.seems_dark(self._led)

    _unknown = _yes

    def _no(self) -> WalkPhase | None:
        return self._lights.cut_at(self._led)

    def prompt(self) -> WalkPrompt:
        """Asks whether anything is lit."""
        text = "is any light on now? done: yes, undo: no"
        return WalkPrompt(WalkState.DARK, self._walk.number, self._led, text)

    def scene(self) -> Scene:
        """Lights all LEDs behind it in the chain."""
        return dict.fromkeys(self._behind, MANY)


class TrackPhase(_Question):
    """The round track has no reeds: its LEDs light in turn, and a person confirms the order."""

    def __init__(self, walk: Walk, by_question: list[str]) -> None:
        super().__init__(walk)
        self._by_question = by_question

    def _yes(self) -> WalkPhase | None:
        self._walk.evidence.leds |= dict.fromkeys(TRACK, "right")
        return self._unknown()

    def _no(self) -> WalkPhase | None:
        return EachPhase(self._walk, [*self._by_question, *TRACK])

    def _unknown(self) -> WalkPhase | None:
        return EachPhase(self._walk, self._by_question)

    def prompt(self) -> WalkPrompt:
        """Asks whether all eleven light in order."""
        text = (
            "do eleven lights along the lower edge come on one by one, from left to right? "
            "done: yes, undo: no"
        )
        return WalkPrompt(WalkState.TRACK, self._walk.number, "", text)

    def scene(self) -> Scene:
        """Returns a growing bar that starts over when full."""
        step = self._walk.waited_ms // max(1, self._walk.pace.climb) % (len(TRACK) + DARK_STEPS)
        return dict.fromkeys(TRACK[:step], CLIMBING)


class EachPhase(_Question):
    """Asks about LEDs one by one, by name."""

    def __init__(self, walk: Walk, queue: list[str]) -> None:
        super().__init__(walk)
        self._queue = queue
        self._done = 0

    def tick(self) -> WalkPhase | None:
        """Ends after the last LED."""
        return super().tick() if self._queue else _after_lights(self._walk)

    def _yes(self) -> WalkPhase | None:
        return self.answered("right")

    def _no(self) -> WalkPhase | None:
        return ElsewherePhase(self._walk, self, self._queue[0])

    def _unknown(self) -> WalkPhase | None:
        return self.answered(None)

    def answered(self, answer: str | None) -> WalkPhase:
        """Records the answer and continues with the next LED."""
        led = self._queue.pop(0)
        self._done += 1
        if answer is not None:
            self._walk.evidence.leds[led] = answer
        return self

    def prompt(self) -> WalkPrompt:
        """Names the LED."""
        led = self._queue[0] if self._queue else ""
        where = (
            f"{led} (number {led[1:]} of the lower edge, from the left)" if led in TRACK else led
        )
        text = f"is the light of {where} on, and no other? done: yes, undo: no"
        total = self._done + len(self._queue)
        return WalkPrompt(WalkState.EACH, self._walk.number, led, text, self._done, total)

    def scene(self) -> Scene:
        """The asked LED alone."""
        return {self._queue[0]: ASKING} if self._queue else {}


class ElsewherePhase(_Question):
    """An LED is wrong: asks whether it is dark or its light is in another place."""

    def __init__(self, walk: Walk, each: EachPhase, led: str) -> None:
        super().__init__(walk)
        self._each = each
        self._led = led

    def _yes(self) -> WalkPhase | None:
        return self._each.answered("elsewhere")

    def _no(self) -> WalkPhase | None:
        return self._each.answered("dark")

    def _unknown(self) -> WalkPhase | None:
        return self._each.answered(None)

    def prompt(self) -> WalkPrompt:
        """Asks whether another light is on."""
        text = "is another light on instead? done: yes, undo: no"
        return WalkPrompt(WalkState.ELSEWHERE, self._walk.number, self._led, text)

    def scene(self) -> Scene:
        """The asked LED alone."""
        return {self._led: ASKING}
