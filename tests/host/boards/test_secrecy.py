"""While a game is unfinished, no output and no file depends on what was done with closed eyes.

*Twins* are runs that differ only in that. Real time: two reports of `board test`, by simulated
boards and processes.
"""

import json
import os
from collections.abc import Sequence
from pathlib import Path

import pytest
from heistboard.boards.data_folder import DataFolder, open_private
from heistboard.boards.health_file import save_health
from heistboard.boards.secrecy import CELL_REEDS, public_line, reason_to_hide
from heistboard.cli import board_test, board_watch
from heistboard.firmware import wire
from heistboard.journal.store import Store
from heistboard.link.line_record import Chunk, describe
from heistboard.places import layout
from heistboard.selftest import Pace
from heistboard.sim import SimBoard

from tests.support.car_thief import car_thief
from tests.support.command import Cli, CliResult, Running
from tests.support.reviewed import AT, add_arrest
from tests.support.strict_port import frame
from tests.support.virtual_hub import PORT, CommandBench, HandAct

FLIGHT = [HandAct(1_500, "x11.occupant", False), HandAct(1_800, "x21.occupant", True)]


def hidden(cell: str, at_ms: int, *, comes: bool) -> list[HandAct]:
    """Lifts the cover of *cell* and places or removes what lies there."""
    return [
        HandAct(at_ms, f"{cell}.cover", False),
        HandAct(at_ms + 120, f"{cell}.occupant", comes),
        HandAct(at_ms + 300, f"{cell}.cover", True),
    ]


def hides(first: str, second: str) -> tuple[list[HandAct], list[HandAct]]:
    """Returns the changes before and during a command when the hidden piece changes its cell."""
    helicopters = [HandAct(100, f"{x}.occupant", True) for x in ("x11", "x12", "x44")]
    before = [*helicopters, *hidden(first, 600, comes=True)]
    later = [*hidden(first, 300, comes=False), *hidden(second, 800, comes=True), *FLIGHT]
    return before, later


def fumbles(cell: str) -> tuple[list[HandAct], list[HandAct]]:
    """The same, but the hand is slow and comes back, and a reed chatters."""
    before, _ = hides(cell, cell)
    chatter = [HandAct(300 + 40 * n, f"{cell}.occupant", n % 2 == 1) for n in range(16)]
    return before, [*chatter, *FLIGHT]


def idle() -> tuple[list[HandAct], list[HandAct]]:
    """The same, but nobody touches a cell."""
    return hides("a1", "a1")[0][:3], FLIGHT


TWINS = [hides("b2", "b3"), hides("d4", "e4"), hides("c3", "c3"), fumbles("e1"), idle()]
COMMANDS = {
    "json": ("board", "watch", "--json", "--seconds", "3.5"),
    "frames": ("board", "watch", "--frames", "--seconds", "3.5"),
    "screen": ("board", "watch", "--seconds", "3.5"),
    "info": ("board", "info", "--json"),
    "info in words": ("board", "info"),
    "bench": ("board", "bench", "--json", "--seconds", "2.5"),
    "bench in words": ("board", "bench", "--seconds", "2.5"),
    "mirror": ("play", "--json", "--seconds", "3.5"),
}


@pytest.fixture(autouse=True)
def screen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(board_watch, "is_screen", lambda: True)
    for name, value in (("FORCE_COLOR", "1"), ("COLUMNS", "120"), ("LINES", "40")):
        monkeypatch.setenv(name, value)


def suspend(data: Path, cell: str = "d2", *, is_over: bool = False) -> None:
    """Leaves an unfinished game in the journal, with the secret *cell*."""
    data.mkdir()
    with Store(data / "journal.sqlite", create=True) as store:
        if not is_over:
            store.add(car_thief(f"hide {cell}"), AT)
    add_arrest(data)


def run(
    cli: Cli,
    monkeypatch: pytest.MonkeyPatch,
    data: Path,
    twin: tuple[Sequence[HandAct], Sequence[HandAct]],
    *arguments: str,
) -> CliResult:
    """Runs a command on a new board with the changes of a *twin*."""
    CommandBench(monkeypatch, *twin)
    return cli(*arguments, "--board", PORT, "--data", str(data))


@pytest.mark.parametrize("name", COMMANDS)
def test_twins_that_differ_in_what_is_hidden_print_the_same(
    cli: Cli, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, name: str
) -> None:
    said = set()
    for number, twin in enumerate(TWINS):
        data = tmp_path / str(number)
        suspend(data, cell=("b2", "d4", "c3", "e1", "a1")[number])
        outcome = run(cli, monkeypatch, data, twin, *COMMANDS[name])
        assert outcome.code == 0
        said.add((outcome.out, outcome.err))
    assert len(said) == 1
    if not name.startswith(("info", "bench")):
        assert "x21" in outcome.out
        assert not [reed for reed in CELL_REEDS if reed in outcome.out]


