"""Whether KiCad is there, which is asked once for all files of tests: it takes a moment."""

import pytest

from hardware.electronics.build import missing_tools

__all__ = ["needs_kicad"]

_missing = missing_tools()
needs_kicad = pytest.mark.skipif(bool(_missing), reason=_missing or "has KiCad")
