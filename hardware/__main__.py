"""``python -m hardware``: generates everything that follows from the board file, and checks it.

| Command | Does |
|---|---|
| ``layout`` | writes the layouts and the wiring table, or checks them |
| ``build`` | draws, checks and exports the electronics and the plan to wire them by hand |
| ``magnets`` | proves that every reed closes for its own piece only, and draws the map of it |
| ``parts`` | makes the printed parts and their pictures, and measures them |
| ``margins`` | simulates the circuits in their worst corners; fails when a margin is not kept |
| ``guide`` | writes the tables of the build guide and of CHANGING.md, or checks them |
| ``all`` | does all of these |

With ``--check`` files are only compared with fresh ones. Every command refuses a board file that
cannot be built.
"""

import argparse
import json
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TextIO

from hardware.boardfile import BoardFileError, BoardSpec, load
from hardware.electronics import build
from hardware.electronics.lanes import check_strips
from hardware.electronics.plan import wiring
from hardware.electronics.strips import CircuitError
from hardware.geometry import check_geometry
from hardware.layout import texts
from hardware.margins import DIODE, DIODES, line, margins
from hardware.spice import SpiceError, run

Command = Callable[[argparse.Namespace, BoardSpec, Path], str]
_TOP = Path(__file__).resolve().parent.parent


def main(argv: Sequence[str] | None = None, top: Path = _TOP) -> int:
    """Runs the command for the repository at *top* and returns its exit code.

    Raises :exc:`SystemExit` with code 2 for wrong usage.
    """
    args = _parser().parse_args(argv)
    path = args.board or top / "hardware" / "board.toml"
    try:
        board = load(path)
        check_geometry(board, path.name)
        if board.built_of == "boards":
            check_strips(board)  # refused before anything is written
        problem = _done(args.do, args, board, top)
    except CircuitError as error:
        problem = f"{path.name}: {error}"
    except (BoardFileError, SpiceError) as error:
        problem = str(error)
    except subprocess.CalledProcessError as error:
        said = (error.stderr or error.stdout or "").strip().splitlines()[-1:] or ["nothing"]
        problem = f"{shlex.join(map(str, error.cmd))} failed and said: {said[0]}"
    except OSError as error:
        problem = f"cannot read or write {error.filename or 'a file'}: {error.strerror}"
    if problem:
        print(problem, file=sys.stderr)
    return 1 if problem else 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m hardware")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    layout = commands.add_parser("layout", help="write the layouts and the wiring table")
    layout.add_argument("--check", action="store_true", help="write nothing, fail if one is stale")
    layout.set_defaults(do=_layout)
    electronics = commands.add_parser("build", help="draw, check and export the electronics")
    electronics.add_argument("--check", action="store_true", help="compare, write nothing")
    electronics.add_argument("--out", type=Path, metavar="DIR", help=f"instead of {build.MADE}")
    electronics.set_defaults(do=_build)
    magnets = commands.add_parser("magnets", help="prove that each reed closes for its own piece")
    magnets.add_argument("--json", action="store_true", help="print one JSON document")
    magnets.add_argument("--search", action="store_true", help="also list what else was tried")
    magnets.add_argument("--check", action="store_true", help="write no map, fail if it is stale")
    magnets.set_defaults(do=_magnets)
    margin = commands.add_parser("margins", help="simulate the circuits in their worst corners")
    margin.add_argument("--json", action="store_true", help="print one JSON document")
    margin.set_defaults(do=_margins)
    parts = commands.add_parser("parts", help="make the printed parts, and measure them")
    parts.add_argument("--check", action="store_true", help="write nothing, fail if one is stale")
    parts.add_argument("--json", action="store_true", help="print one JSON document")
    parts.set_defaults(do=_parts)
    guide = commands.add_parser("guide", help="write the tables of the build guide")
    guide.add_argument("--check", action="store_true", help="write nothing, fail if one is stale")
    guide.set_defaults(do=_guide)
    everything = commands.add_parser("all", help="do all of these, one after the other")
    everything.add_argument("--check", action="store_true", help="write nothing, only compare")
    everything.set_defaults(do=_all, json=False, search=False, out=None)
    for command in (layout, electronics, magnets, margin, parts, guide, everything):
        command.add_argument("--board", type=Path, metavar="FILE", help="instead of board.toml")
    return parser


def _done(do: Command, args: argparse.Namespace, board: BoardSpec, top: Path) -> str:
    """Runs a command; returns its problems, or that a library is not installed."""
    try:
        return do(args, board, top)
    except ModuleNotFoundError as error:
        if (error.name or "").startswith("hardware"):
            raise
        return f"there is no {error.name}: `.venv/bin/pip install -e '.[test]'` brings it"


def _all(args: argparse.Namespace, board: BoardSpec, top: Path) -> str:
    problems = []
    for do in (_layout, _magnets, _margins, _build, _parts, _guide):
        print(f"== {do.__name__[1:]}", flush=True)
        problems.append(_done(do, args, board, top))
    return "\n".join(filter(None, problems))


