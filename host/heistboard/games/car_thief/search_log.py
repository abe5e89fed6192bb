"""Parses logs of searches, lines of ``ROUND CELL nothing|yellow|red|blue``, and explains errors.

A log has what was found under buildings, not who flew where: it is not checked whether a
helicopter could have been there.
"""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from heistboard.games.car_thief.belief import Belief, Contradiction
from heistboard.games.car_thief.board import CELL_NUMBERS, CELLS, COLOURS, RED_ROUND, ROUNDS, token
from heistboard.word_lists import one_of

__all__ = ["LogError", "SearchEntry", "believe", "read"]

FOUND: Final = ("nothing", "yellow", "red", "blue")


class SearchEntry(NamedTuple):
    """One search: its line in the log, the round, the cell, and what was found."""

    line: int
    round: int
    cell: str
    found: str


class LogError(ValueError):
    """A line of the log that cannot be parsed, or contradicts the lines before it."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(f"line {line}: {reason}")
        self.line = line


def read(text: str) -> list[SearchEntry]:
    """Parses a log; ``#`` starts a comment. Raises :exc:`LogError` for a line that is not a
    search.

    >>> read("2 c3 yellow  # their first hiding place")
    [SearchEntry(line=1, round=2, cell='c3', found='yellow')]
    """
    entries: list[SearchEntry] = []
    for line, written in enumerate(text.splitlines(), 1):
        words = written.partition("#")[0].lower().split()
        if words:
            entry = _entry(line, words)
            _check_round(entries, entry)
            entries.append(entry)
    return entries


def believe(entries: Sequence[SearchEntry], after: int) -> Belief:
    """Returns the police's belief at the end of round *after*; ignores later entries.

    Raises :exc:`LogError` naming the first entry that cannot be true, and why.
    """
    belief = Belief()
    told: list[SearchEntry] = []
    for entry in entries:
        if entry.round > after:
            break
        _pass_rounds(belief, entry.round, told)
        try:
            belief.searched(entry.cell, entry.found)
        except Contradiction:
            reason = next(_reasons(told, entry), "no trail fits this line and the lines before it")
            raise LogError(entry.line, f"{entry.cell} {entry.found}, but {reason}") from None
        told.append(entry)
    _pass_rounds(belief, after, told)
    return belief


def _entry(line: int, words: list[str]) -> SearchEntry:
    if len(words) != 3:
        raise LogError(line, f"got {' '.join(words)!r}, expected ROUND CELL {'|'.join(FOUND)}")
    number, cell, found = words
    if not (number.isascii() and number.isdecimal() and 1 <= int(number) <= ROUNDS):
        raise LogError(line, f"got round {number!r}, expected 1..{ROUNDS} (CT-ROUND-1)")
    if cell not in CELL_NUMBERS:
        raise LogError(line, f"got cell {cell!r}, expected {CELLS[0]}..{CELLS[-1]}")
    if found == "car":
        raise LogError(line, "finding the car ends the game (CT-END-1)")
    if found not in FOUND:
        raise LogError(line, f"got {found!r}, expected {one_of(FOUND)}")
    return SearchEntry(line, int(number), cell, found)


def _check_round(told: Sequence[SearchEntry], entry: SearchEntry) -> None:
    if told and entry.round < told[-1].round:
        raise LogError(entry.line, f"round {entry.round} cannot come after round {told[-1].round}")
    if sum(each.round == entry.round for each in told) == len(COLOURS):
        raise LogError(
            entry.line,
            f"a fourth search in round {entry.round}, but there are only three helicopters "
            "(CT-POLICE-2)",
        )


def _pass_rounds(belief: Belief, until: int, told: Sequence[SearchEntry]) -> None:
    while belief.round < until:
        try:
            belief.hidden()
        except Contradiction:
            raise LogError(
                told[-1].line,
                f"no trail that fits goes on to round {belief.round + 1}: the thief would have "
                "been surrounded",
            ) from None


def _reasons(told: Sequence[SearchEntry], entry: SearchEntry) -> Iterator[str]:
    # Why an entry cannot be true, the simplest reason first; there may be no simple one.
    if entry.found == "nothing":
        return
    hidden = _rounds_of(entry)
    if not hidden:
        yield _NOT_YET[entry.found]
        return
    traces = [each for each in told if each.found != "nothing"]
    for each in traces:
        if each.cell == entry.cell:
            yield f"its token has been on the roof since line {each.line} (CT-POLICE-8)"
        if each.found == entry.found != "blue":
            yield f"the {each.found} token was found under {each.cell} in line {each.line}"
    if sum(each.found == "blue" for each in traces) == len(hidden) and entry.found == "blue":
        yield f"all blue tokens that the car has left by round {entry.round} were already found"
    for each in told:
        if each.cell == entry.cell and hidden[-1] <= each.round:
            yield (
                f"line {each.line} found nothing there in round {each.round}, and the car has "
                f"left no {entry.found} token there since (CT-INFO-2)"
            )
    for each in traces:
        yield from _too_far(each, entry)


def _rounds_of(entry: SearchEntry) -> list[int]:
    # The rounds that may have left this trace; the newest token is under the car.
    return [number for number in range(1, entry.round) if token(number) == entry.found]


def _too_far(first: SearchEntry, second: SearchEntry) -> Iterator[str]:
    # The car moves one step a round.
    made = sorted({abs(i - j) for i in _rounds_of(first) for j in _rounds_of(second)} - {0})
    away = sum(abs(ord(i) - ord(j)) for i, j in zip(first.cell, second.cell, strict=True))
    apart = f"{first.cell} of line {first.line} is {away} steps away"
    if away > made[-1]:
        yield f"{apart}, and the car made at most {made[-1]} between these tokens (CT-THIEF-3)"
    elif not any(steps >= away and (steps - away) % 2 == 0 for steps in made):
        listed = " or ".join(map(str, made))
        yield f"{apart}, which {listed} steps of the car cannot cover exactly (CT-INFO-3)"


_NOT_YET = {
    "yellow": "in round 1 the car stands on the yellow token",
    "red": f"the red token is hidden in round {RED_ROUND}, and the car stands on it then",
    "blue": "the first blue token is hidden in round 2, and the car stands on it then",
}
