"""Games to play twice: random ones with many looks and cards, and twins that differ in secrets."""

from collections.abc import Collection, Mapping, Sequence
from random import Random
from typing import Any

from heistboard.games.good_cop_bad_cop import GAME
from heistboard.games.good_cop_bad_cop.components import EQUIPMENT
from heistboard.games.good_cop_bad_cop.rules import GoodCopBadCop
from heistboard.games.window_options import ALL, beat_option
from heistboard.rules import CHANCE, Choice, Move

from tests.host.games.good_cop_bad_cop.conserved import any_options
from tests.host.games.good_cop_bad_cop.twin_tables import Script

__all__ = ["pair"]

WAITS = {beat_option(kind): ALL for kind in GAME.windows}
MIXED = {
    beat_option(kind): beat
    for kind, beat in zip(GAME.windows, (ALL, "0.5", "30", "2", "5"), strict=True)
}

PASSES = 0.85  # of the answers in windows
RARE = ("flashbang", "blackmail", "evidence_bag", "defibrillator")  # what the issue names


def pair(seed: int, most: int, players: int = 0) -> tuple[Script, Script]:
    """Returns two scripts that differ in what two seats keep secret.

    By the seed they have 3 to 8 players, the expansion, all options, windows with beats and
    windows that wait for all, a kill of the host, or computer players. *most* bounds the moves,
    without passes.
    """
    random = Random(seed)
    options: dict[str, Any] = {"players": players or 3 + seed % 6, "bombers": seed % 12 > 5}
    if seed % 5 == 0:
        options = {**any_options(random), "players": options["players"]}
    options["first"] = 1
    moves = _a_game(random, options, most)
    secret = tuple(random.sample(range(options["players"]), 2))
    others = _a_twin(moves, secret, random)
    windows: Mapping[str, Choice] = ({}, {}, WAITS, MIXED)[seed % 4]
    killed_at = random.randrange(5, 60) if seed % 3 == 0 else None
    bots = "detective" if seed % 7 == 6 else ""
    one = Script(options, moves, secret, seed, 1, windows, killed_at, bots)
    return one, one._replace(moves=others, private=2)


def _a_game(random: Random, options: Mapping[str, Choice], most: int) -> list[Move]:
    """Returns the moves of a random game, at most so many that are no passes."""
    state = GAME.new(**options)
    assert isinstance(state, GoodCopBadCop)
    count = 0
    while state.outcome is None and (count < most or state.is_window):
        move = _choose(state, random)
        count += move.verb != "pass"
        state.push(move)
    return list(state.moves)


def _choose(state: GoodCopBadCop, random: Random) -> Move:
    seat = random.choice(state.movers)
    legal = state.legal(seat)
    if seat == CHANCE:
        rare = [move for move in legal if move.split()[-1] in RARE]
        return random.choice(rare if rare and random.random() < 0.4 else legal)
    if state.is_window:
        revives = [move for move in legal if move.verb == "play_defibrillator"]
        is_silent = not revives and random.random() < PASSES
        return legal[-1] if is_silent else random.choice(revives or legal)
    shots = [move for move in legal if move.verb in ("arm", "shoot")]
    return random.choice(shots if shots and random.random() < 0.6 else legal)


def _a_twin(moves: Sequence[str], secret: Collection[int], random: Random) -> list[str]:
    """Returns the moves with other cards or rows of the *secret* seats."""
    change = random.choice((_swap, _swap, _rename, _arrange))
    return change([str(move) for move in moves], [f"p{seat + 1}" for seat in secret], random)


def _swap(moves: list[str], players: Sequence[str], random: Random) -> list[str]:
    # Two of them were dealt each other's card.
    verb = random.choice(("deal", "draw"))
    places = {
        player: [at for at, move in enumerate(moves) if move.startswith(f"{verb} {player} ")]
        for player in players[:2]
    }
    if all(places.values()):
        one, other = (random.choice(each[:3]) for each in places.values())
        for at, source in ((one, moves[other]), (other, moves[one])):
            moves[at] = " ".join((*moves[at].split()[:2], source.split()[2]))
    return moves


def _rename(moves: list[str], players: Sequence[str], random: Random) -> list[str]:
    # One of them was dealt another card of the deck: it may be useless where that was not.
    card = next(
        (m.split()[2] for m in moves if m.startswith(f"draw {random.choice(players)} ")), ""
    )
    other = random.choice(EQUIPMENT)
    names = {card: other, other: card}
    return [
        " ".join((*move.split()[:2], names.get(move.split()[2], move.split()[2])))
        if move.startswith("draw ")
        else move
        for move in moves
    ]


def _arrange(moves: list[str], players: Sequence[str], random: Random) -> list[str]:
    order = "".join(random.sample("123", 3))
    at = [n for n, move in enumerate(moves) if move.startswith(f"{players[0]} arrange ")]
    moves[random.choice(at)] = f"{players[0]} arrange {order}"
    return moves
