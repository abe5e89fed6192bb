"""The generated files are current, stable under the formatter, and have distinct CRCs."""

import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from hardware.__main__ import main
from hardware.boardfile import parse
from hardware.layout import FIRMWARE, HOST, PI, PI_WIRING, layout_crc, texts

TOP = Path(__file__).parents[2]
TEXT = (TOP / "hardware" / "board.toml").read_text(encoding="utf-8")

FILES = (FIRMWARE, HOST, PI, PI_WIRING)

# One edit of each kind that the layouts depend on; all give valid board files.
WIRING = {
    "revision": ("revision = 1", "revision = 2"),
    "row pins": ("[16, 17, 18, 19, 20]", "[15, 16, 17, 18, 19]"),
    "column pins": ("{ pin = 0,", "{ pin = 14,"),
    "two reeds": ('"b3.cover", "b4.cover"', '"b4.cover", "b3.cover"'),
    "two buttons": ('"done"', '"spare"'),
    "led pin": ("pin = 22", "pin = 26"),
    "colour order": ('"GRB"', '"RGB"'),
    "two leds": ('"r1", "r2"', '"r2", "r1"'),
}
REST = {
    "cell a1's place": ("a1 = [34.0, 34.0]", "a1 = [34.0, 35.0]"),
    "button's place": ("done = [234.0", "done = [220.0"),
    "default budget": ("default_budget = 200", "default_budget = 210"),
    "powered budget": ("powered_budget = 450", "powered_budget = 400"),
    "channel current": ("channel = 20", "channel = 12"),
    "idle current": ("idle = 1", "idle = 0"),
    "name": ('"floor"', '"roof"'),
}
ON_PI = {
    "pi's columns": ("[2, 3, 4, 17,", "[3, 2, 4, 17,"),
    "pi's rows": ("[25, 12, 16,", "[12, 25, 16,"),
}


def changed(name: str) -> str:
    """The board file's text after the edit of that name."""
    old, new = (WIRING | REST | ON_PI)[name]
    assert TEXT.count(old) == 1
    text = TEXT.replace(old, new)
    if name == "column pins":  # all move by one, since no gap is allowed
        text = TEXT
        for pin in reversed(range(14)):
            text = text.replace(f"{{ pin = {pin},", f"{{ pin = {pin + 1},")
    if name == "two leds":  # which strips cannot be
        text = text.replace('built_of = "boards"', 'built_of = "wires"')
    if name == "two buttons":
        text = TEXT.replace('"done"', "?").replace('"spare"', '"done"').replace("?", '"spare"')
    return text


def checkout(folder: Path) -> Path:
    """A folder with room for the generated files and the real board file."""
    for name in (*FILES, "hardware/board.toml"):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
    (folder / "hardware" / "board.toml").write_text(TEXT, encoding="utf-8")
    return folder


def test_generated_files_are_up_to_date() -> None:
    for name, text in texts(parse(TEXT)).items():
        assert (TOP / name).read_text(encoding="utf-8") == text
    assert main(["layout", "--check"]) == 0


def test_generated_files_say_where_they_come_from() -> None:
    for name in FILES:
        header = (TOP / name).read_text(encoding="utf-8").splitlines()[0]
        assert "board.toml" in header
        assert "`python -m hardware layout`" in header
        assert "Do not edit" in header


