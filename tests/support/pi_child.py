"""``python -m tests.support.pi_child FOLDER DESCRIPTOR``: heistboard.pi on fakes.

FOLDER is that of :class:`tests.support.pi.FirmwareTable`. A file ``missing`` in it names a module
that is not installed, ``taken`` a GPIO that another program has.
"""

import mmap
import os
import sys
from pathlib import Path
from types import SimpleNamespace
from unittest.mock import patch

from heistboard.pi import drivers

from tests.support import pi


def main() -> int:
    folder = Path(sys.argv.pop(1))
    drivers.DEVICE_TREE = folder
    missing = (folder / "missing").read_text() if (folder / "missing").exists() else ""
    if missing == "gpiod":  # the imports below need it
        sys.modules[missing] = None  # type: ignore[assignment]
        return drivers.main()
    with (folder / "reeds").open("r+b") as file:
        closed = mmap.mmap(file.fileno(), 0)
    lights = os.open(folder / "lights", os.O_WRONLY)
    os.environ.update(pi.PRETENCE)
    sys.modules["_rpi_ws281x"] = pi.sender(lambda picture: os.write(lights, picture))
    wires = pi.Wires(closed)
    if (folder / "taken").exists():
        wires.taken[int((folder / "taken").read_text())] = SimpleNamespace()
    for target, stand_in in wires.stand_ins().items():
        patch(target, stand_in).start()
    if missing:
        sys.modules[missing] = None  # type: ignore[assignment]
    return drivers.main()


if __name__ == "__main__":
    sys.exit(main())
