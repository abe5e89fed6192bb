"""Random hands at the boards of Burgle Bros, while cables, boards and the program fail."""

from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Final

from heistboard.games.burgle_bros.components import SCENARIOS
from heistboard.places import layout
from heistboard.places.place import at_floor

from tests.support.burgle_boards import BurgleBoards
from tests.support.burgle_disturbances import can_disturb, disturb_and_heal
from tests.support.burgle_hands import act_somehow, tidy

__all__ = ["FaultyGame", "play_faulty_games"]

ACTS: Final = 6  # between two faults
FAULTS: Final = ("none", "pull", "reset", "freeze", "power", "kill", "undo", "walk")
MOST_FROZEN_MS: Final = 4_000


def play_faulty_games(folder: Path, minutes: float, seed: int) -> Counter[str]:
    """Plays so many minutes by the boards' clock; returns how often each thing happened."""
    counts: Counter[str] = Counter()
    random = Random(seed)
    while counts["ms"] < minutes * 60_000:
        counts["games"] += 1
        own = folder / str(counts["games"])
        own.mkdir()
        scenario = "bank" if counts["games"] % 2 else random.choice([*SCENARIOS])
        seed, players = random.getrandbits(32), random.randint(1, 4)
        with BurgleBoards(own, seed, scenario=scenario, players=players) as boards:
            game = FaultyGame(boards.ready(), random)
            game.play(round(minutes * 60_000) - counts["ms"])
            counts.update(game.counts)
            counts["ms"] += boards.time.now_ms
            counts["moves"] += len(boards.played())
    return counts


class FaultyGame:
    """Random hands and faults in one game."""

    def __init__(self, boards: BurgleBoards, random: Random) -> None:
        self.counts: Counter[str] = Counter()
        self._boards = boards
        self._random = random

    def play(self, most_ms: int) -> None:
        """Plays until the game is over, or for that long; then its journal must replay."""
        boards = self._boards
        while boards.state.outcome is None and boards.time.now_ms < most_ms:
            for _ in range(self._random.randrange(ACTS)):
                act_somehow(boards, self._random)
            self.disturb()
        boards.check_replay()

    def disturb(self) -> None:
        """Lets something fail, with or without a mistake of the hands meanwhile."""
        fault = self._random.choice(FAULTS)
        if fault == "undo":
            self._boards.press("undo")
        elif fault == "walk":
            self._fail_while_walking()
        elif can_disturb(self._boards, self._random):
            begin, end = self._fault(fault)
            # A frozen board is silent for a while before it is missed.
            disturb_and_heal(
                self._boards, self._random, begin, end, on_one_floor=fault == "freeze"
            )
            self.check()
        else:
            return
        self.counts[fault] += 1

    def check(self) -> None:
        """Compares what the table believes with what lies on the boards."""
        boards = self._boards
        picture = set(boards.process.ask("picture"))
        truth = {
            at_floor(floor, reed)
            for floor, board in boards.boards.items()
            for reed in layout.REEDS
            if board.is_closed(reed)
        }
        assert picture == truth == boards.closed, picture ^ truth

    def _fault(self, fault: str) -> tuple[Callable[[], object], Callable[[], object]]:
        boards, random = self._boards, self._random
        floor = random.choice([*boards.boards])
        board = boards.boards[floor]

        def nothing() -> None:
            pass

        def plug() -> None:
            boards.wait(random.randrange(2_000))
            boards.plug()

        def thaw() -> None:
            boards.wait(random.randrange(MOST_FROZEN_MS))
            board.thaw()
            boards.until_there()

        def lose_power() -> None:
            for each in boards.boards:
                boards.pull(each)
                boards.boards[each].reset(leaves_port=False)

        def reset() -> None:
            board.reset(leaves_port=random.random() < 0.7)
            boards.wait(500).until_there()

        return {
            "none": (nothing, nothing),
            "pull": (lambda: boards.pull(floor), plug),
            "reset": (nothing, reset),
            "freeze": (board.freeze, thaw),
            "power": (lose_power, plug),
            "kill": (boards.process.kill, boards.start),
        }[fault]

    def _fail_while_walking(self) -> None:
        # A cable, or the program, while a guard's figure or a tile waits for a hand.
        boards, random = self._boards, self._random
        moves = boards.played()
        if random.random() < 0.5:
            boards.pull()
            boards.wait(random.randrange(1_500)).plug()
        else:
            boards.restart()
        boards.wait(1_000)
        assert boards.played() == moves
        if boards.sync == "desync":
            tidy(boards)
            boards.wait(1_000)
        assert boards.sync == "synced", boards.ask
