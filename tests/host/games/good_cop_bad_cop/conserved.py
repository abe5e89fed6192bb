"""What stays the same in every game: cards, guns, wounds."""

from collections import Counter
from collections.abc import Mapping
from random import Random

from heistboard.games.good_cop_bad_cop import GAME
from heistboard.games.good_cop_bad_cop.case import GONE, NO_GUN, NOBODY, Agenda
from heistboard.games.good_cop_bad_cop.components import AGENT, KINGPIN, ROWS, ones
from heistboard.games.good_cop_bad_cop.rules import GoodCopBadCop
from heistboard.games.good_cop_bad_cop.teams import holder_of, wounded
from heistboard.rules import CHANCE, Choice, Move

__all__ = ["any_options", "check", "choose", "played"]


def any_options(random: Random) -> dict[str, Choice]:
    """Returns a number of players and a choice for every option."""
    options = {name: random.choice(list(option.values)) for name, option in GAME.options.items()}
    players = random.choice(GAME.players)
    options["first"] = min(int(options["first"]), players)
    return {"players": players, **options}


def choose(state: GoodCopBadCop, random: Random, *, is_hasty: bool = False) -> Move:
    """Chooses any move of any mover; chance deals by its odds.

    Hasty players shoot or take a gun whenever they may: their games have a quarter of the moves.
    """
    movers = state.movers
    seat = movers[int(random.random() * len(movers))]
    legal = state.legal(seat)
    if is_hasty and legal[-1].verb in ("arm", "shoot"):
        return legal[-1]
    if seat == CHANCE and state.phase == "deal":
        return random.choices(legal, state.odds())[0]
    return legal[int(random.random() * len(legal))]


def check(state: GoodCopBadCop, revived: set[int]) -> None:
    """Raises :exc:`AssertionError` if a card, a gun or a wound has come or gone."""
    case, setting = state.case, state.case.setting
    # Integrity cards: three each, or one for the revived.
    held = [card for row in case.rows for card in row if card != GONE]
    assert len(held) == len(set(held)) and len(case.kinds) == 3 * setting.players
    for seat, row in enumerate(case.rows):
        assert len([card for card in row if card != GONE]) == (1 if seat in revived else 3)
        assert len(row) == 3
    counts = Counter(case.kinds)
    assert all(
        counts[kind] + left == full
        for kind, (left, full) in enumerate(zip(case.integrity, setting.integrity, strict=True))
    )
    # Equipment: in hands, in the deck, on the table.
    equipment = [card for hand in case.hands for card in hand] + list(case.bottom)
    equipment += ones(case.deck)
    assert len(equipment) == len(set(equipment))
    on_table = set(ones(setting.equipment)) - set(equipment)
    assert len(on_table) == (case.planted != NOBODY)
    assert len(case.bottom) + case.deck.bit_count() >= 7 - (state.phase == "discard")
    assert case.holders == sum(1 << seat for seat, hand in enumerate(case.hands) if hand)
    assert all(len(hand) <= 1 for hand in case.hands) or state.phase == "discard"
    # Guns.
    assert 0 <= case.guns_in_centre <= setting.guns
    assert case.guns_in_centre + sum(aim != NO_GUN for aim in case.guns) == setting.guns
    for seat, aim in enumerate(case.guns):
        assert aim != seat
        if setting.aim_lost and aim >= 0:
            assert case.living >> aim & 1
        if aim == NOBODY:
            assert (
                state.phase in ("aim", "over")
                or case.living.bit_count() < setting.players
                or (revived)
            )
    # People: the eliminated have nothing.
    for seat in ones(setting.everybody & ~case.living):
        assert case.guns[seat] == NO_GUN and not case.hands[seat]
        assert not case.row(seat) & ~case.up
    assert wounded(case) & ~case.living == 0 and wounded(case).bit_count() <= setting.players
    assert not case.up & ~case.slots(setting.everybody)
    assert not any(case.up & row for row in ROWS[setting.players :])
    if state.outcome is None:
        leaders = {holder_of(case, AGENT), holder_of(case, KINGPIN)}
        assert len(leaders) == 2 and all(case.living >> seat & 1 for seat in leaders)
        assert state.phase in ("shot",) or case.living >> case.active & 1
        assert _depth(case.agenda) < 12


def _depth(agenda: Agenda) -> int:
    return 0 if agenda is None else 1 + _depth(agenda[1])


def played(
    random: Random,
    options: Mapping[str, Choice],
    every: int = 1,
    phases: set[str] | None = None,
    *,
    is_hasty: bool = False,
) -> GoodCopBadCop:
    """Plays a random game to its end, checks it at *every* so many moves, and returns it.

    *phases* are those of the checked steps.
    """
    state = GAME.new(**options)
    assert isinstance(state, GoodCopBadCop)
    revived: set[int] = set()
    while state.outcome is None:
        move = choose(state, random, is_hasty=is_hasty)
        state.push(move)
        if move.verb == "play_defibrillator":
            revived.add(int(move.parts["card"][1]) - 1)
        if len(state.moves) % every == 0 and state.case.round:
            check(state, revived)
        if phases is not None:
            phases.add(state.phase)
    check(state, revived)
    return state
