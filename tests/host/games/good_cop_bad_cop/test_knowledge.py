"""Nobody learns what others hold, what they saw, or whether they have answered."""

from collections.abc import Iterator, Sequence
from random import Random

import pytest
from heistboard.games.good_cop_bad_cop import GAME
from heistboard.games.good_cop_bad_cop.rules import GoodCopBadCop
from heistboard.rules import CHANCE, TABLE, MoveError
from heistboard.rules.testing import LeakCheck, shown

from tests.host.games.good_cop_bad_cop.conserved import any_options, choose
from tests.host.games.good_cop_bad_cop.obs import obs
from tests.host.games.good_cop_bad_cop.stage import game, play, put

ATTEMPTS = ("p1 pass", "p2 pass", "p2 play coffee", "p1 play taser p2", "equip", "p3 audit p3.1")
GAMES = 40
STEPS = 110
SEEN_FROM = 12  # while cards are dealt there is nothing to compare
WATCHED = 35


def replayed(moves: Sequence[str], state: GoodCopBadCop) -> Iterator[GoodCopBadCop]:
    """Plays *moves* as far as they are legal; yields the state after each."""
    fresh = GAME.new(**state.options)
    assert isinstance(fresh, GoodCopBadCop)
    for move in moves:
        try:
            fresh.push(move)
        except MoveError:
            return
        yield fresh


def swapped_cards(moves: Sequence[str], random: Random) -> list[str]:
    """Returns the moves with two dealt cards of different players exchanged."""
    verb = random.choice(("deal", "deal", "draw"))
    places = [number for number, move in enumerate(moves) if move.startswith(verb)]
    changed = [str(move) for move in moves]
    if len(places) > 1:
        one, other = random.sample(places, 2)
        for place, source in ((one, other), (other, one)):
            changed[place] = " ".join((*moves[place].split()[:2], moves[source].split()[2]))
    return changed


def other_arrangement(moves: Sequence[str], random: Random) -> list[str]:
    """Returns the moves with another order of somebody's row."""
    places = [number for number, move in enumerate(moves) if " arrange " in move]
    changed = [str(move) for move in moves]
    place = random.choice(places)
    changed[place] = f"{moves[place].split()[0]} arrange {random.choice(('123', '213', '312'))}"
    return changed


def other_answers(moves: Sequence[str], random: Random) -> list[str]:
    """Returns the moves with some answers given in another order, or not at all."""
    changed = [str(move) for move in moves]
    for number in range(len(changed) - 1):
        both = changed[number : number + 2]
        if (
            all(move.endswith(" pass") or " audit " in move for move in both)
            and random.random() < 0.5
        ):
            changed[number : number + 2] = reversed(both)
    if random.random() < 0.5:
        kept = []
        for number, move in enumerate(changed):
            following = next((each for each in changed[number:] if not each.endswith(" pass")), "")
            is_void = move.endswith(" pass") and " play " in following
            if not is_void or random.random() < 0.5:
                kept.append(move)
        changed = kept
    return changed


def test_gc_info_1_equal_knowledge_looks_equal_and_other_knowledge_looks_different() -> None:
    check = LeakCheck(obs, ATTEMPTS)
    random = Random(8)
    for number in range(GAMES):
        options = {**any_options(random), "players": random.choice((3, 4, 5)), "first": 1}
        state = GAME.new(**options)
        assert isinstance(state, GoodCopBadCop)
        while state.outcome is None and len(state.moves) < STEPS:
            state.push(choose(state, random))
        change = (swapped_cards, other_arrangement, other_answers)[number % 3]
        start = random.randrange(SEEN_FROM, max(SEEN_FROM + 1, len(state.moves) - WATCHED))
        for moves in (state.moves, change(state.moves, random)):
            for step in replayed(moves, state):
                if start <= len(step.moves) < start + WATCHED:
                    check.see(step)
    assert check.twins > 1_000, check.twins


HANDS = {"p1": "coffee", "p2": "restraining_order", "p3": "wiretap"}


