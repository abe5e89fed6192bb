"""Plays a game at a table in virtual time, and notes what each seat learns and is sent, and when.

Two tables play twins: games that differ in cards, rows, passes, wishes and refused tries of some
seats. Everybody else must be sent the same bytes at the same times for as long as they have
learned the same; what that is, ``obs`` says. TABLE is sent announcements, answers of the umpire
and lines of the log, too.
"""

import logging
from collections import deque
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from itertools import zip_longest
from pathlib import Path
from random import Random
from typing import Any, NamedTuple, Self

import pytest
from heistboard import games
from heistboard.app.referee import REFUSALS
from heistboard.games.good_cop_bad_cop import GAME
from heistboard.games.good_cop_bad_cop.components import PLAYERS
from heistboard.games.status import Status
from heistboard.games.window_options import ALL
from heistboard.journal.game_text import write
from heistboard.rules import TABLE, Choice, Move, State
from heistboard.rules.autoplay import Dealer
from heistboard.table.beat import STOP_MS
from heistboard.web import page_messages
from heistboard.web.game_texts import Announcements

from tests.host.games.good_cop_bad_cop.obs import Watcher
from tests.support.beat_table import BeatTable

__all__ = ["Heard", "Script", "alike", "compare", "play"]

BOTS_MS = 240_000  # how long computer players play
CARDS = ("coffee", "taser", "wiretap", "planted_evidence")
NEVER = ("p2 arrange 213", "p1 discard coffee", "p2 audit p2.1", "p3 shoot p2", "nonsense")
"""What nobody may say in a window, whatever they hold."""

WISHES = ("always", "never", "own", "declared", "own after-aim")


class Script(NamedTuple):
    """A game to play.

    The *secret* seats pass, try and wish as chance by *private* has it, the rest by *public*.
    """

    options: Mapping[str, Choice]
    moves: Sequence[str]
    secret: Collection[int]
    public: int
    private: int
    table_options: Mapping[str, Choice] = {}
    killed_at: int | None = None
    """Before which move of a player the host is killed and starts again."""
    bots: str = ""
    """The computer player that plays the secret seats; then only what is dealt is followed."""


class Heard:
    """What each seat and the public have learned and were sent, with the time."""

    def __init__(self, options: Mapping[str, Choice]) -> None:
        seats = (*range(int(options["players"])), TABLE)
        self.watchers = {seat: Watcher(seat, options) for seat in seats}
        self.learned: dict[int, list[tuple[int, object]]] = {seat: [] for seat in seats}
        self.sent: dict[int, list[tuple[int, str]]] = {seat: [] for seat in seats}
        self.end_ms: int | None = None
        """When the game could no longer follow its script."""
        self.moves: list[tuple[int, str]] = []

    def see(self, moves: Sequence[str], now_ms: int) -> None:
        """Notes what was learned from the *moves* made since the last call."""
        for move in moves[len(self.moves) :]:
            self.moves.append((now_ms, str(move)))
            for seat, watcher in self.watchers.items():
                known = len(watcher.learned)
                watcher.see(str(move))
                self.learned[seat] += [(now_ms, each) for each in watcher.learned[known:]]


class _Table(BeatTable):
    # Sends what it is asked, too; goes on where *heard* ended.

    def __init__(self, folder: Path, heard: Heard, begun_ms: int, **settings: Any) -> None:  # noqa: ANN401
        # Where the game has lights, TABLE is sent what its board is.
        self.has_board = games.package(GAME.name).gestures is not None
        super().__init__(folder, GAME.name, has_board=self.has_board, **settings)
        self.heard, self.begun_ms = heard, begun_ms
        self.sent = heard.sent
        self.hub.show = self._light  # type: ignore[method-assign]
        self._announcements = Announcements()
        self._latest: dict[int, str] = {}

    def __enter__(self) -> Self:
        super().__enter__()
        if self.has_board:
            self.room.come()
        return self

    def _light(self, serial: str, intents: bytes) -> None:
        self.sent[TABLE].append((self.now_ms, intents.hex()))

    @property
    def now_ms(self) -> int:
        return self.begun_ms + self.room.now_ms

    @property
    def state(self) -> State:
        return self.table._referee.state

    def learn(self) -> None:
        self.heard.see(self.state.moves, self.now_ms)

    def _hear(self, status: Status) -> None:
        told = self._announcements.update(status)
        self._send(TABLE, page_messages.table(status, announced=told))

    def _send(self, seat: int, message: str) -> None:
        self.learn()
        if self._latest.get(seat) != message:
            self._latest[seat] = message
            self.sent[seat].append((self.now_ms, message))

    def answer(self, seat: int, do: Any) -> bool:  # noqa: ANN401
        """Does what *seat* asks for and notes the answer; returns whether it was done."""
        error: Exception | None = None
        try:
            said = do()
        except REFUSALS as refusal:
            error, said = refusal, ""
        self.learn()
        message = f"{page_messages.answer(0, error)} {said or ''}"
        if seat == TABLE and error is not None:
            message += str(error)  # the umpire is shown the text
        self.sent[seat].append((self.now_ms, message))
        return error is None


