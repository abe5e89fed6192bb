"""The design: positions, parts, the stack above the board, tolerances, pieces.

In millimetres. In a cell x runs right and y down from its centre, as in `board.toml`; z runs up
from the upper end of the reeds' glass. Reeds stand upright on the board.
"""

from dataclasses import dataclass

import numpy as np

from hardware.magnets.field import Disc
from hardware.magnets.reed import LEAD_SHARE, MDSR_10, Pole, Reed

__all__ = [
    "DESIGN",
    "DISCS",
    "HERE",
    "TOWARDS_WIRE",
    "Design",
    "Piece",
    "Point",
    "Stack",
    "Tolerance",
]

Point = tuple[float, float]
HERE: Point = (0.0, 0.0)  # the centre of the cell in question
# From a reed to the wire of its upper lead; REED_TURN in `electronics/circuit.py`.
TOWARDS_WIRE = {"cover": (0.0, -1.0), "occupant": (-1.0, 0.0), "crossing": (1.0, 0.0)}

_N35, _N42 = (1.17, 1.23), (1.28, 1.32)  # T, lowest and highest of makers' grade tables
_SIZES = (
    *((5, 2), (5, 3), (6, 2), (6, 3), (7, 2), (7, 3), (8, 2), (8, 3)),
    *((8, 5), (8, 10), (10, 3), (10, 4), (10, 5), (10, 6), (12, 5), (15, 3)),  # for the flashlight
)
DISCS = {
    f"{diameter}x{thickness} {grade}": Disc(diameter, thickness, grade, br)
    for diameter, thickness in _SIZES
    for grade, br in (("N35", _N35), ("N42", _N42))
}


@dataclass(frozen=True)
class Stack:
    """Distances between a reed's glass and a piece's magnet, lowest and highest."""

    lead: tuple[float, float] = (1.6, 2.2)  # upper lead's bend, and air up to the sheet
    sheet: tuple[float, float] = (1.4, 1.6)  # opal cover sheet
    floor: tuple[float, float] = (0.3, 0.5)  # printed or paper floor below a magnet
    dirt: tuple[float, float] = (0.0, 0.3)  # bow of the sheet, glue, crumbs

    @property
    def face(self) -> tuple[float, float]:
        """Height of the lower face of a magnet in a piece on the sheet."""
        return self.face_above(self.floor)

    def face_above(self, floor: tuple[float, float]) -> tuple[float, float]:
        """The same for a magnet above another *floor*."""
        parts = (self.lead, self.sheet, floor, self.dirt)
        return sum(low for low, _ in parts), sum(high for _, high in parts)


@dataclass(frozen=True)
class Tolerance:
    """How far things may be off their position."""

    guided: float = 0.7  # a base or tile in its guide, shift and turn together
    circle: float = 1.0  # from the mark of a car or guard, from the middle of a helicopter's ring
    tap: float = 5.0  # from the middle of a cell's ring to where a hand sets the flashlight down
    reed: float = 0.6  # upper end of the glass: 1.5 degrees of lean, and the lead in its hole
    # Grid, guide and marks from the boards: what centres them, the strips' screws, the print.
    frame: float = 0.4
    # Of a magnet in its pocket, 1 degree, and of the piece on a crumb of 0.3 mm: across 18 mm it
    # tilts a foot by 1 degree, across 43 mm a base or tile by 0.4.
    tilt_free: float = 2.0
    tilt_guided: float = 1.4

    @property
    def apart(self) -> float:
        """How far a reed may be from where players expect it."""
        return self.reed + self.frame

    @property
    def free(self) -> float:
        """How far a free-standing piece may be from its reed."""
        return self.circle + self.apart


@dataclass(frozen=True)
class Piece:
    """Magnets that move together; *signs* gives each one's polarity."""

    name: str
    disc: Disc
    spots: tuple[Point, ...]
    signs: tuple[int, ...]
    face: tuple[float, float]
    play: float
    tilt: float  # degrees
    grams: float  # its least mass, magnets included


