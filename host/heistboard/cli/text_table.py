"""The table in a terminal, for everybody in the room: board, whose turn, what is waited for. Pure.

It draws a :class:`~heistboard.daemon.status.Status` and nothing else, so it can show no secret.
While eyes are closed it does not even say what the lights say, unless there are no other lights.
"""

import math
import textwrap
from collections.abc import Iterator
from typing import NamedTuple

from rich.cells import cell_len
from rich.text import Text

from heistboard import layout
from heistboard.cli.view import STYLES
from heistboard.daemon.status import Status
from heistboard.hints import OFF
from heistboard.rules import View
from heistboard.scene import Colour, Intent, Level, Pattern
from heistboard.words import Words

__all__ = ["Room", "TableGlyphs", "draw", "draw_invitation", "lines_between"]

COLUMNS = "abcde"
CELL_WIDTH = 5
GAP_WIDTH = 5
GRID_WIDTH = 2 + 5 * CELL_WIDTH + 4 * GAP_WIDTH
EVENTS_LEAST_WIDTH = 20
ASK_LINES = 3

_REFUSED = Intent(Colour.RED, Level.LOW, Pattern.DOUBLE)


class TableGlyphs:
    """The characters that a terminal can show."""

    def __init__(self, *, is_ascii: bool) -> None:
        self.gone = "-" if is_ascii else "·"
        self.done = "*" if is_ascii else "◆"
        self.free = "o" if is_ascii else "○"
        self.none = "_" if is_ascii else "▁"
        self.rule = "=" if is_ascii else "━"
        self.dot = "-" if is_ascii else "·"


class Room(NamedTuple):
    """All that the room may see: the status, and what this program says beside it."""

    status: Status
    trouble: str = ""  # of the port or the voice, in words
    note: str = ""  # for as long as nothing was typed
    answer: str = ""  # to what was typed last
    typed: str = ""
    is_simulated: bool = False
    address: str = ""  # of the table's page


def draw(
    room: Room, words: Words, width: int, height: int, glyphs: TableGlyphs | None = None
) -> list[Text]:
    """Returns the lines for a terminal of that size; where it is small, those that matter most."""
    drawing = _Drawing(room, words, width, glyphs or TableGlyphs(is_ascii=False))
    lines = list(drawing.lines())
    spare = max(0, height - len(lines))
    while len(lines) > max(1, height):
        least = max(importance for importance, _ in lines)
        at = max(i for i, (importance, _) in enumerate(lines) if importance == least)
        del lines[at]
    texts = [text for _, text in lines]
    if spare:
        # What is typed stays at the bottom.
        texts[-1:-1] = [Text()] * spare
    for text in texts:
        text.truncate(width)
        text.no_wrap = True
    return texts


def draw_invitation(
    picture: str, address: str, words: Words, width: int, height: int, *, is_ascii: bool
) -> list[Text]:
    """Returns the lines of an invitation; without its QR *picture* where that does not fit."""
    texts = textwrap.wrap(words.of("table", "invitation"), width)
    rows = picture.splitlines()
    lines = [Text(text, "bold") for text in texts] + [Text(address, overflow="fold")]
    spare = height - len(texts) - math.ceil(cell_len(address) / width)
    if is_ascii or len(rows) > spare or cell_len(rows[0]) > width:
        return lines
    return lines + [Text(row, "bright_white on black") for row in rows]


def lines_between(before: Room | None, room: Room, words: Words) -> list[str]:
    """Returns what changed, a line each, for where nothing can be drawn."""
    lines = []
    old = before.status if before else None
    status = room.status
    known = _moves(before.status.view) if before and old and old.game == status.game else []
    moves = _moves(room.status.view)
    past, events = words.events(known), words.events(moves)
    same = 0
    # At the end the table learns where the car was hidden: that is no other move.
    while same < min(len(past), len(events)) and (
        past[same] == events[same]
        or (known[same].startswith("hide") and moves[same].startswith("hide"))
    ):
        same += 1
    lines += [f"* {words.of('event', 'undone', event=event)}" for event in reversed(past[same:])]
    lines += [f"* {event}" for event in events[same:]]
    if old is None or (old.phase, old.game) != (status.phase, status.game):
        lines.append(f"== {_turn(status, words)}")
    if old is None or old.sync != status.sync:
        lines.append(words.of("table", status.sync))
    if old is None or (old.ask, old.game) != (status.ask, status.game):
        lines.append(f"> {words.shown(status.ask, status.view)}")
    grade = old.hints["grade"] if old else OFF
    if grade != status.hints["grade"]:
        lines.append(_hints(status, words))
    if "trail" in room.status.view and (before is None or "trail" not in before.status.view):
        lines.append(_trail(room.status.view, words))
    if room.address and (before is None or room.address != before.address):
        lines.append(words.of("table", "pages", address=room.address))
    for text, was in (
        (room.trouble, before.trouble if before else ""),
        (room.note, before.note if before else ""),
        (room.answer, before.answer if before else ""),
    ):
        if text and text != was:
            lines.append(text)
    return lines


