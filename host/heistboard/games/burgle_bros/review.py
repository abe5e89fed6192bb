"""Reviews a finished game: where stealth went, what guards did, how safes were cracked. Pure.

A chance is that of the roll as it was made, from what lay open then.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, Final, NamedTuple, cast

from heistboard.games.burgle_bros.game_record import CAUSES, GameRecord, Roll, recorded
from heistboard.games.burgle_bros.notation import PLAYERS
from heistboard.games.burgle_bros.rules import BurgleBros
from heistboard.rules import TABLE, Outcome, State, View
from heistboard.rules.contract import Json

__all__ = [
    "REVIEWER",
    "GuardReview",
    "Review",
    "SafeReview",
    "document",
    "positions",
    "review",
]

_WHOLE: Final = 1000
_COSTLY: Final = 2  # tokens that make a turn worth naming


class GuardReview(NamedTuple):
    """What the guard of a floor did, from the first one."""

    movements: int
    """In how many turns he went anywhere."""
    steps: int
    met: int
    """How many tokens players lost to him."""
    alarms: int
    """How many alarms went on on his floor."""


class SafeReview(NamedTuple):
    """How a safe was worked on."""

    safe: int
    rolls: tuple[Roll, ...]
    cracked: Roll | None


class Review(NamedTuple):
    """A reviewed game. Cells, floors and players are numbers, from 0."""

    outcome: Outcome
    record: GameRecord
    names: Sequence[str]
    """The names of all cells."""
    players: int
    by_player: Counter[int]
    by_cause: Counter[str]
    by_turn: Counter[int]
    guards: tuple[GuardReview, ...]
    safes: tuple[SafeReview, ...]


def review(state: State) -> Review:
    """Returns the review of a finished game.

    Raises :exc:`ValueError` if it is not finished: it is played again for that.
    """
    if state.outcome is None:
        raise ValueError("the game is not finished; it is reviewed when it is over")
    site = cast(BurgleBros, state).job.site
    record = recorded(state)
    losses = record.losses
    return Review(
        outcome=state.outcome,
        record=record,
        names=site.names,
        players=site.players,
        by_player=Counter(loss.player for loss in losses),
        by_cause=Counter(loss.cause for loss in losses),
        by_turn=Counter(loss.turn for loss in losses),
        guards=tuple(_guard(record, floor, site.floor) for floor in range(site.floors)),
        safes=tuple(
            SafeReview(safe, rolls, next((roll for roll in rolls if roll.is_cracked), None))
            for safe in dict.fromkeys(roll.safe for roll in record.rolls)
            for rolls in [tuple(roll for roll in record.rolls if roll.safe == safe)]
        ),
    )


def _guard(record: GameRecord, floor: int, floors: Sequence[int]) -> GuardReview:
    walks = [walk for walk in record.walks if walk.floor == floor]
    return GuardReview(
        movements=len({walk.turn for walk in walks}),
        steps=sum(len(walk.cells) - 1 for walk in walks),
        met=sum(loss.guard == floor for loss in record.losses),
        alarms=sum(alarm.is_on and floors[alarm.cell] == floor for alarm in record.alarms),
    )


# For pages.


def positions(state: State) -> list[Json]:
    """Returns what everybody saw after each move: of each, the keys of the view that changed."""
    now = state.game.new(**state.options)
    before: View = {}
    found: list[Json] = []
    for move in state.moves:
        now.push(move)
        view = {key: value for key, value in now.view(TABLE).items() if key != "moves"}
        found.append(
            {key: each for key, each in view.items() if key not in before or before[key] != each}
        )
        before = view
    return found


def document(reviewed: Review) -> View:
    """Returns a review, ready for JSON; chances are whole thousandths.

    Steps are the numbers of moves, from 1; ``turns`` has the player of each turn.
    """
    names, record = reviewed.names, reviewed.record
    made: dict[str, Any] = {
        "ending": reviewed.outcome.ending,
        "winners": list(reviewed.outcome.winners),
        "turns": [PLAYERS[seat] for seat in record.turns],
        "moves": list(record.steps),
        "lost": {
            "players": {PLAYERS[n]: reviewed.by_player[n] for n in range(reviewed.players)},
            "causes": {cause: reviewed.by_cause[cause] for cause in CAUSES},
            "turns": {str(turn): count for turn, count in sorted(reviewed.by_turn.items())},
        },
        "losses": [
            loss._asdict()
            | {
                "player": PLAYERS[loss.player],
                "cell": names[loss.cell],
                "guard": loss.guard + 1,
            }
            for loss in record.losses
        ],
        "guards": [
            {"floor": floor + 1, **guard._asdict()} for floor, guard in enumerate(reviewed.guards)
        ],
        "walks": [
            walk._asdict() | {"floor": walk.floor + 1, "cells": [names[c] for c in walk.cells]}
            for walk in record.walks
        ],
        "alarms": [alarm._asdict() | {"cell": names[alarm.cell]} for alarm in record.alarms],
        "rolls": [
            roll._asdict()
            | {
                "player": PLAYERS[roll.player],
                "safe": names[roll.safe],
                "chance": round(_WHOLE * roll.chance),
            }
            for roll in record.rolls
        ],
        "facts": list(_facts(reviewed)),
    }
    return cast(View, made)


def _fact(key: str, step: int = 0, **words: object) -> dict[str, Any]:
    said = {"id": key, "words": {name: str(word) for name, word in words.items()}}
    return said | {"step": step} if step else said


def _facts(reviewed: Review) -> Iterator[dict[str, Any]]:
    yield _fact("lost", count=len(reviewed.record.losses), turns=len(reviewed.record.turns))
    for cause in CAUSES:
        if reviewed.by_cause[cause]:
            yield _fact(f"cause.{cause}", count=reviewed.by_cause[cause])
    for seat in range(reviewed.players):
        yield _fact("player", player=PLAYERS[seat], count=reviewed.by_player[seat])
    if costly := _costliest(reviewed):
        turn, step = costly
        player = PLAYERS[reviewed.record.turns[turn - 1]]
        yield _fact("turn", step, turn=turn, player=player, count=reviewed.by_turn[turn])
    for floor, guard in enumerate(reviewed.guards, 1):
        if guard.movements:
            yield _fact("guard", floor=floor, steps=guard.steps, met=guard.met, on=guard.alarms)
    for each in reviewed.safes:
        if (roll := each.cracked) is not None:
            cell, tries, share = reviewed.names[each.safe], len(each.rolls), _percent(roll.chance)
            player = PLAYERS[roll.player]
            yield _fact("safe", roll.step, cell=cell, tries=tries, share=share, player=player)


def _costliest(reviewed: Review) -> tuple[int, int] | None:
    # The turn that cost most, and its last loss.
    if not reviewed.by_turn:
        return None
    turn = max(sorted(reviewed.by_turn), key=lambda each: reviewed.by_turn[each])
    if reviewed.by_turn[turn] < _COSTLY:
        return None
    return turn, max(loss.step for loss in reviewed.record.losses if loss.turn == turn)


def _percent(chance: float) -> str:
    return "<1%" if 0 < chance < 0.01 else f"{100 * chance:.0f}%"


# For the terminal.

_WHY: Final = {
    "comes": "a guard came into the room",
    "sees": "a guard saw into the room",
    "entered": "went into a guard's room",
    "seen": "went where a guard sees",
    "hiding": "stayed beside a guard after Flexibility",
    "goblet": "the Cursed Goblet",
}
_TOKEN: Final = {"own": "", "room": ", a token of the room", "none": ", and there was no token"}


def _lines(reviewed: Review) -> Iterator[str]:
    record, names = reviewed.record, reviewed.names
    yield f"stealth lost: {len(record.losses)} in {len(record.turns)} turns"
    for seat in range(reviewed.players):
        yield f"  {PLAYERS[seat]}: {reviewed.by_player[seat]}"
    for cause, count in reviewed.by_cause.most_common():
        yield f"  {_WHY[cause]}: {count}"
    yield ""
    yield "turn by turn:"
    for loss in record.losses:
        where = f"turn {loss.turn}, move {loss.step}: {PLAYERS[loss.player]} on {names[loss.cell]}"
        yield f"  {where}: {_WHY[loss.cause]}{_TOKEN[loss.token]}"
    yield ""
    for floor, guard in enumerate(reviewed.guards, 1):
        if guard.movements:
            told = f"{guard.steps} steps in {guard.movements} turns, alarms {guard.alarms}"
            yield f"guard of floor {floor}: {told}, stealth taken {guard.met}"
            for walk in record.walks:
                if walk.floor == floor - 1:
                    yield f"  turn {walk.turn}: {' '.join(names[cell] for cell in walk.cells)}"
    yield ""
    for each in reviewed.safes:
        yield f"safe on {names[each.safe]}:"
        for roll in each.rolls:
            dice = "1 die" if roll.dice == 1 else f"{roll.dice} dice"
            end = "cracked" if roll.is_cracked else f"opened {roll.opened}"
            chance = _percent(roll.chance)
            yield f"  turn {roll.turn}: {PLAYERS[roll.player]}, {dice}, chance {chance}: {end}"


class _Reviewer:
    def document(self, state: State) -> View:
        return {**document(review(state)), "positions": positions(state)}

    def lines(self, state: State) -> Iterator[str]:
        return _lines(review(state))


REVIEWER = _Reviewer()
"""The package's reviewer."""
