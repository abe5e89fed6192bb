"""What is told beside the floors of Burgle Bros: guards, players, safes, what is in force. Pure.

Each paragraph is one thing; the first are the most important, for screens that cut off the last.
"""

import textwrap
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from rich.text import Text

from heistboard.games.burgle_bros.notation import LOST_VISUAL
from heistboard.games.burgle_bros.seen_site import SeenFloor, SeenSite
from heistboard.games.burgle_bros.text_walls import Signs

if TYPE_CHECKING:
    from heistboard.rules import Move
    from heistboard.words import Words

__all__ = ["card_paragraphs", "paragraphs"]

MOVES_WIDTH = 240  # characters of moves that may be typed; Help tells of more


def paragraphs(
    site: SeenSite,
    moves: "Sequence[Move]",
    shown: Collection[int],
    words: "Words",
    signs: Signs,
) -> Iterator[Text]:
    """Yields the paragraphs; *moves* may be played now, and *shown* are the floors drawn."""
    panel = _Panel(site, words, signs)
    for floor in site.floors:
        yield from panel.floor(floor, is_shown=floor.number in shown)
    for player in site.seen["team"]:
        yield panel.player(player)
    if moves:
        told = textwrap.shorten(_grouped(moves), MOVES_WIDTH, placeholder=" ...")
        floors = [f"floor {floor.number}" for floor in site.floors if floor.number not in shown]
        others = ", ".join([*floors, "help", "legend"])
        yield Text(words.of("drawing", "can", moves=told, others=others), "cyan")
    yield from panel.table()


def card_paragraphs(site: SeenSite, words: "Words", signs: Signs) -> Iterator[Text]:
    """Yields the paragraphs about cards that are gone, and those that are left."""
    panel = _Panel(site, words, signs)
    for floor in site.floors:
        yield panel.patrol(floor)
    yield from panel.decks()


