from collections.abc import Iterator
from pathlib import Path

import pytest
from heistboard.journal.store import Store


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "journal.sqlite"


@pytest.fixture
def store(path: Path) -> Iterator[Store]:
    with Store(path, create=True) as store:
        yield store
