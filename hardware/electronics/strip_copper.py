"""The copper of a row strip: one template for a cell, one for a crossing, lanes between them.

Lanes and light data run along the strip on the front, columns run down it on the back. From the
upper edge down the lanes are: data of the cells, moved reeds, the row, data of the crossings, and
the return line of strip 5.
"""

from hardware.boardfile import BoardSpec, Point
from hardware.electronics.circuit import ABOVE, SCREWS, Circuit
from hardware.electronics.copper import BACK, FRONT, Copper
from hardware.electronics.lanes import lanes
from hardware.electronics.strips import line_net, row_net

__all__ = ["strip_copper"]

# mm below the line of cells.
_DATA, _COVER, _ROW, _BACK, _HOME = -5.0, 8.0, 11.8, 12.7, 29.6
_POWER = 1.2  # mm, width of the links between the parts of the +5 V zone
_POWER_VIA = (0.9, 0.5)
_LANE, _LANE_STEP = -4.37, 0.63  # the first of `lanes.py`, and from lane to lane
_TAP_UP = 1.7  # mm from a diode's pad to the via beside it


def strip_copper(circuit: Circuit, board: BoardSpec, crc: int) -> Copper:
    """Draws the strip."""
    it = Copper(circuit, board)
    pitch = board.geometry.pitch
    xs = [board.geometry.a1[0] + n * pitch for n in range(5)]
    for n, x in enumerate(xs):
        _cell(it, n, x)
    for n, x in enumerate(xs[:4]):
        _crossing(it, n, x + pitch / 2, ABOVE + pitch / 2)
    _chain(it, xs)
    _rows(it, xs)
    _lanes(it)
    _print(it, xs, crc)
    return it


def _y(down: float) -> float:
    return round(ABOVE + down, 3)


def _cell(it: Copper, n: int, x: float) -> None:
    name = "abcde"[n]
    header, socket = f"J{n + 2}", f"J{n + 12}"
    for pin in ("4", "5", "6"):
        net = it.circuit[header].pads[pin]
        it.track(net, BACK, it.pad(header, pin), it.pad(socket, pin), width=0.3)
    _links(it, header, socket)

    # Each reed: its diode on the front, from there to the column.
    cover, occupant = (line_net(f"{name}.{kind}") for kind in ("cover", "occupant"))
    reed, diode = f"SW{n + 1}", f"D{n + 1}"
    _to_diode(it, reed, diode)
    x, y = it.pad(diode, "1")
    if it.circuit[diode].pads["1"] == cover:
        # Round the occupant's reed.
        end = (it.pad(header, "4")[0], _y(_COVER))
        it.track(cover, FRONT, (x, y), (round(x - end[1] + y, 3), end[1]), end)
        it.via(cover, end)
    reed, diode = f"SW{n + 6}", f"D{n + 6}"
    _to_diode(it, reed, diode)
    x, y = it.pad(diode, "1")
    if it.circuit[diode].pads["1"] == occupant:
        end = (it.pad(header, "5")[0], y)
        it.track(occupant, FRONT, (x, y), end)
        it.via(occupant, end)

    # The row: the cover's lead reaches down to the lane, the occupant's passes below the diode.
    x, y = it.pad(f"SW{n + 1}", "1")
    if it.circuit[f"SW{n + 1}"].pads["1"] == row_net(0):
        it.track(row_net(0), FRONT, (x, y), (x, _y(_ROW)))
    _to_row(it, f"SW{n + 6}")
    _ground(it, f"LED{n + 1}", f"C{n + 1}")


def _links(it: Copper, header: str, socket: str) -> None:
    """Carries +5 V under the lanes, which divide its zone on the front."""
    upper, lower = it.pad(header, "2"), it.pad(socket, "2")
    for start, end in ((upper, (upper[0], _y(-1.65))), (lower, (lower[0], _y(10.0)))):
        it.track("+5V", BACK, start, end, width=_POWER)
        it.via("+5V", end, _POWER_VIA)


def _to_row(it: Copper, reed: str) -> None:
    x, y = it.pad(reed, "1")
    if it.circuit[reed].pads["1"] == row_net(0):
        it.track(row_net(0), BACK, (x, y), (x, _y(_ROW)))
        it.via(row_net(0), (x, _y(_ROW)))


def _to_diode(it: Copper, reed: str, diode: str) -> None:
    net = it.circuit[reed].pads["2"]
    it.track(net, FRONT, it.pad(reed, "2"), it.pad(diode, "2"))


