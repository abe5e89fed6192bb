"""A simulated board in its own process, so that its cost is not the host's; ends with stdin."""

import sys

from heistboard.sim import SimBoard

if __name__ == "__main__":
    with SimBoard() as board:
        print(board.port, board.pid, flush=True)
        sys.stdin.read()
