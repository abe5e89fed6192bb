"""What each seat has lawfully learned, computed from the moves by the text of the rules alone.

Independent of the game's code: imports nothing from it.
"""

from collections.abc import Iterator, Mapping, Sequence

__all__ = ["obs", "twins"]

THIEF = 0
ROUNDS = 11
CELLS = [column + row for row in "12345" for column in "abcde"]


def obs(seat: int, moves: Sequence[str], options: Mapping[str, object]) -> tuple[object, ...]:
    """Returns what *seat* has learned; the thief knows everything, the others what is public.

    Public about the thief: that the car has been hidden, the end of a phase, being surrounded,
    and the trail when the game is over.
    """
    trail: list[str] = []
    roofs: set[str] = set()
    learned: list[str] = []
    acted = 0
    is_over = False
    for move in moves:
        verb, *words = move.split()
        if verb == "hide":
            trail.append(words[0])
            acted = 0
            learned.append(move if seat == THIEF else "ready")
        elif verb == "search":
            found = find(words[1], trail, roofs)
            learned.append(f"{move}: {found}")
            is_over = found == "car"
        else:
            learned.append(move)
            is_over = verb == "surrounded"
        acted += verb in ("search", "fly")
        is_over = is_over or (len(trail) == ROUNDS and acted == 3)
    if is_over:
        learned += trail
    return (options["players"], *learned)


def find(cell: str, trail: list[str], roofs: set[str]) -> str:
    """Searches a building; a token that is found goes onto its roof."""
    if cell not in trail or cell in roofs:
        return "nothing"
    if cell == trail[-1]:
        return "car"
    roofs.add(cell)
    return {0: "yellow", 5: "red"}.get(trail.index(cell), "blue")


def twins(moves: Sequence[str]) -> Iterator[list[str]]:
    """Yields games with other trails that look the same to the police."""
    found: list[list[tuple[str, str]]] = []  # by round, the cells searched and what was found
    trail: list[str] = []
    roofs: set[str] = set()
    for move in moves:
        verb, *words = move.split()
        if verb == "hide":
            trail.append(words[0])
            found.append([])
        elif verb == "search":
            found[-1].append((words[1], find(words[1], trail, roofs)))
    for other in _trails([], set(), found):
        cells = iter(other)
        journal = [f"hide {next(cells)}" if m.startswith("hide") else m for m in moves]
        if other != trail and ("surrounded" not in moves or not _free(other)):
            seen = obs(1, moves, {"players": 2})
            assert obs(1, journal, {"players": 2})[: len(moves)] == seen[: len(moves)]
            yield journal


def _trails(
    trail: list[str], roofs: set[str], found: list[list[tuple[str, str]]]
) -> Iterator[list[str]]:
    if not found:
        yield trail
        return
    for cell in _free(trail) if trail else CELLS:
        now, tops = [*trail, cell], set(roofs)
        if all(find(searched, now, tops) == there for searched, there in found[0]):
            yield from _trails(now, tops, found[1:])


def _free(trail: list[str]) -> list[str]:
    column, row = ord(trail[-1][0]), int(trail[-1][1])
    near = [(column, row - 1), (column - 1, row), (column + 1, row), (column, row + 1)]
    names = [f"{chr(c)}{r}" for c, r in near]
    return [name for name in names if name in CELLS and name not in trail]
