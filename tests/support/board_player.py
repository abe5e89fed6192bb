"""A player of Burgle Bros who knows only what lights show and what the voice says.

It has the flashlight, the buttons, tiles and guards' figures; it remembers where it put them, and
reads its own name, lit cells, labels of pads and spoken answers. It does not see the game.
"""

import re
from collections.abc import Sequence
from random import Random
from typing import Final, Protocol

from heistboard.places.place import split_floor
from heistboard.places.scene import Colour, Intent, Level, Pattern, Scene

__all__ = ["BoardPlayer", "PlayersHands", "Puzzled"]

PAUSE_MS: Final = 600  # after an act; then lights are looked at
REST_MS: Final = 1_100  # after a guard's walk
STARTS_MS: Final = 3_100  # Done is held: all walls stand
MOST_PADS: Final = 7

LABELS: Final = {  # of pads, as printed
    **{"a5": "hack", "b5": "die", "c5": "crack", "d5": "room", "e5": "pass"},
    **{"e4": "next target", "e3": "menu"},
}
ANSWER: Final = re.compile(r"(.*)\? Done takes it, Help says the next one, Undo ends this\.")

MISSING: Final = Intent(Colour.WHITE, Level.BRIGHT, Pattern.BLINK)
EXTRA: Final = Intent(Colour.RED, Level.BRIGHT, Pattern.DOUBLE)
TURN: Final = Intent(Colour.WHITE, Level.NORMAL, Pattern.BLINK)
WALL: Final = Intent(Colour.WHITE, Level.BRIGHT, Pattern.PULSE)
TAPS: Final = [
    Intent(Colour.WHITE, Level.LOW, pattern)
    for pattern in (Pattern.STEADY, Pattern.PULSE, Pattern.BLINK)
]
HOLD: Final = Intent(Colour.WHITE, Level.DIM)
PAD: Final = Intent(Colour.AMBER, Level.LOW)
OVER: Final = (
    Intent(Colour.GREEN, Level.LOW, Pattern.PULSE),
    Intent(Colour.RED, Level.LOW, Pattern.BLINK),
)


class Puzzled(AssertionError):
    """Lights and voice do not say what to do."""


class PlayersHands(Protocol):
    """All that the player has of the table."""

    @property
    def scene(self) -> Scene:
        """What the lights show."""

    def turn(self, cell: str) -> object:
        """Turns a tile up."""

    def lay(self, cell: str) -> object:
        """Lays a tile face down."""

    def on(self, cell: str) -> object:
        """Puts a guard's figure on a cell."""

    def off(self, cell: str) -> object:
        """Takes it off."""

    def tap(self, place: str) -> object:
        """Taps a place with the flashlight, or lifts the figure there for a moment."""

    def hold(self, place: str) -> object:
        """Holds the flashlight on a place."""

    def press(self, button: str, for_ms: int = 100) -> object:
        """Presses a button."""

    def wait(self, for_ms: int) -> object:
        """Lets time go by."""


