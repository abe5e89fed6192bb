"""A thread in which computer players choose their moves, beside the table's."""

import queue
import threading
from collections.abc import Callable

__all__ = ["ThinkingThread"]

END_S = 1.0  # how long the end of a thought is waited for


class ThinkingThread:
    """Calls what it is given, one after the other; the thread starts with the first of it."""

    def __init__(self) -> None:
        self._todo: queue.SimpleQueue[Callable[[], None] | None] = queue.SimpleQueue()
        self._thread: threading.Thread | None = None

    def put(self, do: Callable[[], None]) -> None:
        """Has *do*, which must not raise, called soon; returns at once."""
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name="thinking", daemon=True)
            self._thread.start()
        self._todo.put(do)

    def close(self) -> None:
        """Ends the thread after what it was given; does not wait long for a bot that hangs."""
        if self._thread is not None:
            self._todo.put(None)
            self._thread.join(END_S)

    def _run(self) -> None:
        while (do := self._todo.get()) is not None:
            do()
