"""``python -m hardware layout``: writes all that follows from the board file, or checks it."""

import argparse
import shlex
import sys
from collections.abc import Sequence
from pathlib import Path

from hardware.boardfile import BoardFileError, load
from hardware.layout import texts

_TOP = Path(__file__).resolve().parent.parent


def main(argv: Sequence[str] | None = None, top: Path = _TOP) -> int:
    """Runs the command for the repository at *top* and returns its exit code.

    Leaves by :exc:`SystemExit` with code 2 for wrong usage.
    """
    args = _parser().parse_args(argv)
    try:
        files = texts(load(args.board or top / "hardware" / "board.toml"))
        problem = _check(files, top, args.board) if args.check else _write(files, top)
    except BoardFileError as error:
        problem = str(error)
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
    layout.add_argument("--board", type=Path, metavar="FILE", help="instead of board.toml")
    return parser


def _write(files: dict[str, str], top: Path) -> str:
    for name, text in files.items():
        (top / name).write_text(text, encoding="utf-8", newline="\n")
        print(f"wrote {name}")
    return ""


def _check(files: dict[str, str], top: Path, board: Path | None) -> str:
    stale = [name for name, text in files.items() if _read(top / name) != text]
    if not stale:
        return ""
    command = "python -m hardware layout"
    if board:
        command += f" --board {shlex.quote(str(board))}"
    is_stale = "is stale" if len(stale) == 1 else "are stale"
    return f"{' and '.join(stale)} {is_stale}, run `{command}`"


def _read(path: Path) -> str:
    # A file that is missing or damaged is as stale as an old one.
    return path.read_text(encoding="utf-8", errors="replace") if path.is_file() else ""


if __name__ == "__main__":
    sys.exit(main())
