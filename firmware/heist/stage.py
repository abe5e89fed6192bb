"""Scenes on the board: parts are collected on a copy and shown when the last one is there. Pure.

Called by heist/session.py. PROTOCOL.md, "Scenes", is the contract. Allocates only when made.
"""

from . import wire

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .lights import Lights

PARTIAL = 0  # a part was taken, others are missing
SHOWN = 1  # the scene is shown now, or another one still: say which
REFUSED = 2  # the block asks for what does not exist


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
        leds = len(self._staged)
        i = 6
        while i < wire.CRC_AT:
            led = data[i]
            if led != wire.LED_NONE:
                # Parts come in any order, and "every LED" would undo what came before.
                if led >= leds and (led != wire.LED_ALL or parts > 1):
                    return False
                if data[i + 1] & wire.PATTERN_MASK >= wire.PATTERNS:
                    return False
            i += 2
        return True

    def _begin(self, scene: int, base: int, parts: int) -> None:
        staged = self._staged
        intents = self._lights.intents
        i = 0
        while i < len(staged):
            staged[i] = intents[i] if base else 0
            i += 1
        self._scene = scene
        self._base = base
        self._parts = parts
        self._mask = 0

    def _collect(self, data: bytearray) -> None:
        staged = self._staged
        i = 6
        while i < wire.CRC_AT:
            led = data[i]
            if led == wire.LED_ALL:
                j = 0
                while j < len(staged):
                    staged[j] = data[i + 1]
                    j += 1
            elif led != wire.LED_NONE:
                staged[led] = data[i + 1]
            i += 2

    def _show(self) -> None:
        intents = self._lights.intents
        i = 0
        while i < len(intents):
            intents[i] = self._staged[i]
            i += 1
        self.shown = self._scene
        self._scene = 0
