"""Renders the layouts, which firmware and host need; pure text, no files.

The layouts are Python modules that hold only data. Those of firmware and host carry the same
:func:`layout_crc`, so that a board and a host with different wirings refuse each other.
"""

import json
import zlib

from hardware.boardfile import BUTTONS, CELLS, CROSSINGS, ROUND_TRACK, BoardSpec
from hardware.pins import PI_HEADER, PICO_PIN

__all__ = [
    "FIRMWARE",
    "HOST",
    "PI",
    "PI_WIRING",
    "firmware_text",
    "host_text",
    "layout_crc",
    "pi_text",
    "pi_wiring",
    "texts",
]

# Paths of the texts, from the top of the repository.
FIRMWARE = "firmware/heist/layout.py"
HOST = "host/heistboard/places/layout.py"
PI = "host/heistboard/pi/layout.py"
PI_WIRING = "hardware/pi_wiring.md"

_HEADER = "# Generated from hardware/board.toml by `python -m hardware layout`. Do not edit."


def texts(board: BoardSpec) -> dict[str, str]:
    """All texts by path."""
    return {
        FIRMWARE: firmware_text(board),
        HOST: host_text(board),
        PI: pi_text(board),
        PI_WIRING: pi_wiring(board),
    }


def layout_crc(board: BoardSpec) -> int:
    """CRC-32 of what firmware and host must agree on; places and currents are not included."""
    matrix, leds = board.matrix, board.leds
    agreed = [
        board.revision,
        matrix.diode_cathode,
        matrix.row_pins,
        [column.pin for column in matrix.columns],
        board.reeds,
        leds.pin,
        leds.colour_order,
        leds.chain,
    ]
    return zlib.crc32(json.dumps(agreed).encode())


def firmware_text(board: BoardSpec) -> str:
    """The firmware's layout: numbers only, since the firmware uses no names."""
    matrix, leds = board.matrix, board.leds
    # Bytes, because MicroPython allocates a 32-bit number on the heap.
    crc = "".join(f"\\x{byte:02x}" for byte in layout_crc(board).to_bytes(4, "little"))
    return _module(
        f"The {board.name} module in numbers; a reed's number is column * 5 + row.",
        [
            f"REVISION = {board.revision}",
            f'LAYOUT_CRC = b"{crc}"  # little-endian',
            "",
            f"REEDS = {len(board.reeds)}",
            f"COLUMN_PINS = {tuple(column.pin for column in matrix.columns)}",
            f"ROW_PINS = {matrix.row_pins}",
            *(f"{button.upper()} = {board.reeds.index(button)}" for button in BUTTONS),
            "",
            f"LEDS = {len(leds.chain)}",
            f"LED_PIN = {leds.pin}",
            f'COLOUR_ORDER = "{leds.colour_order}"',
            *(f"{name} = {value}" for name, value in _currents(board).items()),
        ],
    )


def host_text(board: BoardSpec) -> str:
    """The host's layout: names by number, the groups of names, currents and places."""
    tuples = {
        "REEDS": board.reeds,
        "LEDS": board.leds.chain,
        "CELLS": CELLS,
        "CROSSINGS": CROSSINGS,
        "ROUND_TRACK": ROUND_TRACK,
        "BUTTONS": BUTTONS,
    }
    numbers = {
        "REVISION": str(board.revision),
        "LAYOUT_CRC": f"0x{layout_crc(board):08X}",
        **_currents(board),
    }
    public = sorted([*tuples, *numbers, "PLACE_MM"])
    lines = ["from typing import Final", "", "__all__ = ["]
    lines += [f'    "{name}",' for name in public]
    lines += ["]", ""]
    lines += [f"{name}: Final = {value}" for name, value in numbers.items()]
    for name, words in tuples.items():
        lines += ["", f"{name}: Final[tuple[str, ...]] = ("]
        lines += [f'    "{word}",  # {n}' for n, word in enumerate(words)]
        lines += [")"]
    lines += ["", "# From the module's top left corner, x to the right, y down."]
    lines += ["PLACE_MM: Final[dict[str, tuple[float, float]]] = {"]
    lines += [f'    "{name}": ({x}, {y}),' for name, (x, y) in board.place_mm.items()]
    lines += ["}"]
    return _module(
        f"The {board.name} module: reeds by number, LEDs in chain order, places.",
        lines,
    )


