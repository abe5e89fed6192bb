"""``heistboard journal`` and ``heistboard replay``."""

import dataclasses
import io
import os
import random
import sqlite3
from datetime import datetime
from pathlib import Path

import pytest
from heistboard.app.seat_calls import SeatFacts
from heistboard.games import load
from heistboard.journal.game_text import write
from heistboard.journal.store import Store
from heistboard.rules import State
from heistboard.web.devices import Device
from heistboard.web.seating import Seating
from heistboard.web.seating_file import SeatingFile

from tests.support.command import Cli, CliResult, Running
from tests.support.games import random_game, twins

AT = "2031-05-04T20:15:00+02:00"
LATER = "2031-05-04T21:00:00+02:00"
SETUP = ("place green x22", "place yellow x32", "place pink x11")
OPEN = """\
heistboard journal 1
game: car-thief
rules: 1
players: 2
date: 2031-05-04T20:15:00+02:00

1 place green x22
2 place yellow x32
3 place pink x11
4 hide c3
5 search green b3 -> nothing
"""
HIDDEN = OPEN.replace("hide c3", "hide ?")
ENDED = (
    OPEN.replace("+02:00\n", f"+02:00\nended: {LATER}\noutcome: police by arrest (CT-END-1)\n")
    + "6 search yellow c3 -> car\n"
)


COMMANDS = [
    (*command, *json)
    for command in (("list",), ("show", "1"), ("export", "1"))
    for json in ((), ("--json",))
]


@pytest.fixture
def texts(cli: Cli, tmp_path: Path) -> dict[str, str]:
    """Adds game 1, unfinished, and game 2, finished, and returns the files of their texts."""
    names = {}
    for name, text in (("open", OPEN), ("ended", ENDED)):
        names[name] = str(tmp_path / f"{name}.txt")
        Path(names[name]).write_text(text)
        assert cli("journal", "import", names[name]).code == 0
    return names


def test_empty_journal(cli: Cli) -> None:
    assert cli("journal", "list")[:2] == (0, "no game has been played or imported yet\n")
    assert cli("journal", "list", "--json").document == {"games": []}
    for command in ("show", "export"):
        code, _, err = cli("journal", command, "1")
        assert code == 1
        assert "there is no game 1: no game has been played or imported yet" in err
    assert not cli.data.exists()


def test_list_has_the_latest_first(cli: Cli, texts: dict[str, str]) -> None:
    code, out, _ = cli("journal", "list")
    assert code == 0
    assert [line.split() for line in out.splitlines()] == [
        ["id", "game", "options", "begun", "moves", "outcome"],
        ["2", "car-thief", "players", "2", AT, "6", "police", "by", "arrest", "(CT-END-1)"],
        ["1", "car-thief", "players", "2", AT, "5", "not", "finished"],
    ]
    first, second = cli("journal", "list", "--json").document["games"]
    assert first == {
        "id": 2,
        "game": "car-thief",
        "rules": 1,
        "options": {"players": 2},
        "created": AT,
        "ended": LATER,
        "outcome": {"side": "police", "ending": "arrest", "rule": "CT-END-1"},
        "length": 6,
    }
    assert (second["id"], second["ended"], second["outcome"]) == (1, None, None)


def test_unfinished_game_is_shown_without_its_secrets(cli: Cli, texts: dict[str, str]) -> None:
    _, out, _ = cli("journal", "show", "1")
    assert out == (
        f"game 1: Car Thief, players 2, begun {AT}\n"
        "  1 place green x22\n"
        "  2 place yellow x32\n"
        "  3 place pink x11\n"
        "  4 hide ?\n"
        "  5 search green b3 -> nothing\n"
        "not finished; --reveal shows what its players hide\n"
    )
    document = cli("journal", "show", "1", "--json").document
    assert document["moves"][3:] == ["hide ?", "search green b3 -> nothing"]
    assert "entries" not in document
    assert cli("journal", "export", "1")[:2] == (0, HIDDEN)
    assert "c3" not in cli("journal", "export", "1", "--json").document["text"]


