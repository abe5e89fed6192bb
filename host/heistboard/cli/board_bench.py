"""``heistboard board bench``: how fast the connected board and its line answer.

The document of ``--json``; times are in milliseconds, as ``{"p50", "p99", "max"}``, or null if the
bench was ended before the first turn:

- ``port``, ``serial``, ``firmware``, ``interpreter``: which board.
- ``turns``: how many were timed of each kind, at least.
- ``ask_ms``: from asking for STATS to having them.
- ``scene_ms``: from a scene of one block to LIT; ``scenes_a_second``, sent one after the other.
- ``reed_event_ms``: from closing a reed to its event; ``reed_led_ms``: until the LED that answers
  it is lit. Only on the simulated board: when a hand closes a reed, the host cannot know.
- ``reed_changes``: how many came during the bench, from anybody; while a game is not over
  only those of crossings and buttons.
- ``passes``: of the board's main loop in a second, the median of what it said; ``pass_max_us``:
  the longest one; both null if the bench was too short for it to say. ``gc_max_us``: the longest
  collection of garbage, 0 if there was none. The first second it tells of may begin earlier.
- ``bad``: frames and blocks whose CRC was wrong; ``skipped``: bytes between them; both directions.
  ``resent``: events that the board sent again, null while a game is not over; ``unanswered``:
  turns given up.
"""

import statistics
from argparse import Namespace
from typing import Any

from heistboard.boards import percentiles
from heistboard.boards.connected import Boards
from heistboard.boards.data_folder import DataFolder
from heistboard.boards.round_trips import Turns
from heistboard.link.messages import Hello
from heistboard.link.port import Connection
from heistboard.terminal.output import emit, say

__all__ = ["bench"]

TURNS = 500
SECONDS = 3.0  # a board says its passes once a second
KINDS = {
    "ask_ms": "question -> answer",
    "scene_ms": "scene -> LIT",
    "reed_event_ms": "reed -> event",
    "reed_led_ms": "reed -> LED, the whole loop",
}
NOT_TIMED = "not timed: the host cannot know when a hand closes a reed"


def bench(args: Namespace) -> int:
    """Times turns of the line and prints how they lie; Ctrl-C prints those that were timed.

    Raises :exc:`~heistboard.terminal.output.CommandError` if there is no board or it is lost.
    """
    with Boards("", args.board or "sim", DataFolder(args.data)) as boards:
        connection = boards.require_one()
        boards.tend()
        module = connection.link.module
        assert module is not None and module.hello is not None
        hello = module.hello
        sim = boards.chosen.sims[0] if boards.is_simulated else None
        turns = Turns(boards.hub, connection, sim, boards.hidden)
        boards.on_notice = turns.take
        try:
            turns.run(0 if args.seconds else TURNS, args.seconds or SECONDS)
        except KeyboardInterrupt:
            if not (turns.ask_ms or turns.scene_ms or turns.reed_event_ms):
                raise
        is_simulated = boards.is_simulated
    if args.json:
        emit(_document(turns, connection, hello, is_simulated=is_simulated))
    else:
        for line in _lines(turns, connection, hello, is_simulated=is_simulated):
            say(line)
    return 0


def _timed(turns: Turns, *, is_simulated: bool) -> dict[str, list[float]]:
    kinds = list(KINDS) if is_simulated else list(KINDS)[:2]
    return {kind: getattr(turns, kind) for kind in kinds}


def _document(
    turns: Turns, connection: Connection, hello: Hello, *, is_simulated: bool
) -> dict[str, Any]:
    timed = _timed(turns, is_simulated=is_simulated)
    return {
        "port": connection.port.device,
        "serial": hello.serial,
        "firmware": hello.firmware,
        "interpreter": hello.interpreter,
        "turns": min(map(len, timed.values())),
        **{kind: _spread(values) for kind, values in timed.items()},
        "scenes_a_second": _scenes_a_second(turns),
        "reed_changes": turns.changes,
        "passes": _passes(turns),
        "pass_max_us": turns.pass_max_us or None,
        "gc_max_us": turns.gc_max_us,
        **turns.counts._asdict(),
        **({"resent": None} if turns.hidden else {}),
        "unanswered": turns.unanswered,
    }


def _lines(turns: Turns, connection: Connection, hello: Hello, *, is_simulated: bool) -> list[str]:
    lines = [
        f"board {hello.serial} at {connection.port.device}, firmware {hello.firmware}, "
        f"{hello.interpreter}"
    ]
    for kind, values in _timed(turns, is_simulated=is_simulated).items():
        if not values:
            continue
        size, p50, p99, most = percentiles.spread(values)
        lines += [
            "",
            f"{KINDS[kind]}: p50 {p50:.3f}  p99 {p99:.3f}  max {most:.3f} ms  ({size} turns)",
            *percentiles.histogram(values, "ms"),
        ]
    bad, skipped, resent = turns.counts
    again = "" if turns.hidden else f"{resent} events sent again, "
    reeds = f"reeds: {turns.changes} changes"
    lines += [
        "",
        f"scenes: {_scenes_a_second(turns):.0f} a second, one after the other",
        f"main loop: {_passes(turns) or 'unknown'} passes a second, the longest "
        f"{turns.pass_max_us or 'unknown'} us; {_collections(turns)}",
        f"line: {bad} frames or blocks bad, {skipped} bytes skipped, {again}"
        f"{turns.unanswered} turns unanswered",
        reeds if is_simulated else f"{reeds}, {NOT_TIMED}",
    ]
    return lines


def _spread(values: list[float]) -> dict[str, float] | None:
    if not values:
        return None
    _, p50, p99, most = percentiles.spread(values)
    return {"p50": round(p50, 3), "p99": round(p99, 3), "max": round(most, 3)}


def _collections(turns: Turns) -> str:
    if not turns.gc_max_us:
        return "no garbage was collected"
    return f"the longest collection of garbage {turns.gc_max_us} us"


def _scenes_a_second(turns: Turns) -> float:
    return round(len(turns.scene_ms) / turns.scenes_s, 1) if turns.scenes_s else 0.0


def _passes(turns: Turns) -> int | None:
    return statistics.median_low(turns.passes) if turns.passes else None
