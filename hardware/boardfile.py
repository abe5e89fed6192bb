"""Reads `board.toml`, the single source of truth for the floor module, and checks all of it.

Only :func:`load` touches the disk. Everything that can be wrong with a board file raises
:exc:`BoardFileError`, whose message names the key, the value and what was expected.
"""

import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from functools import cached_property
from itertools import pairwise
from pathlib import Path
from typing import NoReturn

__all__ = [
    "BUTTONS",
    "CELLS",
    "CROSSINGS",
    "PARTS",
    "PLACES",
    "REEDS",
    "ROUND_TRACK",
    "BoardFileError",
    "BoardSpec",
    "Column",
    "Current",
    "Geometry",
    "Leds",
    "MatrixSpec",
    "PartType",
    "Pi",
    "Point",
    "board_from",
    "load",
    "parse",
]

Point = tuple[float, float]

# The names a board file may use; the board file decides the order in which they are wired.
CELLS = tuple(f"{column}{row}" for row in range(1, 6) for column in "abcde")
CROSSINGS = tuple(f"x{i}{j}" for j in range(1, 5) for i in range(1, 5))
ROUND_TRACK = tuple(f"r{n}" for n in range(1, 12))
BUTTONS = ("done", "undo", "help")
PLACES = CELLS + CROSSINGS + ROUND_TRACK
REEDS = (
    *(f"{cell}.{kind}" for cell in CELLS for kind in ("cover", "occupant")),
    *(f"{crossing}.occupant" for crossing in CROSSINGS),
    *BUTTONS,
    "spare",
)

# The kinds of parts in a module, by which circuits refer to them.
PARTS = (
    *("reed", "wire", "diode", "led", "bypass", "header", "socket", "pico", "pico_socket"),
    *("buffer", "pull_up", "series", "bulk", "usb_fuse", "feed_fuse", "schottky", "jack"),
    *("button", "button_cap", "spare", "debug"),
)

_COLUMNS = 14
_ROWS = 5
_GPIOS = frozenset((*range(23), 26, 27, 28))  # 23..25 and 29 serve the Pico itself
_PI_COLUMNS = frozenset((*range(2, 7), 12, 13, *range(16, 28)))
_PI_ROWS = _PI_COLUMNS - {2, 3}
_PI_LEDS = frozenset(
    (10, 12, 18, 21)
)  # that Adafruit's library can use on every Pi; only 10 without root
_TOP = ("name", "revision", "built_of", "matrix", "leds", "current_ma", "pi", "place_mm", "parts")
_CONSECUTIVE = "the scan allows no gap; to exchange two lines exchange their reeds, not pins"
_COLOUR_ORDERS = ("GRB", "RGB", "BRG", "RBG", "GBR", "BGR")
_REED = "a1..e5 with .cover or .occupant, x11..x44 with .occupant, done, undo, help or spare"
_PLACE = "a1..e5, x11..x44 or r1..r11"


class BoardFileError(ValueError):
    """A board file is wrong; the text names the key, the value and what was expected."""


@dataclass(frozen=True)
class Column:
    """One driven line of the matrix and its reeds, from row 0 on."""

    pin: int
    reeds: tuple[str, ...]


@dataclass(frozen=True)
class MatrixSpec:
    """How the reeds are wired."""

    diode_cathode: str
    row_pull_up_ohm: int
    row_pins: tuple[int, ...]
    columns: tuple[Column, ...]


@dataclass(frozen=True)
class Leds:
    """The chain of lights, in order from the data pin."""

    pin: int
    colour_order: str
    chain: tuple[str, ...]


@dataclass(frozen=True)
class Current:
    """The current the lights may draw, and the assumed current of an LED, in mA."""

    default_budget: int
    powered_budget: int
    channel: int
    idle: int


@dataclass(frozen=True)
class Pi:
    """The GPIOs of the same lines on a Raspberry Pi that replaces the Pico."""

    column_pins: tuple[int, ...]
    row_pins: tuple[int, ...]
    led_pin: int


@dataclass(frozen=True)
class Geometry:
    """Positions in mm; :attr:`BoardSpec.place_mm` computes each place."""

    a1: Point
    pitch: float
    cover_offset: Point
    occupant_offset: Point
    led_offset: Point
    r1: Point
    round_track_step: Point
    done: Point
    undo: Point
    help: Point
    spare: Point


