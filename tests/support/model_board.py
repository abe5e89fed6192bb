"""A board for the self test in virtual time, without firmware or line: magnets in, events out.

It has the faults of :class:`~heistboard.sim.SimBoard`, under the same names, and the firmware's
debouncing.
"""

from collections.abc import Callable

from heist.debounce import Debounce
from heistboard.firmware import wire
from heistboard.places import layout, matrix
from heistboard.places.scene import DARK, Scene, pack
from heistboard.selftest import HandPlan, Pace, Walk, WalkPrompt
from heistboard.selftest.robot import LOOK_MS, STEP_MS, Robot

CHATTER_MS = 60
NUMBER = {name: number for number, name in enumerate(layout.REEDS)}
AT_MOST_MS = 600_000


class ModelBoard:
    """Magnets, reeds, wires, diodes and LEDs; :meth:`run` advances the time."""

    def __init__(self) -> None:
        self.now_ms = 0
        self.magnets: set[str] = set()
        self.stuck: dict[str, str] = {}
        self.wired: dict[str, str] = {}
        self.shorted: set[str] = set()
        self.rises_us = [2] * matrix.ROWS
        self.chain = list(range(len(layout.LEDS)))
        self._scene: Scene = DARK
        self._scheduled: list[tuple[int, str, bool]] = []
        self._debounce = Debounce(matrix.COLUMNS, matrix.ROWS)
        self._raw = self._shaken = bytearray(matrix.COLUMNS)  # without and with chatter
        self._changes = bytearray(len(layout.REEDS))
        self._is_stale = True

    def set_reed(self, name: str, *, is_closed: bool, after_ms: int = 0) -> None:
        self._scheduled.append((self.now_ms + after_ms, name, is_closed))

    def set_stuck(self, name: str, how: str) -> None:
        """Breaks a reed as SimBoard does; ``loose`` chatters under a magnet only."""
        self.stuck[name] = how
        self._is_stale = True

    def set_swapped(self, one: str, other: str) -> None:
        first, second = self.wired.get(one, one), self.wired.get(other, other)
        self.wired[one], self.wired[other] = second, first

    def set_shorted(self, name: str) -> None:
        self.shorted.add(name)

    def set_rise(self, row: int, rise_us: int) -> None:
        self.rises_us[row] = rise_us

    def set_led_swapped(self, one: str, other: str) -> None:
        first, second = layout.LEDS.index(one), layout.LEDS.index(other)
        self.chain[first], self.chain[second] = self.chain[second], self.chain[first]

    def set_led_dead(self, name: str) -> None:
        self.chain[layout.LEDS.index(name)] = -1

    def cut_chain(self, name: str) -> None:
        behind = layout.LEDS.index(name) + 1
        self.chain[behind:] = [-1] * (len(self.chain) - behind)

    @property
    def leds(self) -> dict[str, tuple[int, int, int]]:
        scene = pack(self._scene)
        return {
            name: (9, 9, 9) if at >= 0 and any(scene[2 * at : 2 * at + 2]) else (0, 0, 0)
            for name, at in zip(layout.LEDS, self.chain, strict=True)
        }

    def show(self, scene: Scene) -> None:
        self._scene = scene

    def rise(self) -> list[int]:
        rows = {row for row in range(matrix.ROWS) for bits in self._raw if bits >> row & 1}
        return [self.rises_us[row] if row in rows else wire.RISE_UNKNOWN for row in range(5)]

    def start(self) -> set[str]:
        """Powers the board on; returns the closed reeds."""
        self._scan()
        self._debounce.start(self._raw)
        return {
            name for name, number in NUMBER.items() if self._raw[number // 5] >> number % 5 & 1
        }

    def run(self, until_ms: int) -> list[tuple[str, bool]]:
        """Advances the time to *until_ms*, or to the first events, which it returns.

        Time in which nothing can change is skipped.
        """
        while self.now_ms < until_ms:
            self.now_ms += 1
            if self._scheduled:
                self._apply_due()
            if self._is_stale:
                self._scan()
            is_shaken = self.now_ms % CHATTER_MS < CHATTER_MS // 2
            raw = self._shaken if is_shaken else self._raw
            if raw != self._debounce.closed or self._debounce.is_timing:
                count = self._debounce.update(raw, self.now_ms, self._changes)
                if count:
                    codes = self._changes[:count]
                    return [(layout.REEDS[code & 0x7F], code > 0x7F) for code in codes]
            elif self._shaken is self._raw:
                due_ms = min((due_ms for due_ms, _, _ in self._scheduled), default=until_ms + 1)
                self.now_ms = min(due_ms - 1, until_ms)
        return []

    def _apply_due(self) -> None:
        later = []
        for due_ms, name, is_closed in self._scheduled:
            if due_ms > self.now_ms:
                later.append((due_ms, name, is_closed))
                continue
            (self.magnets.add if is_closed else self.magnets.discard)(name)
            self._is_stale = True
        self._scheduled = later

    def _scan(self) -> None:
        made = {
            name
            for name in self.magnets | self.stuck.keys()
            if self.stuck.get(name) == "closed"
            or (name in self.magnets and self.stuck.get(name) != "open")
        }
        self._raw = self._seen(made)
        chattering = {name for name, how in self.stuck.items() if how == "chatter"}
        loose = {name for name, how in self.stuck.items() if how == "loose"}
        is_shaky = chattering or loose
        self._shaken = self._seen((made ^ chattering) - loose) if is_shaky else self._raw
        self._is_stale = False

    def _seen(self, made: set[str]) -> bytearray:
        # Signals pass wires and then diodes.
        closed = {self.wired.get(name, name) for name in made}
        raw = bytearray(matrix.COLUMNS)
        for name in matrix.seen_closed(closed, {self.wired.get(n, n) for n in self.shorted}):
            number = NUMBER[name]
            raw[number // 5] |= 1 << number % 5
        return raw


def walked(
    board: ModelBoard,
    seed: int = 0,
    *,
    pace: Pace | None = None,
    plan: HandPlan | None = None,
    hands: Callable[[WalkPrompt, int], None] | None = None,
    step_ms: int = STEP_MS,
    look_ms: int = LOOK_MS,
    turn_ms: int = 5,
) -> Walk:
    """Walks to the end and returns the walk; *hands* may replace the robot's.

    Walk, lights and hands have a turn every *turn_ms*.
    """
    pace = pace or Pace().faster(6)
    walk = Walk(board.start(), board.now_ms, plan, pace)
    robot = Robot(
        board,
        lambda key: walk.key(key, board.now_ms),
        seed,
        climb_ms=pace.climb,
        press_ms=pace.press + 30,
        step_ms=step_ms,
        look_ms=look_ms,
    )
    act = hands or robot.act
    while not walk.is_over:
        for reed, is_closed in board.run(board.now_ms - board.now_ms % turn_ms + turn_ms):
            walk.changed(reed, is_closed, board.now_ms)
        if board.now_ms % turn_ms:
            continue
        walk.tick(board.now_ms)
        if walk.wants_rise(board.now_ms):
            walk.rise(board.rise())
        board.show(walk.scene(board.now_ms))
        act(walk.prompt, board.now_ms)
        assert board.now_ms < AT_MOST_MS, walk.prompt
    return walk
