"""Patrol at the board: guards are walked by hand, tiles are mirrored as lights."""

from collections.abc import Collection, Mapping
from functools import lru_cache
from typing import Final, NamedTuple

from heistboard.games.gestures import Record, Wrong
from heistboard.games.plain_gestures import PlainGestures
from heistboard.places.layout import CELLS
from heistboard.places.place import COVERS, OCCUPANTS, at_floor
from heistboard.places.scene import Colour, Intent, Level, Pattern, Scene
from heistboard.rules import Ask, Choice

from tests.support.patrol import Patrol, neighbours, read

__all__ = ["SETTLE_MS", "PatrolGestures", "sit_down"]

SETTLE_MS: Final = 700

GUARD: Final = Intent(Colour.BLUE, Level.BRIGHT)
ROAD: Final = Intent(Colour.WHITE, Level.LOW, Pattern.PULSE)
TILE: Final = Intent(Colour.GREEN, Level.DIM)
WRONG: Final = {
    Wrong.MISSING: Intent(Colour.AMBER, pattern=Pattern.BLINK),
    Wrong.EXTRA: Intent(Colour.RED, pattern=Pattern.BLINK),
}


_REEDS: Final = {
    floor: {cell: at_floor(floor, OCCUPANTS[cell]) for cell in CELLS} for floor in (1, 2, 3)
}
_COVERS: Final = {
    floor: {at_floor(floor, COVERS[cell]): at_floor(floor, cell) for cell in CELLS}
    for floor in (1, 2, 3)
}


class _Post(NamedTuple):
    home: str
    stands: tuple[str, ...] = ()
    since_ms: int = 0
    must_heal: bool = True


@lru_cache(maxsize=256)
def _expected(guards: tuple[str, ...]) -> Mapping[str, bool]:
    return {
        at_floor(floor, OCCUPANTS[cell]): cell == at
        for floor, at in enumerate(guards, 1)
        for cell in CELLS
    }


@lru_cache(maxsize=256)
def _standing(guards: tuple[str, ...]) -> Mapping[str, Mapping[str, str]]:
    at = enumerate(guards, 1)
    return {"guard": {str(floor): at_floor(floor, cell) for floor, cell in at}}


class PatrolGestures(PlainGestures):
    """The guards on their floors."""

    def __init__(self, record: Record, now_ms: int) -> None:
        super().__init__(record, now_ms)
        self._posts = {floor: _Post(at) for floor, at in enumerate(self.state.guards, 1)}

    @property
    def state(self) -> Patrol:
        state = self.record.state
        assert isinstance(state, Patrol)
        return state

    @property
    def is_settling(self) -> bool:
        return self.wake_ms is not None

    def look(self, picture: frozenset[str], now_ms: int, *, is_jump: bool = False) -> None:
        self.wake_ms = None
        for floor, post in self._posts.items():
            stands = tuple(cell for cell, reed in _REEDS[floor].items() if reed in picture)
            if stands != post.stands:
                post = post._replace(stands=stands, since_ms=now_ms)
            self._posts[floor] = self._read(floor, post, now_ms, is_jump=is_jump)
        super().look(picture, now_ms)

    def _read(self, floor: int, post: _Post, now_ms: int, *, is_jump: bool) -> _Post:
        home = self.state.guards[floor - 1]
        if post.stands == (home,):
            return post._replace(home=home, must_heal=False)
        if is_jump or home != post.home:
            return post._replace(home=home, must_heal=True)
        if post.must_heal or not post.stands:
            return post
        due_ms = post.since_ms + SETTLE_MS
        if now_ms < due_ms:
            self.wake_ms = due_ms if self.wake_ms is None else min(self.wake_ms, due_ms)
            return post
        if not self._may_walk(post):
            return post._replace(must_heal=True)
        self.record.write((read(f"walk {at_floor(floor, post.stands[0])}"),))
        return post._replace(home=post.stands[0])

    def _may_walk(self, post: _Post) -> bool:
        return len(post.stands) == 1 and post.stands[0] in neighbours(post.home)

    def update(self) -> None:
        wrong = self.wrong()
        if not wrong:
            super().update()
            return
        missing = [place for place, how in wrong.items() if how is Wrong.MISSING]
        kind = "missing" if missing else "extra"
        self.ask = Ask(f"wrong.{kind}", {"places": ", ".join(missing or wrong)})

    def expected(self) -> Mapping[str, bool]:
        return _expected(self.state.guards)

    def standing(self) -> Mapping[str, Mapping[str, str]]:
        return _standing(self.state.guards)

    def wrong(self) -> Mapping[str, Wrong]:
        wrong: dict[str, Wrong] = {}
        if self.state.outcome is not None:
            return wrong
        for floor, post in self._posts.items():
            if post.stands == (post.home,) or (not post.must_heal and self._may_walk(post)):
                continue
            if post.home not in post.stands:
                wrong[at_floor(floor, post.home)] = Wrong.MISSING
            wrong |= {at_floor(floor, c): Wrong.EXTRA for c in post.stands if c != post.home}
        return wrong

    def scene(self, now_ms: int) -> Scene:
        lights: dict[str, Intent] = {}
        for floor, at in enumerate(self.state.guards, 1):
            for cover, cell in _COVERS[floor].items():
                if cover in self.picture:
                    lights[cell] = TILE
            lights |= {at_floor(floor, cell): ROAD for cell in neighbours(at)}
            lights[at_floor(floor, at)] = GUARD
        return lights | {place: WRONG[how] for place, how in self.wrong().items()}


def sit_down(
    record: Record,
    now_ms: int,
    *,
    is_resumed: bool = False,
    works: Collection[str] = (),
    options: Mapping[str, Choice],
) -> PatrolGestures:
    return PatrolGestures(record, now_ms)
