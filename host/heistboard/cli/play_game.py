"""``heistboard play GAME``: runs board, journal, voice, pages and terminal for one game.

With ``--json`` it prints one document at the end: ``game``, ``id``, ``phase``, ``seat``, ``sync``,
``ask``, ``moves`` (what is hidden is ``?``) and ``outcome``.
"""

import contextlib
import logging
from argparse import Namespace
from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING

from heistboard import games
from heistboard.app import Daemon, Settings, Status
from heistboard.app.claim import Claim
from heistboard.app.control import Control, ControlError
from heistboard.app.requests import Requests
from heistboard.boards.choice import BoardChoice, choose
from heistboard.boards.connected import require_ready, wait_settled
from heistboard.boards.data_folder import DataFolder
from heistboard.boards.health_file import save_health
from heistboard.cli.play_screen import PlayScreen
from heistboard.cli.play_settings import settings_of
from heistboard.cli.reader_language import reader_language
from heistboard.cli.typed_again import whole_command
from heistboard.games.pieces import Pieces, pieces_of
from heistboard.journal.game_text import JournalError
from heistboard.journal.store import Store
from heistboard.link.floors import Modules
from heistboard.places.lighting import Lighting
from heistboard.places.place import MOST_FLOORS, at_floor
from heistboard.sim import SimHands
from heistboard.sim.board_model import SERIALS
from heistboard.sim.following_hands import FollowingHands
from heistboard.sim.standing_pieces import StandingPieces
from heistboard.terminal.output import CommandError, emit, leave_stdout, say
from heistboard.terminal.typed_commands import TypedCommands
from heistboard.voice.speech import Voice, VoiceMissing, VoiceTrouble
from heistboard.words import Words

if TYPE_CHECKING:
    from heistboard.web import Devices, Listening

__all__ = ["lighting_of", "play_game", "voice_of"]

SHORT_FINGERPRINT = 23  # characters: eight bytes

_log = logging.getLogger(__name__)


def play_game(
    args: Namespace,
    data: DataFolder,
    on_fault: Callable[[str], None],
    *,
    is_real: bool,
    settings: Settings | None = None,
    claim: Claim | None = None,
    listener: "Listening | None" = None,
    devices: "Devices | None" = None,
) -> int:
    """Plays until ``--seconds`` are over or it is ended; raises :exc:`CommandError`.

    *settings* default to those of *args*. *on_fault* gets a sentence when the board is lost. The
    data folder keeps the health of a real board's reeds. Nothing is written until the data folder
    is claimed (with *claim*, it already is) and the pages have their port: that of *listener*, if
    given, which is closed at the end. *devices* are those of the lobby, if there was one.
    """
    from heistboard.cli.play_pages import bind

    try:
        held = claim or Claim(data.path)
    except (JournalError, ControlError) as error:
        raise CommandError(str(error)) from None
    with held, listener or bind(args) as bound:
        return _play(args, data, on_fault, bound, devices, is_real=is_real, settings=settings)


def _play(
    args: Namespace,
    data: DataFolder,
    on_fault: Callable[[str], None],
    listener: "Listening",
    devices: "Devices | None",
    *,
    is_real: bool,
    settings: Settings | None,
) -> int:
    from heistboard.cli.play_pages import serve  # loads a web server, which only play needs

    words = Words(args.lang or reader_language())
    unfinished = None
    if settings is None:
        settings, unfinished = settings_of(args, data)
    floors = _floors(settings, data)
    pieces = _pieces(settings, floors)
    modules = Modules(data.floors() if is_real else None)
    lighting = lighting_of(args, data)
    command = whole_command(args, "play", "--resume", str(unfinished))
    screen = PlayScreen(words, (unfinished, command) if unfinished else None, on_fault)
    with contextlib.ExitStack() as exits:
        exits.callback(screen.close)
        voice = voice_of(args, words, lambda trouble: screen.show_voice_trouble(trouble.value))
        closed = StandingPieces(pieces).closed
        chosen = exits.enter_context(
            choose(args.board or "auto", modules, else_sim=True, closed=closed, floors=floors)
        )
        if chosen.is_on_python:
            screen.add_note(words.of("table", "on-python"))
        hands = _hands(chosen, pieces, floors)
        follows = _follow(chosen, hands)
        daemon = Daemon(
            data.journal,
            settings,
            chosen.ports,
            modules,
            _working(data) if is_real else frozenset(),
            lighting,
            partial(_save_lighting, data),
            partial(_save_floors, data) if is_real else _forget_floors,
            has_board=chosen.has_board,
            hands=follows,
        )
        daemon.listeners.append(screen.set_status)
        if voice:
            exits.enter_context(voice)
            daemon.listeners.append(voice.announce)
        try:
            exits.enter_context(daemon)
            of_game = words.of_game(daemon.status().view["game"])
            for seat, bot in daemon.bots().items():
                name = of_game.seat(daemon.seats()[seat])
                screen.add_note(of_game.of("table", "computer", seat=name, bot=bot))
            with _withdrawn_if_it_fails(daemon):
                requests = Requests(daemon)
                exits.enter_context(Control(requests, data.path))
                pages = exits.enter_context(
                    serve(args, daemon, data.path, hands, listener, devices)
                )
                if pages.authority is not None:
                    address, fingerprint = pages.authority
                    short = fingerprint[:SHORT_FINGERPRINT]  # the screen has one line for it
                    screen.add_note(words.of("table", "trust", address=address, fingerprint=short))
                requests.offer_for_seat("invite", pages.invite)
                requests.offer_for_seat("put-out", pages.put_out)
                if chosen.has_board:
                    wait_settled(daemon.hub, chosen.ports)
                    require_ready(daemon.hub)
            commands = TypedCommands(daemon, words, hands, pages.has_page)
            screen.run(args, daemon, commands, pages, is_simulated=bool(hands))
        except (JournalError, ControlError) as error:
            raise CommandError(str(error)) from None
        except KeyboardInterrupt:
            pass  # the usual way to end it
        except BrokenPipeError:
            leave_stdout()  # for example piped to `head`
        finally:
            if is_real:
                doubted = daemon.reports
                save_health(data, modules, doubted=doubted, has_secrets=screen.has_secrets)
    _print_end(args, words, screen.status)
    return 0


