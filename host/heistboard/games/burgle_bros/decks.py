"""The decks: characters, patrol cards, events, tools, loot. Each is a question of chance.

A deck is what may still come, as a mask, not an order; so whether the host deals or people draw
real cards is the same to the rules. What somebody has seen of one is in ``looked_cards``.
"""

from collections import Counter
from typing import Final

from heistboard.games.burgle_bros.components import CHARACTERS, EVENTS, ITEMS, TOOLS, ones
from heistboard.games.burgle_bros.job import EVENT_DECK, Job, Question, by_chance, replaced
from heistboard.games.burgle_bros.looked_cards import choices, take_off
from heistboard.games.burgle_bros.notation import LOST_VISUAL, PLAYERS, by_cell, make
from heistboard.games.burgle_bros.walls import component_data
from heistboard.rules import Move

__all__ = [
    "CHARACTER",
    "FASTEST",
    "GONE_GUARD",
    "LOOT_CARD",
    "REMOVED",
    "draw_event",
    "draw_patrol",
    "draw_tool",
    "new_patrol_decks",
]

GONE_GUARD: Final = -3
"""The card drawn if it is Lost Visual."""

REMOVED: Final = tuple(
    component_data()["patrol_removal"][f"players_{players}"] for players in range(1, 5)
)
"""How many patrol cards are removed unseen, for 1 to 4 players (BB-SETUP-5)."""

FASTEST: Final = component_data()["meta"]["max_guard_die"]


# Characters.


def _character_moves(job: Job, seat: int) -> tuple[Move, ...]:
    return tuple(
        make("character", PLAYERS[seat], each) for each in CHARACTERS if each not in job.characters
    )


def _character(job: Job, move: Move, seat: int) -> None:
    job.characters = (*job.characters, move.parts["character"])


CHARACTER: Final = Question("character", by_chance, _character_moves, _character, deck="character")


# Patrol cards.


def new_patrol_decks(job: Job) -> None:
    """Shuffles the patrol decks and removes cards unseen (BB-SETUP-5, BB-KNOX-5, BB-LV-1)."""
    floors = range(job.site.floors)
    job.patrol_unseen = tuple(_full_deck(job, floor) for floor in floors)
    job.patrol_left = tuple(_deck_size(job, floor) for floor in floors)


def _full_deck(job: Job, floor: int) -> int:
    area = job.site.area
    cards = sum(1 << cell - floor * area for cell in job.site.rooms(floor))
    return cards | bool(job.site.options["lost-visual"]) << area


def _deck_size(job: Job, floor: int) -> int:
    return _full_deck(job, floor).bit_count() - int(REMOVED[job.site.players - 1])


def _patrol_moves(job: Job, floor: int) -> tuple[Move, ...]:
    if not job.looked:
        unseen = job.patrol_unseen[floor]
        return tuple([_patrol_move(job, floor, card) for card in ones(unseen)])
    return tuple(_patrol_move(job, floor, card) for card in choices(job, floor))


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
        take_off(job, floor, card)
    job.patrol_unseen = replaced(job.patrol_unseen, floor, job.patrol_unseen[floor] & ~(1 << card))
    job.patrol_left = replaced(job.patrol_left, floor, job.patrol_left[floor] - 1)


PATROL: Final = Question(
    "patrol",
    by_chance,
    _patrol_moves,
    _patrol,
    lambda job, floor: tuple(choices(job, floor).values()),
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
        take_off(job, EVENT_DECK, card)
    job.events_left ^= 1 << card
    job.events_gone |= 1 << card


_EVENT_MOVES: Final = tuple(make("event", event) for event in EVENTS)
EVENT: Final = Question(
    "event",
    by_chance,
    lambda job: tuple(_EVENT_MOVES[card] for card in choices(job, EVENT_DECK)),
    _event,
    lambda job: tuple(choices(job, EVENT_DECK).values()),
    deck="event",
)


def draw_event(job: Job) -> None:
    """Has an event drawn next, if there is one (BB-TURN-8)."""
    if not job.events_left:
        job.events_left, job.events_gone = job.events_gone, 0
    if job.events_left:
        job.next(EVENT)


def _tool(job: Job, move: Move) -> None:
    job.drawn = TOOLS.index(move.parts["tool"])
    job.tools_left ^= 1 << job.drawn


_TOOL_MOVES: Final = tuple(make("tool", tool) for tool in TOOLS)
TOOL: Final = Question(
    "tool",
    by_chance,
    lambda job: tuple(_TOOL_MOVES[card] for card in ones(job.tools_left)),
    _tool,
    deck="tool",
)


def draw_tool(job: Job) -> None:
    """Has a tool drawn next; there must be one in the deck or in the discards (BB-TURN-8)."""
    if not job.tools_left:
        job.tools_left, job.tools_gone = job.tools_gone, 0
    job.next(TOOL)


def _loot_choices(job: Job) -> dict[Move, int]:
    return Counter(make("loot", ITEMS[len(TOOLS) + card]) for card in ones(job.loot_left))


def _loot(job: Job, move: Move) -> None:
    job.drawn = ITEMS.index(move.parts["loot"])
    job.loot_left ^= 1 << job.drawn - len(TOOLS)


LOOT_CARD: Final = Question(
    "loot",
    by_chance,
    lambda job: tuple(_loot_choices(job)),
    _loot,
    lambda job: tuple(_loot_choices(job).values()),
    deck="loot",
)
