"""How a limited number of places is shared among the addresses that clients come from.

Nobody can be told apart but by address, and a stranger may open as many connections as a browser
can. So places are limited, and when they are all taken, the address that holds most gives one up
for an address that holds fewer. This machine counts as one address, whatever the number of its
loopback addresses, and some of its places do not count: its own pages always get in.
"""

import ipaddress
from collections.abc import Mapping
from typing import Final, NamedTuple

__all__ = ["LOOPBACK", "Shares", "is_loopback", "party"]

LOOPBACK: Final = "loopback"  # the party of this machine


def is_loopback(address: str) -> bool:
    """Returns whether a client at *address* is on this machine.

    Nobody else can have such an address: the operating system drops their packets.
    """
    try:
        return ipaddress.ip_address(address).is_loopback
    except ValueError:
        return False


def party(address: str) -> str:
    """Returns the name under which the places of *address* are counted."""
    return LOOPBACK if is_loopback(address) else address


class Shares(NamedTuple):
    """The rules for *most* places, of which one party holds at most *each*.

    Of the places that :data:`LOOPBACK` holds, *reserved* do not count as held.
    """

    most: int
    each: int
    reserved: int

    def over(self, newcomer: str, held: Mapping[str, int]) -> frozenset[str]:
        """Returns the parties of which one has to give up a place; none if there is room.

        *held* has the places of each party, with the one that the *newcomer* has just taken. Its
        own party is among them only if none holds more.
        """
        if held[newcomer] > self.each:
            return frozenset({newcomer})
        if sum(held.values()) <= self.most:
            return frozenset()
        counted = {name: self._counted(name, count) for name, count in held.items()}
        greatest = max(counted.values())
        return frozenset(name for name, count in counted.items() if count == greatest)

    def _counted(self, name: str, count: int) -> int:
        return max(0, count - self.reserved) if name == LOOPBACK else count
