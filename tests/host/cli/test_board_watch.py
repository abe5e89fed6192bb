"""`board watch`: the screen, lines, one document, recordings.

Real time: one screen with the simulated board.
"""

import itertools
import json
import os
import signal
from dataclasses import replace
from pathlib import Path

import pytest
from heistboard.boards.snapshot import BoardSnapshot, BoardsSnapshot, ReedBehaviour
from heistboard.link.link import LinkState
from heistboard.link.messages import Stats
from heistboard.link.reed_health import ReedHealth
from heistboard.places.mirror import mirror
from heistboard.terminal.board_screen import BoardsScreen, Glyphs, draw_lights, draw_reeds
from rich.console import Console

from tests.support.command import Cli
from tests.support.terminal import Terminal
from tests.support.virtual_hub import PORT, CommandBench, HandAct

ON_DESK = ("board", "watch", "--board", PORT)
TAPS = [
    HandAct(300, "b3.cover", False),
    HandAct(500, "b3.cover", True),
    HandAct(600, "x23.occupant", True),
]
UNICODE = Glyphs(is_ascii=False)
CLOSED = frozenset({"a1.cover", "b3.cover", "b3.occupant", "e5.occupant", "x23.occupant", "done"})
ONE = BoardSnapshot(
    serial="AB00000000000001",
    floor=1,
    state=LinkState.READY,
    port="/dev/ttyACM0",
    firmware="0.1.0",
    closed=CLOSED,
    lights=dict(mirror(CLOSED)),
    counters={"gaps": 2},
    stats=Stats(1, 931, 148, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 66),
    reeds=(
        ReedBehaviour("b3.cover", ReedHealth(40, 8, 2, True)),
        ReedBehaviour("done", ReedHealth(90, 120, 0, False)),
    ),
)
SNAPSHOT = BoardsSnapshot(
    title="heistboard board watch",
    notes=("a note that is long enough to take more than one line on a terminal of 80 columns",),
    seconds=12.3,
    boards=(ONE,),
    lines=tuple(f"12:00:{n:02} b3.cover closed" for n in range(30)),
    events=130,
    events_a_second=2.4,
)


def drawn(
    snapshot: BoardsSnapshot, width: int = 80, height: int = 24, encoding: str = "utf-8"
) -> list[str]:
    with open(os.devnull, "w", encoding=encoding) as nowhere:
        console = Console(
            width=width, height=height, file=nowhere, force_terminal=True, no_color=True
        )
        return [
            "".join(segment.text for segment in line).rstrip()
            for line in console.render_lines(BoardsScreen(snapshot), pad=False)
        ]


def test_reeds_are_drawn_with_row_1_on_top() -> None:
    assert [line.plain.rstrip() for line in draw_reeds(ONE, UNICODE)] == [
        "   a     b     c     d     e",
        "1 ███    ·     ·     ·     ·",
        "      +     +     +     +",
        "2  ·     ·     ·     ·     ·",
        "      +     +     +     +",
        "3  ·    █●█    ·     ·     ·",
        "      +     H     +     +",
        "4  ·     ·     ·     ·     ·",
        "      +     +     +     +",
        "5  ·     ·     ·     ·     ●",
    ]


def test_lights_are_letters_with_a_mark() -> None:
    rows = [line.plain for line in draw_lights(ONE, UNICODE)]
    assert rows[1].startswith("1 w ")  # white, dim
    assert rows[5][8:10] == "B~"  # blue, bright, pulse
    assert rows[6][11] == "G"


def test_simulated_board_shows_how_bright_each_led_is() -> None:
    board = replace(ONE, shown={"a1": (3, 3, 3), "b3": (0, 0, 255)})
    rows = [line.plain for line in draw_lights(board, UNICODE)]
    assert rows[1][4] == "░"
    assert rows[5][10] == "█"


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (200, 60), (81, 31)])
@pytest.mark.parametrize("floors", [1, 2, 3])
@pytest.mark.parametrize("encoding", ["utf-8", "ascii"])
def test_view_fills_the_terminal_exactly(
    size: tuple[int, int], floors: int, encoding: str
) -> None:
    boards = tuple(replace(ONE, floor=floor) for floor in range(1, floors + 1))
    lines = drawn(replace(SNAPSHOT, boards=boards), *size, encoding)
    assert len(lines) == size[1]
    assert max(map(len, lines)) <= size[0]
    assert lines[-1] == "Ctrl-C ends"
    text = "\n".join(lines)
    assert encoding == "utf-8" or text.isascii()
    for part in ("ready", "931", f"gaps {2 * floors}", "b3.cover closed"):
        assert part in text


@pytest.mark.parametrize("size", [(1, 1), (10, 3), (40, 10), (79, 23)])
def test_small_terminal_shows_what_fits(size: tuple[int, int]) -> None:
    lines = drawn(SNAPSHOT, *size)
    assert len(lines) <= size[1]
    assert max(map(len, lines)) <= size[0]


def test_reeds_that_chatter_come_first() -> None:
    text = "\n".join(drawn(SNAPSHOT))
    assert text.index("b3.cover 40 8 ms CHATTERED 2x") < text.index("done 90 120 ms")


def test_lost_board_and_problems_are_drawn() -> None:
    lost = replace(ONE, state=LinkState.LOST, cause="cable pulled or port gone")
    lines = drawn(replace(SNAPSHOT, boards=(lost,), problems=("/dev/ttyACM1: no",)))
    assert "floor 1 LOST cable pulled or port gone; waiting for board AB00000000000001" in lines
    assert "! /dev/ttyACM1: no" in lines


