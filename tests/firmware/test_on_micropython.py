"""Runs every other test file of this folder on MicroPython, one process per file."""

import ast
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent
FIRMWARE = HERE.parents[1] / "firmware"
RUNNER = HERE / "on_micropython.py"
HEAP = "192K"  # objects are twice the size of a Pico's, so this is strict
TIMEOUT_S = 120

FILES = sorted(path for path in HERE.glob("test_*.py") if path != Path(__file__))


def names_in(path: Path) -> list[str]:
    # From the text, so that a test shadowed by another of its name is still counted.
    nodes = ast.parse(path.read_text()).body
    return [
        node.name
        for node in nodes
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test")
    ]


def run(path: Path) -> subprocess.CompletedProcess[str]:
    places = os.path.dirname(sys.executable) + os.pathsep + os.environ.get("PATH", "")
    micropython = shutil.which("micropython", path=places)
    if micropython is None:
        pytest.fail("no micropython found: install this project with its dependencies")
    return subprocess.run(
        [micropython, "-X", f"heapsize={HEAP}", str(RUNNER), str(path)],
        env=os.environ | {"MICROPYPATH": f"{FIRMWARE}:{HERE}:.frozen"},
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        timeout=TIMEOUT_S,
    )


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_file_passes_on_micropython(path: Path) -> None:
    expected = names_in(path)

    done = run(path)

    assert done.returncode == 0, done.stdout
    assert expected, f"{path.name} holds no test"
    assert done.stdout.splitlines()[-1] == f"{len(expected)} passed, 0 failed", done.stdout


def test_failing_test_fails_the_run_and_is_shown(tmp_path: Path) -> None:
    path = tmp_path / "test_sample.py"
    path.write_text("def test_one():\n    assert 1\ndef test_two():\n    assert 'two' == 2\n")

    done = run(path)

    assert done.returncode == 1
    assert done.stdout.splitlines()[-1] == "1 passed, 1 failed"
    assert f'File "{path}", line 4, in test_two' in done.stdout


def test_file_that_cannot_be_imported_fails_the_run(tmp_path: Path) -> None:
    path = tmp_path / "test_sample.py"
    path.write_text("import a_module_that_is_not_there\n")

    done = run(path)

    assert done.returncode == 2
    assert "a_module_that_is_not_there" in done.stdout


def test_tests_run_in_the_small_heap(tmp_path: Path) -> None:
    path = tmp_path / "test_sample.py"
    path.write_text("def test_large():\n    bytearray(200_000)\n")

    done = run(path)

    assert done.returncode == 1
    assert "MemoryError" in done.stdout
