"""A running game on the terminal, for everybody in the room. Pure.

It draws a :class:`~heistboard.games.status.Status` and nothing else, so it cannot show a secret.
A game may draw its own board; otherwise TABLE's view is listed line by line. While eyes are
closed, the lights are not described, except on a simulated board, whose lights are seen nowhere
else.
"""

import math
import textwrap
from collections.abc import Iterator, Sequence
from itertools import chain, repeat
from typing import NamedTuple
from urllib.parse import urlsplit

from rich.cells import cell_len
from rich.text import Text

from heistboard import games
from heistboard.games import Canvas, Drawing
from heistboard.games.hint_grades import OFF
from heistboard.games.news import Line
from heistboard.games.pieces import pieces_of
from heistboard.games.status import ShownBeat, Status
from heistboard.places import layout
from heistboard.places.scene import REFUSED, Intent
from heistboard.rules import View
from heistboard.words import Words
from heistboard.words.plain_view import view_lines
from heistboard.words.told_moves import is_same_move

__all__ = [
    "ScreenState",
    "TableGlyphs",
    "beat_lines",
    "draw",
    "draw_invitation",
    "drawing_of",
    "has_floors",
    "hint",
    "lines_between",
    "typed_hands",
    "wrapped",
]

VIEW_WIDTH = 47
LIST_LINES = 9  # least height of a listed view, so that recent events fit beside it
GAP = 3
EVENTS_LEAST_WIDTH = 20  # beside the board; otherwise they are below it
EVENTS_BELOW = 8
EVENT_RANKS = (1, 4, 5)  # of the lines below the board: those of the last event, then others
_PAST = "dim"
ASK_LINES = 3


class TableGlyphs:
    """The characters to draw with, for terminals with and without Unicode."""

    def __init__(self, *, is_ascii: bool) -> None:
        self.is_ascii = is_ascii
        self.rule = "=" if is_ascii else "━"
        self.dot = "-" if is_ascii else "·"


class ScreenState(NamedTuple):
    """Everything that the screen shows: the status, and this program's messages."""

    status: Status
    trouble: str = ""  # with the port or the voice, in words
    note: str = ""  # shown until something is typed
    answer: str = ""  # to the last typed line
    typed: str = ""
    is_simulated: bool = False
    address: str = ""  # of the table's page, for the host
    network_address: str = ""  # of the table's page, for phones
    helps: int = 0  # how often `help` was typed
    floor: int = 0  # the one that was asked for; 0 leaves it to the game
    beat_s: int = 0  # seconds that are left of a window's beat


def draw(
    state: ScreenState, words: Words, width: int, height: int, glyphs: TableGlyphs | None = None
) -> list[Text]:
    """Returns the lines for a terminal of that size; if it is small, the most important ones."""
    words = words.of_game(state.status.view["game"])
    screen = _Screen(state, words, width, glyphs or TableGlyphs(is_ascii=False))
    lines = list(screen.lines())
    spare = max(0, height - len(lines))
    while len(lines) > max(1, height):
        least = max(rank for rank, _ in lines)
        at = max(i for i, (rank, _) in enumerate(lines) if rank == least)
        del lines[at]
    texts = [text for _, text in lines]
    if spare:
        # The typed line stays at the bottom.
        texts[-1:-1] = [Text()] * spare
    for text in texts:
        text.truncate(width)
        text.no_wrap = True
    return texts


def draw_invitation(
    seat: str,
    picture: str,
    address: str,
    words: Words,
    width: int,
    height: int,
    *,
    is_ascii: bool,
) -> list[Text]:
    """Returns the lines that invite a device to the private page of *seat*, a name in words.

    The QR *picture* is left out if it does not fit. Without one, no phone can reach the address.
    """
    said = words.of("table", "invitation" if picture else "invitation-here", seat=seat)
    texts = textwrap.wrap(said, width)
    rows = picture.splitlines()
    lines = [Text(text, "bold") for text in texts] + [Text(address, overflow="fold")]
    spare = height - len(texts) - math.ceil(cell_len(address) / width)
    if is_ascii or not rows or len(rows) > spare or cell_len(rows[0]) > width:
        return lines
    return lines + [Text(row, "bright_white on black") for row in rows]


