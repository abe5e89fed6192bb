"""What chance decides: tiles, cards and dice. Each is a question whose seat is CHANCE.

A deck is what may still come, not an order; so whether the host deals or people draw real cards
is the same to the rules. Where somebody has looked at cards, the deck remembers which
(:class:`~heistboard.games.burgle_bros.job.Looked`). Only that seat knows, so the other cards are
offered to the person who draws as before; but the host never deals them: their weight is 0. If
people draw one all the same, somebody has misread a card before, and the deck no longer believes
what was not shown to all.
"""

from collections import Counter
from functools import cache, lru_cache
from itertools import product
from math import comb, gcd, prod
from typing import Final

from heistboard.games.burgle_bros.components import (
    CHARACTERS,
    EVENTS,
    FACE_DOWN,
    ITEMS,
    KINDS,
    NO_ROOM,
    TOOLS,
    ones,
)
from heistboard.games.burgle_bros.components import TILES as ALL_TILES
from heistboard.games.burgle_bros.job import ALL_SEATS, EVENT_DECK, Job, Looked, Question, replaced
from heistboard.games.burgle_bros.notation import LOST_VISUAL, PLAYERS, by_cell, make
from heistboard.games.burgle_bros.walls import component_data
from heistboard.rules import CHANCE, TABLE, Move

__all__ = [
    "FASTEST",
    "GONE_GUARD",
    "LOOK",
    "LOOT_CARD",
    "PUBLIC",
    "REMOVED",
    "TILE",
    "bury",
    "cards_left",
    "draw_event",
    "draw_patrol",
    "draw_tool",
    "known_to",
    "look_at",
    "new_patrol_decks",
    "roll",
    "show",
    "stack",
]

GONE_GUARD: Final = -3
"""The card drawn if it is Lost Visual."""

REMOVED: Final = tuple(
    component_data()["patrol_removal"][f"players_{players}"] for players in range(1, 5)
)
"""How many patrol cards are removed unseen, for 1 to 4 players (BB-SETUP-5)."""

_MISREAD: Final = -1  # a card in a known place that turned out to be another one

PUBLIC: Final = 4  # the bit of the public in Looked.seats

FASTEST: Final = component_data()["meta"]["max_guard_die"]

_BY_CHANCE: Final = lambda job, *about: CHANCE  # noqa: E731


# Characters.


def _character_moves(job: Job, seat: int) -> tuple[Move, ...]:
    return tuple(
        make("character", PLAYERS[seat], each) for each in CHARACTERS if each not in job.characters
    )


def _character(job: Job, move: Move, seat: int) -> None:
    job.characters = (*job.characters, move.parts["character"])


CHARACTER: Final = Question(
    "character", _BY_CHANCE, _character_moves, _character, deck="character"
)


# Tiles. Each floor has its safe and its stairs; the rest may lie anywhere (BB-SETUP-1, -2,
# BB-KNOX-2). In Fort Knox a third safe and third stairs are among the rest.

_SAFES: Final = sum(1 << tile for tile, kind in enumerate(KINDS) if kind == "safe")
_STAIRS: Final = sum(1 << tile for tile, kind in enumerate(KINDS) if kind == "stairs")

_Counts = tuple[int, ...]  # by floor


def _spread(counts: _Counts) -> int:
    # In how many ways different tiles can be divided among the floors.
    ways, left = 1, sum(counts)
    for count in counts:
        ways *= comb(left, count)
        left -= count
    return ways


@lru_cache(4096)
def _group_weights(
    floor: int, hidden: _Counts, safes: tuple[_Counts, ...], stairs: tuple[_Counts, ...]
) -> tuple[int, int, int]:
    # What each safe, stairs tile and other tile weighs for a cell of a floor. *safes* and *stairs*
    # are all cases of how many of them lie face down on each floor.
    total = [0, 0, 0]
    sizes = (0, 0, 0)
    for case in product(safes, stairs):
        rest = tuple(all_ - one - two for all_, one, two in zip(hidden, *case, strict=True))
        if min(rest) < 0:
            continue
        groups = (*case, rest)
        sizes = tuple(map(sum, groups))  # type: ignore[assignment]  # the same in all cases
        ways = prod(map(_spread, groups))
        total = [sum_ + ways * group[floor] for sum_, group in zip(total, groups, strict=True)]
    shares = [
        count * prod(size or 1 for other, size in enumerate(sizes) if other != number)
        for number, count in enumerate(total)
    ]
    shared = gcd(*shares)
    return shares[0] // shared, shares[1] // shared, shares[2] // shared


def _cases(job: Job, open_ones: _Counts) -> tuple[_Counts, ...]:
    # All cases of how many more safes, or stairs, lie face down on each floor.
    floors = range(job.site.floors)
    extras = floors if job.site.scenario.name == "fort_knox" else (-1,)
    cases = (tuple(1 + (each == extra) - open_ones[each] for each in floors) for extra in extras)
    return tuple(case for case in cases if min(case) >= 0)


