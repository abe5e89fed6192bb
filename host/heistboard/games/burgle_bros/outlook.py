"""Where a guard will go: chances by cell for his next movements, from what is known. Pure.

:func:`outlook` plays his movements (BB-GUARD, BB-ALARM, BB-LV) with every card that may come, each
with its chance, and adds up. It takes for granted that nobody does anything more. Cards that were
removed unseen may be any of those not seen; where the players choose between alarms that are
equally near, each is equally likely.

The next movement of a guard on the floor is exact. All others are exact as long as the situations
that differ do not exceed a limit. Beyond it the likely ones are kept, and of the others a few
stand for all; the chances say how large the error may be. Nothing is random: equal knowledge has
an equal outlook.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import lru_cache
from math import hypot, sqrt
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from heistboard.games.burgle_bros.guard_paths import guard_paths
from heistboard.games.burgle_bros.walls import FloorPlan

__all__ = ["LOST_VISUAL", "Chances", "GuardKnowledge", "outlook"]

LOST_VISUAL: Final = 25
"""The number of the patrol card Lost Visual; the others have the number of their cell."""

_AWAY: Final = -1  # where a guard is who is not in the building, and a crow that is nowhere
_FASTEST = 6  # BB-GUARD-9
_KEPT = 64  # plans whose walks are kept
_SITUATIONS = 1000  # kept at a time, at most; more take longer


class GuardKnowledge(NamedTuple):
    """What is known of a floor's guard: by everybody, or by one seat. Cells are of one floor."""

    plan: FloorPlan
    guard: int | None
    """His cell. ``None``: a card says where he comes before he moves (BB-GUARD-2, BB-LV-3)."""
    target: int | None
    """The cell of his die; ``None`` without a guard."""
    speed: int
    """The face of his die."""
    alarms: frozenset[int] = frozenset()
    discards: frozenset[int] = frozenset()
    """The patrol cards that have been drawn since the deck was shuffled."""
    removed: int = 0
    """How many patrol cards are removed unseen whenever the deck is shuffled (BB-SETUP-5)."""
    has_lost_visual: bool = False
    """Whether Lost Visual is one of the patrol cards."""
    top: tuple[int, ...] = ()
    """The next cards of the deck, as far as they are known."""
    bottom: tuple[int, ...] = ()
    """The last cards of the deck, as far as they are known."""
    more_steps: int = 0
    """Steps that his next movement has more: Espresso 1, Daydreaming -1 (BB-GUARD-3)."""
    has_donuts: bool = False
    """Whether his next movement is lost (BB-TOOL-DONUTS)."""
    distracted_at: int | None = None
    """The cell of the crow that costs him a step (BB-CHAR-RAVEN-B)."""
    disrupted_at: int | None = None
    """The cell of the crow that holds him (BB-CHAR-RAVEN-A)."""
    cameras: frozenset[int] = frozenset()
    """The cells where he sees all cameras: revealed, and neither off nor broken open."""
    watched: frozenset[int] = frozenset()
    """Those of them with a player, where an alarm may be set off (BB-TILE-CAMERA)."""


class Chances(NamedTuple):
    """The chances of one movement.

    Where a guard comes into the building before he moves, he does not step on that cell.
    """

    steps_on: tuple[float, ...]
    """By cell, the chance that the guard steps on it, at any time of the movement."""
    ends_on: tuple[float, ...]
    """By cell, the chance that he stands on it after the movement."""
    leaves: float
    """The chance that he is out of the building after the movement (BB-LV-2)."""
    chosen: float
    """The chance that the players have to choose between alarms before or during the movement."""
    error: float
    """The standard error of a chance, at most; 0 if the chances are exact."""


class _Shared(NamedTuple):
    """What all walkers of one group have in common."""

    alarms: int
    """A mask."""
    speed: int
    left: int
    """How many cards are in the deck or removed, less those that are known."""
    top: int = 0
    """How many of the known cards on top have been drawn."""
    bottom: int = 0
    """The same for those at the bottom."""
    is_held: bool = False
    """Whether the crow that holds him is there."""


