"""Draws Burgle Bros in a terminal: floors, walls, rooms, guards, everybody's cards. Pure.

From :data:`ALL_FLOORS_WIDTH` columns on, all floors stand side by side; on less there is the floor
of the active player, or the one that somebody asked for. What else is on the table stands beside
the floors, as far as there is room, and the rest below.
"""

import textwrap
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from rich.cells import cell_len
from rich.text import Text

from heistboard.games import Canvas
from heistboard.games.burgle_bros.seen_site import SeenSite
from heistboard.games.burgle_bros.text_floor import floor_lines, floor_width
from heistboard.games.burgle_bros.text_panel import card_paragraphs, paragraphs
from heistboard.games.burgle_bros.text_walls import Signs
from heistboard.games.status import Status

if TYPE_CHECKING:
    from heistboard.words import Words

__all__ = ["after", "board", "legend", "lights", "notes", "track"]

ALL_FLOORS_WIDTH = 120
GAP = 1  # between two floors: three of 4 × 4 rooms take 119 columns
PANEL_GAP = 2
PANEL_LEAST = 28


def board(status: Status, words: "Words", canvas: Canvas) -> Sequence[Text]:
    """Returns the lines of the floors, with guards, players and what is in force."""
    return _drawn(status, words, canvas)[0]


def notes(status: Status, words: "Words", canvas: Canvas) -> Sequence[Text]:
    """Returns which cards are gone, as far as that does not stand beside the floors."""
    return _drawn(status, words, canvas)[1]


def track(status: Status, words: "Words", canvas: Canvas) -> Text:
    """Returns the scenario, the turn and whose it is, and the actions used and left."""
    view = status.view
    scenario = words.of("drawing", f"scenario-{view['scenario']}")
    number = str(view["active"])[1:]
    counts = {name: view[name] for name in ("round", "used", "actions")}
    return Text(f"{scenario}: {words.of('drawing', 'on-turn', number=number, **counts)}")


def legend(status: Status, words: "Words", canvas: Canvas) -> Sequence[Text]:
    """Returns the lines that explain the signs, and those of the tiles that lie face up."""
    site, signs = SeenSite(status.view), Signs(is_ascii=canvas.is_ascii)
    kinds = sorted({tile.kind for tile in site.tiles.values()})
    pieces, marks = _explained(words, signs)
    rooms = [f"{words.of('drawing', f'sign-{kind}')} {words.name('tile', kind)}" for kind in kinds]
    lines = [""]
    for part in (*pieces, *rooms, *marks):
        if lines[-1] and cell_len(lines[-1]) + 2 + cell_len(part) > canvas.width:
            lines.append("")
        lines[-1] += f"{'  ' if lines[-1] else ''}{part}"
    return [Text(line, "dim") for line in lines]


def after(status: Status, words: "Words") -> str:
    """Returns nothing: the prompt says how the game ended."""
    return ""


def lights(status: Status, words: "Words") -> str:
    """Returns nothing: eyes are never closed in this game."""
    return ""


def _drawn(
    status: Status, words: "Words", canvas: Canvas
) -> tuple[Sequence[Text], Sequence[Text]]:
    # The lines of the board, and the notes that did not fit beside it.
    site, signs = SeenSite(status.view), Signs(is_ascii=canvas.is_ascii)
    shown = _shown(site, canvas)
    floors = [floor_lines(site, site.floors[number - 1], words, signs) for number in shown]
    lines = [Text(" " * GAP).join(parts) for parts in zip(*floors, strict=True)]
    wide = len(shown) * (floor_width(site.size) + GAP) - GAP
    told = [*paragraphs(site, status.moves, shown, words, signs)]
    cards = [*card_paragraphs(site, words, signs)]
    spare = canvas.width - wide - PANEL_GAP
    if spare >= PANEL_LEAST:
        beside = _taken(told, spare, len(lines))
        if not told:
            beside += _taken(cards, spare, len(lines) - len(beside))
        for line, other in zip(lines, beside, strict=False):
            line.append(" " * PANEL_GAP).append_text(other)
    below, rest = (
        [line for part in parts for line in _wrapped(part, canvas.width)]
        for parts in (told, cards)
    )
    return [*lines, *below], rest


def _taken(paragraphs: list[Text], width: int, height: int) -> list[Text]:
    # Takes the first paragraphs that fit out of the list, and returns their lines.
    lines: list[Text] = []
    while paragraphs and len(lines) + len(part := _wrapped(paragraphs[0], width)) <= height:
        lines += part
        del paragraphs[0]
    return lines


def _shown(site: SeenSite, canvas: Canvas) -> list[int]:
    # The numbers of the floors that are drawn.
    if canvas.width >= ALL_FLOORS_WIDTH:
        return [floor.number for floor in site.floors]
    return [canvas.floor if 0 < canvas.floor <= len(site.floors) else site.active_floor()]


def _explained(words: "Words", signs: Signs) -> tuple[list[str], list[str]]:
    # The signs of pieces and those of marks, with what they mean.
    pieces = (
        ("player", f"{signs.player}12"),
        ("guard", signs.guard),
        ("step", f"{signs.step}1"),
        ("target", signs.target),
        ("alarm", signs.alarm),
        ("face-down", signs.face_down),
    )
    marks = (
        ("cracked", signs.cracked),
        ("up", signs.up),
        ("down", signs.down),
        ("both", signs.both),
        ("hole", signs.hole),
        ("open", signs.open),
        ("off", signs.off),
        ("searched", signs.searched),
        ("dice", "d2"),
        ("stealth", "s3"),
        ("hacks", "h1"),
        ("lying", "$"),
        ("crow", "c"),
        ("entrance", "e"),
        ("more", signs.more),
    )

    def told(listed: Iterable[tuple[str, str]]) -> list[str]:
        return [f"{sign} {words.of('drawing', f'means-{key}')}" for key, sign in listed]

    return told(pieces), told(marks)


def _wrapped(text: Text, width: int) -> list[Text]:
    lines = textwrap.wrap(text.plain, max(width, 10), subsequent_indent="   ")
    return [Text(line, text.style) for line in lines]
