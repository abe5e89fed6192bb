"""``heistboard play``: plays a game on the board.

Without a game, the board's lights mirror its reeds until a game is chosen on the start page. It is
played in the same process at the same address.
"""

import contextlib
import logging
from argparse import Namespace
from collections.abc import Callable, Iterator
from functools import partial
from io import TextIOWrapper
from logging.handlers import RotatingFileHandler
from typing import TYPE_CHECKING, Protocol, TypeVar

from heistboard.app import Settings
from heistboard.app.claim import Claim
from heistboard.boards import choice as boards_choice
from heistboard.boards.connected import ConnectedBoards
from heistboard.boards.data_folder import DataFolder, open_private, tighten
from heistboard.boards.health_file import save_health
from heistboard.cli.board_watch import follow
from heistboard.cli.game_options import find_package, options_for_later
from heistboard.cli.play_game import lighting_of, play_game, voice_of
from heistboard.cli.play_lobby import GameChosen, LobbyPages
from heistboard.errors import UsageError
from heistboard.games.hint_grades import grades_of
from heistboard.terminal.output import CommandError, is_screen

if TYPE_CHECKING:
    from heistboard.web import Devices, Listening

__all__ = ["play"]

LOG_BYTES = 256 * 1024
MIRRORS = "no game: the lights mirror the reeds; `heistboard play GAME` plays a game"
_T = TypeVar("_T", covariant=True)


class _RunOnBoard(Protocol[_T]):
    def __call__(
        self,
        args: Namespace,
        data: DataFolder,
        on_fault: Callable[[str], None],
        *,
        is_real: bool,
    ) -> _T: ...


def play(args: Namespace) -> int:
    """Plays a game, or mirrors the reeds, until ``--seconds`` are over or it is ended.

    The data folder keeps a real board's faults, the last frames before them, and the health of its
    reeds.
    """
    if args.tls_key is not None and args.tls_cert is None:
        raise UsageError("--tls-key is the key of a certificate; expected --tls-cert FILE, too")
    if args.game is not None or args.resume is not None:
        return _on_board(args, play_game, is_game=True)
    chosen = _on_board(args, _mirror, is_game=False)
    if chosen is None:
        return 0
    again, settings, claim, listener, devices = chosen
    if settings.hints is None and args.hints in grades_of(find_package(settings.game)):
        settings = settings._replace(hints=args.hints)
    return _on_board(
        again,
        partial(play_game, settings=settings, claim=claim, listener=listener, devices=devices),
        is_game=True,
    )


def _on_board(args: Namespace, run: _RunOnBoard[_T], *, is_game: bool) -> _T:
    data = DataFolder(args.data)
    is_real = boards_choice.is_real(args.board or "auto")
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
        return run(args, data, on_fault if is_real else ignore, is_real=is_real)


def _mirror(
    args: Namespace, data: DataFolder, on_fault: Callable[[str], None], *, is_real: bool
) -> tuple[Namespace, Settings, Claim | None, "Listening | None", "Devices | None"] | None:
    # Runs until it is ended or a game is chosen; returns the arguments, settings, claim,
    # listening sockets and devices for it.
    options = options_for_later(args)
    voice_of(args)  # fails now if no speech program is installed
    boards = ConnectedBoards(
        "heistboard play",
        args.board or "auto",
        data,
        is_alive=True,
        else_sim=True,
        note=MIRRORS,
        lighting=lighting_of(args, data),
        on_fault=on_fault,
    )
    has_lines = not args.json and not is_screen()
    pages = LobbyPages(args, data, boards.add_note, options)
    try:
        with pages:
            follow(
                boards,
                seconds=args.seconds,
                as_json=args.json,
                lines=boards.take_lines if has_lines else None,
                check=(lambda: None) if args.json else pages.check,
            )
    except GameChosen as chosen:
        return pages.arguments(), chosen.settings, pages.claim, pages.listener, pages.devices
    except KeyboardInterrupt:
        pass  # the usual way to end it; possible even while the chosen game is starting
    finally:
        if is_real:
            save_health(data, boards.modules)
    return None


class _PrivateLog(RotatingFileHandler):
    def _open(self) -> TextIOWrapper:
        return open_private(self.baseFilename, "a")


@contextlib.contextmanager
def _link_log(data: DataFolder) -> Iterator[None]:
    # Logs every change of the link's state, and after a loss the last frames of both directions.
    path = data.path / "link.log"
    handler = _PrivateLog(path, maxBytes=LOG_BYTES, backupCount=1, encoding="utf-8", delay=True)
    for log in (path, path.with_name("link.log.1")):
        tighten(log)
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
