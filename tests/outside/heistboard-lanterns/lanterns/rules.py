"""The state of a game of Lanterns: who may move, what is legal, what a move does.

Everything that changes is in one immutable :class:`Night`. A move makes a new one; the old ones
are kept, so that taking back restores them.
"""

from collections import Counter
from collections.abc import Mapping
from typing import Final, NamedTuple

from heistboard.places.layout import CROSSINGS
from heistboard.rules import (
    CHANCE,
    TABLE,
    Ask,
    Choice,
    Draw,
    Known,
    Move,
    Outcome,
    State,
    View,
    Window,
)

from lanterns import notation
from lanterns import view as views
from lanterns.notation import CARDS, ROLES, STREETS

__all__ = ["CROSSINGS", "FULL", "START", "Lanterns", "Night"]

START: Final = "x22"
FULL: Final = 3  # the flame, at most
OF_EACH_STREET: Final = 4


class Night(NamedTuple):
    """Everything that changes in a game."""

    phase: str = "deal"
    roles: tuple[str, ...] = ()  # by seat
    cards: tuple[str, ...] = ()  # by seat; "" when it was played
    turns: int = 0  # how many are over
    lantern: str = START
    flame: int = FULL
    streets: tuple[str, ...] = ()  # the cards turned over so far
    passed: tuple[int, ...] = ()  # in the window that is open
    accused: tuple[int, ...] = ()  # by seat
    rung: int | None = None  # the turn in which the tower's bell was rung


