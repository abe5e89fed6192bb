"""The walk through the self test as a state machine. Pure: time in ms is an argument.

Reeds are tested first: the screen names them, so nothing depends on LEDs. Then only the LEDs ask,
and reeds that have been tested answer. That tells exchanged reeds from exchanged LEDs. Anything
doubtful is asked a second time before it counts.

| State | Event | Does | Next |
|---|---|---|---|
| CLEAR | all reeds open for a while | | SWEEP |
| CLEAR | 10 s without a change | closed reeds count as stuck | SWEEP |
| CLEAR | skip | closed reeds count as stuck | SWEEP |
| SWEEP | asked reed closes | asks the next | SWEEP |
| SWEEP | two later reeds close in order | doubts all up to these, asks the next | SWEEP |
| SWEEP | another reed stays closed | doubts both, asks the next | SWEEP |
| SWEEP | 6 s | doubts, asks the next | SWEEP |
| SWEEP | skip | doubts, asks the next | SWEEP |
| SWEEP | third silence on a row that never closed | doubts the row's rest, asks the next | SWEEP |
| SWEEP | last reed, some doubts | | AGAIN |
| SWEEP | last reed, no doubts | | LIGHTS |
| AGAIN | asked reed stays closed | it is right | LIGHTS |
| AGAIN | another reed stays closed | it answers for the asked one, asks that too | AGAIN |
| AGAIN | 4 s with the magnet lifted before | it is dead | LIGHTS |
| AGAIN | skip | it is dead | LIGHTS |
| LIGHTS | magnet rests at the light | asks the next | LIGHTS |
| LIGHTS | magnet rests elsewhere | doubts, asks the next | LIGHTS |
| LIGHTS | 8 s | | DARK |
| LIGHTS | skip | | DARK |
| LIGHTS | last light | | TRACK |
| DARK | yes | asks about this one later, goes on | LIGHTS |
| DARK | no | the chain is cut, asks only those before | ANCHORS |
| DARK | 20 s | asks about this one later, goes on | LIGHTS |
| TRACK | yes | the track is right | ANCHORS |
| TRACK | no | asks for each | EACH |
| TRACK | 20 s | the track stays unknown | ANCHORS |
| EACH | yes | it is right | EACH |
| EACH | no | | ELSEWHERE |
| EACH | 20 s | it stays unknown | EACH |
| ELSEWHERE | yes | it is somewhere else | EACH |
| ELSEWHERE | no | it is dark | EACH |
| ANCHORS | all magnets stand | measures the rows | DIODES |
| ANCHORS | 30 s without a change | diodes stay unknown | OVER |
| ANCHORS | skip | diodes stay unknown | OVER |
| DIODES | asked reed closes | looks for ghosts, asks the next | DIODES |
| DIODES | 6 s | its diode stays unknown, asks the next | DIODES |
| DIODES | last reed | | OVER |
| any | 90 s without a hand | | ABANDONED |

States of parts that are not in the plan are skipped. TRACK and a cut chain lead to EACH first if
any LED remains to be asked about; EACH ends in ANCHORS. Once the buttons have passed, they answer
too: done is yes, undo is no, help is skip.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field, fields
from enum import Enum
from typing import Protocol

from heistboard.firmware import wire
from heistboard.link.reed_health import CHATTER, QUICK_MS
from heistboard.places import matrix
from heistboard.places.scene import DARK, Scene
from heistboard.selftest.plan import HandPlan

__all__ = ["Evidence", "Key", "Pace", "Walk", "WalkPhase", "WalkPrompt", "WalkState"]

RISES_WANTED = 3  # measurements per row
RISE_EVERY_MS = 100
ELSEWHERE = 3  # once this many reeds have closed later, the hand has moved on


class WalkState(Enum):
    """States of the walk; see the module's table."""

    CLEAR = "clear"
    SWEEP = "sweep"
    AGAIN = "again"
    LIGHTS = "lights"
    DARK = "dark"
    TRACK = "track"
    EACH = "each"
    ELSEWHERE = "elsewhere"
    ANCHORS = "anchors"
    DIODES = "diodes"
    OVER = "over"
    ABANDONED = "abandoned"


class Key(Enum):
    """A person's answer, by button or keyboard."""

    YES = "yes"
    NO = "no"
    SKIP = "skip"


_BUTTON_KEYS = {"done": Key.YES, "undo": Key.NO, "help": Key.SKIP}


@dataclass(frozen=True)
class Pace:
    """Timeouts and waits, in ms."""

    settle: int = 500  # all reeds open
    clear: int = 10_000  # no reed has changed: nobody is clearing the board
    sweep: int = 6_000
    wrong: int = 1_200  # another reed stays closed, longer than a passing hand
    again_right: int = 300
    again_wrong: int = 800
    again: int = 4_000
    lit: int = 250
    lit_wrong: int = 700
    dark: int = 8_000
    question: int = 20_000
    climb: int = 250  # per light of the track
    anchors: int = 30_000
    ghost: int = 60  # longer than debouncing delays an opening
    press: int = 100
    idle: int = 90_000

    def faster(self, times: float) -> Pace:
        """Returns a pace faster by the factor *times*, but no faster than debouncing allows."""
        shorter = {each.name: round(getattr(self, each.name) / times) for each in fields(self)}
        least = {"ghost": 40, "press": 60, "again_right": 40, "lit": 40, "settle": 50}
        return Pace(**{name: max(value, least.get(name, 0)) for name, value in shorter.items()})


