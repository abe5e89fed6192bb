"""A view as lines of text, for games without a drawing. Pure."""

from collections.abc import Iterator

from heistboard.rules import View
from heistboard.rules.contract import Json
from heistboard.words import Words

__all__ = ["SAID_ELSEWHERE", "view_lines"]

SAID_ELSEWHERE = {"game", "players", "phase", "seat", "turn", "moves", "outcome"}


def view_lines(view: View, words: Words) -> Iterator[str]:
    """Yields a line ``key: value`` for each entry of *view*, in the words of section ``view``."""
    for key, value in view.items():
        if key not in SAID_ELSEWHERE and (text := _text(key, value, words)):
            texts = (("view", key), ("play", f"option.{key}"))
            names = (words.of(*each) for each in texts if words.has(*each))
            yield f"{next(names, key)}: {text}"


def _text(key: str, value: Json, words: Words) -> str:
    if isinstance(value, dict):
        pairs = ((words.name(key, name), _text(key, each, words)) for name, each in value.items())
        return ", ".join(f"{name} {text}" for name, text in pairs if text)
    if isinstance(value, list):
        return ", ".join(filter(None, (_text(key, each, words) for each in value)))
    if isinstance(value, bool):
        return words.of("start", "yes" if value else "no")
    return "" if value is None else words.name(key, str(value))
