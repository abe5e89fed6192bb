"""Which packages beside the command line may import which."""

import re
from pathlib import Path

import heistboard
import pytest

PACKAGE = Path(heistboard.__file__).parent


@pytest.mark.parametrize(
    ("package", "forbidden"),
    [
        ("boards", {"cli", "terminal", "voice", "web", "app"}),
        ("terminal", {"cli", "voice", "web"}),
        ("voice", {"cli", "terminal", "boards", "web", "app"}),
    ],
)
def test_lower_layers_import_no_higher_one(package: str, forbidden: set[str]) -> None:
    for path in sorted((PACKAGE / package).glob("*.py")):
        imported = set(re.findall(r"^\s*from heistboard\.(\w+)", path.read_text(), re.M))
        assert not imported & forbidden, path.name
