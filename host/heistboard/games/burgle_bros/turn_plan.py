"""Plans a computer player's turn: every order of steps, peeks, dice and rolls that fits into it.

A plan is worth the work that it gets done on the way, counted in actions, and how near its last
room is to more work, less what guards are expected to do to the team there.
"""

from collections.abc import Sequence
from heapq import heappop, heappush
from typing import Final, NamedTuple

from heistboard.games.burgle_bros.components import LOOT
from heistboard.games.burgle_bros.crack_work import crack_work, hits
from heistboard.games.burgle_bros.scouting import Scouting
from heistboard.rules import Move

__all__ = ["best_move"]

# All in actions.
FEARS: Final = (20.0, 13.0, 10.0, 8.0)  # what it costs to lose a token, by how many there are
_ROOM_FEAR: Final = 1.5  # the same where a token of the room pays
TRAVEL: Final = 1.0  # what it costs to be an action further from work
CROWD: Final = 1.5  # what work is worth less for each other player who is nearer to it

_DIGIT: Final = 2.2  # to see a face-down room of a known safe's combination
_SAFE: Final = 1.0  # to see one on a floor whose safe is unknown
_STAIRS: Final = 0.8  # to see one on a floor whose stairs are unknown
_NOTHING: Final = 0.3  # to see any other one
_BLIND: Final = 0.4  # what it costs to walk into a face-down room
_ALARM: Final = 2.0
_EVENT: Final = 0.5
_TOOL: Final = 2.0
_LOOT: Final = 8.0
_AT_SAFE: Final = 4.5
_ROOF: Final = 10.0
_SPREAD: Final = 0.3  # the share of a roll's worth that the next one has less
_GUARD_IN_THE_WAY: Final = 3.0
_NO_WAY: Final = -20.0  # what a room is worth from where no work can be reached
_FROM_NOWHERE: Final = 0.3  # what it costs that a guard comes onto the floor
_FACES: Final = 6
_MOST_DICE: Final = 6
_CARELESS: Final = 2  # actions or fewer draw an event


class _Now(NamedTuple):
    # Where a plan has come to.
    cell: int
    left: int
    used: int
    seen: frozenset[int] = frozenset()
    dice: int = 0  # added to the safe
    rolls: int = 0
    fresh_motion: bool = False  # the Motion room here was entered in this turn
    back: int = -1  # the room from which the last step came, if going back there is idle
    back_cost: int = 0


def best_move(legal: Sequence[Move], scouting: Scouting, back: int = -1) -> Move:
    """Returns the first move of the best plan.

    *back* is the room that the seat has just come from, if a step back there would be idle.
    """
    plan = _Plan(scouting)
    left, used = scouting.view["actions"], scouting.view["used"]
    now = _Now(scouting.here, left, used, back=back, back_cost=1)
    moves = {str(move): move for move in legal}
    best, first = plan.end(now), "pass"
    for text, worth, then in plan.steps(now, set(moves)):
        total = worth + plan.worth(then)
        if total > best:
            best, first = total, text
    return moves[first]


_Steps = list[tuple[str, float, _Now]]


