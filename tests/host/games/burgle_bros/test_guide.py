"""What the guide of Burgle Bros says: it follows from what everybody knows, and is true."""

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any, cast

import pytest
from heistboard.games.burgle_bros import GAME, PACKAGE
from heistboard.games.burgle_bros.advised_reasons import reasons
from heistboard.games.burgle_bros.components import ITEMS
from heistboard.games.burgle_bros.guide import LEARNER, SEEDS, advise
from heistboard.games.burgle_bros.notation import read
from heistboard.games.burgle_bros.refusals import DECISIONS
from heistboard.games.burgle_bros.rules import BurgleBros
from heistboard.games.burgle_bros.scouting import Scouting
from heistboard.games.burgle_bros.told_turns import Told, read_turns
from heistboard.games.gestures import Prompt
from heistboard.games.guide import Advice
from heistboard.games.guided_play import guided_play
from heistboard.rules import CHANCE, TABLE, Ask, State, View
from heistboard.words import LANGUAGES, Words, catalogue

from tests.host.games.burgle_bros.stage import game, put, show
from tests.support.guided import GuidedGame

BEGUN = (
    *("character p1 hawk", "character p2 peterman", "patrol d4"),
    *("entrance b2", "tile b2 computer_laser 5", "patrol a1"),
)
TIARA = ITEMS.index("tiara")
LATER = Told(own_turns=2, own_acts=("move",), is_new_turn=False)


def played(*moves: str) -> BurgleBros:
    state = GAME.new(2)
    assert isinstance(state, BurgleBros)
    for move in moves:
        state.push(move)
    return state


def advised(state: State, seat: int = LEARNER) -> Advice:
    prompt = Prompt(1, state.asked(LEARNER), state.legal(LEARNER))
    advice = advise(state.view(seat), prompt)
    assert advice is not None
    return advice


def ids(advice: Advice) -> list[str]:
    return [ask.id for step in advice.steps for ask in step.say]


@cache
def whole_game(seed: int) -> Sequence[tuple[dict[str, Any], Prompt, Advice | None]]:
    """What the learner saw, was asked and was told, prompt by prompt."""
    return [
        (cast("dict[str, Any]", asked.state.view(LEARNER)), asked.prompt, asked.advice)
        for asked in guided_play(PACKAGE, seed)
        if asked.prompt.moves or asked.state.outcome
    ]


# What is said when.


def test_it_begins_with_what_the_game_is_about_and_a_way_in() -> None:
    state = played(*BEGUN[:3])
    advice = advised(state)
    assert ids(advice) == ["welcome", "character", "first.floor", "first.guard", "entrance"]
    assert advice.steps[1].say[0].words == {"character": "hawk"}
    assert advice.steps[3].places == ("d4",) and advice.move == "entrance a1"


def test_the_first_turn_explains_the_room_the_turn_and_the_guard() -> None:
    advice = advised(played(*BEGUN))
    assert ids(advice)[:4] == ["tile.new", "first.turn", "first.die", "first.stealth"]
    assert advice.steps[2].places == ("d4", "c4", "b4")
    assert advice.steps[2].say[0].words == {"cell": "d4", "target": "a1", "count": "2"}
    assert len(ids(advice)) > 4 and advice.move


def test_a_safe_is_explained_with_its_combination_by_whomever_it_is_found() -> None:
    by_learner = advised(played(*BEGUN, "peek c2", "tile c2 safe"))
    steps = [step for step in by_learner.steps if step.say[0].id == "first.safe"]
    assert [{*step.places} for step in steps] == [{"c2", "a2", "b2", "d2", "c1", "c3", "c4"}]
    waited = (*BEGUN, "peek b1", "tile b1 foyer 1", "peek c2", "tile c2 laser 1", "move c2")
    by_partner = played(*waited, "pay", "pass", "peek b3", "tile b3 safe", "pass")
    while by_partner.seat != LEARNER:
        by_partner.push(by_partner.legal()[0])
    assert {"first.safe", "event", "first.partner"} <= {*ids(advised(by_partner))}


