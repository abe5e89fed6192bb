"""The documentation is built strictly, and needs nothing from elsewhere."""

import re
import shutil
import sys
from pathlib import Path
from subprocess import PIPE, STDOUT, CompletedProcess, run

import pytest

TOP = Path(__file__).parents[3]
READ_BY_THE_HOOK = ("firmware/PROTOCOL.md", "host/pictures", "hardware/README.md")


def build(config: Path, site: Path) -> CompletedProcess[str]:
    return run(
        (
            *(sys.executable, "-m", "mkdocs", "build", "--strict"),
            *("--config-file", str(config), "--site-dir", str(site)),
        ),
        stdout=PIPE,
        stderr=STDOUT,
        text=True,
    )


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    site = tmp_path_factory.mktemp("site")
    done = build(TOP / "host/mkdocs.yml", site)
    assert done.returncode == 0, done.stdout
    return site


def test_every_page_is_built_and_the_protocol_is_that_of_the_firmware(site: Path) -> None:
    pages = {path.stem for path in (TOP / "host/docs").glob("*.md")}
    assert {path.stem for path in site.glob("*.html")} == {*pages, "protocol", "404"}
    text = (TOP / "firmware/PROTOCOL.md").read_text(encoding="utf-8")
    html = (site / "protocol.html").read_text(encoding="utf-8")
    titles = re.findall(r"^#+ (.*)$", text, re.MULTILINE)
    found = [re.sub("&#x27;|&rsquo;", "'", each) for each in re.findall(r"<h\d[^>]*>(.*?)<", html)]
    assert len(titles) > 10 and [each for each in titles if each not in found] == []


def test_pages_load_nothing_from_elsewhere(site: Path) -> None:
    for page in site.rglob("*.html"):
        loaded = re.findall(r"<(?:link|script|img|iframe)\b[^>]*>", page.read_text("utf-8"))
        assert loaded
        assert [each for each in loaded if re.search(r"(src|href)=.?(https?:)?//", each)] == []
    for sheet in site.rglob("*.css"):
        text = sheet.read_text(encoding="utf-8")
        assert not re.search(r"(url\(|@import )[\"']?(https?:)?//", text), sheet


@pytest.mark.parametrize(
    ("link", "why"),
    [
        ("[gone](../../firmware/GONE.md)", "firmware/GONE.md"),
        ("[gone](../../hardware/README.md#gone)", "hardware/README.md#gone"),
        ("[gone](gone.md)", "gone.md"),
        ("[gone](playing.md#gone)", "gone"),
    ],
)
def test_a_link_to_nothing_fails(link: str, why: str, tmp_path: Path) -> None:
    for name in ("host/docs", *READ_BY_THE_HOOK):
        path = TOP / name
        (shutil.copytree if path.is_dir() else copied)(path, tmp_path / name)
    (tmp_path / "host/docs/index.md").write_text(link, encoding="utf-8")
    shutil.copy(TOP / "host/mkdocs.yml", tmp_path / "host")
    done = build(tmp_path / "host/mkdocs.yml", tmp_path / "site")
    assert done.returncode == 1
    assert why in "".join(re.findall(r"^WARNING.*index\.md.*$", done.stdout, re.MULTILINE))


def copied(path: Path, to: Path) -> None:
    to.parent.mkdir(parents=True, exist_ok=True)
    shutil.copy(path, to)
