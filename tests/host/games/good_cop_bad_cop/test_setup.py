"""Dealing, who is in play with how many, and the teams that come of it."""

from collections import Counter
from fractions import Fraction
from math import sqrt
from random import Random

import pytest
from heistboard.games.good_cop_bad_cop import GAME
from heistboard.games.good_cop_bad_cop.components import (
    AGENT,
    EQUIPMENT,
    KINDS,
    KINGPIN,
    PLAYERS,
    card_data,
    equipment_in_play,
    guns_in_play,
    integrity_in_play,
)
from heistboard.games.good_cop_bad_cop.rules import GoodCopBadCop
from heistboard.games.good_cop_bad_cop.teams import holder_of, is_honest
from heistboard.rules import CHANCE, TABLE, IllegalMove
from heistboard.rules.autoplay import Dealer

from tests.host.games.good_cop_bad_cop.stage import game, illegal, play

# players: Honest, Crooked, left over, guns, base equipment, equipment with B&T
TABLE_OF_THE_RULES = {
    3: (4, 4, 1, 2, None, 19),
    4: (5, 5, 0, 2, 14, 19),
    5: (7, 7, 1, 2, 15, 20),
    6: (8, 8, 0, 3, 16, 21),
    7: (10, 10, 1, 3, 16, 21),
    8: (11, 11, 0, 4, 16, 21),
}

HONEST_TEAMS = {
    3: {1: Fraction(1, 2), 2: Fraction(1, 2)},
    4: {1: Fraction(1, 6), 2: Fraction(2, 3), 3: Fraction(1, 6)},
    5: {
        1: Fraction(27, 572),
        2: Fraction(259, 572),
        3: Fraction(259, 572),
        4: Fraction(27, 572),
    },
    6: {
        1: Fraction(9, 1430),
        2: Fraction(152, 715),
        3: Fraction(402, 715),
        4: Fraction(152, 715),
        5: Fraction(9, 1430),
    },
    7: {
        1: Fraction(243, 184756),
        2: Fraction(14715, 184756),
        3: Fraction(19355, 46189),
        4: Fraction(19355, 46189),
        5: Fraction(14715, 184756),
        6: Fraction(243, 184756),
    },
    8: {
        2: Fraction(81, 4522),
        3: Fraction(75, 323),
        4: Fraction(1130, 2261),
        5: Fraction(75, 323),
        6: Fraction(81, 4522),
    },
}
DEALS = 1_500


def dealt(players: int, random: Random, **options: bool) -> GoodCopBadCop:
    state = GAME.new(players, **options)
    assert isinstance(state, GoodCopBadCop)
    dealer = Dealer(random)
    while state.seat == CHANCE:
        state.push(dealer.choose(state))
    return state


@pytest.mark.parametrize("players", range(3, 9))
def test_gc_setup_3_what_is_in_play(players: int) -> None:
    honest, crooked, left, guns, base, with_bt = TABLE_OF_THE_RULES[players]
    for expansion in (False, True) if players > 3 else (True,):
        counts: Counter[str] = Counter()
        for kind, count in zip(KINDS, integrity_in_play(players, expansion), strict=True):
            counts[kind.rank] += count
        assert counts == {"agent": 1, "kingpin": 1, "honest": honest, "crooked": crooked}
        assert counts.total() - 3 * players == left
        assert equipment_in_play(players, expansion).bit_count() == (
            with_bt if expansion else base
        )
    assert guns_in_play(players) == guns


def test_gc_setup_3_the_data_has_all_cards_of_the_box() -> None:
    rows = card_data()
    for box in ("base", "bt"):
        assert sum(row["count"] for row in rows["integrity"] if row["set"] == box) == 24
    sets = Counter(row["set"] for row in rows["equipment"])
    assert sets == {"base": 16, "bt": 5} and len(set(EQUIPMENT)) == 21
    assert len(rows["gun"]) == 4


def test_gc_setup_1_three_players_have_the_expansion_and_nine_cannot_play() -> None:
    assert GAME.new(3, bombers=False).view(TABLE)["expansion"] is True
    assert GAME.new(4).view(TABLE)["expansion"] is False
    with pytest.raises(ValueError, match=r"players is 9, expected 3\.\.8"):
        GAME.new(9)
    with pytest.raises(ValueError, match=r"players is 2, expected 3\.\.8"):
        GAME.new(2)


def test_gc_setup_2_cards_of_more_players_stay_in_the_box() -> None:
    four = {EQUIPMENT[card] for card in range(21) if equipment_in_play(4, False) >> card & 1}
    assert four.isdisjoint({"defibrillator", "report_audit"}) and len(four) == 14
    assert equipment_in_play(3, True) == equipment_in_play(4, True)
    assert "deal p1 honest" not in GAME.new(4, bombers=True).legal()
    state = game(4)
    illegal(state, "p5 equip", "GC-SETUP-1")


def test_gc_setup_4_the_number_of_guns_can_be_chosen() -> None:
    assert game(8).case.guns_in_centre == 4
    assert game(8, guns=1).case.guns_in_centre == 1
    with pytest.raises(ValueError, match="guns"):
        GAME.new(4, guns=5)


