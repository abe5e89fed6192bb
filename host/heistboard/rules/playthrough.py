"""Playthroughs: a recorded game with every value at every step, to compare the rules against.

Each step has the move, and whatever changed in what each seat is shown. An unintended change of
the rules shows up as a diff of such a file.
"""

import difflib
import json
from collections.abc import Iterator, Sequence

from heistboard.rules.contract import TABLE, Json, State

__all__ = ["compare", "moves_of", "record"]


def record(state: State, moves: Sequence[str]) -> str:
    """Plays *moves* on *state* and returns the playthrough."""
    lines = [f"game {state.game.name}", *(f"{k} {v}" for k, v in state.options.items())]
    before: dict[str, Json] = {}
    for move in (None, *moves):
        if move is not None:
            state.push(move)
            lines += ["", f"> {move}"]
        now = dict(_values(state))
        lines += [f"{name} {_text(now[name])}" for name in now if now[name] != before.get(name)]
        lines += [f"{name} gone" for name in before if name not in now]
        before = now
    return "\n".join(lines) + "\n"


def moves_of(playthrough: str) -> list[str]:
    """Returns the moves of a *playthrough*."""
    return [line[2:] for line in playthrough.splitlines() if line.startswith("> ")]


def compare(recorded: str, now: str) -> str:
    """Returns the unified diff of two playthroughs; empty if they are equal."""
    return "\n".join(
        difflib.unified_diff(
            recorded.splitlines(), now.splitlines(), "recorded", "now", lineterm="", n=1
        )
    )


def _values(state: State) -> Iterator[tuple[str, Json]]:
    seats = state.seats
    yield "seat", state.seat
    yield "phase", state.phase
    yield "outcome", None if state.outcome is None else list(state.outcome)
    yield "legal", [move for seat in state.movers for move in state.legal(seat)]
    for name, seat in (*((name, i) for i, name in enumerate(seats)), ("table", TABLE)):
        for key, value in state.view(seat).items():
            # This list only grows: record its new last line, not all of it again.
            if key == "moves" and isinstance(value, list):
                key, value = "told", value[-1:]
            yield f"{name}.{key}", value


def _text(value: Json) -> str:
    return json.dumps(value, ensure_ascii=False)
