"""Brings files of the repository into the site: called by MkDocs, see host/mkdocs.yml.

Pages link to files as a reader of the repository would: ``../../firmware/PROTOCOL.md``. Some of
these files are pages or pictures of the site, too, and are read where they are. A link to any
other file becomes its path, since the site does not have it. A broken link is a warning, which
fails strict builds.
"""

import logging
import os
import re
from pathlib import Path
from typing import Final

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

__all__ = ["on_files", "on_page_markdown"]

TOP: Final = Path(__file__).parents[2]

IN_THE_SITE: Final = {
    "firmware/PROTOCOL.md": "protocol.md",
    "host/pictures/review.png": "pictures/review.png",
    "host/pictures/table.png": "pictures/table.png",
    "host/pictures/thief.png": "pictures/thief.png",
}

_FENCE: Final = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
_LINK: Final = re.compile(r"(!?)\[([^]]+)\]\((?!https?:|#)([^)#\s]+)(#[^)\s]+)?\)")
_TITLE: Final = re.compile(r"^#+ (.*)$", re.MULTILINE)

_log = logging.getLogger("mkdocs.plugins.site_hook")


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Adds the files of the repository that the site shows."""
    for path, uri in IN_THE_SITE.items():
        files.append(File.generated(config, uri, abs_src_path=str(TOP / path)))
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Makes the links of a page lead to where files are in the site."""
    source = Path(page.file.abs_src_path or "")
    folder = Path(os.path.relpath(source.parent, TOP))

    def link(found: re.Match[str]) -> str:
        sign, text, name, anchor = found[1], found[2], found[3], found[4] or ""
        path = os.path.normpath(folder / name)
        if path.startswith("host/docs/"):
            return found[0]  # MkDocs checks it
        if path in IN_THE_SITE:
            return f"{sign}[{text}]({IN_THE_SITE[path]}{anchor})"
        if not (TOP / path).exists() or (anchor and anchor[1:] not in _anchors(TOP / path)):
            _log.warning("%s: link to %s%s, which is not there", page.file.src_uri, path, anchor)
        return f"`{path}`" if text.strip("`") in path else f"{text} (`{path}`)"

    parts = []
    end = 0
    for fence in _FENCE.finditer(markdown):
        parts += [_LINK.sub(link, markdown[end : fence.start()]), fence[0]]
        end = fence.end()
    return "".join([*parts, _LINK.sub(link, markdown[end:])])


def _anchors(path: Path) -> set[str]:
    titles = _TITLE.findall(path.read_text(encoding="utf-8"))
    return {re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-") for title in titles}
