"""What seats are asked, and what the others wait for. NOTATION.md lists all ids."""

from typing import TYPE_CHECKING

from heistboard.games.good_cop_bad_cop.case import NOBODY, Case
from heistboard.games.good_cop_bad_cop.components import PLAYERS
from heistboard.games.good_cop_bad_cop.windows import Look
from heistboard.rules import CHANCE, Ask

if TYPE_CHECKING:
    from heistboard.games.good_cop_bad_cop.rules import GoodCopBadCop

__all__ = ["asked"]


def asked(state: "GoodCopBadCop", seat: int) -> Ask:
    """Returns the prompt of *seat*, or of everybody."""
    if state.outcome is not None:
        return Ask(f"over.{state.outcome.ending}", {"winners": state.outcome.side})
    case, phase = state.case, state.phase
    if state.seat == CHANCE:
        return _of_chance(state)
    wait = "" if seat in state.movers else ".wait"
    if phase in ("arrange", "audit"):
        return Ask(f"{phase}{wait}")
    if phase == "declared":
        return Ask(f"declared.{case.action}{wait}", _declared(case))
    if phase == "investigated":
        look = state.about[1]
        assert isinstance(look, Look)
        return Ask(f"{phase}{wait}", {"player": PLAYERS[look.by]})
    if state.is_window:
        return Ask(f"{phase}{wait}", {"player": PLAYERS[case.active]})
    about = state.about
    decider = about[0]
    assert isinstance(decider, int)
    words = {"player": PLAYERS[decider]}
    if phase == "look":
        assert isinstance(about[1], int)
        words["target"] = PLAYERS[about[1]]
    if phase == "redeclare" and not about[1]:
        return Ask(f"redeclare.must{wait}", words)
    return Ask(f"{phase}{wait}", words)


def _of_chance(state: "GoodCopBadCop") -> Ask:
    draw = state.draw
    assert draw is not None
    if draw.deck == "first":
        return Ask("deal.first")
    who = state.about[0]
    assert isinstance(who, int)
    name = f"deal.{draw.deck}" if state.phase == "deal" else state.phase
    return Ask(name, {"player": PLAYERS[who]})


def _declared(case: Case) -> dict[str, str]:
    words = {"player": PLAYERS[case.active]}
    if case.target != NOBODY:
        words["target"] = PLAYERS[case.target]
    return words
