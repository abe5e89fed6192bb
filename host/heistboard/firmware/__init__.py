"""The firmware this host goes with: where it lies, and the codec that both sides share.

The wheel carries the firmware in this folder; a checkout has it beside ``host/``.
"""

from pathlib import Path
from typing import TYPE_CHECKING

__all__ = ["CHIPS", "COLUMN_PINS", "ROOT", "ROW_PINS", "VERSION", "wire"]

_HERE = Path(__file__).parent
ROOT = _HERE if (_HERE / "main.py").exists() else _HERE.parents[2] / "firmware"
"""The folder that is copied to a board: ``main.py`` and ``heist/``."""

__path__.append(str(ROOT))

if TYPE_CHECKING:
    from heist import __version__ as VERSION
    from heist import wire
    from heist.layout import COLUMN_PINS, ROW_PINS
    from heist.pico.chip import CHIPS
else:
    from heistboard.firmware.heist import __version__ as VERSION
    from heistboard.firmware.heist import wire
    from heistboard.firmware.heist.layout import COLUMN_PINS, ROW_PINS
    from heistboard.firmware.heist.pico.chip import CHIPS