_Walkers = npt.NDArray[Any]
"""Guards in different situations, each with its chance."""

_WALKER = np.dtype(
    [
        ("chance", np.float64),
        ("left", np.int32),  # the mask of the cards that _Shared.left counts
        ("stepped_on", np.int32),  # the mask of cells in this movement
        ("guard", np.int8),
        ("target", np.int8),
        ("is_chosen", np.bool_),  # whether players had to choose in this movement
    ]
)

_BITS = np.left_shift(np.int32(1), np.arange(LOST_VISUAL + 1, dtype=np.int32))

_Groups = defaultdict[_Shared, list[_Walkers]]


def outlook(
    known: GuardKnowledge, movements: int = 3, limit: int = _SITUATIONS
) -> tuple[Chances, ...]:
    """Returns the chances of the guard's next *movements*.

    For the movements after the first at most *limit* situations are kept at a time; for the first
    all of them, and ten times as many as *limit* if the guard is away.
    """
    rules = _Rules(known)
    groups = rules.now()
    first = None if known.guard is not None else 10 * limit  # cells and cards, all combined
    chances: list[Chances] = []
    for number in range(movements):
        is_last = number == movements - 1
        movement = _Movement(
            rules, is_next=number == 0, is_last=is_last, limit=limit if number else first
        )
        groups = movement.play(groups)
        error = hypot(movement.error, chances[-1].error if chances else 0)
        chances.append(rules.chances(groups, error))
        if not is_last:
            groups = {group: _merged(walkers) for group, walkers in groups.items()}
    return tuple(chances)


class _Walks(NamedTuple):
    """The walks of a guard, by number of steps, cell and target."""

    steps: npt.NDArray[np.int8]
    """By cell and target, the number of steps."""
    next: npt.NDArray[np.int8]
    """By cell and target, the next cell."""
    ends: npt.NDArray[np.int8]
    """The cell where he is."""
    trails: npt.NDArray[np.int32]
    """The mask of the cells that he has stepped on."""


@lru_cache(_KEPT)
def _walks(plan: FloorPlan) -> _Walks:
    paths = guard_paths(plan)
    steps, further = np.array(paths.steps, np.int8), np.array(paths.next, np.int8)
    targets = np.arange(plan.size**2)
    ends = [np.broadcast_to(targets[:, None], steps.shape)]
    trails = [np.zeros(steps.shape, np.int32)]
    for _ in range(int(steps.max())):
        ends.append(np.where(ends[-1] == targets, targets, further[ends[-1], targets]))
        trails.append(trails[-1] | _BITS[ends[-1]])
    return _Walks(steps, further, np.array(ends, np.int8), np.array(trails, np.int32))


