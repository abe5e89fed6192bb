"""Every one-byte fault of the link at every byte; the suite strikes every third.

``python -m tests.long.link_faults``
"""

import sys

import pytest


class Everywhere:
    """Strikes every byte."""

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        modules = {item.getparent(pytest.Module) for item in items}
        for module in modules:
            if module is not None and module.name == "test_faults.py":
                module.obj.EVERY = 1


if __name__ == "__main__":
    tests = ["tests/host/link/test_faults.py"]
    sys.exit(pytest.main(["-n", "0", "-q", *tests, *sys.argv[1:]], plugins=[Everywhere()]))
