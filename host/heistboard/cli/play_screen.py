"""A game on the terminal: shows what everybody in the room may see, executes typed commands."""

import contextlib
import io
import queue
import select
import socket
import sys
import time
from argparse import Namespace
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from rich.console import Console, Group
from rich.text import Text

from heistboard.app import Daemon, Status
from heistboard.link.port import now_ms
from heistboard.rules import View
from heistboard.terminal.full_screen import DrawnScreen
from heistboard.terminal.game_screen import (
    ScreenState,
    TableGlyphs,
    draw,
    draw_invitation,
    drawing_of,
    has_floors,
    lines_between,
)
from heistboard.terminal.help_screen import draw_help, draw_legend, help_lines
from heistboard.terminal.keyboard import Keyboard, TypedLine
from heistboard.terminal.output import CommandError, is_screen, say
from heistboard.terminal.printed_board import board_text, legend_text
from heistboard.terminal.private_screen import STOP, PrivateScreen, draw_private
from heistboard.terminal.typed_commands import TypedCommands
from heistboard.words import Words

if TYPE_CHECKING:
    from heistboard.cli.play_pages import ServedPages

__all__ = ["PlayScreen"]

POLL_EVERY_S = 0.5  # ports, the clock and the size of the terminal
SYNCED_WITHIN_S = 1.0
JSON_SECONDS = 5.0
ESCAPE = "\x1b"  # the first character that arrows and function keys send


