"""``heistboard play GAME``: board, journal, voice and text table together, for one evening.

With ``--json`` it prints one document in the end: ``game``, ``id``, ``phase``, ``seat``, ``sync``,
``ask``, ``moves`` (what is hidden is ``?``) and ``outcome``.
"""

import contextlib
import io
import locale
import logging
import os
import queue
import select
import socket
import sys
import time
from argparse import Namespace
from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING

from rich.console import Console, Group
from rich.live import Live
from rich.text import Text

from heistboard.app import Daemon, Settings, Status
from heistboard.app.claim import Claim
from heistboard.app.control import Control, ControlError
from heistboard.app.requests import Requests
from heistboard.boards.choice import choose
from heistboard.boards.connected import require_ready, settle
from heistboard.boards.data_folder import DataFolder
from heistboard.boards.health_file import save_health
from heistboard.cli.play_settings import settings_of
from heistboard.games.pieces import Pieces, pieces_of
from heistboard.journal.game_text import JournalError
from heistboard.link.module import Modules
from heistboard.places.lighting import Lighting
from heistboard.sim import SimHands
from heistboard.sim.standing_pieces import Standing
from heistboard.terminal.game_screen import (
    ScreenState,
    TableGlyphs,
    draw,
    draw_invitation,
    lines_between,
)
from heistboard.terminal.keyboard import Keyboard, TypedLine
from heistboard.terminal.output import CommandError, emit, is_screen, leave_stdout, say
from heistboard.terminal.typed_commands import Commands
from heistboard.voice.speech import Voice, VoiceMissing
from heistboard.words import Words, language_of

if TYPE_CHECKING:
    from heistboard.cli.play_pages import ServedPages

__all__ = ["lighting_of", "play_game", "voice_of"]

FLOOR = 1
LOOK_EVERY_S = 0.5  # at ports, the clock and the size of the terminal
MEETS_WITHIN_S = 1.0
JSON_SECONDS = 5.0
ESCAPE = "\x1b"  # what keys without a letter send begins with it

_log = logging.getLogger(__name__)


def play_game(
    args: Namespace,
    data: DataFolder,
    on_fault: Callable[[str], None],
    *,
    is_real: bool,
    settings: Settings | None = None,
    claim: Claim | None = None,
) -> int:
    """Plays until the time is up or somebody ends it; raises :exc:`CommandError`.

    *settings* is what is played; by default what *args* say. *on_fault* gets a sentence when the
    board is lost. Of a real board the data folder gets to know how its reeds behaved. Nothing is
    written before the data folder is claimed (which *claim* has done, if there is one) and the
    pages have their port.
    """
    from heistboard.cli.play_pages import bind

    try:
        held = claim or Claim(data.path)
    except (JournalError, ControlError) as error:
        raise CommandError(str(error)) from None
    with held, bind(args) as listener:
        return _play(args, data, on_fault, listener, is_real=is_real, settings=settings)


def _play(
    args: Namespace,
    data: DataFolder,
    on_fault: Callable[[str], None],
    listener: socket.socket,
    *,
    is_real: bool,
    settings: Settings | None,
) -> int:
    from heistboard.cli.play_pages import serve  # a web server, which nothing else needs

    words = Words(args.lang or language_of(_locale()))
    unfinished = None
    if settings is None:
        settings, unfinished = settings_of(args, data)
    pieces = _pieces(settings)
    modules = Modules(data.floors() if is_real else None)
    lighting = lighting_of(args, data)
    evening = _Evening(words, unfinished, on_fault)
    with contextlib.ExitStack() as exits:
        exits.callback(evening.close)
        voice = voice_of(args, words, evening.voice_failed)
        closed = Standing(pieces).closed
        chosen = exits.enter_context(
            choose(args.board or "auto", modules, else_sim=True, closed=closed)
        )
        hands = SimHands(chosen.sims[0], pieces) if chosen.sims else None
        daemon = Daemon(
            data.journal,
            settings,
            chosen.ports,
            modules,
            data.working(FLOOR) if is_real else frozenset(),
            lighting,
            partial(_keep, data),
        )
        daemon.listeners.append(evening.take)
        if hands is not None:
            daemon.listeners.append(partial(_lay_out, hands))
        if voice:
            exits.enter_context(voice)
            daemon.listeners.append(voice.take)
        try:
            exits.enter_context(daemon)
            with _withdrawn_if_it_fails(daemon):
                requests = Requests(daemon)
                exits.enter_context(Control(requests, data.path))
                pages = exits.enter_context(serve(args, daemon, data.path, hands, listener))
                requests.offer_for_seat("invite", pages.invite)
                requests.offer_for_seat("put-out", pages.put_out)
                settle(daemon.hub, chosen.ports)
                require_ready(daemon.hub)
            commands = Commands(daemon, words, hands, pages.has_page)
            evening.run(args, daemon, commands, pages, is_simulated=bool(hands))
        except (JournalError, ControlError) as error:
            raise CommandError(str(error)) from None
        except KeyboardInterrupt:
            pass  # how a person ends it
        except BrokenPipeError:
            leave_stdout()  # how `head` ends it
        finally:
            if is_real:
                data.remember_floors(modules)
                doubted = {FLOOR: daemon.reports}
                save_health(data, modules, doubted=doubted, has_secrets=evening.has_secrets)
    _print_end(args, words, evening.status)
    return 0


