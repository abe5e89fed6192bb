"""What monkeys like, so that games end and each verb is met; they choose the rest, too."""

import re
from collections import Counter
from collections.abc import Iterable
from typing import Any

from heistboard.app import Daemon, Status

__all__ = ["LIKES", "NOTHING", "Likes", "verb_of"]

NOTHING = "$^"  # matches no move
LIKES = {"good-cop-bad-cop": "^p. (shoot|arm)"}
SELDOM = 2  # a verb that was made less often is looked for
AIMS = ("aim", "redirect")  # phases
LEADERS = {"agent", "kingpin"}


def verb_of(move: str) -> str | None:
    """Returns the verb of a player's move, such as ``play_taser``; None for a move of chance."""
    if not re.match(r"p\d ", move):
        return None
    _, verb, *words = move.split()
    return f"play_{words[0]}" if verb == "play" else verb


class Likes:
    """What the monkeys of one game of Good Cop Bad Cop like: shots at leaders, and seldom verbs.

    *made* has how often players made each verb in games before this one.
    """

    def __init__(self, game: str, made: Counter[str]) -> None:
        self._always = LIKES.get(game, NOTHING)
        self._before = made
        self.made = made  # with this game

    def take(self, told: Iterable[str]) -> None:
        """Takes the moves of this game that everybody knows of."""
        self.made = self._before + Counter(filter(None, map(verb_of, told)))

    def seldom(self, moves: Iterable[str]) -> set[str]:
        """Returns the verbs of these *moves* that were seldom made."""
        verbs = filter(None, map(verb_of, moves))
        return {verb for verb in verbs if self.made[verb] < SELDOM}

    def of(self, table: Daemon, status: Status, seat: int, moves: Iterable[str]) -> str:
        """Returns a pattern of what *seat* likes, who may make these *moves*."""
        liked = [self._always]
        for verb in sorted(self.seldom(moves)):
            liked += [rf"^p. {verb.replace('_', ' ', 1)}\b", rf"^\? verb {verb}$"]
        if status.phase in AIMS:
            for other, name in enumerate(status.seats):
                view: Any = table.seat_view(other)["view"]
                if other != seat and LEADERS & set(view["cards"]):
                    liked.append(rf"^(p. aim|\?) {name}$")
        return "|".join(liked)