def lines_between(before: ScreenState | None, state: ScreenState, words: Words) -> list[str]:
    """Returns the changes from *before* to *state* as lines, for output that is not a screen."""
    old, status = before.status if before else None, state.status
    words = words.of_game(str(status.view["game"]))
    lines = _move_changes(old, status, words)
    lines += _status_changes(old, status, words)
    shown_before = (before.trouble, before.note, before.answer) if before else ("", "", "")
    if state.address and (before is None or state.address != before.address):
        lines.append(words.of("table", "pages", address=state.address))
    if state.network_address and (before is None or not before.network_address):
        lines.append(words.of("table", "phones", address=state.network_address))
    if (review := _review(state)) and (before is None or review != _review(before)):
        lines.append(words.of("table", "review", address=review))
    for text, was in zip((state.trouble, state.note, state.answer), shown_before, strict=True):
        if text and text != was:
            lines.append(text)
    return lines


def _move_changes(old: Status | None, status: Status, words: Words) -> list[str]:
    # Moves taken back, the latest first, then new moves.
    game = str(status.view["game"])
    known = _moves(old.view) if old and old.game == status.game else []
    moves = _moves(status.view)
    past, events = words.events(known, status.seats), words.events(moves, status.seats)
    same = 0
    # A move that was hidden before and is revealed now is still the same move.
    while same < min(len(past), len(events)) and (
        past[same] == events[same] or is_same_move(game, known[same], moves[same])
    ):
        same += 1
    undone = [words.of("table", "undone", event=event) for event in reversed(past[same:])]
    events = words.events(moves, status.seats, news=status.news)
    causes = chain(status.news, repeat(Line()))
    new = [*zip(moves, events, causes, strict=False)][same:]
    listed = [event for move, event, line in new if line.news or words.is_listed(move)]
    return [f"* {event}" for event in (*undone, *listed)]


def _status_changes(old: Status | None, status: Status, words: Words) -> list[str]:
    lines = []
    if old is None or (old.phase, old.turn, old.game) != (status.phase, status.turn, status.game):
        lines.append(f"== {words.turn(status.turn, status.phase)}")
    if old is None or old.sync != status.sync:
        lines.append(words.of("table", status.sync))
    if old is None or (old.ask, old.game) != (status.ask, status.game):
        asked = words.shown(status.ask, status.view, is_carried=status.is_carried)
        lines.append(f"> {asked}")
    if status.beat and (old is None or _part(old) != _part(status)):
        lines.append(_begun(status.beat, words))
    if status.advice and (old is None or (old.advice, old.game) != (status.advice, status.game)):
        lines += words.advice(status.advice)
    grade = old.hints["grade"] if old else OFF
    if grade != status.hints["grade"]:
        lines.append(_hints(status, words))
    known = words.facts("hints", old.hints) if old and old.game == status.game else []
    lines += [fact for fact in words.facts("hints", status.hints) if fact not in known]
    after = _after(status, words)
    if after and (old is None or after != _after(old, words)):
        lines.append(after)
    return lines


