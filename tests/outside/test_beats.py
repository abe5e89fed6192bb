"""Beats and Stops of Lanterns' windows, in virtual time."""

import json
from pathlib import Path
from typing import Any

import pytest
from heistboard.app.game_notes import NoteRefused
from heistboard.app.referee import StaleAnswer
from heistboard.journal.errors import StoreError
from heistboard.places.scene import REFUSED, Pattern
from heistboard.rules import TABLE
from heistboard.table.beat import STOP_MS
from heistboard.table.table import NotNow, NotYourTurn
from heistboard.web import window_requests
from heistboard.web.sockets import SocketRequest

from tests.outside.beats import BEATS, STEP_MS, BeatTable, deal

STREETS = ("calm", "wind")


@pytest.fixture(params=STREETS)
def street(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """What all street cards say; p1 is the traitor, all cards are cloaks."""
    name = str(request.param)
    deal(monkeypatch, street=name)
    return name


def test_silence_passes_at_the_end_of_the_beat_in_one_step(tmp_path: Path, street: str) -> None:
    with BeatTable(tmp_path) as game:
        game.open_window()
        beat = game.status.beat
        assert beat is not None
        assert (beat.kind, beat.span.least_ms) == (street, STEP_MS[street])
        before, writes = game.moves, game.count_writes()
        game.wait(STEP_MS[street] - 1)
        assert game.moves == before and game.status.phase == "window"
        game.wait(1)
        assert game.moves[len(before) :] == ["p2 pass", "p3 pass", "p4 pass"]
        assert len(writes) == 1
        assert game.status.phase == "carry" and game.status.beat is None


def test_a_beat_never_ends_early_and_tells_no_pass(tmp_path: Path, street: str) -> None:
    with BeatTable(tmp_path) as game:
        game.open_window()
        sent = {seat: len(heard) for seat, heard in game.sent.items()}
        for seat in (3, 1, 2):
            game.table.say(seat, f"p{seat + 1} pass")
            assert game.seat(seat)["passed"] is True
            assert game.seat(seat)["legal"] == []
        assert {seat: len(game.sent[seat]) - sent[seat] for seat in sent} == {
            **{0: 0, TABLE: 0},
            **dict.fromkeys((1, 2, 3), 1),
        }
        assert game.table.due_ms == STEP_MS[street]
        game.wait(STEP_MS[street] - 1)
        assert game.status.phase == "window"
        game.wait(1)
        assert game.moves[-3:] == ["p2 pass", "p3 pass", "p4 pass"]


def test_a_window_waits_while_the_board_is_not_right(tmp_path: Path, street: str) -> None:
    with BeatTable(tmp_path, has_board=True) as game:
        game.room.come()
        game.room.reed("x22.occupant")
        game.open_window()
        assert game.status.sync == "desync" and game.status.beat is None
        game.wait(60_000)
        assert game.status.phase == "window"
        game.room.reed("x22.occupant", is_closed=False)
        game.room.reed("x23.occupant")
        begun_ms = game.room.now_ms
        assert game.status.beat is not None
        game.table.say(1, "p2 pass")
        game.wait(1_000)
        game.room.reed("x23.occupant", is_closed=False)  # somebody lifts the lantern
        game.wait(60_000)
        assert game.status.beat is None and game.seat(1)["passed"] is True
        game.room.reed("x23.occupant")
        assert game.table.due_ms == game.room.now_ms + STEP_MS[street] > begun_ms + 60_000
        game.wait(STEP_MS[street])
        assert game.status.phase == "carry"


@pytest.mark.parametrize(("beats", "is_said"), [(BEATS, False), ({}, True)])
def test_the_voice_speaks_of_no_window_that_has_a_beat(
    tmp_path: Path, beats: dict[str, str], is_said: bool
) -> None:
    with BeatTable(tmp_path, table_options=beats) as game:
        game.open_window()

        def said() -> list[str]:
            return [ask.id for _, status in game.statuses for ask in status.spoken]

        assert ("window.wait" in said()) is is_said
        count = said().count("window.wait")
        game.table.press("help")
        assert said().count("window.wait") == count + 1


def test_a_device_says_stop_only_for_seats_that_it_acts_for(tmp_path: Path) -> None:
    with BeatTable(tmp_path) as game:
        game.open_window()
        beat = game.status.beat
        assert beat is not None
        table: Any = game.table

        def say(text: str, *acts: int) -> bool:
            request = SocketRequest(1, text, (game.status.game, 0))
            return window_requests.stop(table, acts, request)

        assert not say("p2 pass", 1)
        for text, error in (
            (f"stop p2 {beat.window}", NotYourTurn),
            (f"stop p9 {beat.window}", NotYourTurn),
            ("stop p3 ²", NotNow),
            (f"stop p3 {beat.window + 1}", NotNow),
        ):
            with pytest.raises(error):
                say(text, 2, 3)
        assert say(f"stop p4 {beat.window}", 2, 3)
        assert game.status.beat is not None and game.status.beat.stopped == ("p4",)


def test_the_rim_breathes_while_a_beat_runs(tmp_path: Path) -> None:
    with BeatTable(tmp_path) as game:
        game.open_window()
        before = game.status.scene
        assert before["r11"].pattern is Pattern.PULSE
        game.table.say(1, "p2 pass")
        assert game.status.scene == before
        game.wait(5_000)
        assert "r11" not in game.status.scene


def test_a_pass_is_final(tmp_path: Path) -> None:
    with BeatTable(tmp_path) as game:
        game.open_window()
        at = game.at(1)
        game.table.say(1, "p2 pass", at)
        for text in ("p2 pass", f"p2 play {game.card(1)}"):
            with pytest.raises(NotYourTurn):
                game.table.say(1, text)
            with pytest.raises((NotYourTurn, StaleAnswer)):
                game.table.say(1, text, at)
        assert not game.table._referee.table.press("undo", game.room.now_ms)


def test_a_card_ends_the_window_at_once(tmp_path: Path) -> None:
    with BeatTable(tmp_path) as game:
        game.open_window()
        game.table.say(1, "p2 pass")
        game.wait(700)
        game.table.say(2, f"p3 play {game.card(2)}")
        assert game.status.phase == "carry" and game.status.beat is None
        assert "p2 pass" not in game.moves
        assert "passed" not in game.seat(1)


def test_a_window_that_waits_for_all_ends_with_the_last_answer(tmp_path: Path) -> None:
    with BeatTable(tmp_path, table_options={}) as game:
        game.open_window()
        assert game.status.beat is None and game.table.due_ms is None
        game.wait(3_600_000)
        for seat in (3, 1):
            game.table.say(seat, f"p{seat + 1} pass")
        assert game.status.phase == "window"
        game.table.say(2, "p3 pass")
        assert game.status.phase == "carry"
        assert game.moves[-3:] == ["p4 pass", "p2 pass", "p3 pass"]


def test_the_first_window_of_a_game_waits_for_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Here a game in which nothing has been played publicly before it.
    monkeypatch.setattr("heistboard.app.referee._count_dealt", lambda state: 99)
    with BeatTable(tmp_path) as game:
        game.open_window()
        assert game.status.beat is None and game.table.due_ms is None


@pytest.mark.parametrize(("value", "ms"), [("0", 0), ("0.5", 500), ("30", 30_000)])
def test_the_table_chooses_beats_before_and_during_a_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, value: str, ms: int
) -> None:
    deal(monkeypatch)
    with BeatTable(tmp_path) as game:
        game.open_window()
        game.table.set_window_option("beat-calm", value)  # for the next window
        assert game.status.windows == {**BEATS, "beat-calm": value, "stops": "4"}
        game.wait(3_000)
        now_ms = game.room.now_ms
        game.open_window("carry x33")
        game.wait(max(0, ms - 1))
        assert (game.status.phase == "window") is (ms > 0)
        game.wait(1)
        assert game.status.phase == "carry" and game.room.now_ms == now_ms + max(ms, 1)
        for name, wrong in (("beat-calm", "31"), ("beat-calm", "-1"), ("beat-fog", "3")):
            with pytest.raises(NoteRefused):
                game.table.set_window_option(name, wrong)
        again = game.table._referee.again(game.table._settings)
        assert again.table_options == {**BEATS, "beat-calm": value, "stops": 4}


