"""What each seat has lawfully learned, from the table "Who knows what" of the rules alone.

Written apart from the game: this follows rows, faces, hands and lives by itself.
"""

from collections.abc import Mapping, Sequence

from heistboard.rules import TABLE, Choice, Move

__all__ = ["obs"]

LEADERS = ("agent", "kingpin")


def obs(seat: int, moves: Sequence[Move], options: Mapping[str, Choice]) -> object:
    """Returns what *seat*, or the public, has learned from these moves."""
    watcher = Watcher(seat, options)
    for move in moves:
        watcher.see(str(move))
    return (*options.values(), *watcher.learned)


class Watcher:
    """Follows a game, and notes what one seat learns."""

    def __init__(self, seat: int, options: Mapping[str, Choice]) -> None:
        self.me = None if seat == TABLE else f"p{seat + 1}"
        self.options = options
        self.players = [f"p{number}" for number in range(1, int(options["players"]) + 1)]
        self.expansion = bool(options["bombers"]) or len(self.players) == 3
        self.learned: list[object] = []
        self.rows: dict[str, list[str | None]] = {player: [] for player in self.players}
        self.up: set[tuple[str, int]] = set()
        self.hands: dict[str, list[str]] = {player: [] for player in self.players}
        self.living = set(self.players)
        self.wounds: set[str] = set()  # players, or leader cards
        self.quiet: list[str] = []  # who has answered, where nobody is told yet
        self.choices: dict[str, str] = {}
        self.is_setup = True
        self.auditing: set[str] = set()

    # What is learned.

    def note(self, *what: object) -> None:
        self.learned.append(what)

    def note_to(self, who: set[str | None], what: tuple[object, ...], secret: object) -> None:
        self.learned.append((*what, secret) if self.me in who else what)

    def see(self, text: str) -> None:
        words = text.split()
        if words[0] in ("deal", "draw", "first", "shot", "out"):
            getattr(self, f"see_{words[0]}")(*words[1:])
        else:
            player, verb, *rest = words
            if verb == "play":
                self.see_play(player, *rest)
            elif hasattr(self, f"see_{verb}"):
                getattr(self, f"see_{verb}")(player, *rest)
            else:
                self.note(*words)

    # Chance.

    def see_deal(self, player: str, kind: str) -> None:
        self.note_to({player}, ("dealt", player), kind)
        self.rows[player].append(kind)

    def see_first(self, player: str) -> None:
        self.note("first", player)

    def see_draw(self, player: str, card: str) -> None:
        self.note_to({player}, ("drawn", player), card)
        self.hands[player].append(card)

    def see_shot(self, target: str) -> None:
        row = self.turn_up_all(target)
        if self.has_icon(target, "bomb"):
            self.end("bomb")
            return
        leader = next((kind for kind in row if kind in LEADERS), None)
        wound = leader if self.options["wound-follows"] == "card" else target
        if leader is None:
            self.leave(target)
        elif wound not in self.wounds:
            self.wounds.add(str(wound))
        else:
            self.leave(target)
            self.end(leader)

    def see_out(self, player: str) -> None:
        self.turn_up_all(player)
        self.leave(player)

    def turn_up_all(self, player: str) -> list[str]:
        row = [kind for kind in self.rows[player] if kind]
        self.note("all up", player, *row)
        self.up |= {(player, place) for place in range(3)}
        return row

    def has_icon(self, player: str, icon: str) -> bool:
        row = [kind for kind in self.rows[player] if kind]
        enough = len(row) == 3 or bool(self.options["single-icon"])
        return self.expansion and enough and all(icon in kind for kind in row)

    def leave(self, player: str) -> None:
        self.living.discard(player)
        self.hands[player].clear()
        if not self.options["revived-wound"]:
            self.wounds.discard(player)

    def end(self, how: str) -> None:
        self.note("over", how, *(kind for row in self.rows.values() for kind in row))

    # Answers that nobody else is told yet.

    def see_arrange(self, player: str, order: str) -> None:
        row = self.rows[player]
        self.rows[player] = [row[int(place) - 1] for place in order]
        if not self.is_setup:
            self.note_to({player}, ("mixed", player), order)
            return
        if self.me == player:
            self.note("arranged", order)
        self.quiet.append(player)
        if len(self.quiet) == len(self.players):
            self.note("all have arranged")
            self.quiet.clear()
            self.is_setup = False

    def see_pass(self, player: str) -> None:
        if self.me == player:
            self.note("passed")
        self.quiet.append(player)
        if set(self.quiet) == {each for each in self.living if self.hands[each]}:
            self.note("window closed")
            self.quiet.clear()

    def see_audit(self, player: str, slot: str) -> None:
        if self.me == player:
            self.note("chosen", slot)
        self.choices[player] = slot
        if set(self.choices) == self.auditing:
            for each in sorted(self.choices):
                self.show(self.choices[each])
            self.choices.clear()

    # What players do.

    def see_look(self, player: str, slot: str) -> None:
        self.note_to({player}, ("looked", player, slot), self.kind(slot))

    def see_turn_up(self, player: str, slot: str) -> None:
        self.show(slot)

    def see_discard(self, player: str, card: str) -> None:
        self.hands[player].remove(card)
        self.note_to({player}, ("discarded", player), card)

    def see_play(self, player: str, card: str, *line: str) -> None:
        self.quiet.clear()
        self.hands[player].remove(card)
        self.note("played", player, card, *line)
        act = getattr(self, f"play_{card}", None)
        if act is not None:
            act(player, *line)

    def kind(self, slot: str) -> str | None:
        player, place = slot.split(".")
        return self.rows[player][int(place) - 1]

    def show(self, slot: str) -> None:
        player, place = slot.split(".")
        self.up.add((player, int(place) - 1))
        self.note("up", slot, self.kind(slot))

    def play_blackmail(self, user: str, first: str, second: str) -> None:
        (one, place), (other, place_2) = (slot.split(".") for slot in (first, second))
        i, j = int(place) - 1, int(place_2) - 1
        self.rows[one][i], self.rows[other][j] = self.rows[other][j], self.rows[one][i]
        is_up = (one, i) in self.up, (other, j) in self.up
        for slot, was_up in (((one, i), is_up[1]), ((other, j), is_up[0])):
            (self.up.add if was_up else self.up.discard)(slot)
        if self.me == one:
            self.note("got", self.rows[one][i])
        if self.me == other:
            self.note("got", self.rows[other][j])
        for owner in (one, other):
            if set(LEADERS) <= set(self.rows[owner]):
                self.end("alone")

    def play_wiretap(self, user: str, *slots: str) -> None:
        for slot in slots:
            if self.me == user:
                self.note("seen", slot, self.kind(slot))

    play_metal_detector = play_wiretap

    def play_polygraph(self, user: str, target: str) -> None:
        for watcher, watched in ((user, target), (target, user)):
            if self.me == watcher:
                self.note("seen", *self.rows[watched])

    def play_evidence_bag(self, user: str, target: str) -> None:
        (card,) = self.hands[target]
        self.hands[target].clear()
        self.hands[user].append(card)
        if self.me in (user, target):
            self.note("stolen", card)

    def play_surveillance_camera(self, user: str, slot: str) -> None:
        self.show(slot)

    def play_bt_sniffer_dog(self, user: str, target: str) -> None:
        self.note("bombs", sum("bomb" in kind for kind in self.rows[target] if kind))

    def play_bt_cover_story(self, user: str, slot: str) -> None:
        player, place = slot.split(".")
        self.up.discard((player, int(place) - 1))

    def play_flashbang(self, user: str) -> None:
        self.up -= {(user, place) for place in range(3)}

    def play_defibrillator(self, user: str, slot: str) -> None:
        player, place = slot.split(".")
        self.living.add(player)
        for each in range(3):
            if each != int(place) - 1:
                self.rows[player][each] = None
                self.up.discard((player, each))

    def play_bt_first_aid(self, user: str, target: str) -> None:
        self.wounds -= {target, *(kind for kind in self.rows[target] if kind in LEADERS)}

    def play_report_audit(self, user: str) -> None:
        self.auditing = {
            player
            for player in self.living
            if not any((player, place) in self.up for place in range(3))
        }
