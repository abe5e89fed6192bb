"""main.py on an emulated Pico whose firmware crashes: after three crashes, safe mode."""

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from heistboard.firmware import wire
from heistboard.flashing import files
from heistboard.link.link import LinkState
from heistboard.link.messages import Hello, decode

from tests.support.pico import EmulatedPico

CRASHED = 0x68656900
HANGS = 0x40058010  # the scratch register behind ours
START_WITHIN_MS = 200

# The real main.py; it starts something small, so that a start takes 50 ms.
EMPTY = {
    "main.py": files.sources()["main.py"],
    "heist/__init__.py": b"",
    "heist/boot.py": b"",
    "heist/pico/__init__.py": b"",
}
IMPORT_FAILS = EMPTY | {"heist/boot.py": b"from heist import nothing_of_that_name_is_here\n"}
LOOP_FAILS = EMPTY | {
    "heist/pico/drivers.py": b"def main():\n    for i in range(9):\n        [][i]\n"
}
# All memory is in use, and stays so: a global of a module refers to it.
NO_MEMORY = EMPTY | {
    "heist/pico/drivers.py": b"""
kept = [None]
def main():
    size = 1 << 16
    while True:
        try:
            while True:
                kept[0] = (kept[0], bytearray(size))
        except MemoryError:
            if size <= 16:
                raise
            size >>= 3
"""
}
LOOP_HANGS = EMPTY | {
    "heist/pico/drivers.py": b"import machine\n"
    b"def main():\n"
    b"    machine.WDT(timeout=5000)\n"
    b"    machine.mem32[0x40058010] = 1\n"
    b"    while True:\n"
    b"        pass\n"
}


def start(uf2: Path, holds: Mapping[str, bytes]) -> EmulatedPico:
    pico = EmulatedPico(uf2, holds)
    pico.run_until(lambda: pico.device.cdc.dtr, START_WITHIN_MS)
    return pico


def again(pico: EmulatedPico) -> None:
    before = pico.starts
    pico.run_until(lambda: pico.starts > before, START_WITHIN_MS)


def hears(pico: EmulatedPico, text: bytes) -> None:
    pico.run_until(lambda: text in pico.heard, START_WITHIN_MS)


def stays(pico: EmulatedPico) -> bool:
    # No watchdog is armed.
    before = pico.starts
    pico.stand(20_000)
    pico.run(1)
    return pico.starts == before


@pytest.fixture(scope="module")
def safe(uf2: Path) -> EmulatedPico:
    """A board after its third crash."""
    pico = start(uf2, IMPORT_FAILS)
    for crashes in (1, 2, 3):
        assert pico.starts == crashes
        again(pico)
        assert pico.scratch == CRASHED + crashes
    pico.run(100)
    return pico


def test_safe_mode_says_why_and_what_to_do(safe: EmulatedPico) -> None:
    safe.connect()
    safe.run_until(lambda: safe.link.state is LinkState.REFUSED, 50)
    said = str(safe.notices[-1])
    assert "safe mode" in said and "ImportError" in said
    assert "run `heistboard board flash`" in said
    safe.disconnect()


def test_its_hello_is_complete(safe: EmulatedPico) -> None:
    safe.heard.clear()
    safe.send(
        b"AT\r"
        + wire.GREETING_ZEROS
        + wire.block(wire.GREET, 0x0377, wire.GREET_FORM, wire.PROTOCOL)
    )
    safe.run(20)
    (frame,) = wire.FrameReader().feed(bytes(safe.heard))
    hello = decode(frame)
    assert isinstance(hello, Hello)
    assert hello.session == 0x0377
    assert (hello.protocol, hello.firmware, hello.revision) == (wire.PROTOCOL, "0.0.0", 0)
    assert (hello.layout_crc, hello.inputs, hello.leds, hello.first, hello.next) == (0,) * 5
    assert hello.interpreter == "safe mode: ImportError: no module named 'heist"[:40]


def test_crash_is_on_the_disk(safe: EmulatedPico) -> None:
    crash = safe.files()["crash.txt"].decode().splitlines()
    assert crash[0] == "Traceback (most recent call last):"
    assert 'File "heist/boot.py", line 1, in <module>' in crash[-2]
    assert crash[-1].startswith("ImportError: ")


def test_safe_mode_stays(safe: EmulatedPico) -> None:
    assert stays(safe)


def test_service_gives_the_prompt_and_another_three_tries(safe: EmulatedPico) -> None:
    safe.send(wire.block(wire.SERVICE, 1, wire.SERVICE_FORM, wire.SERVICE_MAGIC))
    again(safe)
    safe.heard.clear()
    safe.run_until(lambda: safe.device.cdc.dtr, START_WITHIN_MS)
    safe.run(60)
    safe.send(b"\x03\rprint(6*7)\r")
    hears(safe, b"\r\n42\r\n>>> ")
    assert stays(safe)
    safe.send(b"import machine; machine.reset()\r")
    again(safe)
    again(safe)
    assert safe.scratch == CRASHED + 1


def test_exception_that_ends_the_loop_is_a_crash(uf2: Path) -> None:
    pico = start(uf2, LOOP_FAILS)
    again(pico)
    assert pico.scratch == CRASHED + 1
    assert pico.files()["crash.txt"].endswith(b"IndexError: list index out of range\n")
    pico.cut()
    assert pico.scratch == 0


def test_crash_without_memory_is_a_crash_with_a_report(uf2: Path) -> None:
    pico = start(uf2, NO_MEMORY)
    pico.run_until(lambda: pico.starts > 1, 5 * START_WITHIN_MS)
    assert pico.scratch == CRASHED + 1
    crash = pico.files()["crash.txt"].decode().splitlines()
    assert crash[0] == "Traceback (most recent call last):"
    assert crash[-1].startswith("MemoryError: memory allocation failed")


def test_crash_that_cannot_be_kept_is_a_crash(uf2: Path) -> None:
    # A folder is in the way.
    pico = start(uf2, LOOP_FAILS | {"crash.txt/folder.txt": b""})
    for crashes in (1, 2, 3):
        again(pico)
        assert pico.scratch == CRASHED + crashes
    pico.run(100)
    pico.send(wire.GREETING_ZEROS + wire.block(wire.GREET, 0x0377, wire.GREET_FORM, 1))
    pico.run(20)
    (frame,) = wire.FrameReader().feed(bytes(pico.heard))
    hello = decode(frame)
    assert isinstance(hello, Hello)
    assert hello.interpreter == "safe mode: no reason kept"


def test_bare_restarts_do_not_lead_there(uf2: Path) -> None:
    pico = start(uf2, LOOP_HANGS)

    def hangs() -> None:
        pico.run_until(lambda: pico.read(HANGS) == 1, START_WITHIN_MS)
        pico.write(HANGS, 0)

    def by_watchdog() -> None:
        before = pico.starts
        pico.stand(5000)
        assert pico.starts == before + 1

    restarts: tuple[Callable[[], None], ...] = (by_watchdog, pico.cut)
    for restart in restarts:
        hangs()
        restart()
        assert pico.scratch == 0
    hangs()
    assert pico.scratch == 0
    # They do not hide crashes either.
    pico.scratch = CRASHED + 2
    by_watchdog()
    hangs()
    assert pico.scratch == CRASHED + 2
    assert "crash.txt" not in pico.files()
