"""The review: stealth by cause, player and turn; the guards' ways; the chances of rolls."""

import json
from collections import Counter
from itertools import product
from typing import Any

import pytest
from heistboard.games.burgle_bros import GAME
from heistboard.games.burgle_bros.game_record import CAUSES, GameRecord, Loss, Walk, recorded
from heistboard.games.burgle_bros.review import REVIEWER, positions, review
from heistboard.games.burgle_bros.rules import BurgleBros
from heistboard.rules import TABLE
from heistboard.words import LANGUAGES, Words
from heistboard.words.catalogue import texts_of

from tests.host.games.burgle_bros.careful_games import careful_game

SEEDS = range(6)


def begun(script: str = "", entrance: str = "c4 laboratory 3") -> BurgleBros:
    """An Office of two. The guard goes from d4 to d1; walls leave him only the way by c4, c3."""
    state = GAME.new(2)
    assert isinstance(state, BurgleBros)
    setup = f"character p1 hawk; character p2 juicer; patrol d4; entrance {entrance[:2]}"
    for move in f"{setup}; tile {entrance}; patrol d1; {script}".split(";"):
        if move.strip():
            state.push(move.strip())
    return state


def name(state: BurgleBros, cell: int) -> str:
    return state.job.site.names[cell]


def told(state: BurgleBros) -> list[tuple[int, int, str, str, str]]:
    """Turn, player, cause, cell and token of each loss."""
    return [
        (each.turn, each.player + 1, each.cause, name(state, each.cell), each.token)
        for each in recorded(state).losses
    ]


def test_who_goes_into_the_guards_room_has_entered_it() -> None:
    state = begun("move d4; tile d4 stairs 4")
    assert told(state) == [(1, 1, "entered", "d4", "own")]
    assert recorded(state).losses[0].step == len(state.moves)
    assert recorded(state).losses[0].guard == 0


def test_a_guard_who_passes_comes_into_the_room_and_is_written_down() -> None:
    # Walls leave him only the way by c4 and c3.
    looks = "peek d4; tile d4 stairs 4; peek b4; tile b4 deadbolt 2; peek c3; tile c3 foyer 2"
    state = begun(f"{looks}; pass")
    assert told(state) == [(1, 1, "comes", "c4", "own")]  # p2 has not come yet
    (walk,) = recorded(state).walks
    assert [name(state, cell) for cell in walk.cells] == ["d4", "c4", "c3"]
    assert (walk.turn, walk.floor, walk.step) == (1, 0, len(state.moves))
    assert recorded(state).turns == (0, 1) and recorded(state).steps[-1] == 2


def test_a_guard_who_is_met_later_has_been_entered() -> None:
    looks = "peek d4; tile d4 stairs 4; peek b4; tile b4 deadbolt 2; peek c3; tile c3 camera 2"
    state = begun(f"{looks}; pass; move c3")
    assert told(state)[1:] == [(2, 2, "entered", "c3", "own")]


def test_a_foyer_is_seen_into() -> None:
    seen = begun("move c4; tile c4 foyer 2", "b4 laboratory 3")
    assert told(seen) == [(1, 1, "seen", "c4", "own")]
    sees = begun("peek c4; tile c4 stairs 4; pass; event lampshade", "b4 foyer 2")
    assert told(sees) == [(1, 1, "sees", "b4", "own")]
    assert sees.job.stealth == (3, 3)  # one token came, one went, in one move


def stealth_given(state: BurgleBros) -> int:
    return sum(move == "event lampshade" for move in state.moves)


@pytest.mark.parametrize("seed", SEEDS)
def test_losses_add_up_to_the_stealth_that_is_gone(seed: int) -> None:
    state = careful_game(seed)
    record = recorded(state)
    kinds = {move.verb for move in state.moves}
    own = [loss for loss in record.losses if loss.token == "own"]
    if not kinds & {"use_makeup_kit", "tinker"}:
        begun_with = 3 * state.job.site.players + stealth_given(state)
        assert len(own) == begun_with - sum(state.job.stealth)
    is_lost = state.outcome is not None and state.outcome.ending == "caught"
    assert [loss.token for loss in record.losses].count("none") == is_lost
    if is_lost:
        assert record.losses[-1].token == "none" and record.losses[-1].step == len(state.moves)
        assert state.job.stealth[record.losses[-1].player] == 0
    asked = [move for move in state.moves if move == "lose room"]
    assert sum(loss.token == "room" for loss in record.losses) >= len(asked)


@pytest.mark.parametrize("seed", SEEDS)
def test_sums_by_player_cause_and_turn_are_those_of_the_losses(seed: int) -> None:
    state = careful_game(seed)
    reviewed, document = review(state), told_document(state)
    total = len(reviewed.record.losses)
    for counted in (reviewed.by_player, reviewed.by_cause, reviewed.by_turn):
        assert counted.total() == total
    for key in ("players", "causes", "turns"):
        assert sum(document["lost"][key].values()) == total
    by_guards = sum(loss.guard >= 0 for loss in reviewed.record.losses)
    assert sum(guard.met for guard in reviewed.guards) == by_guards
    alarms = reviewed.record.alarms
    assert sum(guard.alarms for guard in reviewed.guards) == sum(each.is_on for each in alarms)
    on = Counter(each.cell for each in alarms if each.is_on)
    on.subtract(each.cell for each in alarms if not each.is_on)
    assert sum(count << cell for cell, count in on.items()) == state.job.alarms
    steps = sum(len(walk.cells) - 1 for walk in reviewed.record.walks)
    assert sum(guard.steps for guard in reviewed.guards) == steps
    assert len(document["moves"]) == len(state.moves)
    assert len(document["turns"]) == state.job.turn


