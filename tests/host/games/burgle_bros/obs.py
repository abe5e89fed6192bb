"""What each seat has lawfully learned, computed from the moves by the text of the rules alone.

Independent of the game's code: imports nothing from it.
"""

from collections.abc import Mapping, Sequence

__all__ = ["obs", "twin"]

PLAYERS = ("p1", "p2", "p3", "p4")


def obs(seat: int, moves: Sequence[str], options: Mapping[str, object]) -> tuple[object, ...]:
    """Returns what *seat* has learned: everything but what others looked at or put in order.

    Who shows the cards that they looked at tells everybody.
    """
    learned: list[str] = []
    seen: list[str] = []  # since the last look began
    for move in moves:
        verb, *words = move.split()
        if verb == "look":
            seen.append(words[1])
        if verb in ("look", "stack"):
            is_own = seat in range(len(PLAYERS)) and words[0] == PLAYERS[seat]
            learned.append(move if is_own else f"{verb} by {words[0]}")
        elif verb == "show":
            learned.append(f"{words} saw {seen}")
        else:
            learned.append(move)
        if verb not in ("look", "show"):
            seen = []
    return (*(options[name] for name in sorted(options)), *learned)


def twin(moves: Sequence[str], other: str) -> list[str]:
    """Returns the game in which the last look of *moves* found another card."""
    verb, player, card = moves[-1].split()
    assert verb == "look" and card != other
    return [*moves[:-1], f"{verb} {player} {other}"]
