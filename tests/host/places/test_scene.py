"""Scenes: an intent as ten bits, a scene by LED names."""

import pytest
from heist import wire
from heist.lights import Lights
from heistboard.places import layout
from heistboard.places.place import split_floor
from heistboard.places.scene import (
    DARK,
    PHASES,
    Colour,
    Intent,
    Level,
    Pattern,
    pack,
    unpack,
)
from hypothesis import given
from hypothesis import strategies as st

lit = st.builds(
    Intent,
    st.sampled_from([colour for colour in Colour if colour]),
    st.sampled_from(Level),
    st.sampled_from([pattern for pattern in Pattern if pattern is not Pattern.CHASE]),
    st.just(0),
) | st.builds(
    Intent,
    st.sampled_from([colour for colour in Colour if colour]),
    st.sampled_from(Level),
    st.just(Pattern.CHASE),
    st.integers(0, PHASES - 1),
)


@pytest.mark.parametrize(
    ("intent", "code"),
    [
        (Intent(), 0x00),
        (Intent(Colour.WHITE), 0x0C0),
        (Intent(Colour.WHITE, Level.DIM), 0x080),
        (Intent(Colour.RED, Level.NORMAL, Pattern.BLINK), 0x148),
        (Intent(Colour.GREEN, Level.LOW, Pattern.CHASE), 0x230),
        (Intent(Colour.GREEN, Level.LOW, Pattern.CHASE, 15), 0x23F),
        (Intent(Colour.AMBER, Level.BRIGHT, Pattern.SEXTUPLE), 0x3E6),
    ],
)
def test_intent_is_colour_level_and_motion_in_ten_bits(intent: Intent, code: int) -> None:
    assert intent.code == code
    assert Intent.from_code(code) == intent


@given(lit)
def test_intent_survives_its_code(intent: Intent) -> None:
    assert Intent.from_code(intent.code) == intent
    assert 0 < intent.code <= wire.INTENT_MASK
    motion = intent.code & wire.MOTION_MASK
    assert motion < wire.MOTIONS or motion >= wire.CHASE


@given(lit, st.integers(-100, 100))
def test_phase_counts_modulo_16_and_only_in_a_chase(intent: Intent, phase: int) -> None:
    found = Intent.from_code(intent._replace(phase=phase).code)
    assert found.phase == (phase % PHASES if intent.pattern is Pattern.CHASE else 0)


def test_a_number_of_flashes_is_a_pattern() -> None:
    names = [Pattern(flashes).name for flashes in range(1, 7)]
    assert names == ["SINGLE", "DOUBLE", "TRIPLE", "QUADRUPLE", "QUINTUPLE", "SEXTUPLE"]


@given(st.sampled_from(Level), st.sampled_from(Pattern))
def test_off_is_0_whatever_level_and_pattern(level: Level, pattern: Pattern) -> None:
    assert Intent(Colour.OFF, level, pattern).code == 0


@pytest.mark.parametrize("code", [0x089, 0x08F, 0x3E9, 0x3EF])
def test_reserved_motion_is_refused(code: int) -> None:
    with pytest.raises(ValueError, match="is not a valid Pattern"):
        Intent.from_code(code)


@pytest.mark.parametrize("code", range(128))
def test_code_without_colour_is_off(code: int) -> None:
    assert Intent.from_code(code) == Intent()


def test_pack_has_two_bytes_per_led_in_chain_order() -> None:
    first, last = layout.LEDS[0], layout.LEDS[-1]
    packed = pack({last: Intent(Colour.RED), first: Intent(Colour.BLUE)})
    assert packed[:2] == Intent(Colour.BLUE).code.to_bytes(2, "little")
    assert packed[-2:] == Intent(Colour.RED).code.to_bytes(2, "little")
    assert not any(packed[2:-2])
    assert len(packed) == 2 * len(layout.LEDS) == len(bytes(Lights(len(layout.LEDS)).intents))


def test_dark_is_dark() -> None:
    assert pack(DARK) == bytes(2 * len(layout.LEDS))
    assert unpack(pack(DARK)) == {}


def test_each_floor_gets_its_own_part() -> None:
    scene = {"b3": Intent(Colour.RED), "2:b3": Intent(Colour.BLUE), "3:r11": Intent(Colour.GREEN)}
    for floor in (1, 2, 3):
        names = {name for name in scene if split_floor(name)[0] == floor}
        assert unpack(pack(scene, floor), floor) == {name: scene[name] for name in names}
    assert pack(scene, 2) == pack({"b3": Intent(Colour.BLUE)})


@given(st.dictionaries(st.sampled_from(layout.LEDS), lit))
def test_scene_survives_packing(scene: dict[str, Intent]) -> None:
    assert unpack(pack(scene)) == scene


@given(st.dictionaries(st.sampled_from(layout.LEDS), lit), st.sampled_from(layout.LEDS))
def test_naming_an_led_that_is_off_changes_nothing(scene: dict[str, Intent], name: str) -> None:
    with_it = {**scene, name: Intent()}
    without = {led: intent for led, intent in scene.items() if led != name}
    assert pack(with_it) == pack(without)


@pytest.mark.parametrize(
    "name", ["a6", "", "A1", "x45", "r12", "a1.cover", "4:a1", "1:a1", "2:a6"]
)
def test_unknown_led_is_named(name: str) -> None:
    with pytest.raises(ValueError, match="no LED") as refusal:
        pack({name: Intent(Colour.RED)})
    assert repr(name) in str(refusal.value)
    assert "expected a1..e5, x11..x44" in str(refusal.value)


@pytest.mark.parametrize("size", [0, 52, 103, 105])
def test_unpack_needs_exactly_two_bytes_per_led(size: int) -> None:
    with pytest.raises(ValueError, match="bytes, expected 104"):
        unpack(bytes(size))
