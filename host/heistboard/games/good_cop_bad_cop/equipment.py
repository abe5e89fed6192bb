"""Equipment: when a card may be played and on what (GC-EQ), and playing it.

A card's *fits* returns what its target line may name, as a mask of seats or slots; for a card
without a target 1 if it may be played, else 0.
"""

from collections.abc import Callable
from typing import Final, NamedTuple

from heistboard.games.good_cop_bad_cop.card_effects import EFFECTS, unreported
from heistboard.games.good_cop_bad_cop.card_lines import (
    aim_lines,
    card_lines,
    each_row_lines,
    pair_lines,
    plain_line,
    seat_lines,
)
from heistboard.games.good_cop_bad_cop.case import NO_GUN, Case
from heistboard.games.good_cop_bad_cop.components import EQUIPMENT, ROW, ROWS, TIMINGS
from heistboard.games.good_cop_bad_cop.draws import lay_under
from heistboard.games.good_cop_bad_cop.teams import wounded
from heistboard.games.good_cop_bad_cop.turn import may_investigate, redeclare
from heistboard.games.good_cop_bad_cop.windows import Look, open_window
from heistboard.rules import Move

__all__ = ["CARDS", "Card", "is_time", "play", "plays"]


def is_time(case: Case, seat: int, timing: str, kind: str) -> bool:
    """Returns whether a card of this timing may be played in a window of this kind (GC-EQ-5)."""
    if timing == "any":
        return True
    if timing == "own_turn_free":
        return seat == case.active
    if timing == "own_turn_action":
        return seat == case.active and kind in ("turn-start", "declared")
    if timing == "on_shot_declared":
        return kind == "declared" and case.action == "shoot"
    return kind == "investigated"


# Who or what fits.


def _others(case: Case, seat: int) -> int:
    return case.living & ~(1 << seat)


def _other_cards(case: Case, seat: int) -> int:
    return case.slots(_others(case, seat))


def _fallen_cards(case: Case, seat: int) -> int:
    return case.slots(case.setting.everybody & ~case.living)


def _equipped(case: Case, seat: int) -> int:
    return case.holders & ~(1 << seat)


def _armed_down(case: Case, seat: int) -> int:
    return case.down(case.armed & _others(case, seat))


def _other_armed(case: Case, seat: int) -> int:
    return case.armed & ~(1 << seat)


def _may_tase(case: Case, seat: int) -> int:
    return 0 if case.barred or case.guns[seat] != NO_GUN else _other_armed(case, seat)


def _with_down(case: Case, seat: int) -> int:
    return may_investigate(case, seat) | (1 << seat if case.down(1 << seat) else 0)


def _may_restrain(case: Case, seat: int) -> int:
    return int(seat != case.active and case.living.bit_count() > 2)


def _is_target(case: Case, seat: int) -> int:
    return int(seat == case.target)


def _may_decoy(case: Case, seat: int) -> int:
    return 0 if case.action == "shoot" else _other_armed(case, seat)


def _own_up(case: Case, seat: int) -> int:
    return case.up & ROWS[seat]


def _always(case: Case, seat: int) -> int:
    return 1


class Card(NamedTuple):
    """When and on what an equipment card may be played."""

    verb: str
    form: str
    """The form of its target line: see :func:`plays`."""
    fits: Callable[[Case, int], int]
    rule: str
    why: str
    """Why it cannot be played, where nothing fits."""
    timing: str = ""


def _card(name: str, form: str, fits: Callable[[Case, int], int], rule: str, why: str) -> Card:
    return Card(f"play_{name}", form, fits, rule, why, TIMINGS[EQUIPMENT.index(name)])