class _Screen:
    def __init__(self, state: ScreenState, words: Words, width: int, glyphs: TableGlyphs) -> None:
        self._state = state
        self._status = state.status
        self._view = state.status.view
        self._words = words
        self._width = width
        self._glyphs = glyphs
        self._drawing = drawing_of(self._status)
        self._canvas = Canvas(width, glyphs.is_ascii, state.floor)

    def lines(self) -> Iterator[tuple[int, Text]]:
        # Yields lines with their ranks; if not all fit, the highest ranks are dropped first.
        yield 4, self._title()
        yield 3, self._track()
        yield 8, Text()
        board = self._board()
        spare = self._width - self._board_width(board) - GAP
        is_roomy = spare >= EVENTS_LEAST_WIDTH
        for line in self._with_events(board, spare) if is_roomy else board:
            yield 2, line
        for line in self._notes():
            yield 5, line
        yield 8, Text()
        below = [] if is_roomy else self._events(EVENTS_BELOW, self._width)
        latest = sum(line.style != _PAST for line in below)
        order = (*reversed(range(latest, len(below))), *range(latest))
        for left, line in zip(order, below, strict=True):
            yield EVENT_RANKS[left] if left < len(EVENT_RANKS) else 8 + left, line
        for line in self._ask():
            yield 0 if line.plain else 8, line
        for told in beat_lines(self._state, self._words):
            yield 1, hint(told, "bold")
        for line in self._guide():
            yield 1, line
        for fact in self._words.facts("hints", self._status.hints):
            for line in wrapped(fact, self._width, indent="  "):
                yield 7, line
        for line in self._legend():
            yield 7, line
        if self._state.trouble:
            yield 1, hint(f"! {self._state.trouble}", "bold red")
        for line in self._note():
            yield 1 if self._state.answer else 5, line
        if review := _review(self._state):
            yield 4, hint(self._words.of("table", "review", address=review))
        yield 6, hint(self._moves())
        if self._state.address:
            yield 5, self._pages()
        if phones := self._state.network_address:
            yield 5, hint(self._words.of("table", "phones", address=phones))
        if self._state.is_simulated:
            hands = typed_hands(str(self._view["game"]))
            yield 6, hint(self._words.of("table", "simulated", hands=hands))
        yield 1, Text(f"> {self._state.typed}", "bold")

    def _title(self) -> Text:
        dot = f"  {self._glyphs.dot}  "
        of = self._words.of
        text = Text(self._words.title, "bold")
        text.append(dot + of("table", "game", number=self._status.game), "not bold")
        if "players" in self._view:
            text.append(dot + of("table", "players", count=self._view["players"]), "not bold")
        if self._status.hints["grade"] != OFF:
            text.append(dot + _hints(self._status, self._words), "not bold")
        link = Text(of("table", self._status.sync), _SYNC_STYLES[self._status.sync])
        return _spread(text, link, self._width)

    # The board as the game draws it, or else the listed view.

    def _track(self) -> Text:
        text = Text()
        if self._drawing is not None:
            text = self._drawing.track(self._status, self._words, self._canvas)
        if self._status.scene.get(layout.ROUND_TRACK[0], Intent()) == REFUSED:
            text.append(f"  {self._words.of('table', 'refused')}", "bold red")
        return text

    def _board(self) -> list[Text]:
        if self._drawing is not None:
            return [*self._drawing.board(self._status, self._words, self._canvas)]
        lines = [
            Text(part)
            for line in view_lines(self._view, self._words)
            for part in textwrap.wrap(line, min(VIEW_WIDTH, self._width), subsequent_indent="  ")
        ]
        return lines + [Text()] * (LIST_LINES - len(lines))

    def _notes(self) -> Sequence[Text]:
        if self._drawing is None:
            return ()
        return self._drawing.notes(self._status, self._words, self._canvas)

    def _legend(self) -> Sequence[Text]:
        if self._drawing is None:
            return ()
        return self._drawing.legend(self._status, self._words, self._canvas)

    def _board_width(self, board: list[Text]) -> int:
        if self._drawing is None:
            return VIEW_WIDTH
        return max(cell_len(line.plain) for line in board)

    def _with_events(self, board: list[Text], spare: int) -> list[Text]:
        # The latest events to the right of the board, in its *spare* columns.
        at = self._width - spare
        title = Text(self._words.of("table", "happened"), "bold")
        title.truncate(spare)
        events = [title, *self._events(len(board) - 1, spare)]
        for line, event in zip(board, events, strict=False):
            line.append(" " * (at - cell_len(line.plain))).append_text(event)
        return board

    def _events(self, most: int, width: int) -> list[Text]:
        # The latest events in *most* lines, the last one brighter and whole if there is room.
        status = self._status
        events = self._words.events(_moves(self._view), status.seats, most, news=status.news)
        lines: list[Text] = []
        for event in reversed(events):
            style = _PAST if lines else ""
            own = textwrap.wrap(event, width, subsequent_indent="  ")
            if lines and len(lines) + len(own) > most:
                break
            lines = [*(Text(line, style) for line in own[:most]), *lines]
        return lines or [Text("")]

    # Words.

    def _ask(self) -> list[Text]:
        bar = self._glyphs.rule
        turn = f"{bar * 2} {self._words.turn(self._status.turn, self._status.phase)} "
        style = "bold yellow" if self._status.sync != "synced" else "bold green"
        head = Text(turn + bar * max(0, self._width - cell_len(turn)), style)
        is_carried = self._status.is_carried
        asked = self._words.shown(self._status.ask, self._view, is_carried=is_carried)
        lines = textwrap.wrap(asked, max(10, self._width - 4), max_lines=ASK_LINES)
        texts = [Text(f"  {line}", "bold") for line in lines]
        texts += [Text()] * (ASK_LINES - 1 - len(texts))
        return [head, *texts, Text(bar * self._width, style)]

    def _guide(self) -> Iterator[Text]:
        for line in self._words.advice(self._status.advice) if self._status.advice else ():
            yield from wrapped(line, self._width, "bold cyan")

    def _moves(self) -> str:
        of = self._words.of
        if self._status.is_secret:
            return of("table", "moves-secret")
        if self._view["outcome"] is not None:
            return of("table", "moves-over")
        if not self._status.moves:
            return of("table", "moves-none")
        return of("table", "moves", example=self._status.moves[0])

    def _note(self) -> Sequence[Text]:
        if self._status.is_secret:
            # A simulated board's lights are seen nowhere else.
            has_lights = self._state.is_simulated and self._drawing is not None
            drawing = self._drawing if has_lights else None
            return [Text(drawing.lights(self._status, self._words) if drawing else "", "bold")]
        if self._state.answer:
            return wrapped(self._state.answer, self._width, "bold yellow")
        if after := _after(self._status, self._words):
            return [Text(after)]
        return wrapped(self._state.note, self._width)

    def _pages(self) -> Text:
        text = hint(self._words.of("table", "pages", address=self._state.address))
        return text.append_text(hint(self._words.of("table", "pages-more")))


