"""Whole games by hand without a page; walks of the guard's figure; hands that err."""

from random import Random

import pytest
from heistboard.games.burgle_bros import GAME
from heistboard.games.burgle_bros.bots import Careful
from heistboard.games.burgle_bros.rules import BurgleBros
from heistboard.places.scene import Pattern
from heistboard.rules import CHANCE, TABLE, Ask
from heistboard.words import LANGUAGES, Words

from tests.host.games.burgle_bros.stage import game, play, put, show
from tests.support.burgle_disturbances import can_disturb, disturb_and_heal
from tests.support.burgle_hands import (
    act_somehow,
    begun,
    carry,
    make_move,
    play_to_the_end,
    settle_what_is_due,
)
from tests.support.burgle_table import BurgleTable

GAMES = 6
WALKS = 1_000
DISTURBANCES = 1_000
WON = 2


@pytest.mark.parametrize("scenario", ["office", "bank", "fort_knox"])
def test_random_hands_play_whole_games_without_a_page(scenario: str) -> None:
    for seed in range(GAMES):
        random = Random(seed)
        table = begun(random, scenario=scenario, players=1 + seed % 4, advanced=bool(seed % 3))
        play_to_the_end(table, random)
        again = table.state.game.new(**table.state.options)
        for move in table.state.moves:
            again.push(str(move))
        assert again.outcome == table.state.outcome
        assert table.ask.id == "over.caught"


def test_games_go_on_after_pulled_cables_and_restarts() -> None:
    for seed in range(GAMES):
        random = Random(seed)
        table = begun(random, scenario="bank", players=2)
        while table.state.outcome is None:
            act_somehow(table, random)
            if random.random() < 0.2:
                table.pull().wait(random.randrange(1_000))
                table.plug()
            elif random.random() < 0.2:
                table.restart()


def test_with_real_cards_and_tiles_hands_say_what_was_drawn() -> None:
    decks = [name for name in GAME.decks if name != "look"]
    for seed in range(GAMES):
        random = Random(seed)
        table = begun(random, decks, players=2)
        play_to_the_end(table, random)
        assert table.dealer.dealt <= {"look"}


def test_an_office_game_is_won_by_hand() -> None:
    random = Random(WON)
    table = begun(random, players=2)
    bots = [Careful(seat, random) for seat in range(2)]
    while table.state.outcome is None:
        settle_what_is_due(table, random)
        state = table.state
        if state.outcome is not None:
            break
        seat = state.seat
        assert seat is not None and seat != CHANCE
        said = [move for move in state.legal() if move in table.gestures._choices.menu]
        before = len(state.moves)
        move = bots[seat].choose(said, lambda: table.state.view(seat))  # noqa: B023
        make_move(table, move)
        assert table.state.moves[before] == move
    assert table.ask.id == "over.escaped"


def test_every_public_move_can_be_chosen_by_hand() -> None:
    verbs: set[str] = set()
    for seed in range(GAMES):
        random = Random(seed)
        table = begun(random, players=2, advanced=True)
        while table.state.outcome is None:
            found, state = table.gestures._choices, table.state
            public = [move for move in state.legal() if not move.private]
            assert set(public) <= set(found.menu)
            verbs |= {move.verb for move in public}
            act_somehow(table, random)
    assert len(verbs) > 25


def test_a_turn_is_said_once_and_what_chance_brings_each_time() -> None:
    state = put(show(game(2), "b1 atrium"), p1="b1", p2="b1", left=4)
    table = BurgleTable(state, deals=("tile c1 foyer 2",)).ready()
    table.spoken.clear()
    table.tap("a1").tap("b1").tap("c1").turn("c1").tap("b1")
    said = [(ask.id, *ask.words.values()) for ask in table.spoken]
    assert said == [("told", "tile c1 foyer 2"), ("tile.turn", "c1", "foyer")]


def test_an_answer_is_spoken_right_after_its_question() -> None:
    table = begun(Random(1), players=2, advanced=True)  # walls and tiles come first
    said = [ask.id for ask in table.spoken]
    assert "wrong.missing" in said and said[-2:] == ["side.wait", "menu.move"]
    assert said.count("menu.move") == 1


OWN = (
    *("walls.", "tile.", "tiles.", "guard.", "target.", "pass.", "menu.", "told"),
    *("alarm.", "stealth."),
)


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_the_table_says_at_the_board_has_words(language: str) -> None:
    words = Words(language, "burgle-bros")
    asks: dict[str, Ask] = {}
    for seed in range(GAMES):
        random = Random(seed)
        table = begun(random, ("tile",), players=2)
        play_to_the_end(table, random)
        asks |= {ask.id: ask for ask in table.spoken if ask.id.startswith(OWN)}
    assert asks.keys() >= {
        *("walls.pair", "tile.turn", "guard.place", "guard.walk", "guard.saw"),
        *("target.chosen", "pass.sure", "menu.move", "menu.tile", "told"),
        *("alarm.on", "stealth.lost"),
    }
    rare = Ask("tiles.turn", {"places": "b1, c1"}), Ask("guard.off", {"floor": "1"})
    for ask in (*asks.values(), *rare):
        assert words.has("shown", ask.id), ask
        for is_carried in (False, True):
            assert "{" not in words.spoken(ask, {}, is_carried=is_carried), ask


