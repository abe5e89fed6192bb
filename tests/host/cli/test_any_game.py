"""Every command with an unknown game, and with a broken one installed."""

import json
import subprocess
import sys
from argparse import Namespace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from heistboard import games
from heistboard.app import Lobby, Settings
from heistboard.boards.data_folder import DataFolder
from heistboard.cli.arguments import parse
from heistboard.cli.play_settings import settings_of
from heistboard.journal.game_text import read, write
from heistboard.journal.store import Store
from heistboard.rules.testing import walk

from tests.support import raffle
from tests.support.command import Cli, environment

BROKEN = "broken cannot be loaded: ModuleNotFoundError in tests.support.nothing:PACKAGE"
MOVES = ("p2 red", "p1 red", "p3 blue", "draw red")
TROUBLED = 'say "hi": [bold]one[/bold]\n two\x1b'  # a note with markup and control characters


@pytest.fixture(autouse=True)
def installed(monkeypatch: pytest.MonkeyPatch) -> None:
    raffle.install(monkeypatch, broken="tests.support.nothing:PACKAGE")


def settings(cli: Cli, *arguments: str) -> Settings:
    """Returns the settings of `play`."""
    args = parse(("play", *arguments, "--data", str(cli.data)))
    return settings_of(args, DataFolder(args.data))[0]


def add(cli: Cli, *moves: str, note: str = "") -> None:
    """Adds a game of three players to the journal."""
    cli.data.mkdir(exist_ok=True)
    state = games.load("raffle").new(3, note=note)
    for move in moves:
        state.push(move)
    with Store(cli.data / "journal.sqlite", create=True) as store:
        store.add(state, "2031-05-04")


@pytest.mark.parametrize("seed", range(5))
def test_the_game_keeps_the_contract(seed: int) -> None:
    state = games.load("raffle").new(3)
    assert len(list(walk(state, Random(seed), ("p1", "draw", "?")))) == 5


# The list of games.


def test_games_lists_options_decks_claims_and_what_is_broken(cli: Cli) -> None:
    lines = cli("games").out.splitlines()
    assert lines[lines.index("raffle  Raffle, 2 to 4 players") :] == [
        "raffle  Raffle, 2 to 4 players",
        "    seats: p1, p2, p3, p4",
        "    note: what it is for; a text like 'for a cause', else ''",
        "    loud: whether everybody must bet; False or True, else False",
        "    mood: how people feel; good or very good, else good",
        "    beat: seconds between two bets; 1..5, else 3",
        "    urn: the balls; host or hands deal",
        "    wheel: the wheel of fortune; the host deals",
        "    has: commands",
        f"broken: {BROKEN}; update its package or remove it",
    ]
    document = cli("games", "--json").document
    assert document["broken"] == {"broken": f"{BROKEN}; update its package or remove it"}
    _, ours, _, other = document["games"]
    # Car Thief needs nothing printed on paper.
    assert [what for what, is_so in ours["has"].items() if not is_so] == ["sheets"]
    assert [what for what, is_so in other["has"].items() if is_so] == ["commands"]
    assert other["seats"] == ["p1", "p2", "p3", "p4"]
    assert other["options"]["note"] == {
        "values": ["", "for a cause"],
        "default": "",
        "help": "what it is for",
        "is_text": True,
        "range": "a text like 'for a cause'",
    }
    assert other["table_options"]["beat"]["values"] == [1, 2, 3, 4, 5]
    assert other["decks"]["urn"] == {"help": "the balls", "can_be_real": True}


