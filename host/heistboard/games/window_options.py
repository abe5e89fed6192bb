"""The table's options for windows: the beat of each kind, and how often each seat may say Stop."""

from collections.abc import Mapping
from typing import Final

from heistboard.rules.contract import BEATS, Choice, Game
from heistboard.rules.options import Option

__all__ = ["ALL", "STOPS", "beat_ms", "beat_option", "window_options"]

ALL: Final = "all"
"""Instead of a beat: the window waits for all answers."""

STOPS: Final = "stops"
"""The option for how often each seat may say Stop in a game."""

STOPS_BY_DEFAULT = 4


def beat_option(kind: str) -> str:
    """Returns the name of the option for the beat of a kind of window."""
    return f"beat-{kind}"


def window_options(game: Game) -> dict[str, Option]:
    """Returns the table options that follow from the windows of *game*; empty without windows."""
    if not game.windows:
        return {}
    values = (*(f"{seconds:g}" for seconds in BEATS), ALL)
    beats = {
        beat_option(name): Option(
            values,
            ALL if kind.beat is None else f"{kind.beat:g}",
            f"seconds for answers {kind.help}, or until all have answered",
        )
        for name, kind in game.windows.items()
    }
    stops = Option(range(11), STOPS_BY_DEFAULT, "how often each player may say Stop in a game")
    return {**beats, STOPS: stops}


def beat_ms(values: Mapping[str, Choice], kind: str) -> int | None:
    """Returns the beat of a kind of window; ``None`` to wait for all."""
    value = values[beat_option(kind)]
    return None if value == ALL else round(float(value) * 1000)
