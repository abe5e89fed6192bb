"""`play` without a game: mirrored lights, a pulled cable, the start page, and every way to end.

Real time: signals, processes, the simulated board and its cable are what is tested.
"""

import os
import signal
import socket
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from heistboard.boards import choice
from heistboard.boards.connected import ConnectedBoards
from heistboard.boards.data_folder import DataFolder
from heistboard.journal.store import Store
from heistboard.link.port import Port
from heistboard.places import layout
from heistboard.sim import Hands, SimBoard

from tests.support.car_thief import car_thief
from tests.support.command import WITHIN_S, Cli, Running, is_gone
from tests.support.reviewed import AT, add_arrest
from tests.support.strict_port import FakeBoard
from tests.support.virtual_hub import PORT, CommandBench, HandAct

PULLED = "lost: cable pulled or port gone; waiting for it to come back"


@pytest.fixture
def board() -> Iterator[SimBoard]:
    with SimBoard("AB00000000000001") as board:
        yield board


def test_simulated_board_is_alive(tmp_path: Path) -> None:
    with Running(tmp_path, "play", "--board", "sim") as running:
        running.wait_line("simulated board, moved by demo hands")
        running.wait_line(
            "no game: the lights mirror the reeds; `heistboard play GAME` plays a game"
        )
        running.wait_line("floor 1 ready")
        running.wait_line("cover closed")
        assert running.end().code == 0


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_signal_ends_it_cleanly_and_the_board_with_it(tmp_path: Path, number: int) -> None:
    with Running(tmp_path, "play", "--board", "sim") as running:
        running.wait_line("cover closed")
        (board,) = running.children()
        code, _, err = running.end(number)
        assert (code, err) == (0, "")
        assert is_gone(board)


def test_signal_while_it_starts_ends_it_too(tmp_path: Path) -> None:
    with Running(tmp_path, "play", "--board", "sim") as running:
        while not (boards := running.children()):
            assert running.process.poll() is None
            time.sleep(0.002)
        code, _, err = running.end(signal.SIGTERM)
        assert (code, err) == (0, "")
        assert is_gone(boards[0])


def test_killed_play_leaves_no_board_behind(tmp_path: Path) -> None:
    with Running(tmp_path, "play", "--board", "sim") as running:
        running.wait_line("cover closed")
        (board,) = running.children()
        running.process.kill()
        assert is_gone(board)


@pytest.mark.parametrize("kind", ["sim", "real"])
def test_a_game_is_chosen_while_lights_mirror(
    tmp_path: Path, cli: Cli, board: SimBoard, kind: str
) -> None:
    data = str(tmp_path / "heistboard")
    port = board.port if kind == "real" else "sim"
    with Running(tmp_path, "play", "--board", port, "--lang", "ru") as running:
        own = running.wait_line("games: http://127.0.0.1:").split()[1]
        address = own.partition("#")[0]
        origin = {"Origin": address.rstrip("/")}
        with httpx.Client(base_url=address, headers=origin, trust_env=False) as client:
            asked = {
                "game": "car-thief",
                "options": {"players": 4},
                "table_options": {"thief-seconds": "3"},
            }
            assert client.post("/start", json=asked).status_code == 403  # nobody is a host yet
            secret = own.partition("#host=")[2]
            assert client.post("/host", content=secret).json() == {}
            assert client.post("/start", json=asked).json() == {}
        # The same board and address; on a simulated board, all buildings are set up.
        wanted = {f"Страница: {own}", f"доска: {'' if kind == 'sim' else 'не '}всё верно"}
        while wanted:
            wanted.discard(running.wait_line("").rstrip())
        table = httpx.get(f"{address}start.json", trust_env=False).json()
        assert table["running"] | {"moves": 0} == table["running"]
        assert table["running"]["players"] == 4
        thieves = next(each for each in table["games"] if each["name"] == "car-thief")
        (kept,) = thieves["table_options"]
        assert (kept["name"], kept["default"]) == ("thief-seconds", "3")

        # The umpire invites devices to seats, and disconnects them.
        invited = cli("umpire", "invite", "thief", "--json", "--data", data).document
        assert invited["address"].startswith(f"{address}#sit=")
        code = invited["address"].partition("#sit=")[2]
        joined = httpx.post(f"{address}seat/join", content=code, headers=origin, trust_env=False)
        assert joined.json() == {"seat": 0}
        said = cli("umpire", "invite", "police", "--data", data).out
        assert "█" in said and f"{address}#sit=" in said and "for the police only" in said
        assert "is free" in cli("umpire", "put-out", "thief", "--data", data).out
        wrong = cli("umpire", "put-out", "judge", "--data", data)
        assert "there is no seat 'judge', expected thief or police" in wrong.err

        code, _, err = running.end(signal.SIGTERM)
        assert (code, err) == (0, "")
    left = {path.name for path in (tmp_path / "heistboard").iterdir()}
    assert {"journal.sqlite", "seats.json", "devices.json"} <= left
    # And nothing of a running game.
    assert not [name for name in left if name.endswith(("-wal", "-shm", ".lock", "table.json"))]


