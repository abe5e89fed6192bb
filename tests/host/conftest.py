import sys
from pathlib import Path

import pytest

from tests.support.command import Cli

collect_ignore_glob = [] if sys.platform == "linux" else ["pi/*.py"]  # as a Raspberry Pi


@pytest.fixture
def cli(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> Cli:
    """The command line in this process, with a data folder of its own and no board on USB."""
    return Cli(capsys, monkeypatch, tmp_path / "heistboard")
