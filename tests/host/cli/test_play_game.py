"""`play car-thief` in a process: a game in a terminal, in a pipe, resumed, and ended by signals.

Real time: the simulated board, whose firmware times what hands do, and how long eyes stay closed.
"""

import json
import os
import re
import signal
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from heistboard import games
from heistboard.app import Daemon
from heistboard.app.control import Client
from heistboard.boards.data_folder import DataFolder
from heistboard.boards.secrecy import CELL_REEDS
from heistboard.journal.store import Store
from heistboard.link.link import LinkState, Notice, StateChange
from heistboard.link.module import Module
from heistboard.sim import Hands, SimBoard

from tests.support.command import WITHIN_S, Cli, Running, is_gone
from tests.support.terminal import Terminal
from tests.support.typed_play import QUICK, SIM, hide, moves, place_all


@pytest.fixture
def board() -> Iterator[SimBoard]:
    with SimBoard("AB00000000000001") as board:
        yield board


def test_game_played_by_typed_hands(tmp_path: Path) -> None:
    with Terminal(tmp_path, *SIM, constants=QUICK) as terminal:
        terminal.wait("Choose any free crossing for the green helicopter.", "board: right")
        place_all(terminal)
        terminal.type("done\r")
        terminal.wait("The thief to act", "Lights: the car is not found.")
        terminal.type("lift d2\r")
        terminal.wait("a building is not in its place")
        terminal.type("car d2\r")
        terminal.type("put d2\r")
        terminal.wait("Lights: ready, press Done.")
        terminal.type("press done\r")
        terminal.wait("The police to act", "round 1: the car is hidden", "<G>")
        terminal.type("lift b1\r")
        terminal.wait("nothing on b1", "Put the building back on b1.")
        terminal.type("put b1\r")
        terminal.wait("Fly a pulsing helicopter")
        terminal.type("heli pink x34\r")
        terminal.wait("pink flew to x34")
        terminal.type("fly green x22\r")
        terminal.wait("That helicopter cannot act: each acts once a round. Why? See")
        terminal.type("quit\r")
        terminal.wait("Game 1 is saved. Continue it with `heistboard play --resume 1`.")
        assert terminal.wait_end() == 0
    assert moves(tmp_path)[3:] == ["hide d2", "search green b1", "fly pink x34"]


def test_secret_typing_is_nowhere_in_the_terminal(tmp_path: Path) -> None:
    with Terminal(tmp_path, *SIM[:-1], "1", constants=QUICK) as terminal:
        terminal.wait("green helicopter")
        place_all(terminal)
        terminal.type("done\r")
        terminal.wait("Typing is hidden now")
        before = terminal.bytes
        for typed in ("hide e6", "hide b2", "un"):  # no cell, a legal move, and a line only begun
            for key in typed if typed == "un" else f"{typed}\r":
                terminal.type(key)
        terminal.wait("The police to act")
        fresh = terminal.bytes.removeprefix(before)
        terminal.type("do")  # the end of the line begun in secret
        terminal.type("\rsearch ")
        terminal.wait("> search")
        assert terminal.lines[-1] == "> search"
        assert b"hide" not in fresh
        assert b"b2" not in terminal.said
        assert b"e6" not in terminal.said
    assert moves(tmp_path)[3:] == ["hide b2"]


def test_russian_table_is_drawn_when_the_locale_is(tmp_path: Path) -> None:
    with Terminal(tmp_path, *SIM, LC_ALL="ru_RU.UTF-8", constants=QUICK) as terminal:
        terminal.wait("Выберите свободный перекрёсток: там будет зелёный вертолёт.")
    with Terminal(
        tmp_path, *SIM, "--lang", "en", LC_ALL="ru_RU.UTF-8", constants=QUICK
    ) as terminal:
        terminal.wait("Choose any free crossing for the green helicopter.")


def test_terminal_without_cyrillic_is_drawn_all_the_same(tmp_path: Path) -> None:
    with Terminal(
        tmp_path, *SIM, "--lang", "ru", PYTHONIOENCODING="ascii", constants=QUICK
    ) as terminal:
        terminal.wait("[ ]", "? 1")
        assert terminal.process.poll() is None


