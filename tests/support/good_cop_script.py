"""Writes a rehearsal of a game of Good Cop Bad Cop: what hands do, and what the board must show.

``python -m tests.support.good_cop_script 4 1 > tests/rehearsals/good_cop_bad_cop/four.txt``: how
many play, the seed and, if it is not to be a whole game, the number of turns. Detectives choose.
Every move that may be made at the board is made there; the others are said, and silence passes.
Before each act all lights are compared with ``good_cop_lights``. Now and then the cable is pulled,
or the program killed.
"""

import sys
from collections.abc import Iterator
from random import Random
from typing import Any, Final

from heistboard.games.good_cop_bad_cop import GAME
from heistboard.games.good_cop_bad_cop.bots import BOTS
from heistboard.games.good_cop_bad_cop.rules import GoodCopBadCop
from heistboard.rules import CHANCE, TABLE, Move
from heistboard.rules.autoplay import Dealer

from tests.support.good_cop_lights import EDGE, PADS, expected_lines, lights

__all__ = ["Writer"]

BEAT_S: Final = 10
BY_HAND: Final = ("action", "redeclare", "aim", "redirect")
DISTURBED: Final = 12  # looks at the lights between two disturbances


class Writer:
    """Plays a game and writes what hands do."""

    def __init__(self, players: int, seed: int, turns: int = 1_000) -> None:
        state = GAME.new(players)
        assert isinstance(state, GoodCopBadCop)
        self.state = state
        self._seed = seed
        self._dealer = Dealer(Random(seed))
        random = Random(f"{seed} detectives")
        self._bots = [BOTS["detective"](seat, random) for seat in range(players)]
        self._turns = turns
        self._looks = 0
        self._has_beat = False
        beats = " ".join(f"beat-{kind}={BEAT_S}" for kind in GAME.windows)
        self._first = f"game good-cop-bad-cop players={players} seed={seed} {beats} speed=4"
        start = random.randrange(len(EDGE))
        self.cells = {
            player: EDGE[(start + number * len(EDGE) // players) % len(EDGE)]
            for number, player in enumerate(state.seats)
        }

    def lines(self) -> Iterator[str]:
        """Yields the rehearsal."""
        yield self._first
        self._deal()
        yield from self._sit_down()
        while self.state.outcome is None and self.state.case.round <= self._turns:
            yield ""
            if self.state.is_window:
                yield from self._window()
            else:
                yield from self._decide()
            self._deal()
        yield ""
        yield from self._look()
        if self.state.outcome is not None:
            yield f"expect ask over.{self.state.outcome.ending}"
            yield from (f"expect outcome {player}" for player in self.state.outcome.winners)

    def _deal(self) -> None:
        while self.state.seat == CHANCE:
            self.state.push(self._dealer.choose(self.state))

    def _sit_down(self) -> Iterator[str]:
        yield ""
        yield "# Everybody taps a cell of the rim, then arranges the cards."
        yield "expect ask arrange.wait"
        for player, cell in self.cells.items():
            yield f"# {player}"
            yield "wait 400"
            yield f"tap {cell}"
        yield f"expect only white steady low {' '.join(self.cells.values())}"
        yield f"expect lit {len(self.cells)}"
        for seat in self.state.movers:
            yield self._said(seat, self.state.legal(seat)[0])
        self._deal()

    # A step.

    def _window(self) -> Iterator[str]:
        state, self._has_beat = self.state, True
        yield f"# {state.phase}"
        yield f"expect ask {state.asked(TABLE).id}"
        yield from self._look()
        for seat in state.movers:
            move = self._choice(seat)
            if move.verb != "pass":
                yield self._said(seat, move)
                break
        else:
            yield f"wait {BEAT_S * 1000 + 100}"
            for seat in state.movers:
                state.push(state.default(seat))
        self._has_beat = False

    def _decide(self) -> Iterator[str]:
        state = self.state
        assert state.seat is not None
        move = self._choice(state.seat)
        yield f"# {move}"
        yield f"expect ask {state.asked(TABLE).id}"
        yield from self._look()
        if state.phase not in BY_HAND:
            yield self._said(state.seat, move)
            return
        yield "wait 400"
        if move.verb in PADS:
            yield f"tap {PADS[move.verb]}"
        else:
            yield f"tap {self.cells[move.parts['target']]}"
        if move.verb == "shoot":
            yield "expect ask shoot.sure"
            yield from self._look(is_loaded=True)
            yield "press done"
        state.push(move)

    def _choice(self, seat: int) -> Move:
        state = self.state
        return self._bots[seat].choose(state.legal(seat), lambda: state.view(seat))

    def _said(self, seat: int, move: Move) -> str:
        self.state.push(move)
        return f'say {self.state.seats[seat]} "{move}"'

    def _look(self, *, is_loaded: bool = False) -> Iterator[str]:
        state = self.state
        view: dict[str, Any] = state.view(TABLE)
        by_hand = [*state.legal()] if state.phase in BY_HAND else []
        found = lights(view, by_hand, self.cells, has_beat=self._has_beat, is_loaded=is_loaded)
        self._looks += not is_loaded
        if self._looks % DISTURBED == 0 and not is_loaded:
            is_kill = self._looks // DISTURBED % 2 == 0
            yield from ("kill", "start") if is_kill else ("pull", "expect lost", "plug")
            if is_kill:
                self._dealer = Dealer(Random(self._seed))  # as the program that was started again
        yield from expected_lines(found)
        track = [f"r{number}" for number in range(1, 12)]
        guns = 0 if state.outcome is not None else view["guns"]
        yield from (f"expect light {led} red steady low" for led in track[:guns])
        yield f"expect dark {track[guns]}"


def main(arguments: list[str]) -> None:
    """Writes the rehearsal."""
    print(f"# Written by python -m tests.support.good_cop_script {' '.join(arguments)}")
    print("\n".join(Writer(*map(int, arguments)).lines()))


if __name__ == "__main__":
    main(sys.argv[1:])
