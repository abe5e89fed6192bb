"""Plays Lanterns for tests; the game comes through the registry, as everywhere."""

import pytest
from heistboard import games
from heistboard.rules import Choice, IllegalMove, State

__all__ = ["dealt", "illegal", "play"]

_FACES = {"t": "traitor", "w": "watchman", "g": "gust", "c": "cloak"}


def dealt(roles: str = "twww", cards: str = "gggg", script: str = "", **options: Choice) -> State:
    """A game whose roles and cards were dealt, a letter each, and the moves of *script* after it.

    Options are written with ``_`` for ``-``.
    """
    given = {name.replace("_", "-"): value for name, value in options.items()}
    state = games.load("lanterns").new(len(roles), **given)
    for deck, faces in (("role", roles), ("card", cards)):
        for number, face in enumerate(faces, 1):
            state.push(f"{deck} p{number} {_FACES[face]}")
    return play(state, script)


def play(state: State, script: str) -> State:
    """Plays moves with ``;`` between them; ``carry``, ``street`` and ``passes`` for what is usual.

    The lantern goes to and fro, the street is calm, and all who are asked pass.
    """
    for text in filter(None, map(str.strip, script.split(";"))):
        if text == "carry":
            state.push("carry x32" if state.view(0)["lantern"] == "x22" else "carry x22")
        elif text == "street":
            state.push("street calm")
        elif text == "passes":
            for seat in state.movers:
                state.push(f"{state.seats[seat]} pass")
        else:
            state.push(state.parse(text))
    return state


def illegal(state: State, text: str) -> str:
    """The rule that forbids a move; nothing has changed."""
    before = (state.view(0), state.told(None))
    with pytest.raises(IllegalMove) as error:
        state.push(text)
    assert (state.view(0), state.told(None)) == before
    return error.value.rule