def test_reveal_shows_an_unfinished_game_in_full(cli: Cli, texts: dict[str, str]) -> None:
    _, out, _ = cli("journal", "show", "1", "--reveal")
    assert "  4 hide c3\n" in out
    assert out.endswith("\nnot finished\n")
    assert cli("journal", "show", "1", "--reveal", "--json").document["moves"][3] == "hide c3"
    assert cli("journal", "export", "1", "--reveal")[:2] == (0, OPEN)


def test_finished_game_is_shown_in_full(cli: Cli, texts: dict[str, str]) -> None:
    _, out, _ = cli("journal", "show", "2")
    assert f"begun {AT}, ended {LATER}\n" in out
    assert "  4 hide c3\n" in out
    assert out.endswith("  6 search yellow c3 -> car\npolice by arrest (CT-END-1)\n")
    assert cli("journal", "export", "2")[:2] == (0, ENDED)


def test_reveal_shows_undone_moves(cli: Cli) -> None:
    cli.data.mkdir()
    with (
        Store(cli.data / "journal.sqlite", create=True) as store,
        store.create(load("car-thief").new(), AT) as journal,
    ):
        for move in (*SETUP, "hide c3"):
            journal.play(move, AT)
        journal.undo(LATER, is_umpire=True)
        journal.play("hide a1", LATER, is_umpire=True)
    assert cli("journal", "show", "1").out.splitlines()[1:-1] == [
        *(f"  {n} {move}" for n, move in enumerate(SETUP, 1)),
        "  4 hide ?",
    ]
    assert cli("journal", "show", "1", "--reveal").out.splitlines()[4:-1] == [
        "  4 hide c3",
        "    taken back by the umpire",
        "  4 hide a1 by the umpire",
    ]
    document = cli("journal", "show", "1", "--reveal", "--json").document
    assert document["moves"] == [*SETUP, "hide a1"]
    assert document["entries"][4] == {
        "kind": "undo",
        "move": "hide c3",
        "is_umpire": True,
        "at": LATER,
    }


def test_games_that_differ_only_in_secrets_print_the_same(cli: Cli, tmp_path: Path) -> None:
    pairs = twins(12)
    assert len(pairs) >= 6
    for number, pair in enumerate(pairs):
        first, second = (said(cli, tmp_path / f"{number}", state) for state in pair)
        assert first[0] == second[0]
        assert first[1] != second[1]


def test_undone_secret_moves_are_not_shown(cli: Cli) -> None:
    cli.data.mkdir()
    told = []
    for hidings in (("hide c3",), ("hide a1", "hide c3")):
        (cli.data / "journal.sqlite").unlink(missing_ok=True)
        with (
            Store(cli.data / "journal.sqlite", create=True) as store,
            store.create(load("car-thief").new(), AT) as journal,
        ):
            for move in SETUP:
                journal.play(move, AT)
            for move in hidings:
                if journal.state.moves[-1] != SETUP[-1]:
                    journal.undo(LATER)
                journal.play(move, LATER)
        told.append([cli("journal", *command).out for command in COMMANDS])
    assert told[0] == told[1]


def said(cli: Cli, text: Path, state: State) -> tuple[list[str], str]:
    # Returns all output about the game in a new journal, and its text with all secrets.
    text.write_text(write(state, None, {"date": AT}))
    (cli.data / "journal.sqlite").unlink(missing_ok=True)
    outcomes = [cli("journal", "import", str(text))]
    outcomes += [cli("journal", *command) for command in COMMANDS]
    assert all(outcome.code == 0 for outcome in outcomes)
    revealed = cli("journal", "export", "1", "--reveal").out
    assert revealed == text.read_text()
    return [outcome.out for outcome in outcomes], revealed


