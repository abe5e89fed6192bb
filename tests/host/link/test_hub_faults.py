"""Every fault of the link, from reed to hub, in virtual time; some in real time too.

test_faults.py has the same faults at every byte and in many more combinations.
"""

import random

import pytest
from heistboard.firmware import wire
from heistboard.link.link import LinkState
from heistboard.link.messages import Fault
from heistboard.places import layout
from heistboard.places.scene import Colour, Intent, Pattern, pack
from heistboard.sim import ByteFaults

from tests.support.rig import Make, both_ways, by_reed, virtually

RED = Intent(Colour.RED, pattern=Pattern.BLINK)


def some_reeds(count: int, seed: int = 1) -> list[str]:
    """Returns *count* reeds; none occurs again within the next 40."""
    names = list(layout.REEDS)
    random.Random(seed).shuffle(names)
    return [names[i % 60] for i in range(count)]


def bad(kind: str, share: float, seed: int) -> ByteFaults:
    return ByteFaults(
        seed,
        loss=share if kind == "loss" else 0,
        corruption=share if kind == "corruption" else 0,
        duplication=share if kind == "duplication" else 0,
    )


@both_ways
def test_bursts_arrive_whole_and_in_order(make: Make) -> None:
    with make() as rig:
        rig.play(some_reeds(200), every_ms=2)
        rig.settle()


@virtually
def test_clock_wrap(make: Make) -> None:
    with make(clock_ms=2**29 - 1000) as rig:
        rig.play(some_reeds(100), every_ms=20)
        rig.settle()
        times = [event.time_ms for event in rig.events]
        assert times == sorted(times)
        assert times[-1] >= 2**29


@pytest.mark.parametrize("percent", [1, 5, 20])
@pytest.mark.parametrize("kind", ["loss", "corruption", "duplication"])
@virtually
def test_bad_line(make: Make, kind: str, percent: int) -> None:
    with make() as rig:
        share = percent / 100
        up = bad(kind, share, seed=percent)
        down = bad(kind, share, seed=percent + 1)
        rig.board.spoil(up, down)
        ms = rig.play(some_reeds(60), every_ms=10)
        rig.hub.show(rig.board.serial, pack({"b3": RED}))
        rig.sleep(ms / 1000)
        rig.board.spoil()
        rig.settle()
        assert rig.wait_leds(lambda leds: leds["b3"][0] > 0)
        assert up.spoilt + down.spoilt > 0


@pytest.mark.parametrize("size", [1, 63, 64, 65, 128])
@both_ways
def test_cut_and_merged_transfers(make: Make, size: int) -> None:
    with make() as rig:
        rig.board.spoil(
            ByteFaults(chunk=size, delay_ms=3 if size > 1 else 0), ByteFaults(chunk=size)
        )
        rig.play(some_reeds(80), every_ms=3)
        rig.hub.show(rig.board.serial, pack(dict.fromkeys(layout.LEDS[::2], RED)))
        rig.settle()


@virtually
def test_delayed_line(make: Make) -> None:
    with make() as rig:
        rig.board.spoil(ByteFaults(delay_ms=150), ByteFaults(delay_ms=150))
        rig.play(some_reeds(60), every_ms=10)
        rig.settle()


@both_ways
def test_modem_manager_at_any_moment(make: Make) -> None:
    with make() as rig:
        chance = random.Random(7)
        rig.play(some_reeds(60), every_ms=10)
        for _ in range(40):
            rig.board.inject(b"AT\r")
            rig.sleep(chance.random() / 50)
        rig.settle()


@both_ways
def test_control_characters_do_not_stop_the_program(make: Make) -> None:
    with make() as rig:
        assert rig.module.hello is not None
        boot = rig.module.hello.boot
        for _ in range(20):
            rig.board.inject(b"\x03\x04\x01\x02\x05\r\n" * 9)
        # And inside blocks: 3 and 4 as LED numbers, colours, event numbers.
        rig.hub.show(rig.board.serial, bytes([0x40, 0x01] * 52))
        rig.play(some_reeds(20), every_ms=5)
        rig.settle()
        assert rig.module.hello.boot == boot
        assert rig.causes(LinkState.LOST) == []


