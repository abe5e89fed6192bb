"""Everything that changes in a game, and what is still to be done.

All values are immutable, so a :class:`Job` is saved before each move as one flat tuple, and
restored from it. What is still to be done is a stack, ``agenda``: steps (functions) that run by
themselves, and questions that wait for a move of a seat or of chance. A step does what it can and
puts on top what has to come before the rest. So nothing waits in Python's call stack, and the
state between two moves is all there is.

Cells are numbers of the building (see ``site``), sets of cells, seats and cards are bit masks.
"""

from collections.abc import Callable
from typing import Final, NamedTuple, TypeAlias

from heistboard.games.burgle_bros.components import (
    DIGITS,
    EVENTS,
    FACE_DOWN,
    KINDS,
    LOOT,
    NO_ROOM,
    TILES,
    TOOLS,
    mask,
    ones,
)
from heistboard.games.burgle_bros.site import OUTSIDE, Plans, Site, adjacent, paths
from heistboard.rules import CHANCE, Move, Outcome

__all__ = [
    "ALL_SEATS",
    "AWAY",
    "EVENT_DECK",
    "NOBODY",
    "UNPLACED",
    "Agenda",
    "Frame",
    "Job",
    "Looked",
    "Question",
    "Saved",
    "by_chance",
    "replaced",
    "with_count",
]

UNPLACED: Final = -1
"""Where a guard is who has not come yet (BB-GUARD-2)."""

AWAY: Final = -2
"""Where a guard is who was lost from view (BB-LV-2)."""

NOBODY: Final = -1

EVENT_DECK: Final = 3
"""The number of the event deck; patrol decks have that of their floor."""

ALL_SEATS: Final = mask(5)
"""Everybody: the players, and as the last bit the public."""


class Question(NamedTuple):
    """What a seat decides, or chance. Each function gets the job, then what the question is about.

    ``phase`` names it.
    """

    phase: str
    seat: Callable[..., int]
    moves: Callable[..., tuple[Move, ...]]
    answer: Callable[..., None]
    """Gets the move between the job and the rest; the question is off the agenda then."""
    odds: Callable[..., tuple[int, ...]] | None = None
    """For chance, the weight of each move; ``None`` if all weigh the same."""
    deck: str = ""
    """For chance, the deck or die."""


def by_chance(job: "Job", *about: object) -> int:
    """Returns the seat of what chance decides."""
    return CHANCE


Frame: TypeAlias = tuple["Question | Callable[..., None]", tuple[object, ...]]
Agenda: TypeAlias = "tuple[Frame, Agenda] | None"


class Saved(tuple[object, ...]):
    """All values of a :class:`Job`."""

    __slots__ = ()

    def __deepcopy__(self, memo: dict[int, object]) -> "Saved":
        return self


class Looked(NamedTuple):
    """A card that somebody looked at and that is still in its deck."""

    deck: int
    is_top: bool
    """Whether it is counted from the top, else from the bottom."""
    card: int
    seats: int
    """Who knows it, as a mask."""


