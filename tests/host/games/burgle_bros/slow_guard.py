"""A guard's movements by the text of the rules alone, one after the other, with names for cells.

Independent of the game's code: imports nothing from it. What chance or players decide is asked of
``choose``: given a number of equally likely ways, it returns one of them.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction

from tests.host.games.burgle_bros.slow_paths import Walls, guard_path

__all__ = ["AWAY", "LOST_VISUAL", "Choose", "Guard", "Seen", "every_way"]

AWAY = "away"
LOST_VISUAL = "lost visual"

Choose = Callable[[int], int]


@dataclass
class Seen:
    """What happened in one movement."""

    rooms: set[str] = field(default_factory=set)
    end: str = AWAY
    is_chosen: bool = False


@dataclass
class Guard:
    """A floor with its guard and his deck; the removed cards are among the hidden ones."""

    size: int
    walls: Walls
    cards: list[str]
    room: str
    target: str
    die: int
    alarms: set[str]
    hidden: list[str]
    removed: int
    top: list[str] = field(default_factory=list)
    bottom: list[str] = field(default_factory=list)
    empty: str = ""
    more: int = 0
    has_donuts: bool = False
    crow: str = ""
    holder: str = ""
    cameras: set[str] = field(default_factory=set)
    watched: set[str] = field(default_factory=set)
    ways: dict[tuple[str, str], list[str]] = field(default_factory=dict)

    def move(self, choose: Choose) -> Seen:
        """Plays one movement (BB-GUARD-3 to -6, BB-LV)."""
        seen = Seen()
        if self.room == AWAY:
            self.room = self.draw_room(choose)
            self.alarms.discard(self.room)
            self.target = self.draw_room(choose)
            self.turn_to_alarm(choose, seen)
        steps = max(0, self.die + len(self.alarms) + self.more)
        self.more = 0
        if self.has_donuts:
            steps, self.has_donuts = 0, False
        elif self.room == self.holder and not self.alarms:
            steps, self.holder = 0, ""
        while steps and self.room != AWAY:
            steps -= 1
            self.room = self.way(self.room, self.target)[1]
            seen.rooms.add(self.room)
            before = set(self.alarms)
            self.alarms.discard(self.room)
            if self.room in self.cameras:
                self.alarms |= self.watched - {self.room}
            if self.room == self.crow:
                steps = max(0, steps - 1)
            if self.alarms:
                if self.alarms != before or self.room == self.target:
                    self.turn_to_alarm(choose, seen)
            elif before or self.room == self.target:
                self.target = self.draw(choose)
                if self.target == LOST_VISUAL:
                    self.room = AWAY
        seen.end = self.room
        return seen

    def turn_to_alarm(self, choose: Choose, seen: Seen) -> None:
        """Lays his die on the nearest alarm (BB-ALARM-4), if there is one."""
        if not self.alarms:
            return
        lengths = {alarm: len(self.way(self.room, alarm)) for alarm in sorted(self.alarms)}
        near = [alarm for alarm in lengths if lengths[alarm] == min(lengths.values())]
        seen.is_chosen |= len(near) > 1
        self.target = near[choose(len(near)) if len(near) > 1 else 0]

    def draw_room(self, choose: Choose) -> str:
        """Draws for a guard who is placed (BB-LV-3)."""
        card = LOST_VISUAL
        while card == LOST_VISUAL:
            card = self.draw(choose)
        return card

    def draw(self, choose: Choose) -> str:
        """Draws a card other than his own room (BB-GUARD-6, -9)."""
        card = self.room
        while card == self.room:
            if self.top:
                card = self.top.pop(0)
            elif len(self.hidden) > self.removed:
                card = self.hidden.pop(choose(len(self.hidden)))
            elif self.bottom:
                card = self.bottom.pop(0)
            else:
                self.hidden = list(self.cards)
                self.die = min(6, self.die + 1)
                card = self.hidden.pop(choose(len(self.hidden)))
        return card

    def way(self, start: str, target: str) -> list[str]:
        """Returns his path."""
        if (start, target) not in self.ways:
            path = guard_path(start, target, self.size, self.walls, self.empty)
            self.ways[start, target] = path
        return self.ways[start, target]


def every_way(play: Callable[[Choose], list[Seen]]) -> Iterator[tuple[Fraction, list[Seen]]]:
    """Plays all that can happen; yields each way with its chance."""
    choices: list[tuple[int, int]] = []  # what is chosen, of how many
    while True:
        number = 0

        def choose(ways: int) -> int:
            nonlocal number
            if number == len(choices):
                choices.append((0, ways))
            number += 1
            return choices[number - 1][0]

        seen = play(choose)
        chance = Fraction(1)
        for _, ways in choices:
            chance /= ways
        yield chance, seen
        while choices and choices[-1][0] + 1 == choices[-1][1]:
            choices.pop()
        if not choices:
            return
        chosen, ways = choices[-1]
        choices[-1] = (chosen + 1, ways)
