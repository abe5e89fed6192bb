"""A simulated board in a process of its own, so that its cost is not the host's. Prints its port; ends with its input."""

import sys

from heistboard.sim import SimBoard

if __name__ == "__main__":
    with SimBoard() as board:
        print(board.port, board.pid, flush=True)
        sys.stdin.read()
