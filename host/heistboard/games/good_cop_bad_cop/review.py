"""Reviews a finished game: who saw what and when, who found the leaders, the shots. Pure."""

from collections.abc import Iterator
from typing import NamedTuple

from heistboard.games.good_cop_bad_cop.game_record import GameRecord, Shot, Sight, recorded
from heistboard.rules import State, View

__all__ = ["REVIEWER"]


class _Fact(NamedTuple):
    # A sentence of the review: the id of its text, what fills it, and the move that it leads to.
    id: str
    words: dict[str, str]
    step: int = 0


class _Reviewer:
    def document(self, state: State) -> View:
        """Returns the review as sentences: the leaders, then all sights and shots in order."""
        facts: list[View] = []
        for fact in _facts(state):
            said: View = {"id": fact.id, "words": dict(fact.words)}
            facts.append({**said, "step": fact.step} if fact.step else said)
        return {"facts": [*facts]}


REVIEWER = _Reviewer()


def _facts(state: State) -> Iterator[_Fact]:
    record = recorded(state)
    for leader in ("agent", "kingpin"):
        yield _first(record, leader)
    told = [*map(_saw, record.sights), *map(_fired, record.shots)]
    yield from sorted(told, key=lambda fact: fact.step)


def _first(record: GameRecord, leader: str) -> _Fact:
    for sight in record.sights:
        if leader in sight.kinds:
            words = {"player": sight.player, "owner": sight.owner, "turn": str(sight.turn)}
            return _Fact(f"first.{leader}", words, sight.step)
    return _Fact(f"unseen.{leader}", {})


def _saw(sight: Sight) -> _Fact:
    words = {"turn": str(sight.turn), "player": sight.player, "kinds": ", ".join(sight.kinds)}
    if not sight.cards:
        return _Fact("saw.row", {**words, "owner": sight.owner}, sight.step)
    return _Fact("saw", {**words, "card": sight.cards[0]}, sight.step)


def _fired(shot: Shot) -> _Fact:
    words = {"turn": str(shot.turn), "player": shot.player, "target": shot.target}
    return _Fact(f"shot.{shot.result or 'bomb'}", {**words, "known": str(shot.known)}, shot.step)