def _open_by_floor(job: Job, group: int) -> _Counts:
    counts = [0] * job.site.floors
    for cell, tile in enumerate(job.tiles):
        if tile > 0 and group >> tile & 1:
            counts[job.site.floor[cell]] += 1
    return tuple(counts)


@cache
def _moves_of_cell(name: str) -> tuple[Move, ...]:
    # By the number of the tile.
    return tuple(
        make("tile", name, kind, *((str(digit),) if digit else ()))
        if kind not in (FACE_DOWN, NO_ROOM)
        else make("pass")
        for kind, digit, _ in ALL_TILES
    )


def _tile_choices(job: Job, cell: int) -> dict[Move, int]:
    area = job.site.area
    hidden = tuple(
        job.tiles[first : first + area].count(0) for first in range(0, job.site.cells, area)
    )
    cases = (_cases(job, _open_by_floor(job, group)) for group in (_SAFES, _STAIRS))
    safe, stairs, rest = _group_weights(job.site.floor[cell], hidden, *cases)
    moves = _moves_of_cell(job.site.names[cell])
    choices: dict[Move, int] = {}
    if safe:
        safes = ones(job.unseen & _SAFES)
        choices[moves[safes[0]]] = safe * len(safes)
    if stairs:
        choices.update((moves[tile], stairs) for tile in ones(job.unseen & _STAIRS))
    if rest:
        choices.update((moves[tile], rest) for tile in ones(job.unseen & ~_SAFES & ~_STAIRS))
    return choices


def _tile(job: Job, move: Move, cell: int) -> None:
    tiles = _moves_of_cell(job.site.names[cell])
    tile = next(each for each in ones(job.unseen) if tiles[each] is move)
    job.unseen ^= 1 << tile
    job.tiles = replaced(job.tiles, cell, tile)


TILE: Final = Question(
    "tile",
    _BY_CHANCE,
    lambda job, cell: tuple(_tile_choices(job, cell)),
    _tile,
    lambda job, cell: tuple(_tile_choices(job, cell).values()),
    deck="tile",
)


# Dice.


def _roll(job: Job, move: Move) -> None:
    job.rolled = (*job.rolled, int(move.parts["face"]))


_FACES: Final = tuple(make("roll", str(face)) for face in range(1, 7))
DIE: Final = Question("roll", _BY_CHANCE, lambda job: _FACES, _roll, deck="die")


def roll(job: Job, dice: int) -> None:
    """Has dice rolled next, one after another; ``job.rolled`` has the faces then."""
    job.rolled = ()
    for _ in range(dice):
        job.next(DIE)


# Decks of cards: what is left as a mask, and how many are left.


def cards_left(job: Job, deck: int) -> int:
    """Returns how many cards the event deck or a floor's patrol deck has."""
    return job.events_left.bit_count() if deck == EVENT_DECK else job.patrol_left[deck]


def _unseen(job: Job, deck: int) -> int:
    return job.events_left if deck == EVENT_DECK else job.patrol_unseen[deck]


def _expected(job: Job, deck: int, index: int = 0) -> Looked | None:
    # What is remembered of the card at *index* from the top.
    tops = [each for each in job.looked if each.deck == deck and each.is_top]
    if index < len(tops):
        return tops[index]
    bottoms = [each for each in job.looked if each.deck == deck and not each.is_top]
    from_below = cards_left(job, deck) - index
    return bottoms[-from_below] if from_below <= len(bottoms) else None


def _choices(job: Job, deck: int, index: int = 0) -> dict[int, int]:
    # The cards that may be at *index* from the top, and how much each weighs.
    expected = _expected(job, deck, index)
    if expected is not None and expected.seats == ALL_SEATS:
        return {expected.card: 1}
    elsewhere = 0  # what lies in another place of the deck, as far as anybody knows
    taken = 0  # what everybody knows to lie elsewhere, and what was looked at just now
    for number, each in enumerate(each for each in job.looked if each.deck == deck):
        if each is not expected and each.card != _MISREAD:
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


def _take_off(job: Job, deck: int, card: int) -> None:
    # Forgets the place of a card that is drawn.
    own, _ = _recall(job, deck, card)
    job.looked = (*(each for each in job.looked if each.deck != deck), *own)


# Patrol cards.


def new_patrol_decks(job: Job) -> None:
    """Shuffles the patrol decks and removes cards unseen (BB-SETUP-5, BB-KNOX-5, BB-LV-1)."""
    floors = range(job.site.floors)
    job.patrol_unseen = tuple(_full_deck(job, floor) for floor in floors)
    job.patrol_left = tuple(_deck_size(job, floor) for floor in floors)


def _full_deck(job: Job, floor: int) -> int:
    area = job.site.area
    cards = sum(1 << cell - floor * area for cell in job.site.rooms(floor))
    return cards | (1 << area if job.site.options["lost-visual"] else 0)


