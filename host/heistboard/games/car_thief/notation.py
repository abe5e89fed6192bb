"""Reads moves as people write them, and says why a move is not legal now.

``place green x22``, ``hide c3``, ``surrounded``, ``fly green x23``, ``search green b3``. A
helicopter may be left out where only one fits. What a refusal says to the thief is for the thief
only; to the police it says nothing that is not open on the board.
"""

from typing import TYPE_CHECKING

from heistboard.games.car_thief.board import (
    BUILDINGS,
    CELL_NUMBERS,
    CELLS,
    COLOURS,
    CROSSING_NUMBERS,
    CROSSINGS,
    NEXT_CROSSINGS,
)
from heistboard.rules import AmbiguousMove, IllegalMove, InvalidMove, Move, MoveError

if TYPE_CHECKING:
    from heistboard.games.car_thief.rules import CarThief

__all__ = ["parse", "refusal"]

_FORMS = "place COLOUR CROSSING, hide CELL, surrounded, fly COLOUR CROSSING or search COLOUR CELL"


def parse(state: "CarThief", text: str) -> Move:
    """Returns the move that *text* means; the errors are those of ``State.parse``."""
    verb, *words = text.lower().split() or [""]
    if verb == "surrounded" and not words:
        return verb
    if verb == "hide" and len(words) == 1:
        return f"hide {_known(text, 'cell', words[0], CELL_NUMBERS)}"
    if verb not in ("place", "fly", "search") or len(words) not in (1, 2):
        raise InvalidMove(f"{text!r} is not a move of Car Thief, expected {_FORMS}")
    if verb == "search":
        place = _known(text, "cell", words[-1], CELL_NUMBERS)
    else:
        place = _known(text, "crossing", words[-1], CROSSING_NUMBERS)
    if len(words) == 2:
        return f"{verb} {_known(text, 'helicopter', words[0], COLOURS)} {place}"
    return _only(state, verb, place)


def _known(text: str, kind: str, word: str, names: "tuple[str, ...] | dict[str, int]") -> str:
    if word in names:
        return word
    listed = list(names)
    some = ", ".join(listed) if len(listed) < 5 else f"{listed[0]}..{listed[-1]}"
    raise InvalidMove(f"{text!r}: there is no {kind} {word!r}, expected {some}")


def _only(state: "CarThief", verb: str, place: str) -> Move:
    # The helicopter that can do it.
    moves = [f"{verb} {colour} {place}" for colour in COLOURS]
    fitting = [move for move in moves if move in state.legal()]
    if len(fitting) > 1:
        raise AmbiguousMove(f"{verb} {place}", fitting)
    if fitting:
        return fitting[0]
    if state.seat is None or state.phase not in ("setup", "police"):
        raise refusal(state, moves[0])
    raise IllegalMove(f"{verb} {place}", "no helicopter that is still to act can", "CT-POLICE-2")


def refusal(state: "CarThief", move: Move) -> MoveError:
    """Returns why *move* cannot be played in *state*."""
    try:
        known = parse(state, move)
    except MoveError as error:
        return error
    if known != move:
        return InvalidMove(f"{move!r} is not exact notation, expected {known!r}")
    if state.outcome is not None:
        return IllegalMove(move, f"the game is over by {state.outcome.ending}", state.outcome.rule)
    verb, *words = move.split()
    if verb in ("hide", "surrounded"):
        return _thief_refusal(state, move)
    if state.phase == "eyes-closed":
        return IllegalMove(move, "the thief is hiding the car", "CT-THIEF-1")
    return _police_refusal(state, move, verb, *words)


def _thief_refusal(state: "CarThief", move: Move) -> IllegalMove:
    if state.phase == "setup":
        return IllegalMove(move, "the helicopters are placed first", "CT-SETUP-6")
    if state.phase == "police":
        return IllegalMove(move, "the helicopters are to act", "CT-THIEF-8")
    if move == "surrounded":
        return IllegalMove(move, "there is a cell to go to", "CT-THIEF-6")
    if not state.free:
        return IllegalMove(move, "no cell is left; say 'surrounded'", "CT-THIEF-6")
    if CELL_NUMBERS[move.split()[1]] in state.trail:
        return IllegalMove(move, "the car has been there", "CT-THIEF-3")
    return IllegalMove(move, f"that is not next to {CELLS[state.trail[-1]]}", "CT-THIEF-3")


def _police_refusal(
    state: "CarThief", move: Move, verb: str, colour: str, place: str
) -> IllegalMove:
    at = state.helicopters[colour]
    if (verb == "place") != (state.phase == "setup"):
        if verb == "place":
            return IllegalMove(move, "all helicopters have been placed", "CT-SETUP-5")
        return IllegalMove(move, "all three helicopters are placed first", "CT-SETUP-5")
    if verb == "place" and at is not None:
        return IllegalMove(move, f"{colour} has been placed on {at}", "CT-SETUP-5")
    if colour not in state.waiting:
        return IllegalMove(move, f"{colour} has acted in this round", "CT-POLICE-2")
    if verb != "search" and place in state.helicopters.values():
        rule = "CT-SETUP-5" if verb == "place" else "CT-POLICE-4"
        return IllegalMove(move, f"there is a helicopter on {place}", rule)
    assert at is not None
    crossing = CROSSING_NUMBERS[at]
    if verb == "fly":
        near = _listed([CROSSINGS[n] for n in NEXT_CROSSINGS[crossing]])
        return IllegalMove(move, f"{colour} is on {at}, next to {near}", "CT-POLICE-4")
    near = _listed([CELLS[cell] for cell in BUILDINGS[crossing]])
    return IllegalMove(move, f"{colour} is on {at}, between {near}", "CT-POLICE-5")


def _listed(names: list[str]) -> str:
    return f"{', '.join(names[:-1])} and {names[-1]}"
