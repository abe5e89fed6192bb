"""A claim on a data folder, so that only one table at a time uses it."""

from pathlib import Path

from heistboard.app.control import ControlError, is_running, other_table
from heistboard.journal.lock import Lock, Locked

__all__ = ["Claim"]

FILE = "table.lock"


class Claim:
    """Reserves the data *folder* for this program until it ends or :meth:`close` is called.

    Claim the folder before writing to it. Use it in a ``with`` statement. Raises
    :exc:`ControlError` if another table is running, :exc:`StoreError` if the folder cannot be
    written to.
    """

    def __init__(self, folder: Path) -> None:
        try:
            self._lock = Lock(folder / FILE)
        except Locked:
            raise ControlError(other_table(folder)) from None
        if is_running(folder):  # older releases do not claim the folder
            self.close()
            raise ControlError(other_table(folder))

    def __enter__(self) -> "Claim":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Releases the folder."""
        self._lock.close()
