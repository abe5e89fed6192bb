"""Everything that changes in a game, and what is still to be done.

All values are immutable, so a :class:`Case` is saved before each move as one flat tuple, and
restored from it. What is still to be done is a stack, ``agenda``: steps (functions) that run by
themselves, and questions that wait for moves of seats or of chance. A step does what it can and
puts on top what has to come before the rest.

An integrity card is known by the number in which it was dealt; ``kinds`` has the kind of each.
"""

from collections.abc import Callable, Mapping
from operator import attrgetter
from typing import Final, NamedTuple, TypeAlias

from heistboard.games.good_cop_bad_cop.components import (
    MOST,
    PLAYERS,
    ROW,
    ROWS,
    ROWS_OF,
    equipment_in_play,
    guns_in_play,
    integrity_in_play,
    ones,
)
from heistboard.rules import Choice, Move, Outcome

__all__ = [
    "BY_CHANCE",
    "GONE",
    "NOBODY",
    "NO_GUN",
    "Agenda",
    "Case",
    "Frame",
    "Question",
    "Saved",
    "Setting",
    "by_chance",
    "one",
]

NOBODY: Final = -1
"""No seat; as a gun's target: it has lost it (GC-GUN-5)."""

NO_GUN: Final = -2
GONE: Final = -1
"""In a row, where a card was that has left the game."""

BY_CHANCE: Final = 1 << MOST
"""Who is asked, where chance decides."""


class Question(NamedTuple):
    """What seats decide, or chance. Each function gets the case, then what the question is about.

    ``phase`` names it.
    """

    phase: str
    asked: "Callable[..., int]"
    """Returns the seats that are asked, as a mask; :data:`BY_CHANCE` for chance."""
    moves: "Callable[..., tuple[Move, ...]]"
    """Returns a seat's legal moves; gets the seat after the case."""
    answer: "Callable[..., None]"
    """Gets the move after the case; the question is off the agenda then."""
    deck: str = ""
    """For chance, what is drawn."""
    odds: "Callable[..., tuple[int, ...]] | None" = None
    """For chance, the weight of each move; ``None`` if all weigh the same."""


Frame: TypeAlias = "tuple[Question | Callable[..., None], tuple[object, ...]]"
Agenda: TypeAlias = "tuple[Frame, Agenda] | None"


def one(case: "Case", seat: int, *about: object) -> int:
    """Returns who is asked where one seat decides."""
    return 1 << seat


def by_chance(case: "Case", *about: object) -> int:
    """Returns who is asked where chance decides."""
    return BY_CHANCE


class Saved(NamedTuple):
    """All values of a :class:`Case`."""

    agenda: "Agenda"
    answered: int
    rows: tuple[tuple[int, ...], ...]
    up: int
    absent: int
    living: int
    guns: tuple[int, ...]
    wounds: int
    planted: int
    unshot: int
    hands: tuple[tuple[int, ...], ...]
    holders: int
    deck: int
    bottom: tuple[int, ...]
    round: int
    active: int
    direction: int
    smoke: bool
    coffee: int
    barred: bool
    action: str
    target: int
    bound: bool
    picked: int
    kinds: tuple[int, ...]
    integrity: tuple[int, ...]
    outcome: Outcome | None

    def with_answered(self, answered: int) -> "Saved":
        """Returns the same values, but for the seats that have answered."""
        return tuple.__new__(Saved, (self[0], answered, *self[2:]))

    def __deepcopy__(self, memo: dict[int, object]) -> "Saved":
        return self


_VALUES: Final = attrgetter(*Saved._fields)


class Setting:
    """What does not change in a game: how many play, with which cards and readings."""

    def __init__(self, options: Mapping[str, Choice]) -> None:
        self.players = int(options["players"])
        self.expansion = bool(options["bombers"]) or self.players == ROW
        self.everybody = (1 << self.players) - 1
        self.guns = int(options["guns"]) or guns_in_play(self.players)
        self.integrity = integrity_in_play(self.players, self.expansion)
        self.equipment = equipment_in_play(self.players, self.expansion)
        self.first = int(options["first"]) - 1
        if self.first >= self.players:
            first = options["first"]
            raise ValueError(f"first is {first}, expected at most {self.players}, the players")
        self.wound_is_on_card = options["wound-follows"] == "card"
        self.wound_needs_leader = options["wounded-without-leader"] == "eliminated"
        self.single_icon = bool(options["single-icon"])
        self.specials_win = bool(options["specials-win"])
        self.keeps_wound = bool(options["revived-wound"])
        self.aim_lost = bool(options["aim-lost"])

    def __deepcopy__(self, memo: dict[int, object]) -> "Setting":
        return self