class _Rules:
    """Cards, alarms and figures of one floor, for all walkers of a group at once."""

    def __init__(self, known: GuardKnowledge) -> None:
        self.known: Final = known
        self.walks: Final = _walks(known.plan)
        self.cameras: Final = _mask(known.cameras) if known.watched else 0
        self.watched: Final = _mask(known.watched)
        self._nearest = guard_paths(known.plan).nearest
        self._cards = _mask(known.plan.cells) | known.has_lost_visual << LOST_VISUAL

    def now(self) -> dict[_Shared, _Walkers]:
        known = self.known
        here = np.zeros(1, _WALKER)
        here["chance"] = 1
        here["guard"] = _AWAY if known.guard is None else known.guard
        here["target"] = _AWAY if known.target is None else known.target
        left = self._cards & ~_mask((*known.discards, *known.top, *known.bottom))
        here["left"] = left
        is_held = known.disrupted_at is not None
        alarms = _mask(known.alarms)
        return {_Shared(alarms, known.speed, left.bit_count(), is_held=is_held): here}

    def placed(self, group: _Shared, walkers: _Walkers) -> Iterator[tuple[_Shared, _Walkers]]:
        # BB-LV-3, BB-GUARD-11: a card for his cell, where he turns an alarm off, one for his die.
        away = walkers["guard"] == _AWAY
        yield group, walkers[~away]
        for drawn, arriving, cells in self._drawn_cells(group, walkers[away]):
            arriving["guard"] = cells
            for alarms, there in self._turned_off(drawn.alarms, arriving):
                shared = drawn._replace(alarms=alarms)
                for after, ready, targets in self._drawn_cells(shared, there):
                    ready["target"] = targets
                    yield from self.sent(after, ready) if alarms else [(after, ready)]

    def _turned_off(self, alarms: int, walkers: _Walkers) -> Iterator[tuple[int, _Walkers]]:
        # Yields the alarms that are left, with the walkers for whom it is these.
        is_quiet = np.ones(len(walkers), np.bool_)
        for cell in _numbers(alarms):
            here = walkers["guard"] == cell
            is_quiet &= ~here
            yield alarms & ~(1 << cell), walkers[here]
        yield alarms, walkers[is_quiet]

    def sent(self, group: _Shared, walkers: _Walkers) -> Iterator[tuple[_Shared, _Walkers]]:
        # BB-ALARM-4: his die lies on the nearest alarm.
        alarms = _numbers(group.alarms)
        for cell in _values(walkers["guard"]):
            near = self._nearest(cell, alarms)
            for target in near:
                sent = walkers[walkers["guard"] == cell]
                sent["target"] = target
                sent["chance"] /= len(near)
                sent["is_chosen"] |= len(near) > 1
                yield group, sent

    def _drawn_cells(
        self, group: _Shared, walkers: _Walkers
    ) -> Iterator[tuple[_Shared, _Walkers, npt.NDArray[np.int8]]]:
        # While a guard is placed, Lost Visual is discarded and replaced (BB-LV-3).
        for drawn, onward, cards in self.drawn(group, walkers):
            is_lost = cards == LOST_VISUAL
            yield drawn, onward[~is_lost], cards[~is_lost]
            yield from self._drawn_cells(drawn, onward[is_lost])

    def drawn(
        self, group: _Shared, walkers: _Walkers
    ) -> Iterator[tuple[_Shared, _Walkers, npt.NDArray[np.int8]]]:
        # Yields walkers with each card that may come. A card that names the guard's own cell is
        # followed by another one (BB-GUARD-6).
        known = self.known
        if not len(walkers):
            return
        if group.top < len(known.top):
            cards = np.full(len(walkers), known.top[group.top], np.int8)
            group = group._replace(top=group.top + 1)
        elif group.left > known.removed:
            rows, columns = np.nonzero(walkers["left"][:, None] & _BITS)
            cards, walkers = columns.astype(np.int8), walkers[rows]
            walkers["left"] ^= _BITS[columns]
            walkers["chance"] /= group.left
            group = group._replace(left=group.left - 1)
        elif group.bottom < len(known.bottom):
            cards = np.full(len(walkers), known.bottom[group.bottom], np.int8)
            group = group._replace(bottom=group.bottom + 1)
        else:  # BB-GUARD-9
            walkers = walkers.copy()
            walkers["left"] = self._cards
            speed = min(_FASTEST, group.speed + 1)
            full = group._replace(speed=speed, left=self._cards.bit_count())
            yield from self.drawn(full, walkers)
            return
        is_own = cards == walkers["guard"]
        yield group, walkers[~is_own], cards[~is_own]
        yield from self.drawn(group, walkers[is_own])

    def chances(self, groups: dict[_Shared, _Walkers], error: float) -> Chances:
        area = self.known.plan.size**2
        every = _joined(list(groups.values()))
        chance, is_away = every["chance"], every["guard"] == _AWAY
        stepped_on = (every["stepped_on"][:, None] & _BITS[:area]) != 0
        ends_on = np.bincount(every["guard"][~is_away], chance[~is_away], area)
        return Chances(
            steps_on=tuple(np.minimum(chance @ stepped_on, 1).tolist()),
            ends_on=tuple(np.minimum(ends_on, 1).tolist()),
            leaves=min(1.0, float(chance[is_away].sum())),
            chosen=min(1.0, float(chance[every["is_chosen"]].sum())),
            error=error,
        )


