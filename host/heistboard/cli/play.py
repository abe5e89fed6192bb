"""``heistboard play``: no game exists in this release, so the board's lights mirror its reeds."""

import contextlib
import logging
from argparse import Namespace
from collections.abc import Iterator
from logging.handlers import RotatingFileHandler

from heistboard.cli.arguments import NO_GAME
from heistboard.cli.boards import Boards
from heistboard.cli.data import DataFolder
from heistboard.cli.output import CommandError, is_screen
from heistboard.cli.watch import follow
from heistboard.link.port import find_ports

__all__ = ["play"]

LOG_BYTES = 256 * 1024
MIRRORS = "no game in this release: lights mirror the reeds"


def play(args: Namespace) -> int:
    """Mirrors the board until the time is up or somebody ends it.

    Of real boards the faults, what went over the line before them, and how the reeds behaved stay
    in the data folder.
    """
    if args.game is not None:
        raise CommandError(f"cannot play {args.game!r}: {NO_GAME}")
    choice = args.board or "auto"
    data = DataFolder(args.data)
    is_real = bool(find_ports()) if choice == "auto" else choice != "sim"
    if is_real or args.data is not None:
        data.prepare()
    log = logging.getLogger(__name__)

    def on_fault(sentence: str) -> None:
        try:
            data.add_fault(sentence)
        except CommandError as error:
            log.warning("%s", error)

    boards = Boards(
        "heistboard play",
        choice,
        data,
        is_alive=True,
        else_sim=True,
        note=MIRRORS,
        on_fault=on_fault if is_real else lambda sentence: None,
    )
    has_lines = not args.json and not is_screen()
    with _link_log(data) if is_real else contextlib.nullcontext():
        try:
            return follow(
                boards,
                seconds=args.seconds,
                as_json=args.json,
                lines=boards.take_lines if has_lines else None,
            )
        finally:
            if is_real and (health := boards.health()):
                data.save_health(health)


@contextlib.contextmanager
def _link_log(data: DataFolder) -> Iterator[None]:
    # One line per change of state, and after a loss the last frames of both directions.
    handler = RotatingFileHandler(
        data.path / "link.log", maxBytes=LOG_BYTES, backupCount=1, encoding="utf-8", delay=True
    )
    handler.setFormatter(logging.Formatter("%(asctime)s %(message)s"))
    logger = logging.getLogger("heistboard")
    logger.addHandler(handler)
    level = logger.level
    logger.setLevel(logging.INFO)
    try:
        yield
    finally:
        logger.setLevel(level)
        logger.removeHandler(handler)
        handler.close()