def test_export_writes_a_file_once(cli: Cli, texts: dict[str, str], tmp_path: Path) -> None:
    name = str(tmp_path / "out.txt")
    code, out, _ = cli("journal", "export", "1", "--to", name)
    assert (code, Path(name).read_text()) == (0, HIDDEN)
    assert out == (
        f"game 1 is in {name}; it is not finished: --reveal shows what its players hide\n"
    )
    code, _, err = cli("journal", "export", "2", "--to", name)
    assert (code, Path(name).read_text()) == (1, HIDDEN)
    assert err == f"heistboard: {name} already exists; choose another name\n"
    document = cli("journal", "export", "2", "--json", "--to", f"{name}2").document
    assert document == {"id": 2, "file": f"{name}2", "text": ENDED}
    assert Path(f"{name}2").read_text() == ENDED
    assert cli("journal", "export", "2", "--to", "-").out == ENDED
    _, _, err = cli("journal", "export", "2", "--to", str(tmp_path / "none" / "out.txt"))
    assert "none/out.txt: No such file or directory" in err


def test_import_prints_what_it_added(cli: Cli, texts: dict[str, str]) -> None:
    _, out, _ = cli("journal", "import", texts["open"])
    assert out == "added as game 3: Car Thief, players 2, 5 moves, not finished\n"
    document = cli("journal", "import", texts["ended"], "--json").document
    assert document == {
        "id": 4,
        "game": "car-thief",
        "length": 6,
        "outcome": {"side": "police", "ending": "arrest", "rule": "CT-END-1"},
    }


def test_text_without_a_date_is_dated_by_its_import(cli: Cli, tmp_path: Path) -> None:
    text = tmp_path / "text"
    text.write_text(OPEN.replace(f"date: {AT}\n", ""))
    assert cli("journal", "import", str(text)).code == 0
    (game,) = cli("journal", "list", "--json").document["games"]
    assert datetime.fromisoformat(game["created"]).tzinfo is not None


@pytest.mark.parametrize("seed", range(4))
def test_whole_games_are_imported_and_exported_unchanged(
    cli: Cli, tmp_path: Path, seed: int
) -> None:
    text = write(random_game(random.Random(seed)), None, {"date": AT})
    (tmp_path / "in").write_text(text)
    assert cli("journal", "import", str(tmp_path / "in")).code == 0
    assert cli("journal", "export", "1").out == text


def test_replay_prints_moves_and_outcome(cli: Cli, texts: dict[str, str]) -> None:
    code, out, _ = cli("replay", texts["ended"])
    assert code == 0
    assert out == (
        "Car Thief, players 2\n"
        "  1 place green x22\n"
        "  2 place yellow x32\n"
        "  3 place pink x11\n"
        "  4 hide c3\n"
        "  5 search green b3 -> nothing\n"
        "  6 search yellow c3 -> car\n"
        "police by arrest (CT-END-1)\n"
    )
    assert cli("replay", texts["ended"], "--json").document == {
        "game": "car-thief",
        "rules": 1,
        "options": {"players": 2},
        "moves": [*SETUP, "hide c3", "search green b3 -> nothing", "search yellow c3 -> car"],
        "outcome": {"side": "police", "ending": "arrest", "rule": "CT-END-1"},
    }
    assert cli("replay", texts["open"]).out.endswith("\nnot finished\n")


@pytest.mark.parametrize("command", [("replay",), ("journal", "import")])
def test_bad_text_is_refused_with_its_line(
    cli: Cli, tmp_path: Path, command: tuple[str, ...]
) -> None:
    text = tmp_path / "text"
    text.write_text(HIDDEN)
    code, _, err = cli(*command, str(text))
    assert code == 1
    assert f"{text}: line 10: 'hide ?': this text was exported without the secrets" in err
    text.write_text(OPEN.replace("-> nothing", "-> blue"))
    outcome = cli(*command, str(text), "--json")
    assert outcome.code == 1
    assert "line 11: it says 'blue', but by the rules" in outcome.document["error"]
    assert "none: No such file" in cli(*command, str(tmp_path / "none")).err
    assert f"cannot read {tmp_path}: Is a directory" in cli(*command, str(tmp_path)).err
    assert not cli.data.exists()


def test_text_can_come_from_stdin(tmp_path: Path) -> None:
    def run(*arguments: str, stdin: str) -> CliResult:
        with Running(tmp_path, *arguments, typed=stdin) as running:
            return running.wait()

    assert run("replay", "-", stdin=ENDED).out.endswith("\npolice by arrest (CT-END-1)")
    assert run("journal", "import", "-", stdin=OPEN).out.startswith("added as game 1: ")
    assert run("replay", "-", stdin="").err.startswith("heistboard: stdin: the text is empty")


