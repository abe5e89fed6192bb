"""A game as text that people can read, keep and send, and that can be replayed. Pure.

::

    heistboard journal 1
    game: GAME
    rules: 1
    players: 2
    date: 2031-05-04T20:15:00+02:00

    1 MOVE
    2 MOVE -> what it uncovered
    ...

The header has the game, the version of its rules and every option; ``date``, ``ended`` and
``outcome`` may follow. A text option is written as it is, or as a JSON string if it is empty,
starts with ``"``, has a space at either end or contains an unprintable character. The moves are in
the game's notation. What follows an arrow is optional; it is compared with what the rules uncover.

A text to share has of the times only the day, and no other tag.

A text exported without secrets has ``?`` for what the reader may not know. It can be shown, but
not replayed. Undos, reeds set aside and notes stay in the store: the text is the game alone.
"""

import json
import re
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Final, NamedTuple, NoReturn, Protocol

from heistboard import games
from heistboard.rules import (
    HIDDEN,
    TABLE,
    UNCOVERS,
    Choice,
    Game,
    MoveError,
    Option,
    Outcome,
    State,
)
from heistboard.rules.options import chosen

__all__ = [
    "MOST_BYTES",
    "MOST_MOVES",
    "TAGS",
    "GameText",
    "JournalError",
    "Readable",
    "SecretsMissing",
    "find_game",
    "is_open",
    "option_text",
    "outcome_text",
    "read",
    "read_bounded",
    "share",
    "write",
]

TAGS: Final = ("date", "ended")
"""Header lines that are not about the game: ISO 8601 times."""

MOST_BYTES: Final = 1_000_000  # a long game has a few thousand
MOST_MOVES: Final = 10_000  # a long game has a few hundred

_MAGIC = "heistboard journal"
_VERSION = 1
_MOST_COLUMNS = 200
_DAY = len("2031-05-04")
_DATE = re.compile(r"\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d)?([+-]\d\d:\d\d|Z)?)?", re.ASCII)
_MEND = "correct the line or export the game again"


class JournalError(Exception):
    """The journal does not hold a playable game; the message is a sentence that says why."""


class SecretsMissing(JournalError):
    """The text was exported without the secrets of an unfinished game."""


class Readable(Protocol):
    """A source of bytes, such as a file open in binary mode."""

    def read(self, size: int, /) -> bytes:
        """Returns at most *size* bytes; none at the end."""


class GameText(NamedTuple):
    """A game read from text, and the tags of its header."""

    state: State
    tags: dict[str, str]


def write(state: State, seat: int | None = None, tags: Mapping[str, str] | None = None) -> str:
    """Returns the text of the game as *seat* knows it; for ``None``, in full.

    >>> state = games.load(games.names()[0]).new()
    >>> read(write(state).encode()).state.options == state.options
    True
    """
    tags = tags or {}
    header: dict[str, object] = {"game": state.game.name, "rules": state.game.rules}
    header |= {name: option_text(value) for name, value in state.options.items()}
    header |= {name: tags[name] for name in TAGS if name in tags}
    if state.outcome is not None:
        header["outcome"] = outcome_text(state.outcome)
    lines = [
        f"{_MAGIC} {_VERSION}",
        *(f"{name}: {value}" for name, value in header.items()),
        "",
        *(f"{number} {line}" for number, line in enumerate(state.told(seat), 1)),
    ]
    return "\n".join(lines) + "\n"


def is_open(state: State) -> bool:
    """Returns whether everybody knows all moves of the game, now that it is over."""
    return state.outcome is not None and state.told(TABLE) == state.told(None)


def share(state: State, created: str) -> str:
    """Returns a finished game's text to give to other people: the game, and the day it was begun.

    Who played, when in the day and on which computer is not in it. Raises :exc:`JournalError` if
    the game is not finished.
    """
    if state.outcome is None:
        raise JournalError("the game is not finished; it can be shared when it is over")
    day = created[:_DAY]
    return write(state, None, {"date": day} if _DATE.fullmatch(day) else {})


