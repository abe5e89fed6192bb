"""Where a guard will go: against every way it can happen, and against many random ones."""

import subprocess
import sys
from collections.abc import Iterable, Sequence
from math import sqrt
from random import Random
from typing import Any

import pytest
from heistboard.games.burgle_bros.cells import GRIDS
from heistboard.games.burgle_bros.outlook import LOST_VISUAL, Chances, GuardKnowledge, outlook
from heistboard.games.burgle_bros.walls import FloorPlan, printed, read_floor

from tests.host.games.burgle_bros import slow_guard
from tests.host.games.burgle_bros.slow_guard import AWAY, Guard, Seen, every_way

PLAYED = 3000  # random evenings; tests/long has more
SETS = ("alarms", "discards", "cameras", "watched")
SIGMAS = 5  # a chance of one in a million to be wrong about a figure

OFFICE = printed("office")[0]
KNOX = printed("fort_knox_b")[1]


def cells(text: str, size: int = 4) -> frozenset[int]:
    return frozenset(GRIDS[size].numbers[name] for name in text.split())


def known(
    guard: str | None, target: str | None, speed: int, plan: FloorPlan = OFFICE, **more: object
) -> GuardKnowledge:
    """What is known, with the names of cells; *left* are the cards that were not drawn."""
    numbers = GRIDS[plan.size].numbers
    values: dict[str, Any] = {
        name: cells(str(value), plan.size) if name in SETS else value
        for name, value in more.items()
        if name != "left"
    }
    for name in ("top", "bottom"):
        values[name] = tuple(
            LOST_VISUAL if card == "LV" else numbers[card]
            for card in str(more.get(name, "")).split()
        )
    for name in ("distracted_at", "disrupted_at"):
        values[name] = numbers.get(str(more.get(name)))
    if "left" in more:
        every = frozenset(plan.cells) | ({LOST_VISUAL} if more.get("has_lost_visual") else set())
        left = {numbers.get(card, LOST_VISUAL) for card in str(more["left"]).split()}
        values["discards"] = every - left - {*values["top"], *values["bottom"]}
    places = [None if cell is None else numbers[cell] for cell in (guard, target)]
    return GuardKnowledge(plan, places[0], places[1], speed)._replace(**values)


def simulated(about: GuardKnowledge) -> Guard:
    """The same floor for the slow simulation."""
    plan = about.plan
    names = dict(enumerate(GRIDS[plan.size].names)) | {LOST_VISUAL: slow_guard.LOST_VISUAL}
    cards = [names[cell] for cell in plan.cells]
    cards += [slow_guard.LOST_VISUAL] * about.has_lost_visual
    gone = {names[card] for card in (*about.discards, *about.top, *about.bottom)}
    return Guard(
        size=plan.size,
        walls=[frozenset((names[one], names[other])) for one, other in plan.walls],
        cards=cards,
        room=AWAY if about.guard is None else names[about.guard],
        target="" if about.target is None else names[about.target],
        die=about.speed,
        alarms={names[cell] for cell in about.alarms},
        hidden=[card for card in cards if card not in gone],
        removed=about.removed,
        top=[names[card] for card in about.top],
        bottom=[names[card] for card in about.bottom],
        empty="" if plan.empty is None else names[plan.empty],
        more=about.more_steps,
        has_donuts=about.has_donuts,
        crow="" if about.distracted_at is None else names[about.distracted_at],
        holder="" if about.disrupted_at is None else names[about.disrupted_at],
        cameras={names[cell] for cell in about.cameras},
        watched={names[cell] for cell in about.watched},
    )


def figures(
    about: GuardKnowledge, ways: Iterable[tuple[float, Sequence[Seen]]], movements: int
) -> list[list[float]]:
    """By movement: the chances of each cell, of leaving and of a choice, as :func:`flat`."""
    names = GRIDS[about.plan.size].names
    sums = [[0.0] * (2 * len(names) + 2) for _ in range(movements)]
    for chance, seen in ways:
        for total, movement in zip(sums, seen, strict=True):
            for number, name in enumerate(names):
                total[number] += chance * (name in movement.rooms)
                total[len(names) + number] += chance * (name == movement.end)
            total[-2] += chance * (movement.end == AWAY)
            total[-1] += chance * movement.is_chosen
    return sums


def flat(chances: Chances) -> list[float]:
    return [*chances.steps_on, *chances.ends_on, chances.leaves, chances.chosen]


