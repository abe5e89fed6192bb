"""``heistboard play``: a game on the board; without a game its lights mirror its reeds."""

import contextlib
import logging
from argparse import Namespace
from collections.abc import Callable, Iterator
from logging.handlers import RotatingFileHandler

from heistboard.cli.boards import Boards
from heistboard.cli.data import DataFolder
from heistboard.cli.evening import play_game
from heistboard.cli.output import CommandError, is_screen
from heistboard.cli.watch import follow
from heistboard.link.port import find_ports

__all__ = ["play"]

LOG_BYTES = 256 * 1024
MIRRORS = "no game: lights mirror the reeds; `heistboard play car-thief` plays one"
_OF_GAMES = ("players", "lang", "voice", "thief_seconds", "lan", "port", "no_browser")


def play(args: Namespace) -> int:
    """Plays, or mirrors the board, until the time is up or somebody ends it.

    Of real boards the faults, what went over the line before them, and how the reeds behaved stay
    in the data folder.
    """
    choice = args.board or "auto"
    data = DataFolder(args.data)
    is_real = bool(find_ports()) if choice == "auto" else choice != "sim"
    is_game = args.game is not None or args.resume is not None
    if is_real or is_game or args.data is not None:
        data.prepare()
    log = logging.getLogger(__name__)

    def on_fault(sentence: str) -> None:
        try:
            data.add_fault(sentence)
        except CommandError as error:
            log.warning("%s", error)

    def ignore(sentence: str) -> None:
        pass

    with _link_log(data) if is_real else contextlib.nullcontext():
        if is_game:
            return play_game(args, data, on_fault if is_real else ignore, is_real=is_real)
        return _mirror(args, data, on_fault if is_real else ignore, is_real=is_real)


def _mirror(
    args: Namespace, data: DataFolder, on_fault: Callable[[str], None], *, is_real: bool
) -> int:
    for name in _OF_GAMES:
        if getattr(args, name):
            option = name.replace("_", "-")
            raise CommandError(
                f"--{option} is for games; name one, as in `heistboard play car-thief`"
            )
    boards = Boards(
        "heistboard play",
        args.board or "auto",
        data,
        is_alive=True,
        else_sim=True,
        note=MIRRORS,
        on_fault=on_fault,
    )
    has_lines = not args.json and not is_screen()
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
