"""What the guide of Car Thief says, and that it says only what the police know."""

import re
from collections.abc import Sequence
from functools import partial
from random import Random

import pytest
from heistboard.games.car_thief import GAME, PACKAGE
from heistboard.games.car_thief.guide import SEEDS, advise
from heistboard.games.gestures import Prompt
from heistboard.games.guide import Advice
from heistboard.games.guided_play import guided_play
from heistboard.rules import TABLE, Ask, State
from heistboard.words import LANGUAGES, Words, catalogue

THIEF, POLICE = 0, 1
PLACED = ("place green x22", "place yellow x42", "place pink x34")


def played(*moves: str) -> State:
    state = GAME.new()
    for move in moves:
        state.push(move)
    return state


def advised(state: State, ask: str = "") -> Advice:
    prompt = Prompt(1, Ask(ask) if ask else state.asked(POLICE), state.legal(POLICE))
    advice = advise(state.view(POLICE), prompt)
    assert advice is not None
    return advice


def ids(advice: Advice) -> list[str]:
    return [ask.id for step in advice.steps for ask in step.say]


@pytest.mark.parametrize(
    ("moves", "ask", "said", "move"),
    [
        ((), "", ["welcome", "fleet", "place.first"], "place green x22"),
        (("place green x11",), "", ["place.more"], "place yellow x42"),
        ((*PLACED,), "setup.done", ["setup.done"], ""),
        ((*PLACED,), "hide", ["wait"], ""),
        ((*PLACED, "hide a1"), "", ["first.hidden", "first.turn", "search.first"], None),
        (
            (*PLACED, "hide a1", "search green b2"),
            "",
            ["read.nothing", "left", "first.odds", "search"],
            None,
        ),
        (
            (*PLACED, "hide b2", "fly yellow x43", "fly pink x33", "fly green x23"),
            "police.done",
            ["police.done"],
            "",
        ),
        (
            (*PLACED, "hide b2", "fly yellow x43", "fly pink x33", "fly green x12", "hide b3"),
            "",
            ["first.round", "left", "search.first"],
            None,
        ),
    ],
)
def test_each_step_says_what_to_do(
    moves: Sequence[str], ask: str, said: list[str], move: str | None
) -> None:
    advice = advised(played(*moves), ask)
    assert ids(advice) == said
    assert move is None or advice.move == move
    assert (advice.button == "done") == ask.endswith("done")


def test_it_reads_a_yellow_token_and_points_at_it() -> None:
    state = played(*PLACED, "hide b2", "fly yellow x43", "fly pink x33", "search green c3")
    for move in ("hide b3", "search green b2"):
        state.push(move)
    advice = advised(state)
    assert ids(advice)[:2] == ["read.yellow", "left"]
    assert advice.steps[0].places == ("b2",)
    assert advice.steps[0].say[1].words == {"count": "4"}  # those next to it
    assert advice.move == "fly pink x32"  # green has acted; b3 is nearer from there


def test_the_odds_are_those_of_all_trails() -> None:
    state = played(*PLACED, "hide a1", "search green b2")
    advice = advised(state)
    assert advice.steps[-1].say[-1].words["odds"] == "24"
    state.push(advice.move)
    assert advised(state).steps[-1].say[-1].words["odds"] == "23"


def test_it_says_when_only_one_building_is_left() -> None:
    start = ("place green x11", "place yellow x12", "place pink x21", "hide a1")
    away = ("search green b2", "search yellow b3", "search pink c2", "hide b1")
    state = played(*start, *away, "search green a1")
    half = advised(state)
    assert half.steps[-1].say[-1].words["odds"] == "2"  # a2 or b1
    state.push("search yellow a2")
    sure = advised(state)
    assert ids(sure)[-1] == "search.sure" and sure.move == "search pink b1"


def test_equal_knowledge_gives_equal_advice() -> None:
    seen = []
    for trail in (("a1", "a2"), ("e5", "e4")):
        state = played(*PLACED, f"hide {trail[0]}", "search green b2", "search yellow d2")
        for move in ("fly pink x33", f"hide {trail[1]}", "search green c3"):
            state.push(move)
        prompt = Prompt(1, state.asked(POLICE), state.legal(POLICE))
        seen.append((advise(state.view(POLICE), prompt), advise(state.view(TABLE), prompt)))
    assert seen[0] == seen[1] and seen[0][0] == seen[0][1] is not None


@pytest.mark.parametrize("seed", range(8))
def test_who_goes_another_way_is_guided_on(seed: int) -> None:
    wins = 0
    for number in range(3):
        for asked in guided_play(PACKAGE, 10 * seed + number, own_way=0.3):
            if asked.prompt.moves:
                assert asked.advice is not None and asked.advice.move in asked.prompt.moves
        assert asked.state.outcome is not None and asked.advice is not None
        wins += "police" in asked.state.outcome.winners
    assert wins >= 2  # of 3; a beginner is careless


def test_it_says_nothing_when_the_moves_fit_no_trail() -> None:
    state = played(*PLACED, "hide a1", "search green b2")
    view = state.view(POLICE)
    lines = view["moves"]
    assert isinstance(lines, list)
    lines[-1] = "search green b2 -> red"
    assert advise(view, Prompt(1, Ask("police.act"), state.legal(POLICE))) is None


def test_every_sentence_is_short_in_both_languages() -> None:
    for language in LANGUAGES:
        words = Words(language, "car-thief")
        for seed in SEEDS[:3]:
            for asked in guided_play(PACKAGE, seed):
                for step in asked.advice.steps if asked.advice else ():
                    said = words.guide(step.say)
                    assert "{" not in said and len(said) <= 200, said


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_sentence_is_unused_or_has_an_open_place(language: str) -> None:
    texts = catalogue.texts_of(language, "car-thief")["guide"]
    source = PACKAGE.file("guide.py").read_text("utf-8")
    words = Words(language, "car-thief")
    known = {
        "helicopter": "green",
        **{
            "cell": "b3",
            "crossing": "x22",
            "odds": "3",
            "count": "4",
            "round": "5",
            "rounds": "11",
        },
    }
    for key in texts:
        is_made = key.startswith(("read.", "over.")) or key in ("setup.done", "police.done")
        assert is_made or f'"{key}"' in source, key
        assert "{" not in words.guide([Ask(key, known)]), key
    found = re.findall(r'Ask\("([a-z.]+)"|"((?:fly|search|place)\.?[a-z]*)"', source)
    used = {one or other for one, other in found} - {"place", "fly.", "search.", "searches"}
    assert len(used) > 15 and used <= {*texts}


def test_the_beginner_depends_on_its_source_and_view_alone() -> None:
    beginner = PACKAGE.bot_makers()["beginner"]
    state = played(*PLACED)
    again = played("place green x11", "place yellow x12", "place pink x13")
    chosen = {
        beginner(THIEF, Random(7)).choose(each.legal(THIEF), partial(each.view, THIEF))
        for each in (state, again)
    }
    assert len(chosen) == 1
