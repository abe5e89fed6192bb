"""Sends lights to the boards of a table: the game's, or the number of each. Pure."""

from collections.abc import Mapping, Sequence
from typing import Protocol

from heistboard.places.floor_number import number_of, number_scene
from heistboard.places.place import MOST_FLOORS
from heistboard.places.scene import DARK, pack

__all__ = ["BoardLights", "ShowsLights"]

_DARK = pack(DARK)
_NUMBERS = {number: pack(number_scene(number)) for number in (None, *range(1, MOST_FLOORS + 1))}


class ShowsLights(Protocol):
    """The part of a hub that shows lights."""

    def show(self, serial: str, intents: bytes) -> None:
        """Shows packed *intents* on the board *serial*, now or once it is connected."""


class BoardLights:
    """Remembers what each board was sent, and sends only what is new.

    The hub shows it again on a board that comes back.
    """

    def __init__(self, boards: ShowsLights) -> None:
        self._boards = boards
        self._sent: dict[str, bytes] = {}

    def show(
        self,
        lights: Sequence[bytes],
        floors: Mapping[str, int],
        numbered: Mapping[str, int | None],
    ) -> None:
        """Shows *lights*, by floor, on the boards that serve these *floors*.

        The *numbered* boards show their number instead, and a board that served before is dark.
        """
        wanted = dict.fromkeys(self._sent, _DARK)
        wanted |= {serial: lights[floor - 1] for serial, floor in floors.items()}
        wanted |= {serial: _NUMBERS[number_of(floor)] for serial, floor in numbered.items()}
        for serial, intents in wanted.items():
            if self._sent.get(serial) != intents:
                self._sent[serial] = intents
                self._boards.show(serial, intents)
