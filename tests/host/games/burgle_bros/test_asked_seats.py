"""Who is asked out of turn: only players whom the question concerns."""

from random import Random

from heistboard.games.burgle_bros import GAME
from heistboard.games.burgle_bros.rules import BurgleBros
from heistboard.rules import TABLE

GAMES = 60
CONCERNED = {
    "side",  # before the first turn
    "trade",  # with the one on turn
    "lose",  # a guard came
    "cancel",  # the Rook sent the player there
}


def test_out_of_turn_only_players_are_asked_whom_it_concerns() -> None:
    asked: dict[str, int] = {}
    for seed in range(GAMES):
        random = Random(seed)
        state = GAME.new(players=2 + seed % 3, advanced=seed % 2 == 1)
        assert isinstance(state, BurgleBros)
        while state.outcome is None:
            seat = state.seat
            if seat is not None and seat >= 0 and seat != state.job.active:
                asked[state.phase] = asked.get(state.phase, 0) + 1
                words = state.asked(TABLE).words
                assert state.seats[seat] == words["player"]
                if state.phase == "trade":
                    assert state.seats[seat] in (words["giver"], words["taker"])
            state.push(random.choice(state.legal()))
    assert asked.keys() == CONCERNED
