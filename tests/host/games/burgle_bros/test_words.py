"""Every prompt, move, event and refusal has its words, in both languages and with all options."""

import re
from itertools import pairwise
from pathlib import Path
from random import Random
from string import Formatter

import pytest
from heistboard.games.burgle_bros import GAME, refusals
from heistboard.games.burgle_bros.notation import FORMS, least_parts
from heistboard.rules import CHANCE, TABLE, IllegalMove
from heistboard.words import LANGUAGES, Words
from heistboard.words.catalogue import texts_of

from tests.host.games.burgle_bros.stage import game, play, put, show

both = pytest.mark.parametrize("language", LANGUAGES)
HERE = Path(refusals.__file__).parent


@both
@pytest.mark.parametrize("section", ["move", "event"])
def test_every_verb_has_words_for_each_number_of_its_parts(language: str, section: str) -> None:
    texts = texts_of(language, "burgle-bros")[section]
    for verb, form in FORMS.items():
        for count in range(least_parts(verb), len(form) + 1):
            text = texts.get(f"{verb}.{count}") or texts[verb]
            asked = {name for _, name, _, _ in Formatter().parse(str(text)) if name}
            assert asked - {"found"} <= set(form[:count]), (verb, count)


@both
def test_every_rule_that_forbids_a_move_has_its_words(language: str) -> None:
    rules = re.findall(r"BB-[A-Z]+(?:-[A-Z0-9]+)+", Path(refusals.__file__).read_text())
    asked = {rule for _, rule in refusals.DECISIONS.values()}
    assert len(set(rules)) > 40 and asked <= set(rules)
    words = texts_of(language, "burgle-bros")["refused"]
    assert sorted(set(rules) - set(words)) == []


@both
@pytest.mark.parametrize(
    ("scenario", "players", "seed"),
    [("office", 2, 1), ("bank", 3, 2), ("fort_knox", 4, 3), ("bank", 1, 4)],
)
def test_no_text_of_a_random_game_has_a_gap(
    language: str, scenario: str, players: int, seed: int
) -> None:
    words = Words(language, "burgle-bros")
    state = GAME.new(players, scenario=scenario, advanced=True, **{"lost-visual": True})
    random = Random(seed)
    said: set[str] = set()
    while state.movers:
        for seat in (TABLE, *range(players)):
            said.add(words.shown(state.asked(seat), state.view(seat)))
        legal = state.legal()
        for move in random.sample(legal, min(4, len(legal))):
            said.add(words.move(move))
        weights = state.odds() if state.seat == CHANCE else None
        state.push(random.choices(legal, weights)[0])
    for seat in (TABLE, 0):
        said.update(words.events(state.told(seat)))
    assert len(said) > 100
    assert [text for text in said if "{" in text or "_" in text or "wait" in text] == []


@both
def test_no_two_moves_of_a_choice_look_alike(language: str) -> None:
    words = Words(language, "burgle-bros")
    state = GAME.new(2, scenario="bank", advanced=True)
    random = Random(5)
    while state.movers:
        legal = state.legal()
        said = sorted(words.move(move) for move in legal)
        assert [one for one, other in pairwise(said) if one == other] == [], state.phase
        weights = state.odds() if state.seat == CHANCE else None
        state.push(random.choices(legal, weights)[0])


def test_a_card_is_told_with_what_it_does() -> None:
    words = Words("en", "burgle-bros")
    state = play(show(game(2), "b1 laboratory"), "move b1; tool emp")
    assert words.events(state.told(TABLE))[-1] == (
        "tool E.M.P.: All alarms end, and none can start until your next turn."
    )


def test_a_safe_is_revealed_without_a_number() -> None:
    words = Words("en", "burgle-bros")
    assert words.events(["tile b3 safe"])[0].startswith("b3: Safe. Here dice ")
    assert words.events(["tile b3 laser 2"])[0].startswith("b3: Laser, number 2. Going in ")


def test_only_who_looks_is_told_the_card() -> None:
    words = Words("ru", "burgle-bros")
    state = play(game(2, "spotter"), "scout; look p1 c3")
    texts = [words.shown(state.asked(seat), state.view(seat)) for seat in (0, 1, TABLE)]
    assert ["c3" in text for text in texts] == [True, False, False]
    told = [words.events(state.told(seat))[-1] for seat in (0, 1)]
    assert told == ["игрок 1 видит: c3", "игрок 1 смотрит карту"]


@both
def test_a_refusal_is_said_in_words(language: str) -> None:
    state = put(game(2), items1="bust crowbar")
    with pytest.raises(IllegalMove) as error:
        state.push("use crowbar b1")
    said = Words(language, "burgle-bros").refusal(error.value, "")
    assert said == texts_of(language, "burgle-bros")["refused"]["BB-LOOT-BUST"]
