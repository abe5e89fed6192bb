"""The state of the connected boards at one moment, for the screen and for JSON. Pure."""

from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Any

from heistboard.link.link import LinkState
from heistboard.link.messages import Stats
from heistboard.link.module import Module, board_name
from heistboard.link.reed_health import ReedHealth
from heistboard.places import layout
from heistboard.places.scene import Intent

__all__ = [
    "COUNTERS",
    "OF_EVENTS",
    "BoardSnapshot",
    "BoardsSnapshot",
    "ReedBehaviour",
    "reeds_of",
    "stats_document",
]

COUNTERS = {
    "repeated": "events received twice",
    "gaps": "events received too early and requested again",
    "corrected": "reed pictures corrected by a snapshot",
    "bad": "frames with a wrong CRC",
    "skipped": "bytes between frames",
    "malformed": "frames with a wrong length",
    "lost": "events the board had to drop",
    "resent": "events the board sent again",
    "bad_blocks": "blocks that arrived at the board garbled",
    "faults": "faults the board reported",
}
"""The counters of each board, and their meaning."""

OF_EVENTS = frozenset(
    {"repeated", "gaps", "corrected", "lost", "resent", "queued", "bounces", "blocks", "time_ms"}
)
"""Counters and statistics that depend on when or how often reeds changed, hidden ones too."""


@dataclass(frozen=True)
class ReedBehaviour:
    """How one reed behaves."""

    name: str
    health: ReedHealth


@dataclass(frozen=True)
class BoardSnapshot:
    """One board: identity, reeds, lights and link."""

    serial: str
    floor: int | None
    state: LinkState
    port: str = ""
    firmware: str = ""
    interpreter: str = ""
    cause: str = ""
    closed: frozenset[str] = frozenset()
    lights: dict[str, Intent] = field(default_factory=dict)
    shown: dict[str, tuple[int, int, int]] | None = None
    counters: dict[str, int] = field(default_factory=dict)
    hidden: frozenset[str] = frozenset()  # reeds that are not shown
    stats: Stats | None = None
    reeds: tuple[ReedBehaviour, ...] = ()

    @property
    def name(self) -> str:
        """What to call it; see :func:`~heistboard.link.module.board_name`."""
        return board_name(self.floor, self.serial)

    @property
    def is_ready(self) -> bool:
        """Whether the reeds are up to date."""
        return self.state is LinkState.READY

    def document(self) -> dict[str, Any]:
        """Returns the board as JSON."""
        return {
            "port": self.port or None,
            "serial": self.serial,
            "floor": self.floor,
            "state": self.state.value,
            "firmware": self.firmware,
            "closed": sorted(self.closed),
            "lights": {
                name: _intent_words(intent) for name, intent in sorted(self.lights.items())
            },
            "counters": _public_counts(self.counters, is_hiding=bool(self.hidden)),
            "stats": stats_document(self.stats, is_hiding=bool(self.hidden)),
            "health": [
                {"reed": reed.name, **reed.health._asdict()}
                for reed in sorted(self.reeds, key=lambda each: each.name)
            ],
        }


@dataclass(frozen=True)
class BoardsSnapshot:
    """All boards, the latest events, and rates."""

    title: str
    notes: tuple[str, ...]
    seconds: float
    boards: tuple[BoardSnapshot, ...] = ()
    problems: tuple[str, ...] = ()
    lines: tuple[str, ...] = ()  # the newest last
    events: int = 0
    events_a_second: float = 0.0
    frames_a_second: float | None = 0.0  # None if hidden

    def document(self) -> dict[str, Any]:
        """Returns the snapshot as JSON."""
        return {
            "notes": list(self.notes),
            "seconds": round(self.seconds, 3),
            "events": self.events,
            "events_a_second": round(self.events_a_second, 1),
            "frames_a_second": (
                None if self.frames_a_second is None else round(self.frames_a_second, 1)
            ),
            "problems": list(self.problems),
            "boards": [board.document() for board in self.boards],
        }


def reeds_of(module: Module, hidden: Collection[str] = ()) -> tuple[ReedBehaviour, ...]:
    """Returns the reeds of *module* that have changed, except *hidden* ones."""
    reeds = (ReedBehaviour(name, module.health.reed(i)) for i, name in enumerate(layout.REEDS))
    return tuple(reed for reed in reeds if reed.health.changes and reed.name not in hidden)


def stats_document(stats: Stats | None, *, is_hiding: bool) -> dict[str, int | None] | None:
    """Returns *stats* as JSON; if *is_hiding*, null for everything that counts events."""
    return None if stats is None else _public_counts(stats._asdict(), is_hiding=is_hiding)


def _public_counts(counts: dict[str, int], *, is_hiding: bool) -> dict[str, int | None]:
    return {
        name: None if is_hiding and name in OF_EVENTS else count for name, count in counts.items()
    }


def _intent_words(intent: Intent) -> str:
    return f"{intent.colour.name} {intent.level.name} {intent.pattern.name}".lower()
