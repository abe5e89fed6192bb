"""Scenes on the board: parts are collected in a copy and shown when all have arrived. Pure.

Called by heist/session.py. PROTOCOL.md, "Scenes", is the contract. Allocates in the constructor
only.
"""

from array import array

from .compat import const, micropython, ptr8, ptr16

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .lights import Lights

PARTIAL = const(0)  # a part was accepted, others are missing
SHOWN = const(1)  # the scene is shown, or refused for the one still shown: report which
REFUSED = const(2)  # the block has an LED or value that does not exist
_NEW = const(3)  # as SHOWN, and the intents changed

_PAIRS_END = const(28)  # wire.CRC_AT; the next ones are copies of wire's constants, too
_LED_ALL = const(63)
_LED_NONE = const(62)
_MOTIONS = const(9)
_CHASE = const(16)


# Indexes of the incoming scene's state.
_SCENE = const(0)  # 0: none
_BASE = const(1)
_PARTS = const(2)
_HAVE = const(3)  # bit p: part p has arrived


class Stage:
    """The scene that is shown and the incoming one."""

    def __init__(self, lights: "Lights") -> None:
        self.shown = 0
        self._lights = lights
        self._staged = array("H", bytes(2 * len(lights.intents)))
        self._coming = array("H", bytes(2 * 4))

    def reset(self) -> None:
        """Restarts at scene 0; the lights stay as they are."""
        self.shown = 0
        self._coming[_SCENE] = 0

    @micropython.native
    def part(self, data: bytearray) -> int:
        """Handles a SCENE block; returns PARTIAL, SHOWN or REFUSED."""
        lights = self._lights
        intents = lights.intents
        answer = _take(data, self.shown, self._coming, self._staged, intents, len(intents))
        if answer != _NEW:
            return answer
        self.shown = data[3]
        lights.changed()
        return SHOWN


@micropython.viper
def _take(data: ptr8, shown: int, coming: ptr16, staged: ptr16, intents: ptr16, leds: int) -> int:
    # Machine code on a board. The pairs of a block are its bytes 6..27.
    scene = data[3]
    base = data[4]
    parts = data[5] >> 4
    part = data[5] & 0x0F
    if not scene or part >= parts:
        return REFUSED
    # Parts come in any order, and "every LED" would overwrite earlier parts.
    every = _LED_NONE if parts > 1 else _LED_ALL
    at = 6
    while at < _PAIRS_END:
        led = data[at + 1] >> 2
        if led != _LED_NONE:
            if led >= leds and led != every:
                return REFUSED
            if _MOTIONS <= data[at] & 31 < _CHASE:
                return REFUSED
        at += 2
    if scene == shown or (base and base != shown):
        return SHOWN

    target = staged
    is_new = 0
    if parts == 1:
        target = intents
        if not base:
            is_new = 1
    elif scene != coming[_SCENE] or base != coming[_BASE] or parts != coming[_PARTS]:
        is_new = 1
        coming[_SCENE] = scene
        coming[_BASE] = base
        coming[_PARTS] = parts
        coming[_HAVE] = 0
    if is_new:
        led = 0
        while led < leds:
            target[led] = intents[led] if base else 0
            led += 1
    at = 6
    while at < _PAIRS_END:
        led = data[at + 1] >> 2
        intent = data[at] | (data[at + 1] & 3) << 8
        if led < leds:
            target[led] = intent
        elif led == _LED_ALL:
            led = 0
            while led < leds:
                target[led] = intent
                led += 1
        at += 2

    if parts > 1:
        coming[_HAVE] = coming[_HAVE] | 1 << part
        if coming[_HAVE] != (1 << parts) - 1:
            return PARTIAL
        led = 0
        while led < leds:
            intents[led] = staged[led]
            led += 1
    coming[_SCENE] = 0
    return _NEW
