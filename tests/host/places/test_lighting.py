"""Brightness and power supply, down to the LEDs of the real firmware."""

import json
from functools import partial
from pathlib import Path

import pytest
from heistboard.boards.data_folder import DataFolder
from heistboard.link.link import config_for
from heistboard.places import layout
from heistboard.places.lighting import SUPPLIES, Lighting
from heistboard.places.scene import Colour, Intent, Level, pack
from heistboard.sim import Hands, SimBoard
from heistboard.terminal.output import CommandError

from tests.support.command import Cli, Running
from tests.support.rig import VirtualRig

RED = {"c3": Intent(Colour.RED, Level.BRIGHT)}
WHITE = dict.fromkeys(layout.LEDS, Intent(Colour.WHITE, Level.BRIGHT))


def drawn_ma(leds: dict[str, tuple[int, int, int]]) -> float:
    """The LEDs' current in mA, from their bytes."""
    counts = sum(map(sum, leds.values()))
    return len(layout.LEDS) * 1.0 + counts * 20 / 255


def is_near(most_ma: int, leds: dict[str, tuple[int, int, int]]) -> bool:
    return 0.8 * most_ma < drawn_ma(leds) <= most_ma


def is_red(leds: dict[str, tuple[int, int, int]]) -> bool:
    """Whether the scene is shown, and not the idle light of a board."""
    red, *others = leds["c3"]
    return red > 0 and not any(others)


def brightest(leds: dict[str, tuple[int, int, int]]) -> int:
    return max(map(max, leds.values()))


def test_evening_has_a_fifth_of_the_light_and_night_almost_none() -> None:
    shares: dict[str, int] = {}
    with VirtualRig() as rig:
        rig.hub.show(rig.board.serial, pack(RED))
        for brightness in ("full", "evening", "night"):
            config = config_for(Lighting(brightness))
            rig.hub.configure(config)
            assert rig.wait_leds(
                lambda leds: is_red(leds) and leds["c3"][0] not in shares.values()
            )
            shares[brightness] = rig.board.leds["c3"][0]
    assert shares["full"] == 255
    assert 0.19 < shares["evening"] / 255 < 0.24
    assert shares["night"] == 4  # the lowest at which the four levels still differ


def test_own_supply_is_brighter_and_keeps_its_budget() -> None:
    with VirtualRig() as rig:
        rig.hub.show(rig.board.serial, pack(WHITE))
        for supply, most_ma in SUPPLIES.items():
            rig.hub.configure(config_for(Lighting(supply=supply)))
            assert rig.wait_leds(partial(is_near, most_ma))


def test_lighting_survives_unplugging_and_reset() -> None:
    with VirtualRig() as rig:
        rig.hub.configure(config_for(Lighting("night")))
        rig.hub.show(rig.board.serial, pack(RED))
        assert rig.wait_leds(lambda leds: is_red(leds) and leds["c3"][0] < 5)
        night = rig.board.leds
        rig.board.reset()
        assert rig.wait_leds(lambda leds: leds["c3"] == (0, 0, 0))
        assert rig.wait_leds(lambda leds: leds == night, 10)
        rig.board.pull()
        rig.hub.configure(config_for(Lighting("evening")))
        rig.board.plug()
        assert rig.wait_leds(lambda leds: 50 < leds["c3"][0] < 60, 10)


@pytest.mark.parametrize(
    ("lighting", "said"),
    [
        (Lighting("bright"), "brightness is 'bright', expected full, evening or night"),
        (Lighting(supply="mains"), "supply is 'mains', expected usb or own"),
    ],
)
def test_unknown_setting_is_named_with_the_known_ones(lighting: Lighting, said: str) -> None:
    with pytest.raises(ValueError, match=f"^{said}$"):
        lighting.checked()


def test_lighting_is_kept_in_the_data_folder(tmp_path: Path) -> None:
    data = DataFolder(str(tmp_path / "new"))
    assert data.lighting() == Lighting("full", "usb")
    data.save_lighting(Lighting("night", "own"))
    assert data.lighting() == Lighting("night", "own")


@pytest.mark.parametrize("text", ['{"brightness": "x"}', '{"colour": "x"}', '{"supply": 1}', "[]"])
def test_damaged_file_is_refused_with_what_to_do(tmp_path: Path, text: str) -> None:
    (tmp_path / "lighting.json").write_text(text, encoding="utf-8")
    with pytest.raises(CommandError, match=r"lighting\.json: .*; mend the file or delete it"):
        DataFolder(str(tmp_path)).lighting()


def test_brightness_set_by_command_is_kept(tmp_path: Path, cli: Cli) -> None:
    data = tmp_path / "heistboard"
    kept = data / "lighting.json"
    with SimBoard() as board:
        play = ("play", "car-thief", "--board", board.port)
        with Running(tmp_path, *play, "--supply", "own", "--brightness", "night") as evening:
            evening.wait_line("Put a building on every cell")
            assert json.loads(kept.read_text()) == {"brightness": "night", "supply": "own"}
            assert board.wait_leds(lambda leds: 0 < brightest(leds) < 5)
            dimmed = cli("umpire", "brightness", "evening", "--data", str(data))
            assert (dimmed.code, dimmed.out) == (0, "brightness: evening\n")
            assert board.wait_leds(lambda leds: 4 < brightest(leds) < 60)
            assert evening.end().code == 0
        assert json.loads(kept.read_text()) == {"brightness": "evening", "supply": "own"}
        with Running(tmp_path, "play", "--board", board.port) as evening:
            evening.wait_line("no game")
            Hands(board, bounces=False).cover("c3")
            assert board.wait_leds(lambda leds: 0 < brightest(leds) < 60)


@pytest.mark.parametrize("arguments", [("play", "--brightness"), ("umpire", "brightness")])
def test_a_wrong_brightness_is_wrong_usage(arguments: tuple[str, ...], cli: Cli) -> None:
    wrong = cli(*arguments, "dark")
    assert wrong.code == 2
    assert "brightness is 'dark', expected full, evening or night" in wrong.err
