"""Scenes on the board: parts are collected on a copy and shown when the last one is there. Pure.

Called by heist/session.py. PROTOCOL.md, "Scenes", is the contract. Allocates only when made.
"""

from . import wire
from .compat import const, micropython, ptr8

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .lights import Lights

PARTIAL = 0  # a part was taken, others are missing
SHOWN = 1  # the scene is shown now, or another one still: say which
REFUSED = 2  # the block asks for what does not exist

_PAIRS_END = const(28)  # wire.CRC_AT; the others are wire's too, as constants of this file
_LED_ALL = const(0xFF)
_LED_NONE = const(0xFE)
_PATTERNS = const(6)


class Stage:
    """The scene that is shown and the one that is coming."""

    def __init__(self, lights: "Lights") -> None:
        self.shown = 0
        self._lights = lights
        self._staged = bytearray(len(lights.intents))
        self._scene = 0
        self._base = 0
        self._parts = 0
        self._mask = 0

    def reset(self) -> None:
        """Counts from scene 0 again; the lights stay as they are."""
        self.shown = 0
        self._scene = 0

    def part(self, data: bytearray) -> int:
        """Takes a SCENE block; returns PARTIAL, SHOWN or REFUSED."""
        scene = data[3]
        base = data[4]
        parts = data[5] >> 4
        part = data[5] & 0x0F
        if not scene or part >= parts or not self._is_sound(data, parts):
            return REFUSED
        if scene == self.shown or (base and base != self.shown):
            return SHOWN
        if scene != self._scene or base != self._base or parts != self._parts:
            self._begin(scene, base, parts)
        self._collect(data)
        self._mask |= 1 << part
        if self._mask != (1 << parts) - 1:
            return PARTIAL
        self._show()
        return SHOWN

    def _is_sound(self, data: bytearray, parts: int) -> bool:
        # Parts come in any order, and "every LED" would undo what came before.
        return bool(_check(data, len(self._staged), 0 if parts > 1 else wire.LED_ALL))

    def _begin(self, scene: int, base: int, parts: int) -> None:
        _copy(self._staged, self._lights.intents, len(self._staged), 1 if base else 0)
        self._scene = scene
        self._base = base
        self._parts = parts
        self._mask = 0

    def _collect(self, data: bytearray) -> None:
        _take(data, self._staged, len(self._staged))

    def _show(self) -> None:
        _copy(self._lights.intents, self._staged, len(self._staged), 1)
        self.shown = self._scene
        self._scene = 0


# The loops, as machine code on a board. The pairs of a block are its bytes 6..27.


@micropython.viper
def _check(data: ptr8, leds: int, every: int) -> int:
    i = 6
    while i < _PAIRS_END:
        led = data[i]
        if led != _LED_NONE:
            if led >= leds and led != every:
                return 0
            if data[i + 1] & 7 >= _PATTERNS:
                return 0
        i += 2
    return 1


@micropython.viper
def _take(data: ptr8, staged: ptr8, leds: int) -> int:
    i = 6
    while i < _PAIRS_END:
        led = data[i]
        if led == _LED_ALL:
            j = 0
            while j < leds:
                staged[j] = data[i + 1]
                j += 1
        elif led != _LED_NONE:
            staged[led] = data[i + 1]
        i += 2
    return 0


@micropython.viper
def _copy(to: ptr8, source: ptr8, size: int, factor: int) -> int:
    i = 0
    while i < size:
        to[i] = source[i] * factor
        i += 1
    return 0