def test_game_that_cannot_start_does_not_stop_the_list(
    cli: Cli, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails() -> None:
        raise KeyError("secret")

    monkeypatch.setattr(raffle.Raffle, "__init__", lambda state: fails())
    document = cli("games", "--json").document
    assert [game["name"] for game in document["games"]] == [
        "burgle-bros",
        "car-thief",
        "good-cop-bad-cop",
    ]
    assert document["broken"]["raffle"].startswith("raffle cannot start: KeyError; update")


def test_doctor_lists_broken_games(cli: Cli) -> None:
    checks = cli("doctor", "--json").document["checks"]
    assert [(each["status"], each["text"]) for each in checks if each["name"] == "games"] == [
        ("ok", "burgle-bros, car-thief, good-cop-bad-cop, raffle"),
        ("warning", f"{BROKEN}; update its package or remove it"),
    ]


# Commands of the game.


def test_a_game_has_commands_of_its_own(cli: Cli) -> None:
    assert cli("raffle", "shout", "2")[:2] == (0, "raffle!raffle!\n")
    for json_at in (("--json", "raffle", "shout", "1"), ("raffle", "shout", "1", "--json")):
        assert cli(*json_at).document == {"shout": "raffle!"}
    help_text = cli("raffle", "--help").out
    assert "shout its name" in help_text and "`heistboard play raffle` plays it" in help_text
    assert "shout" not in cli("--help").out


def test_older_spellings_of_commands_still_work(cli: Cli) -> None:
    for line in (
        ("yell", "1"),
        ("perft", "raffle", "--shout", "1"),
        ("perft", "--shout=1", "raffle"),
        ("--data", str(cli.data), "yell", "1"),
    ):
        assert cli(*line)[:2] == (0, "raffle!\n"), line
    assert (
        "no option or argument --shout" in cli("simulate", "raffle", "--shout", "--games", "1").err
    )


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (("raffle",), 2, "usage: heistboard raffle"),
        (("raffle", "sing"), 2, "no command 'sing' in this release, expected shout; see"),
        (("raffle", "shout", "0"), 2, "N: got '0', expected a number from 1"),
        (("broken", "sing"), 1, BROKEN),
        (("yel", "1"), 2, "there is no command 'yel' in this release, expected play, games"),
    ],
)
def test_wrong_usage_of_a_games_commands(
    cli: Cli, arguments: tuple[str, ...], code: int, said: str
) -> None:
    ended = cli(*arguments)
    assert (ended.code, ended.out) == (code, "") and said in ended.err


def test_a_game_without_commands_says_how_it_is_played(
    cli: Cli, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(raffle.PACKAGE.__dict__, "commands", None)
    said = "Raffle has no commands of its own; `heistboard play raffle` plays it."
    assert said in cli("raffle", "--help").out
    assert "there is no option or argument shout" in cli("raffle", "shout").err


@pytest.mark.parametrize("line", [("board", "list"), ("journal", "list"), ("--help",)])
def test_commands_of_the_frame_load_no_game(tmp_path: Path, line: tuple[str, ...]) -> None:
    program = (
        "import sys; from heistboard.cli import main; main(sys.argv[1:]); "
        "sys.exit(any(name.startswith('heistboard.games.car') for name in sys.modules))"
    )
    asked = [sys.executable, "-c", program, *line]
    done = subprocess.run(asked, env=environment(tmp_path), capture_output=True)
    assert done.returncode == 0, done.stderr


# Options.


def test_options_are_given_to_play_in_either_spelling(cli: Cli) -> None:
    made = settings(
        *(cli, "raffle", "--players", "3", "-o", "note=a=b c", "-o", "beat=5", "--lang", "en"),
        *("--loud", "yes", "--mood=very good", "--deal", "urn=hands", "--deal", "wheel=host"),
    )
    assert made == Settings(
        *("raffle", 3, None, {"beat": 5}, {"urn": "hands", "wheel": "host"}),
        options={"note": "a=b c", "loud": True, "mood": "very good"},
    )
    assert settings(cli, "raffle", "-o", "players=4").players == 4
    assert settings(cli, "--thief-seconds", "30", "car-thief").table_options == {
        "thief-seconds": "30"
    }


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--players", "9"), "raffle: players is 9, expected 2..4"),
        (("-o", "players=x"), "raffle: players is 'x', expected 2..4"),
        (("-o", "beat=9"), "raffle: beat is '9', expected 1..5"),
        (("--beat", "-1"), "raffle: beat is '-1', expected 1..5"),
        (("--loud", "9"), "raffle: loud is '9', expected False or True"),
        (("-o", f"note={1001 * 'x'}"), "expected at most 1000 characters"),
        (
            ("--fog", "1"),
            "raffle: there is no option 'fog', expected players, note, loud, mood, beat",
        ),
        (("--beat", "1", "-o", "beat=2"), "raffle: beat is given twice; leave one out"),
        (("-o", "beat"), "-o: got 'beat', expected NAME=VALUE"),
        (("--beat",), "--beat needs a value, expected 1..5; see `heistboard play --help`"),
        (("--deal", "urn"), "--deal: got 'urn', expected DECK=host or DECK=hands"),
        (("--deal", "hat=host"), "raffle: there is no deck 'hat', expected urn, wheel"),
        (("--deal", "urn=me"), "raffle: urn is dealt by 'me', expected host or hands"),
        (("--deal", "wheel=hands"), "raffle: wheel is dealt by 'hands', expected host"),
        (("--deal", "urn=host", "--deal", "urn=host"), "raffle: urn is dealt twice; leave one"),
        (("--bot", "p1"), "--bot: got 'p1', expected NAME=VALUE"),
        (("--bot", "p3=random"), "--bot: there is no seat 'p3', expected p1 or p2"),
        (("--bot", "p1=hal"), "--bot: there is no bot 'hal', expected random"),
        (("--bot", "p1=random", "--bot", "p1=random"), "--bot: p1 is named twice; leave one out"),
        (("--hints", "odds"), "raffle has no hints; leave --hints out"),
    ],
)
def test_values_that_are_never_allowed_are_wrong_usage(
    cli: Cli, arguments: tuple[str, ...], said: str
) -> None:
    ended = cli("play", "raffle", "--board", "sim", *arguments)
    assert (ended.code, ended.out) == (2, "")
    assert said in ended.err and ended.err.count("\n") == 1