def test_terminal_may_change_its_size(tmp_path: Path) -> None:
    with Terminal(tmp_path, *SIM, constants=QUICK) as terminal:
        terminal.wait("What happened")
        terminal.resize(60, 18)
        assert terminal.wait_for(lambda: "What happened" not in terminal.text)
        terminal.wait("green helicopter")


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_signal_ends_it_cleanly_and_the_board_with_it(tmp_path: Path, number: int) -> None:
    with Running(tmp_path, *SIM) as running:
        running.wait_line("green helicopter")
        (board,) = running.children()
        code, _, err = running.end(number)
        assert (code, err) == (0, "")
        assert is_gone(board)


def test_terminal_is_as_it_was_afterwards(tmp_path: Path) -> None:
    with Terminal(tmp_path, *SIM, constants=QUICK) as terminal:
        before = terminal.modes()
        terminal.wait("What happened")
        assert terminal.modes() != before
        terminal.process.send_signal(signal.SIGINT)
        assert terminal.wait_end() == 0
        assert terminal.modes() == before


def test_pipe_gets_lines(tmp_path: Path) -> None:
    with Running(tmp_path, *SIM, "--seconds", "0.2") as running:
        running.wait_line("== The police to act")
        running.wait_line("board: right")
        running.wait_line("> Choose any free crossing for the green helicopter.")
        code, out, err = running.wait()
        assert (code, err) == (0, "")
        assert "\x1b" not in out


def test_pipe_may_give_the_commands(tmp_path: Path) -> None:
    typed = "place green x11\nfly green x12\nquit\nplace yellow x12\n"
    with Running(tmp_path, *SIM, typed=typed) as running:
        code, out, err = running.wait()
    assert (code, err) == (0, "")
    lines = out.splitlines()
    assert "* green placed on x11" in lines
    assert lines[-1] == "Game 1 is saved. Continue it with `heistboard play --resume 1`."
    assert moves(tmp_path) == ["place green x11"]


def test_json_is_one_document(cli: Cli) -> None:
    document = cli("play", "car-thief", "--board", "sim", "--json", "--seconds", "0.2").document
    assert document == {
        "game": "car-thief",
        "id": 1,
        "phase": "setup",
        "seat": "police",
        "sync": "synced",
        "ask": {"id": "setup.place", "helicopter": "green"},
        "moves": [],
        "outcome": None,
    }


def test_game_is_offered_and_resumed(tmp_path: Path) -> None:
    with Terminal(tmp_path, *SIM, constants=QUICK) as terminal:
        place_all(terminal)
        hide(terminal, "e5")
        terminal.type("fly pink x34\r")
        terminal.wait("pink flew to x34")
        terminal.process.kill()
        terminal.wait_end()
    with Terminal(tmp_path, *SIM, constants=QUICK) as terminal:
        terminal.wait("game 2", "Resume it with heistboard play --resume 1.")
    with Terminal(
        tmp_path, "play", "--resume", "1", "--board", "sim", constants=QUICK
    ) as terminal:
        # The pieces go by themselves to where they were.
        terminal.wait("game 1", "round 1: the car is hidden")
        terminal.wait("board: right", "Fly a pulsing helicopter")
    assert moves(tmp_path)[-1] == "fly pink x34"
    assert b"e5" not in terminal.said


def test_damage_is_reported_when_the_game_is_resumed(tmp_path: Path) -> None:
    with Store(folder(tmp_path) / "journal.sqlite", create=True) as store:
        state = games.load("car-thief").new()
        for crossing, colour in (("x11", "green"), ("x12", "yellow"), ("x44", "pink")):
            state.push(f"place {colour} {crossing}")
        store.add(state, "2031-05-04")
        store._db.execute("UPDATE entries SET move = 'place pink x43' WHERE number = 3")
    play = ("play", "--resume", "1", "--board", "sim", "--seconds", "0.2", "--no-browser")
    with Running(tmp_path, *play) as running:
        running.wait_line("Game 1 was damaged on disk. It continues after its last good move")
        assert running.wait().code == 0
    assert moves(tmp_path) == ["place green x11", "place yellow x12"]


def folder(tmp_path: Path) -> Path:
    """Creates and returns the data folder of a command with that data path."""
    made = tmp_path / "heistboard"
    made.mkdir()
    return made


