"""The current of a game's lights: bots play, the firmware's own code estimates and limits.

Every state of every game is shown as the table shows it: what a phase waits for, each helicopter
in a hand, each signal during closed eyes. Needs the host's package.
"""

from array import array
from collections.abc import Iterable, Iterator
from random import Random
from statistics import median
from typing import TYPE_CHECKING, NamedTuple

from heistboard import games
from heistboard.games.car_thief.board import POLICE, THIEF
from heistboard.games.car_thief.bots import BOTS
from heistboard.games.car_thief.hidden_car import CarStatus
from heistboard.games.car_thief.rules import CarThief
from heistboard.games.car_thief.scene import Shown, scene
from heistboard.games.gestures import Wrong
from heistboard.places import layout
from heistboard.places.scene import Colour, Intent, Level, Scene, pack

from hardware.boardfile import BoardSpec

if TYPE_CHECKING:
    from heist.lights import Lights
else:
    from heistboard.firmware.heist.lights import Lights

__all__ = ["GAMES", "PhaseCurrent", "current", "phases", "played", "worst"]

GAMES = 60  # of each kind of police
SEED = 7
OVER_STEPS = 30
_PLAIN = Shown({}, None, (), False, None, None, 0)


class PhaseCurrent(NamedTuple):
    """The current of a phase's scenes, without limit and at each budget, in mA."""

    name: str
    scenes: int
    median: float
    most: int
    most_shown: tuple[int, ...]


def played() -> Iterator[tuple[str, Scene]]:
    """The scenes of whole games, with the name of their phase."""
    for number in range(2 * GAMES):
        random = Random(SEED + number)
        police = ("random", "hunter")[number % 2]
        state = games.load("car-thief").new(players=2)
        bots = {THIEF: BOTS["random"](THIEF, random), POLICE: BOTS[police](POLICE, random)}
        assert isinstance(state, CarThief)
        yield from _shown(state, None)
        while state.seat is not None:
            seat = state.seat
            move = bots[seat].choose(state.legal(), lambda: state.view(seat))  # noqa: B023
            state.push(move)
            yield from _shown(state, move)


def _shown(state: CarThief, move: str | None) -> Iterator[tuple[str, Scene]]:
    if state.outcome is not None:
        for step in range(OVER_STEPS):
            yield "the end", scene(state, "over", _PLAIN._replace(step=step))
        return
    phase = "police" if state.trail else "setup"
    name = "the police act" if state.trail else "helicopters are placed"
    if state.seat == THIEF:
        yield name, scene(state, phase, _PLAIN._replace(is_finished=True))
        for status in CarStatus:
            yield "eyes are closed", scene(state, "eyes-closed", _PLAIN._replace(hiding=status))
        return
    yield name, scene(state, phase, _PLAIN)
    for colour in state.waiting if state.trail else ():
        yield name, scene(state, phase, _PLAIN._replace(hand=colour))
    words = (move or "").split()
    if words[:1] == ["search"]:
        yield name, scene(state, phase, _PLAIN._replace(nothing=words[2]))


def worst() -> dict[str, Scene]:
    """Scenes that a board can show, though no game should."""
    state = games.load("car-thief").new(players=2)
    assert isinstance(state, CarThief)
    while state.seat != THIEF:
        state.push(state.legal()[0])
    places = [*layout.CELLS, *(at for at in state.helicopters.values() if at is not None)]
    missing = dict.fromkeys(places, Wrong.MISSING)
    white = Intent(Colour.WHITE, Level.BRIGHT)
    return {
        "all pieces are off the board": scene(state, "police", _PLAIN._replace(wrong=missing)),
        "every light white and bright": dict.fromkeys(layout.LEDS, white),
    }


def phases(board: BoardSpec, scenes: Iterable[tuple[str, Scene]]) -> Iterator[PhaseCurrent]:
    """The current of the *scenes* by phase, for the budgets of USB and of a powered hub."""
    needs: dict[str, list[int]] = {}
    shown: dict[str, list[tuple[int, ...]]] = {}
    leds = len(layout.LEDS)
    modules = [Lights(leds, budget) for budget in _budgets(board)]
    for name, each in scenes:
        for lights in modules:
            lights.intents[:] = array("H", pack(each))
            lights.changed()
        needs.setdefault(name, []).append(modules[0].need_ma)
        shown.setdefault(name, []).append(tuple(lights.shown_ma for lights in modules))
    for name, needed in needs.items():
        most = tuple(map(max, zip(*shown[name], strict=True)))
        yield PhaseCurrent(name, len(needed), median(needed), max(needed), most)


def _budgets(board: BoardSpec) -> tuple[int, int]:
    return (board.current.default_budget, board.current.powered_budget)


def current(board: BoardSpec) -> str:
    """The currents as a Markdown table."""
    game = list(played())
    rows = [
        *phases(board, game),
        *phases(board, (("**the whole game**", each) for _, each in game)),
        *phases(board, worst().items()),
    ]
    limits = " | ".join(f"Most with the limit of {budget} mA" for budget in _budgets(board))
    lines = [f"| | Scenes | Median, mA | Most, mA | {limits} |", "|---|---:|---:|---:|---:|---:|"]
    for row in rows:
        shown = " | ".join(map(str, row.most_shown))
        lines.append(f"| {row.name} | {row.scenes} | {row.median:.0f} | {row.most} | {shown} |")
    return "\n".join(lines)
