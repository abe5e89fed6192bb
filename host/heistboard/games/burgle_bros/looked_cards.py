"""Cards that somebody has looked at and that are still in their deck (Spotter, Crystal Ball).

The deck remembers which (:class:`~heistboard.games.burgle_bros.job.Looked`). Only that seat
knows, so the other cards are offered to the person who draws as before; but the host never deals
them: their weight is 0. If people draw one all the same, somebody has misread a card before, and
the deck no longer believes what was not shown to all.
"""

from typing import Final

from heistboard.games.burgle_bros.components import EVENTS, ones
from heistboard.games.burgle_bros.job import (
    ALL_SEATS,
    EVENT_DECK,
    Job,
    Looked,
    Question,
    by_chance,
)
from heistboard.games.burgle_bros.notation import LOST_VISUAL, PLAYERS, make
from heistboard.rules import TABLE, Move

__all__ = [
    "bury",
    "cards_left",
    "choices",
    "known_to",
    "look_at",
    "show",
    "stack",
    "take_off",
]

_MISREAD: Final = -1  # a card in a known place that turned out to be another one

_PUBLIC: Final = 4  # the bit of the public in Looked.seats


def cards_left(job: Job, deck: int) -> int:
    """Returns how many cards the event deck or a floor's patrol deck has."""
    return job.events_left.bit_count() if deck == EVENT_DECK else job.patrol_left[deck]


def _unseen(job: Job, deck: int) -> int:
    return job.events_left if deck == EVENT_DECK else job.patrol_unseen[deck]


def _expected(job: Job, deck: int, index: int) -> Looked | None:
    # What is remembered of the card at *index* from the top.
    tops = [each for each in job.looked if each.deck == deck and each.is_top]
    if index < len(tops):
        return tops[index]
    bottoms = [each for each in job.looked if each.deck == deck and not each.is_top]
    from_below = cards_left(job, deck) - index
    return bottoms[-from_below] if from_below <= len(bottoms) else None


def choices(job: Job, deck: int, index: int = 0) -> dict[int, int]:
    """Returns the cards that may be at *index* from the top, and how much each weighs."""
    expected = _expected(job, deck, index)
    if expected is not None and expected.seats == ALL_SEATS:
        return {expected.card: 1}
    elsewhere = 0  # what lies in another place of the deck, as far as anybody knows
    taken = 0  # what everybody knows to lie elsewhere, and what was looked at just now
    for number, each in enumerate(each for each in job.looked if each.deck == deck):
        if each.card != _MISREAD:
            elsewhere |= 1 << each.card
            if each.seats == ALL_SEATS or number < index:
                taken |= 1 << each.card
    cards = ones(_unseen(job, deck) & ~taken)
    if expected is not None and expected.card != _MISREAD:
        return {card: int(card == expected.card) for card in cards}
    return {card: 1 - (elsewhere >> card & 1) for card in cards}


def _recall(job: Job, deck: int, card: int, index: int = 0) -> tuple[list[Looked], int]:
    # What is remembered of a deck without the place at *index*, where *card* was found, and who
    # knew that. If somebody has misread a card before, nothing is believed that is not public; the
    # places stay, because the others must not learn of it.
    own = [each for each in job.looked if each.deck == deck]
    expected = _expected(job, deck, index)
    if expected is not None:
        own.remove(expected)
        if expected.card == card:
            return own, expected.seats
    is_new = expected is None or expected.card == _MISREAD
    if not is_new or any(each.card == card for each in own):
        own[index:] = [
            each if each.seats == ALL_SEATS else each._replace(card=_MISREAD, seats=0)
            for each in own[index:]
        ]
    return own, 0


def take_off(job: Job, deck: int, card: int) -> None:
    """Forgets the place of a card that is drawn."""
    own, _ = _recall(job, deck, card)
    job.looked = (*(each for each in job.looked if each.deck != deck), *own)


def _look_moves(job: Job, seat: int, deck: int, index: int) -> tuple[Move, ...]:
    return tuple(
        make("look", PLAYERS[seat], _card_name(job, deck, card))
        for card in choices(job, deck, index)
    )


def _card_name(job: Job, deck: int, card: int) -> str:
    if deck == EVENT_DECK:
        return EVENTS[card]
    return LOST_VISUAL if card == job.site.area else job.site.names[deck * job.site.area + card]


def _look(job: Job, move: Move, seat: int, deck: int, index: int) -> None:
    name = move.parts["card"]
    if deck == EVENT_DECK:
        card = EVENTS.index(name)
    elif name == LOST_VISUAL:
        card = job.site.area
    else:
        card = job.site.numbers[name] - deck * job.site.area
    own, seats = _recall(job, deck, card, index)
    own.insert(index, Looked(deck, True, card, seats | 1 << seat))
    job.looked = (*(each for each in job.looked if each.deck != deck), *own)


LOOK: Final = Question(
    "look",
    by_chance,
    _look_moves,
    _look,
    lambda job, seat, deck, index: tuple(choices(job, deck, index).values()),
    deck="look",
)


def look_at(job: Job, seat: int, deck: int, count: int = 1) -> None:
    """Has a seat look at the topmost cards next; there must be that many."""
    for index in reversed(range(count)):
        job.next(LOOK, seat, deck, index)


def known_to(job: Job, seat: int, deck: int, *, is_top: bool = True) -> list[str]:
    """Returns the topmost or the lowest cards, as far as a seat knows them without a gap."""
    found = []
    ordered = job.looked if is_top else job.looked[::-1]
    for each in ordered:
        if each.deck == deck and each.is_top == is_top:
            if not each.seats >> (_PUBLIC if seat == TABLE else seat) & 1:
                break
            found.append(_card_name(job, deck, each.card))
    return found if is_top else found[::-1]


def bury(job: Job, deck: int) -> None:
    """Puts the topmost card, which somebody has just looked at, to the bottom."""
    top = next(each for each in job.looked if each.deck == deck)
    rest = tuple(each for each in job.looked if each is not top)
    job.looked = (*rest, top._replace(is_top=False))


def stack(job: Job, seat: int, order: list[int]) -> None:
    """Puts the topmost events back in another order, which only *seat* knows."""
    count = len(order)
    others = tuple(each for each in job.looked if each.deck != EVENT_DECK)
    own = tuple(each for each in job.looked if each.deck == EVENT_DECK)
    cards = tuple(Looked(EVENT_DECK, True, card, 1 << seat) for card in order)
    job.looked = (*others, *cards, *own[count:])


def show(job: Job, deck: int, count: int) -> None:
    """Lets everybody know the topmost cards, which somebody has just looked at."""
    others = tuple(each for each in job.looked if each.deck != deck)
    own = [each for each in job.looked if each.deck == deck]
    shown = (each._replace(seats=ALL_SEATS) for each in own[:count])
    job.looked = (*others, *shown, *own[count:])
