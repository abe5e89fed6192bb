"""The guard's path by the text of the rule alone: every shortest path is walked and compared.

Independent of the game's code: imports nothing from it. Cells are names, walls are pairs of names.
"""

from collections.abc import Collection, Iterator

__all__ = ["Walls", "guard_path", "shortest_paths"]

Walls = Collection[frozenset[str]]


def guard_path(start: str, target: str, size: int, walls: Walls, empty: str = "") -> list[str]:
    """Returns the clockwise one of all shortest paths; fails if two are tied."""
    paths = shortest_paths(start, target, size, walls, empty)
    ranked = sorted(paths, key=sweep)
    assert len(ranked) == 1 or sweep(ranked[-1]) > sweep(ranked[-2]), (start, target, walls)
    return ranked[-1]


def shortest_paths(
    start: str, target: str, size: int, walls: Walls, empty: str = ""
) -> list[list[str]]:
    """Returns all paths from *start* to *target* with the fewest cells; there is one at least."""
    paths = [[start]]
    while not any(path[-1] == target for path in paths):
        paths = [[*path, cell] for path in paths for cell in steps(path, size, walls, empty)]
        assert paths, (start, target, walls)
    return [path for path in paths if path[-1] == target]


def steps(path: list[str], size: int, walls: Walls, empty: str) -> Iterator[str]:
    """Yields the cells where a guard can go on that has not been there."""
    column, row = place(path[-1])
    for near in (column, row - 1), (column + 1, row), (column, row + 1), (column - 1, row):
        cell = "abcde"[near[0]] + str(near[1] + 1) if 0 <= near[0] < size else ""
        if not cell or not 0 <= near[1] < size or cell == empty or cell in path:
            continue
        if frozenset((path[-1], cell)) not in walls:
            yield cell


def sweep(path: list[str]) -> int:
    """Returns twice the area that the path sweeps, clockwise counted up."""
    places = [place(cell) for cell in path]
    return sum(
        places[i][0] * places[i + 1][1] - places[i + 1][0] * places[i][1]
        for i in range(len(places) - 1)
    )


def place(cell: str) -> tuple[int, int]:
    """Returns column and row of a cell, from 0, to the right and down."""
    return "abcde".index(cell[0]), int(cell[1:]) - 1
