"""Long walks of a guard's figure at the boards of Burgle Bros, by hands of every kind."""

from random import Random
from typing import Final

from heistboard.places.place import name_of

from tests.support.burgle_boards import BurgleBoards
from tests.support.burgle_hands import carry, settle_what_is_due

__all__ = ["walk_without_a_move"]

STEPS: Final = 6
SETTLED_MS: Final = 2_500


def walk_without_a_move(boards: BurgleBoards, random: Random) -> int:
    """Carries the first guard's figure home from far away; returns how many steps that took.

    It gets there while the cable is out, so that the table asks for the walk.
    """
    settle_what_is_due(boards, random)
    job = boards.state.job
    home, names = job.guards[0], job.site.names
    assert home >= 0 and boards.state.phase == "act"
    steps = job.paths[0].steps[home]
    most = min(STEPS, max(steps))
    far = names[random.choice([cell for cell, left in enumerate(steps) if left == most])]
    moves = boards.played()
    boards.pull(1)
    for figure in boards.figures(1):
        boards.off(figure, 100)
    boards.on(far, 100).plug()
    assert boards.ask.id == "guard.walk"
    way = [step.place for step in boards.gestures._figures[0].left]
    assert len(way) == most + 1
    over = list(way)
    if random.random() < 0.3:  # round about
        # It stands at its place only at the end: whoever lifts it a second later enters the room.
        cells = sorted({*map(name_of, boards.gestures._must.figures[0])} - {way[-1]})
        over[1:-1] = random.choices(cells, k=random.randrange(9))
    carry(boards, 1, over, random)
    boards.wait(random.randrange(300))
    if random.random() < 0.5:  # the hand is still there, and puts the figure straight
        boards.off(way[-1], random.randrange(40, 400)).on(way[-1], 200)
    boards.wait(SETTLED_MS)
    assert boards.played() == moves, (over, boards.played()[len(moves) :])
    assert boards.sync == "synced", (over, boards.ask)
    assert boards.gestures.taps
    return most