def test_after_a_kill_the_beat_starts_anew_and_stops_stay_said(tmp_path: Path) -> None:
    with BeatTable(tmp_path) as game:
        game.open_window()
        game.table.set_window_option("stops", "1")
        game.table.stop(3)
        game.table.say(1, "p2 pass")
        game.wait(STOP_MS - 1)
        number, window = game.status.game, game.status.beat
        moves = game.moves
    with BeatTable(tmp_path, resume=number, players=None, table_options={}) as again:
        beat = again.status.beat
        assert beat is not None and window is not None
        assert beat.window > window.window  # a Stop for the one before holds nothing
        assert (beat.span.least_ms in STEP_MS.values()) and beat.stopped == ()
        assert beat.stops_left == (1, 1, 1, 0)
        assert again.moves == moves and "passed" not in again.seat(1)
        with pytest.raises(NotNow):
            again.table.stop(3)
        again.wait(beat.span.least_ms)
        assert again.status.phase == "carry"


def test_what_cannot_be_saved_has_not_happened(tmp_path: Path, street: str) -> None:
    def full(*_: object, **__: object) -> None:
        raise StoreError("the disk is full")

    with BeatTable(tmp_path) as game:
        game.open_window()
        journal, before = game.table._referee.journal, game.status.beat
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(journal, "write_all", full)
            with pytest.raises(StoreError):
                game.table.stop(2)
            assert game.status.beat == before
            game.table.say(1, "p2 pass")  # kept, not written
            game.wait(STEP_MS[street])
            assert game.status.phase == "window" and game.status.ask.id == "trouble.journal"
        game.wait(1_000)
        assert game.status.phase == "carry"
        assert game.moves[-3:] == ["p2 pass", "p3 pass", "p4 pass"]


# Stop.


