"""A game as text: it replays exactly, and anything else is refused with a sentence."""

import dataclasses
import io
import random
from collections.abc import Mapping

import pytest
from heistboard import games
from heistboard.journal.game_text import (
    MOST_BYTES,
    MOST_MOVES,
    TAGS,
    JournalError,
    read,
    read_bounded,
    write,
)
from heistboard.rules import TABLE, Choice, State
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support import raffle
from tests.support.games import random_game, replace_package, twins

MOVES = ["place green x22", "place yellow x32", "place pink x11", "hide c3", "search green b3"]
TEXT = """\
heistboard journal 1
game: car-thief
rules: 1
players: 3
date: 2031-05-04T20:15:00+02:00

1 place green x22
2 place yellow x32
3 place pink x11
4 hide c3
5 search green b3 -> nothing
"""
ARREST = """\
heistboard journal 1
game: car-thief
rules: 1
players: 2
outcome: police by arrest (CT-END-1)

1 place green x22
2 place yellow x32
3 place pink x11
4 hide c3
5 search yellow c3 -> car
"""


def played(*moves: str, players: int = 3) -> State:
    state = games.load("car-thief").new(players=players)
    for move in moves:
        state.push(move)
    return state


def again(text: str) -> str:
    state, tags = read(text.encode())
    return write(state, None, tags)


def test_written_as_documented() -> None:
    assert write(played(*MOVES), None, {"date": "2031-05-04T20:15:00+02:00"}) == TEXT


def test_read_plays_the_moves() -> None:
    state, tags = read(TEXT.encode())
    assert state.moves == MOVES
    assert state.options == {"players": 3}
    assert tags == {"date": "2031-05-04T20:15:00+02:00"}


@pytest.mark.parametrize("text", [TEXT, ARREST])
def test_text_survives_reading_and_writing(text: str) -> None:
    assert again(text) == text


@given(st.integers(0, 2**32), st.integers(0, 60), st.booleans())
def test_every_game_survives_writing_and_reading(seed: int, most: int, is_dated: bool) -> None:
    state = random_game(random.Random(seed), most)
    text = write(state, None, dict.fromkeys(TAGS, "2031-05-04") if is_dated else None)
    copy = read(text.encode()).state
    assert copy.moves == state.moves
    assert copy.outcome == state.outcome
    assert copy.view(0) == state.view(0)
    assert again(text) == text


@pytest.mark.parametrize(
    "changed",
    [
        TEXT.replace("\n", "\r\n"),
        TEXT.replace("\n", "\r"),
        f"\ufeff{TEXT}",
        TEXT.replace("\n", "  \t\n"),
        TEXT.replace("\n1 ", "\n\n\n1 ").replace("\n4", "\n\n4"),
        TEXT.replace(" -> nothing", ""),
        TEXT.replace(" -> ", "->"),
        TEXT.replace("rules: 1\nplayers: 3", "players:3\nrules :1"),
        TEXT.rstrip("\n"),
    ],
)
def test_changes_by_editors_and_mail_programs_are_read(changed: str) -> None:
    assert again(changed) == TEXT


