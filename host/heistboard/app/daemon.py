"""Runs a table in its own thread and in real time; other threads queue work for it."""

import queue
import threading
from collections.abc import Callable
from concurrent.futures import Future
from concurrent.futures import TimeoutError as FutureTimeout
from functools import partial
from pathlib import Path
from typing import TypeVar

from heistboard.app import trouble_log
from heistboard.app.carried_reeds import TableHands
from heistboard.app.inbox import Inbox
from heistboard.app.picture import is_for_table
from heistboard.app.running_table import RunningTable, StaleAnswer, Trouble
from heistboard.app.settings import Settings
from heistboard.app.thinking_thread import ThinkingThread
from heistboard.journal.store import Store
from heistboard.link.floors import Modules
from heistboard.link.hub import Hub
from heistboard.link.link import Notice
from heistboard.link.module import Module
from heistboard.link.port import Port, now_ms
from heistboard.places.lighting import BY_DEFAULT, Lighting

__all__ = ["Daemon", "StaleAnswer", "Trouble"]

ALIVE_S = 1.0  # how often a waiting caller checks that the table's thread is alive

_T = TypeVar("_T")


class Daemon(RunningTable):
    """A running table with its thread. Use it in a ``with`` statement; any thread may call it.

    Listeners and *on_floors* are called in the table's thread, *on_lighting* in the caller's.
    """

    def __init__(
        self,
        journal: Path,
        settings: Settings,
        ports: Callable[[], list[Port]],
        modules: Modules | None = None,
        works: frozenset[str] = frozenset(),
        lighting: Lighting = BY_DEFAULT,
        on_lighting: Callable[[Lighting], None] = lambda lighting: None,
        on_floors: Callable[[dict[str, int]], None] = lambda floors: None,
        *,
        has_board: bool = True,
        hands: TableHands | None = None,
    ) -> None:
        self._hub = Hub(self._hear, ports, modules)
        super().__init__(
            journal,
            settings,
            self._hub,
            works=works,
            lighting=lighting,
            on_lighting=on_lighting,
            on_floors=on_floors,
            has_board=has_board,
            hands=hands,
        )
        self._inbox = Inbox()
        self._inbox_lock = threading.Lock()
        self._promised = 0  # how often the queue says to take a notice from the inbox
        self._todo: queue.SimpleQueue[Callable[[], None] | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run_thread, name="table", daemon=True)
        self._begun: Future[None] = Future()
        self._thinking = ThinkingThread()

    def __enter__(self) -> "Daemon":
        """Opens the journal, then starts looking for boards; raises :exc:`JournalError`."""
        self._thread.start()
        try:
            self._begun.result()
        except BaseException:
            self.withdraw()
            self._todo.put(None)  # for example Ctrl-C during start-up
            self._thread.join()
            raise
        self._hub.__enter__()
        return self

    def __exit__(self, *_: object) -> None:
        self._hub.close()
        self._todo.put(None)
        self._thread.join()
        self._thinking.close()

    @property
    def hub(self) -> Hub:
        """The connections to the board."""
        return self._hub

    def call(self, do: Callable[[], _T]) -> _T:
        """Calls *do* in the table's thread and returns its result or raises its error.

        Listeners have heard by then what came of it.
        """
        if threading.current_thread() is self._thread:
            return super().call(do)  # a computer player
        result: Future[_T] = Future()
        answers: list[Callable[[], None]] = []

        def attempt() -> None:
            try:
                done = do()
            except BaseException as error:
                answers.append(partial(result.set_exception, error))
            else:
                answers.append(partial(result.set_result, done))

        def run() -> None:
            self.run(attempt, now_ms())
            answers.pop()()

        self._todo.put(run)
        while True:
            try:
                return result.result(timeout=ALIVE_S)
            except FutureTimeout:
                if not self._thread.is_alive():
                    raise RuntimeError("the table has ended; its log says why") from None

    def _think(self, do: Callable[[], None]) -> None:
        self._thinking.put(do)

    def _hear(self, module: Module | None, notice: Notice) -> None:
        # Called in a connection's thread.
        if module is None or not is_for_table(notice):
            return
        with self._inbox_lock:
            self._inbox.add(module.serial, notice, now_ms())
            if self._promised < len(self._inbox):
                self._promised += 1
                self._todo.put(self._take_notice)

    def _take_notice(self) -> None:
        with self._inbox_lock:
            self._promised -= 1
            oldest = self._inbox.take()
        if oldest is not None:
            self.feed(*oldest)

    def _run_thread(self) -> None:
        try:
            with Store(self._path, create=True) as store, trouble_log.kept(self._path.parent):
                self.open(store, now_ms())
                self._begun.set_result(None)
                self._loop()
                self.close()
        except BaseException as error:
            if self._begun.done():
                trouble_log.report(error)
                raise
            self._begun.set_exception(error)

    def _loop(self) -> None:
        while True:
            try:
                do = self._todo.get(timeout=self._wait_s())
            except queue.Empty:
                self.tick(now_ms())
                continue
            if do is None:
                return
            do()

    def _wait_s(self) -> float | None:
        due_ms = self.due_ms
        return None if due_ms is None else max(0.0, (due_ms - now_ms()) / 1000)