# What is said.


def said(table: BurgleTable) -> list[tuple[str, ...]]:
    """What was said since the last time."""
    lines = [(ask.id, *map(str, ask.words.values())) for ask in table.spoken]
    table.spoken.clear()
    return lines


def on_the_way_to_another_card() -> BurgleBros:
    """The guard is one step from his destination, and goes two."""
    return put(game(2), p1="a1", p2="a1", used=3, target1="d3", speeds=(2, 3))


def test_where_a_guard_goes_is_said_when_all_cards_are_dealt() -> None:
    table = BurgleTable(on_the_way_to_another_card(), deals=("patrol d2",)).ready()
    said(table)
    table.tap("e5")
    assert said(table) == [("guard.walk", "d2")]


def test_a_guard_who_is_back_where_his_figure_stands_is_told() -> None:
    table = BurgleTable(on_the_way_to_another_card(), deals=("patrol d4",)).ready()
    said(table)
    table.tap("e5")
    assert said(table) == [("guard.round", "d3", "d4"), ("act.wait", "p2", "4", "3")]
    table.tap("b1").tap("a1")
    assert "guard.round" not in {line[0] for line in said(table)}


def test_the_menu_says_last_what_can_be_done_in_many_ways() -> None:
    table = BurgleTable(put(game(2), p1="a1", items1="blueprints rollerskates")).ready()
    table.press("help").press("help")
    assert table.ask == Ask("menu.move", {"move": "use rollerskates"})


def test_with_real_cards_a_guard_is_moved_before_the_next_one_is_drawn() -> None:
    table = BurgleTable(on_the_way_to_another_card(), real=("patrol",)).ready()
    said(table)
    table.tap("e5")
    assert said(table) == [("guard.walk", "d3")]
    table.off("d4").on("d3")
    assert said(table) == [("draw.patrol", "p1", "1")]


def test_stealth_that_is_lost_elsewhere_is_said() -> None:
    table = BurgleTable(show(put(game(2), p1="b1", guard1="b2"), "b2 laboratory")).ready()
    said(table)
    table.tap("b2")
    assert ("stealth.lost", "p1", "2") in said(table)
    table.press("undo").tap("a1")
    assert "stealth.lost" not in {line[0] for line in said(table)}


def test_alarms_and_what_is_added_at_pads_are_said() -> None:
    state = put(show(game(2), "b1 computer_laser", "c1 laser"), p1="b1", left=4)
    table = BurgleTable(state).ready()
    said(table)
    table.tap("a5").wait(500)
    assert said(table) == [("told", "hack")]
    table.tap("c1")
    table.press("help").press("help").press("done")
    assert ("alarm.on", "c1") in said(table), table.played()


def test_which_token_is_asked_when_the_figure_is_there() -> None:
    state = put(show(game(2), "d3 lavatory"), p1="b1", p2="d3", used=3, tokens=((11, 3),))
    table = BurgleTable(state).ready()
    said(table)
    table.tap("e5")
    assert said(table) == [("guard.saw", "d3", "p2"), ("guard.walk", "d3")]
    table.off("d4").on("d3")
    assert said(table) == [("lose.wait", "p2", "3", "3"), ("menu.move", "lose own")]


# The guard's figure.


def six_steps() -> BurgleTable:
    """Player 1 has passed, and the guard is to walk six steps, from d4 to a1."""
    state = put(show(game(2), "a1 foyer", "b4 stairs"), p1="b4", p2="a4", used=3, target1="a1")
    table = BurgleTable(put(state, speeds=(6, 3)), deals=("patrol b2",)).ready()
    table.tap("e5")
    assert [len(figure.left) for figure in table.gestures._figures if figure.is_due] == [7]
    return table


def test_a_walk_of_six_steps_is_never_taken_for_taps() -> None:
    table = six_steps()
    checkpoint = table.table.checkpoint(), set(table.closed), table.now_ms
    way = [step.place for step in table.gestures._figures[0].left]
    cells = [f"{column}{row}" for column in "abcd" for row in range(1, 5)]
    moves = table.played()
    for seed in range(WALKS):
        random = Random(seed)
        over = list(way)
        if seed % 3 == 0:  # round about
            over[1:-1] = random.choices(cells, k=random.randrange(9))
        carry(table, 1, over, random)
        table.wait(random.randrange(300))
        if seed % 2:  # the hand is still there, and puts the figure straight
            table.off(way[-1], random.randrange(40, 400)).on(way[-1], 200)
        table.wait(2_500)
        assert table.played() == moves, seed
        assert (table.sync, table.ask.id) == ("synced", "act.wait"), seed
        table.table.restore(checkpoint[0])
        checkpoint = table.table.checkpoint(), checkpoint[1], checkpoint[2]
        table.closed = set(checkpoint[1])
        table.look().wait(100)