class _Drawing:
    def __init__(self, room: Room, words: Words, width: int, glyphs: TableGlyphs) -> None:
        self._room = room
        self._status = room.status
        self._view = room.status.view
        self._words = words
        self._width = width
        self._glyphs = glyphs
        self._scene = dict(room.status.scene)
        if self._status.is_secret:
            roofs = _dict(self._view, "roofs")
            for cell in layout.CELLS:
                if cell not in roofs:
                    self._scene.pop(cell, None)
        self._at = {at: colour for colour, at in _dict(self._view, "helicopters").items() if at}

    def lines(self) -> Iterator[tuple[int, Text]]:
        # Each with its importance: 0 goes last when there is no room.
        yield 4, self._title()
        yield 3, self._track()
        yield 8, Text()
        for line in self._board():
            yield 2, line
        yield 8, Text()
        for line in self._ask():
            yield 0 if line.plain else 8, line
        yield 7, self._legend_of_cells()
        yield 7, self._legend_of_helicopters()
        if self._room.trouble:
            yield 1, _hint(f"! {self._room.trouble}", "bold red")
        yield 5, self._note()
        yield 6, _hint(self._words.of("table", f"moves-{self._status.phase}"))
        if self._room.address:
            yield 5, self._pages()
        if self._room.is_simulated:
            yield 6, _hint(self._words.of("table", "simulated"))
        yield 1, Text(f"> {self._room.typed}", "bold")

    def _title(self) -> Text:
        dot = f"  {self._glyphs.dot}  "
        of = self._words.of
        text = Text(of("table", "title"), "bold")
        text.append(dot + of("table", "game", number=self._status.game), "not bold")
        text.append(dot + of("table", "players", count=self._view.get("players")), "not bold")
        if self._status.hints["grade"] != OFF:
            text.append(dot + _hints(self._status, self._words), "not bold")
        link = Text(of("table", self._status.sync), _SYNC_STYLES[self._status.sync])
        return _spread(text, link, self._width)

    def _track(self) -> Text:
        # The rules count on with the last helicopter; here a round lasts until eyes close.
        number = sum(move.startswith("hide") for move in _moves(self._view))
        number += self._status.phase == "eyes-closed"
        rounds = len(layout.ROUND_TRACK)
        label = self._words.of("table", "round", round=number, rounds=rounds)
        text = Text(f"{label}  " if number else f"{self._words.of('table', 'setup')}  ")
        lights = [self._scene.get(name, Intent()) for name in layout.ROUND_TRACK]
        for intent in lights:
            text.append(" ").append_text(self._token(intent))
        if lights[0] == _REFUSED:
            text.append(f"  {self._words.of('table', 'refused')}", "bold red")
        return text

    def _token(self, intent: Intent) -> Text:
        if intent == _REFUSED:
            return Text("x", "bold red")
        if intent.colour is Colour.OFF or intent.level is Level.DIM:
            return Text(self._glyphs.gone, "dim")
        if intent.colour is Colour.WHITE:
            return Text(self._glyphs.done, "bold")
        return Text(self._letter(intent.colour), STYLES[intent.colour])

    # The board.

    def _board(self) -> list[Text]:
        gap = " " * GAP_WIDTH
        lines = [Text("  " + gap.join(column.center(CELL_WIDTH) for column in COLUMNS), "dim")]
        for row in range(1, 6):
            line = Text(f"{row} ", "dim")
            for column in COLUMNS:
                if column != "a":
                    line.append(gap)
                line.append_text(self._cell(f"{column}{row}"))
            lines.append(line)
            if row < 5:
                line = Text(" " * (2 + CELL_WIDTH))
                for road in range(1, 5):
                    line.append_text(self._crossing(f"x{road}{row}"))
                    line.append(" " * CELL_WIDTH if road < 4 else "")
                lines.append(line)
        return self._beside(lines)

    def _cell(self, name: str) -> Text:
        intent = self._scene.get(name, Intent())
        if self._status.wrong.get(name):
            return Text("  ?  ", "bold reverse")
        ask = self._status.ask
        inside = self._inside(intent)
        if ask.id == "police.put-back" and ask.words["cell"] == name:
            none = self._glyphs.none
            return Text.assemble(f" {none}", inside if inside.plain != " " else none, f"{none} ")
        return Text.assemble(("[ ", "dim"), inside, (" ]", "dim"))

    def _inside(self, intent: Intent) -> Text:
        if intent.colour is Colour.OFF:
            return Text(" ")
        if intent.colour is Colour.WHITE:
            return Text("-", "bold")  # nothing was found here just now
        style = f"{STYLES[intent.colour]} bold reverse"
        return Text(self._letter(intent.colour), style)

    def _crossing(self, name: str) -> Text:
        intent = self._scene.get(name, Intent())
        colour = self._at.get(name)
        wrong = self._status.wrong.get(name)
        if wrong == "extra":
            return Text(" !!! ", "bold red")
        if colour is None:
            if intent.pattern is Pattern.PULSE:
                return Text(f"  {self._glyphs.free}  ", f"{STYLES[intent.colour]} bold")
            return Text("  +  ", "dim")
        letter = self._words.letter(str(colour))
        style = STYLES[Colour[str(colour).upper()]]
        if wrong:
            return Text(f" ?{letter}? ", f"{style} bold reverse")
        if intent.pattern is Pattern.PULSE:
            return Text(f" <{letter}> ", f"{style} bold")
        if intent.level is Level.DIM:
            return Text(f" ({letter}) ", f"{style} dim")  # it is in a hand
        return Text(f"  {letter}  ", style)

    def _beside(self, board: list[Text]) -> list[Text]:
        # The last events to the right of the board, where they fit.
        room = self._width - GRID_WIDTH - 3
        if room < EVENTS_LEAST_WIDTH:
            return board
        events = [Text(self._words.of("table", "happened"), "bold")]
        *past, last = self._words.events(_moves(self._view))[-(len(board) - 1) :] or [""]
        events += [*(Text(event, "dim") for event in past), Text(last)]
        for event in events:
            event.truncate(room)
        for line, event in zip(board, events, strict=False):
            line.append(" " * (GRID_WIDTH + 3 - cell_len(line.plain))).append_text(event)
        return board

    # Words.

    def _ask(self) -> list[Text]:
        bar = self._glyphs.rule
        turn = f"{bar * 2} {_turn(self._status, self._words)} "
        style = "bold yellow" if self._status.sync != "synced" else "bold green"
        head = Text(turn + bar * max(0, self._width - cell_len(turn)), style)
        asked = self._words.shown(self._status.ask, self._view)
        lines = textwrap.wrap(asked, max(10, self._width - 4), max_lines=ASK_LINES)
        texts = [Text(f"  {line}", "bold") for line in lines]
        texts += [Text()] * (ASK_LINES - 1 - len(texts))
        return [head, *texts, Text(bar * self._width, style)]

    def _legend_of_cells(self) -> Text:
        trace = self._words.letter("blue")
        none = self._glyphs.none * 3
        return Text(self._words.of("table", "legend-cells", none=none, trace=trace), "dim")

    def _legend_of_helicopters(self) -> Text:
        text = self._words.of(
            "table",
            "legend-helicopters",
            letter=self._words.letter("green"),
            free=self._glyphs.free,
            extra="!!!",
        )
        return Text(text, "dim")

    def _note(self) -> Text:
        if self._status.is_secret:
            return Text(self._rhythm(), "bold")
        if self._room.answer:
            return _hint(self._room.answer, "bold yellow")
        if "trail" in self._view:
            return Text(_trail(self._view, self._words))
        return _hint(self._room.note)

    def _pages(self) -> Text:
        text = _hint(self._words.of("table", "pages", address=self._room.address))
        return text.append_text(_hint(self._words.of("table", "pages-more")))

    def _rhythm(self) -> str:
        # The lights of a simulated board are nowhere else.
        if not self._room.is_simulated:
            return ""
        roofs = _dict(self._view, "roofs")
        cell = next(cell for cell in layout.CELLS if cell not in roofs)
        pattern = self._status.scene.get(cell, Intent()).pattern
        return self._words.of("table", f"rhythm-{pattern.name.lower()}")

    def _letter(self, colour: Colour) -> str:
        return self._words.letter(colour.name.lower())