def test_board_not_yet_known_to_the_table_is_not_reported_as_lost(
    cli: Cli, monkeypatch: pytest.MonkeyPatch
) -> None:
    take = Daemon._hear

    def late(daemon: Daemon, module: Module | None, notice: Notice) -> None:
        if isinstance(notice, StateChange) and notice.new is LinkState.READY:
            threading.Timer(0.4, take, (daemon, module, notice)).start()
        else:
            take(daemon, module, notice)

    monkeypatch.setattr(Daemon, "_hear", late)
    out = cli("play", "car-thief", "--board", "sim", "--no-browser", "--seconds", "0.2").out
    assert "board: right" in out and "board: not connected" not in out


def test_games_that_cannot_be_resumed(cli: Cli, tmp_path: Path) -> None:
    game = tmp_path / "game.txt"
    game.write_text(
        "heistboard journal 1\ngame: car-thief\nrules: 1\nplayers: 3\n\n"
        "1 place green x22\n2 place yellow x11\n3 place pink x44\n4 hide c3\n"
        "5 search green c3 -> car\n"
    )
    assert cli("journal", "import", str(game)).err == ""
    assert "game 1 is over; see it with `heistboard journal show 1`" in (
        cli("play", "--resume", "1").err
    )
    cli("play", "car-thief", "--board", "sim", "--seconds", "0.2")
    assert "leave --players out" in cli("play", "--resume", "2", "--players", "2").err


def test_game_at_a_board_that_is_pulled(tmp_path: Path, board: SimBoard) -> None:
    for cell in ("a1", "b1"):
        Hands(board).cover(cell)
    with Running(tmp_path, "play", "car-thief", "--board", board.port) as running:
        running.wait_line("> Put a building on every cell that blinks white.")
        board.pull()
        running.wait_line("board: not connected")
        running.wait_line("> The board is not connected. Plug in its cable; the game waits.")
        board.plug(same_name=True)
        running.wait_line("board: not right")
        data = tmp_path / "heistboard"
        assert not (data / "floors.json").exists()  # people assign floors
        with Client(data) as client:
            client.ask("assign", floor=2, serial=board.serial)
        assert json.loads((data / "floors.json").read_text()) == {board.serial: 2}
        assert running.end().code == 0
    assert "the board was lost in game 1, phase setup" in (data / "faults.log").read_text()
    assert "game=car-thief" not in (data / "link.log").read_text()
    assert "phase=setup" in (data / "link.log").read_text()


def hide_by_hand(running: Running, board: SimBoard, cell: str) -> None:
    """Places the helicopters and hides the car on a connected board."""
    hands = Hands(board)
    for row in "12345":
        for column in "abcde":
            hands.cover(f"{column}{row}")
    running.wait_line("Put the green helicopter")
    for crossing, colour in (("x11", "green"), ("x12", "yellow"), ("x44", "pink")):
        hands.put(crossing)
        running.wait_line(f"* {colour} placed on {crossing}")
    running.wait_line("Then press Done.")
    hands.press("done")
    running.wait_line("== The thief to act")
    hands.uncover(cell)
    board.set_reed(f"{cell}.occupant", is_closed=True, after_ms=250)
    board.set_reed(f"{cell}.cover", is_closed=True, after_ms=500)
    # Green means ready.
    assert board.wait_leds(lambda leds: leds["a1"][1] > leds["a1"][0] == 0, WITHIN_S)
    hands.press("done")
    running.wait_line("* round 1: the car is hidden")


def secret_reeds(data: Path) -> frozenset[str]:
    """Returns the reeds of cells whose health was saved."""
    health = json.loads((data / "health.json").read_text())["AB00000000000001"]
    kept = set(health["reeds"])
    assert {"x11.occupant", "done"} <= kept
    return CELL_REEDS & kept


def test_no_file_reveals_the_trail_of_an_unfinished_game(tmp_path: Path, board: SimBoard) -> None:
    arguments = ("play", "car-thief", "--board", board.port, "--thief-seconds", "0.1")
    with Running(tmp_path, *arguments, constants=QUICK) as running:
        hide_by_hand(running, board, "d2")
        board.set_stuck("b1.occupant", "closed")
        Hands(board).uncover("b1")
        running.wait_line("* nothing on b1")
        assert running.end().code == 0
        said = re.sub(r"#host=\S+", "", "\n".join(running.lines))  # chance may write d2 there
    assert "d2" not in said
    data = tmp_path / "heistboard"
    assert secret_reeds(data) == set()
    health = json.loads((data / "health.json").read_text())["AB00000000000001"]
    assert health["doubted"] == {}  # although b1.occupant contradicts the game
    for path in data.iterdir():
        assert path.stat().st_mode & 0o077 == 0, path
        if path.suffix in (".log", ".json"):
            assert not [reed for reed in CELL_REEDS if reed in path.read_text()]


