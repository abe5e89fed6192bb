"""For these tests, and no others, the outside game is installed."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.outside import wheel
from tests.support.command import Cli


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder where the wheel is installed."""
    return wheel.build(tmp_path_factory.mktemp("outside") / "site")


@pytest.fixture(autouse=True)
def installed(built: Path) -> Iterator[Path]:
    """The same folder, where this process finds it."""
    wheel.install(built)
    yield built
    wheel.uninstall(built)


@pytest.fixture(autouse=True)
def found(built: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Processes that a test starts find it, too."""
    monkeypatch.setenv("PYTHONPATH", str(built))


@pytest.fixture
def cli(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> Cli:
    """The command line in this process, with a data folder of its own and no board on USB."""
    return Cli(capsys, monkeypatch, tmp_path / "heistboard")