class _Movement:
    """One movement, with all walkers of a group at once."""

    def __init__(self, rules: _Rules, *, is_next: bool, is_last: bool, limit: int | None) -> None:
        self._rules = rules
        self._known = rules.known
        self._is_next = is_next
        self._limit = limit
        # What is drawn at the end matters to the next movement, but for Lost Visual.
        self._needs_last_card = not is_last or rules.known.has_lost_visual
        self.error = 0.0

    def play(self, now: dict[_Shared, _Walkers]) -> dict[_Shared, _Walkers]:
        waiting: defaultdict[int, _Groups] = defaultdict(lambda: defaultdict(list))
        for before, walkers in self._limited(now).items():
            for group, placed in self._rules.placed(before, walkers):
                for steps, shared, starting in self._started(group, placed):
                    waiting[steps][shared].append(starting)
        for steps in range(max(waiting), 0, -1):
            groups = {group: _joined(parts) for group, parts in waiting.pop(steps, {}).items()}
            for before, walkers in self._limited(groups).items():
                for left, group, arrived in self._walked(before, walkers, steps):
                    waiting[left][group].append(arrived)
        return {group: _joined(parts) for group, parts in waiting[0].items()}

    def _limited(self, groups: dict[_Shared, _Walkers]) -> dict[_Shared, _Walkers]:
        if self._limit is None or sum(map(len, groups.values())) <= self._limit:
            return groups
        sampled, error = _sampled(groups, self._limit)
        self.error = hypot(self.error, error)
        return sampled

    def _started(
        self, group: _Shared, walkers: _Walkers
    ) -> Iterator[tuple[int, _Shared, _Walkers]]:
        # BB-GUARD-3: Donuts, Disrupt, speed. Yields the steps of each group.
        if self._is_next and self._known.has_donuts:
            yield 0, group, walkers
            return
        if group.is_held and not group.alarms:
            held = walkers["guard"] == self._known.disrupted_at
            yield 0, group._replace(is_held=False), walkers[held]
            walkers = walkers[~held]
        more = self._known.more_steps if self._is_next else 0
        yield max(0, group.speed + group.alarms.bit_count() + more), group, walkers

    def _walked(
        self, group: _Shared, walkers: _Walkers, steps: int
    ) -> Iterator[tuple[int, _Shared, _Walkers]]:
        # BB-GUARD-4, -5. Yields all that a step leads to, or several where nothing can happen on
        # the way, with the steps that are left.
        crow = self._known.distracted_at
        special = group.alarms | self._rules.cameras | (0 if crow is None else 1 << crow)
        walks, walkers = self._rules.walks, walkers.copy()
        start, target = walkers["guard"], walkers["target"]
        if not special:
            done = np.minimum(walks.steps[start, target], steps)
            walkers["stepped_on"] |= walks.trails[done, start, target]
            walkers["guard"] = walks.ends[done, start, target]
            for count in _values(done):
                yield from self._gone_on(group, walkers[done == count], steps - count)
            return
        walkers["guard"] = walks.next[start, target]
        walkers["stepped_on"] |= _BITS[walkers["guard"]]
        is_plain = np.ones(len(walkers), np.bool_)
        for cell in _numbers(special):
            here = walkers["guard"] == cell
            if here.any():
                is_plain &= ~here
                left = max(0, steps - 2) if cell == crow else steps - 1
                yield from self._arrived(group, walkers[here], left, cell)
        yield from self._gone_on(group, walkers[is_plain], steps - 1)

    def _arrived(
        self, group: _Shared, walkers: _Walkers, steps: int, cell: int
    ) -> Iterator[tuple[int, _Shared, _Walkers]]:
        # In a cell with an alarm or a camera.
        alarms = group.alarms & ~(1 << cell)
        if self._rules.cameras >> cell & 1:
            alarms |= self._rules.watched & ~(1 << cell)
        shared = group._replace(alarms=alarms)
        if alarms and alarms != group.alarms:
            yield from ((steps, *sent) for sent in self._rules.sent(shared, walkers))
        else:  # the last alarm was his destination
            yield from self._gone_on(shared, walkers, steps)

    def _gone_on(
        self, group: _Shared, walkers: _Walkers, steps: int
    ) -> Iterator[tuple[int, _Shared, _Walkers]]:
        there = walkers["guard"] == walkers["target"]
        yield steps, group, walkers[~there]
        yield from self._redirected(group, walkers[there], steps)

    def _redirected(
        self, group: _Shared, walkers: _Walkers, steps: int
    ) -> Iterator[tuple[int, _Shared, _Walkers]]:
        # A patrol card says where he goes next, or Lost Visual takes him away (BB-LV-2).
        if not (steps or self._needs_last_card):
            yield steps, group, walkers
            return
        for drawn, onward, cards in self._rules.drawn(group, walkers):
            onward["target"] = cards
            is_lost = cards == LOST_VISUAL
            yield steps, drawn, onward[~is_lost]
            gone = onward[is_lost]
            gone["guard"] = gone["target"] = _AWAY
            yield 0, drawn, gone


