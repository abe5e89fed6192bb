"""The daemon tells others nothing secret about a seat."""

from pathlib import Path

import pytest
from heistboard.app import Daemon, Settings, Status, running_table
from heistboard.games.plain_gestures import PlainGestures

from tests.support import doors
from tests.support.fed_table import show_reeds


@pytest.mark.parametrize("said", [(), (1,), (0, 2)])
def test_host_is_not_told_which_seats_have_answered_in_a_window(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, said: tuple[int, ...]
) -> None:
    doors.install(monkeypatch)
    with Daemon(tmp_path / "journal.sqlite", Settings("doors", 3, seed=1), list) as daemon:
        for seat in said:
            daemon.say(seat, f"p{seat + 1} open a1")
        assert daemon.with_seats(lambda facts: facts.private) == (True,) * 3


@pytest.mark.parametrize("does", ["nothing", "answers", "pencils"])
def test_public_trouble_stays_when_a_seat_answers_in_secret(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, does: str
) -> None:
    doors.install(monkeypatch)
    monkeypatch.setattr(running_table, "RETRY_MS", 1_000_000)
    honest = PlainGestures.look

    def look(self: PlainGestures, picture: frozenset[str], *args: int, **words: bool) -> None:
        if "x22.occupant" in picture:
            raise KeyError("x22.occupant")
        honest(self, picture, *args, **words)

    monkeypatch.setattr(PlainGestures, "look", look)
    heard: list[Status] = []
    with Daemon(tmp_path / "journal.sqlite", Settings("doors", 3, seed=1), list) as daemon:

        def see(*closed: str) -> None:
            show_reeds(daemon, closed, is_jump=False)

        daemon.call(see)
        daemon.call(lambda: see("x22.occupant"))
        assert daemon.status().ask.id == "trouble.table"
        daemon.listeners.append(heard.append)
        if does == "answers":
            daemon.say(1, "p2 open a1")
        elif does == "pencils":
            daemon.pencil(1, "a1", "no")
        assert daemon.status().ask.id == "trouble.table"
        assert all(status.ask.id == "trouble.table" for status in heard)
