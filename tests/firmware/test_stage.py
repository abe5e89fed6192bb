"""Scenes collected part by part and shown at once. Runs on CPython and on MicroPython."""

import peer
from dice import Dice
from heist import wire
from heist.lights import Lights
from heist.stage import PARTIAL, REFUSED, SHOWN, Stage

LEDS = 52
RED = 2 << 7 | 2 << 5
BLUE = 3 << 7 | 2 << 5
SOUND = (8, 16, 31)  # the motions at the ends of those there are
RESERVED = (9, 15)


class StageBench:
    """A stage with its lights, and what was answered."""

    def __init__(self) -> None:
        self.lights = Lights(LEDS)
        self.stage = Stage(self.lights)

    def take(
        self, number: int, base: int, pairs: "list[tuple[int, int]]", parts: int = 1, part: int = 0
    ) -> int:
        block = bytearray(peer.scene(number, base, pairs, parts << 4 | part))
        before = bytes(block)
        answer = self.stage.part(block)
        assert block == before
        return answer

    def lit(self) -> "dict[int, int]":
        return {led: intent for led, intent in enumerate(self.lights.intents) if intent}


def test_nothing_is_shown_at_first() -> None:
    bench = StageBench()
    assert bench.stage.shown == 0
    assert bench.lit() == {}


def test_scene_of_one_part_is_shown_at_once() -> None:
    bench = StageBench()
    assert bench.take(1, 0, [(0, RED), (LEDS - 1, BLUE)]) == SHOWN
    assert bench.stage.shown == 1
    assert bench.lit() == {0: RED, LEDS - 1: BLUE}


def test_scene_without_pairs_changes_what_it_is_based_on_in_nothing() -> None:
    bench = StageBench()
    bench.take(1, 0, [(3, RED)])
    assert bench.take(2, 1, []) == SHOWN
    assert (bench.stage.shown, bench.lit()) == (2, {3: RED})


def test_based_on_0_all_that_is_not_named_is_dark() -> None:
    bench = StageBench()
    bench.take(1, 0, [(3, RED), (4, RED)])
    assert bench.take(2, 0, [(4, BLUE)]) == SHOWN
    assert bench.lit() == {4: BLUE}


def test_based_on_what_is_shown_the_others_stay() -> None:
    bench = StageBench()
    bench.take(1, 0, [(3, RED), (4, RED)])
    assert bench.take(2, 1, [(4, BLUE), (3, 0)]) == SHOWN
    assert bench.lit() == {4: BLUE}
    assert bench.take(3, 2, [(5, RED)]) == SHOWN
    assert bench.lit() == {4: BLUE, 5: RED}


def test_every_led_is_one_pair_and_pairs_after_it_count() -> None:
    bench = StageBench()
    assert bench.take(1, 0, [(7, BLUE), (wire.LED_ALL, RED), (9, BLUE)]) == SHOWN
    expected = dict.fromkeys(range(LEDS), RED)
    expected[9] = BLUE
    assert bench.lit() == expected


def test_of_two_pairs_for_one_led_the_later_counts() -> None:
    bench = StageBench()
    bench.take(1, 0, [(7, BLUE), (7, RED)])
    assert bench.lit() == {7: RED}


def test_nothing_is_nothing_whatever_its_intent() -> None:
    bench = StageBench()
    assert bench.take(1, 0, [(wire.LED_NONE, 0x3EF), (2, RED), (wire.LED_NONE, RED)]) == SHOWN
    assert bench.lit() == {2: RED}


def test_all_eleven_pairs_count() -> None:
    bench = StageBench()
    pairs = [(4 * i, RED | 16 + i) for i in range(wire.SCENE_PAIRS)]
    assert bench.take(1, 0, pairs) == SHOWN
    assert bench.lit() == dict(pairs)


# Parts.


def test_parts_are_shown_together_with_the_last_one() -> None:
    bench = StageBench()
    bench.take(1, 0, [(0, RED)])
    assert bench.take(2, 1, [(1, RED)], 3, 0) == PARTIAL
    assert bench.take(2, 1, [(2, RED)], 3, 1) == PARTIAL
    assert (bench.stage.shown, bench.lit()) == (1, {0: RED})
    assert bench.take(2, 1, [(3, RED)], 3, 2) == SHOWN
    assert (bench.stage.shown, bench.lit()) == (2, {0: RED, 1: RED, 2: RED, 3: RED})


