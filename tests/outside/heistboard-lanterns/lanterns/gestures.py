"""Gestures: the carrier moves the lantern and rings the bell. Other moves are made on pages.

| The lantern is | in the phase ``carry`` | in other phases |
|---|---|---|
| lifted | no move yet | wrong |
| on a neighbouring crossing, for ``SETTLE_MS`` | carried there | wrong |
| on another crossing, or not the only thing on a crossing | wrong | wrong |
| not where it was, after a restart, a typed move or an undo | wrong | wrong |

After ``SETTLE_MS`` a wrong board must be put right before hands can make moves again.

With a tower there is a bell, on floor 2:

| In the tower | in the phase ``tower`` | in other phases |
|---|---|---|
| a tap on the bell: lifted and put back at once | rung | no move |
| a tap with the flashlight on ``QUIET`` | the bell rests | wrong, as anything on a cell there |
| the bell is off for more than ``LIFTED_MS`` | wrong | wrong at once |
| Help | the next of both moves is said | the question is said |
| Done after Help | what was said last | no move |
| Undo after Help | nothing is said any more | a move is taken back |

While a beat runs, each seat has a cell, from a1 on: the flashlight held there says Stop.
"""

from collections.abc import Collection, Mapping
from typing import Final

from heistboard.games.gestures import Record, Wrong
from heistboard.games.misplaced_pieces import ask_wrong
from heistboard.games.plain_gestures import PlainGestures
from heistboard.games.spoken_moves import Menu
from heistboard.places.layout import CELLS, CROSSINGS, ROUND_TRACK
from heistboard.places.place import OCCUPANTS, at_floor, name_of
from heistboard.places.scene import Colour, Intent, Level, Pattern, Scene
from heistboard.rules import Choice

from lanterns.notation import read
from lanterns.rules import FULL, Lanterns

__all__ = ["BELL", "QUIET", "SETTLE_MS", "LanternGestures", "sit_down"]

SETTLE_MS: Final = 700  # knocks and slides are shorter
LIFTED_MS: Final = 1_500  # the bell may be off for so long, to ring
BELL: Final = "2:c3"
QUIET: Final = "2:c1"

