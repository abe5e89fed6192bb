"""The report of a walk: a text file for people, a JSON document for programs. Pure."""

from datetime import datetime
from statistics import median
from typing import Any, NamedTuple

from heistboard.firmware import wire
from heistboard.places import layout
from heistboard.selftest.findings import Finding, find
from heistboard.selftest.walk import Walk, WalkState
from heistboard.word_lists import counted

__all__ = ["Report", "make_report"]


class Report(NamedTuple):
    """The board, what was tested, and the findings."""

    serial: str
    firmware: str
    board: str
    started: datetime
    seconds: float
    is_complete: bool
    tested: dict[str, int]
    rises_us: dict[str, int]
    findings: tuple[Finding, ...]

    @property
    def faults(self) -> tuple[Finding, ...]:
        """Returns the findings that are faults."""
        return tuple(finding for finding in self.findings if finding.is_fault)

    @property
    def is_healthy(self) -> bool:
        """True if the walk was finished and found no fault."""
        return self.is_complete and not self.faults

    def verdict(self) -> str:
        """Returns the result in a few words."""
        if self.faults:
            return f"{counted(len(self.faults), 'fault')} found"
        if not self.is_complete:
            return "the test was not finished; no fault found so far"
        return "no fault found"

    def text(self) -> str:
        """Returns the report as a text file."""
        lines = [
            "heistboard self test",
            "",
            f"board     {self.serial}, firmware {self.firmware}, {self.board}",
            f"started   {self.started.isoformat(sep=' ', timespec='seconds')}",
            f"took      {self.seconds:.0f} s",
            f"tested    {', '.join(f'{count} {what}' for what, count in self.tested.items())}",
        ]
        rises = ", ".join(f"{name} {_rise(rise_us)}" for name, rise_us in self.rises_us.items())
        lines += [f"rise      {rises or 'not measured'}", f"result    {self.verdict()}"]
        for title, findings in (
            ("Faults", self.faults),
            ("Notes", tuple(each for each in self.findings if not each.is_fault)),
        ):
            if findings:
                lines += ["", title, *(f"- {finding}" for finding in findings)]
        return "\n".join(lines) + "\n"

    def document(self) -> dict[str, Any]:
        """Returns the report as a JSON document."""
        return {
            "serial": self.serial,
            "firmware": self.firmware,
            "board": self.board,
            "started": self.started.isoformat(timespec="seconds"),
            "seconds": round(self.seconds, 1),
            "complete": self.is_complete,
            "healthy": self.is_healthy,
            "tested": self.tested,
            "rise_us": self.rises_us,
            "faults": [_finding(each) for each in self.faults],
            "notes": [_finding(each) for each in self.findings if not each.is_fault],
        }


def make_report(
    walk: Walk, *, serial: str, firmware: str, board: str, started: datetime, seconds: float
) -> Report:
    """Returns the report of *walk*, finished or not."""
    evidence = walk.evidence
    findings = tuple(find(evidence, walk.plan))
    tested = {}
    if "reeds" in walk.plan.parts:
        tested["reeds"] = sum(reed in evidence.answers for reed in walk.plan.reeds)
    if "lights" in walk.plan.parts:
        tested["LEDs"] = sum(led in evidence.leds for led in layout.LEDS)
    if "diodes" in walk.plan.parts:
        diodes = next((f.places for f in findings if f.text.startswith("diodes")), ())
        tested["diodes"] = len(walk.plan.reeds) - len(diodes)
    return Report(
        serial,
        firmware,
        board,
        started,
        seconds,
        walk.state is WalkState.OVER,
        tested,
        {
            evidence.line_name(row=row): round(median(rises_us))
            for row, rises_us in sorted(evidence.rises_us.items())
        },
        findings,
    )


def _rise(rise_us: int) -> str:
    return "never" if rise_us == wire.RISE_NEVER else f"{rise_us} us"


def _finding(finding: Finding) -> dict[str, Any]:
    return {
        "kind": finding.kind.value,
        "places": list(finding.places),
        "text": finding.text,
        "cause": finding.cause,
    }