def told_document(state: BurgleBros) -> dict[str, Any]:
    document: Any = REVIEWER.document(state)
    return dict(json.loads(json.dumps(document)))


@pytest.mark.parametrize("seed", SEEDS)
def test_guards_end_where_their_walks_end(seed: int) -> None:
    state = careful_game(seed)
    record = recorded(state)
    now = GAME.new(**state.options)
    assert isinstance(now, BurgleBros)
    ends: dict[int, list[Walk]] = {}
    for walk in record.walks:
        ends.setdefault(walk.step, []).append(walk)
    for number, move in enumerate(state.moves, 1):
        before = now.job.guards
        now.push(move)
        for walk in ends.get(number, []):
            assert walk.cells[-1] == now.job.guards[walk.floor] or now.job.guards[walk.floor] < 0
        moved = [
            floor
            for floor, (old, new) in enumerate(zip(before, now.job.guards, strict=True))
            if old != new and min(old, new) >= 0
        ]
        spans = [walk for walk in record.walks if walk.step >= number]
        assert all(any(walk.floor == floor for walk in spans) for floor in moved)


@pytest.mark.parametrize("seed", SEEDS)
def test_the_chance_of_a_roll_is_what_counting_says(seed: int) -> None:
    state = careful_game(seed)
    record = recorded(state)
    now = GAME.new(**state.options)
    assert isinstance(now, BurgleBros)
    rolls = iter(record.rolls)
    for move in state.moves:
        if move.verb == "crack":
            roll = next(rolls)
            job, safe = now.job, now.job.site.numbers[move.parts["cell"]]
            wanted = [cell for cell in job.site.lines[safe] if job.kind(cell) != "safe"]
            digits = {job.digit(cell) for cell in wanted if not job.marks >> cell & 1}
            holds = [each["items"] for each in now.view(-2)["team"]][job.active]  # type: ignore[index,call-overload,union-attr]
            if "stethoscope" not in str(holds) and roll.dice <= 5:
                throws = list(product(range(1, 7), repeat=roll.dice))
                hits = sum(digits <= set(throw) for throw in throws)
                assert roll.chance == pytest.approx(hits / len(throws))
        now.push(move)
    assert next(rolls, None) is None
    cracked = sum(roll.is_cracked for roll in record.rolls)
    assert cracked == state.job.cracked.bit_count()


def test_a_game_that_is_not_over_is_not_reviewed() -> None:
    with pytest.raises(ValueError, match="not finished"):
        review(begun())


def test_the_goblet_takes_a_token() -> None:
    state = next(
        state
        for state in (careful_game(seed, with_goblet=True) for seed in range(40))
        if "loot cursed_goblet" in state.moves
    )
    drawn = state.moves.index(state.parse("loot cursed_goblet")) + 1
    (loss,) = (loss for loss in recorded(state).losses if loss.cause == "goblet")
    assert loss.guard == -1 and loss.token in ("own", "room")
    assert loss.step == drawn or state.moves[loss.step - 1].verb == "lose"


def test_the_lines_name_turn_player_and_reason() -> None:
    state = next(state for state in map(careful_game, SEEDS) if "comes" in causes(state))
    lines = list(REVIEWER.lines(state))
    record: GameRecord = recorded(state)
    assert lines[0] == f"stealth lost: {len(record.losses)} in {len(record.turns)} turns"
    loss: Loss = next(loss for loss in record.losses if loss.cause == "comes")
    where = f"turn {loss.turn}, move {loss.step}: p{loss.player + 1} on {name(state, loss.cell)}"
    assert any(line.startswith(f"  {where}: a guard came into the room") for line in lines)
    first = record.walks[0]
    assert f"  turn {first.turn}: {' '.join(name(state, cell) for cell in first.cells)}" in lines


def causes(state: BurgleBros) -> set[str]:
    return {loss.cause for loss in recorded(state).losses}


@pytest.mark.parametrize("language", LANGUAGES)
def test_facts_and_causes_have_texts(language: str) -> None:
    texts = texts_of(language, "burgle-bros")["review"]
    assert {f"cause.{cause}" for cause in CAUSES} <= texts.keys()
    for seed in SEEDS:
        for fact in told_document(careful_game(seed))["facts"]:
            said = str(texts[fact["id"]]).format(**fact["words"])
            assert "{" not in said
            assert 1 <= fact.get("step", 1) <= len(careful_game(seed).moves)
    assert Words(language, "burgle-bros").has("statistics", "best.crack")


def test_each_position_is_what_everybody_saw_after_the_move() -> None:
    state = careful_game(1)
    found, seen = positions(state), dict[str, Any]()
    assert len(found) == len(state.moves) == len(state.told(TABLE))
    now = GAME.new(**state.options)
    for number, move in enumerate(state.moves):
        now.push(move)
        changed: Any = found[number]
        seen |= changed
        assert seen == {key: each for key, each in now.view(TABLE).items() if key != "moves"}
    assert len(json.dumps(found)) < 1500 * len(found)  # bytes a move: only what has changed
