"""What the lights show: as written apart, readable without colours, within the current of USB."""

from collections.abc import Iterator
from itertools import combinations
from random import Random
from typing import Any

from heistboard.games.gestures import Span
from heistboard.games.good_cop_bad_cop import GAME, rim
from heistboard.games.good_cop_bad_cop.components import PLAYERS
from heistboard.games.good_cop_bad_cop.gestures import AT_BOARD, GoodCopGestures
from heistboard.games.good_cop_bad_cop.gun_lights import gun_lights
from heistboard.games.good_cop_bad_cop.rules import GoodCopBadCop
from heistboard.games.good_cop_bad_cop.scene import MEANINGS
from heistboard.games.plain_record import PlainRecord
from heistboard.places import layout
from heistboard.places.scene import Pattern, Scene
from heistboard.rules import TABLE
from heistboard.rules.testing import shown

from tests.host.games.good_cop_bad_cop.conserved import any_options, choose
from tests.host.games.good_cop_bad_cop.stage import game, play, put
from tests.host.games.good_cop_bad_cop.test_knowledge import (
    other_answers,
    other_arrangement,
    replayed,
    swapped_cards,
)
from tests.support.good_cop_lights import Light, are_right, lights
from tests.support.lit_current import current

GAMES = 18
STEPS = 120  # of each game, at most
EVERY = 3  # moves
ARMED = 60
BEAT = Span(0, 5_000)


def seated(state: GoodCopBadCop, random: Random) -> GoodCopGestures:
    """The gestures of a game in which some players have chosen their cells."""
    record = PlainRecord(state)
    chosen: dict[int, str] = {}
    players = len(state.seats)
    for seat in random.sample(range(players), random.randint(0, players)):
        chosen[seat] = random.choice(rim.free_cells(chosen, seat, players))
    record.keep("cells", rim.written(chosen))
    gestures = GoodCopGestures(record, 0)
    gestures.beat = BEAT if state.window is not None and random.random() < 0.8 else None
    return gestures


def positions(games: int) -> Iterator[tuple[GoodCopBadCop, Random]]:
    random = Random(20)
    for number in range(games):
        state = GAME.new(**{**any_options(random), "players": 3 + number % 6, "first": 1})
        assert isinstance(state, GoodCopBadCop)
        while state.outcome is None and len(state.moves) < STEPS:
            state.push(choose(state, random))
            if state.phase != "deal" and random.randrange(EVERY) == 0:
                yield state, random
        yield state, random
    state = put(game(hands={"p2": "restraining_order"}), {"p1": "p2"})
    for moves in ("p1 shoot p2", "p2 play restraining_order", "p1 aim p3"):
        yield play(state, moves), random


def shown_cells(scene: Scene) -> dict[str, Light]:
    return {
        led: Light(light.colour.name.lower(), light.pattern.name.lower(), light.level.name.lower())
        for led, light in scene.items()
        if led in layout.CELLS
    }


def test_lights_of_random_games_are_as_written_apart_from_the_scene() -> None:
    seen: set[str] = set()
    for state, random in positions(GAMES):
        gestures = seated(state, random)
        view: dict[str, Any] = state.view(TABLE)
        cells = dict(zip(state.seats, gestures._cells, strict=True))
        by_hand = state.legal() if state.phase in AT_BOARD else ()
        if state.phase == "arrange":
            continue
        moves = [move for move in by_hand if not move.private]
        scene = gestures.scene(0)
        has_beat = gestures.beat is not None
        assert shown_cells(scene) == lights(view, moves, cells, has_beat=has_beat)
        assert not (wrong := are_right(scene, view, cells)), wrong
        assert set(gestures.taps) <= scene.keys()
        seen.update(f"{light.pattern.name}" for light in scene.values())
        seen.update(phase for phase in (state.phase, "beat" if has_beat else "") if phase)
        for pad in {"d3"} & set(gestures.taps):
            gestures.tapped(pad, 0, is_hold=False)
            loaded = shown_cells(gestures.scene(0))
            assert loaded == lights(view, moves, cells, has_beat=has_beat, is_loaded=True)
            seen.add("loaded")
    patterns = ("CHASE", "PULSE", "BLINK", "SINGLE", "DOUBLE", "TRIPLE", "QUADRUPLE")
    assert {*patterns, *AT_BOARD, "over", "beat", "loaded"} <= seen


