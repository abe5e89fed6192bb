"""What the deck remembers of cards that somebody has looked at, and when it forgets."""

from heistboard.games.burgle_bros.components import EVENTS
from heistboard.games.burgle_bros.rules import BurgleBros
from heistboard.rules import TABLE

from tests.host.games.burgle_bros.stage import game, play, put

SEEN = "use crystal_ball; look p1 crash; look p1 squeak; look p1 reboot"


def weights(state: BurgleBros) -> dict[str, int]:
    return {str(move): weight for move, weight in zip(state.legal(), state.odds(), strict=True)}


def looked(state: BurgleBros, seat: int = 0) -> object:
    return state.view(seat)["looked"]


def turned(state: BurgleBros, event: str) -> BurgleBros:
    """Ends the turn with an event that is drawn from real cards."""
    return play(state, f"pass; event {event}")


def test_a_card_is_looked_at_once() -> None:
    state = play(put(game(2), items1="crystal_ball"), "use crystal_ball; look p1 crash")
    assert "look p1 crash" not in state.legal() and len(state.legal()) == 25
    state.push("look p1 squeak")
    assert not {"look p1 crash", "look p1 squeak"} & set(state.legal())


def test_a_shuffled_deck_forgets_what_was_seen() -> None:
    state = play(game(2, "spotter"), "scout; look p1 b3; leave")
    play(put(state, used=3, target1="d3", patrol_left=(0, 7)), "pass")
    assert looked(state) == {} and set(weights(state).values()) == {1} and len(state.legal()) == 16


def test_a_patrol_card_is_no_event_and_an_event_no_patrol_card() -> None:
    state = play(game(2, "spotter"), "scout; look p1 b3; leave; pass")
    assert set(weights(state).values()) == {1} and len(state.legal()) == 26
    state = play(put(game(2, "spotter"), items1="crystal_ball"), "scout; look p1 b3; leave")
    play(state, f"{SEEN}; stack p1 squeak crash reboot")
    seen = {"patrol-1-top": ["b3"], "events-top": ["squeak", "crash", "reboot"]}
    assert looked(state) == seen and looked(state, TABLE) == {}


def test_to_show_a_patrol_card_leaves_the_events() -> None:
    state = play(
        put(game(2, "spotter"), items1="crystal_ball"), f"{SEEN}; stack p1 crash squeak reboot"
    )
    play(state, "scout; look p1 b3; show; leave")
    seen = {"patrol-1-top": ["b3"], "events-top": ["crash", "squeak", "reboot"]}
    assert looked(state) == seen and looked(state, TABLE) == {"patrol-1-top": ["b3"]}


def test_the_second_player_stacks_events() -> None:
    state = play(put(game(2), active=1, items2="crystal_ball"), SEEN.replace("p1", "p2"))
    play(state, "stack p2 squeak crash reboot")
    assert looked(state, 1) == {"events-top": ["squeak", "crash", "reboot"]}
    assert looked(state, 0) == {}


def test_a_card_that_all_know_to_lie_below_is_not_offered() -> None:
    state = play(game(2, "spotter"), "scout; look p1 b3; show; bottom")
    play(put(state, used=3, target1="d3"), "pass")
    assert state.phase == "patrol" and "patrol b3" not in state.legal()


def test_a_card_at_the_bottom_stays_known_when_another_is_drawn() -> None:
    state = play(game(2, "spotter"), "scout; look p1 b3; bottom")
    play(put(state, used=3, target1="d3"), "pass; patrol c2")
    assert looked(state) == {"patrol-1-bottom": ["b3"]} and looked(state, 1) == {}


def test_two_cards_at_the_bottom_lie_in_the_order_of_going_there() -> None:
    state = game(1, "spotter")
    for card in ("b3", "c2"):
        play(put(state, used=3), f"scout; look p1 {card}; bottom; ...")
    assert looked(state) == {"patrol-1-bottom": ["b3", "c2"]}
    play(put(state, used=3, target1="d3", guard1="d4", patrol_left=(2, 7)), "pass")
    assert weights(state)["patrol b3"] == 1 == sum(weights(state).values())


def test_another_card_on_top_makes_the_deck_forget_what_lay_below_it() -> None:
    state = turned(
        play(put(game(2), items1="crystal_ball"), f"{SEEN}; stack p1 crash squeak reboot"),
        "lampshade",
    )
    assert looked(state) == {}
    turned_twice = play(state, "pass")
    assert set(weights(turned_twice).values()) == {1} and len(turned_twice.legal()) == 25


