"""Counts what games ask of people: decisions, lists, what was forced, and taps.

Computer players answer the prompts of their seats, as pages do, at a table without a board. A turn
is a time in which the same seats are asked in one phase. Taps are the fewest by which the rules of
``pages/prompt.js`` make the chosen move; looking at something private is one of them.
"""

import json
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from heistboard import games
from heistboard.app.referee import move_document
from heistboard.app.settings import Settings
from heistboard.places.layout import CELLS, CROSSINGS
from heistboard.places.place import at_floor
from heistboard.rules.autoplay import Bot
from playwright.sync_api import Browser

from tests.support.pages import PAGES
from tests.support.refereed import RefereedGame

__all__ = ["Counted", "count_games", "count_taps", "fewest_taps", "prompt_text"]

# Returns the fewest taps for each chosen move; -1 if none make it.
TAPS = """async ([source, asked]) => {
  const { Prompt } = await import(`data:text/javascript;base64,${btoa(source)}`);
  return asked.map(({ moves, places, pieces, named, first, chosen }) => {
    const prompt = new Prompt(moves, places, pieces, named, first ? new RegExp(first) : null);
    const known = new Set();
    let picks = [[]];
    for (let taps = 1; taps < 7 && picks.length; taps += 1) {
      const next = [];
      for (const pick of picks) {
        const offers = prompt.offers(pick);
        if (offers.moves.some((each) => each.move === chosen)) return taps;
        const words = offers.words.map(({ value }) => [value]);
        for (const values of [...[...prompt.asked(pick)].map((at) => prompt.on(at)), ...words]) {
          const meant = prompt.tap(values, pick);
          if ((meant.say ?? meant.sure?.move) === chosen) return taps;
          const key = JSON.stringify(meant.pick ?? []);
          if (meant.pick && !known.has(key)) next.push(meant.pick);
          known.add(key);
        }
      }
      picks = next;
    }
    return -1;
  });
}"""


class Counted(NamedTuple):
    """What some games of one kind asked; seats by name."""

    games: int
    turns: Counter[str]
    decisions: Counter[str]
    forced: Counter[str]  # what everybody could see; by phase and move
    secret: Counter[str]  # forced, but only the seat could know it; by phase and move
    windows: Counter[str]  # forced, in a window
    longest: int
    buttons: Counter[str]  # Done
    chosen: Counter[tuple[str, str]]  # by seat: the prompt and the chosen move, as JSON


def count_games(
    folder: Path,
    name: str,
    count: int,
    seed: int = 1,
    **settings: Any,  # noqa: ANN401
) -> Counted:
    """Plays *count* games between computer players and counts what they were asked."""
    counted = Counted(
        count, Counter(), Counter(), Counter(), Counter(), Counter(), 0, Counter(), Counter()
    )
    random = Random(f"{name} {seed}")
    for number in range(count):
        top = RefereedGame(
            folder / f"{number}.sqlite", Settings(name, **settings), seed=random.getrandbits(32)
        )
        counted = counted._replace(longest=max(counted.longest, _play(top, random, counted)))
        top.close()
    return counted


def _play(top: RefereedGame, random: Random, counted: Counted) -> int:
    state = top.referee.state
    makers = games.package(state.game.name).bot_makers()
    bots: dict[int, Bot] = {
        seat: makers[random.choice(sorted(makers))](seat, random)
        for seat in range(len(state.seats))
    }
    longest, last = 0, None
    while True:
        top.closed = set(top.table.expected)
        top.see(is_jump=True)
        state, gestures = top.referee.state, top.table.gestures
        if gestures.phase == "over":
            return longest
        if last != (gestures.phase, gestures.turn):
            last = gestures.phase, gestures.turn
            counted.turns.update(state.seats[seat] for seat in gestures.turn)
        asked = [seat for seat in gestures.turn if top.referee.prompt(seat).moves]
        if not asked:
            (seat,) = gestures.turn
            counted.buttons[state.seats[seat]] += 1
            top.lap(lambda seat=seat: top.table.press_for(seat, "done", top.now_ms))  # type: ignore[misc]
            top.wait(1)
            continue
        seat = random.choice(asked)
        moves = top.referee.prompt(seat).moves
        longest = max(longest, len(moves))
        view = top.view(seat)["view"]
        assert isinstance(view, dict)
        chosen = bots[seat].choose(moves, lambda view=view: view)  # type: ignore[misc]
        _note(top, seat, str(chosen), counted)
        top.say(seat, str(chosen))


def _note(top: RefereedGame, seat: int, chosen: str, counted: Counted) -> None:
    name = top.referee.state.seats[seat]
    moves = top.referee.prompt(seat).moves
    counted.decisions[name] += 1
    if len(moves) == 1:
        is_window = len(top.table.gestures.turn) > 1
        kind = counted.secret if moves[0].private else counted.forced
        (counted.windows if is_window else kind)[f"{top.shown.status.phase} {moves[0].verb}"] += 1
    counted.chosen[name, prompt_text(top, seat, chosen)] += 1


def prompt_text(top: RefereedGame, seat: int, chosen: str, first: str = "") -> str:
    """Returns the prompt of a seat and the chosen move as JSON, for :func:`fewest_taps`.

    *first* matches verbs that the game's pages have chosen first.
    """
    status = top.shown.status
    prompt: dict[str, Any] = {
        "moves": [move_document(move) for move in top.referee.prompt(seat).moves],
        "places": [
            at_floor(floor, place)
            for floor in range(1, status.floors + 1)
            for place in (*CELLS, *CROSSINGS)
        ],
        "pieces": {kind: dict(at) for kind, at in status.pieces.items()},
        "named": dict(status.ask.words),
        "first": first,
        "chosen": chosen,
    }
    return json.dumps(prompt)


def fewest_taps(asked: Iterable[str], browser: Browser) -> dict[str, int]:
    """Returns the taps for the chosen move of each prompt; raises if one cannot be made."""
    prompts = [(text, json.loads(text)) for text in sorted(set(asked))]
    page = browser.new_page()
    source = (PAGES / "prompt.js").read_text()
    found: list[int] = page.evaluate(TAPS, [source, [prompt for _, prompt in prompts]])
    page.close()
    taps = {}
    for (text, prompt), fewest in zip(prompts, found, strict=True):
        assert fewest != -1, text
        move = next(each for each in prompt["moves"] if each["move"] == prompt["chosen"])
        taps[text] = fewest + move["twice"] + move["private"]
    return taps


def count_taps(counted: Counted, browser: Browser) -> dict[str, float]:
    """Returns the taps per turn of each seat, with Done; raises if a move cannot be made."""
    fewest = fewest_taps((prompt for _, prompt in counted.chosen), browser)
    taps = Counter(counted.buttons)
    for (seat, prompt), often in counted.chosen.items():
        taps[seat] += often * fewest[prompt]
    return {seat: taps[seat] / turns for seat, turns in sorted(counted.turns.items())}