def test_a_kind_of_room_is_explained_once() -> None:
    state = played(*BEGUN, "peek b1", "tile b1 camera 2")
    assert "tile.new" in ids(advised(state))
    state = played(*BEGUN, "peek b1", "tile b1 camera 2", "peek b3", "tile b3 camera 3")
    assert "tile.new" not in ids(advised(state)) and "tile" in ids(advised(state))


def test_there_is_only_something_to_read_while_others_decide() -> None:
    state = played(*BEGUN, "pass", "event video_loop")
    assert state.seat == 1
    advice = advised(state)
    assert ids(advice) == ["wait"] and not advice.move
    asked = put(state, p1="c1", p2="c1", guard1="d1", target1="a1", tokens=((2, 3),), used=4)
    asked.push("pass")
    asked.push("lose own")
    assert (asked.seat, asked.job.active) == (LEARNER, 1)
    assert ids(advised(asked)) == ["lose.room"]
    state = played(*BEGUN, "peek b1")
    assert state.seat == CHANCE
    assert advise(state.view(LEARNER), Prompt(1, state.asked(LEARNER), ())) is None


def staged(*rooms: str, **where: object) -> BurgleBros:
    return put(show(game(team="spotter raven"), *rooms), **where)


def test_a_roll_is_read_and_a_safe_that_opens_is_celebrated() -> None:
    rooms = ("b2 safe", "a2 foyer 1", "c2 laser 2", "d2 camera 3", "b1 keypad 4", "b3 lavatory 5")
    state = staged(*rooms, "b4 camera 6", p1="b2", safe_dice=((5, 1),), marks="a2 c2 d2 b1")
    for move in ("crack b2", "roll 5"):
        state.push(move)
    says = [ask for step in advised(state).steps for ask in step.say]
    assert Ask("rolled", {"faces": "5"}) in says and Ask("left", {"count": "1"}) in says
    for move in ("crack b2", "roll 6", "tool donuts", "loot tiara"):
        state.push(move)
    says = [ask for step in advised(state).steps for ask in step.say]
    assert "cracked" in ids(advised(state))
    assert not {"rolled", "left"} & {*ids(advised(state))}
    assert [ask.words for ask in says if ask.id == "found"] == [
        {"item": "donuts"},
        {"item": "tiara"},
    ]


def test_an_alarm_in_ones_own_room_is_explained() -> None:
    state = staged("b1 fingerprint", "a2 foyer", p1="a1")
    state.push("move b1")
    assert "alarm" in ids(advised(state))
    state.push("move a1")
    assert "alarm" not in ids(advised(state))


def test_the_roll_at_a_keypad_is_no_roll_at_a_safe() -> None:
    state = staged("b1 keypad", "a2 foyer", p1="a1")
    for move in ("move b1", "roll 3"):
        state.push(move)
    assert "rolled" in ids(advised(state)) and "left" not in ids(advised(state))


def test_a_camera_that_shows_him_somebody_turns_him() -> None:
    where = {"p1": "b1", "guard1": "d1", "target1": "d4", "left": 0, "used": 4}
    seen = ids(advised(staged("b1 camera", "d2 camera", **where)))
    assert "walks.camera" in seen and "walks" not in seen
    blind = advised(staged("b1 camera", "d2 camera", crowbarred="d2", **where))
    assert "walks.camera" not in ids(blind)


def test_the_guards_way_is_told_at_the_end_unless_an_alarm_will_change_it() -> None:
    for kind, is_told in (("foyer", True), ("thermo", False)):
        advice = advised(staged(f"b1 {kind}", p1="b1", left=0, used=4))
        assert advice.move == "pass"
        assert any(each.startswith("walks") for each in ids(advice)) == is_told


@pytest.mark.parametrize("ending", GAME.endings)
def test_it_ends_with_a_word_about_the_end(ending: str) -> None:
    view: View = {**played(*BEGUN).view(LEARNER), "outcome": {"ending": ending}}
    advice = advise(view, Prompt(1, Ask(f"over.{ending}"), ()))
    assert advice is not None and ids(advice) == [f"over.{ending}"]


# Why.


def stage(*rooms: str, **where: object) -> BurgleBros:
    return put(show(game(), *rooms), **where)


