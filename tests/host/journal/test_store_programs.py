"""The file of journals beside other programs, on full disks and in odd folders."""

import os
import sqlite3
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from heistboard import games
from heistboard.journal import sqlite_file as file_module
from heistboard.journal.store import Store, StoreError
from heistboard.rules import State

from tests.support.car_thief import hunted
from tests.support.command import environment

AT = "2031-05-04T20:15:00+02:00"
SETUP = ("place green x22", "place yellow x32", "place pink x11")


def new() -> State:
    return games.load("car-thief").new()


# Other programs.

_OTHER = """
import sys
from pathlib import Path
from heistboard.journal.store import Store, StoreError
try:
    with Store(Path(sys.argv[1])) as store, store.resume(int(sys.argv[2])) as journal:
        journal.play(sys.argv[3], "2031-05-04")
except StoreError as error:
    sys.exit(str(error))
"""


def other_program(path: Path, game_id: int, move: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-c", _OTHER, str(path), str(game_id), move],
        env=environment(path.parent),
        capture_output=True,
        text=True,
    )


def test_second_writer_is_refused_until_the_first_is_done(store: Store, path: Path) -> None:
    other = store.add(new(), AT)
    with store.create(new(), AT) as journal:
        refused = other_program(path, journal.id, SETUP[0])
        assert refused.stderr == (
            f"another program is playing game {journal.id}; end it first, or play another game\n"
        )
        with pytest.raises(StoreError, match="another program is playing game 2"):
            store.resume(journal.id)
        assert other_program(path, other, SETUP[0]).stderr == ""
        journal.play(SETUP[1], AT)
    assert other_program(path, journal.id, SETUP[0]).stderr == ""
    assert store.get(journal.id).state.moves == [SETUP[1], SETUP[0]]
    assert store.get(other).state.moves == [SETUP[0]]
    assert not list(path.parent.glob("*.lock"))


def test_writers_never_interleave_even_without_the_lock(store: Store, path: Path) -> None:
    with store.create(new(), AT) as journal:
        path.with_name(f"journal-{journal.id}.lock").unlink()
        assert other_program(path, journal.id, SETUP[0]).stderr == ""
        with pytest.raises(StoreError, match="another program has written to game 1; end it"):
            journal.play(SETUP[1], AT)
        assert journal.state.moves == []
    assert store.get(journal.id).state.moves == [SETUP[0]]


def test_others_read_while_a_game_is_written(store: Store, path: Path) -> None:
    with Store(path) as reader, store.create(new(), AT) as journal:
        for length, move in enumerate(SETUP, 1):
            journal.play(move, AT)
            assert reader.games()[0].length == length
            assert len(reader.get(journal.id).state.moves) == length


