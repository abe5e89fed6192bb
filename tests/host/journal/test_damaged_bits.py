"""A flipped bit in the journal's file is harmless or reported: see tests/long for every bit."""

import random
from pathlib import Path

from tests.support.journal_bits import BitFlipper, cut_short, payload, small_journal

SEED = 1
ANYWHERE = 400
IN_ENTRIES = 1_200
PLAYED_ON = 60
HEAD = 28 * 8  # bits that a rollback journal begins with


def test_no_flipped_bit_goes_unreported(path: Path) -> None:
    data = small_journal(path)
    bits = BitFlipper(path, data)
    rng = random.Random(SEED)
    anywhere = rng.sample(range(len(data) * 8), ANYWHERE)
    entries = [at * 8 + bit for at in payload(data) for bit in range(8)]
    for bit in anywhere + rng.sample(entries, IN_ENTRIES):
        bits.flip(bit)
    assert bits.harmless > ANYWHERE // 2  # most of the file is empty
    assert bits.said > IN_ENTRIES * 0.9


def test_no_flipped_bit_loses_moves_when_games_are_resumed(path: Path) -> None:
    data = small_journal(path)
    bits = BitFlipper(path, data)
    used = [at * 8 + bit for at in range(len(data)) if data[at] for bit in range(8)]
    for bit in random.Random(SEED).sample(used, PLAYED_ON):
        bits.play_on(bit)
    assert 0 < bits.refused < PLAYED_ON


def test_no_flipped_bit_of_an_interrupted_commit_goes_unreported(path: Path) -> None:
    bits = BitFlipper(path, small_journal(path))
    cut = cut_short(bits)
    assert len(cut.pages) == 3  # the file's head, games, entries
    rng = random.Random(SEED)
    everywhere = range(len(cut.rollback) * 8)
    for written in ((), cut.pages[:1], cut.pages[1:], cut.pages):
        for bit in rng.sample(range(HEAD), 40) + rng.sample(everywhere, 20):
            bits.roll_back(cut, written, bit)
    assert bits.said and bits.harmless > bits.said
