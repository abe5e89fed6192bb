"""Only one table at a time uses a data folder, and a refused program writes nothing there."""

import json
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from heistboard.app import Daemon, Lobby, Settings
from heistboard.app.claim import FILE, Claim
from heistboard.app.control import Client, Control, ControlError
from heistboard.app.requests import Requests
from heistboard.journal.errors import GameBusy, GameMissing
from heistboard.journal.lock import Lock, Locked
from heistboard.journal.store import Store
from heistboard.rehearse.rehearsed_table import TableError
from heistboard.rehearse.table_process import TableProcess
from heistboard.sim import SimBoard
from heistboard.web import Server

from tests.support.command import Cli, Running, environment
from tests.support.seats import a_host
from tests.support.web_evening import WITHIN_S

SECOND = ("play", "car-thief", "--board", "sim", "--no-browser", "--seconds", "0.2")
PROGRAM = """
import sys
from pathlib import Path
from heistboard.app.claim import Claim
with Claim(Path(sys.argv[1])):
    print("has it", flush=True)
    sys.stdin.read()
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The data folder of the CLI, with a game in its journal."""
    path = tmp_path / "heistboard"
    path.mkdir()
    with Store(path / "journal.sqlite", create=True) as store:
        with Daemon(path / "journal.sqlite", Settings("car-thief"), list) as daemon:
            daemon.say(1, "place green x22")
        assert store.games()[0].length == 1
    return path


@pytest.fixture
def taken() -> Iterator[int]:
    """A port in use by another program."""
    with socket.create_server(("127.0.0.1", 0)) as other:
        yield other.getsockname()[1]


def files(folder: Path) -> dict[str, bytes]:
    """Returns the contents of a folder, without locks and files rewritten while a table runs."""
    return {each.name: each.read_bytes() for each in folder.iterdir() if each.suffix != ".lock"}


def refusal(folder: Path) -> str:
    return (
        f"another table is running with {folder}; end it, or choose another data folder with "
        "--data DIR"
    )


