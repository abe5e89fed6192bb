"""Counts of lines of moves, compared with independent counts."""

from math import comb

import pytest
from heistboard.games.good_cop_bad_cop import GAME
from heistboard.games.good_cop_bad_cop.components import EQUIPMENT
from heistboard.rules.perft import perft

from tests.host.games.good_cop_bad_cop.stage import close, game, put


def test_gc_setup_5_lines_of_the_first_deals() -> None:
    # Of four cards of the pile two are leaders: each line places them and two others.
    kinds_of_two = 4
    assert perft(GAME.new(4), 4).lines[-1] == comb(4, 2) * 2 * kinds_of_two


@pytest.mark.parametrize("players", range(4, 9))
def test_gc_eq_7_lines_of_the_cards_with_two_targets(players: int) -> None:
    state = game(players, hands={"p1": "blackmail", "p2": "wiretap"})
    pairs = comb(players - 1, 2) * 9
    assert len(state.legal(0)) == len(state.legal(1)) == pairs + 1 <= 200


def test_gc_eq_7_lines_of_metal_detector() -> None:
    state = game(8, hands={"p1": "metal_detector"})
    put(state, up="p3.1")
    for holder, lines in (("p2", 3), ("p3", 3 * 2), ("p4", 3 * 2 * 3), ("p5", 3 * 2 * 3 * 3)):
        put(state, guns={holder: "p1"})
        assert len(state.legal(0)) == lines + 1


@pytest.mark.parametrize("card", EQUIPMENT)
def test_nobody_has_more_than_200_moves(card: str) -> None:
    state = game(8, hands={"p1": card}, bombers=True)
    put(state, guns={"p2": "p1", "p3": "p1", "p4": "p1", "p5": "p1"})
    assert len(state.legal(0)) <= 200
    close(state)
    assert len(state.legal(0)) <= 200
