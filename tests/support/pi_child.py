"""``python -m tests.support.pi_child FOLDER DESCRIPTOR``: heistboard.pi on stand-ins.

FOLDER is that of :class:`tests.support.pi.Table`. A file ``missing`` in it names a module that is
not installed.
"""

import mmap
import os
import sys
from pathlib import Path
from unittest.mock import patch

from heistboard.pi import drivers

from tests.support import pi


def main() -> int:
    folder = Path(sys.argv.pop(1))
    drivers.DEVICE_TREE = folder
    if (folder / "missing").exists():
        sys.modules[(folder / "missing").read_text()] = None  # type: ignore[assignment]
        return drivers.main()
    with (folder / "reeds").open("r+b") as file:
        closed = mmap.mmap(file.fileno(), 0)
    lights = os.open(folder / "lights", os.O_WRONLY)
    os.environ["BLINKA_FORCECHIP"] = "BCM2XXX"
    os.environ["BLINKA_FORCEBOARD"] = "RASPBERRY_PI_4B"
    sys.modules["_rpi_ws281x"] = pi.sender(lambda picture: os.write(lights, picture))
    for target, stand_in in pi.Wires(closed).stand_ins().items():
        patch(target, stand_in).start()
    return drivers.main()


if __name__ == "__main__":
    sys.exit(main())