def test_a_game_without_decks_deals_none(cli: Cli) -> None:
    ended = cli("play", "car-thief", "--board", "sim", "--deal", "urn=host")
    assert ended.err == "heistboard: car-thief: there is no deck 'urn', it has none\n"
    assert ended.code == 2


def test_resumed_game_keeps_its_options(cli: Cli) -> None:
    add(cli, "p1 red")
    assert settings(cli, "--resume", "1", "--beat", "2").table_options == {"beat": 2}
    ended = cli("play", "--board", "sim", "--resume", "1", "--note", "x")
    assert ended[::2] == (2, "heistboard: game 1 already has its note; leave that out\n")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--players", "3"), "--players needs a game; name one, as in `heistboard play GAME`"),
        (("-o", "players=3"), "--players needs a game; name one"),
        (("--deal", "urn=host"), "--deal needs a game; name one"),
        (("--bot", "p1=random"), "--bot needs a game; name one"),
        (("--fog", "3"), "no game has an option 'fog'; see `heistboard games`"),
        (("--beat", "9"), "beat is '9', expected 1..5"),
        (("--beat", "1", "--beat", "2"), "beat is given twice; leave one out"),
    ],
)
def test_options_of_a_game_that_is_chosen_later(
    cli: Cli, arguments: tuple[str, ...], said: str
) -> None:
    ended = cli("play", "--board", "sim", *arguments)
    assert (ended.code, ended.out) == (2, "") and said in ended.err


def test_a_lobby_keeps_options_for_whatever_game_is_chosen(tmp_path: Path) -> None:
    texts = {"thief-seconds": "5", "beat": "4", "note": "kept", "loud": "yes"}
    lobby = Lobby(tmp_path / "journal.sqlite", texts)
    lobby.begin(Settings("raffle", 3, table_options=texts, options={"loud": False}))
    assert lobby.chosen == Settings(
        *("raffle", 3, 1, {"beat": 4}), options={"note": "kept", "loud": False}
    )
    with Store(lobby.journal) as store:
        assert store.get(1).state.options["note"] == "kept"
    assert lobby.claim is not None
    lobby.claim.close()
    other = Lobby(lobby.journal, texts)
    other.begin(Settings("", resume=1, table_options=texts))
    assert other.chosen is not None and other.chosen.table_options == {"beat": 4}
    assert other.claim is not None
    other.claim.close()
    third = Lobby(lobby.journal, {"beat": "soon"})
    with pytest.raises(ValueError, match=r"raffle: beat is 'soon', expected 1\.\.5"):
        third.begin(Settings("raffle", table_options={"beat": "soon"}))
    with Store(lobby.journal) as store:
        assert len(store.games()) == 1


@pytest.mark.parametrize(("name", "hints"), [("raffle", None), ("car-thief", "odds")])
def test_hints_are_left_out_where_the_chosen_game_has_none(
    cli: Cli, monkeypatch: pytest.MonkeyPatch, name: str, hints: str | None
) -> None:
    played = []

    def on_board(args: Namespace, do: Any, *, is_game: bool) -> object:  # noqa: ANN401 (a callback)
        if not is_game:
            return args, Settings(name, resume=1), None, None, None
        played.append(do.keywords["settings"])
        return 0

    monkeypatch.setattr("heistboard.cli.play._on_board", on_board)
    assert cli("play", "--hints", "odds").code == 0
    assert played == [Settings(name, resume=1, hints=hints)]


# Playing and counting.


def test_simulate_counts_winners_by_seat(cli: Cli) -> None:
    asked = ("simulate", "raffle", "--games", "700", "--players", "3", "--seed", "1", "--json")
    document = cli(*asked, "-o", "note=for us", "-o", "loud=on").document
    assert document["options"] == {
        "players": 3, "note": "for us", "loud": True, "mood": "good",
    }  # fmt: skip
    assert document["seats"] == ["p1", "p2", "p3"] and document["bots"] == 3 * ["random"]
    assert document["players"] == 3 and document["moves"] == 4 * 700
    assert document["outcomes"].keys() == {"won", "lost"}
    winners = document["winners"]
    assert winners.keys() == {"p1", "p2", "p3"}
    assert sum(winners.values()) > document["outcomes"]["won"]  # some games have two winners
    assert cli(*asked, "-o", "loud=on").document["winners"] == winners
    quiet = cli(*asked).document["winners"]  # now some pass
    assert 0 < sum(quiet.values()) < sum(winners.values())


