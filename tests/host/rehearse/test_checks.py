"""The checks of ``expect``, for any game."""

from pathlib import Path
from typing import Any, cast

import pytest
from heistboard.rehearse.checks import CheckFailed, Checks
from heistboard.rehearse.light_watcher import LightWatcher
from heistboard.rehearse.rehearsed_table import RehearsedTable
from heistboard.rehearse.script import read
from heistboard.sim.virtual_time import VirtualTime

from tests.support.command import Cli

SEATS = {
    "thief": {
        "view": {"round": 2, "free": ["a1", "b1"], "name": "2", "none": None},
        "legal": ["hide a1", "hide b1"],
        "prompt": {"number": 4, "ask": {"id": "hide", "words": {}}, "moves": []},
    },
    "table": {
        "view": {"round": 2},
        "legal": [],
        "prompt": {"number": 1, "ask": {"id": "wait", "words": {}}, "moves": []},
    },
}


class FakeTable:
    is_running = True

    def __init__(self, turn: list[str]) -> None:
        self._turn = turn

    def status(self) -> dict[str, Any]:
        return {"turn": self._turn, "phase": "restore"}

    def ask(self, do: str, *, seat: str) -> dict[str, Any]:
        assert do == "seat"
        return SEATS[seat]


def check(line: str, turn: tuple[str, ...] = ("thief",)) -> str:
    """Returns what was seen instead, or an empty string if the check passes."""
    script = read(f"game car-thief\nexpect {line}\n", "a.txt")
    table, watcher = FakeTable(list(turn)), cast(LightWatcher, None)
    try:
        Checks(script, cast(RehearsedTable, table), watcher, VirtualTime()).check(script.acts[0])
    except CheckFailed as failed:
        return failed.seen
    return ""


@pytest.mark.parametrize(
    ("line", "seen"),
    [
        ("prompt thief hide", ""),
        ("prompt table wait", ""),
        ("prompt table hide", "wait"),
        ("legal thief hide b1", ""),
        ("legal thief hide c1", "hide a1, hide b1"),
        ("legal table hide a1", "none"),
        ("view thief round 2", ""),
        ("view table round 2", ""),
        ("view thief round 3", "2"),
        ("view thief name 2", ""),
        ("view thief name '\"2\"'", ""),
        ("view thief none null", ""),
        ("""view thief free '["a1", "b1"]'""", ""),
        ("view thief free a1", '["a1", "b1"]'),
        ("view table free 1", "only round"),
    ],
)
def test_expect_of_what_a_seat_is_shown(line: str, seen: str) -> None:
    assert check(line) == seen


def test_any_seat_whose_phase_it_is() -> None:
    assert check("seat police", ("thief", "police")) == ""
    assert check("seat police", ()) == "nobody"
    assert check("seat police") == "thief"


def test_phase_of_the_table_passes_as_the_games() -> None:
    assert (check("phase restore"), check("phase eyes-closed")) == ("", "")
    assert check("phase police") == "restore"


def test_seats_are_looked_at_in_a_rehearsal(cli: Cli, tmp_path: Path) -> None:
    path = tmp_path / "script.txt"
    acts = (
        "expect prompt police setup.place",
        "expect legal police place green x11",
        "say police place green x11",
        "expect view table players 2",
        """expect view thief helicopters '{"green": "x11", "yellow": null, "pink": null}'""",
        "expect legal thief hide a1",
    )
    path.write_text("\n".join(("game car-thief players=2 thief-seconds=1", *acts)))
    code, _, err = cli("rehearse", str(path))
    assert code == 1
    assert f"{path}:7: expected legal thief hide a1, seen none" in err