def test_a_claim_is_for_one_program_and_ends_with_it(tmp_path: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", PROGRAM, str(tmp_path)],
        env=environment(tmp_path),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as other:
        assert other.stdout is not None and other.stdout.readline() == "has it\n"
        with pytest.raises(ControlError) as refused:
            Claim(tmp_path)
        assert str(refused.value) == refusal(tmp_path)
        other.kill()
        other.wait()
    with Claim(tmp_path), pytest.raises(ControlError):
        Claim(tmp_path)
    assert not (tmp_path / FILE).exists()


def test_a_table_without_a_claim_is_respected(folder: Path) -> None:
    daemon = Daemon(folder / "journal.sqlite", Settings("car-thief", resume=1), list)
    with daemon, Control(Requests(daemon), folder):
        with pytest.raises(ControlError) as refused:
            Claim(folder)
        assert str(refused.value) == refusal(folder)
    Claim(folder).close()


def test_a_lock_is_on_the_file_that_other_programs_open(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.lock"
    take = Lock._take
    takes = []

    def late(lock: Lock) -> object:
        found = take(lock)
        takes.append(path.exists())
        if len(takes) == 2:
            path.unlink()  # as its owner may do between our check and our lock
        return found

    monkeypatch.setattr(Lock, "_take", late)
    lock = Lock(path)
    assert len(takes) > 2
    monkeypatch.undo()
    with pytest.raises(Locked):
        Lock(path)
    lock.close()
    Lock(path).close()


def test_second_program_is_refused_while_the_first_plays_on(
    cli: Cli, folder: Path, tmp_path: Path
) -> None:
    play = ("play", "--resume", "1", "--board", "sim", "--no-browser")
    with Running(tmp_path, *play) as first:
        first.wait_line("Page: ")
        before = files(folder)
        for arguments in (SECOND, (*play, "--seconds", "0.2"), (*SECOND, "--brightness", "night")):
            code, out, err = cli(*arguments)
            assert (code, out, err) == (1, "", f"heistboard: {refusal(folder)}\n")
            assert files(folder) == before
        with Client(folder) as client:
            client.ask("correct", text="place yellow x11")
        assert first.end(signal.SIGTERM).code == 0
    with Store(folder / "journal.sqlite") as store:
        assert [game.id for game in store.games()] == [1]
        assert store.get(1).state.moves == ["place green x22", "place yellow x11"]


def test_start_page_of_a_second_program_is_refused_while_the_first_plays_on(
    folder: Path, tmp_path: Path
) -> None:
    first = Running(tmp_path, "play", "--resume", "1", "--board", "sim", "--no-browser")
    with first, Running(tmp_path, "play", "--board", "sim", "--no-browser") as second:
        first.wait_line("Page: ")
        address, _, secret = second.wait_line("games: ").split()[1].partition("/#host=")
        before = files(folder)
        origin = {"Origin": address}
        with httpx.Client(base_url=address, headers=origin, trust_env=False) as client:
            assert client.post("/host", content=secret).json() == {}
            for asked in ({"game": "car-thief", "options": {"players": 4}}, {"resume": 1}):
                answer = client.post("/start", json=asked, timeout=WITHIN_S).json()
                assert answer == {"refused": {"why": "busy"}}
                assert files(folder) == before
        with Client(folder) as control:
            control.ask("correct", text="place yellow x11")
        assert (first.end().code, second.end().code) == (0, 0)
    with Store(folder / "journal.sqlite") as store:
        assert [game.length for game in store.games()] == [2]


def test_busy_port_leaves_no_game_behind(cli: Cli, folder: Path, taken: int) -> None:
    before = files(folder)
    said = f"heistboard: cannot serve pages on port {taken}: Address already in use; choose"
    for play in (
        SECOND,
        ("play", "--board", "sim", "--no-browser", "--seconds", "20"),
    ):  # it ends at once
        code, _, err = cli(*play, "--port", str(taken))
        assert code == 1 and err.startswith(said)
        assert files(folder) == before
    with Claim(folder):
        pass  # released again


def test_chosen_game_keeps_its_claim_until_it_has_been_played(folder: Path) -> None:
    journal = folder / "journal.sqlite"
    lobby, other = Lobby(journal), Lobby(journal)
    with pytest.raises(GameMissing):
        lobby.begin(Settings("", resume=9))
    lobby.begin(Settings("", resume=1))  # the refused program has claimed nothing
    assert lobby.claim is not None
    before = files(folder)
    with pytest.raises(GameBusy) as refused:
        other.begin(Settings("car-thief"))
    assert str(refused.value) == refusal(folder)
    assert (other.chosen, other.claim) == (None, None)
    assert files(folder) == before
    lobby.claim.close()
    other.begin(Settings("car-thief"))
    assert other.claim is not None
    other.claim.close()


def test_running_table_keeps_its_seats(folder: Path) -> None:
    (folder / "seats.json").write_text(json.dumps({"0": "a" * 43, "since": {"0": 7}}))
    lobby = Lobby(folder / "journal.sqlite")
    with Server(lobby, folder, port=0) as server, Claim(folder):
        before = files(folder)
        origin = {"Origin": server.address.rstrip("/")}
        with httpx.Client(headers=origin, trust_env=False) as client:
            asked = f"{server.address}start"
            assert client.post(asked, json={"resume": 1}).status_code == 403
            client.headers["Cookie"] = a_host(server)
            answer = client.post(asked, json={"resume": 1}).json()
        assert answer == {"refused": {"why": "busy"}}
        assert files(folder) == before


def test_a_rehearsal_claims_its_folder(folder: Path) -> None:
    with SimBoard() as board, Claim(folder):
        before = files(folder)
        table = TableProcess(
            [(board.folder, board.serial)], {board.serial: 1}, folder, {"game": "car-thief"}, ()
        )
        with pytest.raises(TableError, match="the daemon has ended: another table is running"):
            table.start()
        table.close()
        (folder / "errors.txt").unlink()
        assert files(folder) == before