_SYNC_STYLES = {"synced": "green", "desync": "bold yellow", "lost": "bold red"}


def _turn(status: Status, words: Words) -> str:
    if status.seat is None:
        return words.of("table", status.phase)
    return words.of("table", f"turn-{status.seat}")


def _hints(status: Status, words: Words) -> str:
    return words.of("table", f"hints-{status.hints['grade']}")


def _moves(view: View) -> list[str]:
    moves = view.get("moves")
    return [str(move) for move in moves] if isinstance(moves, list) else []


def _trail(view: View, words: Words) -> str:
    trail = view["trail"]
    assert isinstance(trail, list)
    return words.of("table", "trail", cells=", ".join(map(str, trail)))


def _dict(view: View, name: str) -> dict[str, object]:
    value = view.get(name)
    return dict(value) if isinstance(value, dict) else {}


def _hint(text: str, style: str = "dim") -> Text:
    # What is typed stands between backquotes in the catalogues.
    hint = Text(style=style)
    for number, part in enumerate(text.split("`")):
        hint.append(part, "not dim cyan" if number % 2 else "")
    return hint


def _spread(left: Text, right: Text, width: int) -> Text:
    gap = width - cell_len(left.plain) - cell_len(right.plain)
    return Text.assemble(left, " " * max(2, gap), right)
