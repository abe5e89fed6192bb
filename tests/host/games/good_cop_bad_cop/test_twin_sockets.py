"""Twin games on real sockets: guests, hosts, a shared device and other seats get equal bytes.

In order, through refusals, reconnects, a hand-over, and what HTTP and the journal answer.
"""

from pathlib import Path

from tests.host.games.good_cop_bad_cop.twin_scripts import pair
from tests.host.games.good_cop_bad_cop.twin_sockets import NAMES, compare_sent, play_sockets
from tests.host.games.good_cop_bad_cop.twin_tables import alike

SEED, MOVES, PLAYERS = 211, 34, 4
CARDS = {"flashbang", "evidence_bag", "blackmail"}


def test_who_has_learned_the_same_is_sent_the_same_bytes(tmp_path: Path) -> None:
    script, twin = pair(SEED, MOVES, PLAYERS)
    one, other = play_sockets(tmp_path / "one", script), play_sockets(tmp_path / "other", twin)
    cards = {move.split()[2] for move in alike(one.heard, other.heard) if " play " in move}
    assert cards >= CARDS
    watching = [seat for seat in range(PLAYERS) if seat not in script.secret]
    names: list[str | int] = [*NAMES, *watching]
    for name in names:
        assert compare_sent(one, other, name) > 100, name
    assert any(one.told[seat] != other.told[seat] for seat in script.secret)