def test_start_page_without_its_port_fails_with_a_sentence(cli: Cli) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        code, _, err = cli("play", "--board", "sim", "--port", str(port))
    assert code == 1 and "cannot serve pages on port" in err


def test_signal_ends_the_start_page_and_frees_its_port(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:  # the usual port may be another test's
        port = free.getsockname()[1]
    with Running(tmp_path, "play", "--board", "sim", "--port", str(port)) as running:
        address = running.wait_line("games: ").split()[1]
        assert httpx.get(address, trust_env=False).status_code == 200
        assert running.end(signal.SIGTERM).code == 0
    with pytest.raises(httpx.ConnectError):
        httpx.get(address, trust_env=False)


def test_seconds_end_it(cli: Cli) -> None:
    code, out, _ = cli("play", "--seconds", "0.2")
    assert code == 0
    assert out.startswith("no board is plugged in: a simulated one, moved by demo hands\n")
    assert not cli.data.exists()


def test_json_is_one_document(cli: Cli) -> None:
    document = cli("play", "--json", "--seconds", "0.2").document
    assert document["boards"][0]["state"] == "ready"


def test_real_board_is_taken_before_the_simulated_one(cli: Cli, board: SimBoard) -> None:
    cli.plug(*board.ports())
    document = cli("play", "--json", "--seconds", "0.3").document
    assert document["notes"][0] == "boards found by USB"
    assert document["boards"][0]["serial"] == board.serial


def test_real_board_that_cannot_be_used_is_not_replaced_by_a_simulated_one(cli: Cli) -> None:
    with FakeBoard(protocol=0) as old:
        cli.plug(Port(old.port, None, ""))
        code, _, err = cli("play")
    assert code == 1
    assert "it speaks protocol 0" in err


@pytest.mark.parametrize("broken", ["board", "seats"])
def test_start_that_fails_leaves_no_empty_game(cli: Cli, board: SimBoard, broken: str) -> None:
    cli.data.mkdir(mode=0o700)
    if broken == "seats":
        (cli.data / "seats.json").mkdir()
        cli.plug(*board.ports())
        code = cli("play", "car-thief", "--seconds", "0.3").code
    else:
        with FakeBoard(protocol=0) as old:
            cli.plug(Port(old.port, None, ""))
            code = cli("play", "car-thief", "--seconds", "0.3").code
    assert code == 1
    assert cli("journal", "list", "--json").document["games"] == []
    if broken == "seats":
        (cli.data / "seats.json").rmdir()
    cli.plug(*board.ports())
    assert cli("play", "car-thief", "--json", "--seconds", "0.3").document["id"] == 2


def test_lights_mirror_hands(tmp_path: Path, board: SimBoard) -> None:
    hands = Hands(board)
    with Running(tmp_path, "play", "--board", board.port) as running:
        running.wait_line("the board ready")
        hands.cover("b3")
        running.wait_line("b3.cover closed")
        assert board.wait_leds(lambda leds: min(leds["b3"]) > 0, WITHIN_S)
        hands.put("b3")
        assert board.wait_leds(lambda leds: leds["b3"][2] > 20 > leds["b3"][0], WITHIN_S)
        hands.press("done", hold_ms=400)
        assert board.wait_leds(
            lambda leds: any(leds[f"r{n}"][1] > 0 for n in range(2, 12)), WITHIN_S
        )
        running.wait_line("done opened")
        assert running.end().code == 0


@pytest.mark.parametrize("is_over", [False, True])
def test_mirror_hides_the_cells_of_an_unfinished_game(
    tmp_path: Path, board: SimBoard, is_over: bool
) -> None:
    data = tmp_path / "heistboard"
    data.mkdir()
    with Store(data / "journal.sqlite", create=True) as store:
        if not is_over:
            store.add(car_thief("hide d2; search green b2"), AT)
    add_arrest(data)
    hands = Hands(board)
    for cell in layout.CELLS:
        hands.cover(cell)
    hands.put("d2")
    differ: list[bool] = []
    with Running(tmp_path, "play", "--board", board.port) as running:
        running.wait_line("the board ready")
        # Amber on the track: the mirror is shown, not the pulsing of a board without a host.
        assert board.wait_leds(lambda leds: leds["r1"][0] > 0 == leds["r1"][2], WITHIN_S)
        if is_over:
            assert board.wait_leds(lambda leds: leds["d2"][2] > 20 > leds["d2"][0], WITHIN_S)
        else:
            board.watchers.append(lambda leds: differ.append(leds["d2"] != leds["a1"]))
        board.set_reed("d2.occupant", is_closed=False)
        board.set_reed("d2.occupant", is_closed=True, after_ms=50)
        hands.put("x12")
        assert board.wait_leds(lambda leds: leds["x12"][1] > 0, WITHIN_S)
        board.watchers.clear()
        assert not any(differ)
        board.pull()
        running.wait_line(f"the board {PULLED}")
        board.plug(same_name=True)
        running.wait_line("the board ready")
        hands.uncover("e5")
        hands.put("x23")
        running.wait_line("x23.occupant closed")
        assert board.wait_leds(lambda leds: leds["x23"][1] > 0, WITHIN_S)
        # While the game hides its cells, they all have the same light: none.
        lights = {board.leds[cell] for cell in layout.CELLS}
        assert (lights == {(0, 0, 0)}) != is_over
        assert running.end().code == 0
    said = "\n".join(running.lines)
    assert ("game 1 is not finished, so the reeds of cells are hidden" in said) != is_over
    files = "".join(
        path.read_text() for path in data.iterdir() if path.suffix in (".log", ".json")
    )
    assert "x23.occupant" in files
    for reed in ("d2.occupant", "e5.cover"):
        assert (reed in said, reed in files) == (is_over, is_over)


def test_pulled_cable_is_printed_awaited_and_logged(tmp_path: Path, board: SimBoard) -> None:
    hands = Hands(board)
    with Running(tmp_path, "play", "--board", board.port) as running:
        running.wait_line("the board ready")
        board.pull()
        running.wait_line(f"the board {PULLED}")
        hands.cover("c4")
        board.plug(same_name=True)
        running.wait_line("the board ready")
        running.wait_line("c4.cover closed")
        assert running.end().code == 0
    data = tmp_path / "heistboard"
    assert "board AB00000000000001 lost: cable pulled" in (data / "faults.log").read_text()
    log = (data / "link.log").read_text()
    assert "ready -> lost (cable pulled or port gone)" in log
    assert "last " in log
    assert not (data / "floors.json").exists()  # only people assign floors


def test_chosen_port_is_followed_to_its_new_name(
    cli: Cli, board: SimBoard, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(choice, "find_ports", board.ports)
    with ConnectedBoards("", board.port, DataFolder(str(cli.data))) as boards:
        (before,) = boards.require_ready()
        board.pull()
        assert boards.hub.wait(lambda: not boards.hub.ready(), WITHIN_S)
        board.plug()
        assert boards.hub.wait(lambda: bool(boards.hub.ready()), WITHIN_S)
        (after,) = boards.require_ready()
        assert after.port.device != before.port.device
        assert [each.state.value for each in boards.snapshot().boards] == ["ready"]


def test_restart_of_the_board_is_printed(tmp_path: Path, board: SimBoard) -> None:
    with Running(tmp_path, "play", "--board", board.port) as running:
        running.wait_line("the board ready")
        board.reset(leaves_port=False)
        running.wait_line("board restarted")
        running.wait_line("the board ready")
        assert running.end().code == 0


def test_reeds_that_chatter_are_saved_for_the_doctor(
    cli: Cli, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patches:
        CommandBench(
            patches, later=[HandAct(300 + 60 * n, "b3.cover", n % 2 == 1) for n in range(20)]
        )
        assert cli("play", "--board", PORT, "--seconds", "2").code == 0
    code, out, _ = cli("doctor", "--board", "sim")
    assert code == 0
    assert "warning  sensors" in out
    assert "b3.cover chattered" in out


def test_unwritable_data_folder_fails_before_anything_else(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    data = str(tmp_path / "file" / "data")
    code, out, err = cli("play", "--board", "sim", "--data", data)
    assert (code, out) == (1, "")
    assert f"cannot write to the data folder {data}" in err


def test_no_port(cli: Cli) -> None:
    code, _, err = cli("play", "--board", "/dev/nosuch")
    assert code == 1
    assert "there is no port /dev/nosuch" in err
    assert os.listdir(cli.data) == []