def _deck_size(job: Job, floor: int) -> int:
    return _full_deck(job, floor).bit_count() - int(REMOVED[job.site.players - 1])


def _patrol_moves(job: Job, floor: int) -> tuple[Move, ...]:
    if not job.looked:
        unseen = job.patrol_unseen[floor]
        return tuple([_patrol_move(job, floor, card) for card in ones(unseen)])
    return tuple(_patrol_move(job, floor, card) for card in _choices(job, floor))


def _patrol_move(job: Job, floor: int, card: int) -> Move:
    site = job.site
    if card == site.area:
        return make("lost_visual", str(floor + 1))
    return by_cell("patrol", site.size, site.floors)[floor * site.area + card]


def _patrol(job: Job, move: Move, floor: int) -> None:
    site = job.site
    if move.verb == LOST_VISUAL:
        card, job.drawn = site.area, GONE_GUARD
    else:
        job.drawn = site.numbers[move.parts["cell"]]
        card = job.drawn - floor * site.area
    if job.looked:
        _take_off(job, floor, card)
    job.patrol_unseen = replaced(job.patrol_unseen, floor, job.patrol_unseen[floor] & ~(1 << card))
    job.patrol_left = replaced(job.patrol_left, floor, job.patrol_left[floor] - 1)


PATROL: Final = Question(
    "patrol",
    _BY_CHANCE,
    _patrol_moves,
    _patrol,
    lambda job, floor: tuple(_choices(job, floor).values()),
    deck="patrol",
)


def draw_patrol(job: Job, floor: int) -> None:
    """Has a patrol card drawn next; an empty deck is shuffled before (BB-GUARD-9)."""
    if not job.patrol_left[floor]:
        job.patrol_unseen = replaced(job.patrol_unseen, floor, _full_deck(job, floor))
        job.patrol_left = replaced(job.patrol_left, floor, _deck_size(job, floor))
        job.looked = tuple(each for each in job.looked if each.deck != floor)
        job.speeds = replaced(job.speeds, floor, min(job.speeds[floor] + 1, FASTEST))
    job.next(PATROL, floor)


# Events, tools and loot.


def _event(job: Job, move: Move) -> None:
    job.event = move.parts["card"]
    card = EVENTS.index(job.event)
    if job.looked:
        _take_off(job, EVENT_DECK, card)
    job.events_left ^= 1 << card
    job.events_gone |= 1 << card


_EVENT_MOVES: Final = tuple(make("event", event) for event in EVENTS)
EVENT: Final = Question(
    "event",
    _BY_CHANCE,
    lambda job: tuple(_EVENT_MOVES[card] for card in _choices(job, EVENT_DECK)),
    _event,
    lambda job: tuple(_choices(job, EVENT_DECK).values()),
    deck="event",
)


def draw_event(job: Job) -> bool:
    """Has an event drawn next; returns whether there is one (BB-TURN-8)."""
    if not job.events_left:
        job.events_left, job.events_gone = job.events_gone, 0
    if job.events_left:
        job.next(EVENT)
    return job.events_left != 0


def _tool(job: Job, move: Move) -> None:
    job.drawn = TOOLS.index(move.parts["tool"])
    job.tools_left ^= 1 << job.drawn


_TOOL_MOVES: Final = tuple(make("tool", tool) for tool in TOOLS)
TOOL: Final = Question(
    "tool",
    _BY_CHANCE,
    lambda job: tuple(_TOOL_MOVES[card] for card in ones(job.tools_left)),
    _tool,
    deck="tool",
)


def draw_tool(job: Job) -> bool:
    """Has a tool drawn next; returns whether there is one (BB-TURN-8)."""
    if not job.tools_left:
        job.tools_left, job.tools_gone = job.tools_gone, 0
    if job.tools_left:
        job.next(TOOL)
    return job.tools_left != 0


def _loot_choices(job: Job) -> dict[Move, int]:
    return Counter(make("loot", ITEMS[len(TOOLS) + card]) for card in ones(job.loot_left))


def _loot(job: Job, move: Move) -> None:
    job.drawn = ITEMS.index(move.parts["loot"])
    job.loot_left ^= 1 << job.drawn - len(TOOLS)


LOOT_CARD: Final = Question(
    "loot",
    _BY_CHANCE,
    lambda job: tuple(_loot_choices(job)),
    _loot,
    lambda job: tuple(_loot_choices(job).values()),
    deck="loot",
)


# Looking at cards (Spotter, Crystal Ball). Known cards stay in their deck.


def _look_moves(job: Job, seat: int, deck: int, index: int) -> tuple[Move, ...]:
    return tuple(
        make("look", PLAYERS[seat], _card_name(job, deck, card))
        for card in _choices(job, deck, index)
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
    _BY_CHANCE,
    _look_moves,
    _look,
    lambda job, seat, deck, index: tuple(_choices(job, deck, index).values()),
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
            if not each.seats >> (PUBLIC if seat == TABLE else seat) & 1:
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
