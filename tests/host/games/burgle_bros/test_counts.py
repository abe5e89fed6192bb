"""Counts of lines of moves, compared with independent counts."""

from collections import Counter

import pytest
from heistboard.games.burgle_bros import GAME
from heistboard.games.burgle_bros.components import KINDS
from heistboard.games.burgle_bros.rules import BurgleBros
from heistboard.games.burgle_bros.walls import component_data
from heistboard.rules.perft import perft

from tests.host.games.burgle_bros.stage import game, put

CHARACTERS, CARDS, ROOMS = 9, 16, 16


def office_tiles() -> int:
    """How many tiles can lie at the entrance of the office: white circles, one safe of two."""
    white = Counter(
        (tile["id"], copy["digit"])
        for tile in component_data()["tile"]
        for copy in tile["copies"]
        if copy["circle"] == "white"
    )
    assert set(white.values()) == {1} and len(white) == 30
    return len(white) + 1


def test_bb_setup_9_lines_of_a_beginning() -> None:
    lines = perft(GAME.new(1), 4)
    first = CHARACTERS * CARDS
    assert lines.lines == (CHARACTERS, first, first * ROOMS, first * ROOMS * office_tiles())
    assert lines.ended == (0, 0, 0)


def test_bb_setup_8_every_player_has_another_character() -> None:
    assert perft(GAME.new(4), 4).lines == (9, 9 * 8, 9 * 8 * 7, 9 * 8 * 7 * 6)


@pytest.mark.parametrize("start", ["a1", "b1", "b2", "d4"])
def test_bb_act_move_walks_of_four_actions(start: str) -> None:
    state = game(1)
    quiet = KINDS.index("laboratory")
    tiles = (quiet,) * ROOMS + state.job.tiles[ROOMS:]
    put(state, tiles=tiles, searched=(1 << ROOMS) - 1, p1=start, stealth=(99,))
    assert count_walks(state) == grid_walks(start, 4)


def count_walks(state: BurgleBros) -> int:
    """How many ways there are to spend all actions by moving."""
    if not state.job.left:
        return 1
    total = 0
    for move in [each for each in state.legal() if each.verb == "move"]:
        state.push(move)
        total += count_walks(state)
        state.pop()
    return total


def grid_walks(start: str, steps: int) -> int:
    """How many walks of that many steps there are in a square of four by four."""
    if not steps:
        return 1
    x, y = "abcd".index(start[0]), int(start[1])
    near = [(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)]
    rooms = ["abcd"[u] + str(v) for u, v in near if 0 <= u < 4 and 1 <= v <= 4]
    return sum(grid_walks(room, steps - 1) for room in rooms)