def _ground(it: Copper, led: str, capacitor: str) -> None:
    for ref, number, step in ((led, "3", 1.6), (capacitor, "2", 1.5)):
        x, y = it.pad(ref, number)
        if ref == led and x < it.circuit[led].at[0]:
            step = -step
        it.track("GND", FRONT, (x, y), (x + step, y), width=0.4)
        it.via("GND", (x + step, y))


def _crossing(it: Copper, n: int, x: float, y: float) -> None:
    reed, diode, led = f"SW{n + 11}", f"D{n + 11}", f"LED{9 - n}"
    _to_diode(it, reed, diode)
    net = line_net(f"x{n + 1}")
    socket = it.pad(f"J{n + 13}", "6")
    banded = it.pad(diode, "1")
    if it.circuit[diode].pads["1"] == net:
        it.track(net, FRONT, banded, (socket[0], banded[1]))
        it.via(net, (socket[0], banded[1]))
        it.track(net, BACK, socket, (socket[0], banded[1]), width=0.3)
    _to_row(it, reed)
    _ground(it, led, f"C{9 - n}")


def _chain(it: Copper, xs: list[float]) -> None:
    """Draws the data: right through the cells, down at the end, left through the crossings."""
    x, y = it.pad("J1", "1")
    _into_cell(it, "CHAIN_IN", [(x, y), (x, _y(_DATA))], "LED1")
    for n in range(1, 5):
        _into_cell(it, f"LED{n}_OUT", _drop(it, n), f"LED{n + 1}")

    # Below the cover's track and the row to the lanes that lead back.
    net, turn = "LED5_OUT", (xs[4] + 9.3, _y(_DATA))
    it.track(net, FRONT, *_drop(it, 5), turn)
    it.via(net, turn)
    it.track(net, BACK, turn, (turn[0], _y(_HOME)))
    it.via(net, (turn[0], _y(_BACK)))
    it.via(net, (turn[0], _y(_HOME)))
    _into_crossing(it, net, (turn[0], _y(_BACK)), "LED6")
    for n in range(6, 9):
        _into_crossing(it, f"LED{n}_OUT", _lift(it, n), f"LED{n + 1}")
    home, bridge = it.pad("J11", "1"), it.pad("JP2", "2")
    start = _lift(it, 9)
    it.track("CHAIN_OUT", FRONT, start, (bridge[0], start[1]), (bridge[0], home[1]), home)
    it.track("CHAIN_OUT", FRONT, (bridge[0], home[1]), bridge)
    end = it.pad("JP2", "1")
    it.track(net, FRONT, (turn[0], _y(_HOME)), (end[0], _y(_HOME)), end)

    # The bridge of strip 1.
    out, into = it.pad("JP1", "1"), it.pad("JP1", "2")
    up = (it.pad("J2", "6")[0], out[1])
    it.track("LED_UP", FRONT, out, up)
    it.via("LED_UP", up)
    it.track("CHAIN_IN", FRONT, into, (into[0], _y(_DATA)))


def _drop(it: Copper, n: int) -> list[Point]:
    """Draws the track from the output of a cell's light down to the lane."""
    x, y = it.pad(f"LED{n}", "2")
    right = round(x + 1.75, 3)
    return [(x, y), (right, y), (right, _y(_DATA))]


def _into_cell(it: Copper, net: str, path: list[Point], led: str) -> None:
    x, y = it.pad(led, "4")
    left = round(x - 2.3, 3)
    it.track(net, FRONT, *path, (left, _y(_DATA)), (left, y), (x, y))


def _lift(it: Copper, n: int) -> Point:
    """Draws the track from the output of a crossing's light up to the lane."""
    x, y = it.pad(f"LED{n}", "2")
    corner = (round(x - 2.3, 3), y)
    end = (corner[0], _y(_BACK))
    it.track(it.circuit[f"LED{n}"].pads["2"], FRONT, (x, y), corner, end)
    return end


def _into_crossing(it: Copper, net: str, start: Point, led: str) -> None:
    x, y = it.pad(led, "4")
    down = y - _y(_BACK)
    it.track(net, FRONT, start, (round(x + down, 3), _y(_BACK)), (x, y))


