"""The board's side of the link, block by block; test_session_window.py has frames in flight.

Runs on CPython and on MicroPython.
"""

import struct

import document
import peer
from heist import wire
from heist.session import ALONE_MS, HELLO_EVERY_MS, STATS_EVERY_MS
from peer import SESSION, events, fields, kinds
from session_bench import FRAME, INTERPRETER, LONGEST_EVENTS, OTHER, RED, Bench, greeted

# The state table.


def said_to_a_greet(bench: Bench) -> str:
    frames = bench.answer(peer.greet())
    assert fields(frames[0][:7] + bytes(4), "<HB") == (SESSION, wire.PROTOCOL)
    assert [event[:2] for event in events(frames[2])] == [(0, 12 | wire.CLOSED)]
    names = {"H": "HELLO", "N": "SNAPSHOT", "E": "EVENTS"}
    return ", ".join(names[kind] for kind in kinds(frames))


def said_to_a_block_before_a_greet(bench: Bench) -> str:
    frames = bench.answer(peer.ack(0, 0))
    assert kinds(frames) == "H"
    return f"HELLO of session {frames[0][4] | frames[0][5] << 8}"


def said_to_a_block(bench: Bench) -> str:
    assert kinds(bench.answer(peer.config())) == "C"
    return "as its message says"


def said_to_a_foreign_block(bench: Bench) -> str:
    return kinds(bench.answer(wire.block(wire.ASK, OTHER, wire.ASK_FORM, wire.ASK_STATS)))


def said_after_silence(bench: Bench) -> str:
    bench.wait(5000)
    return kinds(bench.hear())


SAID = {
    ("ALONE", "GREET"): said_to_a_greet,
    ("ALONE", "other good block"): said_to_a_block_before_a_greet,
    ("GREETED", "GREET"): said_to_a_greet,
    ("GREETED", "good block"): said_to_a_block,
    ("GREETED", "foreign block"): said_to_a_foreign_block,
    ("GREETED", "5 s without a good block"): said_after_silence,
}


def test_state_table_is_what_happens() -> None:
    rows = document.rows("The board (`heist/session.py`)")
    assert sorted((state, event) for state, event, _, _ in rows) == sorted(SAID)
    for state, event, answer, after in rows:
        bench = Bench()
        bench.change(12 | wire.CLOSED)
        if state == "GREETED":
            bench.answer(peer.greet(0x1111 if event == "GREET" else SESSION))
        said = SAID[(state, event)](bench)
        assert said == answer, (state, event, said)
        assert ("GREETED" if bench.session.session else "ALONE") == after, (state, event)
        assert bench.lights.alone == (after == "ALONE")
        assert len(bench.session.queue) == 1


# ALONE.


def test_board_alone_says_nothing_by_itself() -> None:
    bench = Bench()
    bench.change(1 | wire.CLOSED)
    bench.session.fault(wire.FAULT_EXCEPTION, 1)
    for _ in range(100):
        bench.wait(100)
        assert bench.hear() == []


def test_reeds_closed_at_the_start_are_in_the_first_snapshot_and_no_events() -> None:
    bench = Bench(closed=(0, 9, 12, 69))
    frames = bench.answer(peer.greet())
    assert kinds(frames) == "HN"
    at, time_ms, lost, closed = fields(frames[1], wire.SNAPSHOT_FORM)
    assert (at, time_ms, lost) == (0, bench.now_ms, 0)
    assert closed == b"\x01\x12" + bytes(6) + b"\x20"


def test_hello_of_session_0_comes_at_most_every_250_ms() -> None:
    bench = Bench()
    assert kinds(bench.answer(peer.ack(0, 0))) == "H"
    for _ in range(HELLO_EVERY_MS - 1):
        bench.wait(1)
        assert bench.answer(peer.ack(0, 0)) == []
    bench.wait(1)
    assert kinds(bench.answer(peer.ack(0, 0))) == "H"
    bench.wait(HELLO_EVERY_MS - 1)
    assert bench.answer(peer.config()) == []


def test_first_hello_of_session_0_comes_at_once() -> None:
    for now_ms in (0, 1, HELLO_EVERY_MS, wire.CLOCK_MASK):
        assert kinds(Bench(now_ms=now_ms).answer(peer.ack(0, 0))) == "H"


