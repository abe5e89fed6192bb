"""``python -m heistboard.pi``: see drivers.py."""

import sys

from heistboard.pi.drivers import main

if __name__ == "__main__":
    sys.exit(main())