class _Plan:
    def __init__(self, scouting: Scouting) -> None:
        self.scouting = scouting
        self._worths: dict[_Now, float] = {}
        self._ends: dict[int, float] = {}
        self._digits = {
            cell
            for safe in scouting.open_safes
            for cell in scouting.combination(safe)
            if cell not in scouting.tiles
        }
        self._stealth = [each["stealth"] for each in scouting.view["team"]]
        self._fear = self.fear(scouting.seat)
        self._known = {
            (scouting.floor(cell), kind)
            for cell, (kind, _) in scouting.tiles.items()
            if kind in ("safe", "stairs")
        }
        self._promises = self._find_promises(self._find_aims())

    def fear(self, seat: int, cell: int = -1) -> float:
        """Returns what it costs that a seat loses a token, in a room if one is named."""
        if cell >= 0 and self.scouting.names[cell] in self.scouting.view["room-stealth"]:
            return _ROOM_FEAR
        return FEARS[min(self._stealth[seat], len(FEARS) - 1)]

    def worth(self, now: _Now) -> float:
        """Returns what the best way to go on is worth."""
        if now not in self._worths:
            best = self.end(now)
            for _, worth, then in self.steps(now, None):
                best = max(best, worth + self.worth(then))
            self._worths[now] = best
        return self._worths[now]

    def end(self, now: _Now) -> float:
        """Returns what it is worth to stop here."""
        if now.cell not in self._ends:
            own, others = self.scouting.losses(now.cell)
            cost = own * self.fear(self.scouting.seat, now.cell)
            for seat, lost in others.items():
                cost += lost * self.fear(seat, self.scouting.at[seat])
            self._ends[now.cell] = self._promises.get(now.cell, _NO_WAY) - cost
        return self._ends[now.cell] - (_EVENT if now.used <= _CARELESS else 0.0)

    def steps(self, now: _Now, legal: set[str] | None) -> _Steps:
        """Returns what can be done next: the move, what it brings, and where it leads."""
        if not now.left:
            return []
        found = self._peeks(now) + self._at_safe(now)
        for room in self.scouting.ways[now.cell]:
            step = self._step(now, room)
            if step is not None:
                found.append(step)
        return [each for each in found if legal is None or each[0] in legal]

    def _peeks(self, now: _Now) -> _Steps:
        hidden = [
            room
            for room in self.scouting.ways[now.cell]
            if room not in self.scouting.tiles and room not in now.seen
        ]
        return [
            (
                f"peek {self.scouting.names[room]}",
                self._news(room),
                now._replace(
                    left=now.left - 1, used=now.used + 1, seen=now.seen | {room}, back=-1
                ),
            )
            for room in hidden
        ]

    def _at_safe(self, now: _Now) -> _Steps:
        scouting = self.scouting
        if now.cell not in scouting.open_safes:
            return []
        name = scouting.names[now.cell]
        rooms = scouting.combination(now.cell)
        visible = len({scouting.tiles[room][1] for room in rooms if room in scouting.tiles})
        hidden = sum(room not in scouting.tiles for room in rooms)
        digits = min(_FACES, visible + hidden)
        more = scouting.me["character"] == "peterman" and scouting.me["side"] == "basic"
        dice = scouting.view["dice"].get(name, 0) + now.dice
        found: _Steps = []
        if now.left >= 2 and dice < _MOST_DICE:
            worth = crack_work(digits, dice, more) - crack_work(digits, dice + 1, more)
            then = now._replace(left=now.left - 2, used=now.used + 2, dice=now.dice + 1, back=-1)
            found.append((f"die {name}", worth, then))
        if dice and visible:
            work = crack_work(digits, dice, more)
            worth = sum(
                chance * (work - crack_work(digits - shown, dice, more))
                for shown, chance in enumerate(hits(visible, dice + more))
            )
            worth *= (1 - _SPREAD) ** now.rolls
            then = now._replace(left=now.left - 1, used=now.used + 1, rolls=now.rolls + 1, back=-1)
            found.append((f"crack {name}", worth, then))
        return found

    def _step(self, now: _Now, room: int) -> tuple[str, float, _Now] | None:
        scouting = self.scouting
        floors = scouting.floor(now.cell) - scouting.floor(room)
        is_drop = floors == 1 and scouting.tiles.get(now.cell, ("",))[0] == "walkway"
        verb = "drop" if is_drop and room not in scouting.stairs_from(now.cell) else "move"
        kind = scouting.tiles[room][0] if room in scouting.tiles else ""
        price, worth = (1, 0.0) if verb == "drop" else self._entry(room, kind)
        if now.fresh_motion and not scouting.view["hacks"]["computer_motion"]:
            worth -= _ALARM
        if self._is_seen(room, kind):
            worth -= self._fear
        if scouting.guards[scouting.floor(room)] < 0:
            worth -= _FROM_NOWHERE
        if price > now.left:
            return None
        used = now.used + price
        back, back_cost = now.cell, price
        if room == now.back:  # an idle step (BB-TURN-6)
            used, back = now.used - now.back_cost, -1
        elif not kind:
            back = -1
        then = _Now(
            *(room, now.left - price, used, now.seen | {room}, 0, 0),
            kind == "motion" and verb == "move",
            *(back, back_cost),
        )
        return f"{verb} {scouting.names[room]}", worth, then

    def _is_seen(self, room: int, kind: str) -> bool:
        # Whether moving there costs a token.
        scouting = self.scouting
        if scouting.view["suit"]:
            return False
        if room in scouting.guards:
            return True
        beside = set(scouting.near[room])
        if kind == "atrium":
            beside = {room + scouting.area, room - scouting.area}
        is_watched = kind in ("foyer", "atrium") or "tiara" in scouting.me["items"]
        return is_watched and bool(beside & {guard for guard in scouting.guards if guard >= 0})

    def _entry(self, room: int, kind: str) -> tuple[int, float]:
        # What it takes to enter, and what it brings.
        scouting = self.scouting
        if not kind:
            return 1, self._news(room) - _BLIND
        if room in scouting.cells("crowbarred"):
            return 1, 0.0
        has_token = scouting.view["hacks"].get(f"computer_{kind}", 0) > 0
        match kind:
            case "deadbolt":
                is_open = room in scouting.at or room in scouting.guards
                return (1 if is_open else 3), 0.0
            case "keypad":
                return (1, 0.0) if room in scouting.cells("opened") else (3, -0.3)
            case "laser":
                return (1, -0.2) if has_token else (2, 0.0)
            case "fingerprint":
                return 1, -0.2 if has_token else -_ALARM
            case "scanner":
                return 1, -_ALARM if scouting.me["items"] else 0.0
            case "laboratory" if room not in scouting.cells("searched"):
                return 1, _TOOL
        return 1, 0.0

    def _news(self, room: int) -> float:
        # What it is worth to see a face-down room.
        if room in self._digits:
            return _DIGIT
        floor = self.scouting.floor(room)
        worth = _NOTHING
        if (floor, "safe") not in self._known:
            worth += _SAFE
        if (floor, "stairs") not in self._known:
            worth += _STAIRS
        return worth

    # What a room promises for later turns.

    def _find_promises(self, aims: dict[int, float]) -> dict[int, float]:
        # By room, what the best of the aims is worth, less the way there.
        scouting = self.scouting
        comes_from: dict[int, list[int]] = {}
        for cell, rooms in enumerate(scouting.ways):
            for room in rooms:
                comes_from.setdefault(room, []).append(cell)
        found: dict[int, float] = {}
        waiting = [(-worth, aim) for aim, worth in aims.items()]
        waiting.sort()
        while waiting:
            minus, room = heappop(waiting)
            if room in found:
                continue
            found[room] = -minus
            cost = TRAVEL * (
                scouting.step_cost(room) + _GUARD_IN_THE_WAY * (room in scouting.guards)
            )
            for cell in comes_from.get(room, ()):
                if cell not in found:
                    heappush(waiting, (minus + cost, cell))
        return found

    def _find_aims(self) -> dict[int, float]:
        scouting = self.scouting
        aims: dict[int, float] = {}

        def add(cell: int, worth: float) -> None:
            own = scouting.distance(scouting.here, cell)
            nearer = sum(
                at >= 0 and scouting.distance(at, cell) < own
                for seat, at in enumerate(scouting.at)
                if seat != scouting.seat
            )
            worth -= CROWD * nearer
            aims[cell] = max(aims.get(cell, worth), worth)

        if scouting.is_roof_open:
            for cell in scouting.cells("stairs"):
                if scouting.floor(cell) == scouting.floors - 1:
                    aims[cell] = _ROOF
        for name, item in scouting.view["lying"]:
            if item in LOOT and not (item == "gold_bar" and item in scouting.me["items"]):
                add(scouting.numbers[name], _LOOT)
        for safe in scouting.open_safes:
            rooms = scouting.combination(safe)
            hidden = [room for room in rooms if room not in scouting.tiles]
            add(safe, _AT_SAFE * (1 - len(hidden) / (len(rooms) + 1)))
        for cell in range(len(scouting.names)):
            if cell not in scouting.tiles and scouting.ways[cell]:
                news = self._news(cell)
                for near in scouting.ways[cell] if news > _NOTHING else ():
                    add(near, news)
        return aims
