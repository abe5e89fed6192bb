"""``heistboard board bench``: times the answers of the connected board and its link.

The document of ``--json``; times are in milliseconds, as ``{"p50", "p99", "max"}``, or null if the
bench ended before the first round trip:

- ``port``, ``serial``, ``firmware``, ``interpreter``: which board.
- ``turns``: the number of round trips timed, of the kind with the fewest.
- ``ask_ms``: from asking for STATS to receiving them.
- ``scene_ms``: from a scene of one block to LIT; ``scenes_a_second``: sent one after another.
- ``reed_event_ms``: from closing a reed to its event; ``reed_led_ms``: to the light of the LED
  that answers it. Only on the simulated board: the host cannot know when a hand closes a reed.
- ``reed_changes``: all reed changes during the bench; while a game is unfinished, only those of
  crossings and buttons. Then ``turns``, ``scenes_a_second``, ``p99`` and ``max`` are null: slow
  answers may have met the events of other reeds.
- ``passes``: passes of the board's main loop in a second, the median of its reports;
  ``pass_max_us``: the longest pass; both null if the bench ended before the first report.
  ``gc_max_us``: the longest garbage collection, 0 if there was none. The first report may cover
  some time before the bench.
- ``bad``: frames and blocks with a wrong CRC; ``skipped``: bytes between them; both directions.
  ``resent``: events that the board sent again, null while a game is unfinished; ``unanswered``:
  round trips given up.
"""

import statistics
from argparse import Namespace
from typing import Any

from heistboard.boards import percentiles
from heistboard.boards.connected import ConnectedBoards
from heistboard.boards.data_folder import DataFolder
from heistboard.boards.round_trips import RoundTrips
from heistboard.cli import values
from heistboard.link.messages import Hello
from heistboard.link.port import Connection
from heistboard.terminal.output import emit, say

__all__ = ["bench"]

ROUND_TRIPS = 500
SECONDS = 3.0  # a board reports its passes once a second
KINDS = {
    "ask_ms": "question -> answer",
    "scene_ms": "scene -> LIT",
    "reed_event_ms": "reed -> event",
    "reed_led_ms": "reed -> LED, the whole loop",
}
NOT_TIMED = "not timed: the host cannot know when a hand closes a reed"


def bench(args: Namespace) -> int:
    """Times round trips and prints their distribution; Ctrl-C prints those timed so far.

    Raises :exc:`~heistboard.terminal.output.CommandError` if there is no board or it is lost.
    """
    with ConnectedBoards("", values.boards(args, "sim"), DataFolder(args.data)) as boards:
        connection = boards.require_one()
        boards.update()
        module = connection.link.module
        assert module is not None and module.hello is not None
        hello = module.hello
        sims = {each.serial: each for each in boards.chosen.sims}
        sim = sims.get(hello.serial)
        trips = RoundTrips(boards.hub, connection, sim, boards.hidden)
        boards.on_notice = trips.take
        try:
            trips.run(0 if args.seconds else ROUND_TRIPS, args.seconds or SECONDS)
        except KeyboardInterrupt:
            if not (trips.ask_ms or trips.scene_ms or trips.reed_event_ms):
                raise
        is_simulated = sim is not None
    if args.json:
        emit(_document(trips, connection, hello, is_simulated=is_simulated))
    else:
        for line in _lines(trips, connection, hello, is_simulated=is_simulated):
            say(line)
    return 0


def _timed(trips: RoundTrips, *, is_simulated: bool) -> dict[str, list[float]]:
    kinds = list(KINDS) if is_simulated else list(KINDS)[:2]
    return {kind: getattr(trips, kind) for kind in kinds}


def _document(
    trips: RoundTrips, connection: Connection, hello: Hello, *, is_simulated: bool
) -> dict[str, Any]:
    timed = _timed(trips, is_simulated=is_simulated)
    return {
        "port": connection.port.device,
        "serial": hello.serial,
        "firmware": hello.firmware,
        "interpreter": hello.interpreter,
        "turns": None if trips.hidden else min(map(len, timed.values())),
        **{kind: _spread(times, is_hiding=bool(trips.hidden)) for kind, times in timed.items()},
        "scenes_a_second": None if trips.hidden else _scenes_a_second(trips),
        "reed_changes": trips.changes,
        "passes": _passes(trips),
        "pass_max_us": trips.pass_max_us or None,
        "gc_max_us": trips.gc_max_us,
        **trips.counts._asdict(),
        **({"resent": None} if trips.hidden else {}),
        "unanswered": trips.unanswered,
    }


def _lines(
    trips: RoundTrips, connection: Connection, hello: Hello, *, is_simulated: bool
) -> list[str]:
    lines = [
        f"board {hello.serial} at {connection.port.device}, firmware {hello.firmware}, "
        f"{hello.interpreter}"
    ]
    for kind, times in _timed(trips, is_simulated=is_simulated).items():
        if not times:
            continue
        size, p50, p99, most = percentiles.spread(times)
        if trips.hidden:
            lines += ["", f"{KINDS[kind]}: p50 {p50:.3f} ms"]
            continue
        lines += [
            "",
            f"{KINDS[kind]}: p50 {p50:.3f}  p99 {p99:.3f}  max {most:.3f} ms  "
            f"({size} round trips)",
            *percentiles.histogram(times, "ms"),
        ]
    bad, skipped, resent = trips.counts
    again = "" if trips.hidden else f"{resent} events sent again, "
    reeds = f"reeds: {trips.changes} changes"
    lines += [
        "",
        *([] if trips.hidden else [_scenes(trips)]),
        f"main loop: {_passes(trips) or 'unknown'} passes a second, the longest "
        f"{trips.pass_max_us or 'unknown'} us; {_collections(trips)}",
        f"line: {bad} frames or blocks bad, {skipped} bytes skipped, {again}"
        f"{trips.unanswered} round trips unanswered",
        reeds if is_simulated else f"{reeds}, {NOT_TIMED}",
    ]
    return lines


def _spread(times: list[float], *, is_hiding: bool) -> dict[str, float | None] | None:
    # The slowest answers may have met events of hidden reeds.
    if not times:
        return None
    _, p50, p99, most = percentiles.spread(times)
    if is_hiding:
        return {"p50": round(p50, 3), "p99": None, "max": None}
    return {"p50": round(p50, 3), "p99": round(p99, 3), "max": round(most, 3)}


def _collections(trips: RoundTrips) -> str:
    if not trips.gc_max_us:
        return "no garbage collection"
    return f"the longest garbage collection {trips.gc_max_us} us"


def _scenes(trips: RoundTrips) -> str:
    return f"scenes: {_scenes_a_second(trips):.0f} a second, one after another"


def _scenes_a_second(trips: RoundTrips) -> float:
    return round(len(trips.scene_ms) / trips.scenes_s, 1) if trips.scenes_s else 0.0


def _passes(trips: RoundTrips) -> int | None:
    return statistics.median_low(trips.passes) if trips.passes else None
