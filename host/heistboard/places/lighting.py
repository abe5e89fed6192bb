"""How bright a table's lights are, and what feeds them: of the room and the board, not of a game.

| Brightness | Light, of the most |
|---|---|
| full | 255 of 255 |
| evening | 55 of 255, which the eye takes for half |
| night | 4 of 255, the lowest at which the four levels still differ |

| Supply | What the lights may draw |
|---|---|
| usb | what is left of a USB port when the Pico has its share |
| own | more, since 5 V come in at the jack: USB's fuse would leave the lights too little |
"""

from typing import Final, NamedTuple

from heistboard.places import layout

__all__ = ["BRIGHTNESS", "BY_DEFAULT", "SUPPLIES", "Lighting"]

BRIGHTNESS: Final = {"full": 255, "evening": 127, "night": 31}
"""What CONFIG says for each; steps of the eye, of which the firmware makes light."""

SUPPLIES: Final = {"usb": layout.DEFAULT_BUDGET_MA, "own": layout.POWERED_BUDGET_MA}
"""The budget in mA for each."""


class Lighting(NamedTuple):
    """The settings of one table."""

    brightness: str = "full"
    supply: str = "usb"

    def checked(self) -> "Lighting":
        """Returns itself; raises :exc:`ValueError` for a word there is not.

        >>> Lighting("night").checked().level
        31
        """
        for name, word, words in zip(self._fields, self, (BRIGHTNESS, SUPPLIES), strict=True):
            if word not in words:
                *most, last = words
                raise ValueError(f"{name} is {word!r}, expected {', '.join(most)} or {last}")
        return self

    @property
    def level(self) -> int:
        """The brightness as a board is told it, 1 to 255."""
        return BRIGHTNESS[self.brightness]

    @property
    def budget_ma(self) -> int:
        """The current that the LEDs may draw."""
        return SUPPLIES[self.supply]


BY_DEFAULT: Final = Lighting()