@pytest.mark.parametrize("name", ["json", "frames", "screen", "mirror"])
def test_everything_is_shown_when_every_game_is_over(
    cli: Cli, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, name: str
) -> None:
    suspend(tmp_path / "data", is_over=True)
    out = run(cli, monkeypatch, tmp_path / "data", TWINS[0], *COMMANDS[name]).out
    assert "b3.occupant" in out and "b2.cover" in out
    if name in ("json", "mirror"):
        document = json.loads(out)
        assert document["frames_a_second"] is not None
        assert None not in document["boards"][0]["counters"].values()
        assert None not in document["boards"][0]["stats"].values()


def test_hidden_values_are_null_and_a_note_says_why(
    cli: Cli, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    suspend(tmp_path / "data")
    document = run(cli, monkeypatch, tmp_path / "data", TWINS[0], *COMMANDS["json"]).document
    (board,) = document["boards"]
    assert "game 1 is not finished, so the reeds of cells are hidden" in document["notes"]
    assert board["closed"] == ["x12.occupant", "x21.occupant", "x44.occupant"]
    assert document["events"] == 5  # the board queued three before the connection
    assert document["frames_a_second"] is None
    nulls = {name for name, count in board["counters"].items() if count is None}
    assert nulls == {"repeated", "gaps", "corrected", "lost", "resent"}
    nulls = {name for name, value in board["stats"].items() if value is None}
    assert nulls == {"queued", "lost", "resent", "bounces", "blocks", "time_ms"}
    assert board["stats"]["passes"] == 1000
    bench = run(cli, monkeypatch, tmp_path / "data", TWINS[0], *COMMANDS["bench"]).document
    assert (bench["resent"], bench["reed_changes"]) == (None, 2)
    screen = run(cli, monkeypatch, tmp_path / "data", TWINS[0], *COMMANDS["screen"]).out
    assert screen.count(" ? ") % 25 == 0 and screen.count(" ? ")


def test_reveal_tells_all_with_a_warning(
    cli: Cli, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    suspend(tmp_path / "data")
    _, out, err = run(cli, monkeypatch, tmp_path / "data", TWINS[0], *COMMANDS["json"], "--reveal")
    warning = "--reveal: this output shows what lies under covers"
    assert warning in err
    assert warning in json.loads(out)["notes"]
    assert "b3.occupant" in json.loads(out)["boards"][0]["closed"]


def test_recording_is_refused_until_everybody_may_know(
    cli: Cli, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    suspend(tmp_path / "data")
    path = tmp_path / "recording"
    arguments = ("board", "watch", "--seconds", "0.5", "--record", str(path))
    code, out, err = run(cli, monkeypatch, tmp_path / "data", TWINS[0], *arguments)
    assert (code, out) == (1, "")
    assert "game 1 is not finished, and a recording would show what lies under covers" in err
    assert "finish the game first, or add --reveal if there is no secret to keep" in err
    assert not path.exists()
    outcome = run(cli, monkeypatch, tmp_path / "data", TWINS[0], *arguments, "--reveal")
    assert outcome.code == 0
    assert path.stat().st_mode & 0o777 == 0o600
    assert path.read_text().startswith("heistboard recording 1\n")


def test_nothing_is_hidden_on_a_simulated_board(cli: Cli, tmp_path: Path) -> None:
    suspend(cli.data)
    path = tmp_path / "recording"
    arguments = ("--seconds", "0.5", "--json", "--record", str(path))
    document = cli("board", "watch", *arguments).document
    assert set(document["boards"][0]["closed"]) & CELL_REEDS
    assert path.exists()


@pytest.mark.parametrize("content", [b"", b"no journal", b"SQLite format 3\0" + bytes(4096)])
def test_journal_that_cannot_be_read_may_hold_a_game(tmp_path: Path, content: bytes) -> None:
    data = DataFolder(str(tmp_path))
    assert reason_to_hide(data) == ""
    data.journal.write_bytes(content)
    assert bool(reason_to_hide(data)) == bool(content)  # an empty file is an empty journal
    if os.geteuid():
        data.journal.chmod(0)
        assert reason_to_hide(data)


def test_inaccessible_journal_may_hold_a_game(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    assert "Not a directory" in reason_to_hide(DataFolder(str(tmp_path / "file")))


def test_too_many_changes_are_said_without_a_number(
    cli: Cli, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    said = set()
    for number, changes in enumerate((500, 560)):
        suspend(tmp_path / str(number))
        flood = [
            HandAct(100 + 50 * n, f"{cell}.cover", n % 2 == 1)
            for n in range(changes // 20)
            for cell in [f"{column}{row}" for column in "abcd" for row in range(1, 6)]
        ]
        outcome = run(
            cli, monkeypatch, tmp_path / str(number), (flood, FLIGHT), *COMMANDS["screen"]
        )
        assert "the board's queue overflowed, changes lost" in outcome.out
        said.add(outcome.out)
    assert len(said) == 1


# Lines of frames.


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("5 < EVENTS seq=1 first=7 time_ms=9 b2.cover:opened+0", None),
        (
            "5 < EVENTS seq=1 first=7 time_ms=9 b2.cover:opened+0 done:closed+3",
            "5 < EVENTS done:closed",
        ),
        (
            "5 < SNAPSHOT seq=2 at=7 lost=1 closed=b2.occupant,x11.occupant,done",
            "5 < SNAPSHOT closed=x11.occupant,done",
        ),
        ("5 < SNAPSHOT seq=2 at=7 lost=1 closed=", "5 < SNAPSHOT closed="),
        ("5 > ACK next=9 seen=4 quiet=0", None),
        ("5 < RISE seq=1 row0_us=2 row1_us=0", "5 < RISE"),
        ("5 < FAULT seq=1 code=1 detail=12", "5 < FAULT code=1"),
        ("5 > ASK", None),
        ("5 < STATS seq=1 passes=1000 bounces=9 blocks=8 shown_ma=3", None),
        ("5 < E malformed a50248", "5 < E"),
        ("5 < 7f seq=3", "5 < 7f"),
        ("5 < 3 bytes skipped", "5 < 3 bytes skipped"),
        ("5 > SCENE scene=7 base=6 part=0/1 x11=48 all=00", "5 > SCENE x11=48 all=00"),
    ],
)
def test_line_of_a_frame_keeps_its_public_part(line: str, told: str | None) -> None:
    assert public_line(line, CELL_REEDS) == told


def test_log_of_a_lost_board_has_no_count_of_bounces() -> None:
    stats = frame(wire.STATS, 0, wire.STATS_FORM, *range(14))
    (hiding,) = describe([Chunk(5, True, stats)], reveal=False)
    (telling,) = describe([Chunk(5, True, stats)], reveal=True)
    assert "resent=7 blocks=9" in hiding
    assert "resent=7 bounces=8 blocks=9" in telling


# Files.


def saved(
    monkeypatch: pytest.MonkeyPatch,
    path: Path,
    twin: tuple[Sequence[HandAct], Sequence[HandAct]],
    doubted: str,
    *,
    has_secrets: bool = False,
) -> bytes:
    """Returns health.json after the changes of a *twin*, with a doubted reed."""
    desk = CommandBench(monkeypatch, *twin)
    desk.line.plug()
    desk.wait(4.0)
    save_health(
        DataFolder(str(path)),
        desk.line.modules,
        doubted={desk.line.module.serial: {doubted, "x12.occupant"}},
        has_secrets=has_secrets,
    )
    return (path / "health.json").read_bytes()


@pytest.mark.parametrize("is_in_journal", [True, False])
def test_twins_leave_the_same_health(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, is_in_journal: bool
) -> None:
    files = set()
    for number, twin in enumerate(TWINS):
        path = tmp_path / str(number)
        suspend(path, is_over=not is_in_journal)
        doubted = ("b2.occupant", "d4.occupant", "c3.cover", "e1.cover", "x12.occupant")[number]
        files.add(saved(monkeypatch, path, twin, doubted, has_secrets=not is_in_journal))
    (text,) = files
    (board,) = json.loads(text).values()
    assert set(board["reeds"]) == {"x11.occupant", "x12.occupant", "x21.occupant", "x44.occupant"}
    assert set(board["doubted"]) == {"x12.occupant"}


def test_mirror_leaves_the_same_files(
    cli: Cli, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    left = set()
    for number, twin in enumerate(TWINS):
        data = tmp_path / str(number)
        suspend(data)
        assert run(cli, monkeypatch, data, twin, *COMMANDS["mirror"]).code == 0
        left.add((data / "health.json").read_bytes())
        assert not (data / "floors.json").exists()
    assert len(left) == 1
    assert b"x21.occupant" in left.pop()


def test_health_of_all_reeds_survives_an_unfinished_later_game(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    data = DataFolder(str(tmp_path))
    before = json.loads(saved(monkeypatch, tmp_path, hides("b2", "b3"), "b3.occupant"))
    (serial,) = before
    assert before[serial]["reeds"]["b2.occupant"]["changes"] == 2
    assert "b3.occupant" in before[serial]["doubted"]
    with Store(data.journal, create=True) as store:
        store.add(car_thief("hide d4"), AT)
    after = json.loads(saved(monkeypatch, tmp_path, hides("d4", "e4"), "e4.occupant"))
    for part in ("reeds", "doubted"):
        for reed in CELL_REEDS:
            assert after[serial][part].get(reed) == before[serial][part].get(reed)
    assert "b2.occupant" in data.working(1)


def test_cells_health_saved_by_an_older_release_is_removed(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    suspend(tmp_path / "data")
    path = tmp_path / "data" / "health.json"
    reed = {"changes": 4, "shortest_ms": 9, "chatters": 0, "is_chattering": False}
    reeds = {"d2.cover": reed, "x33.occupant": reed}
    path.write_text(
        json.dumps({"OTHER": {"floor": 2, "reeds": reeds, "doubted": {"d2.cover": 1}}})
    )
    path.chmod(0o644)
    saved(monkeypatch, tmp_path / "data", TWINS[0], "b2.occupant")
    assert path.stat().st_mode & 0o777 == 0o600
    old = json.loads(path.read_text())["OTHER"]
    assert (list(old["reeds"]), old["doubted"]) == (["x33.occupant"], {})


def test_doctor_shows_no_cell_of_an_unfinished_game(cli: Cli) -> None:
    reed = {"changes": 40, "shortest_ms": 9, "chatters": 2, "is_chattering": True}
    doubted = {"d2.occupant": AT}
    health = {"AB": {"floor": 1, "reeds": {"d2.cover": reed}, "doubted": doubted}}
    DataFolder(str(cli.data)).save_health(health)
    assert "d2.cover chattered" in cli("doctor", "--board", "sim", "--json").out
    with Store(cli.data / "journal.sqlite", create=True) as store:
        store.add(car_thief("hide d4"), AT)
    out = cli("doctor", "--board", "sim", "--json").out
    assert "d2" not in out
    assert "board AB: 0 reeds have moved, none chattered; reeds of cells are hidden while" in out


def test_files_are_for_their_owner_alone(
    cli: Cli, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(board_test, "SIM_PACE", Pace().faster(10))
    data = DataFolder(str(tmp_path / "new" / "data"))
    data.add_fault("something")
    data.save_health({"AB": {"floor": 1, "reeds": {}}})
    assert data.path.stat().st_mode & 0o777 == 0o700
    with open_private(data.path / "more", "x"):
        pass
    asked = ("board", "test", "--from", "done", "--to", "done", "--data", str(data.path))
    assert cli(*asked).code in (0, 1)
    for path in data.path.iterdir():
        assert path.stat().st_mode & 0o777 == 0o600, path
    assert len(list(data.path.iterdir())) == 4


def test_files_of_an_older_release_are_tightened_when_written(
    cli: Cli, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    data = tmp_path / "data"
    data.mkdir()
    names = ("link.log", "link.log.1", "health.json", "lighting.json")
    for name in names:
        (data / name).write_text("" if name.startswith("link") else "{}")
        (data / name).chmod(0o644)
    arguments = (*COMMANDS["mirror"], "--brightness", "night")
    assert run(cli, monkeypatch, data, TWINS[0], *arguments).code == 0
    for name in names:
        assert (data / name).stat().st_mode & 0o777 == 0o600, name


# The test of a board.


def test_board_test_waits_until_nothing_lies_on_cells(
    cli: Cli, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(board_test, "CLEAR_WITHIN_S", 8.0)
    said = set()
    for number, twin in enumerate(TWINS):
        data = tmp_path / str(number)
        suspend(data)
        outcome = run(cli, monkeypatch, data, twin, "board", "test")
        assert outcome.code == 1
        said.add((outcome.out, outcome.err))
        assert not list(data.glob("self-test-*"))
    (told,) = said
    assert "a game is not finished: take everything off the cells" in told[0]
    assert "take everything off and try again, or add --reveal" in told[1]


def test_report_of_a_test_knows_nothing_from_before(tmp_path: Path) -> None:
    reports = set()
    for cell in ("b2", "d4"):
        data = tmp_path / cell / "heistboard"
        data.parent.mkdir()
        suspend(data, cell)
        with SimBoard("AB00000000000001") as board:
            for each in layout.CELLS:
                board.set_reed(f"{each}.cover", is_closed=True)
            board.set_reed(f"{cell}.occupant", is_closed=True)
            with Running(data.parent, "board", "test", "--board", board.port) as running:
                running.wait_line("take everything off the cells")
                for reed in CELL_REEDS:
                    board.set_reed(reed, is_closed=False)
                running.wait_line("sweep: ")
                said = "\n".join(running.lines)
                assert running.end().code == 1
        (path,) = data.glob("self-test-*.txt")
        text = path.read_text()
        assert "the test was not finished" in text
        reports.add((said, text[text.index("tested ") :]))
    assert len(reports) == 1