_REEDS: Final = {crossing: OCCUPANTS[crossing] for crossing in CROSSINGS}
_EXPECTED: Final = {
    lantern: {reed: crossing == lantern for crossing, reed in _REEDS.items()}
    for lantern in CROSSINGS
}
_TOWER: Final = {f"{BELL}.occupant": True, f"{QUIET}.occupant": False}
_STANDING: Final = {crossing: {"lantern": {"brass": crossing}} for crossing in CROSSINGS}
_BELL_STANDS: Final = {"bell": {"": BELL}}
_BELL: Final = Intent(Colour.AMBER)
_TAP: Final = Intent(Colour.WHITE, pattern=Pattern.PULSE)
_RIM: Final = [f"r{number}" for number in range(FULL + 1, len(ROUND_TRACK) + 1)]
_BREATH: Final = Intent(Colour.BLUE, Level.LOW, Pattern.PULSE)
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
        self._has_tower = bool(self.state.options["tower"])
        self._off: list[str] = []  # reeds of the tower that are not as they must be
        self._off_ms = now_ms
        self._is_tower_wrong = self._has_tower
        self._menu: Menu | None = None  # what may be done in the tower, for who has no page

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
        """Reads the crossings and the tower in *picture*."""
        stands = [crossing for crossing, reed in _REEDS.items() if reed in picture]
        if stands != self._stands:
            self._stands, self._since_ms = stands, now_ms
        self.wake_ms = None
        if self._has_tower:
            self._look_at_tower(picture, now_ms)
            self._look_at_menu(now_ms)
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

    def _look_at_tower(self, picture: frozenset[str], now_ms: int) -> None:
        off = [reed for reed, must in _TOWER.items() if must is not (reed in picture)]
        if off != self._off:
            self._off, self._off_ms = off, now_ms
        self._is_tower_wrong = bool(off)
        if self.state.phase == "tower" and off == [f"{BELL}.occupant"]:
            due_ms = self._off_ms + LIFTED_MS
            self._is_tower_wrong = now_ms >= due_ms
            if now_ms < due_ms:
                self.wake_ms = due_ms

    @property
    def taps(self) -> Collection[str]:
        """The bell, and the other lit place, while the carrier is asked; in a beat, the seats'."""
        if self.beat is not None:
            return CELLS[: len(self.state.seats)]
        return (BELL, QUIET) if self.state.phase == "tower" else ()

    def tapped(self, place: str, now_ms: int, *, is_hold: bool) -> None:
        """Rings the bell, or lets it rest; or says Stop."""
        if place in CELLS:
            self.stop = CELLS.index(place) if is_hold else None
        elif not is_hold:
            self.record.write((read("ring" if place == BELL else "hush"),))
            self.look(self.picture, now_ms)

    def _look_at_menu(self, now_ms: int) -> None:
        if self._menu is None:
            return
        until_ms = self._menu.until_ms
        if self.state.phase != "tower" or now_ms >= until_ms:
            self._menu = None
        else:
            self.wake_ms = until_ms if self.wake_ms is None else min(self.wake_ms, until_ms)

    def help(self, now_ms: int) -> bool:
        """Says what may be done in the tower, one move after the other."""
        if self.state.phase != "tower":
            return False
        if self._menu is None:
            self._menu = Menu.opened(self.state.legal(), now_ms)
        else:
            self._menu = self._menu.next(now_ms)
        self.look(self.picture, now_ms)
        return True

    def back(self, now_ms: int) -> bool:
        """Closes the menu."""
        is_open, self._menu = self._menu is not None, None
        self.update()
        return is_open

    def done(self, now_ms: int, held_ms: int = 0) -> bool:
        """Does what the menu said last."""
        if self._menu is None or self.wrong():
            return super().done(now_ms, held_ms)
        self.record.write((self._menu.move,))
        self.look(self.picture, now_ms)
        return True

    def _may_be_carried(self) -> bool:
        if self._must_heal or self.state.phase != "carry" or len(self._stands) > 1:
            return False
        return all(f"carry {crossing}" in self.state.legal() for crossing in self._stands)

    def _settle(self, now_ms: int) -> None:
        due_ms = self._since_ms + SETTLE_MS
        if now_ms < due_ms:
            self.wake_ms = due_ms if self.wake_ms is None else min(self.wake_ms, due_ms)
        elif self._may_be_carried() and not self._is_tower_wrong:
            self.record.write((read(f"carry {self._stands[0]}"),))
        else:
            self._must_heal = True

    def update(self) -> None:
        """Asks to put back what is misplaced, else for what the rules need; or says the menu."""
        if self.wrong():
            self.ask = ask_wrong(self)
        elif self._menu is not None:
            if self.ask != self._menu.ask:
                self.spoken.append(self._menu.ask)
            self.ask = self._menu.ask
        else:
            super().update()

    def expected(self) -> Mapping[str, bool]:
        """Returns the expected level of the reeds of crossings and tower."""
        crossings = _EXPECTED[self.state.night.lantern]
        return crossings | _TOWER if self._has_tower else crossings

    def standing(self) -> Mapping[str, Mapping[str, str]]:
        """Returns where the lantern is and, with a tower, the bell."""
        standing = _STANDING[self.state.night.lantern]
        return standing | _BELL_STANDS if self._has_tower else standing

    def wrong(self) -> Mapping[str, Wrong]:
        """Returns where a piece is missing, and where something does not belong."""
        if self.state.outcome is not None:
            return {}
        wrong: dict[str, Wrong] = {}
        if self._is_wrong:
            lantern = self.state.night.lantern
            wrong = {} if lantern in self._stands else {lantern: Wrong.MISSING}
            wrong |= {each: Wrong.EXTRA for each in self._stands if each != lantern}
        if self._is_tower_wrong:
            wrong |= {name_of(each): _how(each) for each in self._off}
        return wrong

    def missing_piece(self, place: str) -> str:
        """Returns the bell or the lantern."""
        return "bell" if place == BELL else "lantern brass"

    def scene(self, now_ms: int) -> Scene:
        """Returns lantern, bell, where either may be moved or tapped, the flame, and a beat."""
        night = self.state.night
        floors = (1, 2) if self._has_tower else (1,)
        flame = [f"r{number}" for number in range(1, night.flame + 1)]
        lights = {at_floor(floor, each): _LANTERN for floor in floors for each in flame}
        if self.beat is not None:
            lights |= dict.fromkeys(_RIM, _BREATH)
        lights[night.lantern] = _LANTERN
        if self._has_tower:
            lights[BELL] = _BELL
        if wrong := self.wrong():
            return lights | {place: _WRONG[how] for place, how in wrong.items()}
        lights |= dict.fromkeys(self.taps, _TAP)
        if night.phase == "carry":
            lights |= {move.parts["crossing"]: _ROAD for move in self.state.legal()}
        return lights


def _how(reed: str) -> Wrong:
    return Wrong.MISSING if _TOWER[reed] else Wrong.EXTRA


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