def _joined(parts: list[_Walkers]) -> _Walkers:
    return np.concatenate(parts) if parts else np.zeros(0, _WALKER)


def _merged(walkers: _Walkers) -> _Walkers:
    # Joins those that differ only in what happened in the movement that is over.
    place = (walkers["guard"].astype(np.int64) + 1) * 32 + walkers["target"] + 1
    _, first, same = np.unique(
        walkers["left"].astype(np.int64) * 1024 + place, return_index=True, return_inverse=True
    )
    merged = walkers[first]
    merged["chance"] = np.bincount(same, walkers["chance"], len(first))
    merged["stepped_on"] = merged["is_chosen"] = 0
    return merged


def _sampled(groups: dict[_Shared, _Walkers], limit: int) -> tuple[dict[_Shared, _Walkers], float]:
    # Returns at most *limit* walkers that stand for all, and the standard error that it costs, at
    # most. The likely ones are kept. Of the others, one of each *share* of the chances is taken;
    # it comes or not, so the variance of a share is a quarter of its square at most.
    every = _joined(list(groups.values()))
    chances = every["chance"]
    order = np.argsort(-chances, kind="stable")
    shares = np.cumsum(chances[order][::-1])[::-1][:limit] / (limit - np.arange(limit))
    kept = int(np.argmax(chances[order[:limit]] <= shares))
    share = float(shares[kept])
    others = np.sort(order[kept:])
    points = (np.arange(limit - kept) + 0.5) * share
    taken = others[np.searchsorted(np.cumsum(chances[others]), points)]
    chances[taken] = share
    is_in = np.zeros(len(every), np.bool_)
    is_in[order[:kept]] = is_in[taken] = True
    ends = np.cumsum([len(walkers) for walkers in groups.values()])[:-1]
    parts = zip(np.split(every, ends), np.split(is_in, ends), strict=True)
    sampled = {
        group: walkers[chosen]
        for group, (walkers, chosen) in zip(groups, parts, strict=True)
        if chosen.any()
    }
    return sampled, share / 2 * sqrt(limit - kept)


def _values(numbers: npt.NDArray[np.int8]) -> list[int]:
    # What np.unique returns, which imports numpy.ma when it is first called: 9 ms.
    return np.flatnonzero(np.bincount(numbers)).tolist()


def _mask(numbers: Iterable[int]) -> int:
    return sum(1 << number for number in numbers)


def _numbers(mask: int) -> list[int]:
    return [number for number in range(mask.bit_length()) if mask >> number & 1]
