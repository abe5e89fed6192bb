"""Tables for the debouncing: rows of (ms, what the reeds do, what is reported).

`+7` closes reed 7 and `-7` opens it.
"""

from heist.debounce import Debounce

CLOCK_MASK = 0x1FFFFFFF
STARTS_MS = (0, 123_456_789, CLOCK_MASK - 6)
COLUMNS = 3
ROWS = 5
QUIET_MS = 600  # after a table's end: nothing more may come

Table = list  # of (ms, inputs, outputs)


def flip(matrix: bytearray, moves: str) -> None:
    for move in moves.split():
        column, row = divmod(int(move[1:]), ROWS)
        was_closed = matrix[column] >> row & 1
        assert was_closed == (move[0] == "-"), f"the table repeats itself at {move}"
        matrix[column] ^= 1 << row


def scan(debounce: Debounce, raw: bytearray, now_ms: int) -> str:
    before = bytes(raw)
    changes = bytearray(COLUMNS * ROWS)
    count = debounce.update(raw, now_ms & CLOCK_MASK, changes)
    assert raw == before
    return " ".join(f"{'-+'[code >> 7]}{code & 0x7F}" for code in changes[:count])


def replay(
    table: Table, times_ms: "tuple[int, int]", start_ms: int, repeats: int, smooth: bool
) -> None:
    debounce = Debounce(COLUMNS, ROWS, *times_ms)
    raw = bytearray(COLUMNS)
    expected = bytearray(COLUMNS)
    at_ms = table[0][0]
    for row_ms, inputs, outputs in table:
        while smooth and at_ms < row_ms:
            assert scan(debounce, raw, start_ms + at_ms) == "", (start_ms, at_ms)
            at_ms += 1
        at_ms = row_ms
        flip(raw, inputs)
        flip(expected, outputs)
        assert scan(debounce, raw, start_ms + at_ms) == outputs, (start_ms, at_ms, smooth)
        for _ in range(repeats):
            assert scan(debounce, raw, start_ms + at_ms) == "", (start_ms, at_ms, smooth)
        assert debounce.closed == expected
    for _ in range(QUIET_MS):
        at_ms += 1
        assert scan(debounce, raw, start_ms + at_ms) == "", (start_ms, at_ms, smooth)


def play(table: Table, close_ms: int = 5, open_ms: int = 20, smooth: bool = True) -> None:
    # Every table must hold at any time of the clock, with one scan or several in a millisecond,
    # and, unless it is about missing scans, also with a scan each millisecond.
    for start_ms in STARTS_MS:
        for repeats in (0, 3):
            replay(table, (close_ms, open_ms), start_ms, repeats, False)
            if smooth:
                replay(table, (close_ms, open_ms), start_ms, repeats, True)


def refused(columns: int, rows: int) -> bool:
    try:
        Debounce(columns, rows)
    except ValueError:
        return True
    return False
