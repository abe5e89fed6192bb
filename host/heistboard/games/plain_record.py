"""A record that is kept nowhere, for gestures that nobody plays with: checks and pictures."""

from collections.abc import Mapping, Sequence

from heistboard.rules.contract import State

__all__ = ["PlainRecord"]


class PlainRecord:
    """A :class:`~heistboard.games.gestures.Record` of a copy of *state*, in memory."""

    def __init__(self, state: State) -> None:
        self.state = state.copy()
        self.mark = ""
        self.aside: frozenset[str] = frozenset()
        self.kept: Mapping[str, str] = {}

    def write(
        self,
        moves: Sequence[str] = (),
        *,
        undo: int = 0,
        mark: str = "",
        is_umpire: bool = False,
    ) -> None:
        """Changes a new copy of the state; raises what its moves raise."""
        self.state, self.mark = self.state.copy(), mark
        for _ in range(undo):
            self.state.pop()
        for move in moves:
            self.state.push(move)

    def set_aside(self, reeds: frozenset[str]) -> None:
        """Keeps these *reeds*."""
        self.aside = reeds

    def keep(self, name: str, value: str) -> None:
        """Keeps *value*."""
        self.kept = {**self.kept, name: value}
