"""Who sits in which seat of one game: the rules. Pure: facts and time come in as arguments.

| Seat | Who wants in | What happens |
|---|---|---|
| nobody sits there, the game has not begun | anybody | sits down |
| likewise, but others saw there what was dealt | anybody | asks; the host may hand it the seat |
| nobody sits there, it holds no secret | anybody | sits down |
| nobody sits there, it may hold a secret | anybody | asks; the host may hand it the seat |
| the computer plays it | who sat there when the computer took over | sits down again |
| likewise | anybody else | asks; the host may hand it the seat |
| somebody sits there | anybody | asks; one of those who sit there answers |
| any | whom the host hands it to, or who has an invitation | sits down |
| nobody sits there | who looks at it at the terminal | nobody sits, but the seat was seen there |

A host may also give a seat to the computer, if nobody sits there or all who do are away. What a
host does with a seat that may hold a secret is announced to everybody for ten seconds before it
counts; the computer does not take over if somebody has come back meanwhile.

A seat may hold a secret if the game says so. For somebody new it may also hold the pencil marks of
others who have sat there since the game began; whether they made any is not looked at, for that is
theirs.

Who sits down, and who no longer sits, is an event; events are never removed.
"""

from collections.abc import Collection, Iterator, Sequence
from typing import Final, Literal, NamedTuple, TypeAlias

from heistboard.web.devices import Device

__all__ = [
    "ANNOUNCED_MS",
    "INVITATION_MS",
    "MAX_EVENTS",
    "Act",
    "Chairs",
    "Event",
    "SeatRefused",
    "Seating",
    "Why",
]

ANNOUNCED_MS = 10_000  # from announcing an act until it counts
INVITATION_MS = 600_000  # how long an invitation is valid
MAX_INVITATIONS = 16  # the oldest one is dropped for the next
MAX_SITTERS = 8  # in one seat
MAX_ASKS = 8  # of one seat
MAX_ACTS = 16
MAX_EVENTS = 1000  # then only hosts seat anybody: no event is dropped to hide another one

What: TypeAlias = Literal[
    "sit", "return", "yes", "hand", "code", "stand", "put-out", "rename", "computer", "look"
]
ActKind: TypeAlias = Literal["hand", "put-out", "invite", "computer", "look"]
Why: TypeAlias = Literal[
    "private", "not-seated", "no-device", "full", "code", "soon", "here", "no-bot"
]

SEATED: Final = ("sit", "return", "yes", "hand", "code")  # events after which a device sits
LEFT: Final = ("stand", "put-out", "computer")  # events after which it does not
LOOKED: Final = "look"  # the event after which the terminal has shown what the seat sees
WHATS: Final = (*SEATED, *LEFT, "rename", LOOKED)


class SeatRefused(ValueError):
    """Somebody may not do that with a seat; *why* is a key of the pages' words."""

    def __init__(self, why: Why, left_ms: int = 0) -> None:
        super().__init__(why)
        self.why: Why = why
        self.left_ms = left_ms


class Chairs(NamedTuple):
    """What the game says about its seats."""

    has_begun: bool
    private: Sequence[bool]  # by seat: whether it has something that the table does not know
    computer: Sequence[bool] = ()  # by seat: whether the computer plays it


class Event(NamedTuple):
    """What happened to a seat, at *at* in seconds since 1970.

    *other* is who consented, or the nickname before. Where the computer takes over, the device is
    the one that it takes over from, or empty.
    """

    at: int
    seat: int
    device: str
    nickname: str
    what: What
    other: str = ""


class Act(NamedTuple):
    """An announced act of the host; without a *device* it concerns all who sit there.

    *bot* is the computer player that takes over.
    """

    what: ActKind
    seat: int
    device: Device | None
    due_ms: int
    bot: str = ""


class _Invitation(NamedTuple):
    seat: int
    from_ms: int
    until_ms: int
    is_announced: bool


