"""Times the parts of the main loop in us; runs on an emulated Pico.

It prints a line for each part: a number, "us", a name. A part is called many times between two
readings of the clock; the time of as many calls of an empty function is subtracted. The host sends
BLOCKS acknowledgements after the line "ready".
"""

import time

import heist.boot  # noqa: F401 (first: it sets up the imports below)
from heist import layout, wire
from heist.board import Board
from heist.pico.drivers import Drivers

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    Act = Callable[[], object]

ROUNDS = 20
BLOCKS = 4
SESSION = 0x4D2
CHASE = 2 << 7 | 1 << 5 | 16
BLUE = 3 << 7 | 1 << 5
EVERY_ROW = (1 << len(layout.ROW_PINS)) - 1

drivers = Drivers()
board = Board(drivers, b"boot")
session, debounce, lights = board.session, board.debounce, board.lights
raw = bytearray(board.debounce.closed)
changes = bytearray(layout.REEDS)
picture = bytearray(3 * layout.LEDS)


def block(kind: int, form: str, *fields: int | bytes) -> bytearray:
    return bytearray(wire.block(kind, SESSION, form, *fields))


def pairs(*some: tuple[int, int]) -> bytes:
    data = b""
    for led, intent in some:
        data += bytes([intent & 0xFF, led << 2 | intent >> 8])
    return data + bytes([0, 0xF8]) * (wire.SCENE_PAIRS - len(some))


def nothing() -> None:
    pass


def pause() -> None:
    time.sleep(0.003)


def show(name: str, part: Act, *, before: Act = nothing, rounds: int = ROUNDS) -> None:
    """Prints the time of *part*; *before* runs before each call, untimed."""
    took_us = 0
    for _ in range(rounds):
        before()
        started_us = drivers.ticks_us()
        part()
        middle_us = drivers.ticks_us()
        nothing()
        took_us += 2 * middle_us - started_us - drivers.ticks_us()
    print()  # ends a line that a part may have begun
    print(took_us / rounds, "us", name)


def update() -> None:
    if debounce.is_timing or raw != debounce.closed:
        debounce.update(raw, 1000, changes)


def one_reed() -> None:
    raw[3] ^= 1


def all_reeds() -> None:
    for column in range(len(raw)):
        raw[column] ^= EVERY_ROW


def scan() -> None:
    drivers.scan(raw)


def scan_and_update() -> None:
    drivers.scan(raw)
    update()


# Reeds.

debounce.close_ms = debounce.open_ms = 0
show("scan", scan)
show("debounce, nothing changes", update)
show("debounce, one reed changes", update, before=one_reed)
show("debounce, all reeds change", update, before=all_reeds)
scan()
update()
show("scan and debounce, nothing changes", scan_and_update)


def other_state() -> None:
    for column in range(len(raw)):
        debounce.closed[column] = EVERY_ROW


show("scan and debounce, all reeds change", scan_and_update, before=other_state)

# The session. Numbers advance as if the host received every frame and acknowledged every event.

acknowledge = block(wire.ACK, wire.ACK_FORM, 0, 0, 0)
scene = block(wire.SCENE, wire.SCENE_FORM, 1, 0, 0x10, pairs((4, BLUE), (9, BLUE)))
every = block(wire.SCENE, wire.SCENE_FORM, 1, 0, 0x10, pairs((wire.LED_ALL, CHASE)))


def forget_frames() -> None:
    session.flights.clear()
    session.words = 0


def next_frame() -> None:
    session.next_frame(1000)


def say_event() -> None:
    forget_frames()
    session.changed(7 | wire.CLOSED, 1000)
    next_frame()


def await_ack() -> None:
    say_event()
    acknowledge[3] = session.queue.next & 0xFF
    acknowledge[4] = session.queue.next >> 8
    acknowledge[5] = (session.flights.add(0, 0, 1000) - 0) & 0xFF


def take_ack() -> None:
    session.on_block(acknowledge, 1000)


def renumber() -> None:
    # The next scene, which alternates between two pictures.
    scene[4] = session.stage.shown
    scene[3] = session.stage.shown % 255 + 1
    scene[7] ^= BLUE


def take_scene() -> None:
    session.on_block(scene, 1000)


session.on_block(block(wire.GREET, wire.GREET_FORM, wire.PROTOCOL), 0)
forget_frames()
session.on_block(every, 0)


def event_waits() -> None:
    forget_frames()
    session.queue.drop_before(session.queue.next)
    session.changed(7 | wire.CLOSED, 1000)


show("session, event taken", lambda: session.changed(7 | wire.CLOSED, 1000), before=forget_frames)
show("session, its frame made", next_frame, before=event_waits)
show("session, its ACK taken", take_ack, before=await_ack)
show("session, scene block taken, with lights changed", take_scene, before=renumber)

# Lights and LEDs.

now_ms = 0


def later() -> None:
    global now_ms
    now_ms += 20


def change() -> None:
    renumber()
    lights.intents[4] ^= BLUE


show("lights, changed", lights.changed, before=change)
for led in range(layout.LEDS):
    lights.intents[led] = CHASE + led % 16
lights.changed()
show("lights, frame of 52 LEDs in a chase", lambda: lights.render(now_ms, picture), before=later)


def change_and_take() -> None:
    change()
    lights.changed()


show("lights, one change drawn", lambda: lights.renew(now_ms, picture), before=change_and_take)
show("LEDs, sent", lambda: drivers.show(picture), before=pause)
show("LEDs, asked whether free", drivers.can_show)

# The line.

want = board._reader.want
show("USB, poll without a block", lambda: drivers.read(want()))
show("USB, asked for room", drivers.can_write)
stats = session._seal(wire.STATS, 0, 5)
show("USB, frame written", lambda: drivers.write(stats), before=pause, rounds=5)
pause()
print("ready")
pause()


def read_block() -> None:
    drivers.read(want())
    board._reader.got()


show("USB, block read", read_block, rounds=BLOCKS)

# Everything else.

show("watchdog", drivers.rest)
show("beat, once a millisecond", lambda: session.tick(1))
show("garbage collected", drivers.collect, rounds=5)
print("done")
