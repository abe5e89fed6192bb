"""A board's Stage shows what encode() encodes, and SceneSender repeats until it does."""

import struct
from array import array
from random import Random

import pytest
from heist import stage, wire
from heist.lights import Lights
from heistboard.link.scene_sender import RETRY_MS, SceneSender, encode
from hypothesis import given
from hypothesis import strategies as st

from tests.support.messages import LEDS, SESSION

RED, BLUE, GREEN = 0x140, 0x1C0, 0x240


def packed(*codes: int) -> bytes:
    """Returns *codes* as a packed scene, repeated for all LEDs."""
    return struct.pack(f"<{LEDS}H", *(codes * LEDS)[:LEDS])


def painted(ground: bytes, changes: dict[int, int]) -> bytes:
    result = bytearray(ground)
    for led, intent in changes.items():
        struct.pack_into("<H", result, 2 * led, intent)
    return bytes(result)


DARK = packed(0)
MIXED = packed(RED, BLUE)

LIT = [tone << 5 | motion for tone in range(4, 32) for motion in (*range(9), *range(16, 32))]
intents = st.sampled_from([0] * len(LIT) + LIT)  # half of them dark; one choice draws fast
whole = st.lists(intents, min_size=LEDS, max_size=LEDS).map(lambda codes: packed(*codes))
few = st.dictionaries(st.integers(0, LEDS - 1), intents, max_size=14)
wanted_scenes = st.one_of(
    whole,
    st.builds(lambda ground, changes: painted(packed(ground), changes), intents, few),
)


class BoardStage:
    """A board's stage and lights."""

    def __init__(self, shown: bytes = DARK, scene: int = 0) -> None:
        self.lights = Lights(LEDS)
        self.lights.intents[:] = array("H", shown)
        self.stage = stage.Stage(self.lights)
        self.stage.shown = scene

    def take(self, blocks: list[bytes]) -> list[int]:
        """Feeds *blocks* to the stage; returns the scenes that it reports as lit."""
        said = []
        for block in blocks:
            answer = self.stage.part(bytearray(block))
            assert answer != stage.REFUSED
            if answer == stage.SHOWN:
                said.append(self.stage.shown)
        return said

    @property
    def intents(self) -> bytes:
        return bytes(self.lights.intents)


def scene_base_and_part(block: bytes) -> tuple[int, int, int]:
    """Returns scene, base and part of a SCENE block."""
    return block[3], block[4], block[5]


# Encoding.


@given(wanted_scenes, wanted_scenes, st.integers(1, 255), st.randoms(use_true_random=False))
def test_blocks_in_any_order_make_the_wanted_scene(
    shown: bytes, wanted: bytes, base: int, random: Random
) -> None:
    scene = base % 255 + 1
    blocks = encode(SESSION, scene, base, shown, wanted)
    random.shuffle(blocks)
    board = BoardStage(shown, base)
    assert board.take(blocks) == [scene]
    assert board.intents == wanted


@given(wanted_scenes, wanted_scenes, st.randoms(use_true_random=False))
def test_whole_scene_makes_the_wanted_one_whatever_is_shown(
    shown: bytes, wanted: bytes, random: Random
) -> None:
    blocks = encode(SESSION, 9, 0, b"", wanted)
    doubled = blocks + blocks[:-1]
    random.shuffle(doubled)
    board = BoardStage(shown, 200)
    board.take(doubled)
    assert board.intents == wanted


@given(wanted_scenes, wanted_scenes)
def test_nothing_is_shown_before_the_last_part(shown: bytes, wanted: bytes) -> None:
    blocks = encode(SESSION, 9, 8, shown, wanted)
    board = BoardStage(shown, 8)
    assert board.take(blocks[:-1]) == []
    assert board.intents == shown


