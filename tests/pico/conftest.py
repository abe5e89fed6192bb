from pathlib import Path

import pytest

from tests.support.uf2 import Uf2Unavailable, get_uf2


@pytest.fixture(scope="session")
def uf2() -> Path:
    """The official MicroPython 1.25.0 image for the Pico."""
    pytest.importorskip("rp2040py", reason="the emulated Pico is not installed")
    try:
        return get_uf2()
    except Uf2Unavailable as error:
        pytest.skip(f"no MicroPython image for the emulated Pico: {error}")