def test_missing_game_is_reported(cli: Cli, texts: dict[str, str]) -> None:
    for command in ("show", "export"):
        code, _, err = cli("journal", command, "7")
        assert code == 1
        assert "there is no game 7; see `heistboard journal list`" in err
        assert cli("journal", command, "none").code == 2


def test_file_that_is_no_journal_is_refused(cli: Cli, texts: dict[str, str]) -> None:
    (cli.data / "journal.sqlite").write_text("my diary " * 100)
    for command in (("list",), ("show", "1"), ("export", "1"), ("import", texts["open"])):
        outcome = cli("journal", *command, "--json")
        assert outcome.code == 1
        assert "journal.sqlite is not a journal; move it away" in outcome.document["error"]


def test_data_folder_that_cannot_be_created(cli: Cli, texts: dict[str, str]) -> None:
    data = os.path.join(texts["open"], "data")
    assert (
        "cannot write to the data folder"
        in cli("journal", "import", texts["open"], "--data", data).err
    )


def damage(cli: Cli, change: str) -> None:
    """Damages the journal as a failing disk might."""
    with sqlite3.connect(cli.data / "journal.sqlite") as db:
        db.execute(change)
    db.close()


def test_damage_is_reported_by_list_show_and_export(cli: Cli, texts: dict[str, str]) -> None:
    damage(cli, "UPDATE entries SET move = 'search yellow c2' WHERE game = 2 AND number = 6")
    said = "game 2 is damaged: it continues after move 5; what is left of later moves is kept"
    assert cli("journal", "list").out.splitlines()[-1] == said
    assert [game.get("damage") for game in cli("journal", "list", "--json").document["games"]] == [
        said,
        None,
    ]
    lines = cli("journal", "show", "2").out.splitlines()
    assert lines[1] == said and lines[-2:][0] == "  5 search green b3 -> nothing"
    assert cli("journal", "show", "2", "--json").document["damage"] == said
    code, out, err = cli("journal", "export", "2")
    assert (code, err) == (0, f"heistboard: {said}\n")
    assert out == HIDDEN
    assert cli("journal", "export", "2", "--json").document["damage"] == said
    assert cli("journal", "export", "1").err == ""


def test_list_with_a_missing_game_is_reported_as_damaged(cli: Cli, texts: dict[str, str]) -> None:
    damage(cli, "DELETE FROM games WHERE id = 1")
    said = "is damaged: games are missing from its list, or their entries in it are garbled; keep"
    code, out, _ = cli("journal", "list")
    assert (code, len(out.splitlines())) == (0, 3)
    assert said in out.splitlines()[-1]
    assert said in cli("journal", "list", "--json").document["damage"]
    damage(cli, "DELETE FROM games")
    assert said in cli("journal", "list").out


def test_game_whose_package_is_missing_is_listed_and_reported(
    cli: Cli, texts: dict[str, str]
) -> None:
    with Store(cli.data / "journal.sqlite") as store:
        state = load("car-thief").new()
        state.game = dataclasses.replace(state.game, name="gone")
        store.add(state, AT)
        assert not store.games()[0].length and not store.damage
    said = "game 3: there is no game 'gone', expected"
    code, out, _ = cli("journal", "list")
    assert (code, len(out.splitlines())) == (0, 5)
    assert out.splitlines()[1].split()[:2] == ["3", "gone"]
    assert out.splitlines()[-1].startswith(said)
    assert cli("journal", "list", "--json").document["games"][0]["damage"].startswith(said)
    for command in ("show", "export"):
        code, _, err = cli("journal", command, "3")
        assert code == 1 and err.startswith(f"heistboard: {said}")