@dataclass
class Evidence:
    """The walk's observations; :mod:`~heistboard.selftest.findings` draws the conclusions."""

    answers: dict[str, str | None] = field(
        default_factory=dict
    )  # which reed closed, by asked reed
    assumed: set[str] = field(default_factory=set)  # dead with their line, not asked twice
    stuck: set[str] = field(default_factory=set)
    chattering: set[str] = field(default_factory=set)
    line_name: matrix.LineName = matrix.line_name  # names of this board's lines
    rises_us: dict[int, list[int]] = field(default_factory=dict)
    leds: dict[str, str] = field(default_factory=dict)  # right, dark, elsewhere, or a place
    cut: str | None = None  # the first LED behind a cut
    diodes: dict[str, tuple[frozenset[str], frozenset[str]]] = field(default_factory=dict)
    """By swept reed: the reeds that were closed, and the ghosts beside them."""


@dataclass(frozen=True)
class WalkPrompt:
    """The current question. *number* counts questions; *asked* is a reed or an LED."""

    state: WalkState
    number: int
    asked: str
    text: str
    done: int = 0
    total: int = 0
    missing: tuple[str, ...] = ()  # closed in CLEAR, open in ANCHORS and DIODES
    lifts: bool = False  # the magnet must be lifted first


class WalkPhase(Protocol):
    """A state of the walk; methods return the next phase, or None to stay."""

    def changed(self, reed: str, is_closed: bool) -> WalkPhase | None:
        """Handles the change of one reed."""

    def key(self, key: Key) -> WalkPhase | None:
        """Handles an answer."""

    def tick(self) -> WalkPhase | None:
        """Handles timeouts."""

    def prompt(self) -> WalkPrompt:
        """Returns the question."""

    def scene(self) -> Scene:
        """Returns the lights."""


