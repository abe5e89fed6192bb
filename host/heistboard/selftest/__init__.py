"""The guided walk of ``heistboard board test``: a light asks, a reed answers.

``walk`` is the state machine (pure, time is an argument); its states are in ``reeds``, ``lights``
and ``diodes``; the order of the reeds is in ``plan``. ``findings`` draws conclusions from the
evidence, and ``report`` presents them to people and programs. ``robot`` walks a simulated board.
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
