"""The copper of the controller: a lane for every line, taps up to the strips and down to the rest.

All lines between the connectors, the Pico and the rest of the circuit run in lanes along the board
on the front; taps leave their lane on the back. Where a tap from above and one from below share an
x position, the upper one's lane must be higher; this decides the order of the lanes.
"""

from dataclasses import dataclass
from itertools import permutations

from hardware.boardfile import BUTTONS, BoardSpec, Point
from hardware.electronics.circuit import CONTROLLER_SCREWS, PIN, Circuit
from hardware.electronics.copper import BACK, FRONT, Copper
from hardware.electronics.strips import CircuitError

__all__ = ["LanesError", "controller_copper"]

_TOP, _STEP = 6.0, 0.65  # mm, first lane and from lane to lane
_CLOSE = 0.62  # mm, what a via keeps from the middle of a track
_BELOW = 23.0  # mm, free of lanes from here on
_TRACK_LANE = 44.6  # mm, data of the round track
_POWER = 1.2


class LanesError(CircuitError):
    """No order of lanes keeps all taps apart."""


@dataclass(frozen=True)
class _Tap:
    net: str
    x: float
    points: tuple[Point, ...]  # from below the lane on, on the back
    is_above: bool = False


def controller_copper(circuit: Circuit, board: BoardSpec, crc: int) -> Copper:
    """Draws the controller; raises :exc:`LanesError` if the taps cannot be kept apart."""
    it = Copper(circuit, board)
    taps = [*_connector_taps(it), *_pico_taps(it), *_pull_up_taps(it), *_input_taps(it)]
    taps += [*_light_taps(it), *(_down(it, f"DEBUG{n}", it.pad("J8", str(n + 1))) for n in (0, 1))]
    _lanes(it, taps)
    _power(it)
    _round_track(it)
    _print(it, crc)
    return it


def _lanes(it: Copper, taps: list[_Tap]) -> None:
    for n, net in enumerate(_order(taps)):
        y = round(_TOP + n * _STEP, 3)
        mine = sorted((tap for tap in taps if tap.net == net), key=lambda tap: tap.x)
        if mine:
            it.track(net, FRONT, (mine[0].x, y), (mine[-1].x, y))
        for tap in mine:
            it.via(net, (tap.x, y))
            it.track(net, BACK, (tap.x, y), *tap.points)


def _order(taps: list[_Tap]) -> list[str]:
    """The nets from the highest lane to the lowest; an empty name is a free lane."""
    higher: dict[str, set[str]] = {tap.net: set() for tap in taps}
    close: dict[str, set[str]] = {tap.net: set() for tap in taps}
    for one, other in permutations(taps, 2):
        if one.net != other.net and abs(one.x - other.x) < _CLOSE:
            if one.is_above == other.is_above:
                raise LanesError(f"{one.net} and {other.net} leave their lanes at one place")
            close[one.net].add(other.net)
            if one.is_above:
                higher[other.net].add(one.net)
    order = [""]
    while higher:
        free = [net for net, above in higher.items() if above <= set(order)]
        if not free:
            raise LanesError(f"the lanes of {', '.join(higher)} must each lie above the other")
        # Neighbours must not have their vias side by side.
        apart = [net for net in free if order[-1] not in close[net]]
        order.append(apart[0] if apart else "")
        higher.pop(order[-1], None)
    return order[1:]


def _connector_taps(it: Copper) -> list[_Tap]:
    taps = []
    for n in range(1, 7):
        for pin, net in it.circuit[f"J{n}"].pads.items():
            if net not in ("GND", "+5V"):
                place = it.pad(f"J{n}", pin)
                taps.append(_Tap(net, place[0], (place,), is_above=True))
    return taps


def _pico_taps(it: Copper) -> list[_Tap]:
    taps = []
    for pin, net in it.circuit["U1"].pads.items():
        if net in ("GND", "VBUS", "+3V3"):
            continue
        x, y = it.pad("U1", pin)
        if int(pin) <= 20:
            taps.append(_down(it, net, (x, y)))
        else:  # the far side is reached between two pins of the near one
            gap = round(x + PIN / 2, 3)
            taps.append(_Tap(net, gap, ((gap, round(y - PIN / 2, 3)), (x, y))))
    return taps