class BoardPlayer:
    """Plays for everybody at the table; *said* grows as the voice speaks."""

    def __init__(self, hands: PlayersHands, said: Sequence[str], random: Random) -> None:
        self.answered: dict[str, str] = {}
        """An answer that was taken from the menu, by the last question."""
        self._hands = hands
        self._said = said
        self._random = random
        self._down: set[str] = set()  # tiles that lie face down
        self._figures: dict[int, str] = {}  # by floor, where the guard's figure stands
        self._heard = 0  # how many texts before the last choice

    @property
    def is_over(self) -> bool:
        """Whether the lights say that the game is over."""
        lights = self._cells().values()
        return len(lights) > MOST_PADS and any({*lights} == {over} for over in OVER)

    def act(self) -> None:
        """Does what is due, or one thing that may be chosen."""
        lights = self._cells()
        if WALL in lights.values():
            self._hands.press("done", STARTS_MS)
        elif wrong := [place for place, light in lights.items() if light in (MISSING, EXTRA)]:
            self._put_right(wrong, lights)
        elif TURN in lights.values():
            for place in [place for place, light in lights.items() if light == TURN]:
                self._hands.turn(place)
                self._down.discard(place)
        elif homes := [place for place, light in lights.items() if _is_home(light)]:
            self._walk(homes[0], lights)
        else:
            is_answer_open = self._is_answer_open
            self._heard = len(self._said)
            self._choose(lights, is_answer_open=is_answer_open)
        self._hands.wait(PAUSE_MS)

    def _cells(self) -> Scene:
        # Without the round track.
        scene = self._hands.scene
        return {place: light for place, light in scene.items() if split_floor(place)[1][0] != "r"}

    # What has to be done.

    def _put_right(self, wrong: Sequence[str], lights: Scene) -> None:
        said = self._said[-1]
        for place in wrong:
            floor = split_floor(place)[0]
            if lights[place] == EXTRA:
                if self._figures.get(floor) != place:
                    raise Puzzled(f"nothing stands on {place}: {said}")
                self._hands.off(place)
                del self._figures[floor]
            elif "tile" in said:
                self._hands.lay(place)
                self._down.add(place)
            elif "uard" in said:
                self._put_figure(place)
            else:
                raise Puzzled(f"what is missing on {place}? {said}")

    def _put_figure(self, place: str) -> None:
        floor = split_floor(place)[0]
        if floor in self._figures:
            self._hands.off(self._figures[floor])
        self._hands.on(place)
        self._figures[floor] = place

    def _walk(self, home: str, lights: Scene) -> None:
        # The figure goes along the lights that run on its floor.
        floor = split_floor(home)[0]
        if "guard" not in self._said_since_turn():
            raise Puzzled(f"nobody said that a guard goes to {home}: {self._said[-3:]}")
        way = sorted(
            (light.phase, place)
            for place, light in lights.items()
            if light.pattern is Pattern.CHASE and split_floor(place)[0] == floor
        )
        if floor in self._figures:
            for _, place in way:
                self._put_figure(place)
        self._put_figure(home)
        self._hands.wait(REST_MS)

    def _said_since_turn(self) -> str:
        return " ".join(self._said[-6:])

    # What may be chosen.

    def _choose(self, lights: Scene, *, is_answer_open: bool) -> None:
        pads = {
            LABELS[split_floor(place)[1]]: place
            for place, light in lights.items()
            if split_floor(place)[1] in LABELS and _is_pad(light)
        }
        free = {place: light for place, light in lights.items() if place not in pads.values()}
        taps = [place for place, light in free.items() if light in TAPS]
        holds = [place for place, light in free.items() if light == HOLD]
        way = self._random.random()
        if way < 0.4 and "actions left" in self._question() and not self._actions:
            self._end_turn(is_answer_open=is_answer_open)
        elif is_answer_open and (not taps or way < 0.5):
            self._answer(pads.get("menu"))
        elif "crack" in pads and way < 0.5:
            self._hands.tap(pads["crack"])
        elif "die" in pads and way < 0.7:
            self._hands.tap(pads["die"])
        elif "room" in pads and way < 0.8:
            self._hands.tap(pads["room"])
        elif taps and way < 0.7:
            self._hands.tap(self._random.choice(taps))
        elif holds and way < 0.85:
            self._hands.hold(self._random.choice(holds))
        elif "next target" in pads and way < 0.88:
            for _ in range(self._random.randrange(1, 4)):
                self._hands.tap(pads["next target"])
            self._hands.press("done")
        elif others := [pads[name] for name in pads if name != "next target"]:
            self._hands.tap(self._random.choice(others))
        elif taps:
            self._hands.tap(self._random.choice(taps))
        else:
            self._open_menu()

    @property
    def _is_answer_open(self) -> bool:
        # Whether the last text is an answer that Done would take now.
        is_new = len(self._said) > self._heard
        return is_new and ANSWER.fullmatch(self._said[-1]) is not None

    @property
    def _actions(self) -> int:
        # As the round track of the first floor shows them.
        lights = self._hands.scene.items()
        return sum(place[0] == "r" and light.colour is Colour.WHITE for place, light in lights)

    def _end_turn(self, *, is_answer_open: bool) -> None:
        if is_answer_open:
            self._hands.press("undo")
        self._hands.press("done")

    def _answer(self, pad: str | None) -> None:
        # Goes on some times, then takes what is said.
        question = self._question()
        for _ in range(self._random.randrange(4)):
            self._hands.tap(pad) if pad else self._hands.press("help")
        answer = ANSWER.fullmatch(self._said[-1])
        if answer is None:
            raise Puzzled(f"{question}: {self._said[-3:]}")
        self.answered[question] = answer[1]
        self._heard = len(self._said)
        if pad and self._random.random() < 0.5:
            self._hands.hold(pad)
        else:
            self._hands.press("done")

    def _open_menu(self) -> None:
        # No pad, or none is lit: Help says the question, and Help again the first answer.
        for _ in range(4):
            self._hands.press("help")
            if ANSWER.fullmatch(self._said[-1]):
                self._answer(None)
                return
        raise Puzzled(f"no answer is said: {self._said[-4:]}")

    def _question(self) -> str:
        return next((said for said in reversed(self._said) if not ANSWER.fullmatch(said)), "")


def _is_home(light: Intent) -> bool:
    return light.level is Level.BRIGHT and light.pattern is Pattern.BLINK


def _is_pad(light: Intent) -> bool:
    is_open = light.level is Level.LOW and light.pattern is Pattern.PULSE
    return light == PAD or (is_open and light.colour is not Colour.WHITE)
