"""A board's copper, outline and print as plain data, the input for KiCad."""

from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass, field
from itertools import pairwise

from hardware.boardfile import BoardSpec, Point
from hardware.electronics.circuit import POWER, Circuit, Part
from hardware.electronics.footprints import pads_at
from hardware.electronics.parts import footprint, value
from hardware.electronics.strips import CircuitError
from hardware.electronics.symbols import SYMBOLS

__all__ = ["BACK", "FRONT", "Copper", "kicad_net"]

FRONT, BACK = "F.Cu", "B.Cu"
_SIGNAL = 0.25  # mm, width of a track
_VIA = (0.6, 0.3)  # mm, copper and drill
_EDGE = 0.5  # mm from the outline to the zones
_KEEP = 1.9  # mm from the edge of a screw's hole: head, nut and some air


@dataclass
class Copper:
    """The drawing so far; coordinates in mm from the board's upper left corner."""

    circuit: Circuit
    board: BoardSpec
    tracks: list[dict[str, object]] = field(default_factory=list)
    vias: list[dict[str, object]] = field(default_factory=list)
    texts: list[dict[str, object]] = field(default_factory=list)
    holes: list[Point] = field(default_factory=list)
    references: dict[str, Point] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._pads = {
            part.ref: pads_at(footprint(self.board, part.kind), part.at, part.turn, part.side)
            for part in self.circuit.parts
        }
        for part in self.circuit.parts:
            pins = {pin.number for pin in SYMBOLS[part.kind].pins}
            if pins != set(self._pads[part.ref]):
                raise CircuitError(
                    f"parts.{part.kind}.footprint is {footprint(self.board, part.kind)} with the "
                    f"pads {_listed(self._pads[part.ref])}, expected {_listed(pins)}"
                )

    def pad(self, ref: str, number: str) -> Point:
        """The centre of a pad; of the first if several share the number."""
        return self._pads[ref][number][0]

    def pads(self, ref: str, number: str) -> tuple[Point, ...]:
        """The centres of all pads with that number."""
        return self._pads[ref][number]

    def track(self, net: str, layer: str, *points: Point, width: float = _SIGNAL) -> None:
        """Draws a track through *points*."""
        for start, end in pairwise(points):
            if start != end:
                self.tracks.append(
                    {"net": net, "layer": layer, "width": width, "start": start, "end": end}
                )

    def via(self, net: str, at: Point, size: tuple[float, float] = _VIA) -> None:
        """Joins both layers."""
        self.vias.append({"net": net, "at": at, "size": size[0], "drill": size[1]})

    def write(self, text: str, at: Point, size: float = 1.2, *, below: bool = False) -> None:
        """Prints *text*, centred."""
        layer = "B.SilkS" if below else "F.SilkS"
        self.texts.append({"text": text, "at": at, "size": size, "layer": layer})

    def name(self, ref: str, dx: float, dy: float) -> None:
        """Prints a part's reference at an offset; parts without this call have none."""
        x, y = self.circuit[ref].at
        self.references[ref] = (round(x + dx, 3), round(y + dy, 3))

    def model(self, net_name: Callable[[str], str]) -> dict[str, object]:
        """Returns the drawing for the script that runs inside KiCad."""
        width, height = self.circuit.size
        zone = [(_EDGE, _EDGE), (width - _EDGE, _EDGE), (width - _EDGE, height - _EDGE),
                (_EDGE, height - _EDGE)]  # fmt: skip
        return {
            "size": self.circuit.size,
            "parts": [self._part(part, net_name) for part in self.circuit.parts],
            "tracks": [{**track, "net": net_name(str(track["net"]))} for track in self.tracks],
            "vias": [{**via, "net": net_name(str(via["net"]))} for via in self.vias],
            "zones": [
                {"net": "+5V", "layer": FRONT, "points": zone},
                {"net": "GND", "layer": BACK, "points": zone},
            ],
            "texts": self.texts,
            "holes": self.holes,
            "keep": _KEEP,
        }

    def _part(self, part: Part, net_name: Callable[[str], str]) -> dict[str, object]:
        names = {pin.number: pin.name for pin in SYMBOLS[part.kind].pins}
        nets = {
            number: net_name(part.pads[number])
            if number in part.pads
            else f"unconnected-({part.ref}-{names[number]}-Pad{number})"
            for number in self._pads[part.ref]
        }
        return {
            **asdict(part),
            "footprint": footprint(self.board, part.kind),
            "value": value(self.board, part),
            "pads": nets,
            "places": self._pads[part.ref],
            "text": self.references.get(part.ref),
        }


def _listed(numbers: Iterable[str]) -> str:
    return ", ".join(sorted(numbers))


def kicad_net(net: str) -> str:
    """KiCad's name of a net: power nets are global, others belong to the sheet."""
    return net if net in POWER else f"/{net}"