@dataclass(frozen=True)
class Design:
    """One design of the module, with everything the proof needs."""

    pitch: float = 50.0
    street: float = 7.0
    cover: Point = (17.1, 7.4)
    led: Point = (0.0, -9.0)  # beside the foot of what stands on the cell or crossing
    reed: Reed = MDSR_10
    lead: float = 1.7  # mm of the upper lead that lie sideways, towards the reed's wire
    base: Disc = DISCS["6x2 N35"]
    occupant: Disc = DISCS["6x2 N35"]
    guard: Disc = DISCS["7x3 N35"]
    flashlight: Disc = DISCS["10x5 N42"]
    # Below the flashlight's magnet. Less, and it lifts tiles and disturbs the next cells' reeds.
    flashlight_floor: tuple[float, float] = (5.5, 5.7)
    signs: tuple[int, ...] = (1, -1, 1, -1)  # of a base's magnets, one quarter turn to the next
    sled: tuple[float, float] = (2.5, 2.8)  # a room tile with its card: what a guard stands on
    helicopters: int = 3  # as many as a game has
    friction: float = 0.3  # of a piece on the sheet: it stays put on a slope of 17 degrees
    building_grams: float = 12.0
    tile_grams: float = 5.5
    occupant_grams: float = 14.0  # of a car, guard or helicopter, brass or lead-free shot inside
    lying: tuple[float, float] | None = None  # an occupant reed that lies: degrees, mm off centre
    stack: Stack = Stack()
    tolerance: Tolerance = Tolerance()

    def poles(self, reed: Point) -> tuple[Pole, ...]:
        """The points at which the reed at *reed* collects the field."""
        if self.lying is None or reed == self.cover:
            kind = {self.cover: "cover", HERE: "occupant"}.get(reed, "crossing")
            tip = np.array([*TOWARDS_WIRE[kind], 0.0]) * self.lead
            foot = np.array([0.0, 0.0, -self.reed.glass])
            return (1 - LEAD_SHARE, np.zeros(3)), (LEAD_SHARE, tip), (-1.0, foot)
        angle, along = np.radians(self.lying[0]), self.lying[1]
        ends = (along + self.reed.glass / 2, along - self.reed.glass / 2)
        first, second = (np.array([np.cos(angle), np.sin(angle), 0.0]) * end for end in ends)
        return (1.0, first), (-1.0, second)

    @property
    def spots(self) -> tuple[Point, ...]:
        """The four magnets of a base: the cover reed's place and its quarter turns."""
        x, y = self.cover
        return ((x, y), (-y, x), (-x, -y), (y, -x))

    @property
    def mirrored(self) -> tuple[Point, ...]:
        """The same once the tile is turned over."""
        return tuple((x, -y) for x, y in self.spots)

    @property
    def turned_over(self) -> float:
        """How far the nearest magnet of a turned tile is from the cover reed."""
        x, y = self.cover
        return min(float(np.hypot(x - u, y - v)) for u, v in self.mirrored)

    def building(self) -> Piece:
        """A building, or a room tile lying face down: the same magnets at the same places."""
        return self._base("building", self.spots, self.stack.face, self.building_grams)

    def room(self) -> Piece:
        """A room tile lying face up: its magnets are mirrored and 0.1..0.5 mm higher."""
        low, high = self.stack.face
        return self._base("room", self.mirrored, (low + 0.1, high + 0.5), self.tile_grams)

    def car(self) -> Piece:
        """A car; a helicopter is the same to a reed."""
        return self._single("car", self.occupant, self.stack.face)

    def on_tile(self) -> Piece:
        """A guard standing on a room tile."""
        low, high = self.stack.face
        return self._single("guard", self.guard, (low + self.sled[0], high + self.sled[1]))

    def wand(self, is_on_tile: bool) -> Piece:
        """A flashlight whose foot is flat on the sheet, or on a room tile."""
        low, high = self.stack.face_above(self.flashlight_floor)
        if is_on_tile:
            low, high = low + self.sled[0], high + self.sled[1]
        play, tilt = self.tolerance.tap, self.tolerance.tilt_free
        return Piece("flashlight", self.flashlight, (HERE,), (1,), (low, high), play, tilt, 0.0)

    def _base(
        self, name: str, spots: tuple[Point, ...], face: tuple[float, float], grams: float
    ) -> Piece:
        play, tilt = self.tolerance.guided, self.tolerance.tilt_guided
        return Piece(name, self.base, spots, self.signs, face, play, tilt, grams)

    def _single(self, name: str, disc: Disc, face: tuple[float, float]) -> Piece:
        play, tilt = self.tolerance.circle, self.tolerance.tilt_free
        return Piece(name, disc, (HERE,), (1,), face, play, tilt, self.occupant_grams)


DESIGN = Design()
