"""All fault tests of the link on the simulated board, with a host that says little by itself.

The host's quiet ACK, every 100 ms, completes a block that was cut; here it comes after 1.5 s. A
test that needs the ACK sooner fails for that reason alone.

``python -m tests.long.silent_host``
"""

import sys

import pytest
from heistboard.link import link

from tests.support import rig

if __name__ == "__main__":
    link.QUIET_MS = 1_500
    rig.virtually = rig.both_ways = pytest.mark.parametrize("make", [rig.RealRig])
    folder = "tests/host/link"
    tests = [f"{folder}/test_hub_faults.py", f"{folder}/test_cut_blocks.py"]
    sys.exit(pytest.main(["-n", "0", "-q", *tests, *sys.argv[1:]]))
