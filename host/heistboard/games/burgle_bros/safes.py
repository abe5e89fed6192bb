"""Safes: dice, rolls, the combination, and what cracking one brings (section 10 of the rules)."""

from typing import Final

from heistboard.games.burgle_bros.decks import FASTEST
from heistboard.games.burgle_bros.dice import roll
from heistboard.games.burgle_bros.finds import discard, gain_tool, has, holder
from heistboard.games.burgle_bros.job import NOBODY, Job, Question, with_count
from heistboard.games.burgle_bros.loot import gain_loot
from heistboard.games.burgle_bros.notation import make
from heistboard.rules import Move

__all__ = [
    "MOST_DICE",
    "add_die",
    "can_add",
    "can_roll",
    "combination",
    "crack",
    "dice_on",
    "in_reach",
    "may_roll",
]

MOST_DICE: Final = 6
DIE_COSTS: Final = 2


def in_reach(job: Job, seat: int) -> list[int]:
    """Returns the uncracked safes that a player can work on; the Drill reaches up and down."""
    cell = job.at[seat]
    cells = [cell]
    if job.is_played_by(seat, "peterman", "advanced"):
        cells += [each for each in (job.site.above(cell), job.site.below(cell)) if each >= 0]
    return [each for each in cells if job.kind(each) == "safe" and not job.cracked >> each & 1]


def dice_on(job: Job, safe: int) -> int:
    """Returns how many dice lie on a safe."""
    return dict(job.safe_dice).get(safe, 0)


def may_roll(job: Job, safe: int) -> bool:
    """Returns whether the Keycard allows rolls at a safe (BB-SAFE-5)."""
    seat = holder(job, "keycard")
    return seat == NOBODY or job.at[seat] == safe


def can_add(job: Job, safe: int) -> bool:
    """Returns whether a die can be added to a safe now."""
    return job.left >= DIE_COSTS and dice_on(job, safe) < MOST_DICE


def can_roll(job: Job, safe: int) -> bool:
    """Returns whether a safe's dice can be rolled, if an action is left."""
    return dice_on(job, safe) > 0 and may_roll(job, safe)


def combination(job: Job, safe: int) -> list[int]:
    """Returns the rooms of a safe's combination; another safe has no digit (BB-KNOX-8)."""
    return [cell for cell in job.site.lines[safe] if job.kind(cell) != "safe"]


def add_die(job: Job, safe: int) -> None:
    """Adds a die to a safe."""
    job.spend(DIE_COSTS)
    job.safe_dice = with_count(job.safe_dice, safe, 1)


def crack(job: Job, seat: int, safe: int) -> None:
    """Rolls the dice of a safe."""
    job.spend(1)
    job.next(_rolled, seat, safe)
    roll(job, dice_on(job, safe) + job.is_played_by(seat, "peterman", "basic"))


def _rolled(job: Job, seat: int, safe: int) -> None:
    job.next(_mark, seat, safe)
    if has(job, seat, "stethoscope") and not has(job, seat, "bust"):
        job.next(STETHOSCOPE, seat)


def _turns(job: Job, seat: int) -> tuple[Move, ...]:
    faces = sorted(set(job.rolled))
    return (
        make("leave_dice"),
        *(make("turn", str(one), str(to)) for one in faces for to in range(1, 7) if to != one),
    )


def _turn(job: Job, move: Move, seat: int) -> None:
    if move.verb == "turn":
        faces = list(job.rolled)
        faces[faces.index(int(move.parts["face"]))] = int(move.parts["to"])
        job.rolled = tuple(faces)
        discard(job, seat, "stethoscope")


STETHOSCOPE: Final = Question("stethoscope", lambda job, seat: seat, _turns, _turn)


def _mark(job: Job, seat: int, safe: int) -> None:
    rooms = combination(job, safe)
    for cell in rooms:
        if job.digit(cell) in job.rolled:
            job.marks |= 1 << cell
    if all(job.marks >> cell & 1 for cell in rooms):
        job.cracked |= 1 << safe
        job.safe_dice = tuple(each for each in job.safe_dice if each[0] != safe)
        is_drilled = job.at[seat] != safe
        job.next(_speed_up, safe)
        job.next(gain_loot, seat, safe, is_drilled)
        job.next(gain_tool, seat, safe if is_drilled else -1)


def _speed_up(job: Job, safe: int) -> None:
    # The guards of this floor and of those below (BB-SAFE-8).
    top = job.site.floor[safe]
    job.speeds = tuple(
        min(speed + (floor <= top), FASTEST) for floor, speed in enumerate(job.speeds)
    )
