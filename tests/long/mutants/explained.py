"""Reasons why a mutant does nothing that a test could notice."""

import re
import tomllib
from dataclasses import dataclass
from pathlib import Path

from tests.long.mutants.trials import Mutant


@dataclass(frozen=True)
class Reason:
    """One reason, for the mutants of some modules and functions whose text the pattern finds."""

    modules: str
    functions: str
    pattern: str
    reason: str

    def explains(self, mutant: Mutant) -> bool:
        """Whether it is about *mutant*."""
        return (
            re.fullmatch(self.modules, mutant.module) is not None
            and re.fullmatch(self.functions, mutant.function) is not None
            and re.search(self.pattern, mutant.text) is not None
        )


class Explanations:
    """The reasons of one game, and which of its tests are not about rules."""

    def __init__(self, reasons: list[Reason], left_out: list[str]) -> None:
        self._reasons = reasons
        self.left_out = left_out

    @classmethod
    def of(cls, path: Path) -> "Explanations":
        """Reads them from a file; without one there are none."""
        if not path.exists():
            return cls([], [])
        found = tomllib.loads(path.read_text())
        return cls([Reason(**each) for each in found["equivalent"]], found["left_out"])

    def explain(self, mutant: Mutant) -> bool:
        """Whether a reason is about *mutant*."""
        return any(reason.explains(mutant) for reason in self._reasons)
