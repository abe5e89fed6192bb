"""Random laps of a table, some of which fail, and the invariants checked after each."""

from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

from heistboard.app.referee import REFUSALS
from heistboard.app.settings import Settings
from heistboard.app.staged_journal import StagedRecord
from heistboard.games import package
from heistboard.games.hint_grades import grades_of
from heistboard.journal.entries import ASIDE, MARK, MOVE, NOTE, UNDO
from heistboard.journal.store import Journal, Store, StoreError
from heistboard.places import layout
from heistboard.rules import TABLE, State
from heistboard.rules.autoplay import Dealer

from tests.support.refereed import RefereedGame

__all__ = ["RandomLaps"]

KEPT = 5  # checkpoints that must not change
FAILS = 0.2  # share of laps in which something is made to fail
TWICE = 0.15  # share of laps that do two things
EVERYBODY = 99  # in place of a seat: the public moves


class InjectedFault(Exception):
    """Raised inside the game or the program on purpose."""


class RandomLaps:
    """A table that does random things; call :meth:`play`."""

    def __init__(self, path: Path, settings: Settings, random: Random) -> None:
        self.accepted = self.refused = self.failed = self.games = 0
        self._path = path
        self._settings = settings
        self._random = random
        self._due: tuple[str, int] | None = None  # which function fails, after how many calls
        self._seen: dict[tuple[int, int, int], object] = {}
        self._numbers: dict[tuple[int, int], int] = {}
        self._checkpoints: deque[tuple[object, object]] = deque(maxlen=KEPT)
        self._top = self._begin(settings)

    def play(self, laps: int) -> None:
        """Plays that many *laps* and checks the invariants after each."""
        with self._faults():
            for _ in range(laps):
                self._lap()
                if self._top.table.gestures.wants_new_game:
                    self._top.close()
                    self._top = self._begin(self._settings)
        self._top.close()

    def _begin(self, settings: Settings) -> RefereedGame:
        top = RefereedGame(self._path, settings, seed=self._random.randrange(1_000_000))
        if settings.resume is None:
            self.games += 1
        return top

    # Faults.

    @contextmanager
    def _faults(self) -> Iterator[None]:
        state, gestures = type(self._top.referee.state), type(self._top.table.gestures)
        honest = []
        for kind, names in (
            (state, ("view",)),
            (
                gestures,
                ("scene", "asked", "moves", "private", "wrong", "look", "say", "corrected"),
            ),
            (StagedRecord, ("write",)),
            (Journal, ("write_all",)),
            (Store, ("append",)),
            (Dealer, ("choose",)),
        ):
            for name in names:
                honest.append((kind, name, kind.__dict__.get(name)))
                setattr(kind, name, self._failing(name, getattr(kind, name)))
        try:
            yield
        finally:
            for kind, name, before in honest:
                if before is None:
                    delattr(kind, name)
                else:
                    setattr(kind, name, before)

    def _failing(self, name: str, honest: Callable[..., Any]) -> Callable[..., Any]:
        def call(*args: object, **words: object) -> object:
            if self._due is not None and self._due[0] == name:
                self._due = name, self._due[1] - 1
                if self._due[1] < 0:
                    self._due = None
                    raise StoreError("full") if name == "append" else InjectedFault(name)
            return honest(*args, **words)

        return call

    def _fault(self) -> tuple[str, int] | None:
        if self._random.random() > FAILS:
            return None
        names = ("view", "scene", "asked", "moves", "private", "wrong", "look", "say", "corrected")
        name = self._random.choice((*names, "write", "write_all", "append", "append", "choose"))
        return name, self._random.choice((0, 0, 1, 1, 2, 5))

    # Acts.

    def _lap(self) -> None:
        random, top = self._random, self._top
        what = random.randrange(1000)
        if what < 15:
            top.close()
            resumed = self._settings._replace(resume=top.referee.journal.id)
            closed, now_ms = top.closed, top.now_ms
            self._checkpoints.clear()
            self._top = top = self._begin(resumed)
            top.closed, top.now_ms = closed, now_ms + 1_000
            self._judge()
            return
        act, must_be_made, is_tick = self._act(what)
        if random.random() < TWICE:
            first, second = act, self._act(random.randrange(600, 1000))[0]
            act, must_be_made, is_tick = (lambda: (first(), second())), "", False
        before = self._as_it_is()
        shown = top.shown
        self._checkpoints.append((checkpoint := top.table.checkpoint(), fingerprint(checkpoint)))
        self._due = fault = self._fault()
        try:
            top.lap(act)
        except REFUSALS:
            assert not must_be_made, f"{must_be_made} was offered"
            self.refused += 1
            is_made = False
        except (InjectedFault, StoreError):
            assert fault is not None
            self.failed += 1
            is_made = False
        else:
            self.accepted += 1
            is_made = True
        self._due = None
        if not is_made:
            assert top.shown is shown
            assert self._as_it_is() == before
        elif is_tick:
            wake_ms = top.table.wake_ms
            assert wake_ms is None or wake_ms > top.now_ms, "the table would never rest"
        for checkpoint, was in self._checkpoints:
            assert fingerprint(checkpoint) == was, "a later lap has changed a checkpoint"
        self._judge()

    def _act(self, what: int) -> tuple[Callable[[], object], str, bool]:
        random, top = self._random, self._top
        table = top.table
        if what < 300:
            wake_ms = table.wake_ms
            if wake_ms is None or random.random() < 0.3:
                top.now_ms += random.choice((1, 50, 300, 700, 1_500, 20_000))
            else:
                top.now_ms = max(top.now_ms, wake_ms)
            return lambda: table.tick(top.now_ms), "", True
        top.now_ms += random.choice((0, 1, 20, 400))
        now_ms = top.now_ms
        if what < 600:
            return self._hands()
        seat = random.choice((TABLE, *range(len(top.referee.state.seats))))
        if what < 780:
            offered = list(top.referee._prompts[seat].moves)
            if not offered or seat == TABLE or random.random() < 0.1:
                texts = [*map(str, top.referee.state.legal()), "nonsense", ""]
                text = random.choice(texts)
                return lambda: table.say(seat, text, now_ms), "", False
            must = str(random.choice(offered))
            return lambda: table.say(seat, must, now_ms), must, False
        if what < 830:
            button = random.choice(layout.BUTTONS)
            is_held = random.random() < 0.3
            return lambda: table.press(button, now_ms, is_held=is_held), "", False
        if what < 850:
            button = random.choice(("done", "undo"))
            return lambda: table.press_for(seat, button, now_ms), "", False
        if what < 890:
            texts = [*map(str, top.referee.state.legal()), "nonsense"]
            text = "undo" if random.random() < 0.4 else random.choice(texts)
            return lambda: table.correct(text, now_ms), "", False
        if what < 930:
            reeds = sorted(top.referee._record.aside) or [*layout.REEDS]
            reed, is_aside = random.choice((*reeds, "z9")), random.random() < 0.4
            return lambda: table.set_aside(reed, now_ms, is_aside=is_aside), "", False
        if what < 960:
            place, mark = random.choice((*layout.CELLS, "z9")), random.choice(("no", "maybe", ""))
            return lambda: top.referee.notes.pencil(max(seat, 0), place, mark), "", False
        if what < 970:
            grade = random.choice(grades_of(package(self._settings.game)))
            return lambda: top.referee.notes.set_grade(grade), "", False
        if what < 980:
            return table.lose, "", False
        return lambda: table.see(top.closed, now_ms, is_jump=True), "", False

    def _hands(self) -> tuple[Callable[[], object], str, bool]:
        random, top = self._random, self._top
        must = top.table.gestures.expected()
        chance = random.random()
        if chance < 0.3:
            top.closed -= {reed for reed, is_closed in must.items() if not is_closed}
            top.closed |= {reed for reed, is_closed in must.items() if is_closed}
            top.closed -= set(layout.BUTTONS)
        elif chance < 0.45:
            top.closed ^= {random.choice(layout.BUTTONS)}
        else:
            top.closed ^= {random.choice(list(must) or layout.REEDS)}
        is_jump = random.random() < 0.05
        return lambda: top.table.see(top.closed, top.now_ms, is_jump=is_jump), "", False

    # Invariants.

    def _as_it_is(self) -> object:
        referee = self._top.referee
        record = referee._record
        return (
            fingerprint(self._top.table.checkpoint()),
            [*map(str, record.state.moves)],
            (record.mark, record.aside, dict(record.notes), record._writes),
            [*map(str, referee.journal.state.moves)],
            (referee.journal.mark, referee.journal.aside, dict(referee.journal.notes)),
            dict(referee._prompts),
            referee._told,
        )

    def _judge(self) -> None:
        referee, shown = self._top.referee, self._top.shown
        game = referee.journal.id
        self._judge_journal()
        for seat, view in shown.seats.items():
            prompt: Any = view["prompt"]
            number = prompt["number"]
            assert number >= self._numbers.get((game, seat), 0), "a prompt has an older number"
            self._numbers[game, seat] = number
            assert self._seen.setdefault((game, seat, number), prompt) == prompt
        at = shown.status.at
        told = shown.status.view["moves"]
        assert self._seen.setdefault((game, EVERYBODY, at), told) == told
        gestures = self._top.table.gestures
        assert told == referee.state.view(TABLE)["moves"]
        assert (gestures.spoken, gestures.reports) == ([], [])

    def _judge_journal(self) -> None:
        referee = self._top.referee
        journal, record = referee.journal, referee._record
        stored = self._top.store.get(journal.id)
        assert stored.damage == ""
        for state in (stored.state, journal.state):
            assert [*state.moves] == [*referee.state.moves]
        for seat in (*range(len(referee.state.seats)), TABLE):
            assert stored.state.view(seat) == referee.state.view(seat)
        aside, mark = frozenset[str](), ""
        notes: dict[str, str] = {}
        for entry in stored.entries:
            if entry.kind == ASIDE:
                aside = frozenset(entry.move.split())
            elif entry.kind == NOTE:
                name, _, notes[name] = entry.move.partition(" ")
            else:
                assert entry.kind in (MOVE, UNDO, MARK)
                mark = entry.move if entry.kind == MARK else ""
        notes = {name: value for name, value in notes.items() if value}
        assert (aside, mark, notes) == (record.aside, record.mark, record.notes)
        assert (aside, mark, notes) == (journal.aside, journal.mark, journal.notes)


def fingerprint(thing: object, depth: int = 0) -> object:
    """Returns the mutable contents of *thing* as a value that can be compared."""
    if isinstance(thing, State):
        return [*map(str, thing.moves)]
    if isinstance(thing, StagedRecord):
        return None
    if isinstance(thing, Exception):
        return repr(thing)
    if isinstance(thing, dict):
        return {str(key): fingerprint(value, depth + 1) for key, value in thing.items()}
    if isinstance(thing, set | frozenset):
        return sorted(map(str, thing))
    if isinstance(thing, list | tuple):
        return [fingerprint(each, depth + 1) for each in thing]
    if hasattr(thing, "__dict__") and not isinstance(thing, type) and depth < 8:
        return {name: fingerprint(value, depth + 1) for name, value in vars(thing).items()}
    return repr(thing)
