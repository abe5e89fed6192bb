"""Plays every script in tests/rehearsals in virtual time, and a few of them in real time too.

Those few test the real parts: MicroPython, a pseudo-terminal and SIGKILL.
"""

from pathlib import Path

import pytest
from heistboard.rehearse.runner import PlayedAct, play
from heistboard.rehearse.script import read

from tests.support.command import Cli

SCRIPTS = Path(__file__).parents[2] / "rehearsals"
FOUND = sorted(SCRIPTS.glob("*/*.txt"))

# Hands and lights; the cable; a restart of the board; a kill of the daemon; on three boards the
# cable and a kill.
REAL = (
    "car_thief/arrest",
    "car_thief/pulled_cable",
    "car_thief/board_reset",
    "car_thief/two_helicopters_killed",
    "burgle_bros/cable_in_a_walk",
    "burgle_bros/killed_in_a_walk",
)

OPENING = "game car-thief players=2\nheli green x11\n"


@pytest.mark.parametrize("path", FOUND, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_rehearsal(path: Path) -> None:
    played = transcript(path)
    assert sum(act.note == "ok" for act in played) > 4


@pytest.mark.parametrize("name", REAL)
def test_real_parts_give_the_same_transcript(name: str) -> None:
    path = SCRIPTS / f"{name}.txt"
    assert transcript(path, is_real=True) == transcript(path)


def transcript(path: Path, *, is_real: bool = False) -> list[PlayedAct]:
    script = read(path.read_text(encoding="utf-8"), path.name)
    played: list[PlayedAct] = []
    play(script, played.append, is_real=is_real)
    assert [act.act for act in played] == [script.first, *script.acts]
    return played


@pytest.mark.parametrize(
    ("check", "seen"),
    [
        ("seat thief", "police"),
        ("phase police", "setup"),
        ('move "place green x12"', "place green x11"),
        ("moves 2", "1"),
        ("light x11 yellow", "green steady"),
        ("light x11 green pulse", "green steady"),
        ("light x12 green", "yellow pulse"),
        ("light x11 green steady dim", "green steady low"),
        ("only green x11 x12", "green x11"),
        ("only green", "green x11"),
        ("only green steady x12", "green steady x11"),
        ("only green pulse low x11", "green pulse low nowhere"),
        ("lit 1", "16: x11 x21"),
        ("light a1 white", "off steady"),
        ("dark x11", "green steady"),
        ("all green", "a1 off steady"),
        ("saw a1 white", "off"),
        ("saw x11 red", "green"),
        ("ask setup.done", "setup.place"),
        ("outcome thief", "none"),
        ("desync", "synced"),
        ("lost", "synced"),
        ("problem anything", "none"),
    ],
)
def test_failed_check_says_file_line_expected_and_seen(
    cli: Cli, tmp_path: Path, check: str, seen: str
) -> None:
    path = tmp_path / "script.txt"
    path.write_text(f"{OPENING}\nexpect {check}\nexpect synced\n")
    code, out, err = cli("rehearse", str(path))
    assert code == 1
    assert f"{path}:4: expected {check.replace(chr(34), '')}, seen {seen}" in err
    assert "heli green x11" in out and "expect synced" not in out


def test_document_of_a_rehearsal(cli: Cli, tmp_path: Path) -> None:
    good, bad = tmp_path / "good.txt", tmp_path / "bad.txt"
    good.write_text(f"{OPENING}press help\nexpect moves 1\n")
    bad.write_text("game car-thief\nexpect moves 1\n")
    code, _, err = outcome = cli("rehearse", str(good), str(bad), "--json")
    assert code == 1
    first, second = outcome.document["rehearsals"]
    assert first["failure"] is None
    assert [act["line"] for act in first["acts"]] == [1, 2, 3, 4]
    assert first["acts"][2] == {
        "line": 3,
        "act": "press help",
        "note": '"setup.place yellow"',
    }
    assert (second["line"], second["expected"], second["seen"]) == (2, "moves 1", "0")
    assert second["failure"] in err


@pytest.mark.parametrize(
    ("acts", "said"),
    [
        ("lift b3\nlift b3", "no building stands on b3"),
        ("put b3", "a building stands on b3"),
        ("car b3", "the building on b3 is in the way"),
        ("lift b3\ncar off", "the car is not on the board"),
        ("lift b3\ncar b3\nput b3\ncar off", "the building on b3 is in the way"),
        ("heli yellow x11", "green is on x11"),
        ("heli pink off", "pink is not on the board"),
        ("knock x12 100", "nothing stands on x12"),
        ("start", "the daemon is running"),
        ("kill\nkill", "the daemon was killed"),
        ("kill\numpire correct undo", "the daemon was killed"),
        ("kill\nexpect synced", "the daemon was killed"),
        ("tap x11", "a piece on x11 is in the flashlight's way"),
        ("pull\npull", "the cable is already pulled"),
        ("plug", "the cable is already plugged in"),
        ("pull\nexpect light x11 green pulse", "a pattern can be checked only"),
        ("pull\nexpect only green x11", "this can be checked only while the table has all"),
    ],
)
def test_impossible_act_is_a_mistake_of_the_script(
    cli: Cli, tmp_path: Path, acts: str, said: str
) -> None:
    path = tmp_path / "script.txt"
    path.write_text(f"{OPENING}{acts}\n")
    code, _, err = cli("rehearse", str(path))
    assert code == 1
    assert f"{path}:{2 + len(acts.splitlines())}: {acts.splitlines()[-1]}: {said}" in err


def test_refusals_are_reported_and_change_nothing(cli: Cli, tmp_path: Path) -> None:
    path = tmp_path / "script.txt"
    path.write_text(
        f'{OPENING}say thief "hide a1"\nsay police "place green x12"\nexpect moves 1\n'
    )
    code, out, _ = cli("rehearse", str(path))
    assert code == 0
    assert "refused: it is not your turn" in out
    assert "refused: place green x12: green has been placed on x11 (CT-SETUP-5)" in out


def test_open_eyes_is_announced_when_the_umpire_hides_the_car() -> None:
    acts = (
        "heli yellow x12\nheli pink x44\npress done\numpire correct hide b3\nexpect phase police"
    )
    notes: list[str] = []
    play(read(f"{OPENING}{acts}\n", "script.txt"), lambda act: notes.append(act.note))
    assert notes[-3:] == ['hide, "eyes.close"', 'police.act, "eyes.open"', "ok"]
