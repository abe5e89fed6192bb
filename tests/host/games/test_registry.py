"""What every game of ours must have."""

import ast
import re
from copy import deepcopy
from importlib import import_module
from pathlib import Path
from random import Random

import heistboard.games as library
import pytest
from heistboard.rules import State, playthrough
from heistboard.rules.contract import RESERVED
from heistboard.rules.testing import check, everything, walk

from tests.support.random_play import signature, take_back_and_replay

HERE = Path(__file__).parent
FILES = (
    *("README.md", "__init__.py", "bots.py", "notation.py", "rules.py", "view.py"),
    *("hints.py", "drawing.py", "words/en.toml", "words/ru.toml"),
)
TABLE_PART = ("GESTURES.md", "gestures.py", "scene.py")  # a game has all or none
TESTS = ("obs.py", "test_counts.py", "test_knowledge.py", "test_notation.py")
WRONG = ("", "?", "x", "hide", "hide ?", "search", "pass", "\0", "1" * 99)
GAMES, MOVES = 300, 20_000  # see tests/long for more

games = pytest.mark.parametrize("name", library.names())
recorded = pytest.mark.parametrize(
    "path",
    [
        path
        for name in library.names()
        for path in sorted((HERE / name.replace("-", "_")).glob("playthroughs/*.txt"))
    ],
    ids=lambda path: f"{path.stem}",
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
    hands = [file for file in TABLE_PART if (package(name) / file).is_file()]
    assert hands == (list(TABLE_PART) if library.package(name).gestures else [])
    assert (package(name) / "pieces.toml").is_file() is library.package(name).has_pieces
    assert not set(RESERVED) & {"players", *library.load(name).options}
    assert [file for file in TESTS if not (folder_of(name) / file).is_file()] == []
    assert "LeakCheck(obs" in (folder_of(name) / "test_knowledge.py").read_text()


@games
def test_our_games_have_all_parts(name: str) -> None:
    package = library.package(name)
    parts = ("bots", "hints", "guide", "review", "statistics", "drawing", "commands")
    assert [part for part in parts if getattr(package, part) is None] == []
    assert package.has_pages and package.has_rulebook
    assert package.gestures is not None
    check(package, games=1)


@games
def test_every_rule_is_named_by_a_test_and_every_named_one_exists(name: str) -> None:
    rules = re.findall(
        r"^\| ([A-Z]+(?:-[A-Z0-9]+)+) \|", (package(name) / "README.md").read_text(), re.M
    )
    assert len(rules) == len(set(rules)) > 20
    prefix = rules[0].partition("-")[0]
    functions = [
        node.name
        for path in folder_of(name).glob("test_*.py")
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.FunctionDef) and node.name.startswith(f"test_{prefix.lower()}_")
    ]
    assert {rule_of(each, rules) for each in functions} == set(rules)
    said = set()
    for path in package(name).glob("*.py"):
        said |= set(re.findall(rf"\b{prefix}(?:-[A-Z0-9]+)+\b(?!-)", path.read_text()))
    groups = {rule[: match.start()] for rule in rules for match in re.finditer("-", rule)}
    assert said - set(rules) - groups == set()


def rule_of(function: str, rules: list[str]) -> str:
    """Returns the rule that a test names, such as BB-CHAR-ROOK-B, or else the test."""
    keys = {f"test_{rule.lower().replace('-', '_')}_": rule for rule in rules}
    named = [key for key in keys if function.startswith(key)]
    return keys[max(named, key=len)] if named else function


@games
def test_every_ending_has_a_playthrough(name: str) -> None:
    endings = set()
    for path in (folder_of(name) / "playthroughs").glob("*.txt"):
        state = replayed(path.read_text())
        assert state.outcome is not None
        endings.add(state.outcome.ending)
    assert endings == set(library.load(name).endings)


def replayed(text: str) -> State:
    header = dict(line.split(" ", 1) for line in text.partition("\n> ")[0].splitlines() if line)
    game = library.load(header["game"])
    chosen = {name: header[name] for name in game.choices if name in header}
    state = game.new(**game.read_options(chosen))
    for move in playthrough.moves_of(text):
        state.push(move)
    return state


@recorded
def test_a_playthrough_agrees_with_the_rules(path: Path) -> None:
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
def test_random_games_are_taken_back_and_replayed_step_by_step(name: str) -> None:
    take_back_and_replay(name, GAMES, MOVES)


@games
def test_a_new_game_has_no_move_to_take_back(name: str) -> None:
    with pytest.raises(IndexError, match="no move has been made"):
        library.load(name).new().pop()


@games
def test_a_deep_copy_is_independent(name: str) -> None:
    state = library.load(name).new()
    state.push(state.legal()[0])
    other = deepcopy(state)
    assert signature(other) == signature(state)
    other.push(other.legal()[0])
    assert len(state.moves) == 1 and other.pop() != state.moves[0]


def test_everything_holds_all_slots_of_a_state() -> None:
    state = library.load("car-thief").new(2)
    assert {"moves", "seat", "outcome", "trail", "_fleet"} <= set(everything(state))


def test_an_unknown_game_is_refused() -> None:
    with pytest.raises(
        ValueError,
        match="there is no game 'chess', expected burgle-bros or car-thief or good-cop-bad-cop",
    ):
        library.load("chess")
