"""Many pairs of faults for `board test`: ``python -m tests.long.self_test``, some minutes.

Draws 3000 pairs for a quick hand and 300 for a person, in virtual time; each must be found, and
nothing else. tests/host/selftest/test_pairs.py draws fewer. The first failing pair is shown.
"""

import sys

from heistboard.firmware import ROOT
from hypothesis import given, settings
from hypothesis import strategies as st

sys.path.append(str(ROOT))

from tests.host.selftest.test_pairs import PAIRS, Flaw, check

QUICK, PERSONS = 3000, 300


@settings(max_examples=QUICK, deadline=None)
@given(PAIRS, st.integers(0, 99))
def check_quick(pair: tuple[Flaw, Flaw], seed: int) -> None:
    """A hand as quick as the board allows."""
    check(pair, seed)


@settings(max_examples=PERSONS, deadline=None)
@given(PAIRS, st.integers(0, 99))
def check_person(pair: tuple[Flaw, Flaw], seed: int) -> None:
    """A hand that takes a second for each step."""
    check(pair, seed, is_person=True)


if __name__ == "__main__":
    check_quick()
    check_person()
    print(f"{QUICK} + {PERSONS} pairs of faults found")
