"""The answer to Help on the terminal: what is asked, what can be typed, where the rules are. Pure.

It tells only what everybody may know: the public prompt and its moves.
"""

from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import NamedTuple

from rich.text import Text

from heistboard import games
from heistboard.games import Canvas
from heistboard.games.rulebook import section_for
from heistboard.rules import Move
from heistboard.terminal.game_screen import (
    ScreenState,
    drawing_of,
    has_floors,
    hint,
    typed_hands,
    wrapped,
)
from heistboard.words import Words

__all__ = ["draw_help", "draw_legend", "help_lines"]

MOVES = 8  # shown in output that is not a screen
MOVES_LEAST = 3  # shown on a small screen
INDENT = "  "


class _Help(NamedTuple):
    # Lines in three parts; the moves between them are shortened to fit.

    before: list[str]
    moves: list[str]
    after: list[str]


def help_lines(state: ScreenState, words: Words) -> list[str]:
    """Returns the answer as lines, for output that is not a screen."""
    words = words.of_game(state.status.view["game"])
    parts = _parts(state, words)
    lines = [*parts.before, *_some(parts.moves, MOVES, words), *parts.after]
    return [line.replace("`", "") for line in lines if line]


def draw_help(state: ScreenState, words: Words, width: int, height: int) -> list[Text]:
    """Returns the lines for a terminal of that size."""
    words = words.of_game(state.status.view["game"])
    parts = _parts(state, words)
    before, after = _wrapped(parts.before, width), _wrapped(parts.after, width)
    spare = height - len(before) - len(after) - 1
    moves = _wrapped(_some(parts.moves, max(spare, MOVES_LEAST), words), width)
    return _page([*before, *moves, *after], words, width, height)


def draw_legend(
    state: ScreenState, words: Words, width: int, height: int, *, is_ascii: bool
) -> list[Text]:
    """Returns the lines that explain the signs of a game's own drawing, in the same way."""
    words = words.of_game(state.status.view["game"])
    drawing = drawing_of(state.status)
    assert drawing is not None
    canvas = Canvas(width - len(INDENT), is_ascii)
    lines = drawing.legend(state.status, words, canvas)
    title = Text(words.of("help", "signs"), "bold")
    return _page(
        [title, *(Text(INDENT).append_text(line) for line in lines)], words, width, height
    )


def _page(lines: list[Text], words: Words, width: int, height: int) -> list[Text]:
    # As many lines as fit, and below them how to close the page.
    texts = lines[: max(0, height - 1)]
    texts += [Text()] * (height - 1 - len(texts)) + [hint(words.of("help", "close"))]
    for text in texts:
        text.truncate(width)
        text.no_wrap = True
    return texts


def _parts(state: ScreenState, words: Words) -> _Help:
    status = state.status
    shown = words.shown(status.ask, status.view, is_carried=status.is_carried)
    asked = f"{words.turn(status.turn, status.phase)}: {shown}"
    before = [words.of("help", "asked"), INDENT + asked, "", words.of("help", "type")]
    moves = [
        f"{INDENT}`{move}`  {told}"
        if (told := words.move(move, status.seats)) != move
        else f"{INDENT}`{move}`"
        for move in _mixed(status.moves)
    ]
    return _Help(before, moves, [*_typed(state, words), "", *_rules(state, words)])


def _typed(state: ScreenState, words: Words) -> Iterator[str]:
    of = words.of
    is_over = state.status.view["outcome"] is not None
    keys = ["over" if is_over else "buttons", "look", "page", "quit"]
    if drawing_of(state.status) is not None:
        keys.insert(1, "legend")
        if has_floors(state.status):
            keys.insert(1, "floor")
    if state.status.beat is not None:
        keys.insert(1, "stop")
    if state.is_simulated and not is_over:
        hands = typed_hands(str(state.status.view["game"]))
        yield INDENT + of("help", "hands", hands=hands)
    for key in keys:
        yield INDENT + of("help", key)


def _rules(state: ScreenState, words: Words) -> Iterator[str]:
    yield words.of("help", "rules")
    game = str(state.status.view["game"])
    file = games.package(game).file("README.md")
    yield INDENT + _rulebook(game, state.status.ask.id, words)
    if file.is_file():
        yield INDENT + words.of("help", "rules-file", file=file)
    if state.address:
        yield INDENT + words.of("help", "lights", address=state.address)


def _rulebook(game: str, prompt: str, words: Words) -> str:
    # The section that helps with the prompt, or just that there is a rulebook.
    section = section_for(game, prompt, words.language)
    if section is None:
        return words.of("help", "rulebook", game=words.title)
    command = f"heistboard rules {game} {section.id}"
    return words.of("help", "section", title=section.title, command=command)


def _mixed(moves: Sequence[Move]) -> list[Move]:
    # The first move of each kind, then the second of each, and so on. Moves that differ only in
    # their last part are of one kind.
    kinds: dict[tuple[str, ...], list[Move]] = {}
    for move in moves:
        kinds.setdefault((move.verb, *[*move.parts.values()][:-1]), []).append(move)
    return [move for each in zip_longest(*kinds.values()) for move in each if move is not None]


def _some(lines: Sequence[str], most: int, words: Words) -> list[str]:
    if len(lines) <= most:
        return list(lines)
    shown = list(lines[: most - 1])
    return [*shown, INDENT + words.of("help", "more", count=len(lines) - len(shown))]


def _wrapped(lines: Sequence[str], width: int) -> list[Text]:
    texts = []
    for line in lines:
        is_title = not line.startswith(INDENT)
        style, indent = ("bold", "") if is_title else ("not dim", 2 * INDENT)
        texts += wrapped(line, width, style, indent)
    return texts