@contextlib.contextmanager
def _withdrawn_if_it_fails(daemon: Daemon) -> Iterator[None]:
    # A start that came to nothing leaves no empty game behind.
    try:
        yield
    except BaseException:
        daemon.withdraw()
        raise


def _pieces(settings: Settings) -> Pieces:
    try:
        return pieces_of(settings.game)
    except ValueError as error:
        raise CommandError(str(error)) from None


def _lay_out(hands: SimHands, status: Status) -> None:
    # Another game may have begun, with other pieces.
    try:
        hands.change(pieces_of(str(status.view["game"])))
    except ValueError as error:
        _log.warning("%s", error)


def _meet(daemon: Daemon) -> None:
    # The hub knows of a board that is ready before the table does.
    until_s = time.monotonic() + MEETS_WITHIN_S
    while daemon.status().sync == "lost" and time.monotonic() < until_s:
        time.sleep(0.005)


class _Evening:
    # What the room sees. Statuses come in on the table's thread, all else happens in run().

    def __init__(
        self, words: Words, unfinished: int | None, on_fault: Callable[[str], None]
    ) -> None:
        self.status: Status | None = None
        self._words = words
        self._on_fault = on_fault
        self._note = words.of("table", "resume", number=unfinished) if unfinished else ""
        self._answer = ""
        self._damage = ""
        self._trouble_of_voice = ""
        self._line = TypedLine()
        self._fresh: queue.SimpleQueue[Status] = queue.SimpleQueue()
        self._wakes, self._wake = socket.socketpair()
        for end in (self._wakes, self._wake):
            end.setblocking(False)
        self._was_there = False
        self._has_left = False  # a game for another one
        self._drawn: list[Text] = []
        self._is_screen = False
        self._address = ""
        self._invitation: tuple[str, str, str] | None = None  # until a key is pressed
        self._room: ScreenState | None = None

    def close(self) -> None:
        self._wakes.close()
        self._wake.close()

    @property
    def has_secrets(self) -> bool:
        """Whether a game was played that may go on another day."""
        return self._has_left or self.status is None or self.status.phase != "over"

    def take(self, status: Status) -> None:
        self._fresh.put(status)
        self._ring()

    def voice_failed(self, what: str) -> None:
        if what == "voice" or not self._trouble_of_voice:  # without a sound card both fail
            self._trouble_of_voice = self._words.of("table", what)
        self._ring()

    def _ring(self) -> None:
        with contextlib.suppress(BlockingIOError):
            self._wake.send(b"\0")  # if it is full, it will wake anyway

    def run(
        self,
        args: Namespace,
        daemon: Daemon,
        commands: Commands,
        pages: "ServedPages",
        *,
        is_simulated: bool,
    ) -> None:
        self._address = pages.address
        seconds = JSON_SECONDS if args.json and args.seconds is None else args.seconds
        until_s = None if seconds is None else time.monotonic() + seconds
        if isinstance(sys.stdout, io.TextIOWrapper):
            sys.stdout.reconfigure(errors="replace")  # a terminal may not know our letters
        with Keyboard() as keyboard, self._shown(as_json=args.json) as show:
            _meet(daemon)
            for status in self._statuses():
                self._arrived(status)  # how it began is not shown
            while until_s is None or time.monotonic() < until_s:
                for status in self._statuses():
                    self._arrived(status)
                    show(self._seen(daemon, status, is_simulated))
                if self.status is not None:
                    show(self._seen(daemon, self.status, is_simulated))
                if self._is_ended(keyboard, commands, pages, until_s):
                    break
            daemon.status()  # after this one all that was done has been told
            for status in self._statuses():
                self._arrived(status)
                show(self._seen(daemon, status, is_simulated))
            if self.status is not None:
                show(self._seen(daemon, self.status, is_simulated))  # with the last answer

    def _statuses(self) -> Iterator[Status]:
        with contextlib.suppress(queue.Empty):
            while True:
                yield self._fresh.get_nowait()

    def _arrived(self, status: Status) -> None:
        before = self.status
        self.status = status
        if before is not None and before.game != status.game and before.is_going_on:
            self._has_left = True
        self._line.set_secret(status.is_secret)
        if before is None or before.phase != status.phase or before.game != status.game:
            self._answer = ""
        if status.sync == "lost" and self._was_there:
            self._on_fault(f"the board was lost in game {status.game}, phase {status.phase}")
        self._was_there = status.sync != "lost"

    def _seen(self, daemon: Daemon, status: Status, is_simulated: bool) -> ScreenState:
        if daemon.damage != self._damage:
            self._damage = daemon.damage
            if daemon.damage:
                self._note = self._words.of("table", "damaged", number=status.game)
        ports = list(daemon.hub.problems) if status.sync == "lost" else []
        trouble = self._words.of("table", "trouble", port=ports[0]) if ports else ""
        return ScreenState(
            status,
            trouble or self._trouble_of_voice,
            self._note,
            self._answer,
            self._line.shown,
            is_simulated,
            self._address,
        )

    def _is_ended(
        self, keyboard: Keyboard, commands: Commands, pages: "ServedPages", until_s: float | None
    ) -> bool:
        # Waits for something to happen, and does what was typed.
        wait_s = LOOK_EVERY_S
        if until_s is not None:
            wait_s = max(0.0, min(wait_s, until_s - time.monotonic()))
        wakers: list[socket.socket | int] = [self._wakes]
        if keyboard.fd is not None:
            wakers.append(keyboard.fd)
        ready = select.select(wakers, [], [], wait_s)[0]
        if self._wakes in ready:
            self._wakes.recv(4096)
        if keyboard.fd not in ready or self.status is None:
            return False
        for status in self._statuses():
            self._arrived(status)  # whether eyes are closed, as late as it can be known
        keys = keyboard.read()
        if self._invitation and keys:
            self._invitation = None
            keys = "" if keys.startswith(ESCAPE) else keys[1:]  # whoever types on loses nothing
        for line in self._line.take(keys):
            if line == "quit":
                return True
            verb, _, seat = line.lower().partition(" ")
            if verb == "page":
                self._invite(pages, seat.strip())
            elif line:
                self._note = ""
                self._answer = commands.do(line, self.status)
        return False

    def _invite(self, pages: "ServedPages", wanted: str) -> None:
        # To a seat by its name or by what it is called; without one to the first.
        assert self.status is not None
        seats = self.status.seats
        words = self._words.of_game(self.status.view["game"])
        numbers = {
            name.lower(): number
            for number, seat in enumerate(seats)
            for name in (seat, words.seat(seat))
        }
        number = numbers.get(wanted) if wanted else 0
        if not self._is_screen:
            self._answer = words.of("table", "no-invitation")  # a pipe may be kept
        elif number is None:
            self._answer = words.of("table", "no-seat", seats=", ".join(seats))
        else:
            try:
                self._invitation = (words.seat(seats[number]), *pages.invitation(number))
            except CommandError as error:
                self._answer = str(error)

    # Where it is shown.

    @contextlib.contextmanager
    def _shown(self, *, as_json: bool) -> Iterator[Callable[[ScreenState], None]]:
        if as_json:
            yield lambda room: None
            return
        if not is_screen():
            yield self._print
            return
        self._is_screen = True
        console = Console(highlight=False)
        is_ascii = console.options.ascii_only
        glyphs = TableGlyphs(is_ascii=is_ascii)
        with Live(console=console, screen=True, auto_refresh=False) as live:

            def show(room: ScreenState) -> None:
                drawn = (
                    draw_invitation(
                        *self._invitation, self._words, *console.size, is_ascii=is_ascii
                    )
                    if self._invitation
                    else draw(room, self._words, *console.size, glyphs)
                )
                if drawn != self._drawn:
                    self._drawn = drawn
                    live.update(Group(*drawn), refresh=True)

            yield show

    def _print(self, room: ScreenState) -> None:
        for line in lines_between(self._room, room, self._words):
            say(line)
        self._room = room