class _Player:
    # Follows one script.

    def __init__(self, folder: Path, script: Script) -> None:
        self.folder, self.script = folder, script
        self.heard = Heard(GAME.new(**script.options).options)
        self.public = Random(script.public)
        self.private = Random(script.private)
        read = [GAME.read(move) for move in script.moves]
        self.dealt = deque(move for move in read if move.seat is None)
        self.todo = deque(move for move in read if move.seat is not None)
        self.table: _Table
        killed_at = len(self.todo) if script.killed_at is None else script.killed_at
        self.left = max(0, len(self.todo) - killed_at)  # when the host is killed

    def deal(self, state: State) -> Move:
        legal = state.legal()
        if not self.dealt and self.script.bots:
            return self.public.choice(legal)
        wanted = self.dealt.popleft() if self.dealt else ""
        if wanted not in legal:
            self.halt()
        return legal[legal.index(wanted)] if wanted in legal else legal[0]

    def halt(self) -> None:
        heard, table = self.heard, getattr(self, "table", None)
        if heard.end_ms is None:
            heard.end_ms = 0 if table is None else table.now_ms

    def play(self) -> None:
        begun_ms, resume = 0, None
        table_options = dict(self.script.table_options)
        while self.todo and self.heard.end_ms is None:
            settings: dict[str, Any] = {"resume": resume, "table_options": table_options}
            if resume is None:
                settings |= {"options": self.script.options, "hints": "notes"}
            self.table = _Table(self.folder, self.heard, begun_ms, **settings)
            with self.table as table, _logged(table):
                self.follow(until=self.left if resume is None else 0)
                begun_ms, resume = table.now_ms, table.status.game
                if not self.todo or self.heard.end_ms is not None:
                    self.look_back()
            table_options = {}
        if self.heard.end_ms is None:
            self.heard.end_ms = begun_ms

    def watch_bots(self) -> None:
        """Computer players play the secret seats; others do what changes least, at once."""
        heard = self.heard
        settings: dict[str, Any] = {
            "options": self.script.options,
            "bots": {PLAYERS[seat]: self.script.bots for seat in self.script.secret},
            "seed": self.script.public,
            "table_options": dict(self.script.table_options),
        }
        self.table = _Table(self.folder, heard, 0, **settings)
        with self.table as table, _logged(table):
            while heard.end_ms is None and table.now_ms < BOTS_MS:
                if table.status.phase == "over":
                    break
                if table.state.window is None or table.status.beat is None:
                    for seat in {*table.state.movers} - {*self.script.secret}:
                        move = table.state.default(seat)
                        table.answer(seat, partial(table.table.say, seat, move))
                table.wait(100)
            table.learn()
            heard.end_ms = table.now_ms if heard.end_ms is None else heard.end_ms

    def follow(self, until: int) -> None:
        while len(self.todo) > until and self.heard.end_ms is None:
            if self.table.status.phase == "over":  # before its script is, in a twin
                self.halt()
                return
            self.table.learn()
            if self.table.state.window is None:
                for move in self.decisions():
                    self.decide(move)
            else:
                self.run_window()

    def decisions(self) -> list[Move]:
        # What is decided next; where several are asked, who of the secret seats is first is
        # their secret.
        count = min(len(self.table.state.movers), len(self.todo))
        moves = [self.todo.popleft() for _ in range(count)]
        secret = [move for move in moves if move.seat in self.script.secret]
        others = self.private.sample(secret, len(secret))
        return [others.pop() if move in secret else move for move in moves]

    def decide(self, move: Move) -> None:
        # Others try, too.
        if self.heard.end_ms is not None:
            return
        self.table.wait(self.public.randrange(200, 2_000))
        if self.public.random() < 0.3:
            other = self.public.randrange(len(self.table.state.seats))
            if other not in self.table.state.turn:
                self.try_(other, f"p{other + 1} play {self.public.choice(CARDS)}")
                self.table.answer(
                    TABLE, lambda: self.table.table.correct(f"p{other + 1} discard coffee")
                )
        self.say(move)

    def say(self, move: str, seat: int | None = None) -> None:
        seat = int(move[1]) - 1 if seat is None else seat
        if not self.table.answer(
            seat, lambda: self.table.table.say(seat, move, self.table.at(seat))
        ):
            self.halt()

    def try_(self, seat: int, text: str, at: tuple[int, int] | None = None) -> None:
        if text not in self.table.state.legal(seat):
            self.table.answer(seat, lambda: self.table.table.say(seat, text, at))

    def run_window(self) -> None:
        passes, played = self.answers()
        table, beat = self.table, self.table.status.beat
        length_ms = 4_000 if beat is None else beat.span.least_ms
        begun_ms = table.now_ms
        play_ms = int(length_ms * self.public.uniform(0.3, 0.95)) if played else length_ms
        acts: list[tuple[int, Any]] = []
        for seat, at_ms in self.pass_times(passes, play_ms, waits=beat is None):
            acts.append((at_ms, partial(self.say, f"p{seat + 1} pass")))
        acts += self.disturbances(play_ms if beat else 1 + max((at for at, _ in acts), default=0))
        stops = beat and self.public.random() < 0.15 and not played
        if stops and beat:
            stopper = self.public.randrange(len(table.state.seats))
            if beat.stops_left[stopper]:
                at_ms = self.public.randrange(play_ms)
                acts.append(
                    (at_ms, lambda: table.answer(stopper, lambda: table.table.stop(stopper)))
                )
                length_ms = at_ms + STOP_MS
        if played:
            acts.append((play_ms, lambda: self.say(played)))
        window = table.state.window, len(table.state.told(TABLE))
        for at_ms, act in sorted(acts, key=lambda each: each[0]):
            table.wait(begun_ms + at_ms - table.now_ms)
            if self.heard.end_ms is not None:
                return
            act()
        if not played and beat:
            table.wait(begun_ms + length_ms - table.now_ms)
        table.learn()
        if self.heard.end_ms is None and window == (
            table.state.window,
            len(table.state.told(TABLE)),
        ):
            self.halt()  # it asks others than in the script

    def pass_times(
        self, passes: Sequence[int], until_ms: int, *, waits: bool
    ) -> Iterator[tuple[int, int]]:
        # Who says that, and when. A window that waits for all ends with the last answer: when
        # that comes is public, but not whose it was.
        secret = [seat for seat in passes if seat in self.script.secret]
        times = {seat: self.public.randrange(until_ms) for seat in passes}
        silent = {seat for seat in passes if self.public.random() < 0.4 and not waits}
        last_ms = max(times.values(), default=0)
        if waits and any(times[seat] == last_ms for seat in secret):
            others = self.private.sample(secret, len(secret))
            times |= {seat: times[other] for seat, other in zip(secret, others, strict=True)}
        else:
            times |= {seat: self.private.randrange(last_ms) for seat in secret if last_ms}
            silent |= {seat for seat in secret if self.private.random() < 0.4 and not waits}
        for seat in passes:
            if seat not in silent:
                yield seat, times[seat]

    def answers(self) -> tuple[list[int], str]:
        # Who passes in the open window, and the card that ends it.
        waiting, passes = set(self.table.state.movers), list[int]()
        while waiting and self.todo:
            if self.todo[0].verb != "pass":
                return passes, self.todo.popleft()
            seat = self.todo.popleft().seat
            assert seat is not None
            passes.append(seat)
            waiting.discard(seat)
        return passes, ""

    def disturbances(self, until_ms: int) -> Iterator[tuple[int, Any]]:
        # What some try and wish in the open window; nobody is shown that but themselves.
        table, seats = self.table, len(self.table.state.seats)
        seat = next(iter(self.script.secret))
        texts = [
            f"p{seat + 1} play {self.private.choice(CARDS)}",
            f"p{seat + 1} aim p1",
            "p1 pass",
        ]
        for text in texts:
            if self.private.random() < 0.3:
                yield self.private.randrange(until_ms), lambda text=text: self.try_(seat, text)
        if ALL not in self.script.table_options.values() and self.private.random() < 0.3:
            # Where all are waited for, it is public who does not want to be.
            wish = self.private.choice(WISHES)
            yield (
                self.private.randrange(until_ms),
                lambda: table.answer(seat, lambda: table.table.set_wish(seat, wish)),
            )
        other = self.public.randrange(seats)
        if other not in self.script.secret and self.public.random() < 0.3:
            text = f"p{other + 1} play {self.public.choice(CARDS)}"
            yield self.public.randrange(until_ms), lambda: self.try_(other, text)
        if self.public.random() < 0.2:
            never = self.public.choice((*NEVER, f"p{seat + 1} play surveillance_camera"))
            if table.status.phase == "investigated":
                never = NEVER[0]  # then it may be legal
            acts = range(seats)
            yield (
                self.public.randrange(until_ms),
                lambda: table.answer(TABLE, lambda: table.table.correct(never)),
            )
            yield (
                self.public.randrange(until_ms),
                lambda: table.answer(TABLE, lambda: table.table.say_at_table(acts, never)),
            )
        if self.public.random() < 0.1:
            yield (
                self.public.randrange(until_ms),
                lambda: table.answer(
                    TABLE, lambda: table.table.press_at_table(range(seats), "help")
                ),
            )

    def look_back(self) -> None:
        # The journal, as who asks for it may read it.
        state, heard = self.table.state, self.heard
        if heard.end_ms is None:
            for seat in heard.sent:
                heard.sent[seat].append((self.table.now_ms, write(state, seat)))


