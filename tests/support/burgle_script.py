"""Writes a rehearsal of a whole game of Burgle Bros: what hands do, and what the boards must show.

``python -m tests.support.burgle_script bank 2 156 > tests/rehearsals/burgle_bros/bank_won.txt``:
building, players, seed and, if it is not to be a whole game, the number of turns. The careful
computer players choose. Every move is made by flashlight, tiles, guards, pads and buttons, except
those that only one player may see. Before each act all lights are compared with ``burgle_lights``.
"""

import sys
from collections.abc import Iterator, Mapping, Sequence
from random import Random

from heistboard.games.burgle_bros import GAME
from heistboard.games.burgle_bros.bots import Careful
from heistboard.games.burgle_bros.components import ones
from heistboard.games.burgle_bros.guard_walks import Step, route
from heistboard.games.burgle_bros.notation import PLAYERS
from heistboard.games.burgle_bros.pads import Choices, choices
from heistboard.games.burgle_bros.rules import BurgleBros
from heistboard.games.burgle_bros.walls_shown import walls_of
from heistboard.places.place import at_floor, split_floor
from heistboard.rules import CHANCE, TABLE, Move
from heistboard.rules.autoplay import Dealer

from tests.support.burgle_lights import PADS, Seen, lights, shown, track, wall_lights

__all__ = ["Writer"]

NOTHING_DUE = Seen()
_MENU = "e3"