@dataclass(frozen=True)
class PartType:
    """A part to buy."""

    number: str
    alternatives: tuple[str, ...]
    footprint: str
    eur: float


@dataclass(frozen=True)
class BoardSpec:
    """A board file that has passed every check."""

    name: str
    revision: int
    built_of: str
    matrix: MatrixSpec
    leds: Leds
    current: Current
    pi: Pi
    geometry: Geometry
    parts: dict[str, PartType]

    @cached_property
    def reeds(self) -> tuple[str, ...]:
        """The reeds' names by number: column * 5 + row."""
        return tuple(reed for column in self.matrix.columns for reed in column.reeds)

    @cached_property
    def place_mm(self) -> dict[str, Point]:
        """The place of every LED in chain order, then of every reed by number.

        >>> load(Path("hardware/board.toml")).place_mm["b3.cover"]
        (101.3, 141.2)
        """
        return {name: self._place(name) for name in self.leds.chain + self.reeds}

    def _place(self, name: str) -> Point:
        it = self.geometry
        base, _, kind = name.partition(".")
        if kind:
            offset = it.cover_offset if kind == "cover" else it.occupant_offset
            return _shift(self._place(base), offset)
        if base in ROUND_TRACK:
            return _shift(it.r1, it.round_track_step, ROUND_TRACK.index(base))
        if base in CROSSINGS:
            return _shift(it.a1, (int(base[1]) - 0.5, int(base[2]) - 0.5), it.pitch)
        if base in CELLS:
            return _shift(it.a1, ("abcde".index(base[0]), int(base[1]) - 1), it.pitch)
        return {"done": it.done, "undo": it.undo, "help": it.help, "spare": it.spare}[base]


def _shift(start: Point, step: Point, times: float = 1) -> Point:
    return (round(start[0] + step[0] * times, 3), round(start[1] + step[1] * times, 3))


def load(path: Path) -> BoardSpec:
    """Reads the board file at *path*; raises :exc:`BoardFileError` also if it is missing."""
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        problem = f"cannot be read ({error.strerror}), expected a board file"
        raise BoardFileError(f"{path}: {problem}") from error
    except UnicodeDecodeError as error:
        byte = f"{error.object[error.start]:#04x}"
        raise _error(path.name, f"byte {error.start}", byte, "UTF-8 text") from error
    return parse(text, path.name)


def parse(text: str, source: str = "board.toml") -> BoardSpec:
    """Checks the *text* of a board file; messages begin with *source*."""
    try:
        document = tomllib.loads(text)
    # A number of too many digits is a plain ValueError, brackets too deep a RecursionError.
    except (ValueError, RecursionError) as error:
        raise BoardFileError(f"{source}: not TOML: {error}") from error
    return board_from(document, source)


def board_from(document: Mapping[str, object], source: str = "board.toml") -> BoardSpec:
    """Checks a parsed board file; messages begin with *source*.

    Raises :exc:`BoardFileError` for the first value that is missing, unknown, of the wrong type,
    out of range or used twice.
    """
    top = _Toml(source, "", document).table(_TOP)
    board = BoardSpec(
        name=top["name"].word(),
        revision=top["revision"].integer(1, 255),  # one byte on the link
        built_of=top["built_of"].choice(("boards", "wires")),
        matrix=_matrix(top["matrix"]),
        leds=_leds(top["leds"]),
        current=_current(top["current_ma"]),
        pi=_pi(top["pi"]),
        geometry=_geometry(top["place_mm"]),
        parts=_parts(top["parts"]),
    )
    _check_pins(board, source)
    return board


_MISSING = object()


