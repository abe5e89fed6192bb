"""Turns intents and the time into the bytes for the LEDs, within a current budget; pure.

heist/board.py calls render() for each frame and renew() for each change. An intent says colour,
level and pattern of one LED in one byte, laid out as in PROTOCOL.md; the movement is made here, so
that the host never streams frames. The loops are machine code on a board and plain Python
elsewhere.

Allocates five bytes per LED and 417 bytes of tables in the constructor, and two tables of 256
bytes at import, the only place with floats; nothing afterwards (a call borrows its frame from
the heap and returns it). Worst case of render() is a moving pattern on every LED: one round of
its loop each. changed() costs one short round per LED, one longer one per tone in use.

Flashing light can harm people, and WCAG 2.3.1 allows three flashes in any second. No LED flashes
more than twice, nor do all LEDs together: blink, double and triple keep one beat. Pulse and
chase are no flashes: an LED swells once in two seconds.
"""

from .compat import const, micropython, ptr8

FRAME_MS = const(20)  # a moving board is drawn this often

# Every period is a power of two in ms and so divides the clock's 2**29: no jump at the wrap.
_BREATH_SHIFT = const(3)  # pulse and chase: 256 steps of 8 ms, 2.048 s
_BEAT_SHIFT = const(8)  # blink, double, triple: 8 beats of 256 ms, 2.048 s
_CHASE_STEPS = const(16)  # steps from one LED to the next: the wave repeats every 16 LEDs

_PULSE = const(1)
_BLINK = const(2)
_CHASE = const(3)
_DOUBLE = const(4)
_TRIPLE = const(5)

# Bit b = lit in beat b.
_BLINK_BEATS = const(0b00110011)
_DOUBLE_BEATS = const(0b00000101)
_TRIPLE_BEATS = const(0b00010101)

_TROUGH_SHIFT = const(3)  # a wave never goes quite out: an eighth of the light stays

_LIT = const(0x1F)  # intents above this one have a colour
_ALONE = const(0x21)  # the intent of all LEDs when there is no host: white, dim, pulse
_TONES = const(32)  # a tone is colour and level: an intent without its pattern
_AMPLE = const(0xFFFF)  # counts, more than one LED of each tone can take
_EVERY = bytearray(b"\x01" * 32)  # of the tones
_MOVING = const(32)  # behind the tones
_TROUGHS = const(96)  # where they begin in the shades

# What is drawn from the supply. 20 mA per channel at 255 is 20000 / 255 = 4000 / 51 uA a count.
_IDLE_UA = const(1000)
_COUNT_UA_TIMES_51 = const(4000)
_LEDS_MAX = const(255)  # counted in bytes; keeps the sums below 2**30

# Light (linear), in the order of the wire: green, red, blue. Single colours are strong and mixed
# ones weak, to look alike; green leans to blue, for eyes that confuse it with amber.
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
_LEVELS = b"\x2b\x55\x96\xff"  # as the eye sees it; light 2 %, 9 %, 31 %, 100 %


def _gamma() -> bytearray:
    # 2.2: halfway for the eye is a fifth of the light. No step but the first is dark.
    table = bytearray(256)
    for step in range(1, 256):
        table[step] = max(1, int(255 * (step / 255) ** 2.2 + 0.5))
    return table


