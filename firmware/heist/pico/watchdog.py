"""The watchdog, and the word that survives a restart, which main.py reads first.

Called by heist/pico/drivers.py.
"""

import time

import machine

from ..compat import const, micropython

TIMEOUT_MS = const(5000)
PROVED_MS = const(10_000)  # a start counts as good after this time
SERVICE = const(0x6D656E64)  # main.py has it too
_MASK = const(0x1FFFFFFF)


class Watchdog:
    """Restarts a board whose main loop hangs."""

    def __init__(self, scratch: int) -> None:
        """*scratch*: the address of the word that main.py reads."""
        self._scratch = scratch
        self._feed = machine.WDT(timeout=TIMEOUT_MS).feed
        self._started_ms = time.ticks_ms()
        self._is_proved = False

    @micropython.native
    def feed(self) -> None:
        """Feeds the watchdog; after PROVED_MS resets the count of crashed starts."""
        self._feed()
        if not self._is_proved and (time.ticks_ms() - self._started_ms) & _MASK >= PROVED_MS:
            self._is_proved = True
            machine.mem32[self._scratch] = 0

    def restart_into_service(self) -> None:
        """Restarts into MicroPython's prompt."""
        machine.mem32[self._scratch] = SERVICE
        machine.reset()
