"""Seats as pages are told of them: who sits where, what happened to them, what a device may do.

What is not named here is never told.
"""

from typing import NamedTuple

from heistboard.rules.contract import Json
from heistboard.web.devices import Device
from heistboard.web.table_seats import SeatsShown

__all__ = ["Presence", "own", "presence"]


class Presence(NamedTuple):
    """Who is there, for everybody: the *seats*, and the devices that are connected, by id."""

    seats: SeatsShown = SeatsShown()
    here: frozenset[str] = frozenset()
    now_ms: int = 0
    is_lan: bool = False


def own(device: Device | None, seats: SeatsShown, *, is_host: bool) -> dict[str, Json]:
    """Returns what a device may do, for that device."""
    id_ = None if device is None else device.id
    acts = seats.acts_for(id_, is_host=is_host)
    return {
        "nickname": (device and device.nickname) or None,
        "host": is_host,
        "id": id_,
        "seats": list[Json](seats.seats_of(id_)),
        "acts": list[Json](acts),
        "private": [seat for seat in acts if seats.private[seat]],
        "before": list[Json](seats.seats_before(id_)),
        "back": list[Json](seats.seats_back(id_)),
        "bots": [list[Json](each) for each in seats.offered] if is_host else [],
    }


def presence(presence: Presence) -> dict[str, Json]:
    """Returns who sits where, and what happened to the seats."""
    seats, here, now_ms, is_lan = presence
    each_seat: list[Json] = [
        {
            "name": name,
            "devices": [
                {**_device(each), "here": each.id in here} for each in seats.sitters[seat]
            ],
            "asks": [_device(each) for each in seats.asks[seat]],
            "before": [each.nickname for each in seats.before[seat]],
            "computer": seats.bot(seat),
        }
        for seat, name in enumerate(seats.names)
    ]
    events: list[Json] = [
        {
            "at": event.at,
            "seat": event.seat,
            "nickname": event.nickname,
            "what": event.what,
            "other": event.other,
        }
        for event in seats.events
    ]
    acts: list[Json] = [
        {
            "seat": act.seat,
            "nickname": act.device.nickname if act.device else "",
            "what": act.what,
            "left_ms": max(0, act.due_ms - now_ms),
        }
        for act in seats.acts
    ]
    return {
        "seats": each_seat,
        "seating": {"events": events, "acts": acts, "waits": seats.bots_wait},
        "lan": is_lan,
    }


def _device(device: Device) -> dict[str, Json]:
    return {"id": device.id, "nickname": device.nickname}
