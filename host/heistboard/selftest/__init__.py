"""The guided walk of ``heistboard board test``: the light asks, the reed answers.

``walk`` is the state machine (pure, time is an argument), ``reeds``, ``lights`` and ``diodes`` are
its parts, ``plan`` says in which order, ``findings`` what follows from what was seen, ``report``
says it to people and programs. ``robot`` does it by itself on a simulated board.
"""

from heistboard.selftest.findings import FaultKind, Finding, find
from heistboard.selftest.plan import PARTS, HandPlan
from heistboard.selftest.walk import Key, Pace, Walk, WalkPrompt, WalkState

__all__ = [
    "PARTS",
    "FaultKind",
    "Finding",
    "HandPlan",
    "Key",
    "Pace",
    "Walk",
    "WalkPrompt",
    "WalkState",
    "find",
]