def test_gc_setup_5_the_first_card_of_everybody_is_of_the_pile() -> None:
    state = GAME.new(4)
    assert dict(zip(state.legal(), state.odds(), strict=True)) == {
        "deal p1 agent": 10,
        "deal p1 kingpin": 10,
        "deal p1 honest": 10,
        "deal p1 crooked": 10,
    }
    for move in ("deal p1 honest", "deal p2 crooked"):
        state.push(move)
    assert set(state.legal()) == {"deal p3 agent", "deal p3 kingpin"}
    with pytest.raises(IllegalMove, match="GC-SETUP-5"):
        state.push("deal p3 honest")


def test_gc_setup_6_nobody_begins_with_both_leaders() -> None:
    random = Random(6)
    for number in range(200):
        case = dealt(3 + number % 6, random).case
        assert holder_of(case, AGENT) != holder_of(case, KINGPIN)
        assert {AGENT, KINGPIN} <= set(case.kinds)


@pytest.mark.parametrize("players", range(3, 9))
def test_gc_setup_5_the_teams_have_the_distribution_of_the_rules(players: int) -> None:
    random = Random(players)
    sizes = Counter(
        sum(is_honest(case, seat) for seat in range(players))
        for case in (dealt(players, random).case for _ in range(DEALS))
    )
    expected = HONEST_TEAMS[players]
    assert sum(expected.values()) == 1 and set(sizes) <= set(expected)
    for size, chance in expected.items():
        spread = sqrt(float(chance * (1 - chance)) / DEALS)
        assert abs(sizes[size] / DEALS - chance) <= 4 * spread, (size, sizes)


def test_gc_setup_7_rows_are_arranged_by_all_at_once_and_told_afterwards() -> None:
    state = GAME.new(4, first=1)
    for player, kinds in zip(
        PLAYERS, (["agent"], ["kingpin"], ["honest"], ["crooked"]), strict=False
    ):
        state.push(f"deal {player} {kinds[0]}")
    for move in ("p1 honest", "p1 crooked", "p2 crooked", "p2 crooked", "p3 honest", "p3 honest"):
        state.push(f"deal {move}")
    for kind in ("honest", "crooked"):
        state.push(f"deal p4 {kind}")
    assert state.phase == "arrange" and state.movers == (0, 1, 2, 3)
    assert [len(state.legal(seat)) for seat in range(4)] == [6, 3, 1, 3]
    before = state.view(TABLE)
    state.push("p1 arrange 312")
    assert state.view(TABLE) == before and state.turn == (0, 1, 2, 3)
    assert state.view(0)["cards"] == ["crooked", "agent", "honest"]
    with pytest.raises(IllegalMove, match="p1 has answered"):
        state.push("p1 arrange 123")
    with pytest.raises(IllegalMove, match=r"looks like an earlier one \(GC-SETUP-7\)"):
        state.push("p3 arrange 321")
    for move in ("p4 arrange 123", "p2 arrange 213", "p3 arrange 123"):
        state.push(move)
    assert state.told(TABLE)[-4:] == [f"p{seat} arrange ?" for seat in (1, 2, 3, 4)]
    assert state.told(None)[-4:] == state.moves[-4:] and state.moves[-4] == "p1 arrange 312"
    assert state.told(0)[-4:] == ["p1 arrange 312", *(f"p{seat} arrange ?" for seat in (2, 3, 4))]


def test_gc_setup_8_everybody_gets_a_card_that_nobody_else_sees() -> None:
    dealt_cards = ("taser", "k9_unit", "wiretap", "polygraph", "flashbang")
    state = game(5, hands=dict(zip(PLAYERS, dealt_cards, strict=False)))
    assert state.view(0)["hand"] == ["taser"]
    assert "taser" not in str(state.view(1)) + str(state.view(TABLE))
    assert state.view(TABLE)["deck"] == 10
    assert state.view(TABLE)["guns"] == 2


def test_gc_setup_9_the_table_chooses_who_begins_or_chance() -> None:
    state = dealt(5, Random(1))
    while state.phase == "arrange":
        state.push(state.legal()[0])
    while state.legal()[0].verb == "draw":
        state.push(state.legal()[0])
    assert state.draw is not None and state.draw.deck == "first"
    assert len(state.legal()) == 5 and set(state.odds()) == {1}
    state.push("first p4")
    assert state.view(TABLE)["active"] == "p4"
    assert game(5, first=3).view(TABLE)["active"] == "p3"
    with pytest.raises(ValueError, match="first is 6, expected at most 5"):
        GAME.new(5, first=6)


def test_gc_setup_10_no_move_shows_a_card_to_others_at_will() -> None:
    state = game(hands={"p1": "coffee"})
    assert {move.verb for move in state.legal(0)} == {"pass", "play_coffee"}
    play(state, "close")
    assert {move.verb for move in state.legal(0)} == {"investigate", "equip", "arm"}