@contextlib.contextmanager
def _withdrawn_if_it_fails(daemon: Daemon) -> Iterator[None]:
    # A failed start leaves no empty game in the journal.
    try:
        yield
    except BaseException:
        daemon.withdraw()
        raise


def _floors(settings: Settings, data: DataFolder) -> int:
    # How many floors the game wants.
    try:
        if settings.resume is not None:
            with Store(data.journal) as store:
                state = store.get(settings.resume).state
        else:
            state = games.load(settings.game).new(settings.players, **settings.options)
    except (ValueError, JournalError) as error:
        raise CommandError(str(error)) from None
    return state.game.floors(state.options)


def _pieces(settings: Settings, floors: int) -> Pieces:
    try:
        return pieces_of(settings.game, floors)
    except ValueError as error:
        raise CommandError(str(error)) from None


def _hands(chosen: BoardChoice, pieces: Pieces, floors: int) -> SimHands | None:
    # Only if all boards are simulated: hands do not know what stands on the others.
    if not chosen.sims or chosen.simulate is None:
        return None
    return SimHands(chosen.simulate(floors), pieces)


def _follow(chosen: BoardChoice, hands: SimHands | None) -> FollowingHands | None:
    if hands is None or chosen.simulate is None:
        return None
    return FollowingHands(hands, chosen.simulate)


def lighting_of(args: Namespace, data: DataFolder) -> Lighting:
    """Returns the lighting that *args* ask for, and saves it; by default, the saved one."""
    kept = data.lighting()
    lighting = Lighting(args.brightness or kept.brightness, args.supply or kept.supply)
    if lighting != kept:
        data.save_lighting(lighting)
    return lighting


def _working(data: DataFolder) -> frozenset[str]:
    # The reeds that are known to work, by their names at the table.
    floors = range(1, MOST_FLOORS + 1)
    return frozenset(at_floor(floor, reed) for floor in floors for reed in data.working(floor))


def _save_floors(data: DataFolder, floors: dict[str, int]) -> None:
    real = {serial: floor for serial, floor in floors.items() if serial not in SERIALS}
    try:
        data.save_floors(real)
    except CommandError as error:
        _log.warning("%s", error)  # the game goes on


def _forget_floors(floors: dict[str, int]) -> None:
    # Those of simulated boards are not saved.
    pass


def _save_lighting(data: DataFolder, lighting: Lighting) -> None:
    try:
        data.save_lighting(lighting)
    except CommandError as error:
        _log.warning("%s", error)  # the game goes on


def voice_of(
    args: Namespace,
    words: Words | None = None,
    on_trouble: Callable[[VoiceTrouble], None] = lambda trouble: None,
) -> Voice | None:
    """Returns the voice for ``--voice``, or None; raises :exc:`CommandError` if it is missing."""
    if not args.voice:
        return None
    try:
        return Voice(words or Words("en"), on_trouble)
    except VoiceMissing as error:
        raise CommandError(str(error)) from None


def _print_end(args: Namespace, words: Words, status: Status | None) -> None:
    if args.json:
        emit(_document(status))
    elif status is not None and status.view["moves"]:
        with contextlib.suppress(BrokenPipeError):
            number = str(status.game)
            if status.view["outcome"] is None:
                key, command = "kept", whole_command(args, "play", "--resume", number)
            elif games.package(str(status.view["game"])).review is not None:
                key, command = "finished", whole_command(args, "review", number)
            else:
                key, command = "finished", whole_command(args, "journal", "show", number)
            say(words.of("table", key, number=number, command=command))


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
