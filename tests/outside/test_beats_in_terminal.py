"""A window's beat on the terminal: seconds, who has said Stop, and what is typed for it."""

from pathlib import Path

from heistboard.table.beat import STOP_MS
from heistboard.terminal.game_screen import ScreenState, draw, lines_between
from heistboard.terminal.help_screen import help_lines
from heistboard.terminal.typed_commands import TypedCommands
from heistboard.words import Words

from tests.outside.beats import BeatTable

EN = Words("en")


def test_seconds_and_stops_are_drawn(tmp_path: Path) -> None:
    with BeatTable(tmp_path, is_heard=False) as game:
        before = ScreenState(game.status)
        assert not any("for answers" in line.plain for line in draw(before, EN, 100, 40))
        game.open_window()
        opened = ScreenState(game.status, beat_s=3)
        for height in (40, 10):
            shown = [line.plain for line in draw(opened, EN, 100, height)]
            assert "3 s for answers. stop SEAT holds it for 30 s." in shown
        assert any("stop p2" in line for line in help_lines(opened, EN))
        said = [line for line in lines_between(before, opened, EN) if "Seconds to answer" in line]
        assert len(said) == 1 and said[0].endswith(": 3.")
        assert not any("answer" in line for line in lines_between(opened, opened, EN))
        game.table.stop(2)
        held = ScreenState(game.status, beat_s=STOP_MS // 1000)
        assert "Player 3 says Stop: 30 seconds." in lines_between(opened, held, EN)
        assert "Stop was said by Player 3." in [line.plain for line in draw(held, EN, 100, 40)]


def test_stop_is_typed_for_a_seat_without_a_page(tmp_path: Path) -> None:
    with BeatTable(tmp_path, is_heard=False) as game:
        typed = TypedCommands(game.table, EN, has_page=lambda seat: seat == "p4")
        assert "not a move" in typed.do("stop p2", game.status)  # no window is open
        game.open_window()
        assert typed.do("stop p2", game.status) == ""
        assert game.status.beat is not None and game.status.beat.stopped == ("p2",)
        assert typed.do("stop p2", game.status).startswith("Stop holds nothing now")
        assert "p1, p2, p3, p4" in typed.do("stop p9", game.status)
        assert "p1, p2, p3, p4" in typed.do("stop", game.status)
        assert "page" in typed.do("stop p4", game.status)
        assert game.status.beat.stopped == ("p2",)
