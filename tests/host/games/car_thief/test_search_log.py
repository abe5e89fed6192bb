"""Parsing search logs, and the reasons for refusing them."""

import doctest

import pytest
from heistboard.games.car_thief import search_log
from heistboard.games.car_thief.search_log import LogError, SearchEntry, believe, read
from hypothesis import given, settings
from hypothesis import strategies as st

CELLS = [f"{column}{row}" for row in range(1, 6) for column in "abcde"]
FOUND = ("nothing", "yellow", "red", "blue")


def test_examples() -> None:
    assert doctest.testmod(search_log).failed == 0


def test_comments_blank_lines_and_capitals() -> None:
    text = "# round 1\n\n1 B2 nothing\r\n  2\tc3  Yellow # found!\n#\n"
    assert read(text) == [SearchEntry(3, 1, "b2", "nothing"), SearchEntry(4, 2, "c3", "yellow")]
    assert read("") == []


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("2 c3", "got '2 c3', expected ROUND CELL nothing|yellow|red|blue"),
        ("2 c3 yellow b3", "got '2 c3 yellow b3', expected ROUND CELL"),
        ("c3 2 yellow", "got round 'c3', expected 1..11"),
        ("0 c3 yellow", "got round '0', expected 1..11 (CT-ROUND-1)"),
        ("12 c3 nothing", "got round '12', expected 1..11"),
        ("-1 c3 nothing", "got round '-1'"),
        ("² c3 nothing", "got round '²'"),
        ("2 f3 nothing", "got cell 'f3', expected a1..e5"),
        ("2 x22 nothing", "got cell 'x22'"),
        ("2 c3 green", "got 'green', expected nothing, yellow, red or blue"),
        ("2 c3 car", "finding the car ends the game (CT-END-1)"),
        ("1 c3 nothing", "round 1 cannot come after round 2"),
        (
            "2 c3 nothing\n2 c3 nothing\n2 c3 nothing",
            "a fourth search in round 2, but there are only three helicopters (CT-POLICE-2)",
        ),
    ],
)
def test_line_that_is_no_search_is_named(line: str, said: str) -> None:
    with pytest.raises(LogError) as caught:
        read(f"# log\n2 a1 nothing\n{line}\n3 a1 nothing\n")
    assert caught.value.line == 3 + line.count("\n")
    assert str(caught.value).startswith(f"line {caught.value.line}: {said}")


ON_IT = "and the car stands on it then"


@pytest.mark.parametrize(
    ("log", "line", "said"),
    [
        # CT-POLICE-7: a trace is a token that the car has left.
        ("1 c3 yellow", 1, "c3 yellow, but in round 1 the car stands on the yellow token"),
        ("2 c3 blue", 1, f"c3 blue, but the first blue token is hidden in round 2, {ON_IT}"),
        ("5 c3 red", 1, f"c3 red, but the red token is hidden in round 6, {ON_IT}"),
        ("6 c3 red", 1, f"c3 red, but the red token is hidden in round 6, {ON_IT}"),
        # CT-SETUP-3: the number of tokens.
        (
            "2 c3 yellow\n# so?\n3 a3 yellow",
            3,
            "a3 yellow, but the yellow token was found under c3 in line 1",
        ),
        ("7 c3 red\n9 c4 red", 2, "c4 red, but the red token was found under c3 in line 1"),
        (
            "4 c3 blue\n4 c4 blue\n4 c5 blue",
            3,
            "c5 blue, but all blue tokens that the car has left by round 4 were already found",
        ),
        (
            "7 c3 red\n7 c4 nothing\n8 c3 blue",
            3,
            "c3 blue, but its token has been on the roof since line 1 (CT-POLICE-8)",
        ),
        # CT-INFO-2: what follows from finding nothing.
        (
            "1 a3 nothing\n4 a3 yellow",
            2,
            "a3 yellow, but line 1 found nothing there in round 1, and the car has left no yellow "
            "token there since (CT-INFO-2)",
        ),
        ("6 a3 nothing\n9 a3 red", 2, "a3 red, but line 1 found nothing there in round 6"),
        ("4 a3 nothing\n5 a3 blue", 2, "a3 blue, but line 1 found nothing there in round 4"),
        ("5 a3 nothing\n7 a3 blue", 2, "a3 blue, but line 1 found nothing there in round 5"),
        # CT-THIEF-3: the car moves one step a round.
        (
            "2 a1 yellow\n7 e5 red",
            2,
            "e5 red, but a1 of line 1 is 8 steps away, and the car made at most 5 between these "
            "tokens (CT-THIEF-3)",
        ),
        (
            "2 a1 yellow\n3 e5 nothing\n7 e5 blue",
            3,
            "e5 blue, but a1 of line 1 is 8 steps away, and the car made at most 4 between these "
            "tokens",
        ),
        (
            "4 a1 blue\n4 a4 yellow",
            2,
            "a4 yellow, but a1 of line 1 is 3 steps away, and the car made at most 2 between "
            "these tokens",
        ),
        (
            "2 a1 yellow\n7 c1 red",
            2,
            "c1 red, but a1 of line 1 is 2 steps away, which 5 steps of the car cannot cover "
            "exactly (CT-INFO-3)",
        ),
        # No simple reason.
        (
            "2 c3 yellow\n2 c4 nothing\n3 c2 nothing\n3 b3 nothing\n3 d3 nothing",
            5,
            "d3 nothing, but no trail fits this line and the lines before it",
        ),
    ],
)
def test_log_that_cannot_be_true_names_line_and_reason(log: str, line: int, said: str) -> None:
    with pytest.raises(LogError) as caught:
        believe(read(log), 11)
    assert caught.value.line == line
    assert str(caught.value).startswith(f"line {line}: {said}")


def test_thief_who_would_have_been_surrounded_is_named() -> None:
    entries = read("3 b1 yellow\n4 b2 blue\n4 a2 blue\n\n4 a3 nothing\n6 e5 nothing")
    assert list(believe(entries, 4).each_trail()) == [("b1", "b2", "a2", "a1")]
    with pytest.raises(LogError, match="line 5: no trail that fits goes on to round 5: the thief"):
        believe(entries, 5)


def test_rounds_after_the_last_line_pass_without_searches() -> None:
    entries = read("2 c3 yellow")
    assert [believe(entries, after).trails for after in (2, 3, 4)] == [4, 12, 32]


def test_lines_after_the_round_are_ignored() -> None:
    entries = read("2 c3 yellow\n3 a3 yellow")
    assert believe(entries, 2).trails == 4
    assert believe(entries, 1).trails == 25


@settings(max_examples=300, deadline=None)
@given(
    st.lists(
        st.tuples(st.integers(1, 9), st.sampled_from(CELLS[:7]), st.sampled_from(FOUND)),
        max_size=8,
    )
)
def test_any_log_is_believed_up_to_the_line_that_is_named(
    searches: list[tuple[int, str, str]],
) -> None:
    entries = [SearchEntry(line, *search) for line, search in enumerate(sorted(searches), 1)]
    try:
        assert believe(entries, 9).trails > 0
    except LogError as error:
        good = entries[: error.line - 1]
        assert believe(good, good[-1].round if good else 1).trails > 0
        bad = entries[error.line - 1]
        with pytest.raises(LogError):
            believe([*good, bad], 11)
