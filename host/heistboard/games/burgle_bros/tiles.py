"""The rooms: what each kind does when it is revealed, entered, left, and when actions end there.

A function is called like its tile. Rooms without a function do nothing by themselves: an Atrium
and a Foyer are seen into (``guards.sees``), a Camera is in ``guards`` and ``moving``, a Secret
Door and a Service Duct are ways (``ways``), computers and safes are for actions.
"""

from collections.abc import Callable
from typing import Final, NamedTuple, TypeAlias

from heistboard.games.burgle_bros.alarms import ring, tile_alarm
from heistboard.games.burgle_bros.dice import roll
from heistboard.games.burgle_bros.finds import gain_tool, has
from heistboard.games.burgle_bros.job import Job, Question, with_count
from heistboard.games.burgle_bros.notation import make
from heistboard.games.burgle_bros.tile_odds import TILE
from heistboard.rules import Move

__all__ = ["ON_ENDING", "ON_ENTRY", "ON_LEAVING", "STOPS", "Going", "is_stopped", "reveal"]

LAVATORY_TOKENS: Final = 3


class Going(NamedTuple):
    """A player on the way into a room."""

    seat: int
    cell: int
    mode: str
    """``act``, ``flex``, ``climb``, ``gut`` or ``orders``."""
    is_landing: bool
    """Whether the text of the room about entering is ignored."""
    is_blind: bool
    """Whether the room was face down."""


# Revealed.


def reveal(job: Job, cell: int) -> None:
    """Reveals a face-down tile: chance names it, then what it does when revealed happens."""
    job.next(_revealed, cell)
    job.next(TILE, cell)


def _revealed(job: Job, cell: int) -> None:
    effect = ON_REVEAL.get(job.kind(cell))
    if effect is not None:
        effect(job, cell)


def stairs(job: Job, cell: int) -> None:
    """Stairs join the room with the one above, or with the roof."""
    job.stairs |= 1 << cell


def lavatory(job: Job, cell: int) -> None:
    """A Lavatory gets stealth tokens."""
    job.add_tokens(cell, LAVATORY_TOKENS)


def camera(job: Job, cell: int) -> None:
    """A Camera is watched from now on; revealing it checks nothing."""
    job.cameras |= 1 << cell


def service_duct(job: Job, cell: int) -> None:
    """A Service Duct leads to the other one when both are revealed."""
    job.ducts = (*job.ducts, cell)


def walkway_shown(job: Job, cell: int) -> None:
    """A Walkway leads down from now on."""
    job.walkways |= 1 << cell


ON_REVEAL: Final[dict[str, Callable[[Job, int], None]]] = {
    "stairs": stairs,
    "lavatory": lavatory,
    "camera": camera,
    "service_duct": service_duct,
    "walkway": walkway_shown,
}


# Stopping who comes. A stop calls *come_in* as the next step unless it bars the way.

_ComeIn: TypeAlias = Callable[[Job, Going], None]


def is_stopped(job: Job, cell: int) -> bool:
    """Returns whether a revealed room has something that stops who comes (BB-ENTRY-1)."""
    kind = job.kind(cell)
    if job.crowbarred >> cell & 1:
        return False
    if kind == "keypad":
        return not job.opened >> cell & 1
    return kind == "deadbolt" and not (job.has_guard(cell) or cell in job.at)


def deadbolt(job: Job, going: Going, come_in: _ComeIn) -> None:
    """A Deadbolt takes two more actions."""
    if going.mode == "orders":
        job.next(come_in, going)
    elif going.mode == "act":
        if not going.is_blind:
            job.spend(2)
            job.next(come_in, going)
        elif job.left >= 2:
            job.next(PRICE, going, 2, come_in)


def keypad(job: Job, going: Going, come_in: _ComeIn) -> None:
    """A Keypad wants a 6; each further try in a turn rolls one more die."""
    if going.mode == "flex":
        # Flexibility moves for nothing, but a try costs its action.
        if going.is_blind:
            if job.left >= 1:
                job.next(PRICE, going, 1, _try_keypad, come_in)
            return
        job.spend(1)
    _try_keypad(job, going, come_in)


def _try_keypad(job: Job, going: Going, come_in: _ComeIn) -> None:
    job.tries = with_count(job.tries, going.cell, 1)
    dice = dict(job.tries)[going.cell] + job.is_played_by(going.seat, "peterman", "basic")
    job.next(_tried, going, come_in)
    roll(job, dice)


def _tried(job: Job, going: Going, come_in: _ComeIn) -> None:
    if 6 in job.rolled:
        job.opened |= 1 << going.cell
        job.next(come_in, going)


STOPS: Final[dict[str, Callable[[Job, Going, _ComeIn], None]]] = {
    "deadbolt": deadbolt,
    "keypad": keypad,
}


def _price(
    job: Job, move: Move, going: Going, price: int, then: Callable[..., None], *more: object
) -> None:
    if move.verb == "pay":
        job.spend(price)
        job.next(then, going, *more)


_PRICE_MOVES: Final = (make("stay"), make("pay"))
PRICE: Final = Question(
    "price", lambda job, going, *about: going.seat, lambda job, *about: _PRICE_MOVES, _price
)


# Entered.


def fingerprint(job: Job, going: Going) -> None:
    """A Fingerprint room sets off an alarm."""
    tile_alarm(job, going.seat, going.cell)


def laser(job: Job, going: Going) -> None:
    """A Laser sets off an alarm unless one more action is paid. The Rook's Orders pay for it."""
    if going.mode != "orders":
        can_pay = going.mode == "act" and job.left >= 1
        tile_alarm(job, going.seat, going.cell, can_pay=can_pay)


def scanner(job: Job, going: Going) -> None:
    """A Scanner sets off an alarm when somebody comes with tools or loot."""
    if job.items[going.seat]:
        tile_alarm(job, going.seat, going.cell)


def thermo_entered(job: Job, going: Going) -> None:
    """A Thermo sets off an alarm when the Isotope comes."""
    if has(job, going.seat, "isotope"):
        tile_alarm(job, going.seat, going.cell)


def motion(job: Job, going: Going) -> None:
    """A Motion room remembers who came in this turn."""
    job.in_motion = going.seat == job.active


def laboratory(job: Job, going: Going) -> None:
    """A Laboratory has a tool for the first who comes."""
    if not job.searched >> going.cell & 1:
        job.searched |= 1 << going.cell
        gain_tool(job, going.seat)


ON_ENTRY: Final[dict[str, Callable[[Job, Going], None]]] = {
    "fingerprint": fingerprint,
    "laser": laser,
    "scanner": scanner,
    "thermo": thermo_entered,
    "motion": motion,
    "laboratory": laboratory,
}


# Left, and stayed in.


def motion_left(job: Job, going: Going) -> None:
    """A Motion room sets off an alarm if it is left in the turn in which it was entered."""
    if job.in_motion and going.seat == job.active:
        tile_alarm(job, going.seat, job.at[going.seat])


ON_LEAVING: Final[dict[str, Callable[[Job, Going], None]]] = {"motion": motion_left}


def thermo(job: Job, cell: int) -> None:
    """A Thermo sets off an alarm when actions end there."""
    if not job.crowbarred >> cell & 1:
        ring(job, cell)


ON_ENDING: Final[dict[str, Callable[[Job, int], None]]] = {"thermo": thermo}
