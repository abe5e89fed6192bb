"""The start page of ``heistboard play`` without a game: people choose a game there."""

import threading
import time
from argparse import Namespace
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from typing import TYPE_CHECKING

from heistboard.app import Lobby, Settings
from heistboard.app.claim import Claim
from heistboard.boards.data_folder import DataFolder

if TYPE_CHECKING:
    from heistboard.web import Devices, Listening, Server

__all__ = ["GameChosen", "LobbyPages"]


class GameChosen(Exception):
    """A game was chosen on the start page, with these *settings*."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings


class LobbyPages:
    """Serves the start page until a game is chosen. Use it in a ``with`` statement.

    *say* gets the address; *options* are defaults for the chosen game. The server starts at the
    first :meth:`check`, on its own thread: loading it is slow, and the board goes first.
    """

    def __init__(
        self,
        args: Namespace,
        data: DataFolder,
        say: Callable[[str], None],
        options: Mapping[str, str],
    ) -> None:
        self._lobby = Lobby(data.journal, options)
        self._args = args
        self._folder = data.path
        self._say = say
        self._began_s = time.monotonic()
        self._exits = ExitStack()
        self._listener: Listening | None = None
        self._server: Server | None = None
        self._devices: Devices | None = None
        self._error: Exception | None = None
        self._is_said = False
        self._thread = threading.Thread(target=self._serve, name="lobby", daemon=True)

    def __enter__(self) -> "LobbyPages":
        return self

    def __exit__(self, *_: object) -> None:
        if self._thread.ident is not None:
            self._thread.join()
        self._exits.close()
        if self._listener is not None and self._lobby.chosen is None:
            self._listener.close()

    def check(self) -> None:
        """Raises :exc:`GameChosen` once a game is chosen, or the error if serving failed."""
        if self._thread.ident is None:
            self._thread.start()
        if self._error is not None:
            raise self._error
        if self._server is not None and not self._is_said:
            self._is_said = True
            self._say(f"games: {self._server.host_address}")
            if self._server.is_lan:
                self._say(f"phones: {self._server.address}")
            if self._server.authority_to_trust is not None:
                self._say(
                    "to trust these pages: {}, SHA-256 {}".format(*self._server.authority_to_trust)
                )
        if self._lobby.chosen is not None:
            raise GameChosen(self._lobby.chosen)

    @property
    def listener(self) -> "Listening | None":
        """The listening sockets, which the chosen game takes over.

        They stay open in between: no other program can take the port, and pages can reconnect.
        """
        return self._listener

    @property
    def devices(self) -> "Devices | None":
        """The devices that have joined: who is a host here, is a host in the chosen game."""
        return self._devices

    @property
    def claim(self) -> Claim | None:
        """The claim on the data folder, once a game is chosen."""
        return self._lobby.claim

    def arguments(self) -> Namespace:
        """Returns the arguments to play the game, with the remaining seconds.

        They open no browser: the one in which the game was chosen is still open.
        """
        again = Namespace(**vars(self._args))
        again.no_browser = True
        if again.seconds is not None:
            again.seconds = max(0.0, again.seconds - (time.monotonic() - self._began_s))
        return again

    def _serve(self) -> None:
        from heistboard.cli.play_pages import bind, serve_lobby
        from heistboard.web import Devices

        try:
            self._devices = Devices(self._folder, is_kept=False)
            self._listener = bind(self._args)
            self._server = self._exits.enter_context(
                serve_lobby(self._args, self._lobby, self._folder, self._listener, self._devices)
            )
        except Exception as error:
            self._error = error  # check() raises it
