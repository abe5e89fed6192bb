from collections.abc import Iterator
from pathlib import Path

import pytest
from heistboard.journal.store import Store

from tests.support.ram_folder import ram_folder


@pytest.fixture
def path() -> Iterator[Path]:
    with ram_folder() as folder:
        yield Path(folder) / "journal.sqlite"


@pytest.fixture
def store(path: Path) -> Iterator[Store]:
    with Store(path, create=True) as store:
        yield store
