"""``heistboard rehearse``: plays scripts of simulated hands on the whole system, in virtual time.

The document of ``--json``: ``rehearsals``, each with ``file``, ``seconds``, ``acts`` (each with
``line``, ``act`` and ``note``) and ``failure`` (null, or a sentence); a failed check also has
``line``, ``expected`` and ``seen``.
"""

import time
from argparse import Namespace
from pathlib import Path
from typing import Any

from heistboard.rehearse.checks import CheckFailed
from heistboard.rehearse.rehearsed_table import TableError
from heistboard.rehearse.runner import PlayedAct, play
from heistboard.rehearse.script import ScriptError, read
from heistboard.sim.board_process import SimUnavailable
from heistboard.terminal.output import CommandError, emit, say

__all__ = ["rehearse"]


def rehearse(args: Namespace) -> int:
    """Plays every script, each with its own board and journal."""
    played = [_rehearse(name, is_quiet=args.json, is_real=args.real) for name in args.files]
    document = {"rehearsals": played}
    failures = [each["failure"] for each in played if each["failure"]]
    if failures:
        more = f" (and {len(failures) - 1} more)" if len(failures) > 1 else ""
        raise CommandError(f"{failures[0]}{more}", document)
    if args.json:
        emit(document)
    return 0


def _rehearse(name: str, *, is_quiet: bool, is_real: bool) -> dict[str, Any]:
    acts: list[dict[str, Any]] = []
    document: dict[str, Any] = {"file": name, "acts": acts, "failure": None}

    def tell(played: PlayedAct) -> None:
        acts.append({"line": played.act.line, "act": played.act.text, "note": played.note})
        if not is_quiet:
            say(f"{played.act.line:>4}  {played.act.text:<34}  {played.note}".rstrip())

    if not is_quiet:
        say(name)
    started = time.monotonic()
    try:
        play(read(_text(name), name), tell, is_real=is_real)
    except CheckFailed as error:
        document |= {"line": error.line, "expected": error.expected, "seen": error.seen}
        document["failure"] = str(error)
    except (ScriptError, TableError, SimUnavailable) as error:
        document["failure"] = str(error)
    document["seconds"] = round(time.monotonic() - started, 2)
    if not is_quiet:
        say(document["failure"] or f"      played in {document['seconds']:.1f} s")
    return document


def _text(name: str) -> str:
    try:
        return Path(name).read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise CommandError(f"{name} is not a text file") from None
