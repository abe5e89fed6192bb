"""The phases at the table and their prompts. Pure."""

from collections.abc import Collection
from enum import Enum
from typing import TYPE_CHECKING

from heistboard.games.car_thief.board import THIEF
from heistboard.games.car_thief.rules import CarThief
from heistboard.games.misplaced_pieces import ask_wrong
from heistboard.rules import Ask

if TYPE_CHECKING:
    from heistboard.games.car_thief.gestures import CarThiefGestures

__all__ = ["CLOSED", "ThiefPhase", "ask_of", "least_closed_ms", "left_in", "phase_of"]

THIEF_MS = 15_000  # shortest phase with eyes closed
UNSEEN_MS = 3_000  # likewise if the computer hides the car; its longest pause is shorter
CLOSED = "eyes-closed"  # the journal's mark while eyes are closed; may have the hiding place


class ThiefPhase(Enum):
    """The phase at the table. It ends with Done, so it can lag behind the phase of the rules."""

    SETUP = "setup"
    EYES_CLOSED = "eyes-closed"
    RESTORE = "restore"
    POLICE = "police"
    OVER = "over"


def phase_of(state: CarThief, mark: str) -> ThiefPhase:
    """Returns the phase at the table, from the game and the last *mark* of its journal.

    Never ``RESTORE``: whether that is needed depends on the board.
    """
    if state.outcome is not None:
        return ThiefPhase.OVER
    if state.seat == THIEF and mark.partition(" ")[0] == CLOSED:
        return ThiefPhase.EYES_CLOSED
    return ThiefPhase.POLICE if state.trail else ThiefPhase.SETUP


def left_in(mark: str) -> str | None:
    """Returns where the thief has left the car while eyes are closed, if the *mark* says so."""
    return mark.partition(" ")[2] or None


def least_closed_ms(chosen_ms: int | None, computers: Collection[int]) -> int:
    """Returns how long eyes stay closed at least: as chosen, or the usual time.

    *computers* are the seats of computer players that nobody sees or hears.
    """
    usual_ms = UNSEEN_MS if THIEF in computers else THIEF_MS
    return usual_ms if chosen_ms is None else chosen_ms


def told_to_close(phase: ThiefPhase, computers: Collection[int]) -> Ask:
    """Returns what to say when eyes close. Where the computer hides, nobody has to close them."""
    return Ask("eyes.close.computer") if _is_unseen(phase, computers) else Ask("eyes.close")


def told_to_open(phase: ThiefPhase, computers: Collection[int]) -> Ask:
    """Returns what to say when eyes open again, after *phase*."""
    return Ask("eyes.open.computer") if _is_unseen(phase, computers) else Ask("eyes.open")


def _is_unseen(phase: ThiefPhase, computers: Collection[int]) -> bool:
    return phase is ThiefPhase.EYES_CLOSED and THIEF in computers


def ask_of(gestures: "CarThiefGestures") -> Ask:
    """Returns the prompt for everybody at the table."""
    state, phase = gestures.state, gestures.phase
    if state.outcome is not None and phase == ThiefPhase.OVER.value:
        return Ask(f"over.{state.outcome.ending}")
    if gestures.hiding is not None:
        if phase == ThiefPhase.EYES_CLOSED.value and THIEF in gestures.computers:
            return Ask("hide.computer")
        return Ask("hide" if phase == ThiefPhase.EYES_CLOSED.value else "restore")
    if gestures.wrong():
        return ask_wrong(gestures)
    if gestures.which:
        return Ask("police.which", {"cell": gestures.which[0].parts["cell"]})
    if gestures.searched:
        return Ask("police.put-back", {"cell": gestures.searched})
    if gestures.is_finished:
        return Ask(f"{phase}.done")
    if gestures.meaning.hand:
        return Ask(f"{phase}.hand", {"helicopter": gestures.meaning.hand})
    if phase == ThiefPhase.SETUP.value:
        return Ask("setup.place", {"helicopter": state.waiting[0]})
    return Ask("police.act")