def test_stop_holds_the_window_and_is_told_by_name(tmp_path: Path, street: str) -> None:
    with BeatTable(tmp_path) as game:
        game.open_window()
        game.wait(1_000)
        before = game.status.beat
        game.table.stop(2)
        beat = game.status.beat
        assert before is not None and beat is not None
        assert (beat.window, beat.part) == (before.window, before.part + 1)
        assert (beat.stopped, beat.stops_left) == (("p3",), (4, 4, 3, 4))
        assert [ask for _, status in game.statuses for ask in status.spoken][-1] == (
            "window.stop",
            {"seat": "p3"},
        )
        game.wait(STOP_MS - 1)
        assert game.status.phase == "window"
        game.wait(1)
        assert game.status.phase == "carry" and game.moves[-1] == "p4 pass"


def test_a_hand_says_stop_at_the_board_for_whom_the_game_says(tmp_path: Path) -> None:
    with BeatTable(tmp_path, has_board=True, table_options=dict.fromkeys(BEATS, "10")) as game:
        game.room.come()
        game.room.reed("x22.occupant")
        game.wait(1_000)
        game.table.say(0, "carry x23")
        game.room.reed("x22.occupant", is_closed=False)
        game.room.reed("x23.occupant")

        def hold(cell: str, ms: int) -> None:
            game.wait(400)
            game.room.reed(f"{cell}.occupant")
            game.wait(ms)
            game.room.reed(f"{cell}.occupant", is_closed=False)

        hold("b1", 300)
        hold("e1", 1_000)
        beat = game.status.beat
        assert beat is not None and not beat.stopped
        hold("b1", 1_000)
        beat = game.status.beat
        assert beat is not None and beat.stopped == ("p2",)
        assert beat.stops_left == (4, 3, 4, 4) and game.status.scene["r11"] != REFUSED
        hold("b1", 1_000)
        assert game.status.beat == beat and game.status.scene["r11"] == REFUSED
        assert game.table._referee.table.gestures.stop is None


def test_stop_is_said_once_a_window_and_seat_and_so_often_a_game(
    tmp_path: Path, street: str
) -> None:
    with BeatTable(tmp_path, table_options={**BEATS, "stops": 2}, options={"turns": 4}) as game:
        for turn, place in enumerate(("x23", "x33", "x32")):
            game.open_window(f"carry {place}")
            for seat in (1, 3):
                if turn < 2:
                    game.table.stop(seat)
                with pytest.raises(NotNow):
                    game.table.stop(seat)
            game.wait(STOP_MS)
            assert game.status.phase != "window"
        with pytest.raises(NotNow):
            game.table.stop(2)  # there is no window


def test_stop_for_another_window_or_game_holds_nothing(tmp_path: Path) -> None:
    with BeatTable(tmp_path) as game:
        game.open_window()
        window = game.status.beat and game.status.beat.window
        game.wait(5_000)
        game.open_window("carry x33")
        with pytest.raises(NotNow):
            game.table.stop(2, window)
        with pytest.raises(StaleAnswer):
            game.table.stop(2, None, game.status.game + 1)
        assert game.status.beat is not None and game.status.beat.stopped == ()


# Wishes.


@pytest.mark.parametrize(
    ("wish", "is_quiet"),
    [("always", False), ("never", True), ("own", True), ("calm", False), ("own wind", True)],
)
def test_a_wish_quiets_only_its_own_seat(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, wish: str, is_quiet: bool
) -> None:
    deal(monkeypatch)
    with BeatTable(tmp_path) as game:
        sent = {seat: list(heard) for seat, heard in game.sent.items()}
        game.table.set_wish(2, wish)
        game.open_window()
        assert game.seat(2).get("quiet", False) is is_quiet
        assert game.seat(2)["legal"] == ["p3 play cloak", "p3 pass"]  # it may answer all the same
        assert not any("quiet" in game.seat(seat) for seat in (0, 1, 3))
        for seat in (0, 1, 3, TABLE):
            news = game.sent[seat][len(sent[seat]) :]
            assert not any('"quiet"' in each for _, each in news)
            assert not any(
                wish in json.dumps(json.loads(each).get("seat")) for _, each in news
            ) or (wish in ("always", "calm"))
        with pytest.raises(NoteRefused):
            game.table.set_wish(2, "fog")


def test_where_a_window_waits_for_all_a_quiet_seat_passes_with_the_last_answer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    deal(monkeypatch)
    with BeatTable(tmp_path, table_options={}) as game:
        for seat in (1, 2):
            game.table.set_wish(seat, "own")
        game.open_window()
        game.wait(60_000)
        assert game.status.phase == "window"
        game.table.say(3, "p4 pass")
        game.wait(0)
        assert game.status.phase == "carry" and game.room.now_ms == 60_000
        assert game.moves[-3:] == ["p4 pass", "p2 pass", "p3 pass"]
        game.open_window("carry x33")  # of p2, whom it does not ask
        for seat in (0, 3):
            game.table.say(seat, f"p{seat + 1} pass")
        game.wait(0)
        assert game.status.phase == "carry"
