"""Compares the guard's paths on 1 000 generated floors with a slow enumerator of all paths, and
the outlook with random evenings: ``python -m tests.long.burgle_bros_guard``.

With a number, that many floors. A thousand take some minutes.
"""

import sys
import time
from math import sqrt
from random import Random

from heistboard.games.burgle_bros.guard_paths import guard_paths
from heistboard.games.burgle_bros.outlook import LOST_VISUAL, GuardKnowledge, outlook

from tests.host.games.burgle_bros.test_guard_paths import compare_every_path, generated
from tests.host.games.burgle_bros.test_outlook import figures, flat, play, simulated

FLOORS = 1000
OUTLOOKS = 100  # floors whose outlook is compared
PLAYED = 4000  # random evenings for each
SIGMAS = 6  # there are many figures


def paths(count: int) -> None:
    """Compares all pairs of cells of *count* floors."""
    began_s = time.monotonic()
    compared = tied = 0
    for seed in range(count):
        plan = generated(seed)
        tied += compare_every_path(plan)
        compared += len(plan.cells) ** 2
    took_s = time.monotonic() - began_s
    print(f"{count} floors: {compared} paths, {tied} of them tied, all equal; {took_s:.0f} s")


def outlooks(count: int) -> None:
    """Compares three movements on *count* floors."""
    began_s = time.monotonic()
    furthest = 0.0
    for seed in range(count):
        about = any_knowledge(seed)
        random = Random(seed)
        guard = simulated(about)
        ways = guard.ways
        evenings = []
        for _ in range(PLAYED):
            guard = simulated(about)
            guard.ways = ways
            evenings.append((1 / PLAYED, play(guard, random.randrange, 3)))
        for movement, shares in zip(outlook(about), figures(about, evenings, 3), strict=True):
            for chance, share in zip(flat(movement), shares, strict=True):
                wide = sqrt(max(chance * (1 - chance), 1 / PLAYED) / PLAYED + movement.error**2)
                furthest = max(furthest, abs(chance - share) / wide)
                assert abs(chance - share) < SIGMAS * wide, (about, chance, share)
    took_s = time.monotonic() - began_s
    print(f"{count} outlooks: at most {furthest:.1f} standard errors off; {took_s:.0f} s")


def any_knowledge(seed: int) -> GuardKnowledge:
    """Returns what may be known of the guard on a generated floor, cards and all."""
    random = Random(seed)
    plan = generated(seed)
    cells = plan.cells
    random.shuffle(cells)
    has_lost_visual = random.random() < 0.3
    cards = [*cells, *([LOST_VISUAL] if has_lost_visual else [])]
    random.shuffle(cards)
    removed = random.choice([0, 3, 6, 9])
    drawn = random.randrange(len(cards) - removed + 1)
    alarms = frozenset(cells[2 : 2 + random.choice([0, 0, 1, 2, 3])])
    cameras = frozenset(cells[5 : 5 + random.choice([0, 0, 2, 3])])
    is_away = random.random() < 0.15
    known = GuardKnowledge(
        plan,
        guard=None if is_away else cells[0],
        target=None if is_away else cells[1],
        speed=random.randrange(2, 6),
        alarms=alarms,
        discards=frozenset(cards[:drawn]),
        removed=removed,
        has_lost_visual=has_lost_visual,
        more_steps=random.choice([0, 0, 0, 1, -1]),
        has_donuts=random.random() < 0.1 and not is_away,
        distracted_at=random.choice([None, None, cells[6]]),
        disrupted_at=random.choice([None, None, cells[0]]),
        cameras=cameras,
        watched=frozenset(sorted(cameras)[:1]),
    )
    if alarms and not is_away:
        near = guard_paths(plan).nearest(cells[0], alarms)
        known = known._replace(target=random.choice(near))
    return known


def main(arguments: list[str]) -> None:
    """Runs it."""
    count = int(arguments[0]) if arguments else FLOORS
    paths(count)
    outlooks(min(count, OUTLOOKS))


if __name__ == "__main__":
    main(sys.argv[1:])
