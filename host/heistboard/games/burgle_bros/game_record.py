"""What happened in a game: stealth lost, guards' ways, alarms, rolls at safes. Pure.

The game is played again, and what the rules change is noted where they change it; so no rule is
told twice here. Numbers of steps and turns count from 1; cells and players are numbers.
"""

from collections.abc import Callable
from typing import Any, Final, NamedTuple, cast

from heistboard.games.burgle_bros.components import ones
from heistboard.games.burgle_bros.guards import sees
from heistboard.games.burgle_bros.job import Job
from heistboard.games.burgle_bros.rules import BurgleBros
from heistboard.games.burgle_bros.safe_odds import rolling, safe_odds
from heistboard.games.burgle_bros.safes import combination, dice_on
from heistboard.rules import Move, Outcome, State

__all__ = ["CAUSES", "Alarm", "GameRecord", "Loss", "Roll", "Walk", "recorded"]

CAUSES: Final = ("comes", "sees", "entered", "seen", "hiding", "goblet")
"""Why a token is lost: a guard comes into the room, or sees into it; the player enters a guard's
room, or goes where a guard sees it; Flexibility ends beside a guard; the Cursed Goblet."""


class Loss(NamedTuple):
    """A stealth token that was lost by the move *step*."""

    step: int
    turn: int
    player: int
    cause: str
    cell: int
    token: str
    """``own``, ``room``, or ``none``: there was none, and the game was lost."""
    guard: int
    """The floor of the guard who comes, or sees or meets the player; -1 without one."""


class Walk(NamedTuple):
    """A guard's way in one turn, from the cell where he was; it ended with the move *step*."""

    step: int
    turn: int
    floor: int
    cells: tuple[int, ...]


class Alarm(NamedTuple):
    """An alarm that went on or off."""

    step: int
    turn: int
    cell: int
    is_on: bool


class Roll(NamedTuple):
    """A roll at a safe; *chance* is how likely it was to crack it."""

    step: int
    turn: int
    player: int
    safe: int
    dice: int
    chance: float
    opened: int
    """How many rooms of the combination it marked."""
    is_cracked: bool


class GameRecord(NamedTuple):
    """What happened, in order."""

    losses: tuple[Loss, ...]
    walks: tuple[Walk, ...]
    alarms: tuple[Alarm, ...]
    rolls: tuple[Roll, ...]
    turns: tuple[int, ...]
    """The player of each turn."""
    steps: tuple[int, ...]
    """The turn of each move; 0 while the game is set up."""


def recorded(state: State) -> GameRecord:
    """Returns what happened in *state*, by playing its moves again."""
    now = cast(BurgleBros, state.game.new(**state.options))
    log = _Log()
    now.job = job = _Recorder(now.job, log)
    for move in state.moves:
        log.before(now, move)
        now.push(move)
        log.steps.append(job.turn)
    log.finish_roll(job)
    return GameRecord(
        tuple(log.losses),
        tuple(log.walks),
        tuple(log.alarms),
        tuple(log.rolls),
        tuple(log.turns),
        tuple(log.steps),
    )


class _Recorder(Job):
    # A job that tells a log what changes. The log is not part of what is saved.

    __slots__ = ("log",)

    log: "_Log"

    def __init__(self, job: Job, log: "_Log") -> None:
        object.__setattr__(self, "site", job.site)
        object.__setattr__(self, "log", log)
        self.__dict__.update(job.__dict__)

    def __setattr__(self, name: str, value: object) -> None:
        note = _NOTES.get(name)
        if note is not None:
            note(self.log, self, self.__dict__[name], value)
        object.__setattr__(self, name, value)