ONE = {
    "on his way, no card": known("a1", "d4", 2),
    "BB-GUARD-4: arrives, one step left": known("c1", "d1", 2, left="a1 b1 c4 d2 b3", removed=2),
    "BB-GUARD-5: a card on his last step": known("c1", "d1", 1, left="a1 b1 c4", removed=1),
    "BB-GUARD-6: his own cell again": known("c1", "d1", 3, left="d1 c1 c2 b1", removed=1),
    "BB-GUARD-9: the deck is empty": known("c1", "d1", 3, left="a1 a2 a3", removed=3),
    "BB-GUARD-9: and is empty after a card": known("c1", "d1", 3, left="c1 a2 a3 a4", removed=3),
    "BB-ALARM-2: an alarm hastens him": known("a1", "d1", 2, alarms="d1", left="b1 b2 b4"),
    "BB-ALARM-4: two alarms": known("a1", "c3", 3, alarms="c3 d4", left="b1 b2 b4"),
    "BB-ALARM-4: three, two as near": known(
        *("b2", "c2", 2), read_floor("", 4), alarms="c2 d2 c3", left="b1 b2 b4"
    ),
    "BB-LV-2: he may leave": known("c1", "d1", 3, has_lost_visual=True, left="a1 b1 LV d3"),
    "BB-LV-3: he comes back": known(
        *(None, None, 2), has_lost_visual=True, left="a1 b1 LV d3", removed=1
    ),
    "BB-LV-3: with alarms": known(
        *(None, None, 2), alarms="b2 c3", has_lost_visual=True, left="a1 b2 LV d3 c4", removed=0
    ),
    "BB-GUARD-3: Espresso": known("c1", "d1", 2, more_steps=1, left="a1 b1 c4 d2 b3"),
    "BB-GUARD-3: Daydreaming": known("c1", "d1", 2, more_steps=-1, left="a1 b1 c4 d2 b3"),
    "BB-GUARD-3: not below 0": known("c1", "d1", 0, more_steps=-1),
    "BB-TOOL-DONUTS": known("c1", "d1", 3, has_donuts=True, left="a1 b1"),
    "BB-CHAR-RAVEN-B": known("c1", "d1", 4, distracted_at="c1", left="a1 b1 b3 c3 d3"),
    "BB-CHAR-RAVEN-B: on his last step": known("c1", "d1", 1, distracted_at="d1", left="a1 b1"),
    "BB-CHAR-RAVEN-A": known("c1", "d1", 4, disrupted_at="c1", left="a1 b1"),
    "BB-CHAR-RAVEN-A: not with an alarm": known(
        "c1", "d1", 2, disrupted_at="c1", alarms="d1", left="a1 b1 c3"
    ),
    "BB-TILE-CAMERA: seen on the way": known(
        *("a1", "b2", 6), cameras="a3 c3 d1", watched="c3 d1", left="a1 b1 c4"
    ),
    "BB-TILE-CAMERA: not in his own room": known(
        *("a1", "b3", 4), cameras="a3", watched="a3", left="a1 b1 c4"
    ),
    "a card on top is known": known("c1", "d1", 4, top="d4", left="a1 b1 c4"),
    "a card at the bottom is known": known("c1", "d1", 6, bottom="b2", left="c1 c2", removed=1),
    "Lost Visual on top": known("c1", "d1", 4, top="LV", has_lost_visual=True, left="a1 b1 c4"),
    "BB-KNOX-1: round the empty cell": known("b3", "d3", 6, KNOX, left="a1 e5 c2"),
}
LATER = {
    "two movements": known("c1", "d1", 2, left="a1 b1 c4 d2 b3", removed=2),
    "alarms stay for the next one": known("a1", "c3", 2, alarms="c3 d4", left="b1 b2 b4"),
    "BB-GUARD-9: the die stays higher": known("c1", "d1", 1, left="a1", removed=1),
    "BB-GUARD-9: the die is at most 6": known("c1", "d1", 6, more_steps=-5, left="a1", removed=1),
    "BB-LV: away and back": known("c1", "d1", 1, has_lost_visual=True, left="a1 LV d3 c4"),
    "BB-CHAR-RAVEN-A: the crow has gone": known("c1", "d1", 2, disrupted_at="c1", left="a1 b1 c4"),
    "Donuts and Espresso are over": known(
        "c1", "d1", 2, has_donuts=True, more_steps=1, left="a1 b1 c4"
    ),
}


@pytest.mark.parametrize("name", ONE)
def test_next_movement_is_what_every_way_adds_up_to(name: str) -> None:
    compare_with_every_way(ONE[name], 1)


@pytest.mark.parametrize("name", LATER)
def test_second_movement_is_what_every_way_adds_up_to(name: str) -> None:
    compare_with_every_way(LATER[name], 2)


