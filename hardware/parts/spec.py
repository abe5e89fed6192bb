"""All dimensions of the printed parts, in mm; some come from the magnet model.

Positions are as in the magnet model: from the centre of a cell, x right and y down. `scad` writes
them as the parameters of the OpenSCAD files.
"""

from dataclasses import dataclass, fields, is_dataclass
from math import hypot, pi, sqrt

from hardware.magnets.design import DESIGN, Design, Point

__all__ = ["PARTS", "SPEC", "Box", "Nut", "PrintedPart", "Printer", "Spec", "Strip", "scad"]

Box = tuple[float, float, float, float, float]  # x, y of the middle, width, depth, height


@dataclass(frozen=True)
class Printer:
    """An ordinary printer: 0.4 mm nozzle, layers of 0.2 mm."""

    bed: float = 220.0
    wall: float = 0.8  # the thinnest, two lines
    spread: float = 0.1  # tolerance of the air between two printed walls
    fit: float = 0.1  # around a magnet that is glued in
    joint: float = 0.12  # around a dovetail
    chamfer: float = 0.4  # at edges on the bed, where the first layer swells


@dataclass(frozen=True)
class Nut:
    """A brass nut, DIN 934 M8, the weight in free-standing pieces."""

    flats: float = 13.0
    hole: float = 7.2  # between thread's minor and major diameter
    height: float = 6.5
    share: float = 0.93  # of the plain prism's volume, without chamfers and tolerances
    count: int = 2

    @property
    def corners(self) -> float:
        """Across its corners."""
        return self.flats * 2 / sqrt(3)

    @property
    def grams(self) -> float:
        """The lightest good one, of CuZn39Pb3."""
        prism = sqrt(3) / 2 * self.flats**2 - pi * self.hole**2 / 4
        return prism * self.height * self.share * 8.47e-3


@dataclass(frozen=True)
class Strip:
    """Dimensions of strips and controller that matter to grid and feet; see `electronics/`."""

    left: float = 34.0  # from the middle of cell a to the edge
    right: float = 20.0  # from the middle of cell e
    above: float = 18.0  # from the middle of a row to the seam above it
    seam: float = 0.2  # between two boards
    board: float = 1.6
    controller: float = 52.0  # its height; the round track's lights are 4 mm from its lower edge
    screws: tuple[Point, ...] = ((9.0, -13.5), (11.5, 25.5))  # from cell a; M3
    screws_right: tuple[Point, ...] = ((12.0, -13.5), (14.0, 25.5))  # from cell e
    screw_head: float = 7.0
    screw_height: float = 3.5
    # The connectors are below the boards; their pins and solder protrude above.
    pins: Box = (-4.95, 27.8, 17.5, 18.0, 2.5)  # of header and socket across the seam
    row_pins: Box = (-22.4, 27.8, 20.8, 18.0, 2.5)  # the same beside cell a, and the bridge
    bridge: Point = (-15.5, 25.5)  # from cell a; a drop of solder on strip 5
    # What protrudes below the walls of the round track, from the left end of its wells.
    pico_pins: Box = (14.0, -5.72, 29.0, 4.0, 3.0)  # its sockets' pins, and the solder
    track_screw: Box = (0.5, 0.5, 7.4, 7.4, 3.8)
    controller_screws: tuple[Point, ...] = (  # from its upper left corner
        (24.5, 48.5),
        (152.0, 29.0),
        (249.5, 33.0),
        (249.5, 46.5),
    )
    wire: float = 3.81  # from a reed to the wire of its upper lead
    hanging: float = 17.5  # the big capacitor below the controller; the Pico in its sockets: 15
    light: float = 5.0  # across an LED
    screw: float = 3.0
    nut: float = 5.5  # across its flats


