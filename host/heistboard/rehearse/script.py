"""Reads the scripts of rehearsals. Pure.

One act per line, ``#`` begins a comment, quotes are as in a shell::

    game GAME players=2           first; more options below
    kill                          kills the daemon with SIGKILL
    start                         starts it again, with the same game
    pull [FLOOR]                  pulls the cable of that floor's board, by default floor 1
    plug [FLOOR] [same|other]     plugs it in; the port has the same name or another
    plug|pull stranger            another Pico, which does not answer
    plug|pull clone               a board with the serial number of floor 1's
    wait MS                       waits, in table time
    lift CELL..., put CELL...     lifts the piece that covers the cell, puts it back; several in a
                                  row
    KIND [ID] PLACE|off           moves any other piece, from wherever it is; a hidden one can be
                                  moved only where nothing covers it
    press done|undo|help [hold]   2:done is the button of floor 2's board; hold keeps it down for
                                  three seconds
    tap PLACE [hold]              with the flashlight; hold leaves it there longer
    knock PLACE MS                makes the piece there jump for that time
    stuck REED open|closed|chatter
    reed REED ok                  mends a reed
    frozen MS [FLOOR]             stops the firmware, by the board's clock
    reset [FLOOR]                 restarts the board
    safe-mode [FLOOR]             restarts it as if its firmware had failed three times, until it
                                  is reset
    cut up|down [FLOOR]           loses half of the next message from the board, or to it
    lose BYTES up|down [FLOOR]    loses the next bytes
    mute up|down [FLOOR]          loses everything from now on; the port stays
    unmute [FLOOR]                ends that
    flood MS [FLOOR]              all its reeds but buttons change as fast as debouncing lets them
    flood MS stranger             the stranger sends noise, a megabyte a second
    say SEAT MOVE                 makes a move as on that seat's page
    draw MOVE                     enters what people drew from a real deck
    umpire set-aside REED, umpire restore REED, umpire correct MOVE|undo
    expect seat SEAT              it is this seat's turn, possibly among others
    expect phase NAME, expect move MOVE, expect moves N
    expect light LED COLOUR [PATTERN [LEVEL]], expect dark LED
    expect only COLOUR [PATTERN [LEVEL]] [PLACE...]
                                  of all cells and crossings, just these show that
    expect lit N                  so many cells and crossings are not dark
    expect all COLOUR             every cell, except those that show a trace
    expect saw LED COLOUR         since the last act
    expect ask ID                 what everybody is asked
    expect prompt SEAT ID, expect legal SEAT MOVE
    expect view SEAT KEY VALUE    a value in that seat's view: JSON, or plain text
    expect outcome SEAT           the seat has won
    expect desync, expect synced, expect lost
    expect problem TEXT           what is said of a device that cannot be used has this text

Kinds and ids of pieces are those of the game's ``pieces.toml``; identical pieces have numbers as
ids. ``expect prompt``, ``legal`` and ``view`` also accept ``table`` as a seat. A place, reed,
light or button may name its floor, ``2:b3``; the default is floor 1. At the start, only pieces
with ``begins = "everywhere"`` are on the board. In a phase that only the table has, ``expect
phase`` also accepts the corresponding phase of the game.

Options in the first line are ``NAME=VALUE``: those of the game, those of its table, and

    speed=N                 how much faster than real time the table's clock runs (4)
    seed=N                  seed of the host's deals
    deal.DECK=host|hands    who draws: the computer, or people with real cards
    bot.SEAT=NAME           the computer plays that seat
    works=all               every reed passed the self test; by default all but those that the
                            script breaks
"""

import shlex
from collections.abc import Callable, Mapping, Sequence
from typing import Final, NamedTuple

from heistboard import games
from heistboard.app.computer_players import check_bots
from heistboard.games.pieces import PieceKind, Pieces, pieces_of
from heistboard.places import layout
from heistboard.places.scene import Colour, Level, Pattern
from heistboard.rules import Choice, Game, Option
from heistboard.rules import options as choices
from heistboard.word_lists import one_of

__all__ = ["Script", "ScriptAct", "ScriptError", "read"]

TABLE: Final = "table"  # in place of a seat: everybody's view
_SEAT_OR_TABLE: Final = f"SEAT|{TABLE}"


class ScriptError(Exception):
    """A script has a mistake; the message has file, line and what was expected."""

    def __init__(self, file: str, line: int, sentence: str) -> None:
        super().__init__(f"{file}:{line}: {sentence}")