def option_text(value: Choice) -> str:
    """Returns an option's value as one line of text.

    >>> option_text(3), option_text("two words"), option_text("two lines\\n")
    ('3', 'two words', '"two lines\\\\n"')
    """
    text = str(value)
    if text and text.isprintable() and text == text.strip() and not text.startswith('"'):
        return text
    return json.dumps(text, ensure_ascii=not text.isprintable())


def outcome_text(outcome: Outcome) -> str:
    """Returns how a game ended, in a few words."""
    return f"{outcome.side or 'nobody'} by {outcome.ending} ({outcome.rule})"


def read(data: bytes) -> GameText:
    """Returns the game in a text, by replaying it.

    Raises :exc:`JournalError` naming the line, what is wrong with it and what to do; also if there
    are more than :data:`MOST_BYTES` or :data:`MOST_MOVES`.
    """
    lines = _lines(data)
    _check_first(lines[0])
    end = next((i for i, line in enumerate(lines) if not line), len(lines))
    header = _header(lines[:end])
    moves = [(i, line) for i, line in enumerate(lines[end:], end + 1) if line]
    if len(moves) > MOST_MOVES:
        raise JournalError(
            f"a game's text has at most {MOST_MOVES} moves, and this one has {len(moves)}; "
            "choose another file"
        )
    state = _start(header)
    _play(state, moves)
    _check_outcome(state, header)
    return GameText(state, {name: header[name][1] for name in TAGS if name in header})


def read_bounded(source: Readable) -> GameText:
    """Returns the game in *source*, of which it reads no more than a game's text may have.

    Raises :exc:`JournalError`, as :func:`read` does.
    """
    data = b""
    while len(data) <= MOST_BYTES and (part := source.read(MOST_BYTES + 1 - len(data))):
        data += part
    return read(data)


def find_game(name: str, rules: int) -> Game:
    """Returns the game called *name*; raises :exc:`JournalError` unless it has these *rules*."""
    try:
        game = games.load(name)
    except ValueError as error:
        raise JournalError(f"{error}; if a newer release wrote it, update heistboard") from None
    if rules > game.rules:
        raise JournalError(
            f"the game was played by rules {rules} of {name}, newer than rules {game.rules} of "
            "this release; update heistboard"
        )
    if rules < game.rules:
        raise JournalError(
            f"the game was played by rules {rules} of {name}, and this release has rules "
            f"{game.rules}; use the release it was played with"
        )
    return game


def _lines(data: bytes) -> list[str]:
    if len(data) > MOST_BYTES:
        raise JournalError(f"a game's text has at most {MOST_BYTES} bytes; choose another file")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        number = data.count(b"\n", 0, error.start) + 1
        _refuse(number, "this is not UTF-8 text; save it as UTF-8 or export the game again")
    if not text.strip():
        raise JournalError("the text is empty; give a text that `heistboard journal export` wrote")
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    is_header = True
    for number, line in enumerate(lines, 1):
        is_header = is_header and bool(line.strip())
        # A text option may be long; a file that is not ours shows in its first line.
        if len(line.rstrip()) > _MOST_COLUMNS and (number == 1 or not is_header):
            _refuse(number, f"longer than {_MOST_COLUMNS} characters; {_MEND}")
    return [line.strip() for line in lines]


def _check_first(line: str) -> None:
    magic, _, version = line.rpartition(" ")
    if magic != _MAGIC or not re.fullmatch("[1-9][0-9]*", version):
        _refuse(
            1,
            f"{line!r} does not begin a game's text, expected '{_MAGIC} {_VERSION}'; give a text "
            "that `heistboard journal export` wrote",
        )
    if int(version) > _VERSION:
        _refuse(
            1,
            f"this is version {version} of the text, and this release reads {_VERSION}; update "
            "heistboard",
        )


def _header(lines: Sequence[str]) -> dict[str, tuple[int, str]]:
    # Line number and value, by name.
    header: dict[str, tuple[int, str]] = {}
    for number, line in enumerate(lines[1:], 2):
        name, colon, value = (part.strip() for part in line.partition(":"))
        if not colon:
            _refuse(
                number,
                f"{line!r} is not a header line 'name: value', and an empty line must end the "
                f"header; {_MEND}",
            )
        if name in header:
            _refuse(number, f"{name!r} appears twice; delete one of the two lines")
        header[name] = (number, value)
    for name in ("game", "rules"):
        if name not in header:
            raise JournalError(f"the header has no line '{name}: …'; add it")
    return header