def test_a_card_that_was_misread_is_not_taken_for_the_first_of_its_deck() -> None:
    assert EVENTS[0] == "brown_out"
    state = play(put(game(2), items1="crystal_ball"), "use crystal_ball; look p1 brown_out")
    play(state, "look p1 squeak; look p1 reboot; stack p1 brown_out squeak reboot; pass")
    assert weights(state)["event brown_out"] == 1 == sum(weights(state).values())


def test_who_looks_deep_finds_the_card_at_the_bottom() -> None:
    left = sum(1 << EVENTS.index(event) for event in ("crash", "squeak", "reboot"))
    state = play(game(2, "spotter", "advanced"), "scout; look p1 crash; bottom")
    play(put(state, events_left=left, items1="crystal_ball"), "use crystal_ball")
    assert weights(state) == {"look p1 crash": 0, "look p1 reboot": 1, "look p1 squeak": 1}
    play(state, "look p1 reboot; look p1 squeak")
    assert weights(state) == {"look p1 crash": 1}


def test_who_has_shown_a_card_is_not_asked_to_show_it_again() -> None:
    state = play(game(2, "spotter"), "scout; look p1 b3; show")
    assert state.legal() == ("leave", "bottom")
    play(put(state, used=3, target1="d3"), "leave; pass")
    assert weights(state) == {"patrol b3": 1}


def test_what_was_seen_after_a_misread_card_stays() -> None:
    state = put(game(1, "spotter", "advanced"), items1="crystal_ball", speeds=(0, 3))
    turned(play(state, f"{SEEN}; stack p1 crash squeak reboot"), "lampshade")
    turned(play(state, "scout; look p1 jury_rig; bottom"), "gymnastics")
    assert looked(state) == {"events-bottom": ["jury_rig"]}


def test_a_card_that_comes_from_another_place_makes_the_deck_forget() -> None:
    state = play(game(2, "spotter"), "scout; look p1 b3; bottom")
    play(put(state, used=3, target1="d3"), "pass; patrol b3")
    assert looked(state) == {} and state.view(0)["moves"][-1] == "patrol b3"  # type: ignore[index]


def test_what_everybody_has_seen_stays_known_after_a_misread_card() -> None:
    state = play(
        put(game(1, "spotter"), used=3, speeds=(0, 3)), "scout; look p1 b3; show; bottom; ..."
    )
    play(state, "scout; look p1 c2; leave")
    play(put(state, used=3, target1="d3", speeds=(2, 3)), "pass; patrol c3")
    assert looked(state) == looked(state, TABLE) == {"patrol-1-bottom": ["b3"]}


def test_lost_visual_is_seen_like_another_card() -> None:
    state = play(game(2, "spotter", lost_visual=True), "scout; look p1 lost_visual; leave")
    assert looked(state) == {"patrol-1-top": ["lost_visual"]}
    play(put(state, used=3, target1="d3"), "pass")
    assert weights(state)["lost_visual 1"] == 1 == sum(weights(state).values())


def test_to_bury_a_patrol_card_leaves_the_events() -> None:
    state = play(put(game(2, "spotter"), items1="crystal_ball"), SEEN)
    play(state, "stack p1 crash squeak reboot; scout; look p1 b3; bottom")
    seen = {"patrol-1-bottom": ["b3"], "events-top": ["crash", "squeak", "reboot"]}
    assert looked(state) == seen


def test_to_show_one_card_leaves_the_next_ones_hidden() -> None:
    state = play(put(game(2, "spotter", "advanced"), items1="crystal_ball"), SEEN)
    play(state, "stack p1 crash squeak reboot; scout; look p1 crash; show")
    assert looked(state, TABLE) == {"events-top": ["crash"]}


def test_to_stack_events_leaves_those_at_the_bottom() -> None:
    state = put(game(2, "spotter", "advanced"), items1="crystal_ball")
    play(state, f"scout; look p1 jury_rig; bottom; {SEEN}; stack p1 squeak crash reboot")
    seen = {"events-top": ["squeak", "crash", "reboot"], "events-bottom": ["jury_rig"]}
    assert looked(state) == seen


def test_the_card_that_was_expected_leaves_the_others_known() -> None:
    state = put(game(2), items1="crystal_ball")
    play(state, "use crystal_ball; look p1 lampshade; look p1 squeak; look p1 reboot")
    turned(play(state, "stack p1 lampshade squeak reboot"), "lampshade")
    assert looked(state) == {"events-top": ["squeak", "reboot"]}


def test_a_patrol_card_at_the_bottom_is_not_the_last_event() -> None:
    state = play(game(2, "spotter"), "scout; look p1 b3; bottom")
    last = 1 << EVENTS.index("lampshade")
    play(put(state, events_left=last), "pass")
    assert weights(state) == {"event lampshade": 1}
