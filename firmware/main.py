"""Decides how to start: service, safe mode, or the board. A Pico runs this file at power-on.

The word in the watchdog's scratch register survives a restart, but not a power cut. It holds
SERVICE, or how many starts in a row ended in an exception of ours. Flashing writes this file last,
and safe mode imports nothing from heist/, so a board with other files broken can still be
repaired.
"""

import sys

import micropython

# A host may greet while the board starts, with an 0x03 in its block. MicroPython delivers
# interrupts at branches only, and there is no branch before this line.
micropython.kbd_intr(-1)

SCRATCH = 0x4005800C  # heist/pico/watchdog.py has it too
SERVICE = 0x6D656E64  # "mend"
CRASHED = 0x68656900  # the last byte counts crashed starts in a row
CRASHES_MOST = 3
CRC_GOOD = 0x2144DF1C


def start_simulated() -> None:
    """Runs the board on the unix port."""
    from heist import boot  # noqa: F401 (must come before what it imports)
    from heist.unix import drivers

    drivers.main()


def start_pico() -> None:
    """Runs the board, or returns to the prompt if the host asked for service."""
    import machine

    word = machine.mem32[SCRATCH] & 0xFFFFFFFF
    if word == SERVICE:
        machine.mem32[SCRATCH] = 0
        return
    crashes = word & 0xFF if word & 0xFFFFFF00 == CRASHED else 0
    if crashes >= CRASHES_MOST:
        safe_mode()
        return
    try:
        from heist import boot  # noqa: F401 (must come before what it imports)
        from heist.pico import drivers

        drivers.main()
    except Exception as error:
        machine.mem32[SCRATCH] = CRASHED | (crashes + 1)
        with open("crash.txt", "w") as file:
            sys.print_exception(error, file)
        machine.reset()


def safe_mode() -> None:
    """Answers GREET with HELLO and obeys SERVICE, nothing else. Ctrl-C twice gives the prompt."""
    import binascii
    import os
    import struct

    import machine

    with open("crash.txt") as file:
        reason = "safe mode: " + file.read().strip().split("\n")[-1]
    hello = bytes(4) + bytes(4) + os.urandom(4) + machine.unique_id() + bytes(6)
    hello += reason.encode()[:40]
    last = bytearray(32)
    while True:
        byte = sys.stdin.buffer.read(1)
        last[:31] = last[1:]
        last[31] = byte[0]
        if last[30:] == b"\x03\x03":
            break
        if binascii.crc32(last) != CRC_GOOD:
            continue
        if last[0] == ord("G"):
            fields = bytes(last[1:3]) + b"\x01" + hello
            frame = struct.pack("<BBBB", 0xA5, len(fields) + 2, ord("H"), 0) + fields
            sys.stdout.buffer.write(frame + struct.pack("<I", binascii.crc32(frame)))
        elif last[0] == ord("V") and last[3:7] == b"mend":
            machine.mem32[SCRATCH] = SERVICE
            machine.reset()
    micropython.kbd_intr(3)


if sys.platform == "rp2":
    start_pico()
else:
    start_simulated()
