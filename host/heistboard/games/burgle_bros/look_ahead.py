"""What moves may cost: the stealth that a team loses at once, and when the guard moves next. Pure.

A move is played by the rules themselves, on a game made from a view, with everything that chance
may bring; the chances of what it leads to add up to 1. Where players decide in between, they pay
actions before hack tokens, hack tokens before an alarm, and choose any of several alarms alike.

Not counted are the event that few actions bring, what a safe's loot does, and a guard who comes
into a room for the second time in one movement.
"""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from heistboard.games.burgle_bros import acting
from heistboard.games.burgle_bros.acting import ACT
from heistboard.games.burgle_bros.coming import coming
from heistboard.games.burgle_bros.guard_knowledge import guard_knowledge
from heistboard.games.burgle_bros.guards import sees
from heistboard.games.burgle_bros.job import NOBODY, Job, Question
from heistboard.games.burgle_bros.notation import by_cell
from heistboard.games.burgle_bros.outlook import GuardKnowledge
from heistboard.games.burgle_bros.public_job import public_job
from heistboard.games.burgle_bros.safe_odds import rolling, safe_odds
from heistboard.games.burgle_bros.safes import dice_on
from heistboard.games.burgle_bros.tiles import ON_ENDING
from heistboard.games.burgle_bros.turn import ACTIONS
from heistboard.games.burgle_bros.ways import cost, drop_from, ways
from heistboard.rules import Move, View

__all__ = ["Cost", "LookAhead", "walk_cost"]

_PLENTY: Final = 99  # stealth tokens: a game that is lost would end what is counted
_PREFERRED: Final = ("pay", "token", "alarm")
_JUDGED: Final = frozenset(("move", "drop", "peek", "die", "crack", "pass"))

_Branches = Iterator[tuple[float, Job]]


class Cost(NamedTuple):
    """Stealth tokens that a plan is expected to cost, if the turn ends with it."""

    now: float
    """At once, by the active player."""
    later: float
    """By the active player, while the guard of the floor makes his next movement."""
    others: float
    """By the other players, in the same movement."""


def walk_cost(view: View, seat: int, cells: Sequence[str]) -> Cost:
    """Returns what it is expected to cost if *seat* goes to one cell after the other.

    A player who is stopped on the way stays there. Raises :exc:`ValueError` if the first step is
    impossible.
    """
    ahead = LookAhead(view, seat)
    return ahead.walk([ahead.job.site.numbers[cell] for cell in cells])


class LookAhead:
    """Looks ahead from one view; *seat* is to act, by default the active player."""

    def __init__(self, view: View, seat: int | None = None) -> None:
        self._view = view
        self.job: Final = public_job(view)
        if seat is not None and seat != self.job.active:
            self.job.active, self.job.left, self.job.in_motion = seat, ACTIONS, False
        self._from: dict[int, GuardKnowledge | None] = {}  # by floor

    def costs(self) -> dict[Move, Cost]:
        """Returns what each step, look or work at a safe costs that the player can do now."""
        legal = acting.moves(self.job)
        return {move: self._of(move) for move in legal if move.verb in _JUDGED}

    def walk(self, cells: Sequence[int]) -> Cost:
        """Returns the cost of a walk; see :func:`walk_cost`."""
        if cells and _step(self.job, cells[0]) is None:
            name = self.job.site.names[cells[0]]
            raise ValueError(f"the walk begins with {name}, where no step leads now")
        ends = [(1.0, self._rich())]
        for cell in cells:
            ends = [
                branch for chance, job in ends for branch in _played(job, _step(job, cell), chance)
            ]
        return self._cost(ends)

    def _of(self, move: Move) -> Cost:
        if move.verb in ("move", "drop"):
            return self._cost(_played(self._rich(), move, 1.0))
        if move.verb == "crack":
            safe = self.job.site.numbers[move.parts["cell"]]
            roll = rolling(self.job, self.job.active)
            chance = safe_odds(self.job, safe, dice_on(self.job, safe), roll).cracks
            fast = self._rich()
            top = fast.site.floor[safe]
            fast.speeds = tuple(each + (n <= top) for n, each in enumerate(fast.speeds))
            return self._cost([(1 - chance, self._rich()), (chance, fast)])
        return self._cost([(1.0, self._rich())])

    def _rich(self) -> Job:
        job = self.job.copy()
        job.stealth = (_PLENTY,) * job.site.players
        return job

    def _cost(self, ends: "Iterator[tuple[float, Job]] | list[tuple[float, Job]]") -> Cost:
        seat = self.job.active
        now = later = others = 0.0
        for chance, job in ends:
            now += chance * (_PLENTY - job.stealth[seat])
            for share, ended in _ended(job):
                losses = self._next_movement(ended)
                later += chance * share * losses[seat]
                others += chance * share * (sum(losses) - losses[seat])
        return Cost(now, later, others)

    def _next_movement(self, job: Job) -> list[float]:
        # What each player loses when the guard of the active player's floor moves.
        floor = job.floor(job.active)
        known = self._knowledge(job, floor) if floor >= 0 else None
        if known is None:
            return [0.0] * job.site.players
        first = floor * job.site.area
        chances = coming(known)[0].steps_on
        steps = [(cell + first, share) for cell, share in enumerate(chances) if share]
        return [
            sum(share for cell, share in steps if cell == at or sees(job, cell, at))
            if at >= 0
            else 0.0
            for at in job.at
        ]

    def _knowledge(self, job: Job, floor: int) -> GuardKnowledge | None:
        # Of the guard as the view has him: where one has come meanwhile, any card may have come.
        if floor not in self._from:
            self._from[floor] = guard_knowledge(self._view, floor + 1)
        known = self._from[floor]
        if known is None:
            return None
        first, area = floor * job.site.area, job.site.area
        is_off = job.video_loop != NOBODY or job.emp != NOBODY
        cameras = 0 if is_off else job.cameras & ~job.crowbarred
        working = frozenset(cell for cell in range(area) if cameras >> cell + first & 1)
        return known._replace(
            target=None if known.guard is None else job.targets[floor] - first,
            speed=job.speeds[floor],
            alarms=frozenset(cell - first for cell in job.alarms_on(floor)),
            more_steps=job.guard_steps,
            cameras=working,
            watched=frozenset(cell for cell in working if cell + first in job.at),
        )