def test_board_alone_obeys_nothing() -> None:
    bench = Bench()
    bench.tell(peer.config(100, 9, 8, 7))
    bench.tell(peer.scene(1, 0, [(0, RED)]))
    bench.tell(peer.ask(wire.ASK_STATS))
    assert kinds(bench.hear()) == "H"
    assert (bench.lights.budget_ma, bench.debounce.close_ms) == (200, 5)
    assert not any(bench.lights.intents)
    assert bench.session.foreign == 0


def test_hellos_to_nobody_keep_the_window_and_end_with_a_greet() -> None:
    fits = wire.WINDOW // 3 - wire.HELLO_SIZE - FRAME
    for size, hellos in ((fits - 1, 3), (fits, 3), (fits + 1, 2)):
        bench = Bench(interpreter=b"x" * size)
        said = 0
        for _ in range(20):
            bench.wait(HELLO_EVERY_MS)
            said += len(bench.answer(peer.config()))
        assert said == hellos
        assert kinds(bench.answer(peer.greet())) == "HN"


def test_acknowledged_hellos_to_nobody_go_on() -> None:
    bench = greeted()
    bench.change(*range(60))
    assert len(bench.hear()) == 3
    bench.wait(ALONE_MS)
    for _ in range(20):
        bench.wait(HELLO_EVERY_MS)
        assert kinds(bench.answer(peer.ack(0, bench.seen, 0, OTHER))) == "H"


def test_five_seconds_of_silence_end_the_session() -> None:
    bench = greeted()
    bench.wait(ALONE_MS - 1)
    assert (bench.session.session, bench.lights.alone) == (SESSION, False)
    bench.session.wants_picture = False
    bench.wait(1)
    assert (bench.session.session, bench.lights.alone) == (0, True)
    assert bench.session.wants_picture


def test_any_block_of_the_session_keeps_it() -> None:
    bench = greeted()
    for block in (peer.ack(0, 0), peer.config(), peer.ask(1), peer.ask(99), peer.greet()):
        bench.wait(ALONE_MS - 1)
        assert bench.session.session == SESSION
        bench.tell(block)


