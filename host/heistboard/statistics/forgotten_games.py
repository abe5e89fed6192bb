"""Forgets games for good: in the journal, and in what is kept of them."""

from collections.abc import Collection

from heistboard.journal.store import Store
from heistboard.statistics.facts_file import forget_facts

__all__ = ["forget_games"]


def forget_games(store: Store, numbers: Collection[int]) -> None:
    """Forgets these games, all or none in the journal; raises what ``Store.forget`` does.

    Raises :exc:`OSError` if the other file cannot be written; the journal keeps the games then.
    """
    store.require_forgettable(numbers)
    forget_facts(store.path, numbers)
    store.forget(numbers)
