from collections.abc import Iterator
from pathlib import Path

import pytest
from heistboard.link.messages import Fault

from tests.support.pico import EmulatedPico
from tests.support.uf2 import Uf2Unavailable, get_uf2


@pytest.fixture(scope="session")
def uf2() -> Path:
    """The official MicroPython 1.25.0 image for the Pico."""
    pytest.importorskip("rp2040py", reason="the emulated Pico is not installed")
    try:
        return get_uf2()
    except Uf2Unavailable as error:
        pytest.skip(f"no MicroPython image for the emulated Pico: {error}")


@pytest.fixture(scope="session")
def booted(uf2: Path) -> EmulatedPico:
    pico = EmulatedPico(uf2)
    pico.connected()
    return pico


@pytest.fixture
def board(booted: EmulatedPico) -> Iterator[EmulatedPico]:
    """A connected board with all reeds open; shared, because a boot takes 2 s."""
    before = booted.starts
    booted.connected()
    (module,) = booted.modules.met()
    booted.run_until(lambda: booted.link.is_settled and not any(module.closed), 200)
    booted.run(5)
    booted.notices.clear()
    yield booted
    assert booted.starts == before
    assert not [notice for _, notice in booted.notices if isinstance(notice, Fault)]
    booted.set_host_reads(True)
    if booted.matrix.closed:
        booted.matrix.closed.clear()
        booted.run(25)  # until the host knows the reeds as open