def test_a_figure_put_straight_after_its_walk_enters_no_room() -> None:
    state = put(show(game(2), "b1 foyer"), p1="a1", p2="b1", used=3, target1="d2")
    state = put(state, guard1="d1", speeds=(1, 3), p2="c2")
    table = BurgleTable(state, deals=("patrol b4",)).ready().tap("e5")
    home = table.gestures._must.guards[0]
    assert home == "d2" and "d2" in table.gestures._choices.taps
    moves = table.played()
    table.off("d1", 200).on("d2", 600).off("d2", 600).on("d2", 700).off("d2", 300).on("d2", 2_500)
    assert table.played() == moves
    table.off("d2", 600).on("d2", 600)  # now it does
    assert "move d2" in table.played()


def test_a_guard_who_is_out_of_sight_is_taken_off_the_board() -> None:
    state = put(game(2, lost_visual=True), p1="a1", used=3, target1="d3")
    table = BurgleTable(state, deals=("lost_visual 1",)).ready()
    table.tap("e5")
    assert table.ask == Ask("guard.off", {"floor": "1"}) and not table.gestures.taps
    assert table.scene["d4"].pattern is Pattern.DOUBLE
    table.off("d4").wait(1_500)
    assert (table.ask.id, table.sync) == ("act.wait", "synced") and table.gestures.taps
    table.on("c3").wait(1_000)
    assert table.ask == Ask("wrong.extra", {"places": "c3"})


def test_who_loses_stealth_on_the_way_flashes_there() -> None:
    state = put(show(game(2), "a2 stairs"), p1="a2", p2="d2", used=3, target1="d1")
    table = BurgleTable(put(state, speeds=(3, 3)), deals=("patrol b2",)).ready()
    table.tap("e5")
    assert Ask("guard.saw", {"cell": "d2", "player": "p2"}) in table.spoken
    scene = table.scene
    assert {place for place, light in scene.items() if light.pattern is Pattern.CHASE} == {
        *("d3", "d4"),
    }
    assert scene["d2"].pattern is Pattern.DOUBLE and scene["d2"].colour.name == "GREEN"
    assert scene["d1"].pattern is Pattern.BLINK
    phases = [scene[place].phase for place in ("d4", "d3")]
    assert phases == [0, 1]
    table.off("d4").on("d3").restart()  # half way
    assert table.scene["d2"] == scene["d2"] and "d4" not in table.scene


def test_whom_a_guard_saw_is_said_once() -> None:
    state = put(show(game(2), "d3 lavatory"), p1="b1", p2="d3", used=3, tokens=((11, 3),))
    table = BurgleTable(state).ready()
    table.tap("e5").off("d4").on("d3").wait(1_500)
    table.press("done").off("d3").on("d2")
    assert table.played()[-1] == "lose own"
    said = [ask for ask in table.spoken if ask.id == "guard.saw"]
    assert said == [Ask("guard.saw", {"cell": "d3", "player": "p2"})]


# Mistakes.


def test_disturbances_are_lit_and_healed_and_are_no_moves() -> None:
    random = Random(5)
    table = begun(random, players=2)
    done = 0
    while done < DISTURBANCES:
        if table.state.outcome is not None:
            table = begun(random, players=2)
        if not can_disturb(table, random):
            act_somehow(table, random)
            continue
        for _ in range(10):
            disturb_and_heal(table, random)
            done += 1
        act_somehow(table, random)


# Secrets.


def shown(table: BurgleTable) -> tuple[object, ...]:
    """Everything that the table shows and says."""
    at = table.table
    moves = [at.moves(seat) for seat in (TABLE, 1)]
    return table.ask, table.scene, sorted(at.gestures.taps), table.spoken, moves, at.wake_ms


@pytest.mark.parametrize("answer", [("help", "done"), ("done",), ("help", "help", "help")])
def test_nothing_at_the_table_shows_what_one_seat_has_looked_at(answer: tuple[str, ...]) -> None:
    tables = [
        BurgleTable(play(game(2, "spotter"), f"scout; look p1 {card}")).ready()
        for card in ("b3", "c2")
    ]
    assert tables[0].played() != tables[1].played()
    assert tables[0].ask.id == "scouted.wait"
    for button in answer:
        assert shown(tables[0]) == shown(tables[1])
        for table in tables:
            table.press(button)
    for table in tables:
        table.wait(2_000)
    assert shown(tables[0]) == shown(tables[1])


def test_without_a_page_a_look_is_told_to_all_and_the_order_is_said() -> None:
    state = put(game(2), items1="crystal_ball")
    deals = [f"look p1 {card}" for card in ("crash", "squeak", "reboot")]
    table = BurgleTable(state, deals=deals).ready()
    make_move(table, "use crystal_ball")
    assert table.ask.id == "crystal.wait"  # and the first answer is spoken
    assert table.spoken[-1] == Ask("menu.move", {"move": "show"})
    table.press("done")
    make_move(table, "stack p1 squeak crash reboot")
    assert table.played()[-2:] == [
        "show -> crash, squeak, reboot",
        "stack p1 squeak crash reboot",
    ]