def pi_text(board: BoardSpec) -> str:
    """The layout for a Raspberry Pi's drivers: GPIO numbers, and their pins on its header."""
    pi = board.pi
    values = {
        "COLUMN_PINS: Final": str(pi.column_pins),
        "LED_PIN: Final": str(pi.led_pin),
        "ROW_PINS: Final": str(pi.row_pins),
    }
    gpios = (*pi.column_pins, *pi.row_pins, pi.led_pin)
    return _module(
        f"Where the {board.name} module's lines end on a Raspberry Pi, by GPIO number.",
        [
            "from typing import Final",
            "",
            '__all__ = ["COLUMN_PINS", "HEADER", "LED_PIN", "ROW_PINS"]',
            "",
            *(f"{name} = {value}" for name, value in values.items()),
            "",
            "# The header's pins by GPIO.",
            "HEADER: Final[dict[int, int]] = {",
            *(f"    {gpio}: {PI_HEADER[gpio]}," for gpio in gpios),
            "}",
        ],
    )


def pi_wiring(board: BoardSpec) -> str:
    """The wires from a module to a Raspberry Pi's header, as a table in Markdown."""
    matrix, pi = board.matrix, board.pi
    rows = [
        (f"column {n}", column.pin, gpio, f"{column.reeds[0]} … {column.reeds[-1]}")
        for n, (column, gpio) in enumerate(zip(matrix.columns, pi.column_pins, strict=True))
    ]
    rows += [
        (f"row {n}", pin, gpio, f"{matrix.columns[0].reeds[n]} … {matrix.columns[-1].reeds[n]}")
        for n, (pin, gpio) in enumerate(zip(matrix.row_pins, pi.row_pins, strict=True))
    ]
    rows.append(("lights", board.leds.pin, pi.led_pin, f"into the 74AHCT125, to {_chain(board)}"))
    return "\n".join(
        [
            "<!-- Generated from board.toml by `python -m hardware layout`. Do not edit. -->",
            "",
            "| line | the Pico's pin, its number | Raspberry Pi | header pin | what hangs on it |",
            "|---|---|---|---|---|",
            *(
                f"| {line} | GP{pin}, {PICO_PIN[pin]} | GPIO {gpio} | {PI_HEADER[gpio]} | {what} |"
                for line, pin, gpio, what in rows
            ),
            "| 3.3 V | 3V3, 36 | 3V3 | 1 | the rows' pull-ups |",
            "| ground | GND, 38 | GND | 39 | everything, the lights' supply included |",
            "",
            "On the controller, seen from below, USB printed at the right: pin 1, the square pad,",
            "is at the right end of the upper socket, 20 at its left end, 21 at the left end of",
            "the lower one, 40 at its right end. Nothing goes to 37, 39 or 40; 40 is 5 V.",
            "",
        ]
    )


def _chain(board: BoardSpec) -> str:
    return f"{board.leds.chain[0]} … {board.leds.chain[-1]}"


def _currents(board: BoardSpec) -> dict[str, str]:
    current = board.current
    return {
        "DEFAULT_BUDGET_MA": str(current.default_budget),
        "POWERED_BUDGET_MA": str(current.powered_budget),
        "CHANNEL_MA": str(current.channel),
        "IDLE_MA": str(current.idle),
    }


def _module(docstring: str, lines: list[str]) -> str:
    return "\n".join([_HEADER, f'"""{docstring}"""', "", *lines, ""])