class _Panel:
    def __init__(self, site: SeenSite, words: "Words", signs: Signs) -> None:
        self._site = site
        self._seen = site.seen
        self._words = words
        self._signs = signs

    def _of(self, key: str, **words: object) -> str:
        return self._words.of("drawing", key, **words)

    # Floors.

    def floor(self, floor: SeenFloor, *, is_shown: bool) -> Iterator[Text]:
        """Yields the guard of a floor, and what is on a floor that is not drawn."""
        guard = floor.guard
        told = [self._guard(floor)]
        if guard["donuts"]:
            told.append(self._of("donuts"))
        if alarms := self._here(floor, self._seen["alarms"]):
            told.append(self._of("alarms", rooms=alarms))
        sign = self._of("floor-sign", floor=floor.number)
        yield Text(f"{sign} {'; '.join(told)}", "red" if alarms else "")
        if not is_shown:
            yield Text(f"{sign} {'; '.join(self._overview(floor))}", "dim")

    def _guard(self, floor: SeenFloor) -> str:
        guard = floor.guard
        if guard["is-away"]:
            return self._of("guard-away")
        if guard["at"] is None:
            return self._of("guard-none", speed=guard["speed"])
        alarms = len(self._here(floor, self._seen["alarms"]).split())
        way = [_own(guard["at"])]
        if floor.path:
            way += [self._signs.to, *map(_own, floor.path)]
        speed = f"{guard['speed']}+{alarms}" if alarms else guard["speed"]
        return self._of("guard", way=" ".join(way), speed=speed)

    def _overview(self, floor: SeenFloor) -> Iterator[str]:
        players = ", ".join(
            f"{self._signs.player}{numbers} {_own(room)}"
            for room, numbers in self._site.players.items()
            if room in floor.names
        )
        if players:
            yield players
        yield self._of("face-down", count=len(self._here(floor, self._seen["face-down"]).split()))
        stairs = [room for room in floor.names if any(self._site.stair_ends(room))]
        if stairs:
            yield self._of("stairs", rooms=" ".join(map(_own, stairs)))

    def _here(self, floor: SeenFloor, rooms: Iterable[str]) -> str:
        return " ".join(_own(room) for room in rooms if room in floor.names)

    # Players.

    def player(self, player: dict[str, object]) -> Text:
        """Returns what a player is and has."""
        seat, at = str(player["player"]), str(player["at"])
        is_active = seat == self._seen["active"]
        told = f"{'>' if is_active else ' '}{self._signs.player}{seat[1:]} "
        if player["character"] is not None:
            told += f"{self._words.name('character', str(player['character']))} "
        if player["side"] is not None:
            told += f"({self._words.name('side', str(player['side']))}) "
        told += self._of(at) if at in ("outside", "roof") else at
        told += f", {self._of('stealth', count=player['stealth'])}"
        if player["more-actions"]:
            told += f", {self._of('more-actions', count=player['more-actions'])}"
        if player["loses-turn"]:
            told += f", {self._of('loses-turn')}"
        items = player["items"]
        assert isinstance(items, list)
        if items:
            told += f": {', '.join(self._words.name('item', item) for item in items)}"
        return Text(told, "bold" if is_active else "")

    # The rest of the table.

    def table(self) -> Iterator[Text]:
        """Yields what happened last, safes, computers, what lies about and what is in force."""
        seen, name = self._seen, self._words.name
        if seen["rolled"]:
            yield Text(self._of("rolled", dice=" ".join(map(str, seen["rolled"]))))
        if seen["event"]:
            yield Text(self._of("event", event=name("card", seen["event"])))
        for card, seat in seen["lasting"].items():
            section = "item" if card == "emp" else "card"
            yield Text(self._of("lasting", card=name(section, card), number=seat[1:]))
        for key, section, card in (
            ("suit", "item", "invisible_suit"),
            ("shift-change", "card", "shift_change"),
        ):
            if seen[key]:
                yield Text(self._of("this-turn", card=name(section, card)))
        if seen["held-alarm"]:
            yield Text(self._of("held-alarm", character=name("character", "juicer")))
        if seen["guard-steps"]:
            yield Text(self._of("guard-steps", count=seen["guard-steps"]))
        for room, tile in self._site.tiles.items():
            if tile.kind == "safe":
                yield Text(self._safe(room))
        hacks = [
            f"{name('tile', kind)} {count}"
            for kind, count in seen["hacks"].items()
            if any(tile.kind == kind for tile in self._site.tiles.values())
        ]
        if seen["laptop"]:
            hacks.append(f"{self._of('laptop')} {seen['laptop']}")
        if hacks:
            yield Text(self._of("hacks", hacks=", ".join(hacks)))
        if seen["lying"]:
            lying = (f"{room} {name('item', item)}" for room, item in seen["lying"])
            yield Text(self._of("lying", items=", ".join(lying)))
        if seen["crow"]:
            yield Text(self._of("crow", room=seen["crow"]))
        for where, cards in seen["looked"].items():
            yield Text(self._looked(where, cards))

    def _safe(self, room: str) -> str:
        if room in self._seen["cracked"]:
            return self._of("safe-cracked", room=room)
        missing = [each for each in self._site.digits(room) if each not in self._seen["marks"]]
        tiles = (self._site.tiles.get(each) for each in missing)
        digits = sorted("?" if tile is None else tile.digit for tile in tiles)
        dice = self._seen["dice"].get(room, 0)
        return self._of("safe", room=room, dice=dice, digits=" ".join(filter(None, digits)))

    def _looked(self, where: str, cards: list[str]) -> str:
        # Cards of a deck that have been shown; *where* is like `events-top` or `patrol-2-bottom`.
        deck, end = where.rsplit("-", 1)
        if deck == "events":
            names = ", ".join(self._words.name("card", card) for card in cards)
            return self._of(f"known-{end}", deck=self._of("deck-events"), cards=names)
        sign = self._of("floor-sign", floor=deck[-1])
        names = " ".join(map(self._patrol_card, cards))
        return self._of(f"known-{end}", deck=self._of("deck-patrol", floor=sign), cards=names)

    def _patrol_card(self, card: str) -> str:
        return self._words.name("card", card) if card == LOST_VISUAL else _own(card)

    def patrol(self, floor: SeenFloor) -> Text:
        """Returns the patrol cards of a floor that are gone."""
        gone = map(self._patrol_card, floor.guard["patrol-gone"])
        sign, left = self._of("floor-sign", floor=floor.number), floor.guard["patrol-left"]
        return Text(f"{sign} {self._of('patrol', gone=' '.join(gone) or '-', left=left)}", "dim")

    def decks(self) -> Iterator[Text]:
        """Yields how many cards are left, and which are in the discards."""
        seen = self._seen
        counts = {deck: seen[f"{deck}-left"] for deck in ("tools", "loot", "events")}
        yield Text(self._of("decks", **counts), "dim")
        for deck, section in (("tools", "item"), ("events", "card")):
            if gone := seen[f"{deck}-gone"]:
                names = ", ".join(self._words.name(section, card) for card in gone)
                yield Text(self._of(f"{deck}-gone", cards=names), "dim")


def _own(room: str) -> str:
    # The name of a room on its floor.
    return room.rpartition(":")[2]


def _grouped(moves: "Sequence[Move]") -> str:
    # Moves that differ only in their last word are told together: `move b1 a2`.
    groups: dict[str, list[str]] = {}
    for move in moves:
        head, _, last = move.rpartition(" ") if move.parts else (str(move), "", "")
        groups.setdefault(head, []).append(last)
    return "; ".join(" ".join([head, *filter(None, last)]) for head, last in groups.items())
