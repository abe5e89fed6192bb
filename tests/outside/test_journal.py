"""Games of the outside game in the journal: kept, shown, exported, imported, played again."""

from pathlib import Path

import pytest
from heistboard.journal.game_text import read
from heistboard.journal.store import Store
from heistboard.rules import TABLE, State
from heistboard.web import game_files

from tests.outside.rules.lanterns import dealt
from tests.support.command import Cli

AT = "2031-05-04T20:15:00+02:00"
WINDOW = "carry x23; street wind; p3 pass"
WHOLE = (
    "carry x23; street wind; p3 pass; p2 pass; p4 pass; carry x22; street calm; p1 play gust;"
    "accuse p2; accuse p1; accuse p1; accuse p1"
)


def keep(cli: Cli, *states: State) -> None:
    """Puts games into the journal."""
    cli.data.mkdir(exist_ok=True)
    with Store(cli.data / "journal.sqlite", create=True) as store:
        for state in states:
            store.add(state, AT)


@pytest.fixture
def whole() -> State:
    state = dealt(script=WHOLE, turns=2, gates="x44")
    assert state.outcome is not None
    return state


def test_list_tells_options_and_winners(cli: Cli, whole: State) -> None:
    keep(cli, whole)
    (game,) = cli("journal", "list", "--json").document["games"]
    assert game["options"] == {
        **{"players": 4, "turns": 2, "carrier-joins": False, "gates": "x44", "tower": False},
    }
    assert game["outcome"] == {"side": "p2, p3, p4", "ending": "caught", "rule": "LN-END-2"}
    assert "p2, p3, p4 by caught" in " ".join(cli("journal", "list").out.split())


def test_show_of_an_open_window_tells_what_everybody_knows(cli: Cli) -> None:
    state = dealt(script=WINDOW)
    keep(cli, state)
    assert cli("journal", "show", "1", "--json").document["moves"] == state.told(TABLE)
    shown = cli("journal", "show", "1").out
    assert "role p1 ?" in shown and "pass" not in shown and "traitor" not in shown
    revealed = cli("journal", "show", "1", "--reveal").out
    assert "role p1 traitor" in revealed and "p3 pass" in revealed


def test_lists_are_the_same_whoever_has_passed(cli: Cli) -> None:
    for script in ("", "; p3 pass", "; p4 pass; p2 pass"):
        keep(cli, dealt(script="carry x23; street wind" + script))
    first, *others = cli("journal", "list", "--json").document["games"]
    assert [each | {"id": 0} for each in others] == [first | {"id": 0}] * 2


def test_what_is_exported_is_imported_and_played_again(
    cli: Cli, whole: State, tmp_path: Path
) -> None:
    keep(cli, whole)
    file = tmp_path / "game.txt"
    assert cli("journal", "export", "1", "--to", str(file)).code == 0
    assert cli("journal", "import", str(file)).code == 0
    first, second = (
        cli("journal", "export", game, "--json").document["text"] for game in ("1", "2")
    )
    assert first == second == file.read_text("utf-8")
    assert cli("replay", str(file), "--json").document["moves"] == whole.told(None)
    assert "p2, p3, p4 by caught (LN-END-2)" in cli("replay", str(file)).out


def test_an_unfinished_game_goes_on_from_its_whole_text(cli: Cli, tmp_path: Path) -> None:
    keep(cli, dealt(script=WINDOW))
    hidden, told = tmp_path / "hidden.txt", tmp_path / "told.txt"
    assert cli("journal", "export", "1", "--to", str(hidden)).code == 0
    assert cli("journal", "export", "1", "--reveal", "--to", str(told)).code == 0
    code, _, said = cli("journal", "import", str(hidden))
    assert (code, "traitor" in said) == (1, False)
    assert cli("journal", "import", str(told)).code == 0
    with Store(cli.data / "journal.sqlite") as store:
        assert store.get(2).state.movers == (1, 3)


@pytest.mark.parametrize("line", ["gates: b3", "turns: 9", "players: 2", "lamps: 3"])
def test_a_text_with_a_wrong_option_is_refused(cli: Cli, tmp_path: Path, line: str) -> None:
    file = tmp_path / "game.txt"
    keep(cli, dealt())
    text = str(cli("journal", "export", "1", "--reveal", "--json").document["text"])
    name = line.partition(":")[0]
    kept = [each for each in text.splitlines() if not each.startswith(f"{name}:")]
    file.write_text("\n".join([*kept[:3], line, *kept[3:]]) + "\n")
    code, _, said = cli("journal", "import", str(file))
    assert code == 1 and name in said


def test_a_review_ends_with_what_decided_the_game(cli: Cli, whole: State) -> None:
    keep(cli, whole)
    out = cli("review", "1").out.splitlines()
    streets = [line for line in out if line.startswith("After the street with")]
    assert len(streets) == sum(move.verb == "street" for move in whole.moves)
    (head,) = (number for number, line in enumerate(out) if line.startswith("what decided"))
    assert "games that the computer played on:" in out[head]
    assert out[-2].startswith("  at the beginning it was")
    document = cli("review", "1", "--json").document["review"]
    assert document["turning_points"]["play_outs"] > 0
    assert [fact["step"] for fact in document["facts"]] == [
        number for number, move in enumerate(whole.moves, 1) if move.verb == "street"
    ]


def test_what_stays_secret_is_shared_by_the_host_alone(cli: Cli, whole: State) -> None:
    keep(cli, whole)
    journal = cli.data / "journal.sqlite"
    assert game_files._share(journal, 1, is_host=False) is None
    shared = game_files._share(journal, 1, is_host=True)
    assert shared is not None and read(shared[1].encode()).state.moves == whole.moves
    assert shared[0] == "heistboard-lanterns.txt"
