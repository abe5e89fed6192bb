from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from heistboard.journal.store import Store

from tests.support.seen_table import Seen


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store(tmp_path / "journal.sqlite", create=True) as store:
        yield store


@pytest.fixture
def seen(tmp_path: Path, store: Store) -> Iterator[Callable[..., Seen]]:
    """Makes tables, one after the other, and closes them."""
    made: list[Seen] = []

    def make(**settings: Any) -> Seen:  # noqa: ANN401
        close()
        made.append(Seen(tmp_path, store, **settings))
        return made[-1]

    def close() -> None:
        while made:
            made.pop().table.close()

    yield make
    close()
