"""Runs the command line: ``python -m heistboard``."""

import sys

from heistboard.cli import main

if __name__ == "__main__":
    sys.exit(main())
