"""SERVICE on an emulated Pico: from the firmware to MicroPython's prompt and back."""

import pytest
from heistboard.firmware import wire
from heistboard.link.link import LinkState
from heistboard.places import layout
from heistboard.places.scene import Colour, Intent, pack

from tests.support.pico import EmulatedPico

START_WITHIN_MS = 200


@pytest.fixture(scope="module")
def prompt(booted: EmulatedPico) -> EmulatedPico:
    """A board whose host asked for service."""
    booted.connected()
    starts = booted.starts
    booted.send(wire.block(wire.SERVICE, 0x4D2, wire.SERVICE_FORM, wire.SERVICE_MAGIC))
    booted.run_until(lambda: booted.starts > starts, 20)
    assert booted.link.state is LinkState.LOST
    booted.run_until(lambda: booted.device.cdc.dtr, START_WITHIN_MS)
    booted.run(80)
    booted.heard.clear()
    return booted


def answer(pico: EmulatedPico, line: bytes) -> bytes:
    pico.heard.clear()
    pico.send(line + b"\r")
    pico.run_until(lambda: pico.heard.endswith(b"\r\n>>> "), START_WITHIN_MS)
    return bytes(pico.heard).removeprefix(line + b"\r\n").removesuffix(b">>> ")


def test_prompt_answers_and_is_interrupted(prompt: EmulatedPico) -> None:
    assert answer(prompt, b"print(6 * 7)") == b"42\r\n"
    prompt.send(b"while True: pass\r\r")
    prompt.run(5)
    prompt.heard.clear()
    prompt.send(b"\x03")
    prompt.run_until(lambda: prompt.heard.endswith(b"KeyboardInterrupt: \r\n>>> "), 20)


def test_nothing_of_the_firmware_is_in_the_way(prompt: EmulatedPico) -> None:
    assert answer(prompt, b"import sys; print(list(sys.modules))") == b"['rp2']\r\n"
    assert b"'main.py'" in answer(prompt, b"import os; print(os.listdir())")


def test_no_watchdog_ends_it(prompt: EmulatedPico) -> None:
    starts = prompt.starts
    prompt.stand(30_000)
    prompt.run(1)
    assert prompt.starts == starts
    assert answer(prompt, b"print(1)") == b"1\r\n"


def test_soft_reset_runs_the_firmware_again(prompt: EmulatedPico) -> None:
    assert prompt.scratch == 0
    prompt.send(b"\x04")
    prompt.run(100)
    prompt.connected()
    prompt.notices.clear()
    prompt.set_reed("help", is_closed=True)
    prompt.run_until(lambda: bool(prompt.events), 20)
    prompt.set_reed("help", is_closed=False)
    prompt.run_until(lambda: prompt.link.is_settled, 200)
    prompt.show(pack({layout.LEDS[0]: Intent(Colour.RED)}))
    prompt.run_until(lambda: prompt.link.is_settled, 100)
    prompt.run(4)
    (first, *others) = prompt.pictures[-1][1]
    assert first[0] > 0
    assert set(others) == {(0, 0, 0)}
