"""``heistboard statistics``."""

import pytest
from heistboard.journal.store import Store

from tests.support.car_thief import car_thief
from tests.support.command import Cli
from tests.support.reviewed import AT, FOUND


@pytest.fixture
def kept(cli: Cli) -> Cli:
    """Game 1 is over, game 2 too and with the computer, game 3 goes on."""
    cli.data.mkdir()
    state = car_thief(FOUND)
    with Store(cli.data / "journal.sqlite", create=True) as store:
        for bot in ("", "hunter"):
            with store.create(state.game.new(), AT) as journal:
                journal.note("sitters.thief", '["Anna"]', AT)
                journal.note("bot.police", bot, AT)
                for move in state.moves:
                    journal.play(move, AT)
        store.add(car_thief("hide c3"), AT)
    return cli


def test_it_counts_by_side_length_and_nickname(kept: Cli) -> None:
    code, out, _ = kept("statistics", "--lang", "en")
    assert code == 0
    assert out.splitlines() == [
        "Car Thief. Games: 2",
        "  People among themselves. Games: 1",
        "    Thief: won 0 of 1 (0%)",
        "    Police: won 1 of 1 (100%)",
        "    Rounds: usually 5, from 5 to 5",
        "    Best moment (Game 1): The pink helicopter found the car under d2: of 36 possible "
        "trails, 6 led there.",
        "    Anna: won 0 of 1 (0%). Thief: 0 of 1",
        "  With the computer. Games: 1",
        "    Thief: won 0 of 1 (0%)",
        "    Police: won 1 of 1 (100%)",
        "    People: won 0 of 1 (0%)",
        "    Rounds: usually 5, from 5 to 5",
        "    Best moment (Game 2): The pink helicopter found the car under d2: of 36 possible "
        "trails, 6 led there.",
        "    Anna: won 0 of 1 (0%). Thief: 0 of 1",
    ]


def test_it_speaks_russian(kept: Cli) -> None:
    out = kept("statistics", "car-thief", "--lang", "ru").out
    assert "Полиция: побед 1 из 1 (100\u202f%)" in out and "Раунды: обычно 5" in out


def test_its_document_has_no_unfinished_game(kept: Cli) -> None:
    document = kept("statistics", "--json", "--lang", "en").document
    (game,) = document["games"]
    assert document["left_out"] == 0 and game["game"] == "car-thief" and game["played"] == 2
    assert game["people"]["people"][0]["nickname"] == "Anna"
    assert game["people"]["best"]["game"] == 1 and game["computer"]["people_won"] == 0
    assert "c3" not in kept("statistics", "--json").out


def test_without_a_game_it_says_so(cli: Cli) -> None:
    assert cli("statistics", "--lang", "en")[:2] == (0, "No game has been finished yet.\n")
    assert cli("statistics", "--json").document == {"games": [], "left_out": 0}


def test_wrong_usage_is_named(kept: Cli) -> None:
    wrong = kept("statistics", "chess")
    assert wrong.code == 2 and "chess" in wrong.err
    assert kept("statistics", "--lang", "tlh").code == 2
    assert kept("statistics", "car-thief", "more").code == 2


def test_what_is_damaged_is_counted_as_left_out(kept: Cli) -> None:
    with Store(kept.data / "journal.sqlite") as store:
        store._db.execute("UPDATE entries SET move = 'x' WHERE game = 2 AND number = 9")
    out = kept("statistics", "--lang", "en").out
    assert "Car Thief. Games: 1" in out and "not installed: 1" in out


def test_what_is_forgotten_is_not_counted(kept: Cli) -> None:
    assert "Games: 2" in kept("statistics", "--lang", "en").out
    assert kept("journal", "forget", "1", "2", "--yes").code == 0
    assert kept("statistics", "--lang", "en").out == "No game has been finished yet.\n"
    assert not any(b"Anna" in file.read_bytes() for file in kept.data.iterdir())