def test_no_board_yet_is_drawn() -> None:
    assert len(drawn(replace(SNAPSHOT, boards=()))) == 24


# Lines and documents.


def test_frames_are_lines_if_stdout_is_no_screen(
    cli: Cli, monkeypatch: pytest.MonkeyPatch
) -> None:
    CommandBench(monkeypatch, later=TAPS)
    code, out, _ = cli(*ON_DESK, "--seconds", "0.9")
    assert code == 0
    for part in ("> GREET", "< HELLO seq=0", "< SNAPSHOT", "< EVENTS", ":closed+0", "> SCENE"):
        assert part in out
    acks = [line.partition(" ")[2] for line in out.splitlines() if "ACK" in line]
    assert all(one != other for one, other in itertools.pairwise(acks))


def test_json_is_one_document_with_the_final_picture(
    cli: Cli, monkeypatch: pytest.MonkeyPatch
) -> None:
    CommandBench(monkeypatch, later=TAPS)
    document = cli(*ON_DESK, "--json", "--seconds", "1").document
    (board,) = document["boards"]
    assert document["events"] >= 1
    assert board["state"] == "ready"
    assert board["closed"]
    assert {reed["reed"] for reed in board["health"]} >= {tap.reed for tap in TAPS}
    assert set(board["counters"]) >= {"repeated", "gaps", "bad", "skipped", "lost"}
    assert board["counters"]["gaps"] == 0
    assert any(text in board["lights"].values() for text in ("white dim steady", "off"))


def test_ctrl_c_ends_json_with_the_document(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt() -> None:
        raise KeyboardInterrupt

    CommandBench(monkeypatch).at(1_000, interrupt)
    code, out, err = cli(*ON_DESK, "--json", "--seconds", "60")
    assert (code, err) == (0, "")
    document = json.loads(out)
    assert document["boards"][0]["state"] == "ready"
    assert document["seconds"] < 2


def test_screen_is_drawn_and_left_as_it_was(tmp_path: Path) -> None:
    with Terminal(tmp_path, "board", "watch", TERM="xterm") as terminal:
        terminal.wait("heistboard board watch", "moved by demo hands", "buttons", "track")
        terminal.wait("d2.cover closed")
        terminal.process.send_signal(signal.SIGINT)
        assert terminal.wait_end() == 0
        assert terminal.wait_for(lambda: b"\x1b[?1049l" in terminal.bytes)
    assert b"\x1b[?1049h" in terminal.bytes
    assert b"\x1b[?25h" in terminal.bytes


# Recordings.


def test_recording_plays_back_what_was_seen(
    cli: Cli, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    path = tmp_path / "recording"
    CommandBench(monkeypatch, later=TAPS)
    asked = (*ON_DESK, "--frames", "--record", str(path), "--seconds", "0.9")
    seen = cli(*asked).out.splitlines()
    code, out, _ = cli("board", "watch", "--replay", str(path))
    assert code == 0
    lines, _, picture = out.partition("\nboard ")
    # The last bytes may be in the file only.
    assert lines.splitlines()[: len(seen)] == seen
    assert "closed: " in picture
    document = cli("board", "watch", "--replay", str(path), "--json").document
    assert document["events"] == lines.count("opened+") + lines.count("closed+")
    assert picture.rstrip().endswith(", ".join(document["boards"][0]["closed"]))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "line 1: got '', expected 'heistboard recording 1'"),
        ("something else\n", "line 1: got 'something else', expected"),
        ("heistboard recording 1\n1 < zz\n", "line 2: got '1 < zz', expected a time, < or >"),
        ("heistboard recording 1\n1 > 00\n1 ? 00\n", "line 3: got '1 ? 00'"),
        ("heistboard recording 1\nsoon < 00\n", "line 2: got 'soon < 00'"),
        ("heistboard recording 1\n", "no board answers in this recording"),
        ("heistboard recording 1\n1 > 41\n2 < a50248000000\n", "no board answers"),
        ("\xff\xfe\x00", "line 1: got"),
    ],
)
def test_bad_recording_is_named_with_its_line(
    cli: Cli, tmp_path: Path, text: str, said: str
) -> None:
    path = tmp_path / "recording"
    path.write_text(text, encoding="latin-1")
    code, _, err = cli("board", "watch", "--replay", str(path))
    assert code == 1
    assert f"{path}: " in err
    assert said in err


def test_missing_recording_is_reported(cli: Cli, tmp_path: Path) -> None:
    code, _, err = cli("board", "watch", "--replay", str(tmp_path / "none"))
    assert code == 1
    assert "No such file" in err


def test_recording_overwrites_nothing(cli: Cli, tmp_path: Path) -> None:
    path = tmp_path / "recording"
    path.write_text("mine")
    code, _, err = cli("board", "watch", "--record", str(path))
    assert code == 1
    assert "already exists; choose another name" in err
    assert path.read_text() == "mine"


def test_recording_into_no_folder(cli: Cli, tmp_path: Path) -> None:
    assert cli("board", "watch", "--record", str(tmp_path / "no" / "file")).code == 1


def test_replay_needs_no_board(cli: Cli) -> None:
    code, _, err = cli("board", "watch", "--replay", "file", "--board", "sim")
    assert code == 1
    assert "leave --board out" in err