def why(state: BurgleBros, move: str, told: Told = LATER) -> list[Ask]:
    return list(reasons(Scouting(state.view(LEARNER), LEARNER), told, read(move)))


@pytest.mark.parametrize(
    ("state", "move", "said"),
    [
        (stage("b2 safe", p1="b1"), "peek c2", ["peek.digit"]),
        (stage("b2 laser", p1="b1"), "peek c1", ["peek.search"]),
        (stage("b2 laser", p1="b1"), "move b2", ["move.search", "costs.laser"]),
        (stage("b2 safe", p1="b1"), "move b2", ["move.safe"]),
        (stage("b1 laser", p1="b1"), "move c1", ["move.blind"]),
        (stage("b1 safe", "a2 foyer", p1="a1"), "move a2", ["move.digit"]),
        (stage("a2 foyer", p1="a1", cracked="b1 2:b1"), "move a2", ["move.roof"]),
        (stage("a2 foyer", p1="a1", lying=((4, TIARA),)), "move a2", ["move.loot"]),
        (stage("b1 safe", p1="a1", guard1="b1"), "move b1", ["move.safe", "costs.guard"]),
        (stage("a1 stairs", "2:a1 foyer", p1="a1"), "move 2:a1", ["move.floor"]),
        (stage("b1 deadbolt", p1="a1", p2="b1"), "move b1", ["move.search"]),
        (stage("b1 deadbolt", p1="a1"), "move b1", ["move.search", "costs.deadbolt"]),
        (stage("b2 safe", "b1 laser", safe_dice=((5, 1),), p1="b2"), "crack b2", ["crack"]),
        (stage("b2 safe", p1="b2"), "crack b2", ["crack.any"]),
        (stage("b2 safe", p1="b2"), "die b2", ["die.first"]),
        (stage("b2 safe", safe_dice=((5, 1),), p1="b2"), "die b2", ["die"]),
        (stage(used=4, left=0), "pass", ["pass"]),
        (stage(used=3, left=1), "pass", ["pass.stay"]),
        (stage(used=2, left=2), "pass", ["pass.stay", "pass.event"]),
        (stage("b1 thermo", p1="b1", used=4, left=0), "pass", ["pass", "pass.thermo"]),
        (stage(), "xray b2", ["peek.free"]),
        (stage(), "use donuts 1", ["use"]),
        (stage(), "tinker", ["tinker"]),
        (stage(), "hack", ["other"]),
    ],
)
def test_the_reason_fits_the_position(state: BurgleBros, move: str, said: list[str]) -> None:
    assert [ask.id for ask in why(state, move)] == said


def test_a_step_out_of_his_way_is_called_a_flight() -> None:
    state = stage("c1 foyer", "b1 camera", p1="c1", guard1="d1", target1="c1", speeds=(1, 3))
    assert [ask.id for ask in why(state, "move b1")] == ["move.flee"]


def test_the_digits_that_a_roll_needs_are_those_turned_up_and_not_cracked() -> None:
    state = stage("b2 safe", "b1 laser 2", "c2 keypad 6", "a2 camera 3", marks="b1", p1="b2")
    assert why(state, "crack b2")[0].words == {"digits": "3, 6"}


# What has happened.


def test_turns_are_told_apart() -> None:
    lines = ["entrance a1", "tile a1 foyer 1", "patrol b1", "peek b1", "tile b1 laser 1"]
    told = read_turns(lines)
    assert (told.own_turns, told.own_acts, told.is_new_turn) == (0, ("peek",), False)
    assert told.tiles == (("b1", "laser"),) and told.new_kinds == {"laser"}
    lines += ["pass", "event espresso", "patrol c1", "peek b2", "tile b2 laser 2", "pass"]
    told = read_turns(lines)
    assert (told.own_turns, told.own_acts, told.is_new_turn) == (1, (), True)
    assert told.partner_tiles == (("b2", "laser"),) and not told.tiles and not told.new_kinds
    assert told.events == ("espresso",)


