"""Scenes: an intent as a byte, a scene by LED names."""

import pytest
from heist import wire
from heist.lights import Lights
from heistboard.places import layout
from heistboard.places.scene import DARK, Colour, Intent, Level, Pattern, pack, unpack
from hypothesis import given
from hypothesis import strategies as st

lit = st.builds(
    Intent,
    st.sampled_from([colour for colour in Colour if colour]),
    st.sampled_from(Level),
    st.sampled_from(Pattern),
)


@pytest.mark.parametrize(
    ("intent", "byte"),
    [
        (Intent(), 0x00),
        (Intent(Colour.WHITE), 0x30),
        (Intent(Colour.WHITE, Level.DIM), 0x20),
        (Intent(Colour.RED, Level.NORMAL, Pattern.BLINK), 0x52),
        (Intent(Colour.GREEN, Level.LOW, Pattern.CHASE), 0x8B),
        (Intent(Colour.AMBER, Level.BRIGHT, Pattern.TRIPLE), 0xFD),
    ],
)
def test_intent_is_colour_level_and_pattern_in_one_byte(intent: Intent, byte: int) -> None:
    assert intent.byte == byte
    assert Intent.from_byte(byte) == intent


@given(lit)
def test_intent_survives_its_byte(intent: Intent) -> None:
    assert Intent.from_byte(intent.byte) == intent
    assert 0 < intent.byte < 256
    assert intent.byte & wire.PATTERN_MASK < wire.PATTERNS


@given(st.sampled_from(Level), st.sampled_from(Pattern))
def test_off_is_0_whatever_level_and_pattern(level: Level, pattern: Pattern) -> None:
    assert Intent(Colour.OFF, level, pattern).byte == 0


@pytest.mark.parametrize("byte", [0x26, 0x27, 0xFE, 0xFF])
def test_reserved_pattern_is_refused(byte: int) -> None:
    with pytest.raises(ValueError, match="is not a valid Pattern"):
        Intent.from_byte(byte)


@pytest.mark.parametrize("byte", range(32))
def test_byte_without_colour_is_off(byte: int) -> None:
    assert Intent.from_byte(byte) == Intent()


def test_pack_has_one_byte_per_led_in_chain_order() -> None:
    first, last = layout.LEDS[0], layout.LEDS[-1]
    packed = pack({last: Intent(Colour.RED), first: Intent(Colour.BLUE)})
    assert packed[0] == Intent(Colour.BLUE).byte
    assert packed[-1] == Intent(Colour.RED).byte
    assert not any(packed[1:-1])
    assert len(packed) == len(layout.LEDS) == len(Lights(len(layout.LEDS)).intents)


def test_dark_is_dark() -> None:
    assert pack(DARK) == bytes(len(layout.LEDS))
    assert unpack(pack(DARK)) == {}


@given(st.dictionaries(st.sampled_from(layout.LEDS), lit))
def test_scene_survives_packing(scene: dict[str, Intent]) -> None:
    assert unpack(pack(scene)) == scene


@given(st.dictionaries(st.sampled_from(layout.LEDS), lit), st.sampled_from(layout.LEDS))
def test_naming_an_led_that_is_off_changes_nothing(scene: dict[str, Intent], name: str) -> None:
    with_it = {**scene, name: Intent()}
    without = {led: intent for led, intent in scene.items() if led != name}
    assert pack(with_it) == pack(without)


@pytest.mark.parametrize("name", ["a6", "", "A1", "x45", "r12", "a1.cover"])
def test_unknown_led_is_named(name: str) -> None:
    with pytest.raises(ValueError, match="no LED") as refusal:
        pack({name: Intent(Colour.RED)})
    assert repr(name) in str(refusal.value)
    assert "expected a1..e5, x11..x44" in str(refusal.value)


@pytest.mark.parametrize("size", [0, 51, 53])
def test_unpack_needs_exactly_one_byte_per_led(size: int) -> None:
    with pytest.raises(ValueError, match="zip"):
        unpack(bytes(size))
