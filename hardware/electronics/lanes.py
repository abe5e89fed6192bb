"""The lanes of a strip with reeds on lines other than their usual ones; pure.

Every line of the matrix runs through every strip. A moved reed reaches its line through a lane
along the strip: a tap leads from the reed to the lane, a via from the lane to the line. Taps leave
each cell and crossing where nothing else runs on the back.
"""

from collections import defaultdict
from dataclasses import dataclass

from hardware.boardfile import BoardSpec
from hardware.electronics.circuit import PIN, Circuit, strip
from hardware.electronics.strips import CircuitError, Wiring, line_net, row_net

__all__ = ["LANES", "Lane", "Tap", "check_strips", "lanes"]

LANES = 4  # that fit between the lights' data and the reeds
_APART = 1.0  # mm between two pieces in the same lane

# Taps of row and column, in mm from the cell, or from the cell left of the crossing.
_TAPS = {"cover": (15.3, 10.85), "occupant": (0.0, -5.1), "crossing": (25.0, 36.6)}


@dataclass(frozen=True)
class Tap:
    """Leads from a pad to its lane, which it meets at *x*."""

    ref: str
    pad: str
    x: float


@dataclass(frozen=True)
class Lane:
    """A piece of lane *index*, counted from above; its line crosses it at *line_x*."""

    net: str
    index: int
    line_x: float
    taps: tuple[Tap, ...]


def check_strips(board: BoardSpec) -> None:
    """Raises :exc:`CircuitError` if no five strips can be wired as the board file says."""
    for name in Wiring(board).moved:
        lanes(strip(board, name), board)


def lanes(circuit: Circuit, board: BoardSpec) -> list[Lane]:
    """Returns all lanes of a strip; raises :exc:`CircuitError` if they do not fit."""
    taps = defaultdict(list)
    for part in circuit.parts:
        if part.kind != "reed":
            continue
        diode = circuit[part.ref.replace("SW", "D")]
        is_cell = part.label[0] != "x"
        cell = "abcde".index(part.label[0]) if is_cell else int(part.label[1]) - 1
        left = board.geometry.a1[0] + cell * board.geometry.pitch
        kind = part.label.partition(".")[2] if is_cell else "crossing"
        owns = ((part, row_net(0)), (diode, line_net(part.label)))
        for (it, own), x in zip(owns, _TAPS[kind], strict=True):
            if it.pads["1"] != own:
                taps[it.pads["1"]].append(Tap(it.ref, "1", round(left + x, 3)))
    lines = _lines(circuit)
    ends = {net: sorted([lines[net], *(tap.x for tap in taps[net])]) for net in taps}
    free = [0.0] * LANES
    found = []
    for net, xs in sorted(ends.items(), key=lambda item: item[1]):
        index = next((n for n, x in enumerate(free) if xs[0] > x), None)
        if index is None:
            raise CircuitError(
                f"{circuit.title}: its reeds want more than {LANES} lanes to lines that are not "
                'their own; exchange fewer, or wire by hand (built_of = "wires")'
            )
        free[index] = xs[-1] + _APART
        found.append(Lane(net, index, lines[net], tuple(taps[net])))
    return found


def _lines(circuit: Circuit) -> dict[str, float]:
    """The x of the lines, by net, from the connectors on the upper edge."""
    headers = [part for part in circuit.parts if part.kind == "header"]
    return {
        net: round(part.at[0] - (int(pad) - 1) * PIN, 3)
        for part in headers
        for pad, net in part.pads.items()
    }
