"""Draws Car Thief in a terminal: the district, the helicopters and the round track. Pure.

Everything comes from the public status. While eyes are closed, the lights of buildings are not
drawn; :func:`lights` describes them for a simulated board, which has no other lights.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rich.text import Text

from heistboard.games import Canvas
from heistboard.games.car_thief.board import CELLS
from heistboard.games.status import Status
from heistboard.places import layout
from heistboard.places.scene import REFUSED, Colour, Intent, Level, Pattern
from heistboard.rules import View
from heistboard.terminal.styles import STYLES

if TYPE_CHECKING:
    from heistboard.words import Words

__all__ = ["after", "board", "legend", "lights", "notes", "track"]

COLUMNS = "abcde"
CELL_WIDTH = 5
GAP_WIDTH = 5


class _Glyphs:
    # The symbols, in ASCII or Unicode.

    def __init__(self, *, is_ascii: bool) -> None:
        self.gone = "-" if is_ascii else "·"
        self.done = "*" if is_ascii else "◆"
        self.free = "o" if is_ascii else "○"
        self.none = "_" if is_ascii else "▁"


def board(status: Status, words: "Words", canvas: Canvas) -> Sequence[Text]:
    """Returns the lines of the district, all of equal width."""
    district = _District(status, words, _Glyphs(is_ascii=canvas.is_ascii))
    gap = " " * GAP_WIDTH
    lines = [Text("  " + gap.join(column.center(CELL_WIDTH) for column in COLUMNS), "dim")]
    for row in range(1, 6):
        line = Text(f"{row} ", "dim")
        for column in COLUMNS:
            if column != "a":
                line.append(gap)
            line.append_text(district.cell(f"{column}{row}"))
        lines.append(line)
        if row < 5:
            line = Text(" " * (2 + CELL_WIDTH))
            for road in range(1, 5):
                line.append_text(district.crossing(f"x{road}{row}"))
                line.append(" " * CELL_WIDTH if road < 4 else "")
            lines.append(line)
    return lines


def notes(status: Status, words: "Words", canvas: Canvas) -> Sequence[Text]:
    """Returns nothing: the district has all there is."""
    return ()


def track(status: Status, words: "Words", canvas: Canvas) -> Text:
    """Returns the number of the round, and the lights of the track."""
    # In the rules a round ends when the last helicopter acts; here, when eyes close.
    moves = status.view["moves"]
    assert isinstance(moves, list)
    number = sum(str(move).startswith("hide") for move in moves)
    number += status.phase == "eyes-closed"
    rounds = len(layout.ROUND_TRACK)
    label = words.of("table", "round", round=number, rounds=rounds)
    text = Text(f"{label}  " if number else f"{words.of('table', 'setup')}  ")
    glyphs = _Glyphs(is_ascii=canvas.is_ascii)
    for name in layout.ROUND_TRACK:
        intent = status.scene.get(name, Intent())
        text.append(" ").append_text(_token(intent, words, glyphs))
    return text


def legend(status: Status, words: "Words", canvas: Canvas) -> Sequence[Text]:
    """Returns the lines that explain the symbols."""
    glyphs = _Glyphs(is_ascii=canvas.is_ascii)
    trace, letter = words.of("letter", "blue"), words.of("letter", "green")
    cells = words.of("table", "legend-cells", none=glyphs.none * 3, trace=trace)
    helicopters = words.of(
        "table", "legend-helicopters", letter=letter, free=glyphs.free, extra="!!!"
    )
    return [Text(cells, "dim"), Text(helicopters, "dim")]


def after(status: Status, words: "Words") -> str:
    """Returns the line with the car's trail, once it is public."""
    trail = status.view.get("trail")
    if not isinstance(trail, list):
        return ""
    return words.of("table", "trail", cells=", ".join(map(str, trail)))


def lights(status: Status, words: "Words") -> str:
    """Returns what the lights show while eyes are closed; all cells look alike."""
    roofs = _dict(status.view, "roofs")
    cell = next(cell for cell in CELLS if cell not in roofs)
    pattern = status.scene.get(cell, Intent()).pattern
    return words.of("table", f"rhythm-{pattern.name.lower()}")


class _District:
    def __init__(self, status: Status, words: "Words", glyphs: _Glyphs) -> None:
        self._status = status
        self._words = words
        self._glyphs = glyphs
        self._scene = dict(status.scene)
        if status.is_secret:
            roofs = _dict(status.view, "roofs")
            for cell in CELLS:
                if cell not in roofs:
                    self._scene.pop(cell, None)
        helicopters = _dict(status.view, "helicopters")
        self._helicopters = {where: colour for colour, where in helicopters.items() if where}

    def cell(self, name: str) -> Text:
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
            return Text("-", "bold")  # just searched, nothing found
        style = f"{STYLES[intent.colour]} bold reverse"
        return Text(_letter(intent.colour, self._words), style)

    def crossing(self, name: str) -> Text:
        intent = self._scene.get(name, Intent())
        colour = self._helicopters.get(name)
        wrong = self._status.wrong.get(name)
        if wrong == "extra":
            return Text(" !!! ", "bold red")
        if colour is None:
            if intent.pattern is Pattern.PULSE:
                return Text(f"  {self._glyphs.free}  ", f"{STYLES[intent.colour]} bold")
            return Text("  +  ", "dim")
        letter = self._words.of("letter", str(colour))
        style = STYLES[Colour[str(colour).upper()]]
        if wrong:
            return Text(f" ?{letter}? ", f"{style} bold reverse")
        if intent.pattern is Pattern.PULSE:
            return Text(f" <{letter}> ", f"{style} bold")
        if intent.level is Level.DIM:
            return Text(f" ({letter}) ", f"{style} dim")  # in a hand
        return Text(f"  {letter}  ", style)


def _token(intent: Intent, words: "Words", glyphs: _Glyphs) -> Text:
    if intent == REFUSED:
        return Text("x", "bold red")
    if intent.colour is Colour.OFF or intent.level is Level.DIM:
        return Text(glyphs.gone, "dim")
    if intent.colour is Colour.WHITE:
        return Text(glyphs.done, "bold")
    return Text(_letter(intent.colour, words), STYLES[intent.colour])


def _letter(colour: Colour, words: "Words") -> str:
    return words.of("letter", colour.name.lower())


def _dict(view: View, name: str) -> dict[str, object]:
    value = view.get(name)
    return dict(value) if isinstance(value, dict) else {}
