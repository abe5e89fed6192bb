"""After an internal error the game continues, and no report gives a secret away."""

import stat
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from heistboard.app import Daemon, Settings, Status, running_table, trouble_log
from heistboard.app.control import Client, Control, Refused
from heistboard.app.daemon import Trouble
from heistboard.app.requests import Requests
from heistboard.games.car_thief.gestures import CarThiefGestures
from heistboard.games.car_thief.hints import Hints
from heistboard.places import layout
from heistboard.words import LANGUAGES, Words

from tests.support.fed_table import show_reeds

THIEF, POLICE = 0, 1
PLACED = ("x11", "x12", "x44")
WITHIN_S = 10.0


class Listeners:
    """A daemon, what its listeners hear, and a board whose reeds the test sets."""

    def __init__(self, folder: Path) -> None:
        self.heard: list[Status] = []
        self.folder = folder
        self.closed = {f"{cell}.cover" for cell in layout.CELLS}
        settings = Settings("car-thief", table_options={"thief-seconds": "0"})
        self.daemon = Daemon(folder / "journal.sqlite", settings, list)
        self.daemon.listeners.append(self.heard.append)

    def see(self, *, is_jump: bool = False) -> Status:
        def do() -> None:
            show_reeds(self.daemon, self.closed, is_jump=is_jump)

        self.daemon.call(do)
        return self.daemon.status()

    def reed(self, name: str, *, is_closed: bool) -> Status:
        (self.closed.add if is_closed else self.closed.discard)(name)
        return self.see()

    def hide(self) -> None:
        """Places the helicopters; afterwards, eyes are closed."""
        self.see(is_jump=True)
        for colour, crossing in zip(("green", "yellow", "pink"), PLACED, strict=True):
            self.daemon.say(POLICE, f"place {colour} {crossing}")
            self.closed.add(f"{crossing}.occupant")
        self.see(is_jump=True)
        self.daemon.press("done")
        assert self.daemon.status().is_secret

    def until_ask(self, ask: str) -> Status:
        due_s = time.monotonic() + WITHIN_S
        while (status := self.daemon.status()).ask.id != ask:
            assert time.monotonic() < due_s, status.ask
            time.sleep(0.01)
        return status

    @property
    def log(self) -> str:
        path = self.folder / trouble_log.FILE
        return path.read_text() if path.exists() else ""


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Listeners]:
    made = Listeners(tmp_path)
    with made.daemon:
        yield made


def test_error_inside_a_gesture_does_not_end_the_game(
    room: Listeners, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    room.see(is_jump=True)

    def fail(*_: object, **__: object) -> None:
        raise KeyError("c3.occupant")

    monkeypatch.setattr(running_table, "RETRY_MS", 20)
    with monkeypatch.context() as patch:
        patch.setattr(CarThiefGestures, "_read", fail)
        assert room.reed("x22.occupant", is_closed=True).ask.id == "trouble.table"
    assert room.until_ask("setup.place").view["moves"] == [
        "place green x22"
    ]  # the cover was still off
    assert "KeyError < test_trouble.py" in room.log and "gestures.py" in room.log
    assert "occupant" not in room.log and capfd.readouterr() == ("", "")
    assert stat.S_IMODE((room.folder / trouble_log.FILE).stat().st_mode) == 0o600


@pytest.mark.parametrize("language", LANGUAGES)
def test_public_report_is_one_sentence_that_says_what_to_do(
    room: Listeners, language: str
) -> None:
    words = Words(language)
    for ask in ("trouble.table", "trouble.journal"):
        said = words.shown(room.daemon.status().ask._replace(id=ask, words={}), {})
        assert said.endswith(".") and len(said) > 20


def test_caller_gets_one_constant_message(
    room: Listeners, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise ValueError("the car is in c3")

    monkeypatch.setattr(CarThiefGestures, "say", fail)
    with pytest.raises(Trouble) as told:
        room.daemon.say(POLICE, "place green x11")
    assert str(told.value) == "something went wrong inside heistboard; nothing was done"
    with Control(Requests(room.daemon), room.folder), Client(room.folder) as client:
        with pytest.raises(Refused) as refused:
            client.ask("say", seat=POLICE, text="place green x11")
        assert str(refused.value) == (
            "something went wrong inside heistboard; nothing was done; trouble.log in the data "
            "folder says where"
        )
    assert room.log.count("ValueError < ") == 2 and "c3" not in room.log


def test_trouble_of_hidden_hands_is_not_told_publicly(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = []
    honest = CarThiefGestures._look_closed
    for cell, is_broken in (("c3", False), ("c3", True), ("b2", True)):
        folder = tmp_path / f"{cell}{is_broken}"
        folder.mkdir()
        room = Listeners(folder)

        def look(self: CarThiefGestures, now_ms: int, *, cell: str = cell) -> None:
            if f"{cell}.occupant" in self._picture:
                raise KeyError(f"{cell}.occupant")
            honest(self, now_ms)

        with room.daemon, monkeypatch.context() as patch:
            room.hide()
            room.reed(f"{cell}.cover", is_closed=False)
            known = len(room.heard)
            if is_broken:
                patch.setattr(CarThiefGestures, "_look_closed", look)
            room.reed(f"{cell}.occupant", is_closed=True)
            seat = room.daemon.seat_view(THIEF)
            assert seat.get("trouble") == ("table" if is_broken else None)
            assert "trouble" not in room.daemon.seat_view(POLICE)
            news = [each._replace(number=0, eyes_closed=None) for each in room.heard[known:]]
            told.append((news, room.daemon.status().ask))
            assert room.log.count("KeyError") >= is_broken and cell not in room.log
    assert told[0] == told[1] == told[2]


def test_trouble_of_hidden_hands_is_not_told_when_eyes_open(
    room: Listeners, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise KeyError("c3.cover")

    monkeypatch.setattr(running_table, "RETRY_MS", 1_000_000)
    room.hide()
    with monkeypatch.context() as patch:
        patch.setattr(CarThiefGestures, "_look_closed", fail)
        room.reed("c3.cover", is_closed=False)
    assert room.daemon.seat_view(THIEF)["trouble"] == "table"
    room.daemon.correct("hide c3")
    status = room.daemon.status()
    assert not status.is_secret and status.ask.id != "trouble.table"


def test_hints_that_cannot_be_made_are_left_out(
    room: Listeners, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise KeyError("c3")

    monkeypatch.setattr(Hints, "document", fail)
    room.daemon.set_hints("odds")
    room.daemon.say(POLICE, "place green x11")
    assert room.daemon.status().hints == {"grade": "off"}
    assert room.daemon.status().view["moves"] == ["place green x11"] and "KeyError" in room.log
