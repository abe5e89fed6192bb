"""Turns intents and the time into bytes for the LEDs, within a current budget; pure.

heist/board.py calls render() for each frame and renew() for each change. An intent is 10 bits per
LED, its colour, level and motion, laid out as in PROTOCOL.md. Motions are animated here, so that
the host never streams frames. The loops are machine code on a board and plain Python elsewhere.

Allocates eight bytes per LED and 449 bytes of tables in the constructor, and two tables of 256
bytes at import, the only place with floats; nothing afterwards (a call borrows its frame from
the heap and returns it). The worst case of render() is a moving pattern on every LED: one loop
iteration each. changed() costs a short iteration per LED and a longer one per tone in use.

Flashing light can harm people; WCAG 2.3.1 allows three flashes in any second. No LED flashes more
than twice, nor do all flashing LEDs together: their flashes begin on one beat. A wave is wide (a
pulse swells once in two seconds, a chase once in four), so that flashes and waves of any phases
together make the light of a board rise at most three times in any second.
"""

from array import array

from .compat import const, micropython, ptr8, ptr16

FRAME_MS = const(20)  # interval of frames while any LED moves

# All periods are powers of two in ms, so they divide the clock's 2**29: no jump at the wrap.
_BREATH_SHIFT = const(3)  # a swell of pulse or chase: 256 steps of 8 ms, 2.048 s
_BEAT_SHIFT = const(8)  # flashes: 16 beats of 256 ms, 4.096 s
_PHASE_SHIFT = const(5)  # steps from one phase of a chase to the next: 32, a beat

_PULSE = const(7)
_MOTIONS = const(9)  # wire.MOTIONS: below are pulse and flashes, from there to the chase nothing
_CHASE = const(16)

# By motion: bit b = lit in beat b.
_BEATS = (
    0b1111111111111111,
    0b0000000100000001,  # single, double, triple: twice in a round
    0b0000010100000101,
    0b0001010100010101,
    0b0000000001010101,  # four flashes, five, six
    0b0000000101010101,
    0b0000010101010101,
    0b1111111111111111,
    0b0111011101110111,  # blink
)

_TROUGH_SHIFT = const(3)  # in the trough an eighth of the light remains

_LIT = const(0x7F)  # intents above this have a colour
_ALONE = const(0x87)  # the intent of all LEDs when there is no host: white, dim, pulse
_TONES = const(32)  # a tone is colour and level: an intent without its motion
_AMPLE = const(0xFFFF)  # counts; more than one LED of each tone can draw
_EVERY = bytearray(b"\x01" * 32)  # of the tones
_MOVING = const(32)  # behind the tones
_TROUGHS = const(96)  # where they begin in the shades
_WERE_USED = const(192)  # behind them, by tone: had LEDs at the last _scale()

# Supply current: 20 mA per channel at 255 is 20000 / 255 = 4000 / 51 uA per count.
_IDLE_UA = const(1000)
_COUNT_UA_TIMES_51 = const(4000)
_LEDS_MAX = const(255)  # counts fit in bytes, sums stay below 2**30

# Linear light in wire order: green, red, blue. Single colours are strong and mixed ones weak, so
# that they look equally bright; green leans to blue, to differ from amber for colour-blind people.
_PALETTE = (
    b"\x00\x00\x00"  # off
    b"\x6e\x96\x50"  # white
    b"\x00\xff\x00"  # red
    b"\x1e\x00\xff"  # blue
    b"\xc8\x00\x32"  # green
    b"\x96\xd2\x00"  # yellow
    b"\x1e\xff\x78"  # pink
    b"\x3c\xff\x00"  # amber
)
_LEVELS = b"\x2b\x55\x96\xff"  # perceived; as light 2 %, 9 %, 31 %, 100 %


def _gamma() -> bytearray:
    # Gamma 2.2: half the perceived brightness is a fifth of the light. Only the first step is
    # dark.
    table = bytearray(256)
    for step in range(1, 256):
        table[step] = max(1, int(255 * (step / 255) ** 2.2 + 0.5))
    return table


