"""Maps the matrix of a board file onto five row strips; pure.

A strip is one row of cells and the crossings below it. All 14 columns and all 5 rows run through
every strip, so a reed that has changed places with any other finds its lines on its own strip.
Such a strip is a board of its own; the others are one board, fitted alike.
"""

from collections.abc import Mapping
from statistics import mode

from hardware.boardfile import ROUND_TRACK, BoardSpec

__all__ = ["STRIP", "STRIPS", "CircuitError", "Moved", "Wiring", "line_net", "row_net"]

STRIP = "strip"
STRIPS = 5

Moved = Mapping[str, tuple[str, int]]

_ALL = range(STRIPS)
_CURE = 'wire by hand (built_of = "wires")'


class CircuitError(ValueError):
    """A valid board file cannot be built of circuit boards; the text says why."""


class Wiring:
    """Maps the lines of the strips to those of the matrix, and finds moved reeds.

    *rows* has the matrix row of each strip, *columns* the matrix column of each line that runs
    through the strips: `a.cover` .. `e.occupant`, `x1` .. `x4`. *boards* names the board of each
    strip. For each board, *moved* maps the line of each moved reed to the line it is wired to and
    how many strips farther up its row is (beyond the first strip, counting goes on at the last).
    Raises :exc:`CircuitError` if no five strips can be wired like this.
    """

    def __init__(self, board: BoardSpec) -> None:
        place = {reed: divmod(n, 5) for n, reed in enumerate(board.reeds)}
        lines = _lines()
        # The majority of a row or column decides; the rest counts as moved.
        cells = [reeds for reeds in lines.values() if len(reeds) == STRIPS]
        self.rows = tuple(mode(place[reeds[n]][1] for reeds in cells) for n in _ALL)
        self.columns = {it: mode(place[reed][0] for reed in lines[it]) for it in lines}
        _check_all("rows", self.rows)
        _check_all("columns", tuple(self.columns.values()))
        of_column = {column: line for line, column in self.columns.items()}
        self.moved: dict[str, Moved] = {}
        self.boards: tuple[str, ...] = ()
        for n in _ALL:
            moved = {}
            for line, reeds in lines.items():
                if n < len(reeds):
                    column, row = place[reeds[n]]
                    found = (of_column[column], (n - self.rows.index(row)) % STRIPS)
                    if found != (line, 0):
                        moved[line] = found
            name = f"{STRIP}{n + 1}" if moved else STRIP
            self.boards += (name,)
            self.moved[name] = moved
        for n, (got, expected) in enumerate(zip(board.leds.chain, _chain(), strict=True)):
            if got != expected:
                raise CircuitError(
                    f"leds.chain[{n}] is {got}, expected {expected}: on strips the chain runs "
                    f"right through the cells and left through the crossings; to change it {_CURE}"
                )


def line_net(line: str) -> str:
    """The net of a strip's line: `a.cover` is A_COVER, `x1` is X1."""
    return line.replace(".", "_").upper()


def row_net(up: int) -> str:
    """The net of the row *up* strips farther up."""
    return f"ROW_UP{up}" if up else "ROW"


def _check_all(what: str, found: tuple[int, ...]) -> None:
    for n in range(len(found)):
        if n not in found:
            raise CircuitError(
                f"{what} are too mixed for strips: none has most of its reeds in number {n} of "
                f"matrix.{what}; exchange fewer, or {_CURE}"
            )


def _lines() -> dict[str, list[str]]:
    rows = range(1, STRIPS + 1)
    cells = {
        f"{c}.{kind}": [f"{c}{n}.{kind}" for n in rows]
        for c in "abcde"
        for kind in ("cover", "occupant")
    }
    return cells | {f"x{i}": [f"x{i}{j}.occupant" for j in range(1, 5)] for i in range(1, 5)}


def _chain() -> list[str]:
    chain = []
    for n in range(1, STRIPS + 1):
        chain += [f"{c}{n}" for c in "abcde"]
        chain += [f"x{i}{n}" for i in (4, 3, 2, 1) if n < STRIPS]
    return chain + list(ROUND_TRACK)