def compare_with_every_way(about: GuardKnowledge, movements: int) -> None:
    ways = every_way(lambda choose: play(simulated(about), choose, movements))
    expected = figures(about, ((float(chance), seen) for chance, seen in ways), movements)
    found = outlook(about, movements, 10**9)
    for movement, sums in zip(found, expected, strict=True):
        assert movement.error == 0
        assert flat(movement) == pytest.approx(sums, abs=1e-12)


def play(guard: Guard, choose: slow_guard.Choose, movements: int) -> list[Seen]:
    return [guard.move(choose) for _ in range(movements)]


PLAYS = {
    "Bank, two players": known("a1", "d2", 4, printed("bank")[2], discards="a1 d2", removed=6),
    "Office, near the end of the deck": known("b2", "c4", 3, left="a1 b1 c1 d1 a2 a3", removed=3),
    "Fort Knox, fast, with alarms": known(
        *("a1", "e4", 6, KNOX), alarms="e4 b2 d5", discards="a1 c1", removed=9
    ),
    "Lost Visual, cameras, crow": known(
        *("a1", "d2", 5, OFFICE),
        cameras="b1 c3 a4",
        watched="c3",
        distracted_at="b3",
        has_lost_visual=True,
        discards="a1 d2",
    ),
    "away": known(None, None, 4, has_lost_visual=True, removed=3),
}


@pytest.mark.parametrize("name", PLAYS)
def test_three_movements_are_what_many_random_ones_show(name: str) -> None:
    about = PLAYS[name]
    random = Random(name)
    ways: dict[tuple[str, str], list[str]] = {}
    evenings = []
    for _ in range(PLAYED):
        guard = simulated(about)
        guard.ways = ways
        evenings.append((1 / PLAYED, play(guard, random.randrange, 3)))
    for movement, sums in zip(outlook(about), figures(about, evenings, 3), strict=True):
        assert sum(movement.ends_on) + movement.leaves == pytest.approx(1)
        for chance, share in zip(flat(movement), sums, strict=True):
            wide = sqrt(max(chance * (1 - chance), 1 / PLAYED) / PLAYED + movement.error**2)
            assert abs(chance - share) < SIGMAS * wide


@pytest.mark.parametrize(
    ("name", "limit"),
    [
        ("Bank, two players", 10),
        ("Bank, two players", 50),
        ("Fort Knox, fast, with alarms", 30),
        ("Fort Knox, fast, with alarms", 300),
    ],
)
def test_error_bounds_what_the_limit_costs(name: str, limit: int) -> None:
    exact = outlook(PLAYS[name], 2, 10**9)
    first, second = outlook(PLAYS[name], 2, limit)
    assert [movement.error for movement in exact] == [0, 0]
    assert first == exact[0]
    assert 0 < second.error < 1 / sqrt(limit)
    assert flat(second) != flat(exact[1])
    for figure, true in zip(flat(second), flat(exact[1]), strict=True):
        assert abs(figure - true) < SIGMAS * second.error


def test_equal_knowledge_has_an_equal_outlook() -> None:
    about = PLAYS["Fort Knox, fast, with alarms"]
    again = about._replace(alarms=frozenset(sorted(about.alarms, reverse=True)))
    assert outlook(about) == outlook(again)
    assert all(figure <= 1 for movement in outlook(about) for figure in flat(movement))


def test_cards_that_were_not_drawn_are_all_as_likely_wherever_they_are() -> None:
    # Three of the four are in the deck, but nobody knows which.
    chances = outlook(known("c1", "d1", 1, left="a1 b1 c4 d2", removed=1), 2)[1]
    whole = outlook(known("c1", "d1", 1, left="a1 b1 c4 d2", removed=0), 2)[1]
    assert chances == whole


def test_a_guard_with_no_card_to_come_is_certain() -> None:
    first = outlook(known("a1", "d4", 2), 1)[0]
    names = GRIDS[4].names
    assert {name for name, chance in zip(names, first.steps_on, strict=True) if chance} == {
        "a2",
        "a3",
    }
    assert first.ends_on[names.index("a3")] == 1
    assert (first.leaves, first.chosen, first.error) == (0, 0, 0)


def test_the_first_outlook_of_a_process_imports_nothing_more() -> None:
    script = (
        "import sys\n"
        "from tests.host.games.burgle_bros.test_outlook import known, outlook\n"
        "before = set(sys.modules)\n"
        "outlook(known('a1', 'c3', 5))\n"
        "print(sorted(set(sys.modules) - before))\n"
    )
    ran = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert ran.stdout == "[]\n"
