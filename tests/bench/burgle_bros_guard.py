"""The guard of Burgle Bros on this machine: paths made and read, and the outlook (design, 11).

python -m tests.bench.burgle_bros_guard
"""

import time
from random import Random

from heistboard.games.burgle_bros.guard_paths import GuardPaths, guard_paths
from heistboard.games.burgle_bros.outlook import GuardKnowledge, outlook
from heistboard.games.burgle_bros.walls import LAYOUTS, FloorPlan, printed

from tests.bench.figures import machine, spread

SEED = 2024
MADE = 500
READ = 200_000
LOOKED = 2000
ALARMS = (0, 0, 0, 1, 2, 3)
PLANS = [plan for layout in LAYOUTS for plan in printed(layout)]


def paths() -> None:
    """Measures the paths of a floor, of all pairs of cells, and reading one that is known."""
    made = []
    pairs = 0
    for number in range(MADE):
        plan = PLANS[number % len(PLANS)]
        started = time.perf_counter()
        GuardPaths(plan)
        made.append((time.perf_counter() - started) * 1e3)
        pairs += len(plan.cells) ** 2
    print(spread("paths of a floor, new", made, "ms", "none"))
    print(f"paths made: {pairs / sum(made) * 1e3:,.0f}/s")
    random = Random(SEED)
    asked = [
        (plan, random.choice(plan.cells), random.choice(plan.cells))
        for plan in random.choices(PLANS, k=1000)
    ]
    started = time.perf_counter()
    for number in range(READ):
        plan, start, target = asked[number % len(asked)]
        guard_paths(plan).path(start, target)
    print(f"paths read: {READ / (time.perf_counter() - started):,.0f}/s (n={READ})")


def looks() -> None:
    """Measures the time of a core for the outlook of a guard on the floor: one movement, three."""
    random = Random(SEED)
    for movements, budget in ((1, "p99 < 5"), (3, "none")):
        spent, errors = [], []
        for _ in range(LOOKED // movements**2):
            known = any_knowledge(random, random.choice(PLANS))
            started = time.process_time()
            found = outlook(known, movements)
            spent.append((time.process_time() - started) * 1e3)
            errors.append(found[-1].error)
        print(spread(f"outlook, movements: {movements}", spent, "ms", budget))
        print(f"standard error of the last one: at most {max(errors):.3f}")


def any_knowledge(random: Random, plan: FloorPlan) -> GuardKnowledge:
    """Returns a guard with a deck that is partly drawn, and alarms now and then."""
    cells = random.sample(plan.cells, len(plan.cells))
    alarms = frozenset(cells[2 : 2 + random.choice(ALARMS)])
    target = guard_paths(plan).nearest(cells[0], alarms or cells[1:2])[0]
    drawn = random.sample(plan.cells, random.randrange(2, 8))
    speed = random.randrange(2, 7)
    return GuardKnowledge(plan, cells[0], target, speed, alarms, frozenset(drawn), removed=6)


if __name__ == "__main__":
    print(machine())
    paths()
    looks()
