"""Adds Debian's backports to apt, from the mirror that serves the machine's own release.

The new source is a copy of the release's own with another suite, so mirror, components and keys
are the same. If backports are already configured, or there is no such source, nothing is written.
An argument replaces /etc.
"""

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

_LINE = re.compile(r"^(deb\s+(?:\[[^]]*\]\s+)?(?!cdrom:)\S+\s+)(\S+)([^\n#]*)", re.MULTILINE)
_STANZA = re.compile(
    r"(?P<before>|.*\n)Suites:(?P<suites>[^\n]*(?:\n[ \t][^\n]*)*)(?P<after>.*)",
    re.DOTALL | re.IGNORECASE,
)
_OFF = re.compile(
    r"^Enabled:\s*(no|false|off|without|disable|0)\s*$", re.MULTILINE | re.IGNORECASE
)
_BINARY = re.compile(r"^Types:.*\bdeb\b(?!-)", re.MULTILINE | re.IGNORECASE)


class Source(NamedTuple):
    """One repository: its suites, and the text before and after them in its file."""

    kind: str
    before: str
    suites: list[str]
    after: str


def sources(etc: Path) -> Iterator[Source]:
    """Yields the enabled repositories, in apt's order."""
    folder = etc / "apt"
    parts = sorted((folder / "sources.list.d").glob("*"))
    for path in (folder / "sources.list", *parts):
        if path.suffix not in (".list", ".sources") or not path.exists():
            continue
        lines = path.read_text(encoding="utf-8").splitlines()
        text = "\n".join(line.rstrip() for line in lines if not line.startswith("#"))
        if path.suffix == ".list":
            for before, suite, after in _LINE.findall(text):
                yield Source(".list", before, [suite], after.rstrip())
            continue
        for stanza in re.split(r"\n{2,}", text.strip()):
            found = _STANZA.fullmatch(stanza)
            if found and _BINARY.search(stanza) and not _OFF.search(stanza):
                suites = found["suites"].split()
                yield Source(".sources", f"{found['before']}Suites: ", suites, found["after"])


def main(etc: Path) -> str | None:
    """Adds backports unless they are there; returns why that is impossible, or None."""
    name = re.search(r'^VERSION_CODENAME="?(\w+)', (etc / "os-release").read_text(), re.MULTILINE)
    if not name:
        return f"{etc}/os-release has no VERSION_CODENAME; this is no Debian release"
    known = list(sources(etc))
    if any(suite.endswith("-backports") for source in known for suite in source.suites):
        return None
    # Third parties have suites of that name, too, but no updates for them.
    updated = {s.before for s in known if f"{name[1]}-updates" in s.suites}
    own = [source for source in known if name[1] in source.suites]
    if not own:
        return f"{etc}/apt has no source of {name[1]}; add {name[1]}-backports to it"
    source = max(own, key=lambda each: each.before in updated)
    file = etc / "apt" / "sources.list.d" / f"heistboard-backports{source.kind}"
    file.write_text(f"{source.before}{name[1]}-backports{source.after}\n", encoding="utf-8")
    return None


if __name__ == "__main__":
    sys.exit(main(Path(*sys.argv[1:] or ["/etc"])))