class _Toml:
    """A value of the document and its key, for error messages."""

    def __init__(self, source: str, key: str, value: object) -> None:
        self.source = source
        self.key = key
        self.value = value

    def fail(self, expected: str) -> NoReturn:
        raise _error(self.source, self.key, _shown(self.value), expected)

    def table(self, keys: Iterable[str]) -> dict[str, "_Toml"]:
        """Returns the values of *keys*; an absent one fails when it is converted."""
        known = tuple(keys)
        if not isinstance(self.value, Mapping):
            self.fail("a table of " + ", ".join(known))
        dot = f"{self.key}." if self.key else ""
        for key in self.value:
            if key not in known:
                shown = key if str(key).isidentifier() else _shown(key)
                raise _error(self.source, f"{dot}{shown}", "unknown", "only " + ", ".join(known))
        return {key: _Toml(self.source, dot + key, self.value.get(key, _MISSING)) for key in known}

    def items(self, expected: str, count: int | None = None) -> list["_Toml"]:
        if not isinstance(self.value, list) or count not in (None, len(self.value)):
            self.fail(expected)
        return [_Toml(self.source, f"{self.key}[{n}]", item) for n, item in enumerate(self.value)]

    def integer(self, low: int, high: int) -> int:
        value = self.value
        if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
            self.fail(f"a whole number of {low}..{high}")
        return value

    def gpio(self, gpios: frozenset[int] = _GPIOS, shown: str = "0..22 or 26..28") -> int:
        value = self.value
        if not isinstance(value, int) or isinstance(value, bool) or value not in gpios:
            self.fail(f"a GPIO of {shown}")
        return value

    def number(self, low: float, high: float) -> float:
        value = self.value
        # Written so that nan, which TOML allows, fails.
        if (
            not isinstance(value, (int, float))
            or isinstance(value, bool)
            or not low <= value <= high
        ):
            self.fail(f"a number of {low:g}..{high:g}")
        return float(value)

    def line(self) -> str:
        if not isinstance(self.value, str) or not re.fullmatch(r"[ -~]{1,80}", self.value):
            self.fail("a line of 1..80 printable ASCII characters")
        return self.value

    def point(self, low: float, high: float) -> Point:
        x, y = self.items("a list of two numbers, x and y", 2)
        return (x.number(low, high), y.number(low, high))

    def choice(self, choices: tuple[str, ...]) -> str:
        if not isinstance(self.value, str) or self.value not in choices:
            self.fail(" or ".join(choices))
        return self.value

    def word(self) -> str:
        if not isinstance(self.value, str) or not re.fullmatch("[a-z]{1,16}", self.value):
            self.fail("a word of 1..16 letters a..z")
        return self.value


def _error(source: str, key: str, got: str, expected: str) -> BoardFileError:
    return BoardFileError(f"{source}: {key} is {got}, expected {expected}")


def _shown(value: object) -> str:
    if value is _MISSING:
        return "missing"
    if isinstance(value, Mapping):
        return "a table"
    if isinstance(value, list):
        return f"a list of {len(value)}"
    # A hexadecimal number in TOML can be longer than Python's limit for printing in decimal.
    if isinstance(value, int) and value.bit_length() > 64:
        return f"a number of {value.bit_length()} bits"
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."


def _matrix(value: _Toml) -> MatrixSpec:
    it = value.table(f.name for f in fields(MatrixSpec))
    # Refuses a board file that contradicts itself: the pull-ups are on the rows.
    side = it["diode_cathode"].choice(("column",))
    # Weaker ones are too slow on a metre of wire; stronger ones raise the voltage of a low line.
    pull_up_ohm = it["row_pull_up_ohm"].integer(1000, 10000)
    row_pins = it["row_pins"].items(f"a list of {_ROWS} GPIOs", _ROWS)
    columns = [
        column.table(f.name for f in fields(Column))
        for column in it["columns"].items(f"a list of {_COLUMNS} columns", _COLUMNS)
    ]
    # All names before the counts per column, so that a missing reed is reported by name.
    lists = [column["reeds"].items(f"a list of {_ROWS} reeds") for column in columns]
    _check_names(it["columns"], [reed for reeds in lists for reed in reeds], REEDS, _REED)
    for column in columns:
        column["reeds"].items(f"a list of {_ROWS} reeds, one per row", _ROWS)
    return MatrixSpec(
        diode_cathode=side,
        row_pull_up_ohm=pull_up_ohm,
        row_pins=tuple(pin.gpio() for pin in row_pins),
        columns=tuple(
            Column(column["pin"].gpio(), tuple(str(reed.value) for reed in reeds))
            for column, reeds in zip(columns, lists, strict=True)
        ),
    )


def _leds(value: _Toml) -> Leds:
    it = value.table(f.name for f in fields(Leds))
    chain = it["chain"].items(f"a list of {len(PLACES)} LEDs")
    _check_names(it["chain"], chain, PLACES, _PLACE)
    return Leds(
        pin=it["pin"].gpio(),
        colour_order=it["colour_order"].choice(_COLOUR_ORDERS),
        chain=tuple(str(led.value) for led in chain),
    )


