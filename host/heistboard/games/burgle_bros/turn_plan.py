"""Plans a computer player's turn: every order of steps, peeks, dice and rolls that fits into it.

A plan is worth what it finds and cracks on the way, and what its last room promises, less what
guards are expected to do to the team there.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

from heistboard.games.burgle_bros.components import LOOT
from heistboard.games.burgle_bros.scouting import Scouting
from heistboard.rules import Move

__all__ = ["best_move"]

FEAR: Final = 5.0  # what a stealth token is worth beside the gains below
DICE: Final = 3  # on a safe before it is rolled often
FADES: Final = 0.9  # what is one action away is worth that much less

CROWDED: Final = 0.5  # what is on a floor with another player is worth that much less

_ROOF: Final = 40.0
_LOOT: Final = 14.0
_AT_SAFE: Final = 8.0
_DIE: Final = 4.0
_MARK: Final = 3.0
_DIGIT: Final = 3.5  # a face-down room of a known safe's combination
_UNKNOWN: Final = 2.0
_BLIND: Final = 1.5  # what it costs to walk into a face-down room
_ALARM: Final = 1.5
_EVENT: Final = 0.6
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


def best_move(legal: Sequence[Move], scouting: Scouting) -> Move:
    """Returns the first move of the best plan."""
    plan = _Plan(scouting)
    now = _Now(scouting.here, scouting.view["actions"], scouting.view["used"])
    moves = {str(move): move for move in legal}
    best, first = plan.end(now), "pass"
    for text, worth, then in plan.steps(now, set(moves)):
        total = worth + plan.worth(then)
        if total > best:
            best, first = total, text
    return moves[first]


class _Plan:
    def __init__(self, scouting: Scouting) -> None:
        self.scouting = scouting
        self._worths: dict[_Now, float] = {}
        self._ends: dict[int, float] = {}
        self._promises: dict[int, float] = {}
        self._digits = {
            cell
            for safe in scouting.open_safes
            for cell in scouting.combination(safe)
            if cell not in scouting.tiles
        }
        fewest = min(each["stealth"] for each in scouting.view["team"])
        self._fear = FEAR * (1.7 if fewest <= 1 else 1.0)
        self._aims = self._find_aims()

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
            risk = self.scouting.risk(now.cell)
            self._ends[now.cell] = self._promise(now.cell) - self._fear * risk
        return self._ends[now.cell] - (_EVENT if now.used <= _CARELESS else 0.0)

    def steps(self, now: _Now, legal: set[str] | None) -> "list[tuple[str, float, _Now]]":
        """Returns what can be done next: the move, what it brings, and where it leads."""
        if not now.left:
            return []
        found = self._peeks(now) + self._at_safe(now)
        for room in self.scouting.ways[now.cell]:
            step = self._step(now, room)
            if step is not None:
                found.append(step)
        return [each for each in found if legal is None or each[0] in legal]

    def _peeks(self, now: _Now) -> "list[tuple[str, float, _Now]]":
        hidden = [
            room
            for room in self.scouting.ways[now.cell]
            if room not in self.scouting.tiles and room not in now.seen
        ]
        return [
            (
                f"peek {self.scouting.names[room]}",
                self._news(room),
                now._replace(left=now.left - 1, used=now.used + 1, seen=now.seen | {room}),
            )
            for room in hidden
        ]

    def _at_safe(self, now: _Now) -> "list[tuple[str, float, _Now]]":
        scouting = self.scouting
        if now.cell not in scouting.open_safes:
            return []
        name = scouting.names[now.cell]
        rooms = scouting.combination(now.cell)
        digits = {scouting.tiles[room][1] for room in rooms if room in scouting.tiles}
        hidden = [room for room in rooms if room not in scouting.tiles]
        dice = scouting.view["dice"].get(name, 0) + now.dice
        found = []
        if now.left >= 2 and dice < DICE + (len(digits) > 2):
            worth = _DIE if not hidden else _DIE / 3
            then = now._replace(left=now.left - 2, used=now.used + 2, dice=now.dice + 1)
            found.append((f"die {name}", worth, then))
        if dice:
            chance = 1 - (5 / 6) ** dice
            share = 0.6**now.rolls  # a second roll finds less
            worth = _MARK * chance * len(digits) * share * (1.0 if dice >= 2 else 0.5)
            then = now._replace(left=now.left - 1, used=now.used + 1, rolls=now.rolls + 1)
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
            worth -= 0.3  # a guard comes from nowhere
        if price > now.left:
            return None
        then = _Now(
            *(room, now.left - price, now.used + price, now.seen | {room}, 0, 0),
            kind == "motion" and verb == "move",
        )
        return f"{verb} {scouting.names[room]}", worth, then

    def _is_seen(self, room: int, kind: str) -> bool:
        # Whether moving there costs a token.
        scouting = self.scouting
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
                return 1, 3.0
        return 1, 0.0

    def _news(self, room: int) -> float:
        # What it is worth to see a face-down room.
        if room in self._digits:
            return _DIGIT
        floor = self.scouting.floor(room)
        known = [
            kind
            for cell, (kind, _) in self.scouting.tiles.items()
            if self.scouting.floor(cell) == floor
        ]
        return _UNKNOWN * (1.0 - 0.4 * ("safe" in known) - 0.4 * ("stairs" in known))

    # What a room promises for later turns.

    def _promise(self, cell: int) -> float:
        if cell not in self._promises:
            reach = self.scouting.reach(cell)
            self._promises[cell] = max(
                (
                    worth * FADES ** reach[aim][0]
                    for aim, worth in self._aims.items()
                    if aim in reach
                ),
                default=0.0,
            )
        return self._promises[cell]

    def _find_aims(self) -> dict[int, float]:
        scouting = self.scouting
        aims: dict[int, float] = {}

        def add(cell: int, worth: float) -> None:
            crowd = sum(
                at >= 0 and scouting.floor(at) == scouting.floor(cell)
                for seat, at in enumerate(scouting.at)
                if seat != scouting.seat
            )
            aims[cell] = max(aims.get(cell, 0.0), worth * CROWDED**crowd)

        if scouting.is_roof_open:
            for cell in scouting.cells("stairs"):
                if scouting.floor(cell) == scouting.floors - 1:
                    add(cell, _ROOF)
        for name, item in scouting.view["lying"]:
            if item in LOOT and not (item == "gold_bar" and item in scouting.me["items"]):
                add(scouting.numbers[name], _LOOT)
        for safe in scouting.open_safes:
            rooms = scouting.combination(safe)
            hidden = [room for room in rooms if room not in scouting.tiles]
            others = [at for seat, at in enumerate(scouting.at) if seat != scouting.seat]
            if safe not in others:
                add(safe, _AT_SAFE * (1 - len(hidden) / (len(rooms) + 1)))
        for cell in range(len(scouting.names)):
            if cell not in scouting.tiles and scouting.ways[cell]:
                for near in scouting.ways[cell]:
                    if near in scouting.tiles:
                        add(near, self._news(cell))
        return aims
