"""The rules of the outside game, each by its id."""

import pytest
from heistboard import games
from heistboard.rules import CHANCE, TABLE, Ask, Draw, IllegalMove, InvalidMove, Outcome, State

from tests.outside.rules.lanterns import dealt, illegal, play

TURN = "carry; street; passes;"


def test_ln_deal_1_each_is_dealt_a_role_and_one_is_the_traitor() -> None:
    state = games.load("lanterns").new(3)
    assert (state.movers, state.draw) == ((CHANCE,), Draw("role", 0))
    assert dict(zip(state.legal(), state.odds(), strict=True)) == {
        "role p1 traitor": 1,
        "role p1 watchman": 2,
    }
    play(state, "role p1 traitor")
    assert (state.legal(), state.draw) == (("role p2 watchman",), Draw("role", 1))
    assert illegal(state, "role p2 traitor") == illegal(state, "role p3 watchman") == "LN-DEAL-1"
    with pytest.raises(IllegalMove, match="p2 is dealt a role now"):
        state.push("role p3 watchman")


@pytest.mark.parametrize("players", [2, 9, True])
def test_ln_deal_1_three_to_eight_play(players: int) -> None:
    with pytest.raises(ValueError, match=r"players is .*, expected 3\.\.8"):
        games.load("lanterns").new(players)
    assert games.load("lanterns").new(8).seats[-1] == "p8"


def test_ln_deal_2_each_is_dealt_a_card_of_as_many_gusts_as_cloaks() -> None:
    state = games.load("lanterns").new(3)
    play(state, "role p1 watchman; role p2 watchman; role p3 traitor; card p1 gust; card p2 gust")
    assert (state.draw, state.legal()) == (Draw("card", 2), ("card p3 gust", "card p3 cloak"))
    assert state.odds() == (1, 3)
    assert illegal(state, "card p1 gust") == "LN-DEAL-2"
    assert illegal(state, "carry x23") == "LN-CARRY-1"


def test_ln_carry_1_players_carry_in_order_for_the_chosen_number_of_turns() -> None:
    state = dealt("tww", "ggg", turns=4)
    carriers = []
    while state.phase == "carry":
        carriers.append(state.movers)
        play(state, TURN)
    assert carriers == [(0,), (1,), (2,), (0,)]
    assert state.phase == "accuse"
    assert illegal(state, "carry x23") == "LN-CARRY-1"


def test_ln_carry_2_the_lantern_goes_along_a_road() -> None:
    state = dealt()
    assert set(state.legal()) == {"carry x21", "carry x12", "carry x32", "carry x23"}
    assert illegal(state, "carry x33") == illegal(state, "carry x22") == "LN-CARRY-2"
    play(state, "carry x21; street; passes")
    assert set(state.legal()) == {"carry x11", "carry x31", "carry x22"}


def test_ln_carry_3_the_flame_grows_at_a_gate_and_not_beyond_three() -> None:
    state = dealt(gates="x32 x21")
    flames = []
    for script in ("carry x32", "street wind; passes", "carry x31", "street; passes", "carry x21"):
        flames.append(play(state, script).view(TABLE)["flame"])
    assert flames == [3, 2, 2, 2, 3]


def test_ln_tower_1_the_carrier_rings_the_bell_or_lets_it_rest() -> None:
    state = dealt(tower=True)
    assert illegal(state, "ring") == "LN-TOWER-1"
    play(state, "carry x21")
    assert (state.phase, state.movers, state.legal()) == ("tower", (0,), ("hush", "ring"))
    assert state.asked(0) == Ask("tower") and state.asked(1) == Ask("tower.wait", {"player": "p1"})
    assert illegal(state, "carry x22") == "LN-CARRY-1"
    play(state, "hush; street wind; passes")
    assert state.view(TABLE)["flame"] == 2
    assert play(state, "carry x22").phase == "tower"
    for script in ("", "carry x21"):
        assert illegal(dealt(script=script), "hush") == "LN-TOWER-1"


@pytest.mark.parametrize(("answer", "flame"), [("passes", 3), ("p2 play gust", 2)])
def test_ln_tower_2_the_bell_keeps_wind_away_once(answer: str, flame: int) -> None:
    state = dealt(script=f"carry x21; ring; street wind; {answer}", tower=True)
    assert state.view(TABLE)["flame"] == flame and state.view(TABLE)["bell-rung"] is True
    assert play(state, "carry x22").phase == "street"
    assert illegal(state, "ring") == illegal(state, "hush") == "LN-TOWER-2"
    play(state, "street wind; passes")
    assert state.view(TABLE)["flame"] == flame - 1


