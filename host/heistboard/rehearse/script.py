"""Reads the scripts of rehearsals. Pure.

One act per line, ``#`` begins a comment, quotes are as in a shell::

    game car-thief players=2      first; more options below
    kill                          the daemon, with SIGKILL
    start                         it again, with the same game
    pull [MODULE]                 the cable
    plug [MODULE] [same|other]    to a port of the same name or another
    wait MS                       of table time
    lift CELL, put CELL           a building
    car CELL|off                  only under open covers
    heli COLOUR CROSSING|off
    guard CELL, guard off MODULE  a guard figure
    flip CELL                     a room tile
    press done|undo|help
    knock PLACE MS                a cell's building or a crossing's helicopter jumps
    stuck REED open|closed|chatter
    reed REED ok
    frozen MS                     the board stands still, by its own clock
    reset                         the board restarts
    say SEAT MOVE                 as if on that seat's page
    umpire set-aside REED, umpire restore REED, umpire correct MOVE|undo
    expect seat NAME, expect phase NAME, expect move MOVE, expect moves N
    expect light LED COLOUR [PATTERN], expect dark LED
    expect all COLOUR             every cell, those apart that show a trace
    expect saw LED COLOUR         since the last act
    expect ask ID, expect outcome SIDE
    expect desync, expect synced, expect lost

Places may be written with their module: ``1:b3``. When it begins all buildings stand, and nothing
else is on the board. ``restore`` is a phase of closed eyes and passes as that too.

Options beside those of the game: ``thief_ms=N``, how long eyes are closed at least (2000);
``speed=N``, how much faster than the wall's the table's clock runs (12); ``works=all``: the table
takes every car's reed for tested, else all but those that the script breaks.
"""

import shlex
from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from heistboard import games, layout
from heistboard.rules import Game
from heistboard.scene import Colour, Pattern

__all__ = ["Act", "Option", "Script", "ScriptError", "read"]

PHASES: Final = {"car-thief": ("setup", "eyes-closed", "restore", "police", "over")}
PIECES: Final = {"car-thief": ("car", "heli")}
MODULES: Final = {"car-thief": 1}
HELICOPTERS: Final = ("green", "yellow", "pink")
Option = int | str


class ScriptError(Exception):
    """A script is wrong: file, line and what was expected, as one sentence."""

    def __init__(self, file: str, line: int, sentence: str) -> None:
        super().__init__(f"{file}:{line}: {sentence}")


class Act(NamedTuple):
    """One line: *do* is its verb, ``expect light`` and ``umpire correct`` are verbs too."""

    line: int
    text: str
    do: str
    words: tuple[str, ...]


class Script(NamedTuple):
    """A script that was read; ``acts`` come after its first one, ``game``."""

    file: str
    first: Act
    game: Game
    options: Mapping[str, Option]
    seats: tuple[str, ...]
    acts: tuple[Act, ...]


class _Wrong(Exception):
    pass


def read(text: str, file: str) -> Script:
    """Returns the script that *text* is; raises :exc:`ScriptError`."""
    acts: list[Act] = []
    reader: _Reader | None = None
    lines = text.splitlines()
    for number, line in enumerate(lines, 1):
        try:
            words = shlex.split(line, comments=True)
            if not words:
                continue
            if reader is None:
                reader = _Reader(words)
                acts.append(Act(number, shlex.join(words), "game", tuple(words[1:])))
            else:
                acts.append(Act(number, shlex.join(words), *reader.read(words)))
        except ValueError as error:
            raise ScriptError(file, number, f"{error} in {line.strip()!r}") from None
        except _Wrong as error:
            raise ScriptError(file, number, str(error)) from None
    if reader is None:
        raise ScriptError(file, max(1, len(lines)), "nothing is here, expected game GAME first")
    return Script(file, acts[0], reader.game, reader.options, reader.seats, tuple(acts[1:]))


