"""This machine's own names and IPv4 addresses, as its network knows them."""

import array
import contextlib
import ipaddress
import re
import socket
import struct
import sys
from collections.abc import Collection

__all__ = [
    "LOCAL",
    "host_names",
    "is_address",
    "lan_address",
    "local_name",
    "network_name",
    "own_addresses",
    "private_names",
]

LOCAL = "127.0.0.1"

_LIST_INTERFACES = 0x8912  # SIOCGIFCONF of Linux
_POINTER_BYTES = struct.calcsize("P")
_ENTRY_BYTES = 40 if _POINTER_BYTES == 8 else 32  # of struct ifreq: a name and an address
_ADDRESS_AT = 20
_MOST_INTERFACES = 256


def host_names() -> set[str]:
    """Returns this machine's name, and what it is called where names are found by multicast."""
    name = socket.gethostname()
    return {name, f"{name}.local"}


def private_names() -> set[str]:
    """Returns those of its names that cannot be the name of a site on the internet.

    They have no dot, or end in ``.local``: a network may give a machine any name.
    """
    first = socket.gethostname().partition(".")[0].lower()
    return {first, f"{first}.local"} if re.fullmatch("[a-z0-9-]{1,63}", first) else set()


def lan_address() -> str | None:
    """Returns the address by which others on the network reach this machine, if there is one."""
    # Connecting a datagram socket sends nothing, but tells its own address.
    for somewhere in ("10.255.255.255", "192.168.255.255", "172.31.255.255"):
        with contextlib.suppress(OSError), socket.socket(type=socket.SOCK_DGRAM) as probe:
            probe.connect((somewhere, 1))
            return str(probe.getsockname()[0])
    return None


def own_addresses() -> list[str]:
    """Returns this machine's addresses on networks, the one of :func:`lan_address` first."""
    first = lan_address()
    others = _interface_addresses() if sys.platform == "linux" else []
    found = dict.fromkeys([*([first] if first else []), *others])
    return [address for address in found if not address.startswith("127.")]


def is_address(name: str) -> bool:
    """Returns whether *name* is an IP address."""
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def local_name(names: Collection[str]) -> str:
    """Returns one of a certificate's *names* by which browsers here find :data:`LOCAL`, or that.

    If it knows none of them it asks for their addresses, which takes a while.
    """
    for name in (LOCAL, "localhost"):
        if name in names:
            return name
    for name in sorted(names):
        with contextlib.suppress(OSError, UnicodeError):
            if socket.gethostbyname(name) == LOCAL:
                return name
    return LOCAL


def network_name(names: Collection[str], address: str) -> str:
    """Returns by which of a certificate's *names* the network may find this machine.

    If none will do it is *address*, which is this machine's.
    """
    if address in names:
        return address
    own = own_addresses()
    known = [name for name in names if name in own or not is_address(name)]
    return max((name for name in known if name != "localhost"), default=address, key=_rank)


def _rank(name: str) -> tuple[bool, str]:
    return not is_address(name), name


def _interface_addresses() -> list[str]:
    import fcntl  # not on Windows

    entries = array.array("B", bytes(_MOST_INTERFACES * _ENTRY_BYTES))
    address, size = entries.buffer_info()
    with socket.socket(type=socket.SOCK_DGRAM) as probe:
        try:
            asked = struct.pack("iP", size, address)
            filled: int = struct.unpack("iP", fcntl.ioctl(probe, _LIST_INTERFACES, asked))[0]
        except OSError:
            return []
    packed = entries.tobytes()
    return [
        socket.inet_ntoa(packed[at + _ADDRESS_AT : at + _ADDRESS_AT + 4])
        for at in range(0, filled, _ENTRY_BYTES)
    ]
