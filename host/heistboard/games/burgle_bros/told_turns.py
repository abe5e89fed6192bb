"""Reads from the moves of a game what its guide tells the learner: the news since the last act."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from heistboard.games.burgle_bros.refusals import DECISIONS

__all__ = ["Told", "read_turns"]

_ANSWERS: Final = frozenset(verb for verbs, _ in DECISIONS.values() for verb in verbs)
_ENDS: Final = ("pass", "escape")


class Told(NamedTuple):
    """What has happened since the learner's last action, or in the learner's turn before that."""

    own_turns: int
    """Turns that the learner has ended."""
    own_acts: tuple[str, ...]
    """The verbs of the learner's turn so far."""
    is_new_turn: bool
    tiles: tuple[tuple[str, str], ...] = ()
    """Cell and kind of each tile that the learner's last action turned up."""
    partner_tiles: tuple[tuple[str, str], ...] = ()
    """The same for the partner's last turn."""
    new_kinds: frozenset[str] = frozenset()
    """The kinds among them that were never turned up before."""
    events: tuple[str, ...] = ()
    tools: tuple[str, ...] = ()
    loot: tuple[str, ...] = ()
    rolls: tuple[str, ...] = ()

    @property
    def last(self) -> str:
        """The learner's last action in this turn; empty at its beginning."""
        return self.own_acts[-1] if self.own_acts else ""


def read_turns(lines: Sequence[str]) -> Told:
    """Returns what the learner, who has the first turn, is told now; it is the learner's turn."""
    own_turns, is_own = 0, True
    acts: list[str] = []
    news: list[list[str]] = []
    before: set[str] = set()
    is_new_turn = is_alone = False
    for line in lines:
        words = line.split()
        verb = words[0]
        if verb not in _ANSWERS and is_own:
            before |= {each[2] for each in news if each[0] == "tile"}
            news, is_new_turn = [], False
            acts.append(verb)
        if verb in _ENDS:
            own_turns += is_own
            is_alone |= verb == "escape"
            is_own = is_alone or not is_own
            is_new_turn = is_own
            acts = []
        elif words[:2] == ["event", "jump_the_gun"]:
            is_own = not is_own
            is_new_turn = is_own
        news.append(words)
    tiles = tuple((each[1], each[2]) for each in news if each[0] == "tile")
    return Told(
        own_turns,
        tuple(acts),
        is_new_turn,
        tiles=() if is_new_turn else tiles,
        partner_tiles=tiles if is_new_turn else (),
        new_kinds=frozenset(kind for _, kind in tiles) - before,
        events=_second(news, "event"),
        tools=_second(news, "tool"),
        loot=_second(news, "loot"),
        rolls=_second(news, "roll"),
    )


def _second(news: Sequence[Sequence[str]], verb: str) -> tuple[str, ...]:
    return tuple(words[1] for words in news if words[0] == verb)
