"""Who may know what now. Views are built from nothing: what is not named here is hidden.

Hidden from everybody is what lies face down, in hands and in the deck; a seat sees its own row and
hand. What it has seen of others' cards is in ``memory``.
"""

from typing import TYPE_CHECKING

from heistboard.games.good_cop_bad_cop.case import GONE, NO_GUN, NOBODY, Case
from heistboard.games.good_cop_bad_cop.components import (
    EQUIPMENT,
    KINDS,
    PLAYERS,
    ROW,
    SLOTS,
    ones,
)
from heistboard.games.good_cop_bad_cop.memory import Memory
from heistboard.games.good_cop_bad_cop.teams import (
    bombers,
    is_honest,
    is_leader,
    traitors,
    wounded,
)
from heistboard.games.good_cop_bad_cop.windows import Look
from heistboard.rules import HIDDEN, View
from heistboard.rules.contract import Json

if TYPE_CHECKING:
    from heistboard.games.good_cop_bad_cop.rules import GoodCopBadCop

__all__ = ["all_cards", "view"]


def view(state: "GoodCopBadCop", seat: int) -> View:
    """Returns what *seat*, or everybody, may know of *state*."""
    case, memory, outcome = state.case, state.memory, state.outcome
    seen: View = {
        "game": state.game.name,
        **state.options,
        "expansion": case.setting.expansion,
        "phase": state.phase,
        "turn": [PLAYERS[each] for each in state.turn],
        "round": case.round,
        "active": _name(case.active),
        "direction": "left" if case.direction > 0 else "right",
        "smoke": case.smoke,
        "coffee": _name(case.coffee),
        "action": _action(case),
        "barred": case.barred,
        "seen": _seen(state),
        "team": {
            PLAYERS[each]: _player(state, memory, each) for each in range(case.setting.players)
        },
        "guns": case.guns_in_centre,
        "deck": case.deck.bit_count() + len(case.bottom),
        "bottom": [
            EQUIPMENT[card] if memory.knows_equipment(seat, card) else HIDDEN
            for card in case.bottom
        ],
        "moves": [*state.told(seat)],
        "outcome": None if outcome is None else dict(outcome._asdict()),
    }
    if seat >= 0:
        _add_own(seen, state, memory, seat)
    return seen


def _name(seat: int) -> str | None:
    return None if seat == NOBODY else PLAYERS[seat]


def _action(case: Case) -> Json:
    if not case.action:
        return None
    return {"verb": case.action, "target": _name(case.target)}


def _seen(state: "GoodCopBadCop") -> list[Json]:
    if state.phase != "investigated":
        return []
    look = state.about[1]
    assert isinstance(look, Look)
    return [
        SLOTS[ROW * seat + place]
        for seat, row in enumerate(state.case.rows)
        for place, card in enumerate(row)
        if card in look.cards
    ]


def _player(state: "GoodCopBadCop", memory: Memory, seat: int) -> dict[str, Json]:
    case = state.case
    aim = case.guns[seat]
    is_over = state.outcome is not None
    return {
        "living": bool(case.living >> seat & 1),
        "cards": [
            _card(case, card, is_over or bool(case.up >> ROW * seat + place & 1))
            for place, card in enumerate(case.rows[seat])
        ],
        "gun": aim != NO_GUN,
        "aim": _name(aim) if aim != NO_GUN else None,
        "wounded": bool(wounded(case) >> seat & 1),
        "planted": case.planted == seat,
        "equipment": len(case.hands[seat]),
        "hand": [
            EQUIPMENT[card] if memory.knows_equipment(NOBODY, card) else HIDDEN
            for card in case.hands[seat]
        ],
    }


def _card(case: Case, card: int, is_up: bool) -> str | None:
    if card == GONE:
        return None
    return KINDS[case.kinds[card]].name if is_up else HIDDEN


def _add_own(seen: View, state: "GoodCopBadCop", memory: Memory, seat: int) -> None:
    case = state.case
    row = case.rows[seat]
    is_dealt = len(row) == ROW
    seen["cards"] = [_card(case, card, True) for card in row]
    seen["hand"] = [EQUIPMENT[card] for card in case.hands[seat]]
    seen["side"] = ("honest" if is_honest(case, seat) else "crooked") if is_dealt else None
    seen["roles"] = [
        name
        for name, has_role in (
            ("leader", is_dealt and is_leader(case, seat)),
            ("bomber", is_dealt and bombers(case) >> seat & 1),
            ("traitor", is_dealt and traitors(case) >> seat & 1),
        )
        if has_role
    ]
    seen["has-passed"] = bool(case.answered >> seat & 1)
    keeps = bool(state.options["memory"])
    seen["remembered"] = _remembered(case, memory, seat) if keeps else []
    seen["mixed"] = _mixed(memory, seat) if keeps else []
    seen["known-hands"] = _known_hands(case, memory, seat) if keeps else {}


def _remembered(case: Case, memory: Memory, seat: int) -> list[Json]:
    found: list[Json] = []
    for other, row in enumerate(case.rows):
        for place, card in enumerate(row):
            slot = ROW * other + place
            if other == seat or case.up >> slot & 1:
                continue
            sight = memory.sight(seat, card)
            if sight is not None:
                found.append(
                    {
                        "at": SLOTS[slot],
                        "kind": KINDS[case.kinds[card]].name,
                        "how": sight.how,
                        "from": PLAYERS[sight.whose],
                        "turn": sight.turn,
                    }
                )
    return found


def _mixed(memory: Memory, seat: int) -> list[Json]:
    return [
        {
            "player": PLAYERS[each.player],
            "kinds": [KINDS[kind].name for kind in each.kinds],
            "turn": each.turn,
        }
        for each in memory.mixed
        if each.seat == seat
    ]


def _known_hands(case: Case, memory: Memory, seat: int) -> dict[str, Json]:
    found: dict[str, Json] = {}
    for other, hand in enumerate(case.hands):
        known: list[Json] = [
            EQUIPMENT[card] for card in hand if memory.knows_equipment(seat, card)
        ]
        if known and other != seat:
            found[PLAYERS[other]] = known
    return found


def all_cards(state: "GoodCopBadCop") -> tuple[str, ...]:
    """Returns the kinds of all integrity cards in rows, which are shown at the end."""
    case = state.case
    return tuple(
        KINDS[case.kinds[case.card_in(slot)]].name
        for slot in ones(case.slots(case.setting.everybody))
    )