def _down(it: Copper, net: str, *points: Point) -> _Tap:
    return _Tap(net, points[0][0], points)


def _to_front(it: Copper, net: str, via: Point, *points: Point) -> _Tap:
    """A tap that returns to the front to reach a part."""
    it.via(net, via)
    it.track(net, FRONT, via, *points)
    return _down(it, net, via)


def _pull_up_taps(it: Copper) -> list[_Tap]:
    taps = []
    rail = it.pad("R1", "2")[1] + 1.4
    for n in range(1, 6):
        x, y = it.pad(f"R{n}", "1")
        taps.append(_to_front(it, f"ROW{n - 1}", (x, round(y - 1.6, 3)), (x, y)))
        x, y = it.pad(f"R{n}", "2")
        it.track("+3V3", FRONT, (x, y), (x, rail), width=0.4)
    pico, point = it.pad("U1", "36"), it.pad("TP3", "1")
    it.track("+3V3", FRONT, (x, rail), (pico[0], rail), pico, width=0.4)
    near = it.pad("R3", "2")[0]
    it.track("+3V3", FRONT, (near, rail), (near, point[1]), point, width=0.4)
    return taps


def _input_taps(it: Copper) -> list[_Tap]:
    taps = []
    for n, name in enumerate((*BUTTONS, "spare"), 1):
        ref = "J9" if name == "spare" else f"SW{n}"
        row, net = (it.circuit[ref].pads[pin] for pin in ("1", "2"))
        taps.append(_down(it, row, it.pad(ref, "1")))
        for number in ("1", "2"):
            if ref != "J9":
                it.track(it.circuit[ref].pads[number], FRONT, *it.pads(ref, number))
        start, end = it.pad(ref, "2"), it.pad(f"D{n}", "2")
        it.track(net, FRONT, start, (round(start[0] - abs(end[1] - start[1]), 3), end[1]), end)
        x, y = it.pad(f"D{n}", "1")
        taps.append(_to_front(it, it.circuit[f"D{n}"].pads["1"], (x, round(y - 1.8, 3)), (x, y)))
    return taps


def _light_taps(it: Copper) -> list[_Tap]:
    """Data from the Pico, through the buffer, up to the top strip; and back from the lowest."""
    data, out = it.pad("U2", "2"), it.pad("U2", "3")
    near, far, point = it.pad("R6", "1"), it.pad("R6", "2"), it.pad("TP4", "1")
    via, rest = (round(data[0] - 2.1, 3), data[1]), it.pad("R7", "1")
    taps = [_to_front(it, "LED_3V3", via, data)]
    it.track("LED_3V3", FRONT, via, (via[0], rest[1]), rest)
    it.track("LED_5V", FRONT, out, near)
    it.track("LED_5V", FRONT, near, (near[0], point[1]), point)
    taps.append(_to_front(it, "LED_UP", (round(far[0] - 1.3, 3), far[1]), far))

    # Past the Pico beside its RUN pin, where no line ends.
    gap = round(it.pad("U1", "30")[0] + PIN / 2, 3)
    x, y = it.pad("LED1", "4")
    taps.append(_to_front(it, "CHAIN", (gap, y), (x, y)))
    return taps


