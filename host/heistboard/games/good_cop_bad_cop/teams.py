"""Teams, leaders, bombers and traitors, all judged on the cards held now; and how games end."""

from heistboard.games.good_cop_bad_cop.case import NOBODY, Case
from heistboard.games.good_cop_bad_cop.components import (
    AGENT,
    BOMB,
    KINDS,
    KINGPIN,
    KNIFE,
    ROW,
    ones,
)

__all__ = [
    "bombers",
    "end_at_both_leaders",
    "end_at_leader",
    "holder_of",
    "is_honest",
    "is_leader",
    "leader_card",
    "traitors",
    "wounded",
]

_HONEST = tuple(kind.rank == "honest" for kind in KINDS)


def holder_of(case: Case, leader: int) -> int:
    """Returns the seat that holds the Agent or the Kingpin, by kind."""
    card = case.kinds.index(leader)
    return next(seat for seat, row in enumerate(case.rows) if card in row)


def leader_card(case: Case, seat: int) -> int:
    """Returns which leader a seat is, by kind; ``NOBODY`` if it is none."""
    least = min(case.kinds_of(seat))
    return least if least <= KINGPIN else NOBODY


def is_leader(case: Case, seat: int) -> bool:
    """Returns whether a seat holds a leader card."""
    return leader_card(case, seat) != NOBODY


def is_honest(case: Case, seat: int) -> bool:
    """Returns whether a seat is of the honest team (GC-TEAM-1, GC-TEAM-2)."""
    kinds = case.kinds_of(seat)
    least = min(kinds)
    if least <= KINGPIN:
        return least == AGENT
    honest = sum(_HONEST[kind] for kind in kinds)
    return (2 * honest > len(kinds)) != (case.planted == seat)


def wounded(case: Case) -> int:
    """Returns the living seats with a wound, as a mask (GC-SHOT-5)."""
    if not case.wounds:
        return 0
    if not case.setting.wound_is_on_card:
        return case.wounds & case.living
    return case.living & sum(1 << holder_of(case, leader) for leader in ones(case.wounds))


def bombers(case: Case) -> int:
    """Returns the seats whose cards make them bombers, also eliminated ones (GC-BT-2)."""
    return _with_icon(case, BOMB)


def traitors(case: Case) -> int:
    """Returns the seats whose cards make them traitors, also eliminated ones (GC-BT-2)."""
    return _with_icon(case, KNIFE)


def _with_icon(case: Case, has_icon: tuple[bool, ...]) -> int:
    if not case.setting.expansion:
        return 0
    least = 1 if case.setting.single_icon else ROW
    found = 0
    for seat in range(case.setting.players):
        kinds = case.kinds_of(seat)
        if len(kinds) >= least and all(has_icon[kind] for kind in kinds):
            found |= 1 << seat
    return found


def end_at_both_leaders(case: Case) -> bool:
    """Ends the game if one seat holds both leader cards; returns whether it did (GC-END-3)."""
    holder = holder_of(case, AGENT)
    if holder != holder_of(case, KINGPIN):
        return False
    case.end(1 << holder, "alone", "GC-END-3")
    return True


def end_at_leader(case: Case, leader: int, shooter: int) -> None:
    """Ends the game: *shooter* has eliminated the Agent or the Kingpin (GC-BT-5, GC-END)."""
    bombing, betraying = bombers(case) & ~case.unshot, traitors(case)
    is_bombed = bombing >> shooter & 1
    is_betrayed = betraying & case.living
    if is_bombed and is_betrayed:
        case.end(bombing | betraying, "bombers-traitors", "GC-BT-5")
    elif is_bombed:
        case.end(bombing, "bombers", "GC-BT-5")
    elif is_betrayed:
        case.end(betraying, "traitors", "GC-BT-5")
    else:
        is_honest_win = leader == KINGPIN
        team = sum(
            1 << seat
            for seat in range(case.setting.players)
            if is_honest(case, seat) == is_honest_win
        )
        if not case.setting.specials_win:
            team &= ~(bombers(case) | betraying)
        if is_honest_win:
            case.end(team, "kingpin", "GC-END-1")
        else:
            case.end(team, "agent", "GC-END-2")