def _layout(args: argparse.Namespace, board: BoardSpec, top: Path) -> str:
    files = texts(board)
    return _check(files, top, args.board) if args.check else _write(files, top)


def _build(args: argparse.Namespace, board: BoardSpec, top: Path) -> str:
    if board.built_of == "wires":
        folder = args.out or Path(build.MADE)
        files = {str(folder / name): text for name, text in wiring(board).items()}
        return _check(files, top, args.board, "build") if args.check else _write(files, top)
    missing = build.missing_tools()
    if missing:
        return missing
    made = args.out or top / build.MADE
    with tempfile.TemporaryDirectory() as folder:
        fresh = Path(folder) / "made"
        board_file = args.board or top / "hardware" / "board.toml"
        findings = build.build(board, board_file, fresh, has_pictures=not args.check)
        if not findings and args.check:
            findings = build.differences(fresh, made)
            findings += ["run `python -m hardware build`"] if findings else []
        elif not findings:
            shutil.rmtree(made, ignore_errors=True)
            shutil.copytree(fresh, made)
            print(f"wrote {made}: ERC, DRC, parity, netlists and audit without findings")
    return "\n".join(findings)


def _magnets(args: argparse.Namespace, board: BoardSpec, top: Path) -> str:
    # Imported here, because the other commands need no numpy.
    from hardware.magnets import chart, report
    from hardware.magnets.design import DESIGN

    found = report.document(DESIGN, args.search)
    print(json.dumps(found, indent=2) if args.json else "\n".join(report.lines(found)))
    failed = [row["case"] for row in (*found["reeds"], *found["forces"]) if not row["holds"]]
    if failed:
        return f"does not hold with a margin of {found['need']}: {'; '.join(failed)}"
    taps = [
        f"{row['case']} ({row['margin']}, expected {row['need']})"
        for row in found["flashlight"]["reeds"]
        if not row["holds"]
    ]
    if taps:
        return f"with the flashlight does not hold: {'; '.join(taps)}"
    files = {chart.MAP: chart.svg(DESIGN)}
    if args.check:
        return _check(files, top, args.board, "magnets")
    return _write(files, top, sys.stderr)


def _parts(args: argparse.Namespace, board: BoardSpec, top: Path) -> str:
    from hardware.parts import build, report
    from hardware.parts.spec import SPEC

    try:
        if args.check:
            stale = build.stale()
            if stale:
                return f"{', '.join(stale)} stale, run `python -m hardware parts`"
        else:
            for name in build.write():
                print(f"wrote hardware/parts/{name}", file=sys.stderr)
    except build.OpenScadError as error:
        return str(error)
    found = report.document(SPEC, build.kept())
    print(json.dumps(found, indent=2) if args.json else "\n".join(report.lines(found)))
    failed = [row["check"] for row in found["checks"] if not row["holds"]]
    return f"does not hold: {'; '.join(failed)}" if failed else ""


def _margins(args: argparse.Namespace, board: BoardSpec, top: Path) -> str:
    found = list(margins(board, DIODES[DIODE], run))
    if args.json:
        print(json.dumps([{**each._asdict(), "is_kept": each.is_kept} for each in found]))
    else:
        for each in found:
            print(line(each))
    broken = [each.name for each in found if not each.is_kept]
    return f"not kept: {'; '.join(broken)}" if broken else ""


def _guide(args: argparse.Namespace, board: BoardSpec, top: Path) -> str:
    from hardware.guide import pages

    if board.built_of == "wires":
        print(f"left {pages.GUIDE} as it is: its tables are for circuit boards")
        return ""
    tables = {pages.GUIDE: pages.tables(board), pages.CHANGING: pages.reasons(board)}
    try:
        files = {
            page: pages.filled((top / page).read_text(encoding="utf-8"), writers, page)
            for page, writers in tables.items()
        }
    except pages.GuideError as error:
        return str(error)
    return _check(files, top, args.board, "guide") if args.check else _write(files, top)


def _write(files: dict[str, str], top: Path, out: TextIO | None = None) -> str:
    for name, text in files.items():
        (top / name).parent.mkdir(parents=True, exist_ok=True)
        (top / name).write_text(text, encoding="utf-8", newline="\n")
        print(f"wrote {name}", file=out)
    return ""


def _check(files: dict[str, str], top: Path, board: Path | None, command: str = "layout") -> str:
    stale = [name for name, text in files.items() if _read(top / name) != text]
    if not stale:
        return ""
    command = f"python -m hardware {command}"
    if board:
        command += f" --board {shlex.quote(str(board))}"
    is_stale = "is stale" if len(stale) == 1 else "are stale"
    return f"{' and '.join(stale)} {is_stale}, run `{command}`"


def _read(path: Path) -> str:
    # A missing or damaged file counts as stale.
    return path.read_text(encoding="utf-8", errors="replace") if path.is_file() else ""


if __name__ == "__main__":
    sys.exit(main())