class ScriptAct(NamedTuple):
    """One line of a script; *do* is its verb, such as ``lift`` or ``expect light``."""

    line: int
    text: str
    do: str
    words: tuple[str, ...]


class Script(NamedTuple):
    """A script; ``first`` is its ``game`` line and ``acts`` are the lines after it."""

    file: str
    first: ScriptAct
    game: Game
    options: Mapping[str, Choice]
    """The game's options given in the first line; all others have their defaults."""
    table_options: Mapping[str, Choice]
    """The table's options given in the first line; all others have their defaults."""
    deal: Mapping[str, str]
    bots: Mapping[str, str]
    speed: int | None
    seed: int | None
    has_tested_all: bool
    seats: tuple[str, ...]
    floors: int
    acts: tuple[ScriptAct, ...]


class _ScriptMistake(Exception):
    pass


def read(text: str, file: str) -> Script:
    """Parses *text* as a script; raises :exc:`ScriptError`."""
    acts: list[ScriptAct] = []
    reader: _ActReader | None = None
    lines = text.splitlines()
    for number, line in enumerate(lines, 1):
        try:
            words = shlex.split(line, comments=True)
            if not words:
                continue
            if reader is None:
                reader = _ActReader(words)
                acts.append(ScriptAct(number, shlex.join(words), "game", tuple(words[1:])))
            else:
                acts.append(ScriptAct(number, shlex.join(words), *reader.read(words)))
        except ValueError as error:
            raise ScriptError(file, number, f"{error} in {line.strip()!r}") from None
        except _ScriptMistake as error:
            raise ScriptError(file, number, str(error)) from None
    if reader is None:
        raise ScriptError(file, max(1, len(lines)), "the script is empty, expected game GAME")
    return Script(
        file=file,
        first=acts[0],
        game=reader.game,
        options=reader.first.options,
        table_options=reader.first.table_options,
        deal=reader.first.deal,
        bots=reader.first.bots,
        speed=reader.first.numbers.get("speed"),
        seed=reader.first.numbers.get("seed"),
        has_tested_all=reader.first.has_tested_all,
        seats=reader.seats,
        floors=reader.floors,
        acts=tuple(acts[1:]),
    )


class _FirstLine:
    # The options in the first line.

    def __init__(self, game: Game, words: Sequence[str]) -> None:
        self.options: dict[str, Choice] = {}
        self.table_options: dict[str, Choice] = {}
        self.deal: dict[str, str] = {}
        self.bots: dict[str, str] = {}
        self.numbers: dict[str, int] = {}
        self.has_tested_all = False
        self._game = game
        self._package = games.package(game.name)
        for word in words:
            name, equals, value = word.partition("=")
            self._take(word, name if equals else "", value)

    def _take(self, word: str, name: str, value: str) -> None:
        aliases, table_options = self._package.rehearsal_aliases, self._package.table_options
        if name in self._game.choices:
            self.options[name] = self._choice(name, value, self._game.choices)
        elif name in table_options:
            self.table_options[name] = self._choice(name, value, table_options)
        elif name in aliases:
            meant, times = aliases[name]
            text = f"{int(_number(value, f'{name}= and a number')) * times:g}"
            self.table_options[meant] = self._choice(meant, text, table_options)
        elif name in _NUMBERS:
            number = int(_number(value, f"{name}= and a number"))
            if number < _NUMBERS[name]:
                raise _ScriptMistake(f"{name} is {value}, expected at least {_NUMBERS[name]}")
            self.numbers[name] = number
        elif name in (f"deal.{deck}" for deck in self._game.decks):
            deck = name.partition(".")[2]
            self.deal[deck] = _one_of(value, self._game.decks[deck].dealers)
        elif name.startswith("bot."):
            self.bots[name.partition(".")[2]] = value
        elif name == "works":
            self.has_tested_all = _one_of(value, ("all",)) == "all"
        else:
            raise _ScriptMistake(f"got {word!r}, expected {one_of(self._allowed())}")

    def _choice(self, name: str, value: str, options: Mapping[str, Option]) -> Choice:
        whose = f"{self._game.name}: "
        try:
            if not isinstance(options[name].values, range):
                return choices.read(whose, name, value, options)
            number = int(_number(value, f"{name}= and a number"))
            return choices.chosen(whose, {name: number}, options)[name]
        except ValueError as error:
            raise _ScriptMistake(str(error)) from None

    def _allowed(self) -> list[str]:
        numbers = (*self._package.rehearsal_aliases, *_NUMBERS)
        return [
            *(
                f"{name}={'N' if isinstance(option.values, range) else 'VALUE'}"
                for name, option in self._game.choices.items()
            ),
            *(f"{name}=N" for name in numbers),
            *(f"{name}=VALUE" for name in self._package.table_options),
            *(f"deal.{name}={'|'.join(deck.dealers)}" for name, deck in self._game.decks.items()),
            "bot.SEAT=NAME",
            "works=all",
        ]