@pytest.mark.parametrize("card", ["truth_serum", "surveillance_camera", "bt_body_armor", "taser"])
def test_gc_info_2_a_useless_card_looks_like_the_right_one(card: str) -> None:
    one = put(game(hands=HANDS, bombers=True), {"p1": "p2"})
    other = put(game(hands={**HANDS, "p2": card}, bombers=True), {"p1": "p2"})
    for state in (one, other):
        play(state, "close; p1 shoot p2; p1 pass; p3 pass")
    for seat in (0, 2, 3, TABLE):
        assert shown(one, seat, ATTEMPTS) == shown(other, seat, ATTEMPTS)
    assert shown(one, 1, ATTEMPTS) != shown(other, 1, ATTEMPTS)
    for state in (one, other):
        state.push("p2 pass")
    for seat in (0, 2, 3, TABLE):
        assert shown(one, seat, ATTEMPTS) == shown(other, seat, ATTEMPTS)


def test_gc_info_1_a_view_names_only_what_is_open() -> None:
    state = game()
    own = {"cards", "hand", "side", "roles", "has-passed", "remembered", "mixed", "known-hands"}
    public = {
        *("game", "players", *GAME.options, "expansion", "phase", "turn", "round", "active"),
        *("direction", "smoke", "coffee", "action", "barred", "seen", "team", "guns", "deck"),
        *("bottom", "moves", "outcome"),
    }
    assert set(state.view(TABLE)) == public
    assert set(state.view(1)) == public | own
    for player in state.view(TABLE)["team"].values():  # type: ignore[union-attr]
        assert set(player) == {  # type: ignore[arg-type]
            *("living", "cards", "gun", "aim", "wounded", "planted", "equipment", "hand"),
        }


def test_gc_info_1_a_drawn_card_that_was_played_is_known_to_all() -> None:
    state = game(hands={"p1": "coffee", "p2": "wiretap"})
    play(state, "p1 play coffee")
    state.case.deck = 0
    put(state)
    play(state, "close; p1 equip; close; draw p1 coffee")
    assert state.view(TABLE)["team"]["p1"]["hand"] == ["coffee"]  # type: ignore[index,call-overload]
    assert state.view(2)["known-hands"] == {"p1": ["coffee"]}
    assert state.told(TABLE)[-1] == "draw p1 ?"


def test_gc_info_1_who_took_a_card_knows_it_under_the_deck() -> None:
    rows = {"p1": "agent honest crooked", "p2": "honest honest crooked"}
    state = put(game(5, rows, {"p2": "evidence_bag", "p3": "taser"}), guns={"p1": "p2"})
    play(state, "p2 play evidence_bag p3; close; p1 shoot p2; close; shot p2")
    known, unknown = ["evidence_bag", "taser"], ["evidence_bag", "?"]
    assert [state.view(seat)["bottom"] for seat in range(4)] == [unknown, known, known, unknown]


def test_gc_info_1_who_puts_a_card_away_knows_where_it_lies() -> None:
    state = play(game(hands={"p2": "wiretap"}, first=2), "close; p2 equip; close; draw p2 coffee")
    state.push("p2 discard wiretap")
    assert [state.view(seat)["bottom"] for seat in (0, 1, TABLE)] == [["?"], ["wiretap"], ["?"]]


def test_gc_info_1_who_holds_which_of_two_cards_is_not_known() -> None:
    state = game(hands={"p1": "evidence_bag", "p2": "wiretap"})
    play(state, "p1 play evidence_bag p2; close; p1 equip; close; draw p1 coffee")
    assert state.view(1)["known-hands"] == {"p1": ["wiretap"]}
    state.push("p1 discard wiretap")
    assert state.view(1)["known-hands"] == {} and state.view(1)["bottom"] == ["evidence_bag", "?"]
    assert state.view(0)["bottom"] == ["evidence_bag", "wiretap"]


@pytest.mark.parametrize("keeps", [False, True])
def test_gc_info_1_memory_can_be_left_to_the_players(keeps: bool) -> None:
    hands = {"p1": "evidence_bag", "p2": "wiretap", "p3": "flashbang"}
    state = play(game(memory=keeps, hands=hands), "p1 play evidence_bag p2; close")
    play(state, "p1 investigate p3; close; p1 look p3.1")
    assert bool(state.view(0)["remembered"]) == bool(state.view(1)["known-hands"]) == keeps
    play(state, "p3 play flashbang; p3 arrange 123")
    assert bool(state.view(0)["mixed"]) == keeps and state.view(0)["remembered"] == []
    assert any(line.startswith("p1 look p3.1 -> ") for line in state.told(0))


def test_a_seat_that_is_not_there_is_refused() -> None:
    state = game(4)
    for look in (state.told, state.known, state.view):
        for seat in (4, CHANCE):
            with pytest.raises(ValueError, match=rf"there is no seat {seat}, expected 0\.\.3 or"):
                look(seat)
