"""The guided first game, and the command that lists the cards."""

import argparse
import json
from collections.abc import Iterator

import pytest
from heistboard.games.gestures import Prompt
from heistboard.games.good_cop_bad_cop import PACKAGE
from heistboard.games.good_cop_bad_cop.commands import COMMANDS
from heistboard.games.good_cop_bad_cop.components import EQUIPMENT
from heistboard.games.good_cop_bad_cop.guide import GUIDE, advise
from heistboard.games.guide import Step
from heistboard.games.guided_play import Asked, guided_play
from heistboard.rules import TABLE
from heistboard.words import LANGUAGES, Words

from tests.support.good_cop import NAME, dealt, good_cop_installed


@pytest.fixture(autouse=True)
def installed() -> Iterator[None]:
    with good_cop_installed():
        yield


def play(seed: int) -> list[Asked]:
    """The moments of a guided game at which the learner is asked, and its end."""
    asked = [each for each in guided_play(PACKAGE, seed) if each.advice is not None]
    assert all(each.advice and each.advice.move in ("", *each.prompt.moves) for each in asked)
    return asked


def steps(asked: Asked) -> tuple[Step, ...]:
    assert asked.advice is not None
    return asked.advice.steps


@pytest.mark.parametrize("seed", GUIDE.seeds)
def test_who_follows_the_advice_wins_and_is_told_why(seed: int) -> None:
    asked = play(seed)
    last = asked[-1]
    assert last.state.outcome is not None and "p1" in last.state.outcome.winners
    for language in LANGUAGES:
        words = Words(language, NAME)
        for step in (step for each in asked for step in steps(each)):
            said = words.guide(step.say)
            assert len(said) > 20 and "{" not in said
    assert Words("en", NAME).guide(steps(last)[0].say).startswith("Your team has won")


def test_it_begins_with_the_own_team_and_explains_windows_before_actions() -> None:
    said = [ask.id for each in play(0) for step in steps(each) for ask in step.say]
    first = [*dict.fromkeys(said)]
    assert first[0] == "welcome" and first[1].split(".")[0] in ("team", "leader")
    assert first.index("first.window") < first.index("first.action")
    assert said.count("welcome") < 5


def test_nothing_is_advised_to_who_knows_what_everybody_does() -> None:
    state = dealt(4)
    assert advise(state.view(TABLE), Prompt(1, state.asked(TABLE), state.legal(0))) is None
    assert advise(state.view(0), Prompt(1, state.asked(0), ())) is None


def test_the_advice_follows_from_the_learners_view_alone() -> None:
    one, other = dealt(4, {"p2": "coffee"}), dealt(4, {"p2": "polygraph"})
    prompts = [Prompt(1, each.asked(0), each.legal(0)) for each in (one, other)]
    assert advise(one.view(0), prompts[0]) == advise(other.view(0), prompts[1])


def test_the_command_lists_every_card_and_what_is_a_stand_in(
    capsys: pytest.CaptureFixture[str],
) -> None:
    command = COMMANDS["cards"]
    assert command.run(argparse.Namespace(json=True)) == 0
    cards = json.loads(capsys.readouterr().out)["cards"]
    assert [each["id"] for each in cards] == [*EQUIPMENT]
    made_up = {each["id"] for each in cards if each["source"] == "stand-in"}
    assert made_up == {card for card in EQUIPMENT if card.startswith("bt_")}
    assert command.run(argparse.Namespace(json=False)) == 0
    assert len(capsys.readouterr().out.splitlines()) == len(EQUIPMENT)
