"""A refusal says what is wrong, and by which rule."""

import pytest
from heistboard.games.burgle_bros import GAME
from heistboard.games.burgle_bros.rules import BurgleBros
from heistboard.rules import IllegalMove, InvalidMove

from tests.host.games.burgle_bros.stage import game, play, put, show, walls


def refused(state: BurgleBros, text: str) -> tuple[str, str]:
    """Returns the rule, and why."""
    with pytest.raises(IllegalMove) as error:
        state.push(text)
    return error.value.rule, str(error.value)


def begun() -> BurgleBros:
    state = GAME.new(2)
    assert isinstance(state, BurgleBros)
    return state


@pytest.mark.parametrize(
    ("state", "text", "rule", "why"),
    [
        (play(begun(), "character p1 hawk"), "character p2 hawk", "BB-SETUP-8", "is taken"),
        (play(game(2), "peek b1"), "tile b2 safe", "BB-REVEAL-1", "another cell is asked"),
        (play(put(game(2), used=3, target1="d3"), "pass"), "patrol d1", "BB-GUARD-9", "discards"),
        (put(game(2), left=0), "peek b1", "BB-TURN-3", "no action is left"),
        (game(2), "peek c3", "BB-ACT-PEEK", "cannot be seen"),
        (game(2), "peek a1", "BB-REVEAL-1", "is revealed"),
        (game(2), "hack", "BB-ACT-HACK", "no computer room"),
        (put(show(game(2), "a1 computer_laser"), hacks=(0, 6, 0)), "hack", "BB-ACT-HACK", "full"),
        (put(show(game(2), "a1 computer_laser"), left=0), "hack", "BB-TURN-3", "no action"),
        (game(2), "die a1", "BB-ACT-DIE", "within reach"),
        (game(2), "crack a1", "BB-ACT-CRACK", "within reach"),
        (game(2), "die 3:a1", "BB-ACT-DIE", "within reach"),
        (
            put(show(game(2), "a1 safe"), safe_dice=((0, 1),), left=0),
            "crack a1",
            "BB-TURN-3",
            "only 0",
        ),
        (game(2), "drop 3:a1", "BB-LINK-WALKWAY", "no revealed walkway"),
        (game(2), "peek 3:a1", "BB-ACT-PEEK", "cannot be seen"),
        (put(show(game(2), "a1 safe"), left=1), "die a1", "BB-TURN-3", "only 1"),
        (put(show(game(2), "a1 safe"), safe_dice=((0, 6),)), "die a1", "BB-ACT-DIE", "six dice"),
        (show(game(2), "a1 safe"), "crack a1", "BB-SAFE-4", "no die"),
        (put(show(game(2), "a1 safe"), cracked="a1"), "die a1", "BB-SAFE-7", "is cracked"),
        (game(2), "escape", "BB-ACT-ESCAPE", "no stairs"),
        (put(show(game(2), "2:a1 stairs"), p1="2:a1"), "escape", "BB-WIN-1", "are left"),
        (put(game(2), p2="b2"), "give emp p2", "BB-ACT-TRADE", "not in your room"),
        (game(2), "give emp p2", "BB-ACT-TRADE", "does not have that"),
        (game(2), "pick gold_bar", "BB-ACT-TAKE", "does not lie"),
        (game(2), "use emp", "BB-TOOL-1", "do not have"),
        (put(game(2), items1="emp bust"), "use emp", "BB-LOOT-BUST", "no tools"),
        (game(2), "move 3:a1", "BB-ACT-MOVE", "no such room"),
        (walls(game(2), "a1|b1"), "move b1", "BB-ACT-MOVE", "no way leads there from a1"),
        (put(game(2), left=0), "move b1", "BB-TURN-3", "takes 1 actions, and 0 are left"),
        (put(show(game(2), "b1 deadbolt"), left=2), "move b1", "BB-ENTRY-5", "takes 3"),
        (put(show(game(2), "b1 deadbolt"), left=0), "move b1", "BB-TURN-3", "takes 3"),
        (put(game(2), p1="c3"), "move a1", "BB-ACT-MOVE", "no way leads there from c3"),
        (
            put(show(game(2), "a1 service_duct"), items1="painting"),
            "move c3",
            "BB-ACT-MOVE",
            "no way leads",
        ),
        (
            put(show(game(2), "c3 service_duct"), items1="painting"),
            "move c3",
            "BB-ACT-MOVE",
            "no way leads",
        ),
        (
            put(walls(show(game(2), "b1 camera"), "a1|b1"), items1="painting"),
            "move b1",
            "BB-ACT-MOVE",
            "no way leads",
        ),
        (game(2, "raven"), "crow d4", "BB-CHAR-RAVEN-B", "not possible here"),
        (show(game(2), "a1 service_duct"), "move a1", "BB-ACT-MOVE", "no way leads"),
        (put(game(2), items2="emp"), "give emp p2", "BB-ACT-TRADE", "does not have that"),
        (put(game(2), items1="emp"), "ask emp p2", "BB-ACT-TRADE", "does not have that"),
        (
            put(show(game(2), "c3 secret_door"), items1="painting"),
            "move c3",
            "BB-ACT-MOVE",
            "no way leads",
        ),
        (
            put(show(game(2), "2:a1 walkway"), p1="2:a1", left=0),
            "drop a1",
            "BB-TURN-3",
            "takes 1",
        ),
        (
            put(show(game(2), "a1 safe"), safe_dice=((0, 6),), left=0),
            "crack a1",
            "BB-TURN-3",
            "only 0",
        ),
        (game(2), "roll 3", "BB-TURN-3", "nothing asks for that"),
        (game(2), "laptop", "BB-CHAR-HACKER-A", "only the hacker"),
        (put(game(2, "hawk"), done=frozenset({"xray"})), "xray b1", "BB-CHAR-HAWK-B", "once"),
        (game(2, "hawk"), "xray b1", "BB-CHAR-HAWK-B", "not possible here"),
        (game(2), "crow a1", "BB-CHAR-RAVEN-B", "only the raven"),
        (game(2), "scout", "BB-CHAR-SPOTTER-B", "only the spotter"),
        (game(2, "hawk", "advanced"), "scout", "BB-CHAR-SPOTTER-A", "only the spotter"),
        (play(game(2), "pass"), "peek b1", "BB-TURN-8", "first comes event"),
        (put(play(game(2), "pass"), events_left=6), "event brown_out", "BB-TURN-8", "the deck"),
        (
            play(put(show(game(2), "b1 fingerprint"), hacks=(1, 0, 0)), "move b1"),
            "pay",
            "BB-ALARM-6",
            "not among the choices",
        ),
        (put(game(2), items1="stethoscope"), "use stethoscope", "BB-TOOL-STETHO", "after a roll"),
        (put(game(2), items1="crowbar"), "use crowbar c3", "BB-TOOL-CROWBAR", "like that here"),
        (show(game(2), "2:d4 camera"), "peek 3:a1", "BB-ACT-PEEK", "cannot be seen"),
        (
            put(show(game(2), "a1 safe"), items2="keycard", p2="b1", left=1),
            "die a1",
            "BB-TURN-3",
            "only 1",
        ),
        (
            put(show(game(2), "b1 camera"), items1="gemstone", p2="b1", left=1),
            "move b1",
            "BB-LOOT-GEM",
            "gemstone",
        ),
        (
            put(show(game(2), "b1 camera"), items1="gemstone", p2="b1", left=0),
            "move b1",
            "BB-TURN-3",
            "takes 2",
        ),
        (
            put(
                show(game(2, walkway_down="entry"), "2:b1 walkway", "b1 deadbolt"),
                p1="2:b1",
                left=2,
            ),
            "drop b1",
            "BB-ENTRY-5",
            "takes 3",
        ),
    ],
)
def test_a_refusal_says_why(state: BurgleBros, text: str, rule: str, why: str) -> None:
    found, said = refused(state, text)
    assert (found, why in said) == (rule, True), said


def test_a_hidden_card_is_no_move() -> None:
    state = play(game(2, "spotter"), "scout")
    for push in (state.push, state.parse):
        with pytest.raises(InvalidMove, match="does not say which card"):
            push("look p1 ?")
