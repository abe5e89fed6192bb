"""Debounces the reeds: turns scans into changes, one timer per reed; pure.

heist/board.py calls update() once per scan pass and start() once after boot. The loop is machine
code on a board and plain Python elsewhere; the tests run both.

In QMK's terms this is *asymmetric, per key*: closing is eager, opening is deferred. A magnet that
arrives is reported at the first closed sample. One that leaves is reported once its reed has
stayed open for a while, because a piece that is only nudged rattles.

Allocates two buffers in the constructor (one byte per reed, four per column) and nothing
afterwards; a call borrows its frame from the heap and returns it. Worst case is every reed
changing in one pass: one round of the inner loop per reed. A board at rest costs one comparison
of the whole scan, made by the caller; while some timer runs, a column at rest costs one comparison
of its own.
"""

from .compat import const, micropython, ptr8

_CLOCK_MASK = const(0x1FFFFFFF)  # the board's clock: 29 bits of ms; differences stay small ints
_REEDS_MAX = const(128)  # a change is a reed number in seven bits and one direction bit
_CLOSED = const(0x80)

# The bytes of Debounce._state: one buffer, because passing another costs 7 us on a Pico. First the
# size of the matrix, then three bytes for each column, then the time left for each reed.
_COLUMNS = const(0)
_ROWS = const(1)
_FIRST_COLUMN = const(2)
_PER_COLUMN = const(3)
_TIMED = const(0)  # bit r: reed r has a timer; its close window, or if it is opening its deferral
_OPENING = const(1)
_LAST = const(2)  # the previous scan, kept only for columns with a running timer


class Debounce:
    """The debounced state of a matrix of *columns* x *rows* reeds.

    *close_ms* and *open_ms* (0..255, 0 = no suppression) may be assigned at any time; running
    timers keep their old length.

    ``closed`` holds the state: one byte per column, bit r set = row r is closed.
    ``bounces`` counts raw changes that were never reported, modulo 2**16.
    ``is_timing`` is true while a timer runs. If it is false and a scan equals ``closed``, update()
    would do nothing and need not be called.
    """

    def __init__(self, columns: int, rows: int, close_ms: int = 5, open_ms: int = 20) -> None:
        if not 1 <= rows <= 8 or not 1 <= columns * rows <= _REEDS_MAX:
            raise ValueError(
                f"debounce: {columns} columns of {rows} rows, expected 1..8 rows and 1..128 reeds"
            )
        self.columns = columns
        self.rows = rows
        self.close_ms = close_ms
        self.open_ms = open_ms
        self.closed = bytearray(columns)
        self.bounces = 0
        self.is_timing = 0
        self._state = bytearray(_FIRST_COLUMN + _PER_COLUMN * columns + columns * rows)
        self._state[_COLUMNS] = columns
        self._state[_ROWS] = rows
        self._then_ms = 0

    def start(self, raw: bytearray) -> None:
        """Sets the state to the scan *raw*, reports no changes, stops all timers."""
        column = 0
        while column < self.columns:
            self.closed[column] = raw[column] & ((1 << self.rows) - 1)
            at = _FIRST_COLUMN + _PER_COLUMN * column
            self._state[at + _TIMED] = 0
            self._state[at + _OPENING] = 0
            column += 1
        self.is_timing = 0

    @micropython.native
    def update(self, raw: bytearray, now_ms: int, changes: bytearray) -> int:
        """Processes the scan *raw* made at *now_ms*; writes the changes, returns their number.

        A change is one byte, ``column * rows + row``, plus 0x80 when the reed closed; changes
        come in reed order. *changes* must have room for every reed: its length is not checked.

        A closing is reported at its first closed sample. Then the reed is ignored until a scan
        *close_ms* or more later, which counts again. An opening is reported by the first scan
        that is *open_ms* or more after the first open one, if it reads open and no scan in
        between read closed. A reed that opens inside its close window starts its deferral with
        the scan that finds the window over, not when it opened, as in QMK; so even a short
        touch lasts at least both times together.

        Scans may be any time apart, and only they count: a reed that one scan reads open and
        the next, however much later, reads closed has not opened.
        """
        elapsed_ms = (now_ms - self._then_ms) & _CLOCK_MASK
        self._then_ms = now_ms
        done = _update(
            raw, self.closed, self._state, changes, elapsed_ms, self.close_ms, self.open_ms
        )
        self.is_timing = done >> 16
        bounces = done >> 8 & 0xFF
        if bounces:
            self.bounces = (self.bounces + bounces) & 0xFFFF
        return done & 0xFF


@micropython.viper
def _update(
    raw: ptr8,
    closed: ptr8,
    matrix: ptr8,
    changes: ptr8,
    elapsed_ms: int,
    close_ms: int,
    open_ms: int,
) -> int:
    # Returns the count of changes, + 256 * that of bounces, + 65536 if any timer runs.
    columns = matrix[_COLUMNS]
    rows = matrix[_ROWS]
    at = _FIRST_COLUMN
    times_at = at + _PER_COLUMN * columns
    any_timed = 0
    bounces = 0
    count = 0
    column = 0
    while column < columns:
        sample = raw[column]
        state = closed[column]
        timed = matrix[at + _TIMED]
        busy = (sample ^ state) | timed
        if busy:
            opening = matrix[at + _OPENING]
            last = matrix[at + _LAST]
            reed = column * rows
            end = reed + rows
            bit = 1
            while reed < end:
                if not busy & bit:
                    pass
                elif not state & bit:
                    # It was open, so it has just closed: eager.
                    state |= bit
                    changes[count] = reed | _CLOSED
                    count += 1
                    if close_ms:
                        timed |= bit
                        matrix[times_at + reed] = close_ms
                else:
                    if timed & bit:
                        left = matrix[times_at + reed]
                        if left > elapsed_ms:
                            matrix[times_at + reed] = left - elapsed_ms
                        else:
                            timed ^= bit
                    if sample & bit:
                        # Closed again after a gap: neither opening nor closing is reported.
                        if not last & bit:
                            bounces += 2
                        if opening & bit:
                            opening ^= bit
                            timed &= ~bit
                    elif not timed & bit:
                        if opening & bit or not open_ms:
                            state ^= bit
                            opening &= ~bit
                            changes[count] = reed
                            count += 1
                        else:
                            opening |= bit
                            timed |= bit
                            matrix[times_at + reed] = open_ms
                reed += 1
                bit <<= 1
            closed[column] = state
            matrix[at + _TIMED] = timed
            matrix[at + _OPENING] = opening
            matrix[at + _LAST] = sample
            any_timed |= timed
        column += 1
        at += _PER_COLUMN
    if any_timed:
        any_timed = 1
    return count | bounces << 8 | any_timed << 16
