"""The guided walk of ``board test`` on a connected board: events in, lights out, time passing."""

import contextlib
import queue

from heistboard.boards.connected import ConnectedBoards
from heistboard.firmware import wire
from heistboard.link.link import LinkState, Notice
from heistboard.link.messages import Rise
from heistboard.link.module import Event, Module, Resync
from heistboard.link.port import Connection, now_ms
from heistboard.places import layout
from heistboard.places.scene import Scene, pack
from heistboard.selftest.plan import HandPlan
from heistboard.selftest.robot import Robot
from heistboard.selftest.walk import Key, Pace, Walk

__all__ = ["ConnectedWalk"]

TURN_S = 0.005
NOTICES_MOST = 1_000  # that wait for a turn; a board that sends more is faulty
DARK_WITHIN_S = 0.5


class ConnectedWalk:
    """A walk on a connected board; its clock stops while the board is gone.

    On a simulated board a robot moves the magnets.
    """

    def __init__(
        self,
        boards: ConnectedBoards,
        module: Module,
        plan: HandPlan,
        pace: Pace,
    ) -> None:
        self._boards = boards
        self._module = module
        self._notices: queue.Queue[Notice] = queue.Queue(NOTICES_MOST)
        self._scene: Scene = {}
        self._lost_ms = 0  # time spent without the board
        self._last_turn_ms = now_ms()
        self.is_lost = False
        boards.on_notice = self._queue_notice
        names = (name for name, closed in zip(layout.REEDS, module.closed, strict=True) if closed)
        self.walk = Walk(frozenset(names), self._last_turn_ms, plan, pace)
        self.walk.evidence.line_name = boards.chosen.line_name
        self._robot: Robot | None = None
        if boards.is_simulated:
            board = next(each for each in boards.chosen.sims if each.serial == module.serial)
            self._robot = Robot(board, self.key, climb_ms=pace.climb, press_ms=pace.press + 40)
        self._show({})

    def turn(self) -> None:
        """Waits up to :data:`TURN_S` for events, then advances the walk to the current time."""
        connection = self._connection()
        now = now_ms()
        self.is_lost = connection is None
        if self.is_lost:
            self._lost_ms += now - self._last_turn_ms
        self._last_turn_ms = now
        now -= self._lost_ms
        with contextlib.suppress(queue.Empty):
            self._pass_on(self._notices.get(timeout=TURN_S), now)
            for _ in range(NOTICES_MOST):
                self._pass_on(self._notices.get_nowait(), now)
        if connection is None:
            return
        self.walk.tick(now)
        if self.walk.wants_rise(now):
            connection.ask(wire.ASK_SELF_TEST)
        self._show(self.walk.scene(now))
        if self._robot is not None:
            self._robot.act(self.walk.prompt, now)

    def key(self, key: Key) -> None:
        """Answers the walk's question from the keyboard."""
        self.walk.key(key, now_ms() - self._lost_ms)

    def darken(self) -> None:
        """Switches the lights off and waits until the board has confirmed it."""
        self._boards.on_notice = lambda module, notice: None
        self._show({})
        connection = self._connection()
        if connection is not None:
            self._boards.hub.wait(lambda: connection.link.is_settled, DARK_WITHIN_S)

    def _connection(self) -> Connection | None:
        for connection in self._boards.hub.connections():
            link = connection.link
            if link.module is self._module and link.state is LinkState.READY:
                return connection
        return None

    def _show(self, scene: Scene) -> None:
        if scene != self._scene:
            self._scene = scene
            self._boards.hub.show(self._module.serial, pack(scene))

    def _queue_notice(self, module: Module | None, notice: Notice) -> None:
        if module is self._module and isinstance(notice, Event | Resync | Rise):
            with contextlib.suppress(queue.Full):
                self._notices.put_nowait(notice)

    def _pass_on(self, notice: Notice, now: int) -> None:
        if isinstance(notice, Event):
            self.walk.changed(notice.name, notice.is_closed, now, notice.time_ms)
        elif isinstance(notice, Resync):
            for reed, is_closed in notice.changes:
                self.walk.changed(layout.REEDS[reed], is_closed, now)
        elif isinstance(notice, Rise):
            self.walk.rise(notice)
