"""Large counts on the emulated Pico: ``python -m tests.long.pico``, some minutes.

Puts 1000 cases through each hot loop, on the Pico and in plain Python, and compares the answers;
then makes 14 000 events and compares the free memory before and after. tests/pico does both with
fewer. An AssertionError names what differs.
"""

import sys

from heistboard.firmware import ROOT

sys.path.append(str(ROOT))

from tests.pico import test_heap_on_pico, test_twins, twins
from tests.support.uf2 import get_uf2

CASES = 200  # of each twin and seed
SEEDS = range(5)
EVENTS = 14_000


def main() -> None:
    """Runs both and prints the counts."""
    uf2 = get_uf2()
    for seed in SEEDS:
        cases = test_twins.make_cases(CASES, seed)
        answers = test_twins.ask_pico(uf2, cases, CASES)
        for twin in twins.TWINS:
            test_twins.check(twin, cases, answers)
        print(f"seed {seed}: {CASES} cases of each of {len(cases)} loops agree", flush=True)
    test_heap_on_pico.check_heap(test_heap_on_pico.make_board(uf2), EVENTS)
    print(f"{EVENTS} events left nothing behind")


if __name__ == "__main__":
    main()