def _rows(it: Copper, xs: list[float]) -> None:
    start, up = it.pad("J11", "2"), it.pad("J1", "6")
    own = [p.ref for p in it.circuit.parts if p.kind == "reed" and p.pads["1"] == row_net(0)]
    right = max(it.pad(ref, "1")[0] for ref in own)
    it.track(row_net(0), FRONT, start, (start[0], _y(_ROW)), (right, _y(_ROW)))
    it.track(row_net(0), FRONT, (start[0], _y(_ROW)), (up[0], _y(_ROW)), up)
    for n in range(1, 5):
        net = row_net(n)
        (x, y), (x2, y2) = it.pad("J11", str(n + 2)), it.pad("J1", str(n + 1))
        shift = round(x2 - x, 3)
        it.track(net, BACK, (x, y), (x, _y(5)), (x2, _y(5 - shift)), (x2, y2))


def _lanes(it: Copper) -> None:
    for lane in lanes(it.circuit, it.board):
        y = _y(_LANE + lane.index * _LANE_STEP)
        xs = [lane.line_x, *(tap.x for tap in lane.taps)]
        it.track(lane.net, FRONT, (min(xs), y), (max(xs), y))
        for x in xs:
            it.via(lane.net, (x, y))
        for tap in lane.taps:
            start = it.pad(tap.ref, tap.pad)
            if it.circuit[tap.ref].kind == "diode":
                bend = (tap.x, round(start[1] - _TAP_UP, 3))
                it.track(lane.net, FRONT, start, bend)
                it.via(lane.net, bend)
            else:  # its lead goes through the board
                bend = (tap.x, round(start[1] - abs(tap.x - start[0]), 3))
                it.track(lane.net, BACK, start, bend)
            it.track(lane.net, BACK, bend, (tap.x, y))


def _print(it: Copper, xs: list[float], crc: int) -> None:
    board = it.board
    for n, x in enumerate(xs):
        name = "abcde"[n]
        it.write(name, (x - 6.5, _y(-9)), 2.5)
        cover = it.circuit[f"SW{n + 1}"].at
        it.write("cover", (cover[0] - 3.4, cover[1] + 2.7), 0.8)
        it.write("occupant", (x + 5.2, _y(0)), 0.8)
        it.name(f"SW{n + 1}", -2.9, 0.8)
        it.name(f"SW{n + 6}", 0.5, 2.4)
        it.name(f"D{n + 1}", 0, -1.7)
        it.name(f"D{n + 6}", 2.4, 0)
        it.name(f"LED{n + 1}", -5.4, 2.2)
        it.name(f"C{n + 1}", 2.2, 0)
    for n in range(4):
        x, y = it.circuit[f"SW{n + 11}"].at
        it.write(f"x{n + 1}", (x - 8.5, y + 0.5), 2)
        it.name(f"SW{n + 11}", 0, 2.5)
        it.name(f"D{n + 11}", 0, 1.7)
        it.name(f"LED{9 - n}", 0, 3.8)
        it.name(f"C{9 - n}", 2.2, 0)
    title = f"HEISTBOARD {board.name} rev {board.revision}  layout {crc:08X}"
    middle = (xs[1] + xs[2]) / 2
    it.write(title, (middle, _y(-12.8)), 1.0)
    it.write(it.circuit.title, (middle, _y(-10.8)), 1.0)
    it.write("this edge away", ((xs[2] + xs[3]) / 2, _y(-12.8)), 1.0)
    it.write("from the controller", ((xs[2] + xs[3]) / 2, _y(-10.8)), 1.0)
    it.write(title, (middle, _y(9.5)), 1.2, below=True)
    it.write("line beside a reed: to the", ((xs[3] + xs[4]) / 2, _y(-12.8)), 1.0)
    it.write("wire of its upper lead", ((xs[3] + xs[4]) / 2, _y(-10.8)), 1.0)
    x = xs[0]
    it.write("strip 1: close", (x - 14, _y(-8.6)), 0.8)
    it.write("strip 5: close", (x - 23, _y(25.5)), 0.8)
    for n in range(6):
        for first in (1, 11):
            it.name(f"J{first + n}", -6.35, 2.0 if first == 1 else -2.0)
    it.name("JP1", 0, -3.4)
    it.name("JP2", 2.4, 0)
    for n, screws in enumerate((SCREWS["a"], SCREWS["e"])):
        it.holes += [(xs[4 * n] + dx, _y(dy)) for dx, dy in screws]
    x, y = it.holes[0]
    it.write("nylon", (x + 6, y), 0.8)