def _breath(gamma: bytearray) -> bytearray:
    # Perceived brightness, once up and down, rounded at both ends (3x^2 - 2x^3).
    table = bytearray(256)
    for step in range(256):
        x = 2 * step if step < 128 else 511 - 2 * step
        table[step] = gamma[x * x * (765 - 2 * x) // 65025]
    return table


def _darks() -> "array[int]":
    # For each beat, bit m = motion m is between two flashes.
    return array(
        "H",
        [
            sum((~_BEATS[motion] >> beat & 1) << motion for motion in range(_MOTIONS))
            for beat in range(16)
        ],
    )


_GAMMA = _gamma()
_BREATH = _breath(_GAMMA)
_DARKS = _darks()


class Lights:
    """The picture of a chain of *leds* LEDs.

    Write to ``intents``, ``brightness`` (0..255), ``budget_ma`` (0..65535) and ``alone`` (no
    host: all LEDs pulse whatever their intents), then call changed(); render() and animated()
    use the new values only after that.

    ``need_ma`` estimates the scene's peak current, with all moving LEDs at their brightest;
    ``shown_ma`` is the peak after the limit. It never exceeds ``budget_ma``, and no frame draws
    more. If the budget is below the current of dark LEDs, all are dark. The limit follows the
    peak, not each frame, so that a pulse keeps its shape.
    """

    def __init__(self, leds: int, budget_ma: int = 200) -> None:
        if not 1 <= leds <= _LEDS_MAX:
            raise ValueError(f"lights: {leds} LEDs, expected 1..{_LEDS_MAX}")
        self.intents = array("H", bytes(2 * leds))
        self.brightness = 255
        self.budget_ma = budget_ma
        self.alone = False
        self.need_ma = 0
        self.shown_ma = 0
        self._leds = leds
        self._breathing = array("H", [_ALONE] * leds)  # the intents without a host
        self._taken = array("H", bytes(2 * leds))  # the intents at the last changed()
        self._every_led = bytearray(range(leds))
        self._new_leds = bytearray(leds)  # LEDs whose intent has changed since they were drawn
        self._news = 0  # their number; more than there are LEDs: draw all
        # Per tone: the light before the limit, and the part that the limit never scales; the light
        # after the limit, at a wave's peak and trough; the number of LEDs.
        self._full = bytearray(_TONES * 3)
        self._kept = bytearray(_TONES * 3)
        self._shades = bytearray(_TONES * 7)  # the peaks, the troughs, and which were used
        self._users = bytearray(_TONES + 1)  # and the number of moving ones
        self._users[0] = leds
        self._mixed_for = -1  # the brightness in _full and _kept
        self._is_limited = True  # the shades differ from _full
        self.changed()

    @micropython.native
    def changed(self) -> None:
        """Applies intents, brightness, budget and ``alone``; recomputes the limit."""
        if self._mixed_for != self.brightness:
            self._mix()
        leds = self._leds
        users = self._users
        intents = self._breathing if self.alone else self.intents
        self._news = _take(intents, self._taken, users, leds, self._new_leds, self._news)
        need_ma = _estimate_ma(self._full, users, leds)
        self.need_ma = need_ma
        if need_ma > self.budget_ma:
            # One count in the leading channel of each lit LED is kept, and all above it is
            # scaled by one factor, so that dim LEDs do not vanish beside bright ones.
            room = _room(self.budget_ma, leds)
            if _scale(self._full, self._kept, users, room, self._shades):
                self._news = leds + 1
            self._is_limited = True
            need_ma = _estimate_ma(self._shades, users, leds)
        elif self._is_limited:
            self._is_limited = False
            if _scale(self._full, self._kept, _EVERY, _AMPLE, self._shades):
                self._news = leds + 1
        self.shown_ma = need_ma

    @micropython.native
    def animated(self) -> bool:
        """True if the picture changes with time, so that a frame is due every FRAME_MS."""
        return bool(self._users[_MOVING] and self._mixed_for)

    @micropython.native
    def render(self, now_ms: int, out: bytearray) -> bool:
        """Writes the frame for *now_ms* to *out*: three bytes (green, red, blue) for each LED.

        Returns True if any byte of *out* changed. Motions follow the clock, so all LEDs with
        the same motion move together, whenever they were lit. Reserved motions are shown
        steady.
        """
        self._news = 0
        leds = self._every_led
        # Not bool(): its name costs 3 us on a Pico.
        return (
            _render(out, self._shades, self._taken, leds, self._leds, now_ms, _DARKS, _BREATH) != 0
        )

    @micropython.native
    def renew(self, now_ms: int, out: bytearray) -> bool:
        """Like render(), but leaves moving LEDs whose intent is unchanged as they are in *out*.

        This shows a change sooner; the next frame moves the others.
        """
        news = self._news
        if news > self._leds:
            return self.render(now_ms, out)
        self._news = 0
        leds = self._new_leds
        return _render(out, self._shades, self._taken, leds, news, now_ms, _DARKS, _BREATH) != 0

    def _mix(self) -> None:
        # Computes _full and _kept from the brightness, in 6 ms each time it changes.
        self._mixed_for = self.brightness
        self._is_limited = True
        tone = 0
        while tone < _TONES:
            level = tone & 3
            light = _GAMMA[_LEVELS[level] * self.brightness // 255]
            colour = (tone >> 2) * 3
            lead = 0
            channel = 1
            while channel < 3:
                if _PALETTE[colour + channel] > _PALETTE[colour + lead]:
                    lead = channel
                channel += 1
            strongest = _PALETTE[colour + lead]
            most = (strongest * light + 127) // 255
            # At any brightness lit LEDs stay visible, levels differ, and the hue stays
            # as close as the few steps allow: a channel of a third of the strongest stays lit.
            if strongest and self.brightness and most <= level:
                most = level + 1
            channel = 0
            while channel < 3:
                value = 0
                if most:
                    part = _PALETTE[colour + channel]
                    value = (part * most + (strongest >> 1)) // strongest
                    if not value and part * 3 >= strongest:
                        value = 1
                self._full[tone * 3 + channel] = value
                self._kept[tone * 3 + channel] = 0
                channel += 1
            if most:
                self._kept[tone * 3 + lead] = 1
            tone += 1


# The loops: machine code on a board. Tables have three channels for each of 32 tones.


@micropython.viper
def _render(
    out: ptr8,
    shades: ptr8,
    intents: ptr16,
    leds: ptr8,
    count: int,
    now_ms: int,
    darks: ptr16,
    breath: ptr8,
) -> int:
    # Draws the first *count* of *leds*. Returns True if any byte of *out* changes.
    step = now_ms >> _BREATH_SHIFT
    dark = darks[now_ms >> _BEAT_SHIFT & 15]
    pulse = breath[step & 255] + 1
    differs = 0
    i = 0
    while i < count:
        led = leds[i]
        i += 1
        intent = intents[led]
        tone = (intent >> 5) * 3
        motion = intent & 31
        height = 256  # from trough (1) to peak
        if not motion:
            pass
        elif motion >= _CHASE:
            # Half of the wave is trough, so that its crest looks like something running. The bit
            # of _CHASE itself is shifted out.
            swell = (step - (motion << _PHASE_SHIFT)) & 511
            height = 1
            if swell < 256:
                height = breath[swell] + 1
        elif motion == _PULSE:
            height = pulse
        elif dark >> motion & 1:
            tone = 0
        if height == 1:
            tone += _TROUGHS
            height = 256
        at = led * 3
        end = at + 3
        if height == 256:
            while at < end:
                value = shades[tone]
                differs |= out[at] ^ value
                out[at] = value
                at += 1
                tone += 1
        else:
            # Unrolled: a loop iteration would cost as much as the channel.
            low = shades[tone + _TROUGHS]
            value = low + ((shades[tone] - low) * height >> 8)
            differs |= out[at] ^ value
            out[at] = value
            low = shades[tone + _TROUGHS + 1]
            value = low + ((shades[tone + 1] - low) * height >> 8)
            differs |= out[at + 1] ^ value
            out[at + 1] = value
            low = shades[tone + _TROUGHS + 2]
            value = low + ((shades[tone + 2] - low) * height >> 8)
            differs |= out[at + 2] ^ value
            out[at + 2] = value
    return differs


@micropython.viper
def _take(intents: ptr16, taken: ptr16, users: ptr8, leds: int, new_leds: ptr8, news: int) -> int:
    # Copies the changed intents and updates the counts per tone and of moving LEDs. Returns the
    # number of changed ones.
    led = 0
    while led < leds:
        intent = intents[led]
        old = taken[led]
        if intent != old:
            taken[led] = intent
            if news < leds:
                new_leds[news] = led
            news += 1
            users[old >> 5] = users[old >> 5] - 1
            users[intent >> 5] = users[intent >> 5] + 1
            if old > _LIT and old & 31 and not _MOTIONS <= old & 31 < _CHASE:
                users[_MOVING] = users[_MOVING] - 1
            if intent > _LIT and intent & 31 and not _MOTIONS <= intent & 31 < _CHASE:
                users[_MOVING] = users[_MOVING] + 1
        led += 1
    return news


@micropython.viper
def _estimate_ma(table: ptr8, users: ptr8, leds: int) -> int:
    # Of all channels of all LEDs. Both divisions round up, so the estimate is never too low.
    counts = 0
    tone = 0
    while tone < _TONES:
        if users[tone]:
            at = tone * 3
            counts += users[tone] * (table[at] + table[at + 1] + table[at + 2])
        tone += 1
    total_ua = leds * _IDLE_UA + (counts * _COUNT_UA_TIMES_51 + 50) // 51
    return (total_ua + 999) // 1000


@micropython.viper
def _room(budget_ma: int, leds: int) -> int:
    # The budget left for light, in channel counts.
    return (budget_ma * 1000 - leds * _IDLE_UA) * 51 // _COUNT_UA_TIMES_51


@micropython.viper
def _scale(full: ptr8, kept: ptr8, users: ptr8, room: int, shades: ptr8) -> int:
    # Scales the light above *kept* so that the counts of all channels of all LEDs fit the room;
    # all dark if not even *kept* fits. Returns True if a tone that was in use at the last call
    # changes: few do when a few LEDs of many get another intent.
    counts = 0
    differs = 0
    tone = 0
    while tone < _TONES:
        if users[tone]:
            at = tone * 3
            least = users[tone] * (kept[at] + kept[at + 1] + kept[at + 2])
            room -= least
            counts += users[tone] * (full[at] + full[at + 1] + full[at + 2]) - least
        tone += 1
    if room >= counts:
        room = counts = 1  # all of the light fits
    tone = 0
    while tone < _TONES:
        was_used = shades[_WERE_USED + tone]
        shades[_WERE_USED + tone] = users[tone]
        if users[tone]:
            at = tone * 3
            end = at + 3
            strongest = 0
            while at < end:
                value = 0
                if room >= 0:
                    value = kept[at] + (full[at] - kept[at]) * room // counts
                if value > strongest:
                    strongest = value
                if was_used:
                    differs |= shades[at] ^ value
                shades[at] = value
                at += 1
            at -= 3
            while at < end:
                value = shades[at]
                low = 0
                if value:
                    low = kept[at] + (value - kept[at] >> _TROUGH_SHIFT)
                    if not low and value * 3 >= strongest:
                        low = 1  # the hue stays, as in _mix()
                if was_used:
                    differs |= shades[at + _TROUGHS] ^ low
                shades[at + _TROUGHS] = low
                at += 1
        tone += 1
    return differs
