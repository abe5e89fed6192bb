"""The guided first game: the learner plays the police against a beginner.

The police, because they see the whole board, act from the first round on, and learn what a thief
must fear, too. They have no secret, so that a whole family may watch and help. The thief's side
asks for looking ahead before one has seen anything happen.

Every sentence follows from what the police know. README.md says how the seeds were found.
"""

from collections.abc import Sequence
from typing import Final, cast

from heistboard.games.car_thief.board import ROUNDS
from heistboard.games.gestures import Prompt
from heistboard.games.guide import Advice, Guide, Step
from heistboard.rules import Ask, Move, View

__all__ = ["GUIDE", "advise"]

SEEDS: Final = (10, 11, 17, 24, 27, 31, 33, 47, 48, 49, 52, 58)
_FIRST_ODDS = 2  # the search before which odds are explained
_LIKELY = 0.5


def advise(view: View, prompt: Prompt) -> Advice | None:
    """Returns what to do and why, for who has this view of the police's prompt."""
    asked = prompt.ask.id
    if view["outcome"] is not None:
        return Advice((Step((Ask(asked),)),), rules="end")
    if asked == "hide":
        return Advice((Step((Ask("wait"),)),), rules="hide")
    if asked == "setup.done":
        return Advice((Step((Ask(asked),)),), button="done", rules="setup")
    if asked == "setup.place" and prompt.moves:
        return _place(view, prompt.moves)
    if asked == "police.act" and prompt.moves:
        return _act(view, prompt.moves)
    if asked == "police.done":
        steps = _read(view)
        told = (*steps[-1].say, Ask(asked)) if steps else (Ask(asked),)
        places = steps[-1].places if steps else ()
        return Advice((*steps[:-1], Step(told, places)), button="done", rules="police")
    return None


def _place(view: View, legal: Sequence[Move]) -> Advice:
    from heistboard.games.car_thief.advised_moves import around, to_place

    move = to_place(view, legal)
    placed = [at for at in cast("dict[str, str | None]", view["helicopters"]).values() if at]
    watched = {cell for at in placed for cell in around(at)}
    is_new = not watched & {*around(move.parts["crossing"])}
    kind = "place.more" if is_new else "place.any"
    do = Step((Ask(kind if placed else "place.first", move.parts),))
    steps = (do,) if placed else (Step((Ask("welcome"),)), Step((Ask("fleet"),)), do)
    return Advice(steps, move=str(move), rules="setup" if placed else "about")


def _act(view: View, legal: Sequence[Move]) -> Advice | None:
    from heistboard.games.car_thief.advised_moves import to_act

    try:
        move, is_useful, car, trace = to_act(view, legal)
        steps = _read(view)
    except ValueError:  # no trail fits: the umpire has changed the game
        return None
    searches = len(cast("list[object]", view["searches"]))
    if move.verb == "fly":
        do = Ask("fly" if is_useful else "fly.any", move.parts)
        if not any(line.startswith("fly") for line in _lines(view)):
            steps.append(Step((Ask("first.fly"),)))
    elif not searches:
        do = Ask("search.first", move.parts)
    else:
        do = Ask(*_search(move, car, trace))
        if searches + 1 == _FIRST_ODDS:
            steps.append(Step((Ask("first.odds"),)))
    is_joined = steps and steps[-1].say[0].id in ("round", "read.nothing", "read.roof")
    if is_joined:
        said, places = steps.pop()
        steps.append(Step((*said, do), places))
    else:
        steps.append(Step((do,)))
    return Advice(tuple(steps), move=str(move), rules=move.verb)


def _search(move: Move, car: float, trace: float) -> tuple[str, dict[str, str]]:
    words = dict(move.parts)
    if car == 1:
        return "search.sure", words
    if car > _LIKELY:
        return "search.likely", words
    if car:
        return "search", {**words, "odds": str(round(1 / car))}
    return ("search.trace" if trace else "search.any"), words


def _read(view: View) -> list[Step]:
    # What has just happened, and what it means.
    from heistboard.games.car_thief.advised_moves import possible

    verb, *words = _lines(view)[-1].split()
    round_number = cast("int", view["round"])
    left = Ask("left", {"count": str(possible(view))})
    if verb == "hide":
        return _new_round(view, round_number, left)
    if verb != "search":
        return []
    cell, found = words[1], words[3]
    if found == "nothing":
        is_known = cell in cast("dict[str, str]", view["roofs"])
        return [Step((Ask("read.roof" if is_known else "read.nothing", {"cell": cell}), left))]
    return [Step((Ask(f"read.{found}", {"cell": cell}), left), (cell,))]


def _new_round(view: View, round_number: int, left: Ask) -> list[Step]:
    if round_number == 1:
        helicopters = tuple(cast("dict[str, str]", view["helicopters"]).values())
        return [Step((Ask("first.hidden"),)), Step((Ask("first.turn"),), helicopters)]
    if round_number == 2:
        return [Step((Ask("first.round"), left))]
    return [Step((Ask("round", {"round": str(round_number), "rounds": str(ROUNDS)}), left))]


def _lines(view: View) -> list[str]:
    return cast("list[str]", view["moves"])


GUIDE: Final = Guide(
    seat="police",
    bots={"thief": "beginner"},
    seeds=SEEDS,
    advise=advise,
    table_options={"thief-seconds": "3"},  # nobody closes eyes
    hints="cells",
)