def _current(value: _Toml) -> Current:
    it = value.table(f.name for f in fields(Current))
    # Idle LEDs alone take 52 mA. MicroPython asks the host for 250 mA; USB 2 ends at 500 mA.
    default_budget = it["default_budget"].integer(100, 250)
    return Current(
        default_budget=default_budget,
        powered_budget=it["powered_budget"].integer(default_budget, 500),
        channel=it["channel"].integer(1, 60),
        idle=it["idle"].integer(0, 1),
    )


def _pi(value: _Toml) -> Pi:
    it = value.table(f.name for f in fields(Pi))
    columns = it["column_pins"].items(f"a list of {_COLUMNS} GPIOs", _COLUMNS)
    rows = it["row_pins"].items(f"a list of {_ROWS} GPIOs", _ROWS)
    pi = Pi(
        tuple(pin.gpio(_PI_COLUMNS, "2..6, 12, 13 or 16..27") for pin in columns),
        tuple(pin.gpio(_PI_ROWS, "4..6, 12, 13 or 16..27") for pin in rows),
        it["led_pin"].gpio(_PI_LEDS, "10, 12, 18 or 21"),
    )
    users: dict[object, str] = {}
    for pin in (*columns, *rows, it["led_pin"]):
        if pin.value in users:
            pin.fail(f"a GPIO of its own ({users[pin.value]} has {pin.value})")
        users[pin.value] = pin.key
    return pi


def _geometry(value: _Toml) -> Geometry:
    it = value.table(f.name for f in fields(Geometry))
    pitch = it["pitch"].number(20, 100)
    return Geometry(
        a1=it["a1"].point(0, 1000),
        pitch=pitch,
        cover_offset=it["cover_offset"].point(-pitch / 2, pitch / 2),
        occupant_offset=it["occupant_offset"].point(-pitch / 2, pitch / 2),
        led_offset=it["led_offset"].point(-pitch / 2, pitch / 2),
        r1=it["r1"].point(0, 1000),
        round_track_step=it["round_track_step"].point(-100, 100),
        done=it["done"].point(0, 1000),
        undo=it["undo"].point(0, 1000),
        help=it["help"].point(0, 1000),
        spare=it["spare"].point(0, 1000),
    )


def _parts(value: _Toml) -> dict[str, PartType]:
    return {kind: _part_type(part) for kind, part in value.table(PARTS).items()}


def _part_type(value: _Toml) -> PartType:
    it = value.table(f.name for f in fields(PartType))
    alternatives = it["alternatives"].items("a list of order numbers")
    if not alternatives:
        it["alternatives"].fail("at least one order number")
    footprint = it["footprint"]
    if not re.fullmatch(r"[\w.-]+:[\w.-]+", footprint.line()):
        footprint.fail("a library and a footprint, as in Diode_SMD:D_SOD-123")
    return PartType(
        number=it["number"].line(),
        alternatives=tuple(item.line() for item in alternatives),
        footprint=footprint.line(),
        eur=it["eur"].number(0, 1000),
    )


def _check_names(whole: _Toml, parts: list[_Toml], names: tuple[str, ...], words: str) -> None:
    """Refuses *parts* of *whole* that do not name each of *names* exactly once."""
    seen: dict[str, str] = {}
    for part in parts:
        name = part.value
        if not isinstance(name, str) or name not in names:
            part.fail(words)
        if name in seen:
            part.fail(f"each name once ({seen[name]} has it)")
        seen[name] = part.key
    for name in names:
        if name not in seen:
            key = f"{name} in {whole.key}"
            raise _error(whole.source, key, "missing", f"each of {len(names)} names once")


def _check_pins(board: BoardSpec, source: str) -> None:
    """Refuses a GPIO with two jobs, and rows or columns that are not consecutive."""
    rows = {f"matrix.row_pins[{n}]": pin for n, pin in enumerate(board.matrix.row_pins)}
    columns = {f"matrix.columns[{n}].pin": c.pin for n, c in enumerate(board.matrix.columns)}
    users: dict[int, str] = {}
    for key, pin in (rows | columns | {"leds.pin": board.leds.pin}).items():
        if pin in users:
            raise _error(source, key, str(pin), f"a GPIO of its own ({users[pin]} has {pin})")
        users[pin] = key
    for run in (rows, columns):
        for (_, before), (key, pin) in pairwise(run.items()):
            if pin != before + 1:
                raise _error(source, key, str(pin), f"{before + 1}: {_CONSECUTIVE}")
