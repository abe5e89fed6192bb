"""The text of a finished game that people give away."""

from pathlib import Path

import pytest
from heistboard.journal.game_text import JournalError, is_open, read, share
from heistboard.journal.store import Store
from heistboard.web import page_messages

from tests.support.car_thief import car_thief
from tests.support.command import Cli
from tests.support.reviewed import FOUND

AT = "2031-05-04T20:15:37+02:00"


def shared(folder: Path) -> str:
    """What is shared of a game that Anna and Boris played on this computer."""
    with Store(folder / "journal.sqlite", create=True) as store:
        with store.create(car_thief("").game.new(), AT) as journal:
            journal.note("sitters.thief", '["Anna"]', AT)
            journal.note("bot.police", "hunter", AT)
            journal.note("pencil.1.c3", "no", AT)
            for move in car_thief(FOUND).moves:
                journal.play(move, AT)
        stored = store.get(1)
    return share(stored.state, stored.summary.created)


def test_it_has_the_game_and_the_day_and_nothing_else(tmp_path: Path) -> None:
    header, _, moves = shared(tmp_path).partition("\n\n")
    assert header.splitlines() == [
        "heistboard journal 1",
        "game: car-thief",
        "rules: 1",
        "players: 2",
        "date: 2031-05-04",
        "outcome: police by arrest (CT-END-1)",
    ]
    told = car_thief(FOUND).told(None)
    assert moves.splitlines() == [f"{number} {each}" for number, each in enumerate(told, 1)]


def test_it_shows_the_same_review(tmp_path: Path) -> None:
    again = read(shared(tmp_path).encode()).state
    assert page_messages.review(1, again) == page_messages.review(1, car_thief(FOUND))


def test_a_garbled_date_is_left_out() -> None:
    assert "date" not in share(car_thief(FOUND), "Anna, at 20:15")


def test_an_unfinished_game_is_not_shared() -> None:
    state = car_thief("hide c3")
    assert not is_open(state)
    with pytest.raises(JournalError, match="not finished"):
        share(state, AT)


def test_the_command_writes_what_is_imported_again(cli: Cli, tmp_path: Path) -> None:
    cli.data.mkdir()
    text = shared(cli.data)
    file = str(tmp_path / "game.txt")
    assert cli("journal", "share", "1").out == text
    assert cli("journal", "share", "1", file).out == (
        f"game 1 is in {file}, without names and times\n"
    )
    assert Path(file).read_text() == text
    assert cli("journal", "share", "1", "--json").document == {"id": 1, "file": None, "text": text}
    assert cli("journal", "import", file).code == 0
    reviews = [cli("review", each, "--json").document["review"] for each in ("1", "2")]
    assert reviews[0] == reviews[1]
    assert cli("journal", "share", "2").out == text


def test_the_command_refuses_what_goes_on(cli: Cli) -> None:
    cli.data.mkdir()
    with Store(cli.data / "journal.sqlite", create=True) as store:
        store.add(car_thief("hide c3"), AT)
    result = cli("journal", "share", "1")
    assert result.code == 1 and "not finished" in result.err and "c3" not in result.err
    assert cli("journal", "share", "x").code == 2


def test_a_finished_game_is_open_where_nothing_stays_secret() -> None:
    assert is_open(car_thief(FOUND))