def answer(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    """Types *text* where the next command asks."""
    monkeypatch.setattr("sys.stdin", io.StringIO(text))


def ids(cli: Cli) -> list[int]:
    return [game["id"] for game in cli("journal", "list", "--json").document["games"]]


def test_game_is_forgotten_after_a_question(
    cli: Cli, texts: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    answer(monkeypatch, "y\n")
    code, out, _ = cli("journal", "forget", "2")
    assert (code, out) == (
        0,
        f"game 2: car-thief, players 2, begun {AT}, 6 moves, police by arrest (CT-END-1)\n"
        "Forget this game for good? [y/N] game 2 is forgotten\n",
    )
    assert ids(cli) == [1]
    assert cli("journal", "show", "2").code == 1


@pytest.mark.parametrize("typed", ["n\n", "\n", "forget\n", ""])
def test_nothing_is_forgotten_unless_the_answer_is_yes(
    cli: Cli, texts: dict[str, str], monkeypatch: pytest.MonkeyPatch, typed: str
) -> None:
    answer(monkeypatch, typed)
    code, out, err = cli("journal", "forget", "1", "2")
    assert code == 1 and "Forget these 2 games for good? [y/N] " in out
    assert "5 moves, not finished\n" in out and "c3" not in out
    assert err == (
        "heistboard: nothing is forgotten; answer y, or add --yes, to forget for good\n"
    )
    assert ids(cli) == [2, 1]


def test_games_are_forgotten_without_a_question(cli: Cli, texts: dict[str, str]) -> None:
    refused = cli("journal", "forget", "1", "--json")
    assert refused.code == 2 and "add --yes to forget for good" in refused.err
    assert cli("journal", "forget", "2", "1", "2", "--yes", "--json").document == {
        "forgotten": [2, 1]
    }
    assert ids(cli) == []
    cli("journal", "import", texts["open"])
    assert cli("journal", "forget", "3", "--yes")[:2] == (0, "game 3 is forgotten\n")


def test_one_move_is_one_move(cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "one.txt"
    path.write_text("\n".join(OPEN.splitlines()[:7]), encoding="utf-8")
    _, out, _ = cli("journal", "import", str(path))
    assert out == "added as game 1: Car Thief, players 2, 1 move, not finished\n"
    answer(monkeypatch, "n\n")
    assert ", 1 move, not finished\n" in cli("journal", "forget", "1").out


def test_who_sat_in_a_forgotten_game_is_forgotten_too(cli: Cli, texts: dict[str, str]) -> None:
    seats = SeatingFile(cli.data)
    for game in (1, 2):
        facts = SeatFacts(game, AT, "car-thief", ("thief", "police"), True, (False, False))
        seats.save(facts, Seating([[Device("ab12cd34", f"Anna {game}")], []]))
    path = cli.data / "seats.json"
    assert cli("journal", "forget", "1", "--yes").code == 0
    assert "Anna 1" not in path.read_text() and "Anna 2" in path.read_text()
    path.unlink()
    path.mkdir()
    code, _, err = cli("journal", "forget", "2", "--yes")
    assert code == 1 and ids(cli) == []
    assert err == (
        "heistboard: the games are forgotten, but not who sat in them: Is a directory; delete "
        f"{path}\n"
    )


def test_game_that_cannot_be_forgotten(cli: Cli, texts: dict[str, str]) -> None:
    code, out, err = cli("journal", "forget", "1", "7")
    assert (code, out) == (1, "")  # nobody is asked about it
    assert err == "heistboard: there is no game 7; see `heistboard journal list`\n"
    with Store(cli.data / "journal.sqlite") as store, store.resume(1):
        code, out, err = cli("journal", "forget", "1")
    assert (code, out) == (1, "")
    assert err == "heistboard: game 1 is being played; end it first, then forget it\n"
    assert cli("journal", "forget").code == 2
    other = cli("journal", "forget", "1", "--data", str(cli.data / "none"))
    assert "there is no game 1: no game has been played or imported yet" in other.err


def test_game_with_a_garbled_beginning_is_forgotten(
    cli: Cli, texts: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    damage(cli, "UPDATE games SET options = '?' WHERE id = 1")
    answer(monkeypatch, "YES\n")
    code, out, _ = cli("journal", "forget", "1")
    assert code == 0 and out.startswith("game 1: its entry in the list is garbled\n")
    assert ids(cli) == [2]