class PlayScreen:
    """Shows the status of a running game and executes typed commands.

    :meth:`set_status` and :meth:`show_voice_trouble` may be called on any thread; everything else
    happens inside :meth:`run`. *unfinished* is the command that would resume another game instead,
    with the number of that game. *on_fault* gets a sentence when the board is lost.
    """

    def __init__(
        self,
        words: Words,
        unfinished: tuple[int, str] | None,
        on_fault: Callable[[str], None],
    ) -> None:
        self.status: Status | None = None
        self._words = words
        self._on_fault = on_fault
        self._note = ""
        if unfinished:
            number, command = unfinished
            self._note = words.of("table", "resume", number=number, command=command)
        self._answer = ""
        self._damage = ""
        self._voice_trouble = ""
        self._line = TypedLine()
        self._new_statuses: queue.SimpleQueue[Status] = queue.SimpleQueue()
        self._wake_reader, self._wake_writer = socket.socketpair()
        for end in (self._wake_reader, self._wake_writer):
            end.setblocking(False)
        self._was_connected = False
        self._left_unfinished = False  # another game was begun instead
        self._drawn: list[Text] = []
        self._screen: DrawnScreen | None = None
        self._pages: ServedPages | None = None
        self._daemon: Daemon | None = None
        self._invitation: tuple[str, str, str] | None = None  # shown until a key is pressed
        self._private: PrivateScreen | None = None  # instead of the table
        self._floor = 0  # the one that was asked for, until something else is typed
        self._helps = 0  # how often it was typed
        self._is_ascii = False
        self._to_print: list[str] = []  # the board and its legend, where there is no screen
        self._explained = ""  # "help" or "legend", shown until a key is pressed
        self._printed: ScreenState | None = None

    def close(self) -> None:
        """Closes the sockets that wake :meth:`run`."""
        self._wake_reader.close()
        self._wake_writer.close()

    @property
    def has_secrets(self) -> bool:
        """Whether one of the games played may still be resumed."""
        return self._left_unfinished or self.status is None or self.status.phase != "over"

    def add_note(self, note: str) -> None:
        """Shows *note*, in the screen's language, until something is typed."""
        self._note = f"{self._note} {note}".lstrip()

    def set_status(self, status: Status) -> None:
        """Queues *status* to be shown."""
        self._new_statuses.put(status)
        self._wake()

    def show_voice_trouble(self, message_id: str) -> None:
        """Shows that the voice failed; *message_id* is one in the catalogue's ``table``."""
        if message_id == "voice" or not self._voice_trouble:  # without a sound card both fail
            self._voice_trouble = self._words.of("table", message_id)
        self._wake()

    def _wake(self) -> None:
        with contextlib.suppress(BlockingIOError):
            self._wake_writer.send(b"\0")  # a full socket already wakes run()

    def run(
        self,
        args: Namespace,
        daemon: Daemon,
        commands: TypedCommands,
        pages: "ServedPages",
        *,
        is_simulated: bool,
    ) -> None:
        """Shows the game until ``quit`` is typed or the time of ``--seconds`` is up."""
        self._pages = pages
        seconds = JSON_SECONDS if args.json and args.seconds is None else args.seconds
        until_s = None if seconds is None else time.monotonic() + seconds
        if isinstance(sys.stdout, io.TextIOWrapper):
            sys.stdout.reconfigure(errors="replace")  # the terminal may lack our letters
        with Keyboard() as keyboard, self._output(keyboard, as_json=args.json) as show:
            _wait_synced(daemon)
            self._take_statuses()  # statuses from before the board was synced are not shown
            self._daemon = daemon
            while until_s is None or time.monotonic() < until_s:
                self._show_all(show, daemon, is_simulated)
                if self._wait_and_act(keyboard, commands, pages, until_s):
                    break
            daemon.status()  # returns when everything done before has been reported
            self._show_all(show, daemon, is_simulated)  # including the last answer

    def _show_all(
        self, show: Callable[[ScreenState], None], daemon: Daemon, is_simulated: bool
    ) -> None:
        for status in self._statuses():
            self._arrived(status)
            show(self._state(daemon, status, is_simulated))
        if self.status is not None:
            show(self._state(daemon, self.status, is_simulated))

    def _statuses(self) -> Iterator[Status]:
        with contextlib.suppress(queue.Empty):
            while True:
                yield self._new_statuses.get_nowait()

    def _take_statuses(self) -> None:
        for status in self._statuses():
            self._arrived(status)

    def _arrived(self, status: Status) -> None:
        before = self.status
        self.status = status
        if status.is_secret:
            self._explained = ""
        if status.is_secret or (before is not None and before.game != status.game):
            self._private = None
        if before is not None and before.game != status.game and before.is_going_on:
            self._left_unfinished = True
        self._line.set_secret(status.is_secret)
        if before is None or before.phase != status.phase or before.game != status.game:
            self._answer = ""
        if status.sync == "lost" and self._was_connected:
            self._on_fault(f"the board was lost in game {status.game}, phase {status.phase}")
        self._was_connected = status.sync != "lost"

    def _state(self, daemon: Daemon, status: Status, is_simulated: bool) -> ScreenState:
        if daemon.damage != self._damage:
            self._damage = daemon.damage
            if daemon.damage:
                self._note = self._words.of("table", "damaged", number=status.game)
        ports = list(daemon.hub.problems) if status.sync == "lost" else []
        trouble = self._words.of("table", "trouble", port=ports[0]) if ports else ""
        turn = [status.seats.index(seat) for seat in status.turn]
        if turn and not set(turn) - daemon.bots().keys():
            status = status._replace(moves=())  # nobody here makes them
        return ScreenState(
            status,
            trouble or self._voice_trouble,
            self._note,
            self._answer,
            self._line.shown,
            is_simulated,
            self._pages.address if self._pages else "",  # both change when phones may join
            self._pages.network_address if self._pages else "",
            self._helps,
            self._floor,
            _left_s(status),
        )

    def _wait_and_act(
        self,
        keyboard: Keyboard,
        commands: TypedCommands,
        pages: "ServedPages",
        until_s: float | None,
    ) -> bool:
        # Waits until something happens and executes what was typed; returns True on `quit`.
        wait_s = POLL_EVERY_S
        if until_s is not None:
            wait_s = max(0.0, min(wait_s, until_s - time.monotonic()))
        readers: list[socket.socket | int] = [self._wake_reader]
        if keyboard.fd is not None:
            readers.append(keyboard.fd)
        ready = select.select(readers, [], [], wait_s)[0]
        if self._wake_reader in ready:
            self._wake_reader.recv(4096)
        if self._screen is not None and self._screen.is_stale():
            self._drawn = []
        if keyboard.fd not in ready or self.status is None:
            return False
        self._take_statuses()  # the latest one tells whether eyes are closed
        keys = keyboard.read()
        if keys and self._explained:
            self._explained = ""
            keys = "" if keys == ESCAPE else keys  # any other key counts, too
        if self._invitation and keys:
            self._invitation = None
            keys = "" if keys.startswith(ESCAPE) else keys[1:]  # drop the key that closes it
        if keys and self._private:
            self._use_private(keys, commands, self.status)
            keys = ""
        for line in self._line.feed(keys):
            if line == "quit":
                return True
            verb, _, rest = line.lower().partition(" ")
            if verb == "page":
                self._invite(pages, rest.strip())
            elif verb == "look" and self._is_for_looking(line, rest.strip(), self.status):
                self._look_for(pages, rest.strip(), self.status)
            elif not line and self._screen and not self.status.is_secret:
                self._look_if_alone(pages, self.status)
            elif verb == "floor" and has_floors(self.status):
                self._look_at(rest.strip(), self.status)
            elif verb == "legend" and drawing_of(self.status):
                self._explain(self.status)
            elif line:
                self._note = ""
                self._floor = 0
                self._answer = commands.do(line, self.status)
                if verb == "help" and not self.status.is_secret:
                    self._helps += 1
                    self._explained = verb if self._screen else ""
        return False

    def _look_at(self, floor: str, status: Status) -> None:
        # An empty *floor* leaves the choice to the game. In a pipe the floor is printed.
        if floor not in ("", *map(str, range(1, status.floors + 1))):
            self._answer = self._words.of("table", "no-floor", floors=status.floors)
            return
        self._answer, self._floor = "", int(floor or 0)
        if self._screen is None:
            text = board_text(status, self._words, self._floor, is_ascii=self._is_ascii)
            self._to_print.append(text)

    def _explain(self, status: Status) -> None:
        # Explains the signs of the drawing, on the screen until a key is pressed.
        if self._screen is None:
            text = legend_text(status, self._words, is_ascii=self._is_ascii)
            self._to_print.append(text)
        elif not status.is_secret:
            self._explained = "legend"

    def _is_for_looking(self, line: str, wanted: str, status: Status) -> bool:
        # Some games have moves that begin with the same word.
        words = self._words.of_game(status.view["game"])
        is_seat = not wanted or _seat_number(wanted, status, words) is not None
        return is_seat and line not in status.moves and not status.is_secret

    def _look_for(self, pages: "ServedPages", wanted: str, status: Status) -> None:
        # Opens the screen of a seat that plays here: the *wanted* one, or the only one.
        assert self._daemon is not None
        words, people = self._words.of_game(status.view["game"]), self._people(status)
        here = [seat for seat in people if not pages.has_page(status.seats[seat])]
        number = _seat_number(wanted, status, words) if wanted or len(here) != 1 else here[0]
        if self._screen is None:
            self._answer = words.of("look", "no-screen")  # piped output may be kept
        elif number is None:
            seats = ", ".join(status.seats[seat] for seat in here)
            self._answer = words.of("look", "which", seats=seats)
        else:
            self._answer = self._open_private(pages, number, words, is_alone=people == [number])

    def _look_if_alone(self, pages: "ServedPages", status: Status) -> None:
        # Enter alone is enough for who plays alone against the computer.
        if len(self._people(status)) == 1 < len(status.seats):
            self._look_for(pages, "", status)

    def _people(self, status: Status) -> list[int]:
        assert self._daemon is not None
        bots = self._daemon.bots()
        return [seat for seat in range(len(status.seats)) if seat not in bots]

    def _open_private(
        self, pages: "ServedPages", seat: int, words: Words, *, is_alone: bool
    ) -> str:
        # Returns why it is not opened, or nothing.
        assert self.status is not None
        name = words.seat(self.status.seats[seat])
        try:
            may = pages.look(seat)
        except CommandError as error:
            return str(error)
        if may:
            self._private = PrivateScreen(seat, is_alone=is_alone)
            return ""
        return words.of("look", "not-here" if may is None else "soon", seat=name)

    def _seen_in_private(self) -> View | None:
        # What the private screen shows; None when its time is over or the seat is not here.
        private, status, daemon, pages = self._private, self.status, self._daemon, self._pages
        assert private and status and daemon and pages
        private.is_shown(now_ms())
        is_here = private.seat not in daemon.bots() and not pages.has_page(
            status.seats[private.seat]
        )
        if private.is_closed or not is_here or daemon.status().game != status.game:
            self._private = None
            return None
        return daemon.seat_view(private.seat)

    def _use_private(self, keys: str, commands: TypedCommands, status: Status) -> None:
        assert self._private is not None and self._daemon is not None
        seen = self._seen_in_private()
        move = self._private.feed(keys, seen, now_ms()) if seen else ""
        if move == STOP and status.beat:
            commands.do(f"{STOP} {status.seats[self._private.seat]}", status)
        elif move and move != STOP:
            self._note, self._floor = "", 0
            self._answer = commands.do(move, status)

    def _invite(self, pages: "ServedPages", wanted: str) -> None:
        # *wanted* is a seat's name, in the rules or in words; empty means the first seat.
        assert self.status is not None
        seats = self.status.seats
        words = self._words.of_game(self.status.view["game"])
        number = _seat_number(wanted, self.status, words) if wanted else 0
        if self._screen is None:
            self._answer = words.of("table", "no-invitation")  # piped output may be kept
        elif number is None:
            self._answer = words.of("table", "no-seat", seats=", ".join(seats))
        else:
            try:
                picture, address = pages.invitation(number)
                self._invitation = (words.seat(seats[number]), picture, address)
            except CommandError as error:
                self._answer = str(error)

    @contextlib.contextmanager
    def _output(
        self, keyboard: Keyboard, *, as_json: bool
    ) -> Iterator[Callable[[ScreenState], None]]:
        if as_json:
            yield lambda state: None
            return
        console = Console(highlight=False)
        self._is_ascii = console.options.ascii_only
        if not is_screen():
            yield self._print
            return
        is_ascii = self._is_ascii
        glyphs = TableGlyphs(is_ascii=is_ascii)
        with DrawnScreen(console, keyboard, wake_fd=self._wake_writer.fileno()) as screen:
            self._screen = screen

            def show(state: ScreenState) -> None:
                if self._invitation:
                    drawn = draw_invitation(
                        *self._invitation, self._words, *console.size, is_ascii=is_ascii
                    )
                elif self._private and (seen := self._seen_in_private()):
                    drawn = draw_private(
                        *(self._private, state, seen, self._words, console.size, now_ms()),
                        is_ascii=is_ascii,
                    )
                elif self._explained == "help":
                    drawn = draw_help(state, self._words, *console.size)
                elif self._explained == "legend":
                    drawn = draw_legend(state, self._words, *console.size, is_ascii=is_ascii)
                else:
                    drawn = draw(state, self._words, *console.size, glyphs)
                if drawn != self._drawn:
                    self._drawn = drawn
                    screen.draw(Group(*drawn))

            yield show

    def _print(self, state: ScreenState) -> None:
        for line in lines_between(self._printed, state, self._words):
            say(line)
        helps = state.helps - (self._printed.helps if self._printed else 0)
        for line in helps * help_lines(state, self._words):
            say(line)
        for text in self._to_print:
            say(text)
        self._to_print.clear()
        self._printed = state


def _seat_number(wanted: str, status: Status, words: Words) -> int | None:
    # The seat that is called so in the rules or in words, in small letters.
    names = (
        (name.lower(), number)
        for number, seat in enumerate(status.seats)
        for name in (seat, words.seat(seat))
    )
    return dict(names).get(wanted)


def _wait_synced(daemon: Daemon) -> None:
    # The hub learns that a board is ready before the table does.
    until_s = time.monotonic() + SYNCED_WITHIN_S
    while daemon.status().sync == "lost" and time.monotonic() < until_s:
        time.sleep(0.005)


def _left_s(status: Status) -> int:
    # Seconds that are left of a window's beat.
    if status.beat is None:
        return 0
    span = status.beat.span
    return max(0, -((now_ms() - span.since_ms - span.least_ms) // 1000))
