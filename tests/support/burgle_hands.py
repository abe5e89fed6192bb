"""Hands that play a whole game of Burgle Bros at random: as its lights say, or as they like."""

from collections.abc import Sequence
from random import Random

from heistboard.games.burgle_bros import GAME
from heistboard.games.burgle_bros.rules import BurgleBros
from heistboard.games.gestures import Ask
from heistboard.places.place import name_of
from heistboard.rules import Choice

from tests.support.burgle_acts import BurgleActs
from tests.support.burgle_table import BurgleTable

__all__ = [
    "act_somehow",
    "begun",
    "carry",
    "make_move",
    "play_to_the_end",
    "settle_what_is_due",
    "walk_somehow",
]

MOST_ACTS = 3_000


def begun(random: Random, real: Sequence[str] = (), /, **options: Choice) -> BurgleTable:
    """A new game, set up by hands; people draw the *real* decks."""
    state = GAME.new(**options)
    assert isinstance(state, BurgleBros)
    return BurgleTable(state, random=random, real=real).ready()


def play_to_the_end(table: BurgleActs, random: Random) -> None:
    """Plays until the game is over, without a page."""
    for _ in range(MOST_ACTS):
        if table.state.outcome is not None:
            return
        act_somehow(table, random)
    raise AssertionError(f"stuck: {table.ask}, {table.state.phase}, {table.played()[-5:]}")


def act_somehow(table: BurgleActs, random: Random) -> None:
    """Does what is due, or one thing that may be chosen."""
    gestures = table.table.gestures
    if table.ask.id.startswith(("tile", "wrong")):
        tidy(table)
    elif table.ask.id.startswith("guard"):
        walk_somehow(table, random)
    elif not gestures.taps:
        table.wait(1_100)
        if not gestures.taps:  # no pads, and nothing on the board
            press_somehow(table, random)
    elif random.random() < 0.2:
        press_somehow(table, random)
    else:
        place = random.choice(sorted(gestures.taps))
        (table.hold if random.random() < 0.3 else table.tap)(place)


def press_somehow(table: BurgleActs, random: Random) -> None:
    for _ in range(random.randrange(4)):
        table.press("help")
    table.press("done")


def tidy(table: BurgleActs) -> None:
    """Turns and lays tiles as the game has them; figures that are missing or too many, too."""
    must = table.table.gestures.expected()
    is_wrong = table.sync == "desync"
    for reed in sorted(must, key=lambda reed: must[reed]):
        if (reed in table.closed) != must[reed] and (is_wrong or reed.endswith(".cover")):
            table.reed(reed, is_closed=must[reed], for_ms=30)
    table.wait(50)


def walk_somehow(table: BurgleActs, random: Random) -> None:
    """Moves each figure to where its guard is: quickly, hopping, dragging, or round about."""
    gestures = table.gestures
    for floor, figure in enumerate(gestures._figures, 1):
        if not figure.is_due:
            continue
        way = [step.place for step in figure.left]
        if random.random() < 0.3:
            way[1:1] = [random.choice(sorted(map(name_of, gestures._must.figures[floor - 1])))]
        carry(table, floor, way, random)
        return


def carry(table: BurgleActs, floor: int, way: list[str], random: Random) -> None:
    """Carries the figure of a floor over cells; without cells, off the board."""
    pace_ms = random.choice((30, 120, 260, 450, 600))
    how = random.choice(("hop", "drag", "fly"))
    for cell in table.figures(floor):
        if how != "drag" or not way or cell != way[0]:
            table.off(cell, pace_ms)
    cells = way[-1:] if how == "fly" else way
    before = way[0] if how == "drag" and way else ""
    for left, cell in zip(range(len(cells))[::-1], cells, strict=True):
        table.on(cell, pace_ms)
        if how == "drag" and before not in ("", cell):
            table.off(before, pace_ms)
        elif how == "hop" and left:
            table.off(cell, pace_ms)
        before = cell


def make_move(table: BurgleActs, move: str) -> None:
    """Makes a move of the seat that is asked by hand: by a tap, a hold, a pad or the menu."""
    found = table.gestures._choices
    for places, gesture in ((found.taps, table.tap), (found.holds, table.hold)):
        for place, each in places.items():
            has_figure = f"{place}.occupant" in table.closed  # a hold is not seen under it
            if each == move and not (has_figure and places is found.holds):
                gesture(place)
                return
    for place, moves in found.pads.items():
        if moves == (move,) and not place.endswith(("e3", "e4")):
            table.tap(place)
            return
    for _ in range(2 + len(found.menu)):
        if table.ask == Ask("menu.move", {"move": move}):
            break
        table.press("help")
    else:
        raise AssertionError(f"{move} is not in the menu of {found}")
    table.press("done")


def settle_what_is_due(table: BurgleActs, random: Random) -> None:
    """Turns tiles and moves figures until something can be chosen."""
    table.wait(1_100)
    while table.ask.id.startswith(("tile", "guard", "wrong")):
        act_somehow(table, random)
        table.wait(1_100)
