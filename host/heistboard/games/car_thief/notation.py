"""Parses moves, and says why a move is illegal.

``place green x22``, ``hide c3``, ``surrounded``, ``fly green x23``, ``search green b3``. The
helicopter may be left out if only one fits. A refusal to the thief is for the thief only; a
refusal to the police contains public information only.
"""

from typing import TYPE_CHECKING, Final

from heistboard.games.car_thief.board import (
    BUILDINGS,
    CELL_NUMBERS,
    CELLS,
    COLOURS,
    CROSSING_NUMBERS,
    CROSSINGS,
    NEXT_CROSSINGS,
)
from heistboard.rules import HIDDEN, AmbiguousMove, IllegalMove, InvalidMove, Move, MoveError
from heistboard.word_lists import all_of

if TYPE_CHECKING:
    from heistboard.games.car_thief.rules import CarThief

__all__ = ["HIDES", "SURROUNDED", "helicopter_move", "parse", "read", "refusal"]

_FORMS = "place COLOUR CROSSING, hide CELL, surrounded, fly COLOUR CROSSING or search COLOUR CELL"


def _hiding(cell: str) -> Move:
    return Move(f"hide {cell}", "hide", {"cell": cell}, private=True)


HIDES: Final = tuple(map(_hiding, CELLS))
"""The moves that hide the car, by the number of the cell."""

SURROUNDED: Final = Move("surrounded", private=True, reveals=True, twice=True)


def helicopter_move(verb: str, colour: str, place: str) -> Move:
    """Returns a helicopter's move; *verb* is ``place``, ``fly`` or ``search``."""
    kind = "cell" if verb == "search" else "crossing"
    parts = {"helicopter": colour, kind: place}
    return Move(f"{verb} {colour} {place}", verb, parts, reveals=verb == "search")


def read(text: str) -> Move:
    """Returns the move written in full, or as told: ``hide ?``.

    Raises :exc:`InvalidMove`.
    """
    verb, *words = text.lower().split() or [""]
    if verb == "surrounded" and not words:
        return SURROUNDED
    if verb == "hide" and words == [HIDDEN]:
        return _hiding(HIDDEN)
    if verb == "hide" and len(words) == 1:
        return HIDES[CELL_NUMBERS[_known(text, "cell", words[0], CELL_NUMBERS)]]
    if verb not in ("place", "fly", "search") or len(words) != 2:
        raise InvalidMove(f"{text!r} is not a move of Car Thief, expected {_FORMS}")
    place = _place(text, verb, words[1])
    return helicopter_move(verb, _known(text, "helicopter", words[0], COLOURS), place)


def parse(state: "CarThief", text: str) -> Move:
    """Returns the move that *text* means; raises like ``State.parse``."""
    verb, *words = text.lower().split() or [""]
    if verb in ("place", "fly", "search") and len(words) == 1:
        return _only(state, verb, _place(text, verb, words[0]))
    if words == [HIDDEN]:
        raise InvalidMove(f"{text!r} does not say where, expected {_FORMS}")
    return read(text)


def _place(text: str, verb: str, word: str) -> str:
    if verb == "search":
        return _known(text, "cell", word, CELL_NUMBERS)
    return _known(text, "crossing", word, CROSSING_NUMBERS)


def _known(text: str, kind: str, word: str, names: "tuple[str, ...] | dict[str, int]") -> str:
    if word in names:
        return word
    listed = list(names)
    some = ", ".join(listed) if len(listed) < 5 else f"{listed[0]}..{listed[-1]}"
    raise InvalidMove(f"{text!r}: there is no {kind} {word!r}, expected {some}")


def _only(state: "CarThief", verb: str, place: str) -> Move:
    # The move of the only helicopter that can make it.
    moves = [helicopter_move(verb, colour, place) for colour in COLOURS]
    fitting = [move for move in moves if move in state.legal()]
    if len(fitting) > 1:
        raise AmbiguousMove(f"{verb} {place}", fitting)
    if fitting:
        return fitting[0]
    if state.seat is None or state.phase not in ("setup", "police"):
        raise refusal(state, moves[0])
    raise IllegalMove(
        f"{verb} {place}", "no helicopter that still has to act can do that", "CT-POLICE-2"
    )


def refusal(state: "CarThief", move: str) -> MoveError:
    """Returns why *move* cannot be played in *state*."""
    try:
        known = parse(state, move)
    except MoveError as error:
        return error
    if known != move:
        return InvalidMove(f"{move!r} is not exact notation, expected {known!r}")
    if state.outcome is not None:
        return IllegalMove(move, f"the game is over by {state.outcome.ending}", state.outcome.rule)
    if known.private:
        return _thief_refusal(state, known)
    if state.phase == "eyes-closed":
        return IllegalMove(move, "the thief is hiding the car", "CT-THIEF-1")
    return _police_refusal(state, known)


def _thief_refusal(state: "CarThief", move: Move) -> IllegalMove:
    if state.phase == "setup":
        return IllegalMove(move, "the helicopters must be placed first", "CT-SETUP-6")
    if state.phase == "police":
        return IllegalMove(move, "the helicopters act now", "CT-THIEF-8")
    if move == "surrounded":
        return IllegalMove(move, "there is a cell the car can go to", "CT-THIEF-6")
    if not state.free:
        return IllegalMove(move, "no cell is left; say 'surrounded'", "CT-THIEF-6")
    if CELL_NUMBERS[move.parts["cell"]] in state.trail:
        return IllegalMove(move, "the car has already been there", "CT-THIEF-3")
    return IllegalMove(move, f"that is not next to {CELLS[state.trail[-1]]}", "CT-THIEF-3")


def _police_refusal(state: "CarThief", move: Move) -> IllegalMove:
    verb, (colour, place) = move.verb, move.parts.values()
    at = state.helicopters[colour]
    if (verb == "place") != (state.phase == "setup"):
        if verb == "place":
            return IllegalMove(move, "all helicopters have already been placed", "CT-SETUP-5")
        return IllegalMove(move, "all three helicopters must be placed first", "CT-SETUP-5")
    if verb == "place" and at is not None:
        return IllegalMove(move, f"{colour} has been placed on {at}", "CT-SETUP-5")
    if colour not in state.waiting:
        return IllegalMove(move, f"{colour} has already acted in this round", "CT-POLICE-2")
    if verb != "search" and place in state.helicopters.values():
        rule = "CT-SETUP-5" if verb == "place" else "CT-POLICE-4"
        return IllegalMove(move, f"there is a helicopter on {place}", rule)
    assert at is not None
    crossing = CROSSING_NUMBERS[at]
    if verb == "fly":
        near = all_of([CROSSINGS[n] for n in NEXT_CROSSINGS[crossing]])
        return IllegalMove(move, f"{colour} is on {at}, next to {near}", "CT-POLICE-4")
    near = all_of([CELLS[cell] for cell in BUILDINGS[crossing]])
    return IllegalMove(move, f"{colour} is on {at}, between {near}", "CT-POLICE-5")