class Lanterns(State):
    """A game of Lanterns; ``night`` has everything that changes."""

    __slots__ = ("_past", "night")

    def __init__(self, options: Mapping[str, Choice]) -> None:
        self.options = options
        self.moves = []
        self._past: list[Night] = []
        self._stand(Night())

    @property
    def phase(self) -> str:
        """``deal``, ``carry``, ``tower``, ``street``, ``window``, ``accuse`` or ``over``."""
        return self.night.phase

    @property
    def carrier(self) -> int:
        """The seat that carries the lantern in this turn."""
        return self.night.turns % self._players

    @property
    def movers(self) -> tuple[int, ...]:
        """The seats that may move; in a window those that have not passed."""
        if self.phase in ("deal", "street"):
            return (CHANCE,)
        return tuple(seat for seat in self.turn if seat not in self.night.passed)

    @property
    def turn(self) -> tuple[int, ...]:
        """The seats that are asked; in a window, all seats it was opened for."""
        if self.phase in ("carry", "tower"):
            return (self.carrier,)
        if self.phase == "window":
            joins = self.options["carrier-joins"]
            return tuple(s for s in range(self._players) if joins or s != self.carrier)
        return (len(self.night.accused),) if self.phase == "accuse" else ()

    @property
    def window(self) -> Window | None:
        """The window after a street card: of the kind that the card names."""
        if self.phase != "window":
            return None
        return Window(self.night.streets[-1], self.carrier)

    @property
    def draw(self) -> Draw | None:
        """What is dealt or turned over now: roles, then cards, then a street card each turn."""
        if self.phase == "street":
            return Draw("street", TABLE)
        if self.phase != "deal":
            return None
        dealt = len(self.night.roles)
        return (
            Draw("role", dealt) if dealt < self._players else Draw("card", len(self.night.cards))
        )

    def legal(self, seat: int | None = None) -> tuple[Move, ...]:
        """Returns every legal move of *seat*."""
        seat = self.seat if seat is None else seat
        if seat is None or seat not in self.movers:
            return ()
        if seat == CHANCE:
            return tuple(self._left())
        return tuple(map(notation.read, self._texts(seat)))

    def odds(self) -> tuple[int, ...]:
        """Returns how many of each card are left."""
        return tuple(self._left().values()) if self.seat == CHANCE else super().odds()

    def push(self, move: str) -> None:
        """Plays *move*; raises :exc:`IllegalMove` or :exc:`InvalidMove`."""
        legal: dict[str, Move] = {each: each for seat in self.movers for each in self.legal(seat)}
        if move not in legal:
            raise notation.refusal(self, move)
        self._past.append(self.night)
        self.moves.append(legal[move])
        self._stand(self._after(legal[move]))

    def pop(self) -> Move:
        """Takes the last move back and returns it."""
        if not self.moves:
            raise IndexError("pop: no move has been made")
        self._stand(self._past.pop())
        return self.moves.pop()

    def default(self, seat: int) -> Move:
        """Returns a pass in a window, else the first legal move."""
        return self.legal(seat)[-1 if self.phase == "window" else 0]

    def copy(self) -> "Lanterns":
        """Returns an independent copy."""
        other = Lanterns(self.options)
        other.game, other.moves, other._past = self.game, self.moves.copy(), self._past.copy()
        other._stand(self.night)
        return other

    def parse(self, text: str) -> Move:
        """Returns the move that *text* means; raises :exc:`InvalidMove`."""
        return notation.parse(text)

    def asked(self, seat: int) -> Ask:
        """Returns what *seat* is asked, or what everybody waits for."""
        return views.asked(self, seat) if self.outcome is None else super().asked(seat)

    def view(self, seat: int) -> View:
        """Returns what *seat* may know now."""
        return views.view(self, seat)

    def known(self, seat: int) -> Known:
        """Returns the options, and the moves as *seat* knows them."""
        return (*self.options.values(), *views.told(self, seat))

    def told(self, seat: int | None) -> list[str]:
        """Returns the moves as *seat* knows them."""
        return views.told(self, seat)

    # What is legal.

    @property
    def _players(self) -> int:
        return int(self.options["players"])

    def _left(self) -> dict[Move, int]:
        # The cards left in the deck that is drawn from, and how many of each.
        assert self.draw is not None
        deck, by = self.draw
        all_and_gone = {
            "role": (dict(zip(ROLES, (1, self._players - 1), strict=True)), self.night.roles),
            "card": (dict.fromkeys(CARDS, self._players), self.night.cards),
            "street": (dict.fromkeys(STREETS, OF_EACH_STREET), self.night.streets),
        }
        full, gone = all_and_gone[deck]
        left = Counter(full) - Counter(gone)
        whose = "" if by == TABLE else f"{self.seats[by]} "
        return {notation.read(f"{deck} {whose}{face}"): left[face] for face in full if left[face]}

    def _texts(self, seat: int) -> list[str]:
        if self.phase == "carry":
            return [f"carry {place}" for place in CROSSINGS if _is_road(self.night.lantern, place)]
        if self.phase == "tower":
            return ["hush", "ring"]
        if self.phase == "window":
            card = self.night.cards[seat]
            name = self.seats[seat]
            return [*([f"{name} play {card}"] if card else []), f"{name} pass"]
        return [f"accuse {name}" for other, name in enumerate(self.seats) if other != seat]

    # What a move does.

    def _stand(self, night: Night) -> None:
        self.night = night
        self.outcome = self._outcome() if night.phase == "over" else None
        self.seat = next(iter(self.movers), None)

    def _after(self, move: Move) -> Night:
        night, parts = self.night, move.parts
        match move.verb:
            case "role":
                return night._replace(roles=(*night.roles, parts["role"]))
            case "card":
                cards = (*night.cards, parts["card"])
                return night._replace(
                    cards=cards, phase="deal" if len(cards) < self._players else "carry"
                )
            case "carry":
                place = parts["crossing"]
                grown = place in str(self.options["gates"]).split()
                flame = min(night.flame + grown, FULL)
                asks = self.options["tower"] and night.rung is None
                phase = "tower" if asks else "street"
                return night._replace(lantern=place, flame=flame, phase=phase)
            case "hush":
                return night._replace(phase="street")
            case "ring":
                return night._replace(rung=night.turns, phase="street")
            case "street":
                return night._replace(streets=(*night.streets, parts["street"]), phase="window")
            case "accuse":
                accused = (*night.accused, self.seats.index(parts["player"]))
                return night._replace(
                    accused=accused, phase="accuse" if len(accused) < self._players else "over"
                )
        assert move.seat is not None
        if move.verb == "play":
            cards = (*night.cards[: move.seat], "", *night.cards[move.seat + 1 :])
            return self._closed(night._replace(cards=cards), parts["card"])
        passed = (*night.passed, move.seat)
        night = night._replace(passed=passed)
        return night if len(passed) < len(self.turn) else self._closed(night)

    def _closed(self, night: Night, played: str = "") -> Night:
        is_safe = played == "cloak" or night.rung == night.turns
        loss = (night.streets[-1] == "wind" and not is_safe) + (played == "gust")
        flame = max(night.flame - loss, 0)
        turns = night.turns + 1
        goes_on = "carry" if turns < int(self.options["turns"]) else "accuse"
        return night._replace(
            passed=(), flame=flame, turns=turns, phase=goes_on if flame else "over"
        )

    def _outcome(self) -> Outcome:
        traitor = self.night.roles.index("traitor")
        votes = Counter(self.night.accused)
        if not self.night.flame:
            return Outcome(self.seats[traitor], "dark", "LN-END-1")
        if all(votes[traitor] > votes[seat] for seat in votes if seat != traitor):
            honest = (name for seat, name in enumerate(self.seats) if seat != traitor)
            return Outcome(", ".join(honest), "caught", "LN-END-2")
        return Outcome(self.seats[traitor], "fooled", "LN-END-3")


def _is_road(one: str, other: str) -> bool:
    return abs(int(one[1]) - int(other[1])) + abs(int(one[2]) - int(other[2])) == 1
