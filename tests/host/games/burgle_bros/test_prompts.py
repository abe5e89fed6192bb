"""What seats are asked, and what the words of a prompt are."""

from heistboard.games.burgle_bros import GAME
from heistboard.games.burgle_bros.rules import BurgleBros
from heistboard.rules import TABLE, Ask, Draw

from tests.host.games.burgle_bros.stage import game, play, put, show


def begun() -> BurgleBros:
    state = GAME.new(2)
    assert isinstance(state, BurgleBros)
    return state


def test_the_active_player_is_asked_and_the_others_wait() -> None:
    state = game(2)
    words = {"player": "p1", "actions": "4", "stealth": "3"}
    assert state.asked(0) == Ask("act", words)
    assert state.asked(1) == state.asked(TABLE) == Ask("act.wait", words)


def test_a_tile_is_asked_of_everybody_by_its_cell() -> None:
    state = play(game(2), "peek b1")
    assert state.draw == Draw("tile", TABLE)
    assert state.asked(1) == state.asked(TABLE) == Ask("tile", {"player": "p1", "cell": "b1"})


def test_a_card_that_one_seat_looks_at_is_asked_of_that_seat() -> None:
    state = play(game(2, "spotter"), "scout")
    assert state.draw == Draw("look", 0)
    assert state.asked(0) == Ask("look", {"player": "p1"})
    assert state.asked(1) == Ask("look.wait", {"player": "p1"})


def test_the_second_player_is_asked_too() -> None:
    state = play(begun(), "character p1 hawk")
    assert state.asked(1) == Ask("character", {"player": "p2"})
    state = play(put(game(2, "juicer spotter"), active=1), "scout")
    assert state.asked(1) == Ask("look", {"player": "p2"}) and state.draw == Draw("look", 1)
    assert state.asked(0) == Ask("look.wait", {"player": "p2"})


def test_only_who_looks_is_asked_by_name_of_the_card() -> None:
    state = play(game(2, "spotter"), "scout; look p1 c3")
    assert state.asked(0) == Ask("scouted", {"player": "p1", "cards": "c3"})
    assert state.asked(1) == state.asked(TABLE) == Ask("scouted.wait", {"player": "p1"})
    state = play(put(game(2), items1="crystal_ball"), "use crystal_ball")
    state = play(state, "look p1 crash; look p1 squeak; look p1 reboot")
    cards = {"player": "p1", "cards": "crash, squeak, reboot"}
    assert state.asked(0) == Ask("crystal", cards)
    assert state.asked(1) == Ask("crystal.wait", {"player": "p1"})
    state = play(put(game(2, "spotter", "advanced"), items1="crystal_ball"), "use crystal_ball")
    play(state, "look p1 crash; look p1 squeak; look p1 reboot; stack p1 crash squeak reboot")
    play(state, "scout; look p1 crash")
    assert state.asked(0) == Ask("scouted", {"player": "p1", "cards": "crash"})


def test_questions_say_what_they_are_about() -> None:
    state = play(show(game(2), "b1 laser"), "move b1")
    assert state.asked(0) == Ask("cancel", {"player": "p1", "cell": "b1", "tile": "laser"})
    state = play(game(2), "move b1; tile b1 deadbolt 2")
    assert state.asked(0) == Ask("price", {"player": "p1", "cell": "b1", "price": "2"})
    state = play(put(game(2), items1="emp"), "give emp p2")
    trade = {"player": "p2", "giver": "p1", "taker": "p2", "item": "emp"}
    assert state.asked(1) == Ask("trade", trade)
    state = play(show(game(2, "juicer rigger"), "b1 laboratory"), "move b1; tool emp")
    assert state.asked(0) == Ask("second", {"player": "p1", "tool": "emp"})
    stage = put(show(game(2), "b1 lavatory"), p1="a1", guard1="b1", stealth=(2, 3))
    assert play(stage, "move b1").asked(0) == Ask(
        "lose", {"player": "p1", "own": "2", "room": "3"}
    )
    state = play(put(game(2), used=3, target1="d3"), "pass")
    assert state.asked(0) == Ask("patrol", {"player": "p1", "floor": "1"})
    stage = put(show(game(2), "a1 safe"), safe_dice=((0, 2),), items1="stethoscope")
    dice = Ask("stethoscope", {"player": "p1", "faces": "3, 5"})
    assert play(stage, "crack a1; roll 3; roll 5").asked(0) == dice


def test_the_end_is_told_to_all() -> None:
    state = put(show(game(2), "b1 camera"), guard1="b1", stealth=(0, 0))
    play(state, "move b1")
    assert state.asked(0) == state.asked(TABLE) == Ask("over.caught", {"winners": ""})
