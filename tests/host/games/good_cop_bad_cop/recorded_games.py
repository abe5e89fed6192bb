"""A game for each number of players and box, and for each option, with what changes at each move.

Run ``python -m tests.host.games.good_cop_bad_cop.recorded_games`` to record new ones; say in the
commit why they changed. The options' games are such that the same moves go otherwise, or cannot be
made, with the usual options.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from pathlib import Path
from random import Random

from heistboard.games.good_cop_bad_cop import GAME
from heistboard.games.good_cop_bad_cop.rules import GoodCopBadCop
from heistboard.rules import TABLE, Choice, MoveError, State
from heistboard.rules.contract import Json

from tests.host.games.good_cop_bad_cop.conserved import choose

__all__ = ["FOLDER", "GAMES", "goes_otherwise", "moves_of", "record", "state_of"]

FOLDER = Path(__file__).parent / "recorded"
GAMES: Mapping[str, Mapping[str, Choice]] = {
    **{f"base_{players}": {"players": players} for players in range(4, 9)},
    **{f"bombers_{players}": {"players": players, "bombers": True} for players in range(3, 9)},
    "first": {"players": 5, "first": 3},
    "guns": {"players": 5, "guns": 1},
    "wound-follows": {"players": 5, "wound-follows": "card"},
    "wounded-without-leader": {"players": 5, "wounded-without-leader": "eliminated"},
    "single-icon": {"players": 6, "bombers": True, "single-icon": True},
    "specials-win": {"players": 6, "bombers": True, "specials-win": True},
    "revived-wound": {"players": 5, "revived-wound": True},
    "aim-lost": {"players": 5, "aim-lost": False},
    "memory": {"players": 4, "memory": False},
}
_PUBLIC = ("active", "direction", "smoke", "coffee", "action", "barred", "seen", "guns", "deck")
_OWN = ("hand", "side", "roles", "remembered", "mixed", "known-hands")
_VERBS = 18  # different ones, at least, in a game that is recorded
_RARE = ("revived-wound",)  # the first game that will do
_TRIED = 30  # of as many games that will do, the shortest is recorded


def state_of(name: str) -> State:
    """Returns the beginning of a game."""
    return GAME.new(**GAMES[name])


def record(state: State, moves: Sequence[str]) -> str:
    """Returns the moves with what they uncovered and the values they changed.

    Passes after one another, which change little, are in one line.
    """
    lines: list[str] = []
    before: dict[str, Json] = {}
    for is_pass, group in groupby(["", *moves], lambda move: move.endswith(" pass")):
        for texts in [[*group]] if is_pass else [[move] for move in group]:
            for text in texts if texts != [""] else []:
                state.push(text)
            lines.append("> " + "; ".join(state.told(None)[-len(texts) :]))
            now = dict(_values(state))
            lines += [f"{k} {json.dumps(v)}" for k, v in now.items() if before.get(k) != v]
            before = now
    return "\n".join(lines) + "\n"


def _values(state: State) -> Iterator[tuple[str, Json]]:
    assert isinstance(state, GoodCopBadCop)
    view = state.view(TABLE)
    yield from ((key, view[key]) for key in _PUBLIC)
    team = view["team"]
    assert isinstance(team, dict)
    for player, values in team.items():
        assert isinstance(values, dict)
        yield from ((f"{player} {key}", value) for key, value in values.items())
    for seat, player in enumerate(state.seats):
        own = state.view(seat)
        yield from ((f"{player} own {key}", own[key]) for key in _OWN)
    yield "outcome", view["outcome"]


def moves_of(recorded: str) -> list[str]:
    """Returns the moves of a recorded game."""
    lines = [line[2:] for line in recorded.splitlines() if line.startswith("> ")]
    return [move.partition(" -> ")[0] for line in lines for move in line.split("; ") if move]


def goes_otherwise(name: str, moves: Sequence[str]) -> bool:
    """Returns whether the moves cannot be made, or look otherwise, with the usual options."""
    usual = {option: value for option, value in GAMES[name].items() if option != name}
    one, other = state_of(name), GAME.new(**usual)
    assert isinstance(one, GoodCopBadCop) and isinstance(other, GoodCopBadCop)
    for move in moves:
        one.push(move)
        try:
            other.push(move)
        except MoveError:
            return True
        if one.case.save() != other.case.save():
            return True
    return name == "memory" and one.view(0)["remembered"] != other.view(0)["remembered"]


def main() -> None:
    """Records all of them."""
    FOLDER.mkdir(exist_ok=True)
    for name, options in GAMES.items():
        random, found = Random(name), list[list[str]]()
        while len(found) < (1 if name in _RARE else _TRIED):
            state = state_of(name)
            assert isinstance(state, GoodCopBadCop)
            while state.outcome is None:
                state.push(choose(state, random, is_hasty=random.random() < 0.7))
            moves = [str(move) for move in state.moves]
            has_much = len({move.verb for move in state.moves}) >= _VERBS
            if has_much and (name not in options or goes_otherwise(name, moves)):
                found.append(moves)
        (FOLDER / f"{name}.txt").write_text(record(state_of(name), min(found, key=len)))


if __name__ == "__main__":
    main()