@contextmanager
def _logged(table: _Table) -> Iterator[None]:
    # Lines of the log go to TABLE.
    class Handler(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            table.sent[TABLE].append((table.now_ms, record.getMessage()))

    handler, logger = Handler(), logging.getLogger("heistboard")
    level = logger.level
    logger.addHandler(handler)
    logger.setLevel(logging.INFO)
    try:
        yield
    finally:
        logger.removeHandler(handler)
        logger.setLevel(level)


def play(folder: Path, script: Script) -> Heard:
    """Plays *script* as far as its moves are legal."""
    player = _Player(folder, script)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Dealer, "choose", lambda self, state: player.deal(state))
        if script.bots:
            player.watch_bots()
        else:
            player.play()
    return player.heard


def compare(one: Heard, other: Heard, seat: int) -> int:
    """Compares what *seat* was sent for as long as it had learned the same; returns how much.

    Raises :exc:`AssertionError` if that differs, or what it learned came at another time.
    """
    assert one.end_ms is not None and other.end_ms is not None
    until_ms = min(one.end_ms, other.end_ms)
    for mine, its in zip_longest(one.learned[seat], other.learned[seat]):
        if mine == its:
            continue
        assert mine is None or its is None or mine[1] != its[1], f"{mine} at {its[0]} ms"
        until_ms = min(until_ms, *(each[0] for each in (mine, its) if each is not None))
        break
    first, second = (
        [each for each in heard.sent[seat] if each[0] < until_ms] for heard in (one, other)
    )
    for ours, theirs in zip_longest(first, second):
        assert ours == theirs, f"seat {seat}: {_difference(ours, theirs)}"
    return len(first)


def alike(one: Heard, other: Heard) -> Iterator[str]:
    """Yields the moves that both tables have made alike, but for cards that are named.

    Passes and other answers of several are left out: their order is a secret.
    """
    both = (
        [move for _, move in heard.moves if move.split()[1] not in ("pass", "arrange", "audit")]
        for heard in (one, other)
    )
    for move, its in zip(*both, strict=False):
        if move.split()[:2] != its.split()[:2]:
            return
        yield move


def _difference(one: tuple[int, str] | None, other: tuple[int, str] | None) -> str:
    if one is None or other is None or one[0] != other[0]:
        return f"{one and (one[0], one[1][:300])} and {other and (other[0], other[1][:300])}"
    at = next((n for n, (a, b) in enumerate(zip(one[1], other[1], strict=False)) if a != b), 0)
    return (
        f"at {one[0]} ms: {one[1][max(0, at - 200) : at + 60]!r}, {other[1][at - 20 : at + 60]!r}"
    )