class Case:
    """Everything that changes in a game."""

    __slots__ = (*Saved._fields, "setting")

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        # Integrity cards.
        self.kinds: tuple[int, ...] = ()  # by the number in which a card was dealt
        self.integrity = setting.integrity  # how many of each kind are not dealt
        self.rows: tuple[tuple[int, ...], ...] = ((),) * setting.players
        self.up = 0  # slots whose card is face up
        self.absent = 0  # slots whose card has left the game
        # People.
        self.living = setting.everybody
        self.guns: tuple[int, ...] = (NO_GUN,) * setting.players  # at whom each aims
        self.wounds = 0  # seats; or leader cards by kind, if wounds follow cards
        self.planted = NOBODY
        self.unshot = 0  # seats that were eliminated without a shot (GC-SHOT-6)
        # Equipment.
        self.hands: tuple[tuple[int, ...], ...] = ((),) * setting.players
        self.holders = 0  # seats that hold equipment
        self.deck = setting.equipment  # cards whose place in the deck nobody knows
        self.bottom: tuple[int, ...] = ()  # cards below them, the next one first
        # The turn.
        self.round = 0
        self.active = NOBODY
        self.direction = 1
        self.smoke = False
        self.coffee = NOBODY
        self.barred = False  # the active player may take no gun in this turn
        self.action = ""  # declared and not done yet
        self.target = NOBODY
        self.bound = False  # a Restraining Order binds the shooter
        # What is decided now.
        self.answered = 0  # seats that have passed, or chosen
        self.picked = 0  # slots chosen in an audit
        self.agenda: Agenda = None
        self.outcome: Outcome | None = None

    def save(self) -> Saved:
        """Returns all values."""
        return tuple.__new__(Saved, _VALUES(self))

    def restore(self, saved: Saved) -> None:
        """Takes over the values of *saved*."""
        for name, value in zip(Saved._fields, saved, strict=True):
            setattr(self, name, value)

    def then(self, what: "Question | Callable[..., None]", *about: object) -> None:
        """Puts a step or a question on top of what is still to be done."""
        self.agenda = ((what, about), self.agenda)

    def run(self) -> None:
        """Does all steps up to the next question."""
        while self.agenda is not None:
            (what, about), rest = self.agenda
            if type(what) is Question:
                return
            self.agenda = rest
            what(self, *about)  # type: ignore[operator]

    def end(self, seats: int, ending: str, rule: str) -> None:
        """Ends the game; *seats*, a mask, have won."""
        winners = ", ".join(PLAYERS[seat] for seat in ones(seats))
        self.outcome = Outcome(winners, ending, rule)
        self.agenda = None

    # Rows.

    def row(self, seat: int) -> int:
        """Returns the slots of *seat* that have a card, as a mask."""
        return ROWS[seat] & ~self.absent

    def slots(self, seats: int) -> int:
        """Returns the slots of these seats that have a card."""
        return ROWS_OF[seats] & ~self.absent

    def down(self, seats: int) -> int:
        """Returns the slots of these seats whose card lies face down."""
        return ROWS_OF[seats] & ~self.absent & ~self.up

    def card_in(self, slot: int) -> int:
        """Returns the card in a slot."""
        return self.rows[slot // ROW][slot % ROW]

    def kinds_of(self, seat: int) -> tuple[int, ...]:
        """Returns the kinds of a seat's cards, in the order of their positions."""
        return tuple(self.kinds[card] for card in self.rows[seat] if card != GONE)

    def place(self, slot: int, card: int) -> None:
        """Puts a card in a slot."""
        seat, place = divmod(slot, ROW)
        row = self.rows[seat]
        row = (*row[:place], card, *row[place + 1 :])
        self.rows = (*self.rows[:seat], row, *self.rows[seat + 1 :])

    # Guns and hands.

    @property
    def armed(self) -> int:
        """The seats that hold a gun."""
        return sum(1 << seat for seat, aim in enumerate(self.guns) if aim != NO_GUN)

    @property
    def guns_in_centre(self) -> int:
        """How many guns lie in the centre."""
        return self.setting.guns - self.armed.bit_count()

    def aim(self, seat: int, target: int) -> None:
        """Points the gun of *seat* at *target*; ``NO_GUN`` takes it away."""
        self.guns = (*self.guns[:seat], target, *self.guns[seat + 1 :])

    def give(self, seat: int, card: int) -> None:
        """Adds an equipment card to a hand."""
        hands = self.hands
        self.hands = (*hands[:seat], (*hands[seat], card), *hands[seat + 1 :])
        self.holders |= 1 << seat

    def take(self, seat: int, card: int) -> None:
        """Takes an equipment card from a hand."""
        hands = self.hands
        left = tuple(each for each in hands[seat] if each != card)
        self.hands = (*hands[:seat], left, *hands[seat + 1 :])
        if not left:
            self.holders &= ~(1 << seat)