_SYNC_STYLES = {"synced": "green", "desync": "bold yellow", "lost": "bold red"}


def drawing_of(status: Status) -> Drawing | None:
    """Returns the game's own drawing, if it has one."""
    drawing: Drawing | None = games.package(str(status.view["game"])).claim("drawing")
    return drawing


def has_floors(status: Status) -> bool:
    """Returns whether the screen may have to choose which floor it draws."""
    return status.floors > 1 and drawing_of(status) is not None


def _review(state: ScreenState) -> str:
    # The address of the review, which everybody may open; empty unless the game is over.
    if state.status.view["outcome"] is None or not state.address:
        return ""
    parts = urlsplit(state.network_address or state.address)
    return f"{parts.scheme}://{parts.netloc}/review/{state.status.game}"


def _after(status: Status, words: Words) -> str:
    drawing = drawing_of(status)
    return drawing.after(status, words) if drawing is not None else ""


def _hints(status: Status, words: Words) -> str:
    grade = str(status.hints["grade"])
    key = f"hints-{grade}"
    return words.of("table", key) if words.has("table", key) else grade


def _moves(view: View) -> list[str]:
    moves = view.get("moves")
    return [str(move) for move in moves] if isinstance(moves, list) else []


def beat_lines(state: ScreenState, words: Words) -> Iterator[str]:
    """Yields how long there is for answers, and who has said Stop."""
    beat = state.status.beat
    if beat is None:
        return
    yield words.of("beat", "typed", seconds=state.beat_s)
    if beat.stopped:
        yield words.of("beat", "stopped", seats=", ".join(map(words.seat, beat.stopped)))


def _begun(beat: ShownBeat, words: Words) -> str:
    # Said once, as to a screen reader.
    seconds = f"{beat.span.least_ms / 1000:g}"
    if beat.stopped:
        return words.of("beat", "held", seat=words.seat(beat.stopped[-1]), seconds=seconds)
    return words.of("beat", "opened", window=words.of("window", beat.kind), seconds=seconds)


def _part(status: Status) -> object:
    return status.beat and (status.game, status.beat.window, status.beat.part)


def typed_hands(game: str) -> str:
    """Returns one example of each command for simulated hands."""
    typed = []
    for name, kind in pieces_of(game).kinds.items():
        place = next(place for place in ("b3", "x22") if place in kind.places)
        if kind.is_cover:
            typed += [f"lift {place}", f"put {place}"]
        elif kind.ids:
            typed.append(f"{name} {kind.ids[0]} {place}")
        else:
            typed += [f"{name} {place}", f"{name} off"]
    return ", ".join(f"`{each}`" for each in (*typed, "press done"))


def hint(text: str, style: str = "dim") -> Text:
    """Returns *text* with what is to be typed, in backquotes, in a colour."""
    made = Text(style=style)
    for number, part in enumerate(text.split("`")):
        made.append(part, "not dim cyan" if number % 2 else "")
    return made


def wrapped(text: str, width: int, style: str = "dim", indent: str = "") -> list[Text]:
    """Returns *text* as :func:`hint` does, in lines of *width*; *indent* begins later lines."""
    texts = []
    is_typed = False
    lines = textwrap.wrap(text, max(width, 10), subsequent_indent=indent, break_on_hyphens=False)
    for line in lines or [""]:
        # What is in backquotes keeps its colour where a line is broken inside.
        texts.append(hint(f"`{line}" if is_typed else line, style))
        is_typed ^= line.count("`") % 2 == 1
    return texts


def _spread(left: Text, right: Text, width: int) -> Text:
    gap = width - cell_len(left.plain) - cell_len(right.plain)
    return Text.assemble(left, " " * max(2, gap), right)
