"""``heistboard print``: pages of faces and labels."""

from pathlib import Path

import pytest

from tests.support.command import Cli


def test_pages_are_written_in_the_readers_language(cli: Cli, tmp_path: Path) -> None:
    folder = tmp_path / "new" / "paper"
    found = cli("print", "burgle-bros", str(folder), "--lang", "ru", "--json").document
    assert (found["game"], found["language"], found["side_mm"]) == ("burgle-bros", "ru", 43)
    assert (found["faces"], found["labels"]) == (48, 7)
    names = [f"burgle-bros-{page}.svg" for page in ("faces-1", "faces-2", "labels-1")]
    assert [Path(path).name for path in found["files"]] == [*names, "burgle-bros.html"]
    assert sorted(map(str, folder.iterdir())) == sorted(found["files"])
    assert "Следующая" in (folder / names[2]).read_text(encoding="utf-8")
    lines = cli("print", "burgle-bros", str(folder), "--lang", "en", "--side", "63").out
    assert len(lines.splitlines()) == 6 + 1 + 1 + 1  # faces, labels, all of them, what to do
    assert "at 100 %, not fitted to the page" in lines
    assert "Next" in (folder / names[2]).read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("car-thief", "paper"), "car-thief has nothing to print; these have: burgle-bros"),
        (("chess", "paper"), "there is no game 'chess'"),
        (("burgle-bros",), "DIR is missing"),
        (("burgle-bros", "paper", "--side", "12"), "--side: got '12', expected 42..90"),
    ],
)
def test_wrong_usage_is_named(cli: Cli, arguments: tuple[str, ...], said: str) -> None:
    code, out, err = cli("print", *arguments)
    assert (code, out) == (2, "") and said in err


def test_a_folder_that_cannot_be_written_is_named(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    code, out, err = cli("print", "burgle-bros", str(tmp_path / "file" / "paper"))
    assert (code, out) == (1, "") and "cannot write" in err
