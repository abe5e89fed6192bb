"""Plays Lanterns for tests; the game is loaded through the registry."""

import pytest
from heistboard import games
from heistboard.rules import Choice, IllegalMove, State

__all__ = ["dealt", "illegal", "play"]

_FACES = {"t": "traitor", "w": "watchman", "g": "gust", "c": "cloak"}


def dealt(roles: str = "twww", cards: str = "gggg", script: str = "", **options: Choice) -> State:
    """Deals the roles and cards, one letter each, plays the moves of *script*, returns the game.

    Options are written with ``_`` for ``-``.
    """
    given = {name.replace("_", "-"): value for name, value in options.items()}
    state = games.load("lanterns").new(len(roles), **given)
    for deck, faces in (("role", roles), ("card", cards)):
        for number, face in enumerate(faces, 1):
            state.push(f"{deck} p{number} {_FACES[face]}")
    return play(state, script)


def play(state: State, script: str) -> State:
    """Plays moves separated by ``;``.

    ``carry`` moves the lantern to and fro, ``street`` turns over a calm street, and ``passes``
    makes everybody pass who is asked.
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
    """Returns the rule that forbids a move; checks that nothing has changed."""
    before = (state.view(0), state.told(None))
    with pytest.raises(IllegalMove) as error:
        state.push(text)
    assert (state.view(0), state.told(None)) == before
    return error.value.rule
