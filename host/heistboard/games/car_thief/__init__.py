"""Car Thief: a thief hides a car under 25 buildings; three helicopters hunt it for 11 rounds.

Edition: the Russian rulebook. ``board`` has the geometry, ``rules`` the state; ``notation`` parses
moves and explains refusals; ``view`` defines who may know what, ``belief`` what the police can
deduce; ``bots`` has the computer players.

Where the rulebook is silent we play as follows; README.md lists all rules by id.

* The district is a square of 5 × 5; its rim has no crossings (CT-GEO-1, CT-GEO-8).
* Helicopters are placed in any order before the thief hides, and the thief sees them (CT-SETUP-5,
  CT-SETUP-6). The police are one side: any of them may move any helicopter (CT-POLICE-10).
* The car never returns to a cell, even if the token of that cell is on the roof (CT-THIEF-4).
* The thief must announce being surrounded when no cell is legal, and only then (CT-THIEF-6).
* A crossing that was left earlier in the same phase is free (CT-POLICE-4). A search that cannot
  find anything is legal (CT-POLICE-5). Blue tokens do not tell their round (CT-POLICE-7).

At the board, which the rulebook does not cover (tables are in GESTURES.md and ``hidden_car``):

* If the car's reed is dead, the car is under the only other building that was lifted, or under the
  one that was lifted twice. A reed that is known to work is trusted.
* A magnet at a building that stands is never the car: see GESTURES.md for the one exception.
* After a restart with buildings off, the others close their eyes and the thief puts back what was
  under them, and lifts the car's building in any case. This is a separate phase, ``restore``.
"""

from heistboard.games.car_thief.board import SEATS
from heistboard.games.car_thief.notation import read
from heistboard.games.car_thief.rules import CarThief
from heistboard.games.package import Alias, Package
from heistboard.rules import Game, Option

__all__ = ["GAME", "PACKAGE"]

GAME = Game(
    name="car-thief",
    title="Car Thief",
    edition="Russian rulebook",
    rules=1,
    players=range(2, 5),
    seats=lambda options: SEATS,
    endings=("arrest", "escape", "surrounded"),
    phases=("setup", "eyes-closed", "police", "over"),
    start=lambda options: CarThief(),
    read=read,
)


def _seconds(text: str) -> str:
    try:
        if not text or 0 <= float(text) <= 3600:
            return text
    except ValueError:
        pass
    raise ValueError("expected seconds, 0..3600, or nothing for the usual time")


PACKAGE = Package(
    game=GAME,
    contract=2,
    module=__name__,
    gestures=f"{__name__}.gestures:sit_down",
    table_options={
        "thief-seconds": Option(
            ("", "5", "10", "15", "20", "30", "45", "60", "90", "120"),
            "",
            "how many seconds eyes stay closed at least, or nothing for the usual time",
            _seconds,
        ),
    },
    rehearsal={"thief-seconds": "2"},
    rehearsal_aliases={"thief_ms": ("thief-seconds", 0.001)},
    table_phases={"restore": "eyes-closed"},
    traces="roofs",
    bots=f"{__name__}.bots:BOTS",
    bot_seats={  # for the other seat they play at random
        "beginner": ("thief",),
        "rim": ("thief",),
        "hunter": ("police",),
        "patrol": ("police",),
    },
    guide=f"{__name__}.guide:GUIDE",
    hints=f"{__name__}.hints:Hints",
    hint_grades=("notes", "cells", "odds"),
    review=f"{__name__}.review:REVIEWER",
    statistics=f"{__name__}.statistics:facts",
    commands=f"{__name__}.commands:COMMANDS",
    aliases=(
        Alias(("belief",), "belief"),
        Alias(("perft", "car-thief", "--trails"), "trails"),
    ),
    sounds={
        "search.nothing": "nothing",
        "search.yellow": "find",
        "search.red": "find",
        "search.blue": "find",
        "search.car": "find",
        "over.arrest": "caught",
        "over.surrounded": "caught",
        "over.escape": "free",
    },
    drawing=f"{__name__}.drawing",
    has_pieces=True,
    has_pages=True,
    has_rulebook=True,
)
