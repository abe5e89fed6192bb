"""What a command sees of the boards at one moment, for the screen and for JSON. Pure."""

from dataclasses import dataclass, field
from typing import Any

from heistboard.link.link import LinkState
from heistboard.link.messages import Stats
from heistboard.link.reed_health import ReedHealth
from heistboard.places.scene import Intent

__all__ = ["COUNTERS", "OF_EVENTS", "BoardSight", "ReedSight", "Sight", "stats_document"]

COUNTERS = {
    "repeated": "events that came twice",
    "gaps": "events that came too early and were asked for again",
    "corrected": "pictures that a snapshot put right",
    "bad": "frames whose CRC was wrong",
    "skipped": "bytes between frames",
    "malformed": "frames of a wrong length",
    "lost": "events the board had to drop",
    "resent": "events the board sent again",
    "bad_blocks": "blocks that reached the board garbled",
    "faults": "faults the board reported",
}
"""What is counted of each board, and what it means."""

OF_EVENTS = frozenset(
    {"repeated", "gaps", "corrected", "lost", "resent", "queued", "bounces", "blocks"}
)
"""Counters and statistics that depend on how often reeds changed, hidden ones too."""


@dataclass(frozen=True)
class ReedSight:
    """How one reed behaves."""

    name: str
    health: ReedHealth


@dataclass(frozen=True)
class BoardSight:
    """One board: who it is, what lies on it, what its lights say, how its link does."""

    serial: str
    floor: int
    state: LinkState
    port: str = ""
    firmware: str = ""
    interpreter: str = ""
    cause: str = ""
    closed: frozenset[str] = frozenset()
    lights: dict[str, Intent] = field(default_factory=dict)
    shown: dict[str, tuple[int, int, int]] | None = None
    counters: dict[str, int] = field(default_factory=dict)
    hidden: frozenset[str] = frozenset()  # reeds of which nothing is told
    stats: Stats | None = None
    reeds: tuple[ReedSight, ...] = ()

    @property
    def is_ready(self) -> bool:
        """Says whether the picture is up to date."""
        return self.state is LinkState.READY

    def document(self) -> dict[str, Any]:
        """Returns the board as JSON has it."""
        return {
            "port": self.port or None,
            "serial": self.serial,
            "floor": self.floor,
            "state": self.state.value,
            "firmware": self.firmware,
            "closed": sorted(self.closed),
            "lights": {name: _words(intent) for name, intent in sorted(self.lights.items())},
            "counters": _told(self.counters, is_hiding=bool(self.hidden)),
            "stats": stats_document(self.stats, is_hiding=bool(self.hidden)),
            "health": [
                {"reed": reed.name, **reed.health._asdict()}
                for reed in sorted(self.reeds, key=lambda each: each.name)
            ],
        }


@dataclass(frozen=True)
class Sight:
    """All boards, what happened last, and how fast things go."""

    title: str
    notes: tuple[str, ...]
    seconds: float
    boards: tuple[BoardSight, ...] = ()
    problems: tuple[str, ...] = ()
    lines: tuple[str, ...] = ()  # the newest last
    events: int = 0
    events_a_second: float = 0.0
    frames_a_second: float | None = 0.0  # None if it is not told

    def document(self) -> dict[str, Any]:
        """Returns what JSON says of a run."""
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


def stats_document(stats: Stats | None, *, is_hiding: bool) -> dict[str, int | None] | None:
    """Returns what JSON says of *stats*; if *is_hiding*, null for what counts events."""
    return None if stats is None else _told(stats._asdict(), is_hiding=is_hiding)


def _told(counts: dict[str, int], *, is_hiding: bool) -> dict[str, int | None]:
    return {
        name: None if is_hiding and name in OF_EVENTS else count for name, count in counts.items()
    }


def _words(intent: Intent) -> str:
    return f"{intent.colour.name} {intent.level.name} {intent.pattern.name}".lower()
