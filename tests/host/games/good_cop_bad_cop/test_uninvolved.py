"""Nobody has to tap in a turn that does not concern them; ``tests.long.counted`` has figures."""

from pathlib import Path

from tests.support.counted_turns import CountedTurns, count_turns

BY_CARDS = {"aim", "audit", "discard", "flashbang", "look", "redirect", "turn-up"}


def test_who_is_not_concerned_has_to_tap_nothing(tmp_path: Path) -> None:
    total = CountedTurns.of(0)
    for players in (4, 8):
        total = total.plus(
            count_turns(tmp_path, "good-cop-bad-cop", "detective", 0, players=players)
        )
    assert total.required["active"] > total.turns > 20
    assert total.required["concerned"] and not total.required["uninvolved"]
    assert total.others.keys() <= BY_CARDS
