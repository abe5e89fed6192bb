"""Announcements of a table, and their English words."""

import time
from collections.abc import Callable

from heistboard import games
from heistboard.app import Status
from heistboard.games.gestures import Ask
from heistboard.rules import TABLE
from heistboard.words import Words

WITHIN_S = 60.0  # reached only by a test that fails
VIEW = games.load("car-thief").new().view(TABLE)
ACT = Ask("police.act")
NOTHING = Ask("found.nothing", {"cell": "b3"})
RED = Ask("found.red", {"cell": "c4"})
CAR = Ask("found.car", {"cell": "d5"})
ARREST = Ask("over.arrest")
CLOSE, OPEN, HIDE = Ask("eyes.close"), Ask("eyes.open"), Ask("hide")


def status(*spoken: Ask, ask: Ask = ACT, is_secret: bool = False) -> Status:
    return Status(0, 1, 0, "police", "police", "synced", ask, {}, (), is_secret, {}, VIEW, spoken)


def closed(*spoken: Ask) -> Status:
    return status(*spoken, ask=HIDE, is_secret=True)


def wait(done: Callable[[], bool]) -> bool:
    due = time.monotonic() + WITHIN_S
    while not done() and time.monotonic() < due:
        time.sleep(0.005)
    return done()


def english(*asks: Ask) -> list[str]:
    words = Words("en", "car-thief")
    said = []
    for ask in asks:
        said += [words.spoken(ask, VIEW), *(words.count() if ask == CLOSE else ())]
    return said