class _ActReader:
    # Reads the acts; *words*, the first line, determine which acts are allowed.

    def __init__(self, words: list[str]) -> None:
        if words[0] != "game" or len(words) < 2:
            raise _ScriptMistake(
                f"got {shlex.join(words)!r}, expected game GAME [OPTION=VALUE] first"
            )
        try:
            self.game = games.load(words[1])
            self.first = _FirstLine(self.game, words[2:])
            options = self.game.new(**self.first.options).options
            self.floors = self.game.floors(options)
            pieces = pieces_of(words[1], self.floors)
            self.seats = self.game.seats(options)
            check_bots(self.first.bots, games.package(words[1]).bot_makers(), self.seats)
        except ValueError as error:
            raise _ScriptMistake(str(error)) from None
        self._forms = _FORMS | _forms_of(pieces)
        phases = (*self.game.phases, *games.package(words[1]).table_phases)
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
            "BUTTON": lambda word: self._place(word, one_of([*layout.BUTTONS]), layout.BUTTONS),
            "FLOOR": self._floor,
            "MS": lambda word: _number(word, "a number of milliseconds"),
            "N": lambda word: _number(word, "a number"),
            "BYTES": lambda word: _number(word, "a number of bytes"),
            "COLOUR": lambda word: _one_of(word, [each.name.lower() for each in Colour]),
            "PATTERN": lambda word: _one_of(word, [each.name.lower() for each in Pattern]),
            "LEVEL": lambda word: _one_of(word, [each.name.lower() for each in Level]),
            "SEAT": lambda word: _one_of(word, self.seats),
            _SEAT_OR_TABLE: lambda word: _one_of(word, (*self.seats, TABLE)),
            "PHASE": lambda word: _one_of(word, phases),
            "ID": str,
            "KEY": str,
            "MOVE": str,
            "VALUE": str,
            "TEXT": str,
        }

    def read(self, words: list[str]) -> tuple[str, tuple[str, ...]]:
        do, rest = words[0], words[1:]
        if do == "game":
            raise _ScriptMistake("game is allowed only in the first line")
        if do in ("expect", "umpire"):
            verbs = [form for form in self._forms if form.startswith(f"{do} ")]
            if f"{do} {rest[0] if rest else ''}" not in verbs:
                listed = one_of([form.split()[1] for form in verbs])
                raise _ScriptMistake(f"got {shlex.join(words)!r}, expected {do} with {listed}")
            do, rest = f"{do} {rest[0]}", rest[1:]
        if do not in self._forms:
            known = sorted({form.split()[0] for form in self._forms} | {"game"})
            raise _ScriptMistake(f"there is no act {do!r}, expected {one_of(known)}")
        return do, self._fit(words, rest, self._forms[do])

    def _fit(self, words: list[str], rest: list[str], forms: tuple[str, ...]) -> tuple[str, ...]:
        # Returns the words as read by a form of that length; on failure, reports the error of the
        # form that got furthest.
        wanted = f"expected {one_of([f'{_named(words)} {form}'.strip() for form in forms])}"
        furthest, sentence = -1, f"got {shlex.join(words)!r}, {wanted}"
        for form in forms:
            slots = _filled(form.split(), len(rest))
            if slots[-1:] in (["MOVE"], ["VALUE"], ["TEXT"]) and len(rest) > len(slots):
                rest = [*rest[: len(slots) - 1], " ".join(rest[len(slots) - 1 :])]
            if len(slots) != len(rest):
                continue
            got: list[str] = []
            try:
                for slot, word in zip(slots, rest, strict=True):
                    got.append(self._word(slot, word))
            except _ScriptMistake as error:
                if len(got) >= furthest:
                    furthest, sentence = len(got), str(error)
                continue
            return tuple(got)
        raise _ScriptMistake(sentence)

    def _word(self, slot: str, word: str) -> str:
        if slot in self._kinds:
            return self._kinds[slot](word)
        return _one_of(word, slot.split("|"))

    def _place(self, word: str, kind: str, names: tuple[str, ...]) -> str:
        floor, colon, name = word.rpartition(":")
        if colon:
            self._floor(floor)
        if name not in names:
            raise _ScriptMistake(f"got {word!r}, expected {kind}")
        return name if floor in ("", "1") else word

    def _floor(self, word: str) -> str:
        if word not in map(str, range(1, self.floors + 1)):
            raise _ScriptMistake(
                f"there is no floor {word!r}: {self.game.name} is played on {self.floors}"
            )
        return word


