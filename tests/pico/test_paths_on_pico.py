"""Paths of light on an emulated Pico, decoded from the LEDs' data pin, in exact emulated time."""

import itertools

from heistboard.link.messages import Configured, Lit
from heistboard.places import layout
from heistboard.places.path import path_scene
from heistboard.places.scene import Colour, Level, Scene, pack

from tests.support.pico import EmulatedPico

Film = list[tuple[float, list[tuple[int, ...]]]]

PATHS = {
    "right": ["a2", "b2", "c2", "d2", "e2", "e1"],
    "left": ["e4", "d4", "c4", "b4", "a4", "a5"],
    "up": ["d5", "d4", "d3", "d2", "d1", "e1"],
}
ROUND_MS = 4096
PHASE_MS = 256
EVERY_MS = 128
RED, BLUE = 0, 2  # of a decoded picture


def show(board: EmulatedPico, scene: Scene) -> Lit:
    """Shows *scene* with a budget that does not limit it."""
    board.connected(config=Configured(450, 255, 5, 20))
    board.run_until(lambda: board.link.is_settled, 100)
    board.show(pack(scene))
    board.run_until(lambda: board.link.is_settled, 100)
    return [notice for _, notice in board.notices if isinstance(notice, Lit)][-1]


def film(board: EmulatedPico, rounds: int = 2) -> Film:
    """Returns a picture every 128 ms."""
    board.run(5)  # no picture is on its way
    taken = []
    for _ in range(rounds * ROUND_MS // EVERY_MS):
        board.stand(EVERY_MS)
        # One is due at once, and none at rest.
        before = len(board.pictures)
        board.run_until(lambda before=before: len(board.pictures) > before, 4, must=False)  # type: ignore[misc]
        taken.append((board.us / 1000, board.pictures[-1][1]))
    return taken


def crests_ms(taken: Film, path: list[str], channel: int) -> list[float]:
    """Returns when the light passed each LED of *path*, in its first whole run."""
    lights = [[picture[layout.LEDS.index(led)][channel] for led in path] for _, picture in taken]
    rest = min(map(max, lights))
    start = next(at for at, light in enumerate(lights) if max(light) == rest)
    start = next(at for at in range(start, len(lights)) if max(lights[at]) > rest)
    end = next(at for at in range(start, len(lights)) if max(lights[at]) == rest)
    found = []
    for led in range(len(path)):
        swell = [(taken[at][0], lights[at][led] - rest) for at in range(start, end)]
        found.append(sum(ms * light for ms, light in swell) / sum(light for _, light in swell))
    return found


def runs(crests: list[float]) -> bool:
    """Whether the light took one phase from each LED to the next."""
    took = [late - early for early, late in itertools.pairwise(crests)]
    return all(abs(ms - PHASE_MS) < 15 for ms in took)


def test_light_runs_along_six_cells(board: EmulatedPico) -> None:
    path = PATHS["up"]  # right and left are the two below
    lit = show(board, path_scene(path, Colour.RED, Level.BRIGHT))
    taken = film(board)
    crests = crests_ms(taken, path, RED)
    assert runs(crests), crests
    others = [at for at, led in enumerate(layout.LEDS) if led not in path]
    assert not any(any(picture[at]) for _, picture in taken for at in others)
    assert lit.need_ma == lit.shown_ma == len(layout.LEDS) + 6 * 20


def test_two_chases_run_at_once_each_its_own_way(board: EmulatedPico) -> None:
    there, back = PATHS["right"], PATHS["left"]
    show(
        board,
        {
            **path_scene(there, Colour.RED, Level.BRIGHT),
            **path_scene(back, Colour.BLUE, Level.BRIGHT, start=8),
        },
    )
    taken = film(board)
    red, blue = crests_ms(taken, there, RED), crests_ms(taken, back, BLUE)
    assert runs(red), red
    assert runs(blue), blue
    apart_ms = abs(red[0] - blue[0]) % ROUND_MS
    assert abs(apart_ms - ROUND_MS / 2) < 15


def test_limited_chases_stay_within_the_budget(board: EmulatedPico) -> None:
    scene = {
        **path_scene(layout.LEDS[::2], Colour.WHITE, Level.BRIGHT),
        **path_scene(layout.LEDS[1::2], Colour.PINK, Level.BRIGHT, start=5),
    }
    board.connected(config=Configured(layout.DEFAULT_BUDGET_MA, 255, 5, 20))
    board.run_until(lambda: board.link.is_settled, 100)
    board.show(pack(scene))
    board.run_until(lambda: board.link.is_settled, 100)
    lit = [notice for _, notice in board.notices if isinstance(notice, Lit)][-1]
    assert lit.need_ma > 1000 and lit.shown_ma <= layout.DEFAULT_BUDGET_MA
    draws = [
        len(layout.LEDS) + sum(map(sum, picture)) * 20 / 255
        for _, picture in film(board, rounds=1)
    ]
    assert max(draws) <= lit.shown_ma