def test_readers_block_a_writer_only_while_they_read(
    store: Store, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store.add(hunted(1), AT, AT)
    assert len(store.games()) == 1 and store.get(1).damage == ""
    monkeypatch.setattr(file_module, "_BUSY_S", 0)
    with Store(path) as writer, writer.resume(1) as journal:
        journal.undo(AT)  # a reader that has finished does not block


def can_read(db: sqlite3.Connection) -> bool:
    try:
        return bool(db.execute("SELECT * FROM games").fetchall())
    except sqlite3.OperationalError:
        return False


def test_writer_waits_for_a_reader(store: Store, path: Path) -> None:
    reader = sqlite3.connect(path, isolation_level=None)
    other = sqlite3.connect(path, isolation_level=None, timeout=0)

    def write() -> None:
        with Store(path) as writer, writer.resume(1) as journal:
            journal.play(SETUP[0], AT)

    store.add(new(), AT)
    with ThreadPoolExecutor(1) as pool:
        reader.execute("BEGIN")
        reader.execute("SELECT * FROM games").fetchall()
        writing = pool.submit(write)
        while can_read(other):  # until the writer waits, and lets nobody else begin
            pass
        assert not writing.done()
        reader.execute("COMMIT")
        writing.result()
    assert store.get(1).state.moves == [SETUP[0]]
    reader.close()
    other.close()


def test_writer_that_stays_busy_is_reported(
    store: Store, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(file_module, "_BUSY_S", 0.01)
    store._db.execute("BEGIN IMMEDIATE")
    with Store(path) as second, pytest.raises(StoreError, match="another program is writing to"):
        second.add(new(), AT)
    store._db.execute("ROLLBACK")


def test_programs_that_make_the_file_at_once_share_it(path: Path) -> None:
    program = (
        "import sys; from pathlib import Path; from heistboard.journal.store import Store; "
        "from heistboard import games; new = games.load('car-thief').new(); sys.stdin.read(); "
        "Store(Path(sys.argv[1]), create=True).add(new, '2031-05-04')"
    )
    started = [
        subprocess.Popen(
            [sys.executable, "-c", program, str(path)],
            env=environment(path.parent),
            stdin=subprocess.PIPE,
        )
        for _ in range(4)
    ]
    for process in started:
        assert process.stdin is not None
        process.stdin.close()
    assert [process.wait() for process in started] == [0] * 4
    with Store(path) as store:
        assert len(store.games()) == 4


# Disks and folders.

_UNTIL_FULL = """
import resource, signal, sys
from pathlib import Path
from heistboard import games
from heistboard.journal.store import Store, StoreError
new = games.load("car-thief").new()
path = Path(sys.argv[1])
with Store(path, create=True) as store, store.create(new, "2031-05-04") as journal:
    most = path.stat().st_size + 40_000
    resource.setrlimit(resource.RLIMIT_FSIZE, (most, resource.RLIM_INFINITY))
    move = journal.state.legal()[0]
    while True:
        moves = list(journal.state.moves)
        try:
            if moves:
                journal.undo("2031-05-04")
            else:
                journal.play(move, "2031-05-04")
        except StoreError as error:
            print(error)
            break
    assert journal.state.moves == moves == store.get(journal.id).state.moves
    print(len(store.get(journal.id).entries))
    resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY,) * 2)
    journal.write(mark="later", at="2031-05-04")
    assert store.get(journal.id).state.moves == journal.state.moves
"""


def test_file_that_cannot_grow_refuses_the_move_and_takes_it_later(path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", _UNTIL_FULL, str(path)],
        env=environment(path.parent),
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    said, length = done.stdout.splitlines()
    assert said.startswith(f"cannot read or write {path}: disk I/O error; check that the disk")
    with Store(path) as store:
        assert len(store.get(1).entries) == int(length) + 1 > 100


def test_full_disk_is_reported(store: Store) -> None:
    # SQLite's own limit stands in for a full disk.
    store._db.execute("PRAGMA max_page_count = 1")
    with store.create(new(), AT) as journal:
        for _ in range(1000):
            moves = list(journal.state.moves)
            try:
                if moves:
                    journal.undo(AT)
                else:
                    journal.play(SETUP[0], AT)
            except StoreError as error:
                said = str(error)
                break
        assert said.endswith("the disk is full; free some space and try again")
        assert journal.state.moves == store.get(journal.id).state.moves == moves


_AS_NOBODY = """
import os, sys
from pathlib import Path
from heistboard import games
from heistboard.journal.store import Store, StoreError
new = games.load("car-thief").new()
if os.geteuid() == 0:
    os.setgid(65534)
    os.setuid(65534)
for create in (True, False):
    try:
        with Store(Path(sys.argv[1]), create=create) as store:
            store.add(new, "2031-05-04")
    except StoreError as error:
        print(error)
"""


@pytest.mark.parametrize("is_own", [False, True])
@pytest.mark.parametrize("is_there", [False, True])
def test_folder_that_cannot_be_written_is_reported(is_there: bool, is_own: bool) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "journal.sqlite"
        if is_there:
            Store(path, create=True).close()
            path.chmod(0o444)
        Path(folder).chmod(0o555)
        if is_own and os.geteuid() == 0:  # for anybody else it is their own anyway
            for each in (Path(folder), *Path(folder).iterdir()):
                os.chown(each, 65534, 65534)
        done = subprocess.run(
            [sys.executable, "-c", _AS_NOBODY, str(path)],
            env=environment(Path("/nowhere")),
            capture_output=True,
            text=True,
        )
        Path(folder).chmod(0o700)
    assert done.returncode == 0, done.stderr
    to_write, to_read = done.stdout.splitlines()
    assert to_write.startswith(f"cannot write {path}: Permission denied; choose another data fo")
    if is_there:
        assert to_read.startswith(f"cannot write {path} or its folder: ")
    else:
        assert to_read.startswith(f"there is no journal {path}; the first game creates it")


def test_missing_journal_and_missing_folder_are_reported(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("no folder")
    for path in (tmp_path / "none.sqlite", file / "journal.sqlite"):
        with pytest.raises(StoreError, match=r"there is no journal .*; the first game creates it"):
            Store(path)
    with pytest.raises(StoreError, match="Not a directory; choose another data folder with --da"):
        Store(file / "journal.sqlite", create=True)
    with pytest.raises(StoreError, match="unable to open database file"):
        Store(tmp_path)