def _start(header: Mapping[str, tuple[int, str]]) -> State:
    name, rules = header["game"][1], header["rules"][1]
    if not re.fullmatch("[1-9][0-9]*", rules):
        _refuse(header["rules"][0], f"rules is {rules!r}, expected a number from 1; {_MEND}")
    try:
        game = find_game(name, int(rules))
    except JournalError as error:
        _refuse(header["rules" if name in games.names() else "game"][0], str(error))
    options: dict[str, Choice] = {}
    for name, (number, value) in header.items():
        if name in game.choices:
            try:
                option = {name: game.choices[name]}
                options |= chosen(f"{game.name}: ", {name: _choice(option[name], value)}, option)
            except ValueError as error:
                _refuse(number, f"{error}; {_MEND}")
        elif name in TAGS:
            _check_date(number, name, value)
        elif name not in ("game", "rules", "outcome"):
            known = ", ".join(["game", "rules", *game.choices, *TAGS])
            _refuse(number, f"there is no {name!r}, expected {known} or outcome; {_MEND}")
    try:
        return game.new(**options)
    except ValueError as error:
        raise JournalError(f"the header's options do not go together: {error}") from None


def _choice(option: Option, text: str) -> Choice:
    if text.startswith('"'):
        try:
            quoted = json.loads(text)
        except ValueError:
            raise ValueError(f"{text} is not a JSON string") from None
        return str(quoted)
    if option.check is not None:
        return text
    return next((each for each in option.values if str(each) == text), text)


def _check_date(number: int, name: str, value: str) -> None:
    try:
        if _DATE.fullmatch(value) and datetime.fromisoformat(value):
            return
    except ValueError:
        pass
    _refuse(number, f"{name} is {value!r}, expected a date like 2031-05-04T20:15:00+02:00")


def _play(state: State, lines: Sequence[tuple[int, str]]) -> None:
    notes: list[tuple[int, str | None]] = []
    wrong = None
    for due, (number, line) in enumerate(lines, 1):
        try:
            notes.append((number, _push(state, due, line)))
        except JournalError as error:
            wrong = number, error
            break
    # A wrong note is reported before a later line that it made illegal.
    for (number, note), told in zip(notes, state.told(None), strict=True):
        move, _, uncovered = told.partition(UNCOVERS)
        if note is not None and note != uncovered:
            said = f"uncovers {uncovered}" if uncovered else "uncovers nothing"
            _refuse(number, f"it says {note!r}, but by the rules {move!r} {said}; {_MEND}")
    if wrong is not None:
        number, reason = wrong
        _refuse(number, str(reason), type(reason))


def _push(state: State, due: int, line: str) -> str | None:
    # Plays one line and returns the note after its arrow.
    count, *words = line.split()
    if not re.fullmatch("[0-9]+", count):
        raise JournalError(f"{line!r} has no number, expected '{due} ' and a move; {_MEND}")
    if count != str(due):
        raise JournalError(
            f"this is move {count}, expected move {due}: a line is missing, doubled or out of "
            "order; export the game again"
        )
    move, arrow, note = (part.strip() for part in " ".join(words).partition(UNCOVERS.strip()))
    if HIDDEN in move.split():
        raise SecretsMissing(
            f"{move!r}: this text was exported without the secrets of an unfinished game; it can "
            "be shown but not replayed; export the game again with --reveal"
        )
    try:
        state.push(move)
    except MoveError as error:
        raise JournalError(f"{error}; {_MEND}") from None
    return note if arrow else None


def _check_outcome(state: State, header: Mapping[str, tuple[int, str]]) -> None:
    if "outcome" not in header:
        return
    number, said = header["outcome"]
    played = outcome_text(state.outcome) if state.outcome else "not finished"
    if said != played:
        _refuse(
            number,
            f"the outcome is {said!r}, but after these moves the game is {played!r}; moves may be "
            "missing at the end: export the game again",
        )


def _refuse(number: int, reason: str, kind: type[JournalError] = JournalError) -> NoReturn:
    raise kind(f"line {number}: {reason}") from None
