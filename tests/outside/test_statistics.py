"""The outside game in the statistics: its sides, its length, its best moment."""

from heistboard.journal.store import Store

from tests.outside.rules.lanterns import dealt
from tests.support.command import Cli

AT = "2031-05-04T20:15:00+02:00"
CAUGHT = (
    "carry x23; street calm; passes; carry x22; street calm; p1 play gust;"
    "accuse p2; accuse p1; accuse p1; accuse p1"
)
FOOLED = "carry; street; passes; carry; street; passes;" + "accuse p2; accuse p1;" * 2


def test_its_sides_are_roles_and_its_length_is_turns(cli: Cli) -> None:
    cli.data.mkdir()
    with Store(cli.data / "journal.sqlite", create=True) as store:
        for script in (CAUGHT, FOOLED, FOOLED):
            state = dealt(script=script, turns=2)
            assert state.outcome is not None
            store.add(state, AT, AT)
    out = cli("statistics", "lanterns", "--lang", "en").out.splitlines()
    assert out[2:] == [
        "    The traitor: won 2 of 3 (67%)",
        "    The honest watchmen: won 1 of 3 (33%)",
        "    Turns: usually 2, from 2 to 2",
        "    Best moment (Game 1): The traitor was found out when the flame was 2.",
    ]
    assert "Честные дозорные: побед 1 из 3" in cli("statistics", "--lang", "ru").out