@given(wanted_scenes, wanted_scenes)
def test_encoding_is_never_longer_than_the_differences(shown: bytes, wanted: bytes) -> None:
    different = sum(shown[at : at + 2] != wanted[at : at + 2] for at in range(0, len(wanted), 2))
    blocks = encode(SESSION, 9, 8, shown, wanted)
    assert 1 <= len(blocks) <= max(1, -(-different // wire.SCENE_PAIRS))


@pytest.mark.parametrize(
    ("wanted", "blocks"),
    [
        (DARK, 1),
        (painted(DARK, {5: RED}), 1),
        (painted(DARK, dict.fromkeys(range(11), RED)), 1),
        (painted(DARK, dict.fromkeys(range(12), RED)), 2),
        (packed(BLUE), 1),
        (painted(packed(BLUE), dict.fromkeys(range(10), RED)), 1),
        (painted(packed(BLUE), dict.fromkeys(range(11), RED)), 5),
        (MIXED, 5),
    ],
)
def test_number_of_blocks(wanted: bytes, blocks: int) -> None:
    assert len(encode(SESSION, 2, 1, DARK, wanted)) == blocks
    assert len(encode(SESSION, 2, 0, b"", wanted)) == blocks


def test_encoded_blocks_are_good_and_say_what_they_are() -> None:
    blocks = encode(SESSION, 7, 6, DARK, MIXED)
    assert [scene_base_and_part(block) for block in blocks] == [
        (7, 6, 0x50 | part) for part in range(5)
    ]
    reader = wire.BlockReader()
    for block in blocks:
        reader.want()[:] = block
        assert reader.got() == wire.SCENE


# Sending.


class SenderRig:
    """A sender, a board and a clock."""

    def __init__(self) -> None:
        self.sender = SceneSender(SESSION)
        self.board = BoardStage()
        self.now_ms = 0

    def sent(self, after_ms: int = 0) -> list[bytes]:
        self.now_ms += after_ms
        return self.sender.blocks(self.now_ms)

    def deliver(self, blocks: list[bytes]) -> None:
        assert blocks
        for scene in self.board.take(blocks):
            self.sender.lit(scene)

    def show(self, wanted: bytes) -> None:
        self.sender.want(wanted)
        self.deliver(self.sent())
        assert self.sender.is_settled
        assert self.board.intents == wanted


def test_nothing_is_sent_before_something_is_wanted() -> None:
    rig = SenderRig()
    assert rig.sent() == []
    assert rig.sender.is_settled


def test_first_scene_is_whole_and_number_1() -> None:
    rig = SenderRig()
    rig.sender.want(painted(DARK, {3: RED}))
    (block,) = rig.sent()
    assert scene_base_and_part(block) == (1, 0, 0x10)


def test_first_scene_is_sent_though_it_is_dark() -> None:
    # What the board showed before is unknown.
    rig = SenderRig()
    rig.board.lights.intents[3] = RED
    rig.show(DARK)


def test_what_is_shown_is_not_sent_again() -> None:
    rig = SenderRig()
    rig.show(painted(DARK, {3: RED}))
    rig.sender.want(painted(DARK, {3: RED}))
    assert rig.sent(10 * RETRY_MS) == []


def test_next_scene_is_what_differs_from_the_one_before() -> None:
    rig = SenderRig()
    rig.show(MIXED)
    rig.sender.want(painted(MIXED, {7: GREEN}))
    (block,) = rig.sent()
    assert scene_base_and_part(block) == (2, 1, 0x10)
    assert block[6:10] == struct.pack("<HH", 7 << wire.PAIR_LED_SHIFT | GREEN, wire.NO_PAIR)


def test_scene_is_sent_once_until_it_is_overdue_then_whole() -> None:
    rig = SenderRig()
    rig.show(painted(DARK, {3: RED}))
    rig.sender.want(painted(DARK, {3: RED, 4: RED}))
    assert [scene_base_and_part(block)[:2] for block in rig.sent()] == [(2, 1)]
    assert rig.sent(RETRY_MS - 1) == []
    again = rig.sent(1)
    assert [scene_base_and_part(block)[:2] for block in again] == [(2, 0)]
    assert rig.sent(RETRY_MS - 1) == []
    rig.deliver(rig.sent(1))
    assert rig.board.intents == painted(DARK, {3: RED, 4: RED})
    assert rig.sent(10 * RETRY_MS) == []


def test_lost_lit_is_recovered() -> None:
    rig = SenderRig()
    rig.sender.want(painted(DARK, {3: RED}))
    assert rig.board.take(rig.sent()) == [1]
    assert not rig.sender.is_settled
    rig.deliver(rig.sent(RETRY_MS))
    assert rig.sender.is_settled
    assert rig.board.intents == painted(DARK, {3: RED})


def test_lost_part_is_recovered() -> None:
    rig = SenderRig()
    wanted = MIXED
    rig.sender.want(wanted)
    blocks = rig.sent()
    assert rig.board.take(blocks[:2] + blocks[3:]) == []
    rig.deliver(rig.sent(RETRY_MS))
    assert rig.board.intents == wanted


def test_parts_of_two_tries_do_not_mix() -> None:
    rig = SenderRig()
    shown = painted(DARK, dict.fromkeys(range(30), RED))
    rig.show(shown)
    wanted = painted(shown, dict.fromkeys(range(20, 40), BLUE))
    rig.sender.want(wanted)
    differences = rig.sent()
    again = rig.sent(RETRY_MS)
    assert len(differences) > 1
    rig.board.take(differences[:1])
    rig.board.take(again[:-1])
    assert rig.board.intents == shown
    rig.board.take(differences[1:])  # late
    assert rig.board.intents in (shown, wanted)
    rig.deliver(rig.sent(RETRY_MS))
    assert rig.board.intents == wanted


def test_newest_wanted_wins_and_those_between_are_skipped() -> None:
    rig = SenderRig()
    rig.sender.want(painted(DARK, {1: RED}))
    first = rig.sent()
    for led in range(2, 6):
        rig.sender.want(painted(DARK, {led: RED}))
        assert rig.sent(1) == []
    rig.deliver(first)
    assert not rig.sender.is_settled
    rig.deliver(rig.sent())
    assert rig.sender.is_settled
    assert rig.board.stage.shown == 2
    assert rig.board.intents == painted(DARK, {5: RED})


def test_back_to_what_is_shown_is_sent_if_something_else_is_on_its_way() -> None:
    rig = SenderRig()
    rig.show(painted(DARK, {1: RED}))
    rig.sender.want(DARK)
    on_its_way = rig.sent()
    rig.sender.want(painted(DARK, {1: RED}))
    rig.deliver(on_its_way)
    rig.deliver(rig.sent())
    assert rig.board.intents == painted(DARK, {1: RED})


def test_board_that_shows_another_scene_gets_a_whole_one() -> None:
    # A late block, after another greeting.
    rig = SenderRig()
    rig.show(painted(DARK, {1: RED}))
    rig.board.stage.reset()
    rig.sender.want(painted(DARK, {2: RED}))
    rig.deliver(rig.sent())
    assert not rig.sender.is_settled
    again = rig.sent(RETRY_MS)
    assert [scene_base_and_part(block)[:2] for block in again] == [(2, 0)]
    rig.deliver(again)
    assert rig.board.intents == painted(DARK, {2: RED})


def test_unexpected_lit_makes_the_board_show_what_is_wanted() -> None:
    # An older whole scene arrived late and was shown.
    rig = SenderRig()
    rig.show(painted(DARK, {1: RED}))
    rig.deliver(encode(SESSION, 99, 0, b"", painted(DARK, {9: BLUE})))
    assert rig.board.intents == painted(DARK, {9: BLUE})
    rig.deliver(rig.sent())
    assert rig.board.intents == painted(DARK, {1: RED})


def test_repeated_lit_changes_nothing() -> None:
    rig = SenderRig()
    rig.show(painted(DARK, {1: RED}))
    rig.sender.lit(1)
    assert rig.sent(10 * RETRY_MS) == []
    rig.sender.want(painted(DARK, {2: RED}))
    assert [scene_base_and_part(block)[:2] for block in rig.sent()] == [(2, 1)]


def test_scene_numbers_begin_again_after_255_and_are_never_0() -> None:
    rig = SenderRig()
    numbers = []
    for round_ in range(600):
        rig.show(painted(DARK, {round_ % LEDS: RED}))
        numbers.append(rig.board.stage.shown)
    assert numbers == [round_ % 255 + 1 for round_ in range(600)]


@given(st.lists(st.tuples(wanted_scenes, st.integers(0, 7), st.integers(0, 150)), max_size=25))
def test_any_losses_end_with_the_wanted_scene(steps: list[tuple[bytes, int, int]]) -> None:
    rig = SenderRig()
    wanted = DARK
    for wanted, losses, ms in steps:
        rig.sender.want(wanted)
        blocks = [block for i, block in enumerate(rig.sent(ms)) if not losses >> i % 2 & 1]
        for scene in rig.board.take(blocks):
            if not losses & 4:
                rig.sender.lit(scene)
    rig.sender.want(wanted)
    for _ in range(4):
        blocks = rig.sent(RETRY_MS)
        for scene in rig.board.take(blocks):
            rig.sender.lit(scene)
    assert rig.sender.is_settled
    assert rig.board.intents == wanted
    assert rig.sent(RETRY_MS) == []