def test_a_lost_turn_and_an_escape_are_understood() -> None:
    skipped = read_turns(["pass", "event jump_the_gun", "patrol c1", "peek b1"])
    assert skipped.own_turns == 1 and skipped.own_acts == ("peek",)
    alone = read_turns(["pass", "escape", "move b1", "pass", "move c1"])
    assert alone.own_turns == 2 and alone.own_acts == ("move",)


# Whole games.


def test_it_ends_well_and_soon() -> None:
    for seed in SEEDS[:3]:
        view, _, advice = whole_game(seed)[-1]
        assert view["outcome"]["ending"] == "escaped" and advice is not None
        decisions = sum(len(prompt.moves) > 1 for _, prompt, _ in whole_game(seed))
        assert 30 <= decisions <= 75  # with eight seconds for each, ten minutes


def test_the_guard_walks_where_it_says() -> None:
    checked = set()
    for seed in SEEDS[:3]:
        for asked in guided_play(PACKAGE, seed):
            steps = asked.advice.steps if asked.advice else ()
            said = {ask.id: ask.words for step in steps for ask in step.say}
            key = next((key for key in said if key.startswith("walks")), "")
            if not key or "pass.event" in said:
                continue
            state = asked.state.copy()
            floor = pictured(state)["team"][LEARNER]["at"].startswith("2:")
            state.push("pass")
            if state.phase in ("act", "patrol"):  # nobody is asked about stealth
                seen = pictured(state)
                if key == "walks.camera":
                    assert seen["alarms"] or state.phase == "patrol"
                elif key == "walks.alarm.arrives":
                    assert said[key]["end"] not in seen["alarms"]
                else:
                    assert seen["guards"][floor]["at"] == said[key]["end"]
                checked.add(key)
    assert checked >= {"walks", "walks.arrives"}


def pictured(state: State) -> dict[str, Any]:
    return cast("dict[str, Any]", state.view(TABLE))


def test_who_follows_the_advice_wins_at_a_table(tmp_path: Path) -> None:
    with GuidedGame(tmp_path, GAME.name, SEEDS[0]) as table:
        said = table.follow(lambda table: table.state.outcome is not None)
        assert table.state.outcome is not None and table.state.outcome.ending == "escaped"
        assert said[:3] == ["welcome", "character", "first.floor"]
        assert {"first.walk", "first.partner", "first.safe", "cracked", "escape"} <= {*said}
        table.room.wait(0)
        assert table.advice["steps"][0]["say"][0]["id"] == "over.escaped"


def test_everybody_who_looks_is_told_the_same() -> None:
    for asked in guided_play(PACKAGE, SEEDS[0], own_way=0.3):
        if asked.prompt.moves:
            state = asked.state
            assert advised(state, LEARNER) == advised(state, TABLE)


@pytest.mark.parametrize("seed", range(2))
def test_who_goes_another_way_is_guided_on(seed: int) -> None:
    for asked in guided_play(PACKAGE, seed, own_way=0.3):
        if asked.prompt.moves:
            assert asked.advice is not None and asked.advice.move in asked.prompt.moves
    assert asked.state.outcome is not None


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_is_short(language: str) -> None:
    words = Words(language, GAME.name)
    for seed in SEEDS[:3]:
        for _, _, advice in whole_game(seed):
            for step in advice.steps if advice else ():
                said = words.guide(step.say)
                assert "{" not in said and len(said) <= 230, said


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_sentence_is_missing_or_unused(language: str) -> None:
    texts = catalogue.texts_of(language, GAME.name)["guide"]
    files = ("guide", "advised_reasons")
    source = "".join(PACKAGE.file(f"{name}.py").read_text("utf-8") for name in files)
    for key in texts:
        is_made = (
            key.startswith(("over.", "costs.", "walks.")) or key.partition(".")[0] in DECISIONS
        )
        assert is_made or f'"{key}"' in source, key
    phases = {*DECISIONS} - {"side", "act"}
    asked = {phase for phase in phases if not any(map(is_chance, DECISIONS[phase][0]))}
    assert len(asked) > 12
    assert {key.partition(".")[0] for key in texts} >= asked


def is_chance(verb: str) -> bool:
    return verb in ("character", "tile", "patrol", "tool", "loot", "event", "roll", "look")
