"""Runs a simulated board in its own process, to keep its cost apart; ends when stdin closes."""

import sys

from heistboard.sim import SimBoard

if __name__ == "__main__":
    with SimBoard() as board:
        print(board.port, board.pid, flush=True)
        sys.stdin.read()
