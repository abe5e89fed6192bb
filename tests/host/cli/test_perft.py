"""``heistboard perft``."""

import pytest

from tests.support.command import Cli


def test_lines_of_play(cli: Cli) -> None:
    code, _, err = outcome = cli("perft", "car-thief", "--depth", "3", "--json")
    assert (code, err) == (0, "")
    assert outcome.document == {
        "game": "car-thief",
        "depth": 3,
        "lines": 20160,
        "stuck": 0,
        "depths": [48, 1440, 20160],
    }
    assert cli("perft", "car-thief", "--depth", "3").out == (
        "moves   lines\n    1      48\n    2   1,440\n    3  20,160\n"
    )


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (
            ("chess", "--depth", "2"),
            "there is no game 'chess', expected burgle-bros or car-thief or good-cop-bad-cop",
        ),
        (("car-thief", "--depth", "3", "--from", "a1"), "no option or argument --from"),
        (("car-thief",), "--depth is missing"),
        (("car-thief", "--depth", "0"), "--depth: got '0', expected 1..1000"),
        (("car-thief", "--depth", "3", "--trails", "3"), "no option or argument --depth"),
        (("car-thief", "--depth", "1", "--players", "5"), "players is 5, expected 2..4"),
    ],
)
def test_wrong_use_raises_a_sentence(cli: Cli, arguments: tuple[str, ...], said: str) -> None:
    outcome = cli("perft", *arguments)
    assert (outcome.code, outcome.out) == (2, "")
    assert said in outcome.err
