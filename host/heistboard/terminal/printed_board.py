"""A game's own drawing as lines, for output that is not a screen. Pure."""

from collections.abc import Iterable

from rich.text import Text

from heistboard.games import Canvas
from heistboard.games.status import Status
from heistboard.terminal.game_screen import drawing_of
from heistboard.words import Words

__all__ = ["board_text", "legend_text"]

WIDTH = 80


def board_text(status: Status, words: Words, floor: int, *, is_ascii: bool) -> str:
    """Returns the board with all its notes; *floor* as in :class:`Canvas`."""
    drawing, canvas = drawing_of(status), Canvas(WIDTH, is_ascii, floor)
    assert drawing is not None
    words = words.of_game(status.view["game"])
    lines = [drawing.track(status, words, canvas), *drawing.board(status, words, canvas)]
    return _text([*lines, *drawing.notes(status, words, canvas)])


def legend_text(status: Status, words: Words, *, is_ascii: bool) -> str:
    """Returns what the signs of the board mean."""
    drawing = drawing_of(status)
    assert drawing is not None
    words = words.of_game(status.view["game"])
    return _text(drawing.legend(status, words, Canvas(WIDTH, is_ascii)))


def _text(lines: Iterable[Text]) -> str:
    return "\n".join(line.plain.rstrip() for line in lines)