def test_foreign_blocks_do_not_keep_a_session() -> None:
    bench = greeted()
    for _ in range(5):
        bench.wait(ALONE_MS // 5)
        bench.tell(peer.ack(0, 0, 0, OTHER))
    assert bench.session.session == 0


def test_what_was_due_is_not_said_once_the_host_is_gone() -> None:
    bench = Bench()
    bench.tell(peer.greet())
    bench.tell(peer.config())
    bench.wait(ALONE_MS)
    assert bench.hear() == []


def test_events_are_kept_while_the_host_is_gone() -> None:
    bench = greeted()
    bench.change(1 | wire.CLOSED)
    bench.hear()
    bench.wait(ALONE_MS)
    bench.change(2 | wire.CLOSED)
    frames = bench.answer(peer.greet(OTHER))
    assert kinds(frames) == "HNE"
    assert [event[:2] for event in events(frames[2])] == [
        (0, 1 | wire.CLOSED),
        (1, 2 | wire.CLOSED),
    ]


# GREET.


def test_hello_says_who_the_board_is() -> None:
    bench = greeted(*(i | wire.CLOSED for i in range(5)))
    bench.change(1, 2)
    (frame, _, _) = bench.answer(peer.greet(OTHER))
    size = wire.HELLO_SIZE
    said = struct.unpack(wire.HELLO_FORM, frame[4 : 4 + size])
    assert said == (OTHER, wire.PROTOCOL, 0, 1, 2, 3, b"LAYT", b"boot", b"SERIAL 1", 70, 52, 5, 7)
    assert frame[4 + size : -4] == INTERPRETER


def test_name_of_the_interpreter_is_cut() -> None:
    (frame, _) = Bench(interpreter=b"x" * 41).answer(peer.greet())
    assert frame[4 + wire.HELLO_SIZE : -4] == b"x" * wire.INTERPRETER_LONGEST


def test_greet_of_session_0_is_ignored() -> None:
    bench = Bench()
    assert bench.answer(peer.greet(0)) == []
    assert bench.lights.alone
    bench = greeted()
    assert bench.answer(peer.greet(0)) == []
    assert bench.session.session == SESSION


def test_greet_of_another_protocol_is_answered() -> None:
    bench = Bench()
    frames = bench.answer(wire.block(wire.GREET, OTHER, wire.GREET_FORM, 99))
    assert kinds(frames) == "HN"
    assert frames[0][6] == wire.PROTOCOL


def test_greet_empties_the_line_and_sends_all_events_again() -> None:
    bench = greeted()
    bench.change(*(i | wire.CLOSED for i in range(60)))
    assert kinds(bench.hear()) == "EEE"
    assert bench.session.flights.bytes == 3 * LONGEST_EVENTS
    frames = bench.answer(peer.greet(OTHER))
    assert kinds(frames) == "HNEE"
    assert events(frames[2])[0][0] == 0
    assert bench.session.flights.bytes == sum(len(frame) for frame in frames)
    # An acknowledgement counts from the new frames alone.
    bench.tell(peer.ack(0, frames[0][3], 0, OTHER))
    assert bench.session.flights.bytes == sum(len(frame) for frame in frames[1:])


def test_greet_forgets_what_was_due_to_the_host_before() -> None:
    bench = greeted()
    bench.tell(peer.config())
    bench.tell(peer.scene(1, 0, [(0, RED)]))
    bench.tell(peer.ask(wire.ASK_STATS))
    assert kinds(bench.answer(peer.greet(OTHER))) == "HN"


def test_greet_keeps_the_lights_and_counts_scenes_anew() -> None:
    bench = greeted()
    assert kinds(bench.answer(peer.scene(7, 0, [(3, RED)]))) == "L"
    bench.tell(peer.greet())
    assert bench.session.wants_picture
    bench.hear()
    assert bench.lights.intents[3] == RED
    (lit,) = bench.answer(peer.scene(9, 8, []))
    assert lit[4] == 0


# What blocks ask for.


def refusal(bench: Bench, block: bytes) -> None:
    (frame,) = bench.answer(block)
    assert frame[2] == wire.FAULT
    assert fields(frame, wire.FAULT_FORM) == (wire.FAULT_REFUSED, block[0])
    bench.land()


def test_what_the_board_does_not_know_is_refused() -> None:
    bench = greeted()
    refusal(bench, wire.block(wire.SERVICE, SESSION, wire.SERVICE_FORM, b"Mend"))
    refusal(bench, wire.block(ord("?"), SESSION, "<B", 1))
    for what in (0, 5, 255):
        refusal(bench, peer.ask(what))
    refusal(bench, peer.scene(0, 0, []))
    refusal(bench, peer.scene(1, 0, [(52, RED)]))


def test_ask_brings_what_is_asked_for() -> None:
    bench = greeted()
    assert kinds(bench.answer(peer.ask(wire.ASK_SNAPSHOT))) == "N"
    assert kinds(bench.answer(peer.ask(wire.ASK_STATS))) == "T"
    assert kinds(bench.answer(peer.ask(wire.ASK_SETTINGS))) == "C"
    assert bench.hear() == []


def test_rise_is_said_when_it_is_measured() -> None:
    bench = greeted()
    bench.tell(peer.ask(wire.ASK_SELF_TEST))
    assert bench.session.wants_rise
    assert bench.hear() == []
    for row in range(5):
        bench.session.rise_us[row] = 0xFFFF - row
    bench.session.wants_rise = False
    (frame,) = bench.hear()
    assert frame[2] == wire.RISE
    assert fields(frame, wire.RISE_FORM) == (0xFFFF, 0xFFFE, 0xFFFD, 0xFFFC, 0xFFFB)
    assert bench.hear() == []


def test_new_host_is_not_told_what_an_older_one_had_measured() -> None:
    bench = greeted()
    bench.tell(peer.ask(wire.ASK_SELF_TEST))
    assert kinds(bench.answer(peer.greet())) == "HN"
    assert not bench.session.wants_rise


def test_config_is_taken_and_confirmed() -> None:
    bench = greeted()
    bench.tell(peer.config(1234, 77, 0, 255))
    assert bench.session.wants_picture
    (frame,) = bench.hear()
    assert frame[2] == wire.CONFIGURED
    assert fields(frame, wire.CONFIG_FORM) == (1234, 77, 0, 255)
    assert (bench.lights.budget_ma, bench.lights.brightness) == (1234, 77)
    assert (bench.debounce.close_ms, bench.debounce.open_ms) == (0, 255)


def test_config_takes_the_ends_of_the_budget() -> None:
    bench = greeted()
    for budget_ma in (wire.BUDGET_LEAST_MA, wire.BUDGET_MOST_MA):
        (frame,) = bench.answer(peer.config(budget_ma))
        assert fields(frame, wire.CONFIG_FORM)[0] == budget_ma == bench.lights.budget_ma


def test_config_beyond_the_budget_changes_nothing() -> None:
    bench = greeted()
    for budget_ma in (0, wire.BUDGET_LEAST_MA - 1, wire.BUDGET_MOST_MA + 1, 0xFFFF):
        refusal(bench, peer.config(budget_ma, 1, 2, 3))
    assert (bench.lights.budget_ma, bench.lights.brightness) == (200, 255)
    assert (bench.debounce.close_ms, bench.debounce.open_ms) == (5, 20)


def test_scene_is_said_to_be_lit_with_its_current() -> None:
    bench = greeted()
    bench.tell(peer.config(60))
    bench.tell(peer.scene(9, 0, [(wire.LED_ALL, RED)]))
    assert bench.session.wants_picture
    bench.lights.changed()
    lit, configured = bench.hear()
    assert configured[2] == wire.CONFIGURED
    number, need_ma, shown_ma = fields(lit, wire.LIT_FORM)
    assert (number, need_ma, shown_ma) == (9, bench.lights.need_ma, bench.lights.shown_ma)
    assert need_ma > 200 and 52 < shown_ma <= 60
    assert list(bench.lights.intents) == [RED] * 52


def test_part_of_a_scene_is_not_answered() -> None:
    bench = greeted()
    assert bench.answer(peer.scene(1, 0, [(0, RED)], 0x20)) == []
    assert kinds(bench.answer(peer.scene(1, 0, [(1, RED)], 0x21))) == "L"


def test_lit_waits_until_the_lights_are_drawn() -> None:
    bench = greeted()
    bench.tell(peer.scene(1, 0, [(0, RED)]))
    assert bench.session.next_frame(bench.now_ms) is None
    assert kinds(bench.hear()) == "L"


# What the board says by itself.


def test_stats_come_each_second_while_there_is_a_host() -> None:
    bench = greeted()
    said = []
    for ms in range(1, 4100):
        bench.wait(1)
        for frame in bench.hear():
            assert frame[2] == wire.STATS
            said.append(ms)
            bench.land()
    assert said == [STATS_EVERY_MS * i for i in (1, 2, 3, 4)]
    bench.wait(ALONE_MS)
    assert bench.hear() == []


def test_stats_say_how_the_board_is_doing() -> None:
    bench = greeted()
    session = bench.session
    session.passes = 4120
    session.pass_max_us = 1240
    session.gc_max_us = 99
    session.heap_free = 120_000
    session.bad_blocks = 3
    session.skipped = 4
    session.queue._state[3] = 5  # lost
    session.queue._state[4] = 6  # resent
    bench.debounce.bounces = 7
    bench.lights.shown_ma = 64
    bench.tell(peer.ack(0, 0, 0, OTHER))
    bench.change(1, 2)
    bench.hear()
    blocks = session.blocks
    bench.tell(peer.ask(wire.ASK_STATS))
    (frame,) = bench.hear()
    said = fields(frame, wire.STATS_FORM)
    assert said[:9] == (bench.now_ms, 4120, 1240, 99, 120_000, 2, 5, 6, 7)
    assert said[9:] == (blocks + 1, 3, 4, 1, 64)
    assert (session.pass_max_us, session.gc_max_us) == (0, 0)


def test_counters_of_blocks_begin_again_at_65536() -> None:
    bench = greeted()
    bench.session.blocks = bench.session.foreign = 0xFFFF
    bench.tell(peer.ack(0, 0, 0, OTHER))
    assert (bench.session.blocks, bench.session.foreign) == (0, 0)


def test_newer_fault_replaces_the_older() -> None:
    bench = greeted()
    bench.session.fault(wire.FAULT_EXCEPTION, 1)
    bench.session.fault(wire.FAULT_SHORT_WRITE, 0x12345)
    (frame,) = bench.hear()
    assert fields(frame, wire.FAULT_FORM) == (wire.FAULT_SHORT_WRITE, 0x2345)


def test_most_urgent_goes_first() -> None:
    bench = Bench()
    bench.tell(peer.greet())
    bench.tell(peer.ask(wire.ASK_STATS))
    bench.tell(peer.config())
    bench.tell(peer.scene(1, 0, [(0, RED)]))
    bench.session.fault(wire.FAULT_EXCEPTION, 1)
    bench.change(1)
    assert kinds(bench.hear()) == "HNEFLCT"


def test_words_wait_until_stats_would_fit() -> None:
    bench = greeted()
    bench.change(*range(42))
    assert [len(frame) for frame in bench.hear()] == [62, 62, 44]
    bench.session.fault(wire.FAULT_EXCEPTION, 1)
    assert bench.hear() == []
    bench.tell(peer.ack(16, (bench.seen - 2) & 0xFF))
    assert kinds(bench.hear()) == "F"