class Writer:
    """Plays a game and writes what hands do."""

    def __init__(self, scenario: str, players: int, seed: int, turns: int = 10_000) -> None:
        state = GAME.new(players, scenario=scenario)
        assert isinstance(state, BurgleBros)
        self.state = state
        self._dealer = Dealer(Random(seed))
        random = Random(f"{seed} computer players")
        self._bots = [Careful(seat, random) for seat in range(players)]
        self._first = f"game burgle-bros players={players} scenario={scenario} seed={seed} speed=4"
        self._down: set[str] = set()  # where tiles lie face down
        self._figures: list[str | None] = [None] * state.job.site.floors
        self._told = 0
        self._turns = turns

    def lines(self) -> Iterator[str]:
        """Yields the rehearsal."""
        yield self._first
        yield from self._set_up()
        while self.state.outcome is None and self.state.job.turn < self._turns:
            yield from self._settle()
            seat = self.state.seat
            if seat is not None:
                yield ""
                yield from self._choose(seat)
        yield from self._settle()
        if self.state.outcome is not None:
            yield from self._end()

    def _end(self) -> Iterator[str]:
        outcome = self.state.outcome
        assert outcome is not None
        yield ""
        yield f"# The end: {outcome.ending}."
        yield f"expect ask over.{outcome.ending}"
        yield from (f"expect outcome {player}" for player in outcome.winners)
        yield f"expect moves {len(self.state.moves)}"
        yield from self._look()

    def _deal(self) -> None:
        while self.state.seat == CHANCE:
            self.state.push(self._dealer.choose(self.state))

    # The setup.

    def _set_up(self) -> Iterator[str]:
        state, site = self.state, self.state.job.site
        yield ""
        yield "# The walls, pair by pair."
        for one, other in walls_of(site):
            yield from shown(wall_lights(state.view(TABLE), one, other))
            yield "press done"
        self._deal()
        yield ""
        yield "# Tiles, face down."
        yield "expect ask wrong.missing"
        for floor in range(1, site.floors + 1):
            for row in range(1, site.size + 1):
                cells = [at_floor(floor, f"{column}{row}") for column in "abcde"[: site.size]]
                cells = [cell for cell in cells if site.numbers[cell] not in site.empty]
                yield f"put {' '.join(cells)}"
                self._down.update(cells)
        yield from (f"#{line}" for line in self._news())
        assert state.phase == "entrance"

    # What is due.

    def _settle(self) -> Iterator[str]:
        self._deal()
        yield from (f"#{line}" for line in self._news())
        names, job = self.state.job.site.names, self.state.job
        ways = {
            floor: route(job, floor, figure)
            for floor, (figure, home) in enumerate(zip(self._figures, self._homes, strict=True))
            if figure != home
        }
        to_turn = sorted(
            names[cell]
            for cell, tile in enumerate(job.tiles)
            if tile and names[cell] in self._down
        )
        if self.state.outcome is not None:
            return
        while to_turn or ways:
            yield from self._look_at_due(to_turn, ways)
            if to_turn:
                yield f"lift {to_turn[0]}"
                self._down.discard(to_turn.pop(0))
                yield from () if to_turn or ways else ("wait 400",)
                continue
            floor = min(ways)
            home, way = self._homes[floor], ways.pop(floor)
            # Over the first room on the way when it is not far, else straight there.
            if len({step.place for step in way}) == len(way) == 3:
                yield f"guard {floor + 1} {way[1].place}"
                self._figures[floor] = way[1].place
                yield from self._look_at_due([], {**ways, floor: way[1:]})
            yield f"guard {floor + 1} {home or 'off'}"
            self._figures[floor] = home
            yield from () if ways else ("wait 1100",)

    @property
    def _homes(self) -> list[str | None]:
        job = self.state.job
        return [job.site.names[guard] if guard >= 0 else None for guard in job.guards]

    def _look_at_due(self, to_turn: list[str], ways: Mapping[int, Sequence[Step]]) -> list[str]:
        if to_turn:
            asked = "tiles.turn" if len(to_turn) > 1 else "tile.turn"
        elif self._homes[min(ways)] is None:
            asked = "guard.off"
        else:
            asked = "guard.walk" if self._figures[min(ways)] else "guard.place"
        walks = [
            (
                [step.place for step in way],
                {step.place: PLAYERS[ones(step.seats)[0]] for step in way if step.seats},
            )
            for way in ways.values()
            if way
        ]
        leave = [str(self._figures[floor]) for floor in ways if self._homes[floor] is None]
        return [f"expect ask {asked}", *self._look(Seen(to_turn, walks, leave))]

    # What is chosen.

    def _choose(self, seat: int) -> Iterator[str]:
        state = self.state
        move = self._bots[seat].choose(state.legal(), lambda: state.view(seat))
        yield f"# {PLAYERS[seat]}: {move}"
        yield f"expect ask {state.asked(TABLE).id}"
        yield from self._look()
        if state.phase == "act":
            yield from self._track(seat)
        yield from self._hands(seat, move)
        state.push(move)
        self._told += 1

    def _hands(self, seat: int, move: Move) -> Iterator[str]:
        state = self.state
        is_told = bool(state.moves) and state.moves[-1].verb == "show"
        found = choices(state.job, state.phase, seat, state.legal(), is_told=is_told)
        cell = move.parts.get("cell", "")
        if move not in found.menu:
            yield f'say {PLAYERS[seat]} "{move}"'
        elif found.taps.get(cell) == move:
            yield f"knock {cell} 400" if cell in self._figures else f"tap {cell}"
        elif found.holds.get(cell) == move and cell in self._figures:
            yield f"lift {cell}"
            yield "wait 800"
            self._down.discard(cell)
        elif found.holds.get(cell) == move:
            yield f"tap {cell} hold"
        elif move.verb == "pass" and not found.pads:
            yield from ["press done"] * (2 if state.job.left else 1)
        else:
            yield from self._by_pad_or_menu(move, found)

    def _by_pad_or_menu(self, move: Move, found: Choices) -> Iterator[str]:
        for place, moves in found.pads.items():
            name = split_floor(place)[1]
            if moves == (move,) and name == PADS.get(move.verb):
                yield f"tap {place}"
                return
            if name == _MENU and move in moves and not found.is_said:
                yield from [f"tap {place}"] * (moves.index(move) + 1)
                yield "expect ask menu.move"
                yield f"tap {place} hold"
                return
        yield from ["press help"] * (found.menu.index(move) + (0 if found.is_said else 2))
        yield "press done"

    # What is seen.

    def _look(self, seen: Seen = NOTHING_DUE) -> list[str]:
        state, seat = self.state, self.state.seat
        legal = state.legal() if seat not in (None, CHANCE) else ()
        is_told = bool(state.moves) and state.moves[-1].verb == "show"
        moves = [move for move in legal if is_told or not move.private]
        return shown(lights(state.view(TABLE), moves, seen))

    def _track(self, seat: int) -> Iterator[str]:
        actions, stealth, colour = track(self.state.view(TABLE))
        floor = max(self.state.job.floor(seat), 0) + 1
        if actions:
            yield f"expect light {at_floor(floor, f'r{actions}')} white steady low"
        if stealth:
            yield f"expect light {at_floor(floor, f'r{12 - stealth}')} {colour} steady low"
        yield f"expect dark {at_floor(floor, f'r{actions + 1}')}"

    def _news(self) -> list[str]:
        told = self.state.told(TABLE)[self._told :]
        self._told += len(told)
        return [f"    {line}" for line in told]


def main(arguments: list[str]) -> None:
    """Writes one."""
    scenario, *numbers = arguments
    print(f"# Written by python -m tests.support.burgle_script {' '.join(arguments)}")
    for line in Writer(scenario, *map(int, numbers)).lines():
        print(line)


if __name__ == "__main__":
    main(sys.argv[1:])
