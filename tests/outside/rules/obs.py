"""What each seat has lawfully learned, computed from the moves by the text of the rules alone.

Independent of the game's code: imports nothing from it.
"""

from collections.abc import Mapping, Sequence
from itertools import groupby
from random import Random

__all__ = ["obs", "twin"]


def obs(seat: int, moves: Sequence[str], options: Mapping[str, object]) -> tuple[object, ...]:
    """Returns what *seat* has learned: its own role and card, and what is public.

    Public: that a role or card was dealt; who has passed, without the order, once the window is
    closed; and the roles when the game is over.
    """
    players, gates = int(str(options["players"])), str(options["gates"]).split()
    me = f"p{seat + 1}"
    learned: list[str] = []
    roles: list[str] = []
    passed: list[str] = []  # by others, in the window that is open
    flame, asked, accused, street = 3, 0, 0, ""
    is_rung = False  # in this turn
    for move in moves:
        if move in ("ring", "hush"):
            learned.append(move)
            is_rung = move == "ring"
            continue
        word, *words = move.split()
        if word in ("role", "card"):
            learned.append(move if words[0] == me else f"somebody gave {words[0]} a {word}")
            roles += [move] if word == "role" else []
            continue
        if words[-1] == "pass":
            (learned if word == me else passed).append(move)
        if words[-1] == "pass" or words[0] == "play":
            asked = 0 if words[0] == "play" else asked - 1
            if not asked:
                learned += sorted(passed)
                passed = []
                is_safe = words[-1] == "cloak" or is_rung
                flame -= (street == "wind" and not is_safe) + (words[-1] == "gust")
        if words[-1] != "pass":
            learned.append(move)
        if word == "carry":
            flame = min(3, flame + (words[0] in gates))
            is_rung = False
        if word == "street":
            street = words[0]
            asked = players - 1 + (options["carrier-joins"] is True)
        accused += word == "accuse"
    is_over = (flame <= 0 and not asked) or accused == players
    return (*options.values(), *learned, *(roles if is_over else ()))


def twin(
    seat: int, moves: Sequence[str], options: Mapping[str, object], random: Random
) -> list[str]:
    """Returns a game that looks the same to *seat*: others hold other cards or have passed."""
    players = int(str(options["players"]))
    names = [f"p{number}" for number in range(1, players + 1)]
    others = [name for number, name in enumerate(names) if number != seat]
    played = {move.split()[0] for move in moves if " play " in move}
    roles = [move for move in moves if move.startswith("role") and move.split()[1] in others]
    faces = [move.split()[2] for move in roles]
    random.shuffle(faces)
    changed = {
        move: f"role {move.split()[1]} {face}" for move, face in zip(roles, faces, strict=True)
    }
    for move in moves:
        if move.startswith("card") and move.split()[1] in set(others) - played:
            changed[move] = f"card {move.split()[1]} {random.choice(['gust', 'cloak'])}"
    journal: list[str] = []
    for are_passes, group in groupby(moves, key=lambda move: move.endswith(" pass")):
        window = list(group)
        if not are_passes:
            journal += [changed.get(move, move) for move in window]
            continue
        carrier = names[sum(move.startswith("street") for move in journal) % players - 1]
        asked = [name for name in names if options["carrier-joins"] or name != carrier]
        if len(journal) + len(window) == len(moves) and len(window) < len(asked):
            own = [move for move in window if move == f"p{seat + 1} pass"]
            free = [f"{name} pass" for name in asked if name in others]
            most = len(asked) - 1 - len(own)
            window = own + random.sample(free, random.randint(0, min(most, len(free))))
        random.shuffle(window)
        journal += window
    return journal