def _step(job: Job, cell: int) -> Move | None:
    # The move that leads there, if the player can pay for it.
    seat, site = job.active, job.site
    here = job.at[seat]
    if here < 0:
        return None
    if cell in ways(job, seat):
        is_paid = cost(job, seat, cell) <= job.left
        return by_cell("move", site.size, site.floors)[cell] if is_paid else None
    is_down = cell == drop_from(job, here) and job.left
    return by_cell("drop", site.size, site.floors)[cell] if is_down else None


def _played(job: Job, move: Move | None, chance: float) -> _Branches:
    # All that a move leads to; without a move, the game as it is.
    if move is None:
        yield chance, job
        return
    after = job.copy()
    after.agenda = None
    ACT.answer(after, move)
    yield from _settled(after, chance)


def _ended(job: Job) -> _Branches:
    # All that ending one's actions leads to, before the guard moves.
    effect = ON_ENDING.get(job.kind(job.at[job.active]) if job.at[job.active] >= 0 else "")
    after = job.copy()
    after.agenda = None
    if effect is not None and not (job.is_first_turn and not job.spent):
        effect(after, job.at[job.active])
    yield from _settled(after, 1.0)


def _settled(job: Job, chance: float) -> _Branches:
    job.run()
    if job.agenda is None or job.agenda[0][0] is ACT:
        yield chance, job
        return
    (question, about), _ = job.agenda
    assert isinstance(question, Question)
    for share, move in _answers(job, question, about):
        after = job.copy()
        assert after.agenda is not None
        after.agenda = after.agenda[1]
        question.answer(after, move, *about)
        yield from _settled(after, chance * share)


def _answers(job: Job, question: Question, about: tuple[object, ...]) -> list[tuple[float, Move]]:
    moves = question.moves(job, *about)
    match question.phase:
        case "tile":
            return _tiles(job, question, about, moves)
        case "patrol":
            return _cards(job, question, about, moves)
        case "roll":  # only a 6 opens a Keypad
            return [(5 / 6, moves[0]), (1 / 6, moves[-1])]
        case "nearest":
            return [(1 / len(moves), move) for move in moves]
        case "cancel" | "price":
            wanted = (move for verb in _PREFERRED for move in moves if move.verb == verb)
            return [(1.0, next(wanted))]
    return [(1.0, moves[0])]  # an own token, any tool


def _tiles(
    job: Job, question: Question, about: tuple[object, ...], moves: tuple[Move, ...]
) -> list[tuple[float, Move]]:
    # One tile of each kind stands for all of them: digits cost nothing.
    assert question.odds is not None
    odds = question.odds(job, *about)
    kinds: dict[str, tuple[float, Move]] = {}
    for move, weight in zip(moves, odds, strict=True):
        share, first = kinds.get(move.parts["tile"], (0.0, move))
        kinds[move.parts["tile"]] = (share + weight / sum(odds), first)
    return list(kinds.values())


def _cards(
    job: Job, question: Question, about: tuple[object, ...], moves: tuple[Move, ...]
) -> list[tuple[float, Move]]:
    # A guard comes: where he appears matters now, where he goes is for his outlook. Lost Visual
    # would be replaced.
    (floor,) = about
    assert isinstance(floor, int) and question.odds is not None
    odds = zip(moves, question.odds(job, floor), strict=True)
    cards = [move for move, weight in odds if weight and move.verb == "patrol"] or [moves[0]]
    if job.guards[floor] >= 0:
        return [(1.0, cards[0])]
    return [(1 / len(cards), move) for move in cards]
