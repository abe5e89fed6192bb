"""The guided walk of ``heistboard board test``: the light asks, the reed answers.

``walk`` is the state machine (pure, time is an argument), ``reeds``, ``lights`` and ``diodes`` are
its parts, ``plan`` says in which order, ``findings`` what follows from what was seen, ``report``
says it to people and programs. ``robot`` does it by itself on a simulated board.
"""

from heistboard.selftest.findings import Finding, Kind, find
from heistboard.selftest.plan import PARTS, Plan
from heistboard.selftest.walk import Key, Pace, Prompt, State, Walk

__all__ = ["PARTS", "Finding", "Key", "Kind", "Pace", "Plan", "Prompt", "State", "Walk", "find"]