class Seating:
    """The seats of one game: so many that *sitters* and *before* have one entry for each.

    *before* are those who sat there in the game before.
    """

    def __init__(
        self,
        sitters: Sequence[Sequence[Device]],
        before: Sequence[Sequence[Device]] = (),
        events: Sequence[Event] = (),
        begun: int | None = None,
    ) -> None:
        self.sitters: list[list[Device]] = [list(each) for each in sitters]
        self.asks: list[list[Device]] = [[] for _ in sitters]
        self.before = [tuple(each) for each in before] or [() for _ in sitters]
        self.events = list(events)
        self.acts: list[Act] = []
        self.begun = begun  # how many events there were when the game began
        self.given: dict[int, str] = {}
        """Computer players that take over, by seat; the caller takes them out."""
        self._invitations: dict[str, _Invitation] = {}  # by the code's hash

    def copy(self) -> "Seating":
        """Returns a copy that can be changed by itself."""
        other = Seating(self.sitters, self.before, self.events, self.begun)
        other.asks = [list(each) for each in self.asks]
        other.acts = list(self.acts)
        other.given = dict(self.given)
        other._invitations = dict(self._invitations)
        return other

    # What devices do.

    def sits(self, device: Device, seat: int) -> bool:
        """Returns whether *device* sits in *seat*."""
        return any(each.id == device.id for each in self.sitters[seat])

    def seats_of(self, device: Device) -> list[int]:
        """Returns the seats in which *device* sits."""
        return [seat for seat in range(len(self.sitters)) if self.sits(device, seat)]

    def sit(self, device: Device, seat: int, chairs: Chairs, at: int) -> bool:
        """Seats *device*, or lets it ask; returns whether it sits now.

        Those who sit there answer, or the host hands it the seat. Raises :exc:`SeatRefused`.
        """
        self.note(chairs)
        if self.sits(device, seat):
            return True
        if self.sitters[seat]:
            self._ask(device, seat)
            return False
        is_computers = bool(chairs.computer) and chairs.computer[seat]
        takes_back = is_computers and device.id in self.former(seat)
        if not takes_back and self._may_tell(device, seat, chairs):
            self._ask(device, seat)
            return False
        is_back = takes_back or any(each.id == device.id for each in self.before[seat])
        self._seat(device, seat, "return" if is_back else "sit", at)
        return True

    def stand(self, device: Device, seat: int, at: int) -> None:
        """Lets *device* stand up, or ask no longer."""
        self._drop_ask(device, seat)
        if self.sits(device, seat):
            self._remove(device, seat, "stand", at)

    def answer(self, by: Device, device: str, seat: int, at: int, *, is_yes: bool) -> None:
        """Answers *device*, by its id, for those who sit in *seat*; raises :exc:`SeatRefused`."""
        if not self.sits(by, seat):
            raise SeatRefused("not-seated")
        asking = next((each for each in self.asks[seat] if each.id == device), None)
        if asking is None:
            raise SeatRefused("no-device")
        if is_yes:
            self._seat(asking, seat, "yes", at, by.nickname)
        else:
            self._drop_ask(asking, seat)

    def rename(self, device: Device, at: int) -> None:
        """Tells everybody the new nickname of *device*; raises :exc:`SeatRefused`."""
        seats = self.seats_of(device)
        if seats and len(self.events) >= MAX_EVENTS:
            raise SeatRefused("full")
        for seat in seats:
            was = next(each.nickname for each in self.sitters[seat] if each.id == device.id)
            if was != device.nickname:
                self._add(Event(at, seat, device.id, device.nickname, "rename", was))
        for devices in (*self.sitters, *self.asks):
            devices[:] = [device if each.id == device.id else each for each in devices]
        self.acts = [
            act._replace(device=device) if act.device and act.device.id == device.id else act
            for act in self.acts
        ]

    # What hosts do.

    def hand(self, device: Device, seat: int, chairs: Chairs, now_ms: int, at: int) -> bool:
        """Seats *device*, or announces it; returns whether it sits now."""
        self.note(chairs)
        if self.sits(device, seat):
            return True
        if self._may_tell(device, seat, chairs):
            self._announce(Act("hand", seat, device, now_ms + ANNOUNCED_MS))
            return False
        self._seat(device, seat, "hand", at)
        return True

    def put_out(self, device: str | None, seat: int, chairs: Chairs, now_ms: int, at: int) -> bool:
        """Leads *device*, or all, out of *seat*, or announces it; returns whether it is done."""
        self.note(chairs)
        out = next((each for each in self.sitters[seat] if each.id == device), None)
        if device is not None and out is None:
            raise SeatRefused("no-device")
        act = Act("put-out", seat, out, now_ms + ANNOUNCED_MS)
        if self.begun is not None and chairs.private[seat] and self.sitters[seat]:
            self._announce(act)
            return False
        self._do(act, at)
        return True

    def give(
        self,
        bot: str,
        seat: int,
        chairs: Chairs,
        now_ms: int,
        at: int,
        here: Collection[str] = frozenset(),
    ) -> bool:
        """Gives *seat* to the computer player *bot*, or announces it; returns whether it is done.

        *here* are the ids of devices that are connected. Raises :exc:`SeatRefused` if one of those
        who sit there is.
        """
        self.note(chairs)
        if self._is_somebody_here(seat, here):
            raise SeatRefused("here")
        act = Act("computer", seat, None, now_ms + ANNOUNCED_MS, bot)
        if self.begun is not None and chairs.private[seat]:
            self._announce(act)
            return False
        self._do(act, at)
        return True

    def look(self, seat: int, chairs: Chairs, now_ms: int, at: int) -> bool:
        """Lets the terminal show what *seat* sees, or announces it; returns whether it may now.

        It is announced where the seat may hold a secret and somebody sits at the table. Raises
        :exc:`SeatRefused` if somebody, or the computer, plays the seat elsewhere.
        """
        self.note(chairs)
        if self.sitters[seat] or (chairs.computer and chairs.computer[seat]):
            raise SeatRefused("here")
        last = next((each.what for each in reversed(self.events) if each.seat == seat), None)
        if last == LOOKED:
            return True
        if len(self.events) >= MAX_EVENTS:
            raise SeatRefused("full")
        act = Act("look", seat, None, now_ms + ANNOUNCED_MS)
        if any(self.sitters) and self._may_tell(None, seat, chairs):
            self._announce(act)
            return False
        self._do(act, at)
        return True

    def invite(self, code: str, seat: int, chairs: Chairs, now_ms: int) -> None:
        """Makes an invitation to *seat*; *code* is the hash of its code.

        If the seat may hold a secret, it is announced and valid after that.
        """
        self.note(chairs)
        is_announced = self._may_tell(None, seat, chairs)
        from_ms = now_ms + ANNOUNCED_MS if is_announced else now_ms
        if is_announced:
            self._announce(Act("invite", seat, None, from_ms))
        while len(self._invitations) >= MAX_INVITATIONS:
            self._invitations.pop(next(iter(self._invitations)))
        until_ms = from_ms + INVITATION_MS
        self._invitations[code] = _Invitation(seat, from_ms, until_ms, is_announced)

    def join(self, device: Device, code: str, chairs: Chairs, now_ms: int, at: int) -> int:
        """Uses up an invitation and returns the seat; *code* is the hash of its code.

        An invitation that was not announced is no longer valid once its seat holds a secret.
        Raises :exc:`SeatRefused`.
        """
        self.note(chairs)
        invitation = self._invitations.get(code)
        if invitation is None or now_ms >= invitation.until_ms:
            self._invitations.pop(code, None)
            raise SeatRefused("code")
        if now_ms < invitation.from_ms:
            raise SeatRefused("soon", invitation.from_ms - now_ms)
        del self._invitations[code]
        seat = invitation.seat
        if not invitation.is_announced and self._may_tell(device, seat, chairs):
            raise SeatRefused("private")
        if not self.sits(device, seat):
            self._seat(device, seat, "code", at)
        return seat

    def former(self, seat: int) -> list[str]:
        """Returns the ids of those from whom the computer took *seat* over last.

        They know what it hid before; nobody else has sat there since.
        """
        found = []
        for event in reversed(self.events):
            if event.seat == seat and event.what in SEATED:
                break
            if event.seat == seat and event.what == "computer" and event.device:
                found.append(event.device)
        return found

    # Time, and the game.

    def note(self, chairs: Chairs) -> None:
        """Notes that the game has begun; it stays so when moves are taken back."""
        if self.begun is None and chairs.has_begun:
            self.begun = len(self.events)

    @property
    def due_ms(self) -> int | None:
        """When to call :meth:`tick` next, or ``None``."""
        return min((act.due_ms for act in self.acts), default=None)

    def tick(self, now_ms: int, at: int, here: Collection[str] = frozenset()) -> None:
        """Does the announced acts that are due; *here* are the ids of connected devices."""
        due = [act for act in self.acts if act.due_ms <= now_ms]
        self.acts = [act for act in self.acts if act.due_ms > now_ms]
        for act in due:
            if act.what != "computer" or not self._is_somebody_here(act.seat, here):
                self._do(act, at)

    def recent(self, count: int) -> Iterator[Event]:
        """Yields the last *count* events, the oldest first."""
        yield from self.events[-count:]

    # Inside.

    def _may_tell(self, device: Device | None, seat: int, chairs: Chairs) -> bool:
        # Whether *device*, or anybody, may find there what it must not know.
        if chairs.computer and chairs.computer[seat]:
            return True  # who sat down before a game would read later what the computer hides
        if not chairs.private[seat] and self.begun is None:
            return False
        if chairs.private[seat] and self.begun is not None:
            return True
        since = [each.device for each in self.events[self.begun :] if each.seat == seat]
        if not self.sitters[seat] and device is not None and since[-1:] == [device.id]:
            return False  # it was the last one there
        return bool(since or self.sitters[seat])

    def _is_somebody_here(self, seat: int, here: Collection[str]) -> bool:
        return any(each.id in here for each in self.sitters[seat])

    def _ask(self, device: Device, seat: int) -> None:
        if any(each.id == device.id for each in self.asks[seat]):
            return
        if len(self.asks[seat]) >= MAX_ASKS:
            raise SeatRefused("full")
        self.asks[seat].append(device)

    def _announce(self, act: Act) -> None:
        # Asked again, it goes on as announced first.
        if any(act[:3] == each[:3] for each in self.acts):
            return
        if len(self.acts) >= MAX_ACTS:
            raise SeatRefused("full")
        self.acts.append(act)

    def _do(self, act: Act, at: int) -> None:
        if act.what == "hand" and act.device is not None:
            is_full = len(self.sitters[act.seat]) >= MAX_SITTERS
            if not self.sits(act.device, act.seat) and not is_full:
                self._seat(act.device, act.seat, "hand", at)
        elif act.what == "put-out":
            for each in list(self.sitters[act.seat]):
                if act.device is None or act.device.id == each.id:
                    self._remove(each, act.seat, "put-out", at)
            self._invitations = {
                code: each for code, each in self._invitations.items() if each.seat != act.seat
            }
            self.acts = [
                each for each in self.acts if (each.what, each.seat) != ("invite", act.seat)
            ]
        elif act.what == "computer":
            self._give(act.seat, act.bot, at)
        elif act.what == "look" and not self.sitters[act.seat]:
            self._add(Event(at, act.seat, "", "", LOOKED))

    def _give(self, seat: int, bot: str, at: int) -> None:
        # Who sat there until now, or stood up last of all, may sit there again.
        leaving = list(self.sitters[seat])
        if not leaving:
            past = [each for each in self.events if each.seat == seat and each.what != "rename"]
            if past and past[-1].what == "stand":
                leaving = [Device(past[-1].device, past[-1].nickname)]
        for each in leaving:
            self._remove(each, seat, "computer", at)
        if not leaving:
            self._add(Event(at, seat, "", "", "computer"))
        self.given[seat] = bot

    def _seat(self, device: Device, seat: int, what: What, at: int, other: str = "") -> None:
        is_long = len(self.events) >= MAX_EVENTS and what != "hand"
        if len(self.sitters[seat]) >= MAX_SITTERS or is_long:
            raise SeatRefused("full")
        self._drop_ask(device, seat)
        self.sitters[seat].append(device)
        self._add(Event(at, seat, device.id, device.nickname, what, other))

    def _remove(self, device: Device, seat: int, what: What, at: int) -> None:
        self.sitters[seat] = [each for each in self.sitters[seat] if each.id != device.id]
        self._add(Event(at, seat, device.id, device.nickname, what))

    def _drop_ask(self, device: Device, seat: int) -> None:
        self.asks[seat] = [each for each in self.asks[seat] if each.id != device.id]

    def _add(self, event: Event) -> None:
        self.events.append(event)
