"""Twin games at tables in virtual time: others are sent the same bytes at the same times.

``tests.long.good_cop_bad_cop_twins`` plays many more.
"""

from pathlib import Path

import pytest
from heistboard.games.good_cop_bad_cop import GAME
from heistboard.games.status import Status
from heistboard.rules import State, View
from heistboard.rules.autoplay import Dealer
from heistboard.rules.contract import Move
from heistboard.web import page_messages
from heistboard.web.sockets import PADDED_TO

from tests.host.games.good_cop_bad_cop.twin_scripts import RARE, pair
from tests.host.games.good_cop_bad_cop.twin_tables import alike, compare, play
from tests.support.beat_table import BeatTable
from tests.support.ram_folder import ram_folder

PLAYERS = 8
MOVES = 50
SEEDS = {
    16: "seven players, cards that are exchanged differ",
    44: "five players with the expansion, somebody is revived",
    54: "three players, all windows wait, the host is killed",
    90: "three players, two of them computers",
    96: "three players, the host is killed, a Flashbang mixes a row in another order",
    145: "four players, somebody's equipment is useless or not",
    241: "four players, somebody's equipment may be played on many or on few",
}


def test_who_has_learned_the_same_is_sent_the_same_at_the_same_time() -> None:
    cards: set[str] = set()
    for seed, what in SEEDS.items():
        script, twin = pair(seed, MOVES)
        with ram_folder() as name:
            one, other = play(Path(name) / "one", script), play(Path(name) / "other", twin)
        for seat in {*one.sent} - {*script.secret}:
            assert compare(one, other, seat) > 10, (seed, what, seat)
        assert any(one.sent[seat] != other.sent[seat] for seat in script.secret), what
        cards |= {move.split()[2] for move in alike(one, other) if " play " in move}
    assert cards >= {*RARE}


def test_the_length_of_an_encrypted_message_does_not_tell_the_card(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    lengths = [message_lengths(monkeypatch, card) for card in ("coffee", "k9_unit", "blackmail")]
    sizes = [max(plain) for plain, _ in lengths]
    assert max(sizes) > 60_000 > 3 * min(sizes)  # one card has many more moves than another
    assert len({tuple(encrypted) for _, encrypted in lengths}) == 1


def message_lengths(patch: pytest.MonkeyPatch, card: str) -> tuple[list[int], list[int]]:
    """How long p1's messages are up to the first window with that card, plain and encrypted."""
    plain, encrypted = list[int](), list[int]()

    def choose(self: Dealer, state: State) -> Move:
        legal = state.legal()
        mine = [move for move in legal if move == f"draw p1 {card}"]
        others = [move for move in legal if move.split()[-1] != card]
        return (mine or others)[0]

    def hear(status: Status, view: View) -> None:
        plain.append(len(page_messages.seat(status, view).encode()))
        message = page_messages.seat(status, view, is_encrypted=True)
        encrypted.append(-(-len(message.encode()) // PADDED_TO))

    patch.setattr(Dealer, "choose", choose)
    options = {"players": PLAYERS, "first": 1}
    with ram_folder() as name, BeatTable(Path(name), GAME.name, options=options) as table:
        for seat in range(PLAYERS):
            table.table.say(seat, f"p{seat + 1} arrange 123")
        table.table.watch(0, hear)
        table.table.say(0, "p1 pass")
        table.wait(1_500)
        assert table.status.phase == "action"
    return plain, encrypted
