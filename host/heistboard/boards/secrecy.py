"""Limits what commands show of a real board while a game is unfinished.

While eyes are closed, a player lifts covers and moves what lies under them. So while the data
folder's journal has an unfinished game, or cannot be read, nothing that is printed, lit or saved
may depend on the reeds of cells. Crossings, buttons and the link stay public. A
simulated board, which the command starts itself, hides nothing.

| What | Shown while a game is unfinished |
|---|---|
| ``closed``, drawn reeds, lights that mirror reeds | crossings and buttons; cells as ``?`` |
| lines of events; ``events``, ``events_a_second`` | those of crossings and buttons |
| ``reed_changes`` of ``bench`` | those of crossings and buttons |
| ``health`` on the screen, in JSON, in health.json, in ``doctor`` | of crossings and buttons |
| ``doubted`` in health.json and in ``doctor`` | of crossings and buttons |
| ``frames_a_second`` | nothing (null): a change of a cell's reed is a frame too |
| counters ``repeated gaps corrected lost resent`` | nothing (null), for the same reason |
| counters ``bad skipped malformed bad_blocks faults`` | all: they count noise on the line |
| stats ``queued lost resent bounces blocks`` | nothing (null): they count events or bounces |
| stats ``time_ms`` | nothing (null): an answer waits for the events before it |
| stats ``passes pass_max_us gc_max_us heap_free`` | all: every reed costs the same |
| stats ``bad_blocks skipped foreign shown_ma`` | all: the line, and lights that everybody sees |
| ``--frames`` | kinds and public fields: see :func:`public_line` |
| the board's fault that its queue overflowed | without the number |
| ``--record`` | refused: it would contain every byte |
| ``board test`` | starts when the cells are empty, so its report cannot show what lay there |
| link.log | the last frames after a loss, without reeds, lights and bounces |

``--reveal`` shows everything; it is for makers with no secret to keep.
"""

from collections.abc import Collection
from typing import Final

from heistboard.boards.data_folder import DataFolder
from heistboard.journal.game_text import JournalError
from heistboard.journal.store import Store
from heistboard.places import layout

__all__ = ["CELL_REEDS", "REVEALS", "public_line", "reason_to_hide", "refuse_recording"]

CELL_REEDS: Final = frozenset(
    reed for reed in layout.REEDS if reed.partition(".")[0] in layout.CELLS
)
"""The reeds that change while eyes are closed: covers and what lies under them."""

REVEALS: Final = "--reveal: this output shows what lies under covers"

# Fields of frames and blocks that do not count events and do not depend on the reeds of cells.
_PUBLIC_FIELDS: Final = {
    "HELLO": ("session", "serial"),
    "CONFIG": ("budget_ma", "brightness", "close_ms", "open_ms"),
    "CONFIGURED": ("budget_ma", "brightness", "close_ms", "open_ms"),
    "LIT": ("need_ma", "shown_ma"),
    "FAULT": ("code",),
    "SCENE": (*layout.LEDS, "all"),
}


def reason_to_hide(data: DataFolder) -> str:
    """Returns why the reeds of cells must be hidden, or an empty string if they need not be.

    A journal that cannot be read may contain an unfinished game.
    """
    try:
        data.journal.stat()
    except FileNotFoundError:
        return ""
    except OSError as error:
        return f"cannot read {data.journal}: {error.strerror or error}"
    try:
        with Store(data.journal) as store:
            unfinished = [game.id for game in store.games() if game.length and not game.outcome]
            damage = store.damage
    except JournalError as error:
        return str(error)
    if unfinished:
        return f"game {unfinished[0]} is not finished"
    return damage


def refuse_recording(reason: str) -> str:
    """Returns the sentence that refuses a recording for *reason*."""
    return (
        f"{reason}, and a recording would show what lies under covers; finish the game first, or "
        "add --reveal if there is no secret to keep"
    )


def public_line(line: str, hidden: Collection[str]) -> str | None:
    """Returns the public part of a decoded *line* of ``--frames``, or None if there is none.

    Numbers of frames, events and scenes are left out because they count changes of *hidden* reeds;
    so are ACKs, questions and their answers, and EVENTS that have hidden reeds only.
    """
    time_ms, way, kind, *fields = line.split(" ")
    if fields == ["bytes", "skipped"]:
        return line
    if kind in ("ACK", "ASK", "CONFIGURED", "STATS"):
        return None
    public_fields = []
    if kind == "EVENTS":
        changes = (field.partition("+")[0] for field in fields)
        public_fields = [each for each in changes if _is_public(each.partition(":")[0], hidden)]
        if not public_fields:
            return None
    elif kind == "SNAPSHOT":
        closed = fields[-1].removeprefix("closed=").split(",")
        public_fields = [f"closed={','.join(reed for reed in closed if _is_public(reed, hidden))}"]
    else:
        names_shown = _PUBLIC_FIELDS.get(kind, ())
        public_fields = [field for field in fields if field.partition("=")[0] in names_shown]
    return " ".join([time_ms, way, kind, *public_fields])


def _is_public(reed: str, hidden: Collection[str]) -> bool:
    return reed in layout.REEDS and reed not in hidden