def _breath(gamma: bytearray) -> bytearray:
    # Up and down once, rounded at both ends (3x^2 - 2x^3), for the eye.
    table = bytearray(256)
    for step in range(256):
        x = 2 * step if step < 128 else 511 - 2 * step
        table[step] = gamma[x * x * (765 - 2 * x) // 65025]
    return table


_GAMMA = _gamma()
_BREATH = _breath(_GAMMA)


class Lights:
    """The picture of a chain of *leds* LEDs.

    Write to ``intents``, ``brightness`` (0..255), ``budget_ma`` (0..65535) and ``alone`` (there
    is no host: all LEDs breathe, whatever their intents), then call changed(): render() and
    animated() know of nothing before.

    ``need_ma`` estimates what the scene would draw at its peak, when all that moves is at its
    brightest; ``shown_ma`` what it draws then after the limit. It never exceeds ``budget_ma``,
    and no frame draws more; only a budget below what dark LEDs draw cannot be kept, and all
    are dark then. The limit is taken from the peak, not from each frame, so that a pulse keeps
    its shape.
    """

    def __init__(self, leds: int, budget_ma: int = 200) -> None:
        if not 1 <= leds <= _LEDS_MAX:
            raise ValueError(f"lights: {leds} LEDs, expected 1..{_LEDS_MAX}")
        self.intents = bytearray(leds)
        self.brightness = 255
        self.budget_ma = budget_ma
        self.alone = False
        self.need_ma = 0
        self.shown_ma = 0
        self._leds = leds
        self._animated = False
        self._breathing = bytearray([_ALONE] * leds)  # the intents without a host
        self._taken = bytearray(leds)  # the intents as changed() took them over
        self._every_led = bytearray(range(leds))
        self._new_leds = bytearray(leds)  # whose intent is another than when they were drawn
        self._news = 0  # how many these are; more than there are LEDs: all are to be drawn
        # Per tone: the light before the limit and what of it the limit leaves alone; the light
        # after the limit, at the peak and in the trough of a wave; the number of LEDs.
        self._full = bytearray(_TONES * 3)
        self._kept = bytearray(_TONES * 3)
        self._shades = bytearray(_TONES * 6)  # the peaks, then the troughs
        self._users = bytearray(_TONES + 1)  # and how many move
        self._users[0] = leds
        self._mixed_for = -1  # the brightness in _full and _kept
        self._is_limited = True  # the shades are not those of _full
        self.changed()

    @micropython.native
    def changed(self) -> None:
        """Takes over intents, brightness, budget and ``alone``, and sets the limit anew."""
        if self._mixed_for != self.brightness:
            self._mix()
        leds = self._leds
        users = self._users
        intents = self._breathing if self.alone else self.intents
        self._news = _take(intents, self._taken, users, leds, self._new_leds, self._news)
        self._animated = bool(users[_MOVING] and self.brightness)
        counts = _sum(self._full, users)
        need_ma = _estimate_ma(counts, leds)
        self.need_ma = need_ma
        if need_ma > self.budget_ma:
            # One count in the leading channel of each lit LED stays, and all above it is scaled
            # by one factor: beside bright LEDs the dim ones do not vanish.
            self._is_limited = True
            self._news = leds + 1
            room = _room(self.budget_ma, leds)
            counts = _scale(self._full, self._kept, users, room, counts, self._shades)
            need_ma = _estimate_ma(counts, leds)
        elif self._is_limited:
            self._is_limited = False
            self._news = leds + 1
            _scale(self._full, self._kept, _EVERY, _AMPLE, _AMPLE, self._shades)
        self.shown_ma = need_ma

    @micropython.native
    def animated(self) -> bool:
        """Whether the picture changes with time, so that a frame is due every FRAME_MS."""
        return self._animated

    @micropython.native
    def render(self, now_ms: int, out: bytearray) -> bool:
        """Writes the frame for *now_ms* to *out*: three bytes (green, red, blue) for each LED.

        Returns whether any byte differs from what *out* held before. Patterns are locked to the
        clock: all LEDs of one pattern move together, whenever they were lit. Reserved patterns
        are shown steady.
        """
        self._news = 0
        return bool(
            _render(out, self._shades, self._taken, self._every_led, self._leds, now_ms, _BREATH)
        )

    @micropython.native
    def renew(self, now_ms: int, out: bytearray) -> bool:
        """Does as render(), but leaves what moves in *out* as it was if its intent is the same.

        A change is shown sooner so; the frame after it moves the others.
        """
        news = self._news
        if news > self._leds:
            return self.render(now_ms, out)
        self._news = 0
        return bool(_render(out, self._shades, self._taken, self._new_leds, news, now_ms, _BREATH))

    def _mix(self) -> None:
        # Fills _full and _kept from the brightness alone: 6 ms, each time it changes.
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
            # However low the brightness, what is lit is seen, the levels differ, and the hue stays
            # as near as so few steps allow: no channel goes out that is a third of the strongest.
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


# The loops, as machine code on a board. Tables have three channels for each of 32 tones.


@micropython.viper
def _render(
    out: ptr8, shades: ptr8, intents: ptr8, leds: ptr8, count: int, now_ms: int, breath: ptr8
) -> int:
    # Draws so many of these leds. Returns whether any byte of out changes.
    step = now_ms >> _BREATH_SHIFT
    pulse = breath[step & 255] + 1
    # Bit p = pattern p is between two flashes.
    beat = now_ms >> _BEAT_SHIFT & 7
    dark = (
        (~_BLINK_BEATS >> beat & 1) << _BLINK
        | (~_DOUBLE_BEATS >> beat & 1) << _DOUBLE
        | (~_TRIPLE_BEATS >> beat & 1) << _TRIPLE
    )
    differs = 0
    i = 0
    while i < count:
        led = leds[i]
        i += 1
        intent = intents[led]
        tone = (intent >> 3) * 3
        pattern = intent & 7
        height = 256  # from trough (1) to peak
        if not pattern:
            pass
        elif pattern == _PULSE:
            height = pulse
        elif pattern == _CHASE:
            # Half of the wave is trough, so that its crest reads as a thing that runs.
            phase = (step - led * _CHASE_STEPS) & 255
            height = 1
            if phase < 128:
                height = breath[phase << 1] + 1
        elif dark >> pattern & 1:
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
            # In one row each: a round of a loop costs as much as its channel.
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
def _take(intents: ptr8, taken: ptr8, users: ptr8, leds: int, new_leds: ptr8, news: int) -> int:
    # Takes over the intents, and counts those of each tone and those that move; what has not
    # changed has been counted before. Returns how many are new.
    led = 0
    while led < leds:
        intent = intents[led]
        old = taken[led]
        if intent != old:
            taken[led] = intent
            if news < leds:
                new_leds[news] = led
            news += 1
            users[old >> 3] = users[old >> 3] - 1
            users[intent >> 3] = users[intent >> 3] + 1
            if old > _LIT and 0 < old & 7 <= _TRIPLE:
                users[_MOVING] = users[_MOVING] - 1
            if intent > _LIT and 0 < intent & 7 <= _TRIPLE:
                users[_MOVING] = users[_MOVING] + 1
        led += 1
    return news


@micropython.viper
def _sum(table: ptr8, users: ptr8) -> int:
    # Adds up all channels of all LEDs.
    counts = 0
    tone = 0
    while tone < _TONES:
        if users[tone]:
            at = tone * 3
            counts += users[tone] * (table[at] + table[at + 1] + table[at + 2])
        tone += 1
    return counts


@micropython.viper
def _estimate_ma(counts: int, leds: int) -> int:
    # Both divisions round up: the estimate never understates.
    total_ua = leds * _IDLE_UA + (counts * _COUNT_UA_TIMES_51 + 50) // 51
    return (total_ua + 999) // 1000


@micropython.viper
def _room(budget_ma: int, leds: int) -> int:
    # What the budget leaves for light, in counts of a channel.
    return (budget_ma * 1000 - leds * _IDLE_UA) * 51 // _COUNT_UA_TIMES_51


@micropython.viper
def _scale(full: ptr8, kept: ptr8, users: ptr8, room: int, counts: int, shades: ptr8) -> int:
    # Scales what is above kept, so that the counts of all channels of all LEDs become what there
    # is room for; if there is none for what is kept, all is dark. Returns what they become.
    tone = 0
    while tone < _TONES:
        if users[tone]:
            at = tone * 3
            least = users[tone] * (kept[at] + kept[at + 1] + kept[at + 2])
            room -= least
            counts -= least
        tone += 1
    become = 0
    tone = 0
    while tone < _TONES:
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
                shades[at] = value
                become += users[tone] * value
                at += 1
            at -= 3
            while at < end:
                value = shades[at]
                low = 0
                if value:
                    low = kept[at] + (value - kept[at] >> _TROUGH_SHIFT)
                    if not low and value * 3 >= strongest:
                        low = 1  # the hue stays, as in _mix()
                shades[at + _TROUGHS] = low
                at += 1
        tone += 1
    return become