def test_simulate_counts_seats_that_never_win(cli: Cli) -> None:
    document = cli("simulate", "car-thief", "--games", "1", "--seed", "1", "--json").document
    assert sorted(document["winners"].values()) == [0, 1]
    assert [*document["winners"]] == ["thief", "police"]


def test_bots_are_named_by_seat(cli: Cli) -> None:
    asked = ("simulate", "car-thief", "--games", "1", "--json", "--bots")
    assert cli(*asked, "police=hunter").document["bots"] == ["random", "hunter"]
    both = cli(*asked, "police=hunter,thief=random").document
    assert both["bots"] == ["random", "hunter"]


@pytest.mark.parametrize(
    ("bots", "said"),
    [
        ("p9=random", "there is no seat 'p9', expected p1 or p2"),
        ("p1=hunter", "there is no bot 'hunter', expected random"),
        ("p1=random,random", "--bots: got 'random', expected SEAT=NAME as in the others"),
        ("p1=random,p1=random", "--bots names p1 twice; leave one out"),
    ],
)
def test_unknown_bots_are_refused(cli: Cli, bots: str, said: str) -> None:
    ended = cli("simulate", "raffle", "--games", "1", "--bots", bots)
    assert (ended.code, ended.err) == (2, f"heistboard: {said}\n")


def test_perft_counts_the_moves_of_all_who_may_move(cli: Cli) -> None:
    asked = ("perft", "raffle", "--depth", "3", "--json")
    assert cli(*asked).document["depths"] == [6, 18, 54]
    assert cli(*asked, "--players", "3").document["depths"] == [9, 54, 162]
    assert cli(*asked, "-o", "players=3").document["depths"] == [9, 54, 162]
    assert cli(*asked, "-o", "beat=3").code == 2  # an option of the table


@pytest.mark.parametrize("command", [("perft", "--depth", "1"), ("simulate", "--games", "1")])
def test_wrong_options_of_other_commands(cli: Cli, command: tuple[str, ...]) -> None:
    ended = cli(command[0], "raffle", *command[1:], "-o", "mood=bad")
    assert ended[::2] == (2, "heistboard: raffle: mood is 'bad', expected good or very good\n")


# Journals.


@pytest.mark.parametrize("note", ["", "plain: text", TROUBLED, "x".join(140 * ["длинно"])])
def test_exported_game_can_be_imported(cli: Cli, tmp_path: Path, note: str) -> None:
    add(cli, *MOVES, note=note)
    file = str(tmp_path / "game.txt")
    assert cli("journal", "export", "1", "--to", file).code == 0
    assert cli("journal", "import", file).code == 0
    with Store(cli.data / "journal.sqlite") as store:
        first, second = store.get(1), store.get(2)
    assert first.state.options == second.state.options and second.state.options["note"] == note
    assert first.state.moves == second.state.moves
    assert cli("replay", file, "--json").document["options"]["note"] == note
    assert cli("replay", file).out.endswith("p1, p2 by won (RA-END-1)\n")


def test_markup_in_a_text_is_not_interpreted(cli: Cli) -> None:
    add(cli, *MOVES, note=TROUBLED)
    quoted = json.dumps(TROUBLED)
    out = cli("journal", "list").out
    assert f"players 3, note {quoted}, loud False, mood good" in out
    assert out.count("\n") == 2
    shown = cli("journal", "show", "1").out
    assert shown.startswith(f"game 1: Raffle, players 3, note {quoted}, loud False")


def test_nobody_may_win(cli: Cli, tmp_path: Path) -> None:
    add(cli, *MOVES[:-1], "draw white")
    assert cli("journal", "show", "1").out.endswith("\nnobody by lost (RA-END-1)\n")
    text = cli("journal", "export", "1").out
    assert write(read(text.encode()).state, None, {"date": "2031-05-04"}) == text


def test_a_game_without_a_review_says_so(cli: Cli, tmp_path: Path) -> None:
    add(cli, *MOVES)
    file = tmp_path / "game.txt"
    file.write_text(cli("journal", "export", "1").out)
    said = "heistboard: Raffle has no review; `journal show` and `replay` list its moves\n"
    for line in (("review", "1"), ("journal", "show", "1", "--review"),
                 ("replay", str(file), "--review")):  # fmt: skip
        assert cli(*line)[::2] == (1, said)
        assert "has no review" in cli(*line, "--json").document["error"]