def test_parts_come_in_any_order() -> None:
    for order in ((0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0)):
        bench = StageBench()
        answers = [bench.take(1, 0, [(part, RED)], 3, part) for part in order]
        assert answers == [PARTIAL, PARTIAL, SHOWN]
        assert bench.lit() == {0: RED, 1: RED, 2: RED}


def test_part_that_comes_twice_is_one_part() -> None:
    bench = StageBench()
    for _ in range(3):
        assert bench.take(1, 0, [(0, RED)], 2, 0) == PARTIAL
    assert bench.lit() == {}
    assert bench.take(1, 0, [(1, RED)], 2, 1) == SHOWN
    assert bench.lit() == {0: RED, 1: RED}


def test_fifteen_parts_fill_every_led() -> None:
    bench = StageBench()
    for part in range(wire.SCENE_PARTS_MOST):
        pairs = [(led, RED | 16 + part) for led in range(part, LEDS, wire.SCENE_PARTS_MOST)]
        answer = bench.take(1, 0, pairs, wire.SCENE_PARTS_MOST, part)
        assert answer == (SHOWN if part == wire.SCENE_PARTS_MOST - 1 else PARTIAL)
    assert bench.lit() == {led: RED | 16 + led % 15 for led in range(LEDS)}


def test_another_number_base_or_count_of_parts_begins_anew() -> None:
    for number, base, parts in ((3, 1, 2), (2, 0, 2), (2, 1, 3)):
        bench = StageBench()
        bench.take(1, 0, [(0, RED)])
        assert bench.take(2, 1, [(1, RED)], 2, 0) == PARTIAL
        for part in range(parts - 1, 0, -1):
            assert bench.take(number, base, [(10 + part, RED)], parts, part) == PARTIAL
        assert bench.stage.shown == 1
        assert bench.take(number, base, [(10, RED)], parts, 0) == SHOWN
        expected = {10 + part: RED for part in range(parts)}
        if base:
            expected[0] = RED
        assert bench.lit() == expected
        assert bench.stage.shown == number


def test_scene_that_was_begun_and_left_leaves_no_trace() -> None:
    bench = StageBench()
    assert bench.take(1, 0, [(1, RED)], 2, 0) == PARTIAL
    assert bench.take(2, 0, [(2, RED)]) == SHOWN
    assert bench.lit() == {2: RED}
    assert bench.take(1, 2, [(3, RED)], 2, 1) == PARTIAL
    assert bench.take(1, 2, [], 2, 0) == SHOWN
    assert bench.lit() == {2: RED, 3: RED}


# What changes nothing.


def test_part_of_the_scene_that_is_shown_changes_nothing() -> None:
    bench = StageBench()
    bench.take(5, 0, [(1, RED)])
    for base in (0, 5, 4):
        assert bench.take(5, base, [(2, BLUE)]) == SHOWN
        assert bench.take(5, base, [(2, BLUE)], 2, 1) == SHOWN
    assert (bench.stage.shown, bench.lit()) == (5, {1: RED})


def test_part_with_another_base_changes_nothing() -> None:
    bench = StageBench()
    bench.take(5, 0, [(1, RED)])
    for base in (4, 6, 255):
        assert bench.take(7, base, [(2, BLUE)]) == SHOWN
    assert (bench.stage.shown, bench.lit()) == (5, {1: RED})


def test_parts_that_change_nothing_leave_what_was_begun() -> None:
    bench = StageBench()
    bench.take(5, 0, [(1, RED)])
    assert bench.take(6, 5, [(2, RED)], 2, 0) == PARTIAL
    assert bench.take(5, 0, [(3, BLUE)], 2, 0) == SHOWN
    assert bench.take(7, 4, [(3, BLUE)]) == SHOWN
    assert bench.take(8, 5, [(LEDS + 1, BLUE)]) == REFUSED
    assert bench.take(6, 5, [(4, RED)], 2, 1) == SHOWN
    assert bench.lit() == {1: RED, 2: RED, 4: RED}


def test_scene_may_come_back_once_another_was_shown() -> None:
    bench = StageBench()
    bench.take(1, 0, [(1, RED)])
    bench.take(2, 1, [(2, RED)])
    assert bench.take(1, 2, [(3, RED)]) == SHOWN
    assert (bench.stage.shown, bench.lit()) == (1, {1: RED, 2: RED, 3: RED})