@pytest.mark.parametrize("is_left", [False, True])
def test_a_trail_is_in_the_reeds_health_only_when_every_game_is_over(
    tmp_path: Path, board: SimBoard, cli: Cli, is_left: bool
) -> None:
    data = tmp_path / "heistboard"

    def correct(*moves: str) -> None:
        for move in moves:
            assert cli("umpire", "correct", *move.split(), "--data", str(data)).code == 0

    arguments = ("play", "car-thief", "--board", board.port, "--thief-seconds", "0.1")
    with Running(tmp_path, *arguments, constants=QUICK) as running:
        address = running.wait_line("Page: ").split()[1]
        hide_by_hand(running, board, "b2")
        if is_left:
            home, _, secret = address.partition("/#host=")
            wanted = {"game": "car-thief", "leaves": 1}
            with httpx.Client(base_url=home, headers={"Origin": home}, trust_env=False) as client:
                client.post("/host", content=secret)
                assert client.post("/start", json=wanted).json() == {}
            correct("place green x11", "place yellow x12", "place pink x44", "hide e5")
            correct("search pink e5")
        else:
            correct("search green b2")
        running.wait_line("The car is found")
        assert running.end().code == 0
    told = {"b2.cover", "b2.occupant"}
    assert secret_reeds(data) & told == (set() if is_left else told)
    assert len(moves(tmp_path)) == (4 if is_left else 5)


def test_reeds_that_have_worked_are_known(cli: Cli) -> None:
    data = DataFolder(str(cli.data))
    assert data.working(1) == frozenset()

    def reed(changes: int, chatters: int = 0) -> dict[str, int]:
        return {"changes": changes, "chatters": chatters}

    first = {"floor": 1, "reeds": {"a1.occupant": reed(2), "b1.occupant": reed(1)}}
    later = {
        "floor": 1,
        "reeds": {"c1.occupant": reed(9, 1), "d1.occupant": reed(4), "e1.occupant": reed(8)},
        "doubted": {"e1.occupant": "2031-05-04T20:15:00+02:00"},
    }
    data.save_health({"AB": first})
    data.save_health({"AB": later, "CD": {"floor": 2, "reeds": {"a2.occupant": reed(2)}}})
    assert data.working(1) == {"a1.occupant", "d1.occupant"}
    _, out, _ = cli("doctor", "--board", "sim")
    words = " ".join(out.split())
    assert "e1.occupant disagreed with the game (2031-05-04T20:15:00+02:00)" in words
    assert "c1.occupant chattered" in words


def test_voice_without_its_program_fails_with_a_sentence(
    cli: Cli, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", "/nonexistent")
    code, out, err = cli("play", "car-thief", "--board", "sim", "--voice")
    assert (code, out) == (1, "")
    assert "sudo apt install espeak-ng" in err


def test_voice_speaks_the_tables_announcements(tmp_path: Path) -> None:
    program = tmp_path / "espeak-ng"
    program.write_text('#!/bin/sh\ncat >> "$HERE/said"; echo >> "$HERE/said"\n')
    program.chmod(0o755)
    said = tmp_path / "said"

    def wait_said(line: str) -> None:
        due = time.monotonic() + WITHIN_S
        while not said.exists() or line not in said.read_text().splitlines():
            assert time.monotonic() < due, said.read_text()
            time.sleep(0.01)

    path = f"{tmp_path}{os.pathsep}{os.environ['PATH']}"
    with Terminal(
        tmp_path, *SIM, "--voice", PATH=path, HERE=str(tmp_path), constants=QUICK
    ) as terminal:
        place_all(terminal)
        wait_said("All helicopters are placed. Press Done.")
        terminal.type("done\r")
        wait_said("Thief: hide the car. All others: look away.")
        terminal.type("hide e5\r")
        wait_said("The car is hidden. The police to act.")
        terminal.type("search green b1\r")
        wait_said("Nothing on B-1.")
        terminal.type("quit\r")
        assert terminal.wait_end() == 0