@dataclass(frozen=True)
class Spec:
    """All parts."""

    design: Design = DESIGN
    printer: Printer = Printer()
    nut: Nut = Nut()
    strip: Strip = Strip()

    # Bases, buildings and tiles.
    corner: float = 10.0  # cut off a base, to make room for a helicopter
    base_height: float = 3.0
    wall: float = 1.2
    building: float = 23.0  # walls above the base
    roof: float = 1.6
    token: float = 24.0  # across the sign on the roof
    sled_pocket: float = 2.0  # magnets end flush with the side of the card
    card: tuple[float, float] = (0.3, 0.35)

    # Free-standing pieces.
    car_radius: float = 11.5
    body_wall: float = 1.0  # around the nuts
    cap: float = 1.2  # plug of a cap
    mast: float = 12.0  # of a helicopter's rotor

    # The flashlight: a foot with a flat ring, a hollow stick, a cap.
    flashlight_ring: float = 9.4  # radius; narrower, and a crumb would tilt it more than is proved
    flashlight_ring_height: float = 2.0
    flashlight_socket: float = 8.0  # how deep the stick is in the foot
    flashlight_stick: float = 70.0
    flashlight_bore: float = 3.2  # radius, of the hollow stick

    # Parts fixed on the sheet.
    guide_air: float = 0.22  # around a base
    guide_height: float = 2.0
    skirt: float = 2.0  # over the grid's outer wall
    skirt_air: float = 0.15

    # Walls between two tiles, and their slots in the guide.
    wall_piece: tuple[float, float, float] = (28.0, 12.0, 2.4)  # length, height, thickness
    wall_foot: float = 4.6  # its width; it stands on the guide
    tongue: tuple[float, float, float] = (5.0, 1.6, 1.7)  # length, thickness, depth in a slot
    tongue_at: float = 9.0  # from the middle of a wall; the quarters' joints are between

    # Between board and sheet.
    reed_seat: float = 1.0  # lead between board and glass
    grid: float = 13.0
    grid_wall: float = 1.2
    light: float = 12.5  # radius of a crossing's well
    grid_cut: Point = (106.0, 93.0)  # from cell a1; between its segments
    track_step: float = 20.0
    track_depth: float = 10.5
    track_wells: tuple[int, int] = (5, 6)  # they meet where the controller has no part

    # Tools.
    jig_gap: float = 2.0  # from the jig's magnets to the floor of the base
    feet: float = 20.0  # the Pico hangs below the controller
    post: float = 4.35  # radius; there is no more room beside the Pico's sockets

    @property
    def floor(self) -> float:
        """Thickness below a magnet."""
        return sum(self.design.stack.floor) / 2

    @property
    def side(self) -> float:
        """Side of a base."""
        return self.design.pitch - self.design.street

    @property
    def pocket(self) -> float:
        """Across a pocket for a magnet of a base, car or helicopter."""
        return self.design.base.diameter + 2 * self.printer.fit

    @property
    def base_hole(self) -> float:
        """Radius of the hole in a base, where a car stands and light comes through."""
        return hypot(*self.design.cover) - self.pocket / 2 - self.printer.wall

    @property
    def bore(self) -> float:
        """Across the room for the nuts."""
        return self.nut.corners + 0.4

    @property
    def foot(self) -> float:
        """Radius of a helicopter."""
        return self.bore / 2 + self.body_wall

    @property
    def ring(self) -> float:
        """Radius of a helicopter's opening in the guide, which limits its play."""
        air = self.printer.spread + self.skirt_air
        return self.foot + self.design.tolerance.circle - air

    @property
    def flashlight_floor(self) -> float:
        """Thickness below the flashlight's magnet."""
        return sum(self.design.flashlight_floor) / 2

    @property
    def flashlight_body(self) -> float:
        """Radius of the flashlight's stick, and of its foot around the magnet."""
        return self.design.flashlight.diameter / 2 + self.printer.fit + self.body_wall

    @property
    def stencil(self) -> float:
        """Radius of the circle drawn for cars and guards."""
        return self.car_radius + self.design.tolerance.circle

    @property
    def gauge(self) -> tuple[Point, Point, Point]:
        """Go and no-go heights: a reed's glass above the board, the sheet, a pocket's depth."""
        stack = self.design.stack
        pocket = (self.base_height - stack.floor[1], self.base_height - stack.floor[0])
        return (
            (self.grid - stack.lead[0], self.grid - stack.lead[1]),
            (stack.sheet[1], stack.sheet[0]),
            pocket,
        )


