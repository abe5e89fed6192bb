"""Debounces the reeds: turns scans into changes, one timer per reed; pure.

heist/board.py calls update() once per scan pass and start() once after boot. Its loop
is machine code on a board and plain Python elsewhere; the tests run it both ways.

In the words of QMK's documentation this is *asymmetric, per key*: closing is eager, opening is
deferred. A magnet that arrives is reported with its first closed sample; one that leaves is
reported when its reed has stayed open for a while, since a piece that is only nudged rattles.

Allocates five buffers in the constructor (one byte per reed, four per column) and nothing
afterwards; a call borrows its frame from the heap and returns it. Worst case is every reed
changing in one pass: one round of the inner loop per reed. A board at rest costs one comparison
of the whole scan; while some timer runs, a column at rest costs one comparison of its own.
"""

from .compat import const, micropython, ptr8

_CLOCK_MASK = const(0x1FFFFFFF)  # the board's clock: 29 bits of ms; differences stay small ints
_REEDS_MAX = const(128)  # a change is a reed number in seven bits and one for the direction
_CLOSED = const(0x80)


class Debounce:
    """The debounced state of a matrix of *columns* x *rows* reeds.

    *close_ms* and *open_ms* (0..255, 0 = no suppression) may be assigned at any time; a timer
    already running ends as it began.

    ``closed`` holds the state: one byte per column, bit r set = row r is closed.
    ``bounces`` counts raw changes that were never reported, modulo 2**16.
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
        # A closed reed may have a timer: its close window, or with _opening its deferral.
        self._timed = bytearray(columns)
        self._opening = bytearray(columns)
        # The scan before this one, kept only while a timer runs in its column.
        self._last = bytearray(columns)
        self._left_ms = bytearray(columns * rows)
        self._any_timed = 0
        self._then_ms = 0

    def start(self, raw: bytearray) -> None:
        """Takes the scan *raw* as the state, without changes, and stops all timers."""
        column = 0
        while column < self.columns:
            state = raw[column] & ((1 << self.rows) - 1)
            self.closed[column] = state
            self._timed[column] = 0
            self._opening[column] = 0
            column += 1
        self._any_timed = 0

    @micropython.native
    def update(self, raw: bytearray, now_ms: int, changes: bytearray) -> int:
        """Takes the scan *raw* made at *now_ms*; writes what changed and returns how many.

        A change is one byte, ``column * rows + row``, plus 0x80 when the reed closed; changes
        come in reed order. *changes* must have room for every reed: its length is not checked.

        A closing is reported with its first closed sample. Then the reed is not listened to
        until a scan *close_ms* or more later; that scan counts again. An opening is reported by
        the first scan that is *open_ms* or more after the first open one, if it reads open
        and no scan between read closed. A reed that opens inside its close window starts
        its deferral with the scan that finds the window over, not when it opened: nobody was
        listening before (so does QMK, and a short touch lasts at least both times together).

        Scans may come at any distance, but what no scan saw did not happen: a reed seen open
        and, however much later, closed has not opened.
        """
        if not self._any_timed and raw == self.closed:
            return 0
        elapsed_ms = (now_ms - self._then_ms) & _CLOCK_MASK
        self._then_ms = now_ms
        done = _update(
            raw,
            self.closed,
            self._timed,
            self._opening,
            self._last,
            self._left_ms,
            changes,
            self.columns,
            self.rows,
            elapsed_ms,
            self.close_ms,
            self.open_ms,
        )
        self._any_timed = done >> 16
        self.bounces = (self.bounces + (done >> 8 & 0xFF)) & 0xFFFF
        return done & 0xFF


@micropython.viper
def _update(
    raw: ptr8,
    closed: ptr8,
    all_timed: ptr8,
    all_opening: ptr8,
    all_last: ptr8,
    left_ms: ptr8,
    changes: ptr8,
    columns: int,
    rows: int,
    elapsed_ms: int,
    close_ms: int,
    open_ms: int,
) -> int:
    # Returns the count of changes, + 256 * that of bounces, + 65536 if any timer runs.
    any_timed = 0
    bounces = 0
    count = 0
    column = 0
    while column < columns:
        sample = raw[column]
        state = closed[column]
        timed = all_timed[column]
        busy = (sample ^ state) | timed
        if busy:
            opening = all_opening[column]
            last = all_last[column]
            reed = column * rows
            end = reed + rows
            bit = 1
            while reed < end:
                if not busy & bit:
                    pass
                elif not state & bit:
                    # Open until now, so it has just closed: eager.
                    state |= bit
                    changes[count] = reed | _CLOSED
                    count += 1
                    if close_ms:
                        timed |= bit
                        left_ms[reed] = close_ms
                else:
                    if timed & bit:
                        left = left_ms[reed]
                        if left > elapsed_ms:
                            left_ms[reed] = left - elapsed_ms
                        else:
                            timed ^= bit
                    if sample & bit:
                        # Back from a gap: its opening and its closing both go unreported.
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
                            left_ms[reed] = open_ms
                reed += 1
                bit <<= 1
            closed[column] = state
            all_timed[column] = timed
            all_opening[column] = opening
            all_last[column] = sample
            any_timed |= timed
        column += 1
    if any_timed:
        any_timed = 1
    return count | bounces << 8 | any_timed << 16