def _power(it: Copper) -> None:
    for n in range(3, 7):
        x, y = it.pad(f"J{n}", "2")
        it.track("+5V", BACK, (x, y), (x, _BELOW), width=_POWER)
        it.via("+5V", (x, _BELOW), (0.9, 0.5))

    pin, fuse = it.pad("U1", "40"), it.pad("F1", "1")
    it.track("VBUS", FRONT, pin, (pin[0], fuse[1]), fuse, width=1.0)
    it.track("VBUS_FUSED", FRONT, it.pad("F1", "2"), it.pad("D5", "2"), width=_POWER)
    it.track("FEED", FRONT, it.pad("J7", "1"), it.pad("F2", "1"), width=_POWER)
    (x, y), (x2, y2), (x3, y3) = it.pad("F2", "2"), it.pad("D6", "2"), it.pad("C13", "1")
    path = [(x, y), (x, y + 3.2), (x2, y + 3.2), (x2, y2), (x2, y2 + 3), (x3, y2 + 3), (x3, y3)]
    it.track("FEED_FUSED", FRONT, *path, width=_POWER)
    (x, y), (x4, y4) = it.pad("D7", "1"), it.pad("D7", "2")
    it.track("FEED_FUSED", FRONT, (x3, y3), (x3, y), (x, y), width=_POWER)
    (x3, y3) = it.pad("C13", "2")
    it.track("GND", FRONT, (x3, y3), (x3, y4), (x4, y4), width=_POWER)

    for ref, pad, dx, dy in (
        ("U2", "1", 1.8, 0), ("U2", "5", 1.8, 0), ("U2", "7", 1.8, 0),
        ("U2", "9", 1.9, 0), ("U2", "12", 1.9, 0), ("C12", "2", -1.5, 0), ("TP1", "1", 0, 1.6),
        ("R7", "2", 0, -1.5),
    ):  # fmt: skip
        x, y = it.pad(ref, pad)
        end = (round(x + dx, 3), round(y + dy, 3))
        it.track("GND", FRONT, (x, y), end, width=0.4)
        it.via("GND", end)


def _round_track(it: Copper) -> None:
    for n in range(1, 12):
        for ref, pad, dx in ((f"LED{n}", "3", 1.6), (f"C{n}", "2", 1.5)):
            x, y = it.pad(ref, pad)
            it.track("GND", FRONT, (x, y), (round(x + dx, 3), y), width=0.4)
            it.via("GND", (round(x + dx, 3), y))
    for n in range(1, 11):
        (x, y), (x2, y2) = it.pad(f"LED{n}", "2"), it.pad(f"LED{n + 1}", "4")
        up, left = round(x + y - _TRACK_LANE, 3), round(x2 - 2.8, 3)
        path = ((x, y), (up, _TRACK_LANE), (left, _TRACK_LANE), (left, y2), (x2, y2))
        it.track(f"LED{n}_OUT", FRONT, *path)


def _print(it: Copper, crc: int) -> None:
    board, circuit = it.board, it.circuit
    title = f"HEISTBOARD {board.name} rev {board.revision}  layout {crc:08X}  {circuit.title}"
    it.write(title, (152, 43.1), 1.2)
    it.write(title, (152, 43.1), 1.2, below=True)
    for n in range(1, 12):
        x, y = circuit[f"LED{n}"].at
        it.write(f"r{n}", (x - 5.2, y - 1.7), 1)
    for n, name in enumerate((*BUTTONS, "spare"), 1):
        x = it.pad(f"D{n}", "1")[0] + 10
        it.write(name, (x, 38.2 if name == "spare" else 40.3), 1.2)
    for n in range(1, 5):
        x, y = circuit[f"TP{n}"].at
        it.write(circuit[f"TP{n}"].label, (x, y + 1.6 if n % 2 else y - 1.6), 0.8)
        it.name(f"TP{n}", 0, -1.6 if n % 2 else 1.6)
    it.write("5 V centre +", (244, 19.7), 1)
    it.write("USB", (4.5, 33.4), 1)
    it.write(circuit["J8"].label, (59.5, 29.6), 0.8, below=True)
    for n in range(1, 12):
        it.name(f"C{n}", 2.2, 0)
    for n in range(1, 8):
        if n < 7:
            it.name(f"J{n}", -6.35, 2.0)
        it.name(f"R{n}", *((0, 4.2) if n < 6 else (0, 1.6) if n == 6 else (-2.6, 0)))
    for n in range(1, 5):
        it.name(f"D{n}", -1.8, 0)
    for n in range(1, 4):
        it.name(f"SW{n}", 6.25, -5.2)
    for ref, dx, dy in (
        ("F1", 0, -2.6), ("D5", 0, -2.2), ("F2", 0, -2.6), ("D6", -4.6, 0), ("U2", 0, -5.2),
        ("C12", 0, -1.8), ("C13", 1.75, 5), ("D7", 0, 4.3), ("J7", 7, -6), ("J8", 2.8, 0),
        ("J9", -1.3, 2.2),
    ):  # fmt: skip
        it.name(ref, dx, dy)
    it.holes += CONTROLLER_SCREWS