class _Reader:
    # Reads the acts after the first one, *words*, which says what there is.

    def __init__(self, words: list[str]) -> None:
        if words[0] != "game" or len(words) < 2:
            raise _Wrong(f"got {shlex.join(words)!r}, expected game GAME [OPTION=VALUE] first")
        try:
            self.game = games.load(words[1])
        except ValueError as error:
            raise _Wrong(str(error)) from None
        self.options = dict(_option(word) for word in words[2:])
        players = self.options.get("players", self.game.players[0])
        try:
            self.seats = self.game.new(int(players)).seats
        except ValueError as error:
            raise _Wrong(str(error)) from None
        self._kinds: dict[str, Callable[[str], str]] = {
            "CELL": lambda word: self._place(word, "a cell a1..e5", layout.CELLS),
            "CROSSING": lambda word: self._place(word, "a crossing x11..x44", layout.CROSSINGS),
            "PLACE": lambda word: self._place(
                word, "a cell a1..e5 or a crossing x11..x44", layout.CELLS + layout.CROSSINGS
            ),
            "REED": lambda word: self._place(
                word, "a reed like b3.cover, b3.occupant, x23.occupant or done", layout.REEDS
            ),
            "LED": lambda word: self._place(
                word, "a light a1..e5, x11..x44 or r1..r11", layout.LEDS
            ),
            "MODULE": self._module,
            "MS": lambda word: _number(word, "a number of milliseconds"),
            "N": lambda word: _number(word, "a number of moves"),
            "HELICOPTER": lambda word: _one_of(word, HELICOPTERS),
            "COLOUR": lambda word: _one_of(word, [each.name.lower() for each in Colour]),
            "PATTERN": lambda word: _one_of(word, [each.name.lower() for each in Pattern]),
            "SEAT": lambda word: _one_of(word, self.seats),
            "PHASE": lambda word: _one_of(word, PHASES[self.game.name]),
            "ID": str,
            "MOVE": str,
        }

    def read(self, words: list[str]) -> tuple[str, tuple[str, ...]]:
        do, rest = words[0], words[1:]
        if do == "game":
            raise _Wrong("game stands only in the first line")
        if do in ("expect", "umpire"):
            verbs = [form for form in _FORMS if form.startswith(f"{do} ")]
            if f"{do} {rest[0] if rest else ''}" not in verbs:
                listed = _listed([form.split()[1] for form in verbs])
                raise _Wrong(f"got {shlex.join(words)!r}, expected {do} with {listed}")
            do, rest = f"{do} {rest[0]}", rest[1:]
        if do not in _FORMS:
            known = sorted({form.split()[0] for form in _FORMS} | {"game"})
            raise _Wrong(f"there is no act {do!r}, expected {_listed(known)}")
        if do in _PIECES and do not in PIECES[self.game.name]:
            raise _Wrong(f"{self.game.name} has no {_PIECES[do]}")
        return do, self._fit(words, rest, _FORMS[do])

    def _fit(self, words: list[str], rest: list[str], forms: tuple[str, ...]) -> tuple[str, ...]:
        # The words by the form with as many as these; the error is the one that came furthest.
        wanted = f"expected {_listed([f'{_named(words)} {form}'.strip() for form in forms])}"
        furthest, sentence = -1, f"got {shlex.join(words)!r}, {wanted}"
        for form in forms:
            slots = form.split()
            if slots[-1:] == ["MOVE"] and len(rest) > len(slots):
                rest = [*rest[: len(slots) - 1], " ".join(rest[len(slots) - 1 :])]
            if len(slots) != len(rest):
                continue
            got: list[str] = []
            try:
                for slot, word in zip(slots, rest, strict=True):
                    got.append(self._word(slot, word))
            except _Wrong as error:
                if len(got) >= furthest:
                    furthest, sentence = len(got), str(error)
                continue
            return tuple(got)
        raise _Wrong(sentence)

    def _word(self, slot: str, word: str) -> str:
        if slot in self._kinds:
            return self._kinds[slot](word)
        return _one_of(word, slot.split("|"))

    def _place(self, word: str, kind: str, names: tuple[str, ...]) -> str:
        module, colon, name = word.rpartition(":")
        if colon:
            self._module(module)
        if name not in names:
            raise _Wrong(f"got {word!r}, expected {kind}")
        return name

    def _module(self, word: str) -> str:
        count = MODULES[self.game.name]
        if not word.isdecimal() or not 1 <= int(word) <= count:
            raise _Wrong(f"there is no module {word!r}: {self.game.name} is played on {count}")
        return word


# What may follow each verb. Where several forms have as many words, the last one tells the error.
_FORMS: Final[dict[str, tuple[str, ...]]] = {
    "kill": ("",),
    "start": ("",),
    "pull": ("", "MODULE"),
    "plug": ("", "MODULE", "same|other", "MODULE same|other"),
    "wait": ("MS",),
    "lift": ("CELL",),
    "put": ("CELL",),
    "car": ("off", "CELL"),
    "heli": ("HELICOPTER off", "HELICOPTER CROSSING"),
    "guard": ("CELL", "off MODULE"),
    "flip": ("CELL",),
    "press": ("done|undo|help",),
    "knock": ("PLACE MS",),
    "stuck": ("REED open|closed|chatter",),
    "reed": ("REED ok",),
    "frozen": ("MS",),
    "reset": ("",),
    "say": ("SEAT MOVE",),
    "umpire set-aside": ("REED",),
    "umpire restore": ("REED",),
    "umpire correct": ("MOVE",),
    "expect seat": ("SEAT",),
    "expect phase": ("PHASE",),
    "expect move": ("MOVE",),
    "expect moves": ("N",),
    "expect light": ("LED COLOUR", "LED COLOUR PATTERN"),
    "expect dark": ("LED",),
    "expect all": ("COLOUR",),
    "expect saw": ("LED COLOUR",),
    "expect ask": ("ID",),
    "expect outcome": ("SEAT",),
    "expect desync": ("",),
    "expect synced": ("",),
    "expect lost": ("",),
}
_PIECES: Final = {"car": "car", "heli": "helicopters", "guard": "guards", "flip": "room tiles"}
_OPTIONS: Final = {"players": 1, "thief_ms": 0, "speed": 1}  # with the least they may be


def _option(word: str) -> tuple[str, Option]:
    name, _, value = word.partition("=")
    if name == "works":
        return name, _one_of(value, ("all",))
    if name not in _OPTIONS:
        raise _Wrong(
            f"got {word!r}, expected {', '.join(f'{each}=N' for each in _OPTIONS)} or works=all"
        )
    if int(_number(value, f"{name}= and a number")) < _OPTIONS[name]:
        raise _Wrong(f"{name} is {value}, expected at least {_OPTIONS[name]}")
    return name, int(value)


def _number(word: str, kind: str) -> str:
    if not word.isascii() or not word.isdecimal() or len(word) > 7:
        raise _Wrong(f"got {word!r}, expected {kind}")
    return word


def _one_of(word: str, names: "list[str] | tuple[str, ...]") -> str:
    if word not in names:
        raise _Wrong(f"got {word!r}, expected {_listed(list(names))}")
    return word


def _named(words: list[str]) -> str:
    return " ".join(words[: 2 if words[0] in ("expect", "umpire") else 1])


def _listed(names: list[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} or {names[-1]}"