class _Log:
    def __init__(self) -> None:
        self.losses: list[Loss] = []
        self.walks: list[Walk] = []
        self.alarms: list[Alarm] = []
        self.rolls: list[Roll] = []
        self.turns: list[int] = []
        self.steps: list[int] = []
        self._verb = ""
        self._asked: int | None = None  # who chooses between an own token and one of the room
        self._stepped = -1  # where a guard went last, since a player acted
        self._is_goblet = False
        self._paid: set[int] = set()  # who has lost a token since a guard's last step
        self._roll: Roll | None = None  # the one being made
        self._marks = 0  # before it

    @property
    def step(self) -> int:
        return len(self.steps) + 1

    def before(self, state: BurgleBros, move: Move) -> None:
        job, self._verb = state.job, move.verb
        self._asked = state.seat if state.phase == "lose" else None
        if state.phase == "act":
            self._stepped, self._is_goblet = -1, False
            self._paid.clear()
            self.finish_roll(job)
        if move.verb == "crack":
            safe = job.site.numbers[move.parts["cell"]]
            roller = rolling(job, job.active)
            dice = dice_on(job, safe)
            chance = safe_odds(job, safe, dice, roller).cracks
            self._marks = job.marks
            rolled = dice + roller.more_dice
            self._roll = Roll(self.step, job.turn, job.active, safe, rolled, chance, 0, False)
        self._is_goblet |= move == "loot cursed_goblet"

    def finish_roll(self, job: Job) -> None:
        if self._roll is not None:
            new = job.marks & ~self._marks
            opened = sum(new >> cell & 1 for cell in combination(job, self._roll.safe))
            self.rolls.append(self._roll._replace(opened=opened))
            self._roll = None

    # What changes.

    def turn(self, job: Job, old: int, new: int) -> None:
        self.turns.append(job.active)

    def stealth(self, job: Job, old: tuple[int, ...], new: tuple[int, ...]) -> None:
        for seat, (had, has) in enumerate(zip(old, new, strict=True)):
            if has < had and self._verb != "tinker":
                self._lost(job, seat, "own")

    def tokens(
        self, job: Job, old: tuple[tuple[int, int], ...], new: tuple[tuple[int, int], ...]
    ) -> None:
        left = dict(new)
        for cell, count in old:
            if left.get(cell, 0) < count:
                seat, self._asked = self._asked, None
                if seat is None:
                    seat = next(each for each in job.seats_in(cell) if self._is_bare(job, each))
                self._lost(job, seat, "room")

    def outcome(self, job: Job, old: Outcome | None, new: Outcome | None) -> None:
        if new is not None and new.ending == "caught":
            self._lost(job, self._caught(job), "none")

    def _caught(self, job: Job) -> int:
        for seat in job.seats_from(job.active):
            at = job.at[seat]
            if at < 0 or not self._is_bare(job, seat):
                continue
            if at == self._stepped or (self._stepped >= 0 and sees(job, self._stepped, at)):
                return seat
            if self._stepped < 0 and job.has_guard(at):
                return seat
        return job.active

    def _is_bare(self, job: Job, seat: int) -> bool:
        return not job.stealth[seat] and seat not in self._paid

    def _lost(self, job: Job, seat: int, token: str) -> None:
        cell = job.at[seat]
        if self._is_goblet:
            cause = "goblet"
        elif self._stepped >= 0:
            cause = "comes" if cell == self._stepped else "sees"
        elif job.has_guard(cell):
            cause = "hiding" if job.sneaked and seat == job.active else "entered"
        else:
            cause = "seen"
        self._paid.add(seat)
        guard = self._guard_of(job, cell) if cause != "goblet" else -1
        self.losses.append(Loss(self.step, job.turn, seat, cause, cell, token, guard))

    def _guard_of(self, job: Job, cell: int) -> int:
        floors = job.site.floor
        if self._stepped >= 0:
            return floors[self._stepped]
        seeing = [guard for guard in job.guards if guard >= 0 and sees(job, guard, cell)]
        return floors[seeing[0] if seeing and not job.has_guard(cell) else cell]

    def guards(self, job: Job, old: tuple[int, ...], new: tuple[int, ...]) -> None:
        for floor, (before, after) in enumerate(zip(old, new, strict=True)):
            if before == after or min(before, after) < 0:
                continue
            self._stepped = after
            self._paid.clear()
            last = self.walks[-1] if self.walks else None
            if last and (last.turn, last.floor, last.cells[-1]) == (job.turn, floor, before):
                cells = (*last.cells, after)
                self.walks[-1] = last._replace(step=self.step, cells=cells)
            else:
                self.walks.append(Walk(self.step, job.turn, floor, (before, after)))

    def alarm(self, job: Job, old: int, new: int) -> None:
        for cell in ones(old ^ new):
            self.alarms.append(Alarm(self.step, job.turn, cell, bool(new >> cell & 1)))

    def cracked(self, job: Job, old: int, new: int) -> None:
        if self._roll is not None:
            self._roll = self._roll._replace(step=self.step, is_cracked=True)


_NOTES: Final[dict[str, Callable[[_Log, Job, Any, Any], None]]] = {
    "turn": _Log.turn,
    "stealth": _Log.stealth,
    "tokens": _Log.tokens,
    "outcome": _Log.outcome,
    "guards": _Log.guards,
    "alarms": _Log.alarm,
    "cracked": _Log.cracked,
}
