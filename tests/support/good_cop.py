"""Good Cop Bad Cop for tests of what people see: installed, and dealt as wanted."""

import contextlib
from collections.abc import Iterator, Mapping
from importlib.metadata import EntryPoint

import pytest
from heistboard import games
from heistboard.app import Status
from heistboard.games import installed
from heistboard.games.good_cop_bad_cop import GAME
from heistboard.rules import CHANCE, TABLE, State

from tests.support.games import install_only

__all__ = ["NAME", "dealt", "good_cop_installed", "on_to", "shown"]

NAME = GAME.name
MOST_BETWEEN = 60  # moves
ROWS = {"p1": "agent honest honest", "p2": "kingpin crooked crooked"}  # others get what is left


@contextlib.contextmanager
def good_cop_installed() -> Iterator[None]:
    """Adds the game to the installed ones."""
    module = "heistboard.games.good_cop_bad_cop:PACKAGE"
    entry = EntryPoint(NAME, module, games.GROUP)
    with pytest.MonkeyPatch.context() as patch:
        install_only(patch, {**installed._found(), NAME: (entry,)})
        yield


def dealt(
    players: int = 4, equipment: Mapping[str, str] = {}, **options: bool | str | int
) -> State:
    """A game whose first turn begins: p1 is the Agent, p2 the Kingpin, p1 begins."""
    state = GAME.new(players, first=1, **options)
    rows = {player: row.split() for player, row in ROWS.items()}
    while state.phase in ("deal", "arrange"):
        moves = state.legal()
        wanted = moves[0]
        for move in moves:
            player = move.parts.get("player", "")
            row = rows.get(player, [])
            if move.verb == "deal" and row and move.parts["kind"].split("_")[0] == row[0]:
                row.pop(0)
                wanted = move
                break
            if move.verb == "draw" and move.parts["equipment"] == equipment.get(player):
                wanted = move
                break
        state.push(wanted)
    return state


def on_to(state: State, *wanted: str) -> State:
    """Plays each wanted move as soon as it is legal; until then everybody passes."""
    for want in wanted:
        begun = len(state.moves)
        while want not in (legal := [m for seat in state.movers for m in state.legal(seat)]):
            assert len(state.moves) - begun < MOST_BETWEEN, want
            passes = [move for move in legal if move.verb == "pass"]
            state.push(passes[0] if passes else legal[0])
        state.push(want)
    return state


def shown(state: State) -> Status:
    """The public status of a game."""
    legal = () if state.seat in (None, CHANCE) else state.legal()
    return Status(
        *(0, 1, 0, state.phase, None, "synced", state.asked(TABLE)),
        *({}, (), False, {}, state.view(TABLE), ()),
        turn=tuple(state.seats[seat] for seat in state.turn),
        seats=state.seats,
        moves=tuple(move for move in legal if not move.private),
    )
