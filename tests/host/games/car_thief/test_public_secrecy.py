"""Nothing public depends on where the car is: status, lights, speech, bytes to the board."""

import json
from collections.abc import Iterator
from itertools import islice
from random import Random

import pytest
from heistboard.app.referee import status_of
from heistboard.games.car_thief.board import COLOURS
from heistboard.games.gestures import Prompt
from heistboard.link.scene_sender import encode
from heistboard.places import layout
from heistboard.places.scene import pack
from heistboard.rules import TABLE

from tests.host.games.car_thief.obs import twins
from tests.support.car_thief import hunted
from tests.support.evening import CLOSED_MS, HandPlayedGame


class WatchedEvening(HandPlayedGame):
    """An evening that records everything public after every change."""

    def __init__(self) -> None:
        self.seen: list[tuple[object, ...]] = []
        self._lit = bytes(len(layout.LEDS))
        super().__init__()
        self._note()

    def reed(self, name: str, is_closed: bool) -> "WatchedEvening":
        super().reed(name, is_closed)
        self._note()
        return self

    def wait(self, ms: int) -> "WatchedEvening":
        # In small steps, to record what happens in between.
        end_ms = self.now_ms + ms
        while self.now_ms < end_ms:
            super().wait(min(200, end_ms - self.now_ms))
            self._note()
        return self

    def _note(self) -> None:
        if self.phase == "over":  # the trail is public now
            return
        spoken = tuple(self.gestures.spoken)
        self.gestures.spoken.clear()
        scene = self.table.scene(self.now_ms)
        before, self._lit = self._lit, pack(scene)
        number = len(self.seen) % 255 + 1
        line = b"".join(encode(0x4D2, number, number - 1, before, self._lit))
        view = self.table.state.view(TABLE)
        prompt = Prompt(0, self.table.ask, self.table.moves(TABLE))
        closed = self.gestures.eyes_closed
        status = status_of(self.table, 1, 0, view, prompt, scene, spoken, closed)
        self.seen.append((self.now_ms, self.table.wake_ms, line, json.dumps(status)))


def disturb(evening: HandPlayedGame, random: Random, cell: str) -> None:
    """Does something that is not a move; if it is secret, on *cell*."""
    what = random.choice(("chatter", "lost", "restart", "desync", "knock", "help", "undo", ""))
    if what == "chatter":
        for _ in range(5):
            evening.reed(f"{cell}.occupant", is_closed=False).wait(random.randrange(5, 900))
            evening.reed(f"{cell}.occupant", is_closed=True).wait(random.randrange(5, 900))
    elif what == "lost":
        evening.table.lose()
        evening.wait(3_000)
        evening.table.see(evening.closed, evening.now_ms)
    elif what == "restart":
        evening.restart().wait(100)
    elif what == "desync":
        evening.lift("a5").lift("e5").wait(2_000).put("e5").wait(1_000).put("a5")
    elif what == "knock":
        evening.lift(random.choice(layout.CELLS)).wait(random.randrange(30, 500))
        for each in layout.CELLS:
            if f"{each}.cover" not in evening.closed:
                evening.put(each)
    elif what == "help" or (what == "undo" and not evening.moves[-1].startswith("fly")):
        evening.press(what)


def hide(evening: HandPlayedGame, random: Random, trail: list[str], cell: str) -> None:
    """Plays a phase with eyes closed; sometimes the thief tries a forbidden cell first."""
    hands = [(cell, True)]
    if trail:
        away = [each for each in layout.CELLS if each not in trail and not beside(each, trail[-1])]
        if random.random() < 0.5:
            hands = [(away[-1], True), (away[-1], False), *hands]
        hands = [(trail[-1], False), *hands]
    for lifted, car in hands:
        evening.lift(lifted).wait(random.randrange(300, 900))
        evening.reed(f"{lifted}.occupant", is_closed=car).wait(random.randrange(300, 900))
        evening.put(lifted).wait(random.randrange(100, 900))
    evening.press("done").wait(CLOSED_MS)


def perform(moves: list[str], seed: int) -> list[tuple[object, ...]]:
    """Plays a game with hands and returns everything public."""
    random = Random(seed)
    evening = WatchedEvening()
    trail: list[str] = []
    for move in moves:
        verb, *words = move.split()
        if trail:
            disturb(evening, random, trail[-1])
        if verb == "place":
            evening.set(words[1]).settle()
        elif verb == "hide":
            evening.press("done")
            hide(evening, random, trail, words[0])
            trail.append(words[0])
        elif verb == "fly":
            home = evening.gestures.state.helicopters[words[0]]
            assert home is not None
            evening.take(home).wait(random.randrange(50, 900)).set(words[1]).settle()
        elif verb == "search":
            answer(evening, words[0], words[1])
        else:
            evening.press("done")
        assert evening.moves[-1] == move, (evening.moves[-2:], move)
    return evening.seen


def answer(evening: HandPlayedGame, colour: str, cell: str) -> None:
    evening.search(cell)
    if evening.gestures.which:
        home = evening.gestures.state.helicopters[colour]
        assert home is not None
        evening.take(home).settle().set(home).wait(50)


def beside(one: str, other: str) -> bool:
    return sum(abs(ord(a) - ord(b)) for a, b in zip(one, other, strict=True)) <= 1


def pairs() -> Iterator[tuple[int, list[str], list[str]]]:
    for seed in range(1000):
        moves: list[str] = [*hunted(seed).moves]
        moves[:3] = sorted(moves[:3], key=lambda move: COLOURS.index(move.split()[1]))
        if moves[-1] != "surrounded":
            moves = moves[:-1]
        for twin in islice(twins(moves), 1):
            yield seed, moves, twin


@pytest.mark.parametrize(("seed", "moves", "twin"), list(islice(pairs(), 16)))
def test_everything_public_is_the_same_wherever_the_car_is(
    seed: int, moves: list[str], twin: list[str]
) -> None:
    assert moves != twin
    one, other = perform(moves, seed), perform(twin, seed)
    for step, (mine, theirs) in enumerate(zip(one, other, strict=True)):
        assert mine == theirs, (step, moves, twin)
    assert len({line for _, _, line, _ in one}) > 5