@pytest.mark.parametrize("name", WIRING | REST)
def test_changed_board_file_makes_the_generated_files_stale(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    copy = tmp_path / "board.toml"
    copy.write_text(changed(name), encoding="utf-8")
    assert main(["layout", "--check", "--board", str(copy)]) == 1
    out, err = capsys.readouterr()
    assert out == ""
    assert HOST in err
    assert f"run `python -m hardware layout --board {copy}`" in err
    assert err.count("\n") == 1


@pytest.mark.parametrize("name", WIRING)
def test_crc_follows_the_wiring(name: str) -> None:
    assert layout_crc(parse(changed(name))) != layout_crc(parse(TEXT))


@pytest.mark.parametrize("name", ON_PI)
def test_pins_of_a_raspberry_pi_are_in_its_layout_and_its_wiring_table(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    copy = tmp_path / "board.toml"
    copy.write_text(changed(name), encoding="utf-8")
    assert main(["layout", "--check", "--board", str(copy)]) == 1
    assert capsys.readouterr().err.startswith(f"{PI} and {PI_WIRING} are stale, run ")


@pytest.mark.parametrize("name", REST | ON_PI)
def test_crc_ignores_places_and_currents(name: str) -> None:
    assert layout_crc(parse(changed(name))) == layout_crc(parse(TEXT))


def test_crc_follows_the_diode_side() -> None:
    board = parse(TEXT)
    turned = replace(board, matrix=replace(board.matrix, diode_cathode="row"))
    assert layout_crc(turned) != layout_crc(board)


@pytest.mark.parametrize("name", ["two reeds", "button's place", "revision", "name"])
def test_layouts_pass_formatter_and_linter_as_generated(name: str) -> None:
    made = [*texts(parse(TEXT)).items(), *texts(parse(changed(name))).items()]
    for file, text in ((file, text) for file, text in made if file.endswith(".py")):
        for command in (["format", "--check"], ["check"]):
            ruff = [sys.executable, "-m", "ruff", *command, "--stdin-filename", file, "-"]
            result = subprocess.run(ruff, input=text, text=True, cwd=TOP, capture_output=True)
            assert result.returncode == 0, result.stdout + result.stderr


def test_layout_writes_what_check_accepts(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    top = checkout(tmp_path)
    assert main(["layout"], top) == 0
    assert capsys.readouterr().out == "".join(f"wrote {name}\n" for name in FILES)
    assert main(["layout", "--check"], top) == 0
    for name in FILES:
        assert (top / name).read_bytes() == (TOP / name).read_bytes()


def test_a_board_that_strips_cannot_be_is_refused_before_a_file_is_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    top = checkout(tmp_path)
    main(["layout"], top)
    before = {file: (top / file).read_bytes() for file in FILES}
    for_boards = changed("two leds").replace('built_of = "wires"', 'built_of = "boards"')
    (top / "hardware" / "board.toml").write_text(for_boards, encoding="utf-8")
    capsys.readouterr()
    for command in (["layout"], ["layout", "--check"], ["build"], ["all"]):
        assert main(command, top) == 1
        out, err = capsys.readouterr()
        assert err.startswith("board.toml: leds.chain[41] is r2, expected r1: on strips ")
        assert 'built_of = "wires"' in err
        assert (out, err.count("\n")) == ("", 1)
    assert {file: (top / file).read_bytes() for file in FILES} == before
    (top / "hardware" / "board.toml").write_text(changed("two leds"), encoding="utf-8")
    assert main(["layout"], top) == 0
    assert all((top / file).read_bytes() != before[file] for file in (FIRMWARE, HOST))


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("pitch = 50.0", "pitch = 48", "pitch is 48, expected 50"),
        ("[17.1, 7.4]", "[17.1, 7]", "cover_offset is [17.1, 7], expected [17.1, 7.4]"),
        ("[0.0, -9.0]", "[0.0, 9.0]", "led_offset is [0, 9], expected [0, -9]"),
        ("[0.0, 0.0]", "[1.0, 0.0]", "occupant_offset is [1, 0], expected [0, 0]"),
        ("[20.0, 0.0]", "[21.0, 0.0]", "round_track_step is [21, 0], expected [20, 0]"),
    ],
)
def test_places_that_nothing_is_proved_for_are_refused(
    old: str, new: str, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    copy = tmp_path / "other.toml"
    for built_of in ("boards", "wires"):
        text = TEXT.replace(old, new).replace('built_of = "boards"', f'built_of = "{built_of}"')
        copy.write_text(text, encoding="utf-8")
        for command in ("layout", "build", "magnets", "parts", "margins", "guide", "all"):
            assert main([command, "--board", str(copy)], tmp_path) == 1
            out, err = capsys.readouterr()
            assert (out, err) == (
                "",
                f"other.toml: place_mm.{said}: the printed parts and the proof of the magnets are "
                "for that (hardware/magnets/design.py)\n",
            )


def test_check_names_only_the_stale_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    top = checkout(tmp_path)
    main(["layout"], top)
    capsys.readouterr()
    (top / FIRMWARE).write_bytes(b"\xff")
    assert main(["layout", "--check"], top) == 1
    assert capsys.readouterr().err == f"{FIRMWARE} is stale, run `python -m hardware layout`\n"


def test_check_counts_absent_files_as_stale_and_writes_none(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    top = checkout(tmp_path)
    assert main(["layout", "--check"], top) == 1
    assert capsys.readouterr().err.startswith(f"{' and '.join(FILES)} are stale, run ")
    assert not (top / FIRMWARE).exists()


def test_bad_board_file_writes_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    top = checkout(tmp_path)
    (top / "hardware" / "board.toml").write_text(TEXT.replace("18, 19", "31, 19"), "utf-8")
    assert main(["layout"], top) == 1
    out, err = capsys.readouterr()
    assert (out, err) == (
        "",
        "board.toml: matrix.row_pins[2] is 31, expected a GPIO of 0..22 or 26..28\n",
    )
    assert not (top / FIRMWARE).exists()


@pytest.mark.parametrize("flags", [[], ["--check"]])
def test_absent_board_file_is_one_sentence(
    flags: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["layout", *flags, "--board", str(tmp_path / "none.toml")]) == 1
    err = capsys.readouterr().err
    assert "none.toml: cannot be read" in err
    assert err.count("\n") == 1


def test_folder_that_cannot_be_written_is_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    top = checkout(tmp_path)
    (top / HOST).mkdir()
    assert main(["layout"], top) == 1
    err = capsys.readouterr().err
    assert err.startswith("cannot read or write ")
    assert err.count("\n") == 1


@pytest.mark.parametrize("argv", [[], ["layouts"], ["layout", "--board"], ["layout", "x"]])
def test_wrong_usage_is_exit_code_2(argv: list[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        main(argv)
    assert caught.value.code == 2


def test_command_runs_as_a_module() -> None:
    command = [sys.executable, "-m", "hardware", "layout", "--check"]
    result = subprocess.run(command, cwd=TOP, text=True, capture_output=True)
    assert (result.returncode, result.stdout, result.stderr) == (0, "", "")