class Job:
    """Everything that changes in a game."""

    __slots__ = ("__dict__", "site")

    def __init__(self, site: Site) -> None:
        self.site = site
        scenario, seats = site.scenario, site.players
        # The building.
        self.tiles: tuple[int, ...] = tuple(
            -1 if cell in site.empty else 0 for cell in range(site.cells)
        )
        self.unseen = _tiles_in_play(scenario.name)  # tiles that lie face down somewhere
        self.plans: Plans = site.plans
        self.near = adjacent(site.plans)
        self.paths = paths(site.plans)
        self.entrance = OUTSIDE
        self.stairs = 0  # the lower ends of revealed stairs and of thermal stairs
        self.walkways = 0
        self.cameras = 0
        self.ducts: tuple[int, ...] = ()
        self.opened = 0  # keypads with an open token
        self.crowbarred = 0
        self.searched = 0  # laboratories whose tool was drawn
        self.marks = 0  # digits with a cracked token
        self.cracked = 0  # safes
        self.safe_dice: tuple[tuple[int, int], ...] = ()  # safe, dice
        self.alarms = 0
        self.hacks: tuple[int, ...] = (0, 0, 0)
        self.laptop = 0
        self.tokens: tuple[tuple[int, int], ...] = ()  # cell, stealth tokens in the room
        self.lying: tuple[tuple[int, int], ...] = ()  # cell, item
        # The players.
        self.characters: tuple[str, ...] = ()
        self.sides: tuple[str, ...] = ()
        self.at: tuple[int, ...] = (OUTSIDE,) * seats
        self.stealth: tuple[int, ...] = (3,) * seats
        self.items: tuple[int, ...] = (0,) * seats
        # The guards, by floor.
        self.guards: tuple[int, ...] = (UNPLACED,) * site.floors
        self.targets: tuple[int, ...] = (UNPLACED,) * site.floors
        self.speeds: tuple[int, ...] = scenario.guard_dice
        self.walked: tuple[tuple[int, int], ...] = ()  # since the last action: cell, who was seen
        self.donuts = 0  # a mask of floors
        self.crow = NOBODY
        self.held_alarm = False  # on the Juicer's card
        # The decks. Removed patrol cards count as unseen, and not as left.
        self.patrol_unseen: tuple[int, ...] = ()
        self.patrol_left: tuple[int, ...] = ()
        self.tools_left = mask(len(TOOLS))
        self.tools_gone = 0
        self.loot_left = mask(len(LOOT) + 1)
        self.events_left = mask(len(EVENTS))
        self.events_gone = 0
        self.looked: tuple[Looked, ...] = ()
        # What lasts.
        self.emp = NOBODY
        self.gymnastics = NOBODY
        self.time_lock = NOBODY
        self.video_loop = NOBODY
        self.heads_up: tuple[int, ...] = (0,) * seats
        self.skips = 0  # seats that lose their next turn
        # The turn.
        self.active = int(site.options["first"]) - 1
        self.turn = 0
        self.left = 0  # actions
        self.used = 0  # as BB-TURN-4 counts them
        self.spent = 0  # actions, whether they count or not
        self.has_acted = False
        self.is_first_turn = False
        self.done: frozenset[str] = frozenset()  # what goes once a turn
        self.tries: tuple[tuple[int, int], ...] = ()  # keypad, attempts
        self.in_motion = False  # the active player entered this Motion room in this turn
        self.suit = False
        self.sneaked = False  # by Flexibility, and still there
        self.idle: tuple[object, ...] = ()  # see acting
        self.guard_steps = 0  # Daydreaming, Espresso
        self.shift_change = False
        self.event = ""  # the one being resolved or last resolved in this turn
        # In between.
        self.drawn = -1  # the card that chance named last
        self.rolled: tuple[int, ...] = ()
        self.outcome: Outcome | None = None
        self.agenda: Agenda = None

    # Saving.

    def save(self) -> Saved:
        """Returns all values."""
        return Saved(self.__dict__.values())

    def restore(self, saved: Saved) -> None:
        """Takes the values that :meth:`save` returned."""
        self.__dict__.update(zip(self.__dict__, saved, strict=True))

    def copy(self) -> "Job":
        """Returns an independent copy."""
        other = Job.__new__(Job)
        other.site = self.site
        other.__dict__.update(self.__dict__)
        return other

    # The agenda.

    def next(self, step: "Question | Callable[..., None]", *about: object) -> None:
        """Puts a step or a question on top of the agenda."""
        self.agenda = ((step, about), self.agenda)

    def run(self) -> None:
        """Runs steps until a question is on top, or the game is over."""
        while self.agenda is not None:
            frame, rest = self.agenda
            step = frame[0]
            if step.__class__ is Question:
                return
            self.agenda = rest
            step(self, *frame[1])  # type: ignore[operator]

    def end(self, outcome: Outcome) -> None:
        """Ends the game."""
        self.outcome = outcome
        self.agenda = None

    # Looking.

    def kind(self, cell: int) -> str:
        """Returns the kind of the tile on a cell; ``face_down`` if nobody has seen it."""
        return KINDS[self.tiles[cell]]

    def digit(self, cell: int) -> int:
        """Returns the digit of a revealed tile; 0 if it has none or is face down."""
        return DIGITS[self.tiles[cell]]

    def is_face_down(self, cell: int) -> bool:
        """Returns whether the tile of a cell has not been revealed."""
        return not self.tiles[cell]

    def floor(self, seat: int) -> int:
        """Returns the floor of a player, or -1 if the player is not in the building."""
        cell = self.at[seat]
        return self.site.floor[cell] if cell >= 0 else -1

    def has_guard(self, cell: int) -> bool:
        """Returns whether a guard is in the room."""
        return self.guards[self.site.floor[cell]] == cell

    def seats_from(self, first: int) -> list[int]:
        """Returns all seats in turn order, beginning with *first*."""
        players = self.site.players
        return [(first + each) % players for each in range(players)]

    def seats_in(self, cell: int) -> list[int]:
        """Returns the players in a room, in turn order from the active one."""
        return [seat for seat in self.seats_from(self.active) if self.at[seat] == cell]

    def seat_of(self, character: str, side: str) -> int:
        """Returns the seat that plays a side of a character, or :data:`NOBODY`."""
        for seat, each in enumerate(self.characters):
            if each == character and self.sides[seat] == side:
                return seat
        return NOBODY

    def is_played_by(self, seat: int, character: str, side: str) -> bool:
        """Returns whether a seat plays a side of a character."""
        return self.characters[seat] == character and self.sides[seat] == side

    def alarms_on(self, floor: int) -> list[int]:
        """Returns the rooms of a floor with an alarm token."""
        return ones(self.alarms & self.site.floor_masks[floor])

    def room_tokens(self, cell: int) -> int:
        """Returns how many stealth tokens lie in a room."""
        return dict(self.tokens).get(cell, 0)

    # Changing.

    def move_to(self, seat: int, cell: int) -> None:
        """Puts a player on a cell, or on the roof; nothing else."""
        self.at = replaced(self.at, seat, cell)
        if seat == self.active:
            self.in_motion = self.sneaked = False

    def spend(self, actions: int) -> None:
        """Spends actions of the active player."""
        self.left -= actions
        self.used += actions
        self.spent += actions

    def add_tokens(self, cell: int, count: int) -> None:
        """Puts stealth tokens into a room, or takes them out."""
        self.tokens = with_count(self.tokens, cell, count)

    def add_stealth(self, seat: int, count: int) -> None:
        """Gives a player stealth tokens, or takes them."""
        self.stealth = replaced(self.stealth, seat, self.stealth[seat] + count)


def replaced(values: tuple[int, ...], index: int, value: int) -> tuple[int, ...]:
    """Returns *values* with another one at *index*."""
    return (*values[:index], value, *values[index + 1 :])


def with_count(
    counts: tuple[tuple[int, int], ...], key: int, more: int
) -> tuple[tuple[int, int], ...]:
    """Returns sorted pairs of key and count with *more* of *key*; without pairs of count 0."""
    changed = dict(counts)
    changed[key] = changed.get(key, 0) + more
    return tuple(sorted(pair for pair in changed.items() if pair[1]))


def _tiles_in_play(scenario: str) -> int:
    # All tiles, but in the office only those with a white circle and two of the three safes.
    tiles = 0
    safes = 0
    for number, (kind, _, circle) in enumerate(TILES):
        if kind in (FACE_DOWN, NO_ROOM):
            continue
        if scenario == "office":
            safes += kind == "safe"
            is_in = safes <= 2 if kind == "safe" else circle == "white"
        else:
            is_in = True
        if is_in:
            tiles |= 1 << number
    return tiles