@both_ways
def test_stale_bytes_at_open(make: Make) -> None:
    with make() as first:
        first.play(some_reeds(10), every_ms=2)
        first.settle()
        first.hub.close()
        # Half a block from a killed host, and the board's answers, are still in the buffers.
        first.board.inject(wire.block(wire.ACK, 99, wire.ACK_FORM, 1, 2, 0)[:17])
        with make(first.board) as second:
            second.play(some_reeds(10, seed=5), every_ms=2)
            assert second.wait(second.is_settled, 5)
            last = [(event.name, event.is_closed) for event in second.events][-10:]
            assert by_reed(last) == by_reed(second.due)


@virtually
def test_frozen_host(make: Make) -> None:
    """While nobody reads for ten seconds, the board goes on; afterwards it sends everything."""
    with make() as rig:
        with rig.paused():
            ms = rig.play(some_reeds(200), every_ms=20)
            assert 5000 < ms < 10_000
            rig.sleep(10)
            assert rig.board.waiting <= wire.WINDOW
        rig.settle()
        assert [fault for fault in rig.faults if fault.code == wire.FAULT_SHORT_WRITE] == []


@both_ways
def test_stuck_line(make: Make) -> None:
    """The host's computer reads nothing, while the host keeps writing."""
    with make() as rig:
        rig.board.set_host_reads(False)
        rig.play(some_reeds(100), every_ms=10)
        rig.sleep(2.5)
        assert rig.board.waiting <= wire.LINE_HOLDS
        rig.board.set_host_reads(True)
        rig.settle()
        # A GREET lets the board write once more, into a line that may be full.
        assert len([each for each in rig.faults if each.code == wire.FAULT_SHORT_WRITE]) <= 1


@virtually
def test_queue_overflow_is_reported_and_the_picture_corrected(make: Make) -> None:
    with make() as rig:
        with rig.paused():
            ms = rig.play(some_reeds(400), every_ms=2)
            rig.sleep(ms / 1000)
        assert rig.wait(lambda: any(f.code == wire.FAULT_OVERFLOW for f in rig.faults), 10)
        assert rig.wait(lambda: rig.picture == rig.truth, 10)
        kept = rig.events
        assert 256 <= len(kept) < 400
        told = by_reed((event.name, event.is_closed) for event in kept[:256])
        due = by_reed(rig.due)
        assert all(told[name] == due[name][: len(told[name])] for name in told)
        said = max(f.detail for f in rig.faults if isinstance(f, Fault))
        assert said >= 400 - len(kept) - 1


@pytest.mark.parametrize("leaves_port", [True, False])
@both_ways
def test_reset_in_mid_event(make: Make, leaves_port: bool) -> None:
    with make() as rig:
        rig.board.set_reed("b3.cover", is_closed=True)
        rig.board.set_reed("x23.occupant", is_closed=True)
        rig.board.reset(leaves_port=leaves_port)
        assert rig.wait(lambda: len(rig.causes(LinkState.READY)) == 2, 5)
        assert rig.picture == {"b3.cover", "x23.occupant"}


@both_ways
def test_pull_and_replug_under_another_name(make: Make) -> None:
    with make() as rig:
        rig.hub.show(rig.board.serial, pack({"c3": RED}))
        old = rig.board.port
        rig.board.pull()
        rig.play(some_reeds(100), every_ms=2)
        assert rig.wait(lambda: bool(rig.causes(LinkState.LOST)), 2)
        rig.board.plug()
        assert rig.board.port != old
        assert rig.wait(lambda: bool(rig.hub.ready()), 5)
        rig.settle()
        assert rig.board.leds["c3"] != (0, 0, 0) or rig.wait_leds(lambda x: x["c3"][0] > 0)


@both_ways
def test_frozen_board(make: Make) -> None:
    with make() as rig:
        rig.board.freeze()
        rig.play(some_reeds(10), every_ms=2)
        assert rig.wait(lambda: bool(rig.causes(LinkState.LOST)), 5)
        rig.board.thaw()
        assert rig.wait(lambda: bool(rig.hub.ready()), 5)
        assert rig.wait(lambda: rig.picture == rig.truth, 5)


@virtually
def test_a_board_left_alone_breathes_and_keeps_its_events(make: Make) -> None:
    with make() as first:
        first.hub.close()
        assert first.wait_leds(lambda leds: all(led > (0, 0, 0) for led in leds.values()), 8)
        first.play(some_reeds(50), every_ms=2)
        with make(first.board) as second:
            second.due = first.due
            second.settle()