def test_ln_street_1_there_are_four_cards_of_each_kind_and_none_comes_back() -> None:
    state = dealt("tww", "ggg", "carry", turns=4)
    assert (state.draw, state.odds()) == (Draw("street", TABLE), (4, 4))
    play(state, "street wind; passes; carry; street wind; passes; carry")
    assert dict(zip(state.legal(), state.odds(), strict=True)) == {
        "street calm": 4,
        "street wind": 2,
    }
    assert illegal(dealt(), "street calm") == "LN-STREET-1"
    assert games.load("lanterns").decks["street"].can_be_real
    assert not games.load("lanterns").decks["card"].can_be_real


def test_ln_window_1_any_of_the_others_may_act_first() -> None:
    state = dealt("twww", "gcgg", "carry; street")
    assert state.movers == state.turn == (1, 2, 3)
    assert [state.legal(seat) for seat in (0, 1, 2)] == [
        (),
        ("p2 play cloak", "p2 pass"),
        ("p3 play gust", "p3 pass"),
    ]
    for first in state.movers:
        assert play(state.copy(), f"p{first + 1} pass").moves[-1].seat == first
    assert illegal(state, "p1 pass") == illegal(state, "p2 play gust") == "LN-WINDOW-1"
    assert illegal(dealt(), "p2 pass") == "LN-WINDOW-1"


def test_ln_window_1_the_carrier_joins_if_that_option_is_chosen() -> None:
    assert dealt("tww", "ggg", "carry; street", carrier_joins=True).movers == (0, 1, 2)


def test_ln_window_1_a_player_without_a_card_is_asked_and_passes() -> None:
    state = dealt(script="carry; street; p3 play gust; carry; street")
    assert state.movers == (0, 2, 3)
    assert state.legal(2) == ("p3 pass",) and state.default(0) == "p1 pass"
    assert illegal(state, "p3 play gust") == "LN-WINDOW-1"


def test_ln_window_2_the_first_card_closes_the_window() -> None:
    state = dealt(script="carry; street; p4 pass; p2 play gust")
    assert state.phase == "carry"
    assert state.told(TABLE)[-3:] == ["street calm", "p4 pass", "p2 play gust"]


def test_ln_window_2_a_pass_is_told_when_the_window_closes() -> None:
    state = dealt(script="carry; street; p4 pass; p2 pass")
    assert (state.movers, state.turn) == ((2,), (1, 2, 3))
    assert state.told(TABLE)[-1] == state.told(0)[-1] == state.told(2)[-1] == "street calm"
    assert state.told(3)[-1] == "p4 pass"
    assert illegal(state, "p4 pass") == "LN-WINDOW-2"
    play(state, "p3 pass")
    assert state.told(TABLE)[-3:] == ["p2 pass", "p3 pass", "p4 pass"]
    assert state.told(3)[-3:] == ["p4 pass", "p2 pass", "p3 pass"]


@pytest.mark.parametrize(
    ("street", "answer", "flame"),
    [
        ("calm", "passes", 3),
        ("wind", "passes", 2),
        ("calm", "p2 play gust", 2),
        ("wind", "p2 play gust", 1),
        ("calm", "p3 play cloak", 3),
        ("wind", "p3 play cloak", 3),
    ],
)
def test_ln_window_3_what_the_flame_loses(street: str, answer: str, flame: int) -> None:
    state = dealt("twww", "ggcg", f"carry; street {street}; {answer}")
    assert state.view(TABLE)["flame"] == flame


def test_ln_accuse_1_each_accuses_another_player() -> None:
    state = dealt("tww", "ggg", TURN * 2, turns=2)
    assert (state.movers, state.legal()) == ((0,), ("accuse p2", "accuse p3"))
    assert illegal(state, "accuse p1") == illegal(state, "accuse p4") == "LN-ACCUSE-1"
    play(state, "accuse p2; accuse p1")
    assert state.movers == (2,) and state.view(TABLE)["accused"] == ["p2", "p1"]
    assert illegal(dealt(), "accuse p2") == "LN-ACCUSE-1"


def test_ln_end_1_the_traitor_wins_in_the_dark() -> None:
    state = dealt("wwt", "ggg", "carry; street wind; p2 play gust; carry; street wind; passes")
    assert state.outcome == Outcome("p3", "dark", "LN-END-1")
    assert (state.movers, state.legal(), state.phase) == ((), (), "over")
    assert illegal(state, "carry x22") == "LN-END-1"


@pytest.mark.parametrize("accused", ["2111", "2311"])
def test_ln_end_2_the_watchmen_win_when_the_traitor_is_accused_most(accused: str) -> None:
    state = after(accused)
    assert state.outcome == Outcome("p2, p3, p4", "caught", "LN-END-2")
    assert state.outcome.winners == ("p2", "p3", "p4")
    assert state.asked(0) == Ask("over.caught", {"winners": "p2, p3, p4"})


