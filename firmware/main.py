"""Decides how to start: service, safe mode, or the board. A Pico runs this file at power-on.

The word in the watchdog's scratch register survives a restart, but not a power cut. It holds
SERVICE, or how many starts in a row ended in an exception of ours. Flashing writes this file last,
and safe mode imports nothing from heist/, so a board with other files broken can still be
repaired.
"""

import sys

import micropython

# A host may greet while the board starts, with an 0x03 in its block. MicroPython delivers
# interrupts at branches only, and there is no branch before this line; importing more would bring
# one.
micropython.kbd_intr(-1)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from io import StringIO

# Of heist/pico/chip.py and heist/pico/watchdog.py, which may be broken; tests compare them.
SCRATCH = {"RP2040": 0x4005800C, "RP2350": 0x400D800C}
SERVICE = 0x6D656E64  # "mend"
CRASHED = 0x68656900  # the last byte counts crashed starts in a row
CRASHES_MOST = 3
CRC_GOOD = 0x2144DF1C
REPORT = "crash.txt"
REPORT_SIZE = 1500  # of a traceback
EMERGENCY_SIZE = 100  # of an exception when no memory is left


def start_simulated() -> None:
    """Runs the board on the unix port, or safe mode there."""
    if sys.argv[1] == "safe-mode":
        from heist.unix import chip

        chip.put_in_place(sys.argv[2])
        safe_mode()
        return
    from heist import boot  # noqa: F401 (must come before what it imports)
    from heist.unix import drivers

    drivers.main()


def start_pico() -> None:
    """Runs the board, or returns to the prompt if the host asked for service."""
    import gc
    import io

    import machine

    scratch = scratch_address()
    word = machine.mem32[scratch] & 0xFFFFFFFF
    if word == SERVICE:
        machine.mem32[scratch] = 0
        return
    crashes = word & 0xFF if word & 0xFFFFFF00 == CRASHED else 0
    if crashes >= CRASHES_MOST:
        safe_mode()
        return
    # The handler needs no memory: there may be none left.
    crashed = CRASHED | (crashes + 1)
    report = io.StringIO(REPORT_SIZE)
    micropython.alloc_emergency_exception_buf(EMERGENCY_SIZE)
    try:
        run_pico()
    except Exception as error:
        machine.mem32[scratch] = crashed
        sys.print_exception(error, report)
    else:
        return
    # Opening a file does need memory. The firmware's is free once nothing refers to it.
    sys.modules.clear()
    gc.collect()
    keep(report)
    machine.reset()


def run_pico() -> None:
    """Runs the board."""
    from heist import boot  # noqa: F401 (must come before what it imports)
    from heist.pico import drivers

    drivers.main()


def scratch_address() -> int:
    """Returns the address of the word that survives a restart."""
    machine = getattr(sys.implementation, "_machine", "")
    return SCRATCH["RP2350" if "RP2350" in machine else "RP2040"]


def keep(report: "StringIO") -> None:
    """Writes *report* to the disk, if that is possible."""
    try:
        with open(REPORT, "w") as file:
            file.write(report.getvalue())
    except (OSError, MemoryError):
        pass  # the board restarts without it


def kept() -> str:
    """Returns the last line of the report; empty if there is none."""
    try:
        with open(REPORT) as file:
            report: str = file.read()
        return report.strip().split("\n")[-1]
    except OSError:
        return ""


def safe_mode() -> None:
    """Answers GREET with HELLO and obeys SERVICE, nothing else. Ctrl-C twice gives the prompt."""
    import binascii
    import os
    import struct

    import machine

    reason = "safe mode: " + (kept() or "no reason kept")
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
            fields = bytes(last[1:3]) + b"\x02" + hello
            frame = struct.pack("<BBBB", 0xA5, len(fields) + 2, ord("H"), 0) + fields
            sys.stdout.buffer.write(frame + struct.pack("<I", binascii.crc32(frame)))
        elif last[0] == ord("V") and last[3:7] == b"mend":
            machine.mem32[scratch_address()] = SERVICE
            machine.reset()
    micropython.kbd_intr(3)


if sys.platform == "rp2":
    start_pico()
else:
    start_simulated()
