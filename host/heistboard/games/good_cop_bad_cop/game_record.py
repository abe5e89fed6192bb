"""What a finished game had: who saw which cards when, and the shots. Pure.

For the review and the statistics, by playing the game again.
"""

from collections.abc import Iterator
from typing import Any, Final, NamedTuple, cast

from heistboard.games.good_cop_bad_cop.components import PLAYERS
from heistboard.games.good_cop_bad_cop.rules import GoodCopBadCop
from heistboard.rules import HIDDEN, TABLE, UNCOVERS, Move, State

__all__ = ["GameRecord", "Shot", "Sight", "recorded"]

LOOKS: Final = ("look", "play_wiretap", "play_metal_detector", "play_polygraph")
"""Moves that show somebody cards of others."""


class Sight(NamedTuple):
    """A player saw cards of another. Steps are numbers of moves, from 1."""

    step: int
    turn: int
    player: str
    owner: str
    cards: tuple[str, ...]
    """The positions, such as ``p3.2``; empty if it was the whole row."""
    kinds: tuple[str, ...]


class Shot(NamedTuple):
    """A shot, and how many of the target's cards the shooter knew by then."""

    step: int
    turn: int
    player: str
    target: str
    known: int
    result: str
    """``wounded``, ``eliminated``, or empty if a bomber was hit."""
    is_leader: bool


class GameRecord(NamedTuple):
    """What a finished game had, in order."""

    sights: tuple[Sight, ...]
    shots: tuple[Shot, ...]
    turns: int
    sides: tuple[str, ...]
    """The team of each seat at the end."""


def recorded(state: State) -> GameRecord:
    """Returns the record of a finished game."""
    full = state.told(None)
    private = {player: _uncovered(state, seat) for seat, player in enumerate(state.seats)}
    now = cast(GoodCopBadCop, state.game.new(**state.options))
    sights: list[Sight] = []
    shots: list[Shot] = []
    looks = 0
    for step, move in enumerate(state.moves, 1):
        turn = now.case.round
        if move.verb in LOOKS:
            found = {player: lines[looks] for player, lines in private.items()}
            sights += _sights(move, step, turn, found)
            looks += 1
        elif move.verb == "shot":
            shots.append(_shot(now, move, step, full[step - 1]))
        now.push(move)
    views = (state.view(seat) for seat in range(len(state.seats)))
    return GameRecord(
        tuple(sights), tuple(shots), now.case.round, tuple(str(view["side"]) for view in views)
    )


def _uncovered(state: State, seat: int) -> list[tuple[str, ...]]:
    # What each look showed to a seat; nothing to those who did not see it.
    told = (line.partition(UNCOVERS) for line in state.told(seat))
    looks = (each for each in told if state.game.read(each[0]).verb in LOOKS)
    return [tuple(found.split()) for _, _, found in looks]


def _sights(
    move: Move, step: int, turn: int, found: dict[str, tuple[str, ...]]
) -> Iterator[Sight]:
    user = move.parts["player"]
    if move.verb == "play_polygraph":
        target = move.parts["target"]
        yield Sight(step, turn, user, target, (), found[user])
        yield Sight(step, turn, target, user, (), found[target])
        return
    cards = [value for part, value in move.parts.items() if part != "player"]
    for card, kind in zip(cards, found[user], strict=True):
        yield Sight(step, turn, user, card.partition(".")[0], (card,), (kind,))


def _shot(now: GoodCopBadCop, move: Move, step: int, line: str) -> Shot:
    target = move.parts["player"]
    *kinds, last = line.partition(UNCOVERS)[2].split()
    result = last if last in ("wounded", "eliminated") else ""
    public: Any = now.view(TABLE)
    shooter = str(public["active"])
    seen: Any = now.view(PLAYERS.index(shooter))["remembered"]
    cards = public["team"][target]["cards"]
    up = {f"{target}.{n}" for n, card in enumerate(cards, 1) if card not in (None, HIDDEN)}
    known = up | {each["at"] for each in seen if each["at"].startswith(f"{target}.")}
    is_leader = bool({"agent", "kingpin"} & {*kinds, last})
    return Shot(step, now.case.round, shooter, target, len(known), result, is_leader)
