"""Games as lists tell of them: those that can be played, the one on the table, earlier ones.

What is not named here is never told: no moves, and no options that may be secret.
"""

from collections.abc import Mapping

from heistboard import games
from heistboard.games import Package
from heistboard.games.guide import Guide
from heistboard.games.hint_grades import grades_of
from heistboard.games.status import Status
from heistboard.journal.entries import Summary
from heistboard.rules import Choice, Option
from heistboard.rules.contract import Json
from heistboard.rules.options import fitting
from heistboard.statistics.documents import document
from heistboard.statistics.facts_file import Found
from heistboard.statistics.totals import totals
from heistboard.web import game_texts

__all__ = ["counted", "earlier", "playable", "running"]


def playable(package: Package, kept: Mapping[str, Choice]) -> Json:
    """Returns an installed game, its options, decks and seats; *kept* replace options' defaults.

    The seats are by number of players, with the other options as usual, and with the computer
    players that are offered for each.
    """
    game = package.game
    decks: list[Json] = [
        {"name": name, "help": deck.help} for name, deck in game.decks.items() if deck.can_be_real
    ]
    return {
        "name": game.name,
        "title": game.title,
        "options": _options(game.choices, kept),
        "table_options": _options(package.table_options, kept),
        "decks": decks,
        "grades": list(grades_of(package)),
        "rules": package.has_rulebook,
        "guide": _learner(package),
        "seats": {str(players): _seats(package, players) for players in game.players},
    }


def running(status: Status) -> dict[str, Json]:
    """Returns the game on the table."""
    game, moves = str(status.view["game"]), status.view["moves"]
    assert isinstance(moves, list)
    return {
        "number": status.game,
        "game": game,
        "rules": games.package(game).has_rulebook,
        "players": status.view.get("players"),
        "moves": len(moves),
        "over": status.phase == "over",
    }


def earlier(summary: Summary) -> Json:
    """Returns a game that was played."""
    outcome = summary.outcome
    return {
        "number": summary.id,
        "game": summary.game,
        "players": summary.options.get("players"),
        "at": summary.created,
        "ended": summary.ended,
        "moves": summary.length,
        "outcome": None if outcome is None else {"side": outcome.side, "ending": outcome.ending},
    }


def _learner(package: Package) -> Json:
    # The number of the learner's seat in the guided first game; None if there is none.
    guide: Guide | None = package.claim("guide")
    if guide is None:
        return None
    options = {name: option.default for name, option in package.game.choices.items()}
    return package.game.seats({**options, **guide.options}).index(guide.seat)


def _seats(package: Package, players: int) -> list[Json]:
    options = {name: option.default for name, option in package.game.choices.items()}
    return [
        {"name": seat, "bots": list[Json](package.bots_for(seat))}
        for seat in package.game.seats({**options, "players": players})
    ]


def counted(found: Found) -> dict[str, Json]:
    """Returns the statistics of the finished games that were *found*."""
    return document(totals(found.games), found.left_out, game_texts.moment_texts)


def _options(options: Mapping[str, Option], kept: Mapping[str, Choice]) -> list[Json]:
    kept = fitting(kept, options)
    return [
        {
            "name": name,
            "values": list(option.values),
            "default": kept.get(name, option.default),
            "help": option.help,
            "is_text": option.check is not None,
        }
        for name, option in options.items()
    ]