@pytest.mark.parametrize("accused", ["2112", "2322", "2343"])
def test_ln_end_3_otherwise_the_traitor_wins(accused: str) -> None:
    assert after(accused).outcome == Outcome("p1", "fooled", "LN-END-3")


def after(accused: str) -> State:
    """The end of a game with traitor p1, whose players accuse these players in order."""
    script = TURN * 2 + "; ".join(f"accuse p{number}" for number in accused)
    return dealt(script=script, turns=2)


def test_ln_info_1_a_seat_sees_its_own_role_and_card() -> None:
    state = dealt("tww", "gcg", "carry x32; street wind; p2 pass")
    everybody = {
        "game": "lanterns",
        "players": 3,
        "turns": 3,
        "carrier-joins": False,
        "gates": "x11 x44",
        "tower": False,
        "phase": "window",
        "turn": ["p2", "p3"],
        "round": 1,
        "carrier": "p1",
        "lantern": "x32",
        "flame": 3,
        "bell-rung": False,
        "street": "wind",
        "in-hand": ["p1", "p2", "p3"],
        "accused": [],
        "moves": [
            *("role p1 ?", "role p2 ?", "role p3 ?", "card p1 ?", "card p2 ?", "card p3 ?"),
            *("carry x32", "street wind"),
        ],
        "outcome": None,
    }
    assert state.view(TABLE) == everybody
    seen = state.view(1)
    assert (seen.pop("role"), seen.pop("card"), seen.pop("has-passed")) == (
        *("watchman", "cloak"),
        True,
    )
    moves = seen.pop("moves")
    assert isinstance(moves, list)
    assert [each for each in moves if each not in state.told(TABLE)] == [
        *("role p2 watchman", "card p2 cloak", "p2 pass"),
    ]
    assert seen == {key: value for key, value in everybody.items() if key != "moves"}


def test_ln_info_1_roles_are_told_at_the_end_and_cards_never() -> None:
    state = dealt("wwt", "ggc", "carry; street wind; p2 play gust; carry; street wind; passes")
    assert state.view(TABLE)["roles"] == ["watchman", "watchman", "traitor"]
    assert state.told(TABLE)[:6] == [
        *("role p1 watchman", "role p2 watchman", "role p3 traitor"),
        *("card p1 ?", "card p2 ?", "card p3 ?"),
    ]


@pytest.mark.parametrize(
    ("gates", "means"), [("X44  x11", "x11 x44"), ("x32 x32", "x32"), ("x11 x12 x13 x14",) * 2]
)
def test_gates_are_put_in_normal_form(gates: str, means: str) -> None:
    assert games.load("lanterns").new(gates=gates).options["gates"] == means


@pytest.mark.parametrize("gates", ["", "x22", "x45", "b3", "x11 x12 x13 x14 x21"])
def test_other_gates_are_refused(gates: str) -> None:
    with pytest.raises(ValueError, match=f"lanterns: gates is '{gates}', expected one to four"):
        games.load("lanterns").new(gates=gates)


def test_options_are_read_as_people_write_them() -> None:
    texts = {"players": "8", "turns": "4", "carrier-joins": "yes", "gates": "X44"}
    game = games.load("lanterns")
    assert game.new(**game.read_options(texts)).options == {
        **{"players": 8, "turns": 4, "carrier-joins": True, "gates": "x44", "tower": False},
    }


def test_moves_are_read_with_their_parts() -> None:
    read = games.load("lanterns").read
    moves = [read(text) for text in ("P3 play  Gust", "p3 pass", "carry x23", "role p1 ?")]
    assert [(move, move.verb, dict(move.parts), move.seat) for move in moves] == [
        ("p3 play gust", "play", {"player": "p3", "card": "gust"}, 2),
        ("p3 pass", "pass", {"player": "p3"}, 2),
        ("carry x23", "carry", {"crossing": "x23"}, None),
        ("role p1 ?", "role", {"player": "p1", "role": "?"}, None),
    ]
    assert [move.private for move in moves] == [True, True, False, True]
    assert [move.reveals for move in moves] == [True, True, False, True]


@pytest.mark.parametrize("text", ["", "carry", "carry b3", "p9 pass", "pass", "role p1 ?", "\0"])
def test_text_that_is_no_move_is_refused(text: str) -> None:
    with pytest.raises(InvalidMove, match="expected 'carry x23'"):
        dealt().parse(text)


def test_push_demands_exact_notation() -> None:
    with pytest.raises(InvalidMove, match="not exact notation, expected 'carry x23'"):
        dealt().push("carry  X23")
