"""A block that arrives only in part ends after 5 to 8 ms, also while the host says nothing more.

The host's quiet ACK completes a cut block after 100 ms; these tests have hosts that stay silent.
"""

import random

import pytest
from heist import wire
from heistboard.link import link
from heistboard.link.messages import Stats
from heistboard.places import layout
from heistboard.sim import ByteFaults

from tests.support.rig import Make, RealRig, both_ways

ACK = wire.block(wire.ACK, 0x4D2, wire.ACK_FORM, 3, 4, 0)
CUT = {
    "modem": b"AT\r",
    "letter": b"A",
    "ten_bytes": ACK[:10],
    "all_but_one": ACK[:31],
    "one_and_a_half": ACK + ACK[:16],
    "many_letters": b"AGSCQ" * 25,
}
PRESS_S = 0.3  # longer than a busy computer may keep a process from running
BYTES_IN_PRESS = 50  # less than 8 ms apart
CHANGES = 200  # tests/long/cut_blocks.py has 1 500, with presses of 40 ms
AT_ONCE = 10


class CutBlocks(ByteFaults):
    """Cuts a share of the blocks: only their first bytes arrive."""

    def __init__(self, seed: int, share: float) -> None:
        super().__init__(seed)
        self._dice = random.Random(seed)
        self._share = share

    def spoil(self, data: bytes) -> list[bytes]:
        left = bytearray()
        for at in range(0, len(data), wire.BLOCK_SIZE):
            block = data[at : at + wire.BLOCK_SIZE]
            if self._dice.random() < self._share:
                self.spoilt += 1
                block = block[: self._dice.randrange(1, len(block))]
            left += block
        return [bytes(left)]


@pytest.mark.parametrize("cut", CUT)
@both_ways
def test_no_press_is_lost_after_a_cut_block_and_silence(make: Make, cut: str) -> None:
    with make() as rig:
        with rig.paused():
            rig.board.inject(CUT[cut])
            rig.sleep(0.02)
            rig.board.set_reed("done", is_closed=True)
            rig.sleep(PRESS_S)
            rig.board.set_reed("done", is_closed=False)
            rig.sleep(0.1)
        assert rig.wait(lambda: len(rig.events) == 2)
        down, up = rig.events
        assert (down.name, down.is_closed, up.is_closed) == ("done", True, False)


@both_ways
def test_block_that_comes_byte_by_byte_does_not_hold_up_the_board(make: Make) -> None:
    with make() as rig:
        with rig.paused():
            for number, byte in enumerate(ACK * 2):
                if number in (3, 3 + BYTES_IN_PRESS):
                    rig.board.set_reed("done", is_closed=number == 3)
                rig.board.inject(bytes([byte]))
                rig.sleep(PRESS_S / BYTES_IN_PRESS)
            rig.sleep(0.05)
        assert rig.wait(lambda: len(rig.events) == 2)


def test_no_change_is_lost_when_a_fifth_of_the_blocks_is_cut(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # A board that waits for the rest of a block is blind until the host's next word.
    monkeypatch.setattr(link, "QUIET_MS", 500)
    with RealRig() as rig:
        cuts = CutBlocks(1, 0.2)
        rig.board.spoil(down=cuts)
        reeds = [name for name in layout.REEDS if name not in layout.BUTTONS]
        chance = random.Random(1)
        for _ in range(CHANGES // (2 * AT_ONCE)):
            pressed = chance.sample(reeds, AT_ONCE)
            for is_closed in (True, False):
                for reed in pressed:
                    rig.board.set_reed(reed, is_closed=is_closed)
                    rig.due.append((reed, is_closed))
                rig.sleep(PRESS_S)
        rig.board.spoil()
        rig.settle()
        assert cuts.spoilt
        assert not rig.faults and len(rig.events) == CHANGES


def test_cut_block_ends_after_5_to_8_ms() -> None:
    # A busy computer only makes it longer: some try is undisturbed.
    with RealRig() as rig:
        took_us: list[int] = []

        def stats() -> list[int]:
            return [each.pass_max_us for each in rig.notices if isinstance(each, Stats)]

        for _ in range(30):
            before = len(stats())
            with rig.paused():
                rig.board.inject(b"AT\r")
                rig.sleep(0.03)
            rig.hub.ready()[0].ask(wire.ASK_STATS)
            assert rig.wait(lambda before=before: len(stats()) > before)  # type: ignore[misc]
            took_us.append(stats()[-1])
            if 5_000 <= took_us[-1] <= 8_000:
                return
        raise AssertionError(took_us)