def _forms_of(pieces: Pieces) -> dict[str, tuple[str, ...]]:
    # Returns the forms that may follow the verbs for a game's pieces.
    forms: dict[str, tuple[str, ...]] = {}
    if pieces.cover:
        forms |= {"lift": ("CELL...",), "put": ("CELL...",)}
    for name, kind in pieces.kinds.items():
        if not kind.is_cover:
            forms[name] = _forms_of_kind(kind)
    return forms


def _forms_of_kind(kind: PieceKind) -> tuple[str, ...]:
    which = "" if kind.each == ("",) else f"{'|'.join(kind.each)} "
    place = "CELL" if kind.is_on_cells else "CROSSING"
    return f"{which}off", f"{which}{place}"


# The forms that may follow each verb, except verbs for a game's pieces. If several forms of the
# same length fail at the same word, the error of the last one is reported.
_FORMS: Final[dict[str, tuple[str, ...]]] = {
    "kill": ("",),
    "start": ("",),
    "pull": ("", "stranger|clone", "FLOOR"),
    "plug": ("", "stranger|clone", "FLOOR", "same|other", "FLOOR same|other"),
    "wait": ("MS",),
    "press": ("BUTTON", "BUTTON hold"),
    "tap": ("PLACE", "PLACE hold"),
    "knock": ("PLACE MS",),
    "stuck": ("REED open|closed|chatter",),
    "reed": ("REED ok",),
    "frozen": ("MS", "MS FLOOR"),
    "reset": ("", "FLOOR"),
    "safe-mode": ("", "FLOOR"),
    "cut": ("up|down", "up|down FLOOR"),
    "lose": ("BYTES up|down", "BYTES up|down FLOOR"),
    "mute": ("up|down", "up|down FLOOR"),
    "unmute": ("", "FLOOR"),
    "flood": ("MS", "MS stranger", "MS FLOOR"),
    "say": ("SEAT MOVE",),
    "draw": ("MOVE",),
    "umpire set-aside": ("REED",),
    "umpire restore": ("REED",),
    "umpire correct": ("MOVE",),
    "expect seat": ("SEAT",),
    "expect phase": ("PHASE",),
    "expect move": ("MOVE",),
    "expect moves": ("N",),
    "expect light": ("LED COLOUR", "LED COLOUR PATTERN", "LED COLOUR PATTERN LEVEL"),
    "expect dark": ("LED",),
    "expect only": tuple(
        f"{light} {places}".strip()
        for places in ("", "PLACE...")
        for light in ("COLOUR", "COLOUR PATTERN", "COLOUR PATTERN LEVEL")
    ),
    "expect lit": ("N",),
    "expect all": ("COLOUR",),
    "expect saw": ("LED COLOUR",),
    "expect ask": ("ID",),
    "expect prompt": (f"{_SEAT_OR_TABLE} ID",),
    "expect legal": (f"{_SEAT_OR_TABLE} MOVE",),
    "expect view": (f"{_SEAT_OR_TABLE} KEY VALUE",),
    "expect outcome": ("SEAT",),
    "expect desync": ("",),
    "expect synced": ("",),
    "expect lost": ("",),
    "expect problem": ("TEXT",),
}
_NUMBERS: Final = {"speed": 1, "seed": 0}  # options with their minimum


def _filled(slots: list[str], count: int) -> list[str]:
    # Repeats the last slot of *slots* for *count* words, if it has dots.
    if slots[-1:] and slots[-1].endswith("..."):
        return slots[:-1] + [slots[-1].removesuffix("...")] * max(count - len(slots) + 1, 1)
    return slots


def _number(word: str, kind: str) -> str:
    if not word.isascii() or not word.isdecimal() or len(word) > 7:
        raise _ScriptMistake(f"got {word!r}, expected {kind}")
    return word


def _one_of(word: str, names: Sequence[str]) -> str:
    if word not in names:
        raise _ScriptMistake(f"got {word!r}, expected {one_of(list(names))}")
    return word


def _named(words: list[str]) -> str:
    return " ".join(words[: 2 if words[0] in ("expect", "umpire") else 1])
