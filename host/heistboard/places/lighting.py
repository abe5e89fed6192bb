"""Brightness and power supply of the lights: settings of a table, whatever the game.

| Brightness | Light |
|---|---|
| full | 255 of 255 |
| evening | 55 of 255, which looks half as bright |
| night | 4 of 255, the lowest at which the four levels still differ |

| Supply | What the lights may draw |
|---|---|
| usb | what a USB port supplies beyond the Pico's own share |
| own | more: 5 V come in at the jack, not through USB's fuse |
"""

from typing import Final, NamedTuple

from heistboard.places import layout
from heistboard.word_lists import one_of

__all__ = ["BRIGHTNESS", "BY_DEFAULT", "SUPPLIES", "Lighting"]

BRIGHTNESS: Final = {"full": 255, "evening": 127, "night": 31}
"""The value in the CONFIG message, in perceived brightness; the firmware converts it to light."""

SUPPLIES: Final = {"usb": layout.DEFAULT_BUDGET_MA, "own": layout.POWERED_BUDGET_MA}
"""The LEDs' current budget for each supply, in mA."""


class Lighting(NamedTuple):
    """The light settings of one table."""

    brightness: str = "full"
    supply: str = "usb"

    def checked(self) -> "Lighting":
        """Returns itself; raises :exc:`ValueError` for an unknown setting.

        >>> Lighting("night").checked().level
        31
        """
        for name, word, words in zip(self._fields, self, (BRIGHTNESS, SUPPLIES), strict=True):
            if word not in words:
                raise ValueError(f"{name} is {word!r}, expected {one_of(words)}")
        return self

    @property
    def level(self) -> int:
        """The brightness as sent to a board, 1 to 255."""
        return BRIGHTNESS[self.brightness]

    @property
    def budget_ma(self) -> int:
        """The current that the LEDs may draw, in mA."""
        return SUPPLIES[self.supply]


BY_DEFAULT: Final = Lighting()