def lighting_of(args: Namespace, data: DataFolder) -> Lighting:
    """Returns the lighting that was asked for, which is kept, or else what was kept before."""
    kept = data.lighting()
    lighting = Lighting(args.brightness or kept.brightness, args.supply or kept.supply)
    if lighting != kept:
        data.save_lighting(lighting)
    return lighting


def _keep(data: DataFolder, lighting: Lighting) -> None:
    try:
        data.save_lighting(lighting)
    except CommandError as error:
        _log.warning("%s", error)  # the evening goes on


def voice_of(
    args: Namespace,
    words: Words | None = None,
    on_trouble: Callable[[str], None] = lambda what: None,
) -> Voice | None:
    """Returns the voice that was asked for, if any; raises :exc:`CommandError` without one."""
    if not args.voice:
        return None
    try:
        return Voice(words or Words("en"), on_trouble)
    except VoiceMissing as error:
        raise CommandError(str(error)) from None


def _print_end(args: Namespace, words: Words, status: Status | None) -> None:
    if args.json:
        emit(_document(status))
    elif status is not None and status.view["moves"] and status.view["outcome"] is None:
        with contextlib.suppress(BrokenPipeError):
            say(words.of("table", "kept", number=status.game))


def _document(status: Status | None) -> dict[str, object]:
    if status is None:
        return {"game": None}
    return {
        "game": status.view["game"],
        "id": status.game,
        "phase": status.phase,
        "seat": status.seat,
        "sync": status.sync,
        "ask": {"id": status.ask.id, **status.ask.words},
        "moves": status.view["moves"],
        "outcome": status.view["outcome"],
    }


def _locale() -> str | None:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if os.environ.get(name):
            return os.environ[name]
    return locale.getlocale()[0]