def test_missing_options_have_their_defaults() -> None:
    assert again(ARREST.replace("players: 2\n", "")) == ARREST


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (TEXT, "", "the text is empty; give a text that `heistboard journal export` wrote"),
        (TEXT, "\ufeff \n", "the text is empty"),
        ("heistboard journal 1\n", "", "line 1: 'game: car-thief' does not begin a game's text"),
        ("journal 1", "journal one", "line 1: 'heistboard journal one' does not begin"),
        ("journal 1", "journal 2", "line 1: this is version 2 of the text, and this release"),
        ("journal 1", "journal 0", "line 1: 'heistboard journal 0' does not begin"),
        ("game: car-thief", "game: chess", "line 2: there is no game 'chess', expected burgle"),
        ("game: car-thief\n", "", "the header has no line 'game: …'; add it"),
        ("rules: 1\n", "", "the header has no line 'rules: …'; add it"),
        ("rules: 1", "rules: 2", "line 3: the game was played by rules 2 of car-thief, newer"),
        ("rules: 1", "rules: x", "line 3: rules is 'x', expected a number from 1"),
        ("rules: 1", "rules: ¹", "line 3: rules is '¹', expected a number from 1"),
        ("players: 3", "players: 5", "line 4: car-thief: players is '5', expected 2..4"),
        ("players: 3", "players: True", "line 4: car-thief: players is 'True', expected 2..4"),
        ("players: 3", "self: 3", "line 4: there is no 'self', expected game, rules, players,"),
        ("players: 3", "players 3", "line 4: 'players 3' is not a header line 'name: value'"),
        ("players: 3", "rules: 1", "line 4: 'rules' appears twice; delete one of"),
        ("2031-05-04T", "2031-15-04T", "line 5: date is '2031-15-04T20:15:00+02:00', expected"),
        ("2031-05-04T", "2031-05-04\x1b", "line 5: date is '2031-05-04\\x1b20:15"),
        ("\n\n", "\n", "line 6: '1 place green x22' is not a header line 'name: value', and an"),
        ("4 hide c3", "hide c3", "line 10: 'hide c3' has no number, expected '4 ' and a move"),
        ("4 hide", "5 hide", "line 10: this is move 5, expected move 4: a line is missing"),
        ("4 hide c3\n", "", "line 10: this is move 5, expected move 4"),
        ("4 hide", f"{'9' * 100} hide", "line 10: this is move 999"),
        ("hide c3", "hide k3", "line 10: 'hide k3': there is no cell 'k3'"),
        ("hide c3", "Hide c3", "line 10: 'Hide c3' is not exact notation, expected 'hide c3'"),
        ("hide c3", "", "line 10: '' is not a move of Car Thief"),
        ("hide c3", "x" * 300, "line 10: longer than 200 characters; correct the line or ex"),
        ("green b3", "green a5", "line 11: search green a5: green is on x22, between"),
        ("-> nothing", "-> blue", "line 11: it says 'blue', but by the rules 'search green b3' u"),
        ("-> nothing", "->", "line 11: it says '', but by the rules"),
        ("hide c3", "hide c3 -> car", "line 10: it says 'car', but by the rules 'hide c3'"),
        ("hide c3", "hide ?", "line 10: 'hide ?': this text was exported without the secrets of"),
        ("\nrules", "\noutcome: thief\nrules", "line 3: the outcome is 'thief', but after these"),
    ],
)
def test_mistakes_are_reported_with_their_line(old: str, new: str, said: str) -> None:
    with pytest.raises(JournalError) as caught:
        read(TEXT.replace(old, new, 1).encode())
    assert str(caught.value).startswith(said)


def test_text_of_older_rules_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    newer = dataclasses.replace(games.load("car-thief"), rules=2)
    monkeypatch.setattr(games, "load", lambda name: newer)
    with pytest.raises(JournalError, match=r"line 3: .* rules 1 .*; use the release it was"):
        read(TEXT.encode())


def test_wrong_note_is_reported_before_its_consequences() -> None:
    text = TEXT.replace("nothing", "blue") + "6 fly green x22\n"
    with pytest.raises(JournalError, match="line 11"):
        read(text.encode())


def test_moves_missing_at_the_end_are_reported() -> None:
    with pytest.raises(JournalError, match=r"line 5: the outcome .* the game is 'not finished'"):
        read(ARREST.rpartition("5 search")[0].encode())


def test_moves_after_the_end_are_refused() -> None:
    with pytest.raises(JournalError, match="line 12: fly green x21: the game is over by arrest"):
        read(f"{ARREST}6 fly green x21\n".encode())


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (TEXT.encode("utf-16"), "line 1: this is not UTF-8 text"),
        (TEXT.encode() + b"\xc3", "line 12: this is not UTF-8 text"),
        (b"1" * (MOST_BYTES + 1), "a game's text has at most 1000000 bytes"),
        (bytes(1000), "line 1: longer than 200 characters"),
        (
            TEXT.encode() + b"6 fly green x21\n" * (MOST_MOVES - 4),
            "a game's text has at most 10000 moves, and this one has 10001; choose another file",
        ),
    ],
)
def test_file_that_is_no_text_is_refused(data: bytes, said: str) -> None:
    with pytest.raises(JournalError, match=said):
        read(data)


class Endless:
    """A source of one byte after another, as a device or a pipe may be."""

    taken = 0

    def read(self, size: int) -> bytes:
        part = b"1" * min(size, 65_536)
        self.taken += len(part)
        return part


def test_no_more_is_read_than_a_text_may_have() -> None:
    source = Endless()
    with pytest.raises(JournalError, match="at most 1000000 bytes"):
        read_bounded(source)
    assert source.taken == MOST_BYTES + 1


def test_text_that_comes_in_parts_is_read_whole() -> None:
    class Parts(io.BytesIO):
        def read(self, size: int | None = -1, /) -> bytes:
            return super().read(min(size or 0, 7))

    assert read_bounded(Parts(TEXT.encode())).state.moves == MOVES


