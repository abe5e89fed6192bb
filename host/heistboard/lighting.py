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

from heistboard import layout
from heistboard.link.core import DEFAULTS
from heistboard.link.messages import Configured

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

        >>> Lighting("night").checked().config.brightness
        31
        """
        for name, word, words in zip(self._fields, self, (BRIGHTNESS, SUPPLIES), strict=True):
            if word not in words:
                *most, last = words
                raise ValueError(f"{name} is {word!r}, expected {', '.join(most)} or {last}")
        return self

    @property
    def config(self) -> Configured:
        """What a board is told."""
        return DEFAULTS._replace(
            budget_ma=SUPPLIES[self.supply], brightness=BRIGHTNESS[self.brightness]
        )


BY_DEFAULT: Final = Lighting()
