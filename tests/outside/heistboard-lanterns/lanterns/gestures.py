"""Gestures: the carrier moves the lantern. All other moves are made on pages, or typed.

| The lantern is | in the phase ``carry`` | in other phases |
|---|---|---|
| lifted | no move yet | wrong |
| on a neighbouring crossing, for ``SETTLE_MS`` | carried there | wrong |
| on another crossing, or not the only thing on a crossing | wrong | wrong |
| not where it was, after a restart, a typed move or an undo | wrong | wrong |

After ``SETTLE_MS`` a wrong board must be put right before hands can make moves again.
"""

from collections.abc import Collection, Mapping
from typing import Final

from heistboard.games.gestures import Record, Wrong
from heistboard.games.plain_gestures import PlainGestures
from heistboard.places.layout import CROSSINGS
from heistboard.places.place import OCCUPANTS
from heistboard.places.scene import Colour, Intent, Level, Pattern, Scene
from heistboard.rules import Ask, Choice

from lanterns.notation import read
from lanterns.rules import Lanterns

__all__ = ["SETTLE_MS", "LanternGestures", "sit_down"]

SETTLE_MS: Final = 700  # knocks and slides are shorter

_REEDS: Final = {crossing: OCCUPANTS[crossing] for crossing in CROSSINGS}
_EXPECTED: Final = {
    lantern: {reed: crossing == lantern for crossing, reed in _REEDS.items()}
    for lantern in CROSSINGS
}
_LANTERN: Final = Intent(Colour.AMBER, Level.BRIGHT)
_ROAD: Final = Intent(Colour.WHITE, Level.LOW, Pattern.PULSE)
_WRONG: Final = {
    Wrong.MISSING: Intent(Colour.WHITE, pattern=Pattern.BLINK),
    Wrong.EXTRA: Intent(Colour.RED, pattern=Pattern.BLINK),
}


class LanternGestures(PlainGestures):
    """The lantern on its crossing, and the buttons."""

    def __init__(self, record: Record, now_ms: int) -> None:
        super().__init__(record, now_ms)
        self._must_heal = True  # the lantern must be where it belongs before anything counts
        self._is_wrong = True
        self._home = self.state.night.lantern  # where it belonged at the last look
        self._stands: list[str] = []  # crossings with something on them
        self._since_ms = now_ms  # when that was first seen

    @property
    def state(self) -> Lanterns:
        """The game."""
        state = self.record.state
        assert isinstance(state, Lanterns)
        return state

    @property
    def is_settling(self) -> bool:
        """Whether the lantern will be carried if it stays where it is."""
        return self.wake_ms is not None and not self._is_wrong

    def look(self, picture: frozenset[str], now_ms: int, *, is_jump: bool = False) -> None:
        """Reads the crossings in *picture*."""
        stands = [crossing for crossing, reed in _REEDS.items() if reed in picture]
        if stands != self._stands:
            self._stands, self._since_ms = stands, now_ms
        self.wake_ms = None
        home = self.state.night.lantern
        if stands == [home]:
            self._must_heal = False
        elif is_jump or home != self._home:
            self._must_heal = True
        elif not self._must_heal and (stands or self.state.phase != "carry"):
            self._settle(now_ms)
        self._home = self.state.night.lantern
        self._is_wrong = stands != [self._home] and not self._may_be_carried()
        super().look(picture, now_ms)

    def _may_be_carried(self) -> bool:
        if self._must_heal or self.state.phase != "carry" or len(self._stands) > 1:
            return False
        return all(f"carry {crossing}" in self.state.legal() for crossing in self._stands)

    def _settle(self, now_ms: int) -> None:
        if now_ms - self._since_ms < SETTLE_MS:
            self.wake_ms = self._since_ms + SETTLE_MS
        elif self._may_be_carried():
            self.record.write((read(f"carry {self._stands[0]}"),))
        else:
            self._must_heal = True

    def update(self) -> None:
        """Asks to put the lantern back if it is misplaced, else for what the rules need."""
        if not self.wrong():
            super().update()
            return
        lantern = self.state.night.lantern
        away = ", ".join(crossing for crossing in self._stands if crossing != lantern)
        if lantern in self._stands:
            self.ask = Ask("wrong.extra", {"places": away})
        elif away:
            self.ask = Ask("wrong.move", {"from": away, "to": lantern, "pieces": "lantern brass"})
        else:
            self.ask = Ask("wrong.missing", {"places": lantern, "pieces": "lantern brass"})

    def expected(self) -> Mapping[str, bool]:
        """Returns the expected level of each crossing's reed."""
        return _EXPECTED[self.state.night.lantern]

    def wrong(self) -> Mapping[str, Wrong]:
        """Returns where the lantern is missing, and where something does not belong."""
        if not self._is_wrong or self.state.outcome is not None:
            return {}
        lantern = self.state.night.lantern
        missing = {} if lantern in self._stands else {lantern: Wrong.MISSING}
        return missing | {each: Wrong.EXTRA for each in self._stands if each != lantern}

    def missing_piece(self, place: str) -> str:
        """Returns the lantern."""
        return "lantern brass"

    def scene(self, now_ms: int) -> Scene:
        """Returns the lantern's light, the crossings it may go to, and the flame on the track."""
        night = self.state.night
        lights = {f"r{number}": _LANTERN for number in range(1, night.flame + 1)}
        lights[night.lantern] = _LANTERN
        if wrong := self.wrong():
            return lights | {place: _WRONG[how] for place, how in wrong.items()}
        if night.phase == "carry":
            lights |= {move.parts["crossing"]: _ROAD for move in self.state.legal()}
        return lights


def sit_down(
    record: Record,
    now_ms: int,
    *,
    is_resumed: bool = False,
    works: Collection[str] = (),
    options: Mapping[str, Choice],
) -> LanternGestures:
    """Returns the gestures for a game of Lanterns."""
    return LanternGestures(record, now_ms)
