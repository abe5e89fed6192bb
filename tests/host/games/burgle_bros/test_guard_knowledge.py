"""What views say about guards, and the outlook of it against movements that the rules play."""

from math import sqrt
from random import Random

import pytest
from heistboard.games.burgle_bros import GAME
from heistboard.games.burgle_bros.guard_knowledge import guard_knowledge
from heistboard.games.burgle_bros.guards import move_guard
from heistboard.games.burgle_bros.job import AWAY, UNPLACED, Job, Question, replaced
from heistboard.games.burgle_bros.outlook import LOST_VISUAL, GuardKnowledge, outlook
from heistboard.games.burgle_bros.rules import BurgleBros
from heistboard.games.burgle_bros.walls import read_floor
from heistboard.rules import TABLE, Choice

from tests.host.games.burgle_bros.stage import game, play, put, show, walls

PLAYED = 200
SIGMAS = 5


def said(state: BurgleBros, floor: int = 1, seat: int = TABLE) -> GuardKnowledge:
    found = guard_knowledge(state.view(seat), floor)
    assert found is not None
    return found


def test_a_guard_is_known_with_his_die_and_the_cards_drawn() -> None:
    state = walls(put(game(2), alarms="b1 2:c1"), "a1|b1,c2|c3")
    assert said(state) == GuardKnowledge(
        read_floor("a1|b1,c2|c3", 4),
        guard=15,
        target=3,
        speed=2,
        alarms=frozenset({1}),
        discards=frozenset({15, 3}),
        removed=6,
    )
    assert said(state, 2)._replace(plan=said(state).plan) == GuardKnowledge(
        said(state).plan, None, None, 3, alarms=frozenset({2}), removed=6
    )


def test_bb_setup_9_a_guard_without_a_die_is_not_known_yet() -> None:
    state = GAME.new(1)
    state.push("character p1 hawk")
    state.push("patrol d4")
    assert guard_knowledge(state.view(TABLE), 1) is None
    assert guard_knowledge(state.view(TABLE), 2) is not None


@pytest.mark.parametrize(("players", "removed"), [(1, 9), (2, 6), (3, 3), (4, 0)])
def test_bb_setup_5_removed_cards_are_as_many_as_nobody_has_seen(
    players: int, removed: int
) -> None:
    state = game(players, lost_visual=True)
    assert (said(state).removed, said(state, 2).removed) == (removed, removed)
    assert said(state).has_lost_visual
    put(state, patrol_unseen=(0b11, (1 << 17) - 1), patrol_left=(2, 17 - removed))
    assert said(state).discards == {LOST_VISUAL, *range(2, 16)}


def test_bb_knox_1_the_empty_cell_and_the_size_are_known() -> None:
    state = game(2, scenario="fort_knox")
    assert (said(state).plan.size, said(state).plan.empty) == (5, 12)
    assert len(said(state).plan.cells) - len(said(state).discards) - said(state).removed == 16


def test_bb_char_spotter_b_a_card_looked_at_is_known_to_its_seat_alone() -> None:
    state = play(game(2, "spotter"), "scout; look p1 c3")
    kept = next(move for move in state.legal() if move.verb in ("keep", "leave"))
    state.push(kept)
    assert said(state, seat=0).top == (10,)
    assert said(state, seat=1).top == said(state).top == ()


def test_daydreaming_donuts_and_crows_are_known() -> None:
    state = put(game(2, "raven"), crow=5, guard_steps=-1, donuts=1)
    assert said(state).distracted_at == 5 and said(state).disrupted_at is None
    assert said(state).more_steps == -1 and said(state, 2).more_steps == 0
    assert said(state).has_donuts and not said(state, 2).has_donuts
    above = put(game(2, "raven"), guard2="2:d4", donuts=2)
    assert said(above, 2).has_donuts and not said(above).has_donuts
    assert said(state, 2).distracted_at is None
    assert said(put(state, shift_change=True)).more_steps == 0
    advanced = put(game(2, "raven", "advanced"), crow=5)
    assert (said(advanced).distracted_at, said(advanced).disrupted_at) == (None, 5)


def test_bb_tile_camera_cameras_and_players_in_them_are_known() -> None:
    state = put(show(game(2), "b1 camera", "c3 camera", "2:d1 camera"), p1="b1", p2="2:d1")
    assert said(state).cameras == {1, 10} and said(state).watched == {1}
    assert said(state, 2).cameras == said(state, 2).watched == {3}
    assert said(put(state, crowbarred="b1")).watched == frozenset()
    assert said(put(state, video_loop=0)).cameras == frozenset()
    assert said(put(state, video_loop=UNPLACED, emp=0)).cameras == frozenset()


@pytest.mark.parametrize("seed", range(10))
def test_the_outlook_is_what_the_rules_play(seed: int) -> None:
    random = Random(seed)
    state = any_position(random)
    known = said(state)
    chances = outlook(known, 1)[0]
    area = known.plan.size**2
    ends = [0] * area
    gone = 0
    for _ in range(PLAYED):
        guard = moved(state.job, random)
        if guard < 0:
            gone += 1
        else:
            ends[guard] += 1
    pairs = zip((*chances.ends_on, chances.leaves), (*ends, gone), strict=True)
    for chance, count in pairs:
        wide = sqrt(max(chance * (1 - chance), 1 / PLAYED) / PLAYED)
        assert abs(chance - count / PLAYED) < SIGMAS * wide


def any_position(random: Random) -> BurgleBros:
    """A game of two in its first turn, with a fast guard on floor 1 who is near something."""
    scenario: Choice = random.choice(["office", "fort_knox"])
    state = game(
        2, "raven", random.choice(["basic", "advanced"]), scenario=scenario, lost_visual=True
    )
    job = state.job
    rooms = job.site.rooms(0)
    random.shuffle(rooms)
    guard, near, crow, *others = rooms
    text = "a1|b1,b1|c1,d1|d2,a2|b2,c2|d2,b3|b4,d3|d4"
    walls(state, text)
    alarms = random.sample(others, random.choice([0, 0, 1, 2, 3]))
    nearest = job.paths[0].nearest(guard, alarms or [near, *others[:6]])
    job.alarms = sum(1 << cell for cell in alarms)
    job.guards = replaced(job.guards, 0, guard)
    job.targets = replaced(job.targets, 0, nearest[0])
    if random.random() < 0.2:
        job.guards, job.targets = (replaced(each, 0, AWAY) for each in (job.guards, job.targets))
    job.speeds = replaced(job.speeds, 0, random.randrange(2, 5))
    job.crow = random.choice([guard, crow, UNPLACED])
    left = random.choice([0, 1, 5])
    job.patrol_left = replaced(job.patrol_left, 0, left)
    hidden = random.sample([*rooms, job.site.area], left + 6)
    job.patrol_unseen = replaced(job.patrol_unseen, 0, sum(1 << card for card in hidden))
    show(state, *(f"{job.site.names[cell]} camera" for cell in others[-3:]))
    return put(state, p1=job.site.names[others[-1]])


def moved(before: Job, random: Random) -> int:
    """Where the guard is after a movement that the rules play; chance and players at random."""
    job = before.copy()
    job.agenda = None
    job.stealth = tuple(99 for _ in job.stealth)
    move_guard(job, 0)
    job.run()
    while job.agenda is not None:
        (question, about), job.agenda = job.agenda
        assert isinstance(question, Question)
        question.answer(job, random.choice(question.moves(job, *about)), *about)
        job.run()
    return job.guards[0]
