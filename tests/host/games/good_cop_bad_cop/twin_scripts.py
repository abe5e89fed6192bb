"""Games to play twice: random ones with many looks and cards, and twins that differ in secrets."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, Final

from heistboard.games.good_cop_bad_cop import GAME
from heistboard.games.good_cop_bad_cop.case import GONE
from heistboard.games.good_cop_bad_cop.components import EQUIPMENT, PLAYERS, ROW, SLOTS
from heistboard.games.good_cop_bad_cop.rules import GoodCopBadCop
from heistboard.games.window_options import ALL, beat_option
from heistboard.rules import CHANCE, Choice, Move

from tests.host.games.good_cop_bad_cop.conserved import any_options
from tests.host.games.good_cop_bad_cop.twin_tables import Script

__all__ = ["RARE", "pair"]

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
    state = _a_game(random, options, most)
    moves = [str(move) for move in state.moves]
    bots = "detective" if seed % 7 == 6 else ""
    secret, others = _a_twin(state, random, has_script=not bots)
    windows: Mapping[str, Choice] = ({}, {}, WAITS, MIXED)[seed % 4]
    killed_at = random.randrange(5, 60) if seed % 3 == 0 else None
    one = Script(options, moves, secret, seed, 2 * seed, windows, killed_at, bots)
    return one, one._replace(moves=others, private=2 * seed + 1)


def _a_game(random: Random, options: Mapping[str, Choice], most: int) -> GoodCopBadCop:
    # Plays a random game, with at most so many moves that are no passes.
    state = GAME.new(**options)
    assert isinstance(state, GoodCopBadCop)
    count = 0
    while state.outcome is None and (count < most or state.is_window):
        move = _choose(state, random)
        count += move.verb != "pass"
        state.push(move)
    return state


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


def _a_twin(
    state: GoodCopBadCop, random: Random, *, has_script: bool
) -> tuple[tuple[int, ...], list[str]]:
    # Returns two seats, and the moves with another secret that only these two may know: mostly
    # what a look, an exchange, a stolen card or a mixed row is about.
    moves = [str(move) for move in state.moves]
    events = [
        (number, move)
        for number, move in enumerate(state.moves)
        if move.verb in ("look", *(f"play_{card}" for card in RARE[:3]))
    ]
    if has_script and events and random.random() < 0.8:
        verb = random.choice(sorted({move.verb for _, move in events}))
        number, move = next(each for each in events if each[1].verb == verb)
        return _SECRETS[verb](state, number, move, moves, random)
    secret = tuple(random.sample(range(len(state.seats)), 2))
    change = random.choice((_swap, _rename, _arrange) if has_script else (_swap, _rename))
    return secret, change(moves, [PLAYERS[seat] for seat in secret], random)


def _before(state: GoodCopBadCop, number: int) -> GoodCopBadCop:
    past = state.copy()
    while len(past.moves) > number:
        past.pop()
    return past


def _of_look(
    state: GoodCopBadCop, number: int, move: Move, moves: list[str], random: Random
) -> tuple[tuple[int, ...], list[str]]:
    # Two cards of the one who is looked at have changed places.
    assert move.seat is not None
    slot = SLOTS.index(move.parts["card"])
    row = _before(state, number).case.rows[slot // ROW]
    _exchange(state, row[slot % ROW], row, moves)
    return (move.seat, slot // ROW), moves


def _of_blackmail(
    state: GoodCopBadCop, number: int, move: Move, moves: list[str], random: Random
) -> tuple[tuple[int, ...], list[str]]:
    # The two were dealt each other's card, if these differ; or another card of the other's.
    past = _before(state, number).case
    first, second = (SLOTS.index(move.parts[part]) for part in ("first", "second"))
    row = past.rows[second // ROW]
    others = (past.card_in(second), *row)
    _exchange(state, past.card_in(first), others, moves)
    return (first // ROW, second // ROW), moves


def _exchange(state: GoodCopBadCop, card: int, others: Sequence[int], moves: list[str]) -> None:
    # A card is known by the number in which it was dealt.
    deals = [number for number, move in enumerate(state.moves) if move.verb == "deal"]
    kinds = state.case.kinds
    for other in others:
        if GONE not in (card, other) and kinds[card] != kinds[other]:
            one, two = deals[card], deals[other]
            for at, source in ((one, state.moves[two]), (two, state.moves[one])):
                moves[at] = " ".join((*moves[at].split()[:2], source.split()[2]))
            return


def _of_evidence_bag(
    state: GoodCopBadCop, number: int, move: Move, moves: list[str], random: Random
) -> tuple[tuple[int, ...], list[str]]:
    # Another card was stolen, which nobody draws otherwise.
    assert move.seat is not None
    target = PLAYERS.index(move.parts["target"])
    (card,) = _before(state, number).case.hands[target]
    drawn = {each.parts["equipment"] for each in state.moves if each.verb == "draw"}
    free = [
        name
        for number, name in enumerate(EQUIPMENT)
        if name not in drawn and state.case.setting.equipment >> number & 1
    ]
    return (move.seat, target), _renamed(moves, EQUIPMENT[card], random.choice(free))


def _of_flashbang(
    state: GoodCopBadCop, number: int, move: Move, moves: list[str], random: Random
) -> tuple[tuple[int, ...], list[str]]:
    # The row was laid in another order.
    assert move.seat is not None
    after = _before(state, number + 1)
    if after.phase == "flashbang" and number + 1 < len(moves):
        moves[number + 1] = str(random.choice(after.legal()))
    other = random.choice([seat for seat in range(len(state.seats)) if seat != move.seat])
    return (move.seat, other), moves


_SECRETS: Final = {
    "look": _of_look,
    "play_blackmail": _of_blackmail,
    "play_evidence_bag": _of_evidence_bag,
    "play_flashbang": _of_flashbang,
}


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
    drawn = f"draw {random.choice(players)} "
    card = next((move.split()[2] for move in moves if move.startswith(drawn)), "")
    other = random.choice(EQUIPMENT)
    return _renamed(moves, card, other) if card else list(moves)


def _renamed(moves: Sequence[str], card: str, other: str) -> list[str]:
    # The two cards have changed places in the deck.
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
