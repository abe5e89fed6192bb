"""`.ci/run` takes backports from the mirror that the machine uses, however it is written down."""

import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[1] / ".ci" / "backports.py"


class Machine:
    """Its /etc, of Debian 12."""

    def __init__(self, folder: Path) -> None:
        self._etc = folder
        self._parts = folder / "apt" / "sources.list.d"
        self._parts.mkdir(parents=True)
        (folder / "os-release").write_text('ID=debian\nVERSION_CODENAME="bookworm"\n')

    def source(self, name: str, text: str) -> None:
        """Has a file of apt's sources; `sources.list` is the one beside their folder."""
        folder = self._etc / "apt" if name == "sources.list" else self._parts
        (folder / name).write_text(text)

    def add(self) -> tuple[str, dict[str, str]]:
        """What the script complains of, and the files it wrote."""
        before = set(self._parts.iterdir())
        done = subprocess.run(
            [sys.executable, str(SCRIPT), str(self._etc)], capture_output=True, text=True
        )
        assert (done.returncode == 0) == (not done.stderr)
        made = set(self._parts.iterdir()) - before
        return done.stderr, {path.name: path.read_text() for path in made}


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


LINE = "deb http://m.example/debian bookworm main contrib\n"
BACKPORTS = {
    "heistboard-backports.list": "deb http://m.example/debian bookworm-backports main contrib\n"
}


def test_stanza(machine: Machine) -> None:
    machine.source(
        "debian.sources",
        "Types: deb\n# Their own.\nURIs: mirror+file:///etc/apt/mirror.list\n"
        "Suites: bookworm\n bookworm-updates\nComponents: main\nSigned-By: /k.gpg\n\n"
        "Types: deb\nURIs: http://s.example/\nSuites: bookworm-security\nComponents: main\n",
    )
    assert machine.add() == (
        "",
        {
            "heistboard-backports.sources": "Types: deb\nURIs: mirror+file:///etc/apt/mirror.list\n"
            "Suites: bookworm-backports\nComponents: main\nSigned-By: /k.gpg\n"
        },
    )


@pytest.mark.parametrize("name", ["sources.list", "debian.list"])
def test_line(machine: Machine, name: str) -> None:
    machine.source(name, f"# deb http://no.example/debian bookworm main\n{LINE}")
    assert machine.add() == ("", BACKPORTS)


def test_options_of_a_line_stay(machine: Machine) -> None:
    machine.source(
        "sources.list",
        "deb-src http://no.example/debian bookworm main\n"
        "deb cdrom:[Debian]/ bookworm main\n"
        "deb [arch=amd64 signed-by=/k.gpg] http://m.example/ bookworm main # ours\n",
    )
    (text,) = machine.add()[1].values()
    assert text == "deb [arch=amd64 signed-by=/k.gpg] http://m.example/ bookworm-backports main\n"


def test_program_of_others_for_the_same_release_is_no_mirror(machine: Machine) -> None:
    machine.source("a.list", "deb https://program.example bookworm main\n")
    machine.source("debian.list", LINE + LINE.replace("bookworm", "bookworm-updates"))
    assert machine.add() == ("", BACKPORTS)


@pytest.mark.parametrize("suite", ["bookworm-backports", "stable-backports"])
def test_backports_that_are_there_stay_as_they_are(machine: Machine, suite: str) -> None:
    machine.source("sources.list", LINE)
    machine.source(
        "b.sources", f"Types: deb\nURIs: http://m/\nSuites: {suite}\nComponents: main\n"
    )
    assert machine.add() == ("", {})


@pytest.mark.parametrize(
    "off", ["Enabled: no\nTypes: deb", "Types: deb-src", "# Types: deb"], ids=lambda off: off[:7]
)
def test_source_that_is_off_does_not_count(machine: Machine, off: str) -> None:
    machine.source(
        "a.sources", f"{off}\nURIs: http://m/\nSuites: bookworm-backports\nComponents: main\n"
    )
    machine.source("z.list", LINE)
    machine.source("z.list.disabled", LINE.replace("bookworm", "bookworm-backports"))
    assert machine.add() == ("", BACKPORTS)


def test_machine_without_a_source_of_its_release_is_told_so(machine: Machine) -> None:
    machine.source("sources.list", "deb http://m.example/debian stable main\n")
    said, made = machine.add()
    assert said.endswith("has no source of bookworm; add bookworm-backports to it\n")
    assert made == {}