edits = st.lists(
    st.tuples(
        st.integers(0, 400),
        st.integers(0, 12),
        st.one_of(
            st.binary(max_size=8),
            st.sampled_from([b"\n", b"\r", b" ", b"?", b"->", b":", b"4", "٤ĳ".encode(), b"hide"]),
        ),
    ),
    min_size=1,
    max_size=4,
)


@settings(max_examples=400)
@given(st.sampled_from([TEXT, ARREST]), edits)
def test_mutilated_text_is_refused_or_read_as_it_stands(
    text: str, edits: list[tuple[int, int, bytes]]
) -> None:
    data = text.encode()
    for at, length, fresh in edits:
        data = data[:at] + fresh + data[at + length :]
    try:
        state, tags = read(data)
    except JournalError:
        return
    lines = data.decode("utf-8-sig").replace("\r", "\n").split("\n")
    words = [line.partition("->")[0].split() for line in lines]
    assert state.moves == [" ".join(each[1:]) for each in words if each and each[0][0].isdigit()]
    written = write(state, None, tags)
    assert again(written) == written


@given(st.text() | st.text('":\\ \n?#'))
def test_a_text_option_reads_back_exactly(note: str) -> None:
    with pytest.MonkeyPatch.context() as monkeypatch:
        raffle.install(monkeypatch)
        state = games.load("raffle").new(note=note)
        text = write(state)
        assert text.count("\n") == 8
        assert read(text.encode()).state.options == state.options
        assert again(text) == text


@pytest.mark.parametrize(
    ("note", "written"),
    [
        ("two words: and more", "two words: and more"),
        ("это", "это"),
        ("", '""'),
        (" a", '" a"'),
        ('"a"', r'"\"a\""'),
        ("a\nb", r'"a\nb"'),
        ("это\x1b\u2028", r'"\u044d\u0442\u043e\u001b\u2028"'),
        ("a" * 500, "a" * 500),
    ],
)
def test_a_text_option_is_quoted_only_if_necessary(
    monkeypatch: pytest.MonkeyPatch, note: str, written: str
) -> None:
    raffle.install(monkeypatch)
    text = write(games.load("raffle").new(note=note))
    assert f"\nnote: {written}\n" in text
    assert read(text.encode()).state.options["note"] == note


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('note: ""', 'note: "a', 'line 5: "a is not a JSON string; correct the line'),
        ('note: ""', 'note: "a" b', 'line 5: "a" b is not a JSON string'),
        ('note: ""', f"note: {1001 * 'a'}", "line 5: raffle: note is 'aaa"),
        ("mood: good", "mood: bad", "line 7: raffle: mood is 'bad', expected good or very good"),
        ("loud: False", 'loud: "False"', "line 6: raffle: loud is 'False', expected False or"),
    ],
)
def test_wrong_options_are_reported_with_their_line(
    monkeypatch: pytest.MonkeyPatch, old: str, new: str, said: str
) -> None:
    raffle.install(monkeypatch)
    with pytest.raises(JournalError) as caught:
        read(write(games.load("raffle").new()).replace(old, new, 1).encode())
    assert str(caught.value).startswith(said)


def test_an_empty_text_needs_no_quotes(monkeypatch: pytest.MonkeyPatch) -> None:
    raffle.install(monkeypatch)
    text = write(games.load("raffle").new())
    assert read(text.replace('note: ""', "note:").encode()).state.options["note"] == ""


def test_options_that_do_not_go_together_are_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    raffle.install(monkeypatch)
    text = write(games.load("raffle").new(2, loud=True))

    def start(options: Mapping[str, Choice]) -> State:
        if options["loud"]:
            raise ValueError("raffle: two are never loud")
        return raffle.Raffle()

    package = dataclasses.replace(
        raffle.PACKAGE, game=dataclasses.replace(raffle.PACKAGE.game, start=start)
    )
    replace_package(monkeypatch, package)
    with pytest.raises(JournalError, match="do not go together: raffle: two are never loud"):
        read(text.encode())


def test_unfinished_game_keeps_its_secrets_from_the_table() -> None:
    text = write(played(*MOVES), TABLE)
    assert "4 hide ?\n5 search green b3 -> nothing\n" in text
    assert "c3" not in text
    with pytest.raises(JournalError, match="export the game again with --reveal"):
        read(text.encode())


def test_finished_game_is_open() -> None:
    state = read(ARREST.encode()).state
    assert write(state, TABLE) == ARREST


def test_games_that_look_alike_are_written_alike() -> None:
    pairs = twins(30)
    assert len(pairs) >= 15
    for state, other in pairs:
        assert write(state, TABLE) == write(other, TABLE)
        assert write(state) != write(other)
