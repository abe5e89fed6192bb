"""Knocks, slides, sleeves and children make no false move and never stop the game."""

from collections.abc import Callable
from random import Random

import pytest
from heistboard.games.car_thief.gestures import SETTLE_MS
from heistboard.places import layout
from heistboard.places.scene import Colour, Pattern

from tests.support.evening import CLOSED_MS, HandPlayedGame

DISTURBANCES = 250  # for each phase: a thousand
PHASES = ("setup", "police", "searched", "finished")


def begun(phase: str) -> HandPlayedGame:
    evening = HandPlayedGame()
    if phase == "setup":
        evening.set("x11").settle().set("x23").settle()
        return evening
    evening.place("x11", "x23", "x44").hide("e1")
    if phase == "searched":
        evening.search("a1").search("b4").search("d4").press("done").hide("d1")
        evening.search("b1")
    if phase == "finished":
        evening.search("a1").search("b4").fly("x44", "x34")
    return evening


class Disturber:
    """Disturbs the board and restores it; checks the lights while something is wrong."""

    def __init__(self, evening: HandPlayedGame, random: Random) -> None:
        self.evening = evening
        self.random = random

    def flip(self, reed: str) -> None:
        self.evening.reed(reed, is_closed=reed not in self.evening.closed)

    def short(self) -> None:
        self.evening.wait(self.random.randrange(30, 500))

    def long(self) -> None:
        self.evening.wait(1_000)
        assert self.is_lit(), (self.evening.wrong, self.evening.closed)
        self.evening.wait(self.random.randrange(3_000))

    def is_lit(self) -> bool:
        # Every wrong place blinks; for a helicopter in hand, the places where it may go are lit.
        evening = self.evening
        must = evening.gestures.expected()
        wrong = {reed.split(".")[0] for reed in must if must[reed] != (reed in evening.closed)}
        if len(wrong) == 1 and evening.gestures.meaning.hand and not evening.wrong:
            return True
        blinking = (Pattern.BLINK, Pattern.DOUBLE)
        return set(evening.wrong) == wrong and all(
            evening.scene[place].pattern in blinking and evening.scene[place].colour != Colour.OFF
            for place in wrong
        )

    # Disturbances; each leaves the board as it was.

    def knock(self) -> None:
        reed = self.random.choice(list(self.evening.gestures.expected()))
        self.flip(reed)
        self.short()
        self.flip(reed)

    def slide(self) -> None:
        home = self.some_helicopter()
        over = self.random.sample([x for x in layout.CROSSINGS if not self.stands(x)], 2)
        self.flip(f"{home}.occupant")
        for crossing in over:
            self.short()
            self.flip(f"{crossing}.occupant")
            self.short()
            self.flip(f"{crossing}.occupant")
        self.flip(f"{home}.occupant")

    def stray(self) -> None:
        crossing = self.random.choice([x for x in layout.CROSSINGS if not self.stands(x)])
        self.evening.lift("c3")  # a hand that holds too much
        self.flip(f"{crossing}.occupant")
        self.long()
        self.flip(f"{crossing}.occupant")
        self.short()
        self.evening.put("c3")

    def two_buildings(self) -> None:
        one, other = self.random.sample(layout.CELLS, 2)
        self.evening.lift(one).lift(other)
        self.long()
        self.evening.put(one)
        self.short()
        self.short()
        self.evening.put(other)

    def two_helicopters(self) -> None:
        one, other = [f"{x}.occupant" for x in layout.CROSSINGS if self.stands(x)][:2]
        self.flip(one)
        self.short()
        self.flip(other)
        self.long()
        self.flip(other)
        self.short()
        self.flip(one)

    def in_hand(self) -> None:
        home = self.some_helicopter()
        self.flip(f"{home}.occupant")
        self.long()
        self.flip(f"{home}.occupant")

    def out_of_reach(self) -> None:
        self.evening.lift("e5" if self.stands("x11") else "a5")
        self.evening.lift("c1")
        self.long()
        self.evening.put("c1").put("e5").put("a5")

    def hand_and_building(self) -> None:
        home = self.some_helicopter()
        self.flip(f"{home}.occupant")
        self.short()
        cell = self.random.choice(layout.CELLS)
        self.evening.lift(cell)
        self.long()
        self.evening.put(cell)
        self.flip(f"{home}.occupant")

    def stands(self, crossing: str) -> bool:
        return f"{crossing}.occupant" in self.evening.closed

    def some_helicopter(self) -> str:
        return self.random.choice([x for x in layout.CROSSINGS if self.stands(x)])


ACTS: tuple[Callable[[Disturber], None], ...] = (
    Disturber.knock,
    Disturber.slide,
    Disturber.stray,
    Disturber.two_buildings,
    Disturber.two_helicopters,
    Disturber.in_hand,
    Disturber.out_of_reach,
    Disturber.hand_and_building,
)


@pytest.mark.parametrize("phase", PHASES)
def test_a_disturbance_makes_no_move_and_play_goes_on(phase: str) -> None:
    random = Random(phase)
    evening = begun(phase)
    disturber = Disturber(evening, random)
    before = evening.ask, list(evening.record.written), set(evening.closed)
    for _ in range(DISTURBANCES):
        act = random.choice(ACTS)
        act(disturber)
        evening.wait(random.choice((1, 100, SETTLE_MS)))
        after = evening.ask, list(evening.record.written), set(evening.closed)
        assert after == before, act
        assert evening.table.sync.value == "synced"


@pytest.mark.parametrize("seed", range(40))
def test_random_hands_never_stop_the_game(seed: int) -> None:
    random = Random(seed)
    evening = begun(random.choice(PHASES))
    for _ in range(150):
        senseless(evening, random)
    mend(evening)
    evening.wait(3_000)
    assert evening.table.sync.value == "synced", (evening.ask, evening.wrong)
    again = evening.record.state.game.new()
    for move in evening.moves:
        again.push(move)
    assert again.view(0) == evening.record.state.view(0)


def senseless(evening: HandPlayedGame, random: Random) -> None:
    what = random.randrange(12)
    if what < 8:
        reed = random.choice(layout.REEDS)
        evening.reed(reed, is_closed=reed not in evening.closed)
    elif what == 8:
        mend(evening)
    elif what == 9:
        evening.restart()
    elif what == 10:
        evening.table.lose()
        evening.wait(random.randrange(2_000))
        evening.table.see(evening.closed, evening.now_ms)
    evening.wait(random.choice((1, 20, 300, 1_000, 4_000)))


def mend(evening: HandPlayedGame) -> None:
    """Puts everything public where it belongs, and the car under its building."""
    evening.closed -= set(layout.BUTTONS)
    for _ in range(3):
        for reed, must in evening.gestures.expected().items():
            if must != (reed in evening.closed):
                evening.reed(reed, is_closed=must)
        for cell in layout.CELLS:
            if f"{cell}.cover" not in evening.closed:
                evening.put(cell)
    if evening.phase == "restore":
        trail = evening.gestures.state.view(0)["trail"]
        assert isinstance(trail, list)
        cell = str(trail[-1])
        evening.lift(cell).wait(400).reed(f"{cell}.occupant", is_closed=True).put(cell)
        evening.press("done").wait(CLOSED_MS)
