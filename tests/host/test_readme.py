"""The README is short, and has the two commands that CI runs."""

import re
from pathlib import Path

TOP = Path(__file__).parents[2]
TEXT = (TOP / "README.md").read_text(encoding="utf-8")


def test_it_has_the_commands_that_ci_runs() -> None:
    steps = (TOP / ".ci/steps").read_text(encoding="utf-8")
    for word in re.findall(r"\$\(readme '([^']+)'\)", steps):
        assert len(re.findall(rf"^python3 -m venv .*{word}.*$", TEXT, re.MULTILINE)) == 1


def test_it_is_what_a_newcomer_reads_first() -> None:
    assert TEXT.count("\n") <= 100
    assert re.findall(r"^## (.*)$", TEXT, re.MULTILINE) == [
        *("Try it", "The games", "Build it", "Where it stands", "Read on", "Run the tests")
    ]
