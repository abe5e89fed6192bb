"""What every game must have; a game without it is none."""

import ast
import re
from copy import deepcopy
from functools import cache
from importlib import import_module
from pathlib import Path
from random import Random

import heistboard.games as library
import pytest
from heistboard.rules import State, playthrough
from heistboard.rules.contract import RESERVED
from heistboard.rules.testing import check, everything, walk
from heistboard.words import check as missing

HERE = Path(__file__).parent
FILES = (
    *("README.md", "GESTURES.md", "__init__.py", "bots.py", "notation.py", "rules.py", "view.py"),
    *(
        "gestures.py",
        "hints.py",
        "scene.py",
        "drawing.py",
        "words/en.toml",
        "words/ru.toml",
    ),
)
TESTS = ("obs.py", "test_counts.py", "test_knowledge.py", "test_notation.py")
WRONG = ("", "?", "x", "hide", "hide ?", "search", "pass", "\0", "1" * 99)
GAMES = 10_000

games = pytest.mark.parametrize("name", library.names())
recorded = pytest.mark.parametrize(
    "path", sorted(HERE.glob("*/playthroughs/*.txt")), ids=lambda path: f"{path.stem}"
)


def package(name: str) -> Path:
    found = import_module(f"heistboard.games.{name.replace('-', '_')}").__file__
    assert found is not None
    return Path(found).parent


def folder_of(name: str) -> Path:
    return HERE / name.replace("-", "_")


@games
def test_a_game_has_the_files_of_all_games(name: str) -> None:
    assert library.load(name).name == name
    assert [file for file in FILES if not (package(name) / file).is_file()] == []
    assert not set(RESERVED) & {"players", *library.load(name).options}
    assert [file for file in TESTS if not (folder_of(name) / file).is_file()] == []
    assert "LeakCheck(obs" in (folder_of(name) / "test_knowledge.py").read_text()


@games
def test_a_game_has_all_its_words(name: str) -> None:
    assert missing(library.package(name)) == []


@games
def test_our_games_claim_everything_and_have_it(name: str) -> None:
    package = library.package(name)
    claims = (package.gestures, package.bots, package.hints, package.review, package.drawing)
    assert None not in claims and package.has_pieces and package.has_pages
    check(package)


@games
def test_every_rule_is_named_by_a_test_and_every_named_one_exists(name: str) -> None:
    rules = re.findall(
        r"^\| ([A-Z]+-[A-Z]+-\d+) \|", (package(name) / "README.md").read_text(), re.M
    )
    assert len(rules) == len(set(rules)) > 20
    functions = {
        node.name
        for path in folder_of(name).glob("test_*.py")
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.FunctionDef)
    }
    prefix = rules[0].partition("-")[0].lower()
    named = set()
    for function in functions:
        found = re.match(rf"test_({prefix}_[a-z]+_\d+)_", function)
        if found:
            named.add(found[1].replace("_", "-").upper())
    assert named == set(rules)
    said = set()
    for path in package(name).glob("*.py"):
        said |= set(re.findall(rf"\b{prefix.upper()}-[A-Z]+-\d+", path.read_text()))
    assert said - set(rules) == set()


@games
def test_every_ending_has_a_playthrough(name: str) -> None:
    endings = set()
    for path in (folder_of(name) / "playthroughs").glob("*.txt"):
        state = replayed(path.read_text())
        assert state.outcome is not None
        endings.add(state.outcome.ending)
    assert endings == set(library.load(name).endings)


def replayed(text: str) -> State:
    name, players = re.findall(r"^(?:game|players) (\S+)", text, re.M)
    state = library.load(name).new(int(players))
    for move in playthrough.moves_of(text):
        state.push(move)
    return state


@recorded
def test_a_playthrough_is_what_the_rules_say_now(path: Path) -> None:
    text = path.read_text()
    state = replayed(text)
    now = playthrough.record(state.game.new(**state.options), state.moves)
    assert playthrough.compare(text, now) == ""


@games
@pytest.mark.parametrize("seed", range(12))
def test_the_contract_holds_at_every_step(name: str, seed: int) -> None:
    game = library.load(name)
    random = Random(seed)
    state = game.new(random.choice(game.players))
    steps = [step.seat for step in walk(state, random, WRONG)]
    assert len(steps) == len(state.moves) + 1
    with pytest.raises(ValueError, match="only chance has odds"):
        state.odds()


@games
def test_10_000_games_are_taken_back_and_replayed_step_by_step(name: str) -> None:
    game = library.load(name)
    random = Random(name)
    pick = random.random
    for _ in range(GAMES):
        players = random.choice(game.players)
        state = game.new(players)
        before = [signature(state)]
        while legal := state.legal():
            move = legal[int(pick() * len(legal))]
            state.push(move)
            assert state.pop() == move
            assert signature(state) == before[-1], state.moves
            state.push(move)
            before.append(signature(state))
        # A journal is loaded by playing it again: here at every one of its steps.
        again = game.new(players)
        for number, move in enumerate(state.moves, 1):
            again.push(move)
            assert signature(again) == before[number], again.moves
        for number in reversed(range(len(before) - 1)):
            state.pop()
            assert signature(state) == before[number], state.moves
        with pytest.raises(IndexError, match="no move has been made"):
            state.pop()


def signature(state: State) -> tuple[object, ...]:
    values = [getattr(state, name) for name in slots(type(state))]
    return tuple(tuple(value) if isinstance(value, list) else value for value in values)


@cache
def slots(kind: type) -> list[str]:
    names = [name for each in kind.__mro__ for name in getattr(each, "__slots__", ())]
    return [name for name in names if name not in getattr(kind, "CACHES", ())]


@games
def test_a_deep_copy_is_played_on_by_itself(name: str) -> None:
    state = library.load(name).new()
    state.push(state.legal()[0])
    other = deepcopy(state)
    assert signature(other) == signature(state)
    other.push(other.legal()[0])
    assert len(state.moves) == 1 and other.pop() != state.moves[0]


def test_everything_is_what_a_state_holds() -> None:
    state = library.load("car-thief").new(2)
    assert {"moves", "seat", "outcome", "trail", "_fleet"} <= set(everything(state))


def test_there_is_no_other_game() -> None:
    with pytest.raises(ValueError, match="there is no game 'chess', expected car-thief"):
        library.load("chess")