def test_no_two_meanings_differ_in_colour_alone() -> None:
    elsewhere = (("gun", "aimless"), ("pad", "declared"))
    rim_lights = [name for name in MEANINGS if not any(name in each for each in elsewhere)]
    for together in (rim_lights, *elsewhere):
        for one, other in combinations(together, 2):
            assert MEANINGS[one][1:3] != MEANINGS[other][1:3], (one, other)


def test_scenes_of_random_games_stay_within_the_current_of_usb() -> None:
    most = max(
        current(seated(state, random).scene(0), 1).asked for state, random in positions(GAMES)
    )
    assert layout.DEFAULT_BUDGET_MA // 2 < most <= layout.DEFAULT_BUDGET_MA


def test_four_guns_and_a_shot_that_waits_stay_within_the_current_too() -> None:
    random = Random(7)
    most = 0
    for _ in range(ARMED):
        holders = ["p1", *random.sample(PLAYERS[1:8], 3)]
        guns = {each: random.choice([p for p in PLAYERS[:8] if p != each]) for each in holders}
        gestures = GoodCopGestures(PlainRecord(put(game(8), guns)), 0)
        gestures.tapped("d3", 0, is_hold=False)
        most = max(most, current(gestures.scene(0), 1).asked)
    assert layout.DEFAULT_BUDGET_MA // 2 < most <= layout.DEFAULT_BUDGET_MA


def test_deals_that_look_the_same_to_the_public_give_equal_lights() -> None:
    random = Random(5)
    seen: dict[object, tuple[Scene, frozenset[str], object]] = {}
    twins = 0
    for number in range(GAMES):
        state = GAME.new(**{**any_options(random), "players": 3 + number % 6, "first": 1})
        assert isinstance(state, GoodCopBadCop)
        while state.outcome is None and len(state.moves) < STEPS:
            state.push(choose(state, random))
        change = (swapped_cards, other_arrangement, other_answers)[number % 3]
        for moves in (state.moves, change(state.moves, random)):
            for step in replayed(moves, state):
                gestures = GoodCopGestures(PlainRecord(step), 0)
                gestures.beat = BEAT if step.window is not None else None
                looks = gestures.scene(0), frozenset(gestures.taps), gestures.ask
                public = (number, *shown(step, TABLE, ()).values(), str(step.asked(TABLE)))
                twins += public in seen
                assert seen.setdefault(public, looks) == looks
    assert twins > 1_000, twins


def test_of_two_who_aim_at_each_other_light_meets_in_the_middle() -> None:
    scene = gun_lights((("a1", "e5"), ("e5", "a1")))
    assert {led: light.phase for led, light in scene.items()} == {
        **{"x11": 0, "x22": 1},
        **{"x44": 0, "x33": 1},
    }


def test_light_runs_from_the_holder_to_the_target() -> None:
    state = put(game(8), {"p1": "p4"})
    scene = GoodCopGestures(PlainRecord(state), 0).scene(0)
    runs = {led: light for led, light in scene.items() if light.pattern is Pattern.CHASE}
    assert {led: light.phase for led, light in runs.items()} == {
        **{"x11": 0, "x21": 1, "x31": 2, "x42": 3},
    }


def test_a_gun_goes_round_the_light_of_another_one() -> None:
    scene = gun_lights((("a1", "e5"), ("c1", "c5")))
    phases = sorted(light.phase for light in scene.values())
    assert phases == [0, 0, 1, 1, 2, 2, 3, 3]


def test_of_eight_only_the_first_is_asked_for_a_cell() -> None:
    record = PlainRecord(GAME.new(8))
    while record.state.phase == "deal":
        record.write((record.state.legal()[0],))
    gestures = GoodCopGestures(record, 0)
    gestures.tapped("b1", 0, is_hold=False)
    assert not gestures.taps and gestures._cells[:3] == ("b1", "d1", "e2")
    assert not gestures.spoken


def test_who_was_to_be_shot_and_has_left_is_dark() -> None:
    state = play(put(game(hands={"p3": "coffee"}), {"p1": "p2"}), "p1 shoot p2")
    assert "e1" in GoodCopGestures(PlainRecord(state), 0).scene(0)
    assert "e1" not in GoodCopGestures(PlainRecord(put(state, out="p2")), 0).scene(0)
