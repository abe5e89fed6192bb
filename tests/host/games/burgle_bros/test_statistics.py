"""What the statistics tell of a finished game of Burgle Bros."""

from heistboard.games.burgle_bros.game_record import recorded
from heistboard.games.burgle_bros.statistics import facts
from heistboard.words import Words

from tests.host.games.burgle_bros.careful_games import careful_game

SEEDS = range(6)


def test_all_players_are_one_side_and_the_length_is_in_turns() -> None:
    for seed in SEEDS:
        state = careful_game(seed)
        told = facts(state)
        assert told.sides == ("team",) * len(state.seats)
        assert told.length == state.job.turn


def test_the_best_moment_is_the_boldest_roll_that_cracked_a_safe() -> None:
    found = 0
    for seed in SEEDS:
        state = careful_game(seed)
        cracked = [roll for roll in recorded(state).rolls if roll.is_cracked]
        best = facts(state).best
        assert (best is None) == (not state.job.cracked)
        if best is not None:
            boldest = min(roll.chance for roll in cracked)
            assert best.rank == 1_000_000 - round(1_000_000 * boldest)
            assert best.ask.words["share"] == f"{100 * boldest:.0f}%"
            assert state.moves[best.step - 1].verb in ("roll", "turn", "leave_dice")
            found += 1
    assert found


def test_the_best_moment_is_told_in_words() -> None:
    best = next(found for seed in SEEDS if (found := facts(careful_game(seed)).best))
    share = best.ask.words["share"]
    said = Words("en", "burgle-bros").moment(best.ask)
    assert f"cracked a safe with a chance of {share}. Dice rolled:" in said
    assert f"вероятностью {share}" in Words("ru", "burgle-bros").moment(best.ask)
