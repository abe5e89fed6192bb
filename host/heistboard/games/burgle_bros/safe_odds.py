"""How likely the next roll cracks a safe. Pure."""

from typing import NamedTuple

from heistboard.games.burgle_bros.finds import has
from heistboard.games.burgle_bros.job import Job
from heistboard.games.burgle_bros.safes import combination

__all__ = ["Roller", "SafeOdds", "chance_to_show", "rolling", "safe_odds"]

FACES = 6


class Roller(NamedTuple):
    """What helps a player who rolls."""

    more_dice: int
    """Dice of the player's own (BB-CHAR-PETERMAN-B)."""
    can_turn: bool
    """Whether a Stethoscope may set one die to any face."""


class SafeOdds(NamedTuple):
    """What a roll is expected to bring."""

    cracks: float
    """The chance that the safe is open then."""
    digits: float
    """How many different digits are expected to be opened; a Stethoscope is left out."""


def rolling(job: Job, seat: int) -> Roller:
    """Returns what helps the player of *seat* at a safe."""
    return Roller(
        int(job.is_played_by(seat, "peterman", "basic")),
        has(job, seat, "stethoscope") and not has(job, seat, "bust"),
    )


def safe_odds(job: Job, safe: int, dice: int, roller: Roller) -> SafeOdds:
    """Returns what a roll of *roller* brings with *dice* on a safe.

    Without a die on it nobody may roll, and a digit that lies face down cannot be opened.
    """
    if not dice:
        return SafeOdds(0.0, 0.0)
    rooms = [cell for cell in combination(job, safe) if not job.marks >> cell & 1]
    wanted = {job.digit(cell) for cell in rooms if not job.is_face_down(cell)}
    rolled = dice + roller.more_dice
    digits = len(wanted) * (1 - ((FACES - 1) / FACES) ** rolled)
    if any(map(job.is_face_down, rooms)):
        return SafeOdds(0.0, digits)
    return SafeOdds(chance_to_show(len(wanted), rolled, can_turn=roller.can_turn), digits)


def chance_to_show(wanted: int, dice: int, *, can_turn: bool = False) -> float:
    """Returns the chance that *dice* show all of so many different faces.

    With *can_turn*, one die may be set to any face afterwards.

    >>> chance_to_show(1, 1), chance_to_show(2, 1, can_turn=True), chance_to_show(0, 1)
    (0.16666666666666666, 0.0, 1.0)
    """
    # By the number of wanted faces that have come up.
    shares = [1.0] + [0.0] * wanted
    for _ in range(dice):
        shares = [
            share * (1 - (wanted - many) / FACES)
            + (shares[many - 1] * (wanted - many + 1) / FACES if many else 0.0)
            for many, share in enumerate(shares)
        ]
    if dice < wanted:
        return 0.0
    return sum(shares[max(0, wanted - can_turn) :])
