"""The claim on a data folder: one table at a time plays with what is in it."""

from pathlib import Path

from heistboard.app.control import ControlError, is_running, other_table
from heistboard.journal.lock import Lock, Locked

__all__ = ["Claim"]

FILE = "table.lock"


class Claim:
    """The data *folder*, for this program alone until it ends or :meth:`close` is called.

    It comes before anything is written there. Use it in a ``with`` statement. Raises
    :exc:`ControlError` where another table is running, :exc:`StoreError` where nothing can be
    written.
    """

    def __init__(self, folder: Path) -> None:
        try:
            self._lock = Lock(folder / FILE)
        except Locked:
            raise ControlError(other_table(folder)) from None
        if is_running(folder):  # a table of a release that has no claims
            self.close()
            raise ControlError(other_table(folder))

    def __enter__(self) -> "Claim":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Lets another program have the folder."""
        self._lock.close()
