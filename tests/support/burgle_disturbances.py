"""Random mistakes of hands at a table of Burgle Bros: they are lit, heal, and are no moves."""

from collections.abc import Callable, Sequence
from random import Random

from heistboard.places.place import split_floor
from heistboard.places.scene import Intent, Level, Pattern

from tests.support.burgle_acts import BurgleActs
from tests.support.burgle_hands import settle_what_is_due

__all__ = ["can_disturb", "disturb_and_heal"]

LIT_WITHIN_MS = 1_000
HEALED_MS = 2_500
LEADS = {  # the lights that lead: put something here, take it away, turn it, move it along
    (Level.BRIGHT, Pattern.BLINK),
    (Level.BRIGHT, Pattern.DOUBLE),
    (Level.NORMAL, Pattern.BLINK),
    (Level.NORMAL, Pattern.CHASE),
}


def can_disturb(table: BurgleActs, random: Random) -> bool:
    """Does what is due; returns whether there is enough on the board for every mistake."""
    settle_what_is_due(table, random)
    return table.state.phase == "act" and len(table.gestures._must.down) >= 3


def disturb_and_heal(
    table: BurgleActs,
    random: Random,
    begin: Callable[[], object] = lambda: None,
    end: Callable[[], object] = lambda: None,
    *,
    on_one_floor: bool = False,
) -> None:
    """Makes a mistake, looks at lights and moves, and puts all right.

    The mistake is made between *begin* and *end*, which may cut a cable. With *on_one_floor* it is
    not on two: while one of them is silent, half of a mistake may be a gesture.
    """
    moves, taps = table.played(), set(table.gestures.taps)
    reeds = _mistake(table, random)
    while on_one_floor and len({split_floor(reed)[0] for reed in reeds}) > 1:
        reeds = _mistake(table, random)
    begin()
    _change(table, reeds, random)
    end()
    table.wait(LIT_WITHIN_MS)
    scene = table.scene
    for place in {reed.partition(".")[0] for reed in reeds}:
        light = scene.get(place, Intent())
        assert (light.level, light.pattern) in LEADS, (reeds, scene)
    table.wait(random.randrange(2_000))
    random.shuffle(reeds)
    _change(table, reeds, random)
    table.wait(HEALED_MS)
    assert (table.played(), table.sync) == (moves, "synced"), reeds
    assert set(table.gestures.taps) == taps  # play goes on


def _change(table: BurgleActs, reeds: Sequence[str], random: Random) -> None:
    for reed in reeds:
        table.reed(reed, is_closed=reed not in table.closed, for_ms=random.randrange(50))


def _mistake(table: BurgleActs, random: Random) -> list[str]:
    # The reeds of a random mistake that is no gesture.
    state = table.state
    holds = table.gestures._choices.holds
    must = table.gestures.expected()
    taps = table.gestures.taps  # to lift a figure there is a tap
    guards = [
        f"{place}.occupant" for place in table.gestures._must.guards if place and place not in taps
    ]
    down = [reed for reed in table.gestures._must.down if reed[:-6] not in holds]
    free = [
        reed
        for reed, is_closed in must.items()
        if reed.endswith(".occupant") and not is_closed and reed[:-9] not in taps
    ]
    up = [reed for reed in table.gestures._must.up if reed[:-6] in state.job.site.names]
    kinds = [random.sample(sorted(table.gestures._must.down), 2), random.sample(free, 1)]
    if guards:
        kinds += [[random.choice(guards), random.choice(free)], random.sample(guards, 1)]
    kinds += [[random.choice(sorted(down))], [random.choice(sorted(up))]]
    return random.choice(kinds)