class Walk:
    """One walk; see the module's text. *closed*: the reeds closed at its start."""

    def __init__(
        self,
        closed: Collection[str],
        now_ms: int,
        plan: HandPlan | None = None,
        pace: Pace | None = None,
    ) -> None:
        from heistboard.selftest.reeds import begin

        self.plan = plan or HandPlan()
        self.pace = pace or Pace()
        self.evidence = Evidence()
        self.doubts: set[str] = set()
        self.closed = set(closed)
        self.ever_closed = set(closed)
        self.since_ms = dict.fromkeys(closed, now_ms)
        self.standing: tuple[str, ...] = ()  # reeds with a magnet that stands on purpose
        self.now_ms = now_ms
        self.number = 0
        self.asked_ms = now_ms
        self._asked_at: dict[str, int] = dict.fromkeys(closed, 0)  # which question closed a reed
        self._hand_ms = now_ms
        self._changed_ms: dict[str, int] = {}
        self._quick: dict[str, int] = {}
        self._pressed: dict[str, int] = {}
        self._rise_ms = now_ms - RISE_EVERY_MS
        self._phase: WalkPhase = begin(self)

    # Input.

    def changed(
        self, reed: str, is_closed: bool, now_ms: int, board_ms: int | None = None
    ) -> None:
        """Handles the change of one reed; *board_ms* is its time by the board's clock."""
        self.now_ms = now_ms
        if reed not in self.evidence.chattering:
            self._hand_ms = now_ms
        if is_closed == (reed in self.closed):
            return
        (self.closed.add if is_closed else self.closed.discard)(reed)
        self._count_quick(reed, now_ms if board_ms is None else board_ms)
        if is_closed:
            self.ever_closed.add(reed)
            self.since_ms[reed] = now_ms
            self._asked_at[reed] = self.number
            if reed in _BUTTON_KEYS and reed != self.prompt.asked:  # else it is swept
                self._pressed[reed] = now_ms
        else:
            self._pressed.pop(reed, None)
        self._go(self._phase.changed(reed, is_closed))

    def rise(self, rows_us: Collection[int]) -> None:
        """Records a measurement of the rows' rise times."""
        for row, rise_us in enumerate(rows_us):
            if rise_us != wire.RISE_UNKNOWN:
                self.evidence.rises_us.setdefault(row, []).append(rise_us)

    def key(self, key: Key, now_ms: int) -> None:
        """Handles an answer from the keyboard."""
        self.now_ms = self._hand_ms = now_ms
        self._go(self._phase.key(key))

    def tick(self, now_ms: int) -> None:
        """Handles timeouts."""
        self.now_ms = now_ms
        if self.is_over:
            return
        for button, pressed_ms in list(self._pressed.items()):
            if now_ms - pressed_ms >= self.pace.press:
                del self._pressed[button]
                if self._is_control(button):
                    self._go(self._phase.key(_BUTTON_KEYS[button]))
        self._go(self._phase.tick())
        if now_ms - self._hand_ms >= self.pace.idle and not self.is_over:
            self._go(EndPhase(self, WalkState.ABANDONED))

    def stop(self) -> None:
        """Ends the evidence of a walk that is not finished; its prompt says where to go on."""
        self.evidence.stuck &= self.closed

    # Output.

    @property
    def state(self) -> WalkState:
        """The current state."""
        return self._phase.prompt().state

    @property
    def is_over(self) -> bool:
        """True once the walk has ended."""
        return isinstance(self._phase, EndPhase)

    @property
    def prompt(self) -> WalkPrompt:
        """The current question."""
        return self._phase.prompt()

    def scene(self, now_ms: int) -> Scene:
        """Returns the lights at *now_ms*."""
        self.now_ms = now_ms
        return self._phase.scene()

    def wants_rise(self, now_ms: int) -> bool:
        """True if the rise times should be measured now."""
        if self.is_over or now_ms - self._rise_ms < RISE_EVERY_MS:
            return False
        rises = self.evidence.rises_us
        rows = {matrix.row_of(reed) for reed in self.closed}
        if all(len(rises.get(row, ())) >= RISES_WANTED for row in rows):
            return False
        self._rise_ms = now_ms
        return True

    # For the phases.

    def ask(self) -> None:
        """Starts a new question."""
        self.number += 1
        self.asked_ms = self.now_ms

    @property
    def waited_ms(self) -> int:
        """Time since the current question was asked."""
        return self.now_ms - self.asked_ms

    def is_quiet(self, reed: str) -> bool:
        """True if *reed* neither chatters nor is stuck."""
        return reed not in self.evidence.chattering and reed not in self.evidence.stuck

    def resting(self) -> list[tuple[int, str]]:
        """Returns time since closing and name of each freshly closed reed, newest first."""
        return sorted(
            (self.now_ms - self.since_ms[reed], reed)
            for reed in self.closed
            if self.is_fresh(reed) and self.is_quiet(reed) and reed not in self.standing
        )

    def is_fresh(self, reed: str) -> bool:
        """True if *reed* closed since the last question."""
        return self._asked_at.get(reed) == self.number

    def lingering(self) -> set[str]:
        """Returns the reeds that a magnet has held closed since before the last question."""
        return {
            reed
            for reed in self.closed - set(self.standing) - self.clings()
            if self.is_quiet(reed) and not self.is_fresh(reed)
        }

    def clings(self) -> set[str]:
        """Returns the reeds that are still closed although the hand has moved on."""
        chattering = self.evidence.chattering
        return {
            reed
            for reed in self.closed - set(self.standing) - chattering
            if sum(
                since_ms > self.since_ms[reed]
                for other, since_ms in self.since_ms.items()
                if other not in chattering
            )
            >= ELSEWHERE
        }

    def _is_control(self, button: str) -> bool:
        answer = self.evidence.answers.get(button)
        is_known = answer == button or "reeds" not in self.plan.parts
        is_ghost = self.standing and not self.closed <= {button, *self.standing}
        return is_known and button not in self.doubts and self.is_quiet(button) and not is_ghost

    def _count_quick(self, reed: str, board_ms: int) -> None:
        last_ms = self._changed_ms.get(reed)
        self._changed_ms[reed] = board_ms
        is_quick = last_ms is not None and board_ms - last_ms <= QUICK_MS
        self._quick[reed] = self._quick.get(reed, 0) + 1 if is_quick else 0
        # Beside standing magnets, a chattering reed makes ghosts that chatter with it.
        chattering = self.evidence.chattering
        if self._quick[reed] >= CHATTER and not (self.standing and chattering):
            chattering.add(reed)

    def _go(self, phase: WalkPhase | None) -> None:
        while phase is not None:
            self._phase = phase
            self.ask()
            phase = phase.tick()


class EndPhase:
    """The walk has ended."""

    def __init__(self, walk: Walk, state: WalkState = WalkState.OVER) -> None:
        self._walk = walk
        self._state = state
        walk.evidence.stuck &= walk.closed
        if not walk.standing:  # beside standing magnets, ghosts may seem closed
            walk.evidence.stuck |= walk.clings()

    def changed(self, reed: str, is_closed: bool) -> WalkPhase | None:
        """Does nothing."""
        return None

    def key(self, key: Key) -> WalkPhase | None:
        """Does nothing."""
        return None

    def tick(self) -> WalkPhase | None:
        """Does nothing."""
        return None

    def prompt(self) -> WalkPrompt:
        """Tells the person that the walk is over."""
        return WalkPrompt(self._state, self._walk.number, "", "that was all; take the magnets off")

    def scene(self) -> Scene:
        """Returns no lights."""
        return DARK