@dataclass(frozen=True)
class PrintedPart:
    """One kind of part; *flipped* parts are printed upside down."""

    name: str
    count: str  # per module, in words
    what: str
    flipped: bool = False


PARTS = (
    PrintedPart("base", "25", "foot of a building, four magnets"),
    PrintedPart("building", "25", "walls and roof, glued on a base", flipped=True),
    PrintedPart("sled", "25", "below the card of a room, four magnets", flipped=True),
    PrintedPart("car", "1", "foot and body of a car"),
    PrintedPart("car_cap", "1", "its cabin", flipped=True),
    PrintedPart("guard", "3", "foot of a guard"),
    PrintedPart("guard_cap", "3", "its hat", flipped=True),
    PrintedPart("guard_stand", "3", "instead of the hat: carries a figure of yours", flipped=True),
    PrintedPart("helicopter", "3", "foot of a helicopter"),
    PrintedPart("helicopter_cap", "3", "its rotor", flipped=True),
    PrintedPart(
        "guide", "4", "a quarter of the guide on the sheet, turned four ways", flipped=True
    ),
    PrintedPart("wall", "12", "a wall between two tiles, in slots of the guide", flipped=True),
    PrintedPart("flashlight", "1", "foot of the flashlight, with its ring and magnet"),
    PrintedPart("flashlight_stick", "1", "its stick, hollow", flipped=True),
    PrintedPart("flashlight_cap", "1", "its cap", flipped=True),
    PrintedPart("grid_nw", "1", "spacer grid, upper left", flipped=True),
    PrintedPart("grid_ne", "1", "upper right", flipped=True),
    PrintedPart("grid_sw", "1", "lower left", flipped=True),
    PrintedPart("grid_se", "1", "lower right", flipped=True),
    PrintedPart("track_w", "1", "wells of the round track, left", flipped=True),
    PrintedPart("track_e", "1", "right", flipped=True),
    PrintedPart("foot", "8", "below two strips where they meet", flipped=True),
    PrintedPart("post", "8", "below a screw of its own", flipped=True),
    PrintedPart("centre", "4", "centres the grid on the reeds until its glue holds", flipped=True),
    PrintedPart("jig_base", "1", "turns the magnets of a base the right way up"),
    PrintedPart("jig_sled", "1", "the same for a sled"),
    PrintedPart("gauge", "1", "go and no-go of the gaps that the proof takes for granted"),
    PrintedPart("stencil", "1", "to draw the circle for a car or guard"),
)
SPEC = Spec()


def scad(spec: Spec) -> str:
    """The parameters of the OpenSCAD files."""
    lines = ["// Written by `python -m hardware parts` from spec.py and the magnet model."]
    lines += _values("", spec)
    for name in dir(Spec):
        if isinstance(getattr(Spec, name), property):
            lines.append(f"{name} = {_literal(getattr(spec, name))};")
    design = spec.design
    known = {
        "pitch": design.pitch,
        "spots": design.spots,
        "signs": design.signs,
        "design_sheet": sum(design.stack.sheet) / 2,
        "magnet": (design.base.diameter, design.base.thickness),
        "guard_magnet": (design.guard.diameter, design.guard.thickness),
        "flashlight_magnet": (design.flashlight.diameter, design.flashlight.thickness),
    }
    lines += [f"{name} = {_literal(value)};" for name, value in known.items()]
    return "\n".join(lines) + "\n"


def _values(prefix: str, holder: Spec | Printer | Nut | Strip) -> list[str]:
    lines = []
    for field in fields(holder):
        value = getattr(holder, field.name)
        if isinstance(value, Printer | Nut | Strip):
            lines += _values(f"{field.name}_", value)
        elif not is_dataclass(value):
            lines.append(f"{prefix}{field.name} = {_literal(value)};")
    return lines


def _literal(value: object) -> str:
    if isinstance(value, tuple):
        return f"[{', '.join(map(_literal, value))}]"
    return f"{round(value, 4):g}" if isinstance(value, float) else str(value)
