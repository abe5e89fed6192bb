"""Reads the settings of a game from the command line of ``heistboard play GAME``."""

from argparse import Namespace
from random import SystemRandom

from heistboard.app import Settings
from heistboard.app.guide_calls import guided
from heistboard.boards.data_folder import DataFolder
from heistboard.cli.game_options import (
    Options,
    find_package,
    new_state,
    read_bots,
    read_deal,
    read_options,
    require_guide,
    require_hints,
)
from heistboard.games import Package
from heistboard.journal.entries import Summary
from heistboard.journal.game_text import JournalError
from heistboard.journal.store import Store
from heistboard.terminal.output import CommandError, UsageError
from heistboard.word_lists import all_of

__all__ = ["settings_of"]


def settings_of(args: Namespace, data: DataFolder) -> tuple[Settings, int | None]:
    """Returns the settings, and the number of the game that could be resumed instead, if any.

    Raises :exc:`CommandError`, or :exc:`UsageError` for values that are never allowed.
    """
    name, old = args.game, None
    if name is not None:
        find_package(name)
    if args.resume is not None and args.players is not None:
        raise UsageError(f"game {args.resume} already has its players; leave --players out")
    known = _games(data)
    if args.resume is not None:
        found = next((each for each in known if each.id == args.resume), None)
        if found is None:
            raise CommandError(f"there is no game {args.resume}; see `heistboard journal list`")
        if name is not None and name != found.game:
            raise CommandError(f"game {found.id} is {found.game}, not {name}; leave {name!r} out")
        if found.outcome is not None:
            raise CommandError(
                f"game {found.id} is over; see it with `heistboard journal show {found.id}`"
            )
        name, old = found.game, found.options
    package = _package(name)
    options, table_options = read_options(args, package, has_table=True)
    if args.resume is not None and options:
        raise UsageError(f"game {args.resume} already has its {all_of(options)}; leave that out")
    state = new_state(package.game, options)
    bots = read_bots(args, package, state.options if old is None else old)
    require_hints(args, package)
    last = next((each for each in known if each.game == name), None)
    if args.guide:
        require_guide(args, package, Options(options, table_options))
        begun = guided(package, SystemRandom())
        table = {**begun.table_options, **table_options}
        return begun._replace(table_options=table), None
    can_go_on = last is not None and last.outcome is None and last.length and args.resume is None
    settings = Settings(
        name,
        int(options["players"]) if "players" in options else None,
        args.resume,
        table_options,
        read_deal(args, package.game),
        options={each: value for each, value in options.items() if each != "players"},
        hints=args.hints,
        bots=bots,
    )
    return settings, last.id if last and can_go_on else None


def _package(name: str) -> Package:
    # A game of the journal may have been uninstalled: that is no wrong usage.
    try:
        return find_package(name)
    except UsageError as error:
        raise CommandError(str(error)) from None


def _games(data: DataFolder) -> list[Summary]:
    if not data.journal.exists():
        return []
    try:
        with Store(data.journal) as store:
            return store.games()
    except JournalError as error:
        raise CommandError(str(error)) from None