_BY_NAME: Final = {
    card.verb.removeprefix("play_"): card
    for card in (
        _card(
            *("blackmail", "pair", _other_cards, "GC-CARD-BLACKMAIL"),
            "it takes one card each of two other living players",
        ),
        _card("coffee", "plain", _always, "GC-CARD-COFFEE", ""),
        _card(
            *("defibrillator", "card", _fallen_cards, "GC-CARD-DEFIBRILLATOR"),
            "that is no card of an eliminated player",
        ),
        _card(
            *("evidence_bag", "seat", _equipped, "GC-CARD-EVIDENCE-BAG"),
            "that is no other player with equipment",
        ),
        _card("flashbang", "plain", _always, "GC-CARD-FLASHBANG", ""),
        _card(
            *("k9_unit", "seat", lambda case, seat: case.armed, "GC-CARD-K9"),
            "that player holds no gun",
        ),
        _card(
            *("metal_detector", "each", _armed_down, "GC-EQ-8"),
            "it takes one face-down card of each other player who holds a gun",
        ),
        _card(
            *("planted_evidence", "seat", lambda case, seat: case.living, "GC-CARD-PLANTED"),
            "that is no living player",
        ),
        _card("polygraph", "seat", _others, "GC-EQ-9", "that is no other living player"),
        _card(
            *("report_audit", "plain", lambda case, seat: int(bool(unreported(case)))),
            *("GC-CARD-AUDIT", "every player has a card that is face up"),
        ),
        _card(
            *("restraining_order", "plain", _may_restrain, "GC-CARD-RESTRAINING"),
            "it takes another shooter and at least three living players",
        ),
        _card("smoke_grenade", "plain", _always, "GC-CARD-SMOKE", ""),
        _card(
            *("surveillance_camera", "seen", lambda case, seat: ~case.up, "GC-CARD-CAMERA"),
            "that is no face-down card just investigated",
        ),
        _card(
            *("taser", "seat", _may_tase, "GC-CARD-TASER"),
            "it takes a player with a gun, and you may have none",
        ),
        _card(
            *("truth_serum", "seat", _with_down, "GC-EQ-8"),
            "that is no living player with a face-down card",
        ),
        _card(
            *("wiretap", "pair", lambda case, seat: case.down(_others(case, seat)), "GC-EQ-9"),
            "it takes face-down cards of two other living players",
        ),
        _card(
            *("bt_body_armor", "plain", _is_target, "GC-EQ-5"),
            "only the player about to be shot may play it",
        ),
        _card(
            *("bt_first_aid", "seat", lambda case, seat: wounded(case), "GC-EQ-8"),
            "that player has no wound",
        ),
        _card("bt_sniffer_dog", "seat", _others, "GC-EQ-9", "that is no other living player"),
        _card(
            *("bt_decoy", "aim", _may_decoy, "GC-EQ-8"),
            "it takes another gun and a new target, and no shot may be declared",
        ),
        _card(
            *("bt_cover_story", "card", _own_up, "GC-EQ-8"),
            "that is no own card that is face up",
        ),
    )
}

CARDS: Final = tuple(_BY_NAME[name] for name in EQUIPMENT)
"""The cards by number."""


def plays(
    case: Case, seat: int, number: int, kind: str, seen: tuple[int, ...]
) -> tuple[Move, ...]:
    """Returns the ways in which *seat* may play a card in a window of this kind."""
    card = CARDS[number]
    if not is_time(case, seat, card.timing, kind):
        return ()
    verb, form, fitting = card.verb, card.form, card.fits(case, seat)
    if not fitting:
        return ()
    if form == "seat":
        return seat_lines(verb, seat, fitting)
    if form == "plain":
        return plain_line(verb, seat)
    if form == "card":
        return card_lines(verb, seat, fitting)
    if form == "seen":
        return card_lines(verb, seat, fitting & _slots_of(case, seen))
    if form == "pair":
        return pair_lines(verb, seat, fitting, may_be_one=verb == "play_wiretap")
    if form == "each":
        return each_row_lines(verb, seat, fitting)
    return aim_lines(verb, seat, case.guns, fitting, case.living)


def _slots_of(case: Case, cards: tuple[int, ...]) -> int:
    return sum(
        1 << ROW * seat + place
        for seat, row in enumerate(case.rows)
        for place, card in enumerate(row)
        if card in cards
    )


def play(case: Case, move: Move, kind: str, look: Look) -> None:
    """Plays a card in a window, which opens again afterwards (GC-EQ-3, GC-EQ-4)."""
    assert move.seat is not None
    (card,) = case.hands[move.seat]
    case.take(move.seat, card)
    if EQUIPMENT[card] != "planted_evidence":
        lay_under(case, card)
    case.answered = 0
    case.then(open_window, kind, look)
    if kind == "declared":
        case.then(redeclare)
    EFFECTS[card](case, move)