def test_after_scene_255_comes_1() -> None:
    bench = StageBench()
    bench.take(255, 0, [(1, RED)])
    assert bench.take(1, 0, [(2, RED)]) == SHOWN
    assert (bench.stage.shown, bench.lit()) == (1, {2: RED})


def test_after_a_reset_scene_0_is_shown_and_the_lights_stay() -> None:
    bench = StageBench()
    bench.take(1, 0, [(1, RED)])
    bench.take(2, 1, [(2, RED)], 2, 0)
    bench.stage.reset()
    assert (bench.stage.shown, bench.lit()) == (0, {1: RED})
    assert bench.take(2, 1, [(3, RED)], 2, 1) == SHOWN  # another base: says 0
    assert (bench.stage.shown, bench.lit()) == (0, {1: RED})
    assert bench.take(1, 0, [(4, RED)]) == SHOWN
    assert (bench.stage.shown, bench.lit()) == (1, {4: RED})


def test_what_was_begun_before_a_reset_is_forgotten() -> None:
    bench = StageBench()
    assert bench.take(1, 0, [(1, RED)], 2, 0) == PARTIAL
    bench.stage.reset()
    assert bench.take(1, 0, [(2, RED)], 2, 1) == PARTIAL
    assert bench.take(1, 0, [], 2, 0) == SHOWN
    assert bench.lit() == {2: RED}


# Refusals.


def refused(number: int, pairs: "list[tuple[int, int]]", parts: int = 1, part: int = 0) -> None:
    bench = StageBench()
    bench.take(1, 0, [(1, RED)])
    assert bench.take(number, 1, pairs, parts, part) == REFUSED, (number, pairs, parts, part)
    assert (bench.stage.shown, bench.lit()) == (1, {1: RED})


def test_scene_0_is_refused() -> None:
    refused(0, [(2, RED)])


def test_leds_that_do_not_exist_are_refused() -> None:
    for led in (LEDS, LEDS + 1, 60, 61):
        refused(2, [(led, RED)])
        refused(2, [(2, RED), (led, RED)])
        refused(2, [(2, RED)] * 10 + [(led, RED)])


def test_reserved_motions_are_refused() -> None:
    for motion in RESERVED:
        refused(2, [(2, RED | motion)])
        refused(2, [(3, RED)] * 10 + [(2, motion)])
        refused(2, [(wire.LED_ALL, RED | motion)])
    for motion in SOUND:
        assert StageBench().take(2, 0, [(2, RED | motion)]) == SHOWN


def test_part_beyond_the_parts_is_refused() -> None:
    refused(2, [(2, RED)], 0, 0)
    for parts in range(1, 15):
        refused(2, [(2, RED)], parts, parts)
    refused(2, [(2, RED)], 1, 15)
    refused(2, [(2, RED)], 15, 15)


def test_every_led_in_one_part_of_several_is_refused() -> None:
    refused(2, [(wire.LED_ALL, RED)], 2, 0)
    refused(2, [(2, RED), (wire.LED_ALL, RED)], 15, 3)


def test_refusals_go_before_the_word_that_a_scene_is_shown() -> None:
    refused(1, [(LEDS, RED)])


# All of it.


def test_agrees_with_a_dictionary() -> None:
    roll = Dice(7).roll
    bench = StageBench()
    shown = 0
    lit: dict[int, int] = {}
    for _ in range(300):
        number = shown % 255 + 1
        base = shown if roll(3) else 0
        parts = 1 + roll(5)
        pairs = [
            (led, roll(32) << 5 | (roll(9), 16 + roll(16))[roll(2)])
            for led in range(LEDS)
            if roll(10) < 2 * parts
        ]
        chunks = [pairs[part::parts][: wire.SCENE_PAIRS] for part in range(parts)]
        order = list(range(parts))
        for i in range(parts):
            j = roll(parts)
            order[i], order[j] = order[j], order[i]
        expected = dict(lit) if base else {}
        for i in range(parts):
            for part in order[: i + 1] if roll(2) else [order[i]]:
                answer = bench.take(number, base, chunks[part], parts, part)
                if answer == SHOWN:
                    break
                assert answer == PARTIAL
                assert (bench.stage.shown, bench.lit()) == (shown, lit)
            assert (answer == SHOWN) == (i == parts - 1)
        for chunk in chunks:
            expected.update(dict(chunk))
        lit = {led: intent for led, intent in expected.items() if intent}
        shown = number
        assert (bench.stage.shown, bench.lit()) == (shown, lit)
