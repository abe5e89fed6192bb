"""1 500 changes, in presses of 40 ms, while a fifth of the host's blocks is cut; none may be lost.

Needs a quiet machine: one that keeps the board from running for 40 ms loses presses itself.
``python -m tests.long.cut_blocks``
"""

import sys

import pytest


class Long:
    """Makes the suite's test longer, and its presses shorter."""

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        for module in {item.getparent(pytest.Module) for item in items}:
            assert module is not None
            module.obj.PRESS_S, module.obj.CHANGES = 0.04, 1_500


if __name__ == "__main__":
    tests = ["tests/host/link/test_cut_blocks.py", "-k", "fifth"]
    sys.exit(pytest.main(["-n", "0", "-q", *tests, *sys.argv[1:]], plugins=[Long()]))
