"""Draws Good Cop Bad Cop in a terminal: a line for each player, guns as arrows. Pure.

Everything comes from the public status: a hand and face-down cards are never here. Only
:func:`own` gets what one seat sees.
"""

import textwrap
from collections.abc import Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from rich.cells import cell_len
from rich.text import Text

from heistboard.games import Canvas
from heistboard.games.status import Status
from heistboard.rules import View

if TYPE_CHECKING:
    from heistboard.words import Words

__all__ = ["after", "board", "legend", "lights", "notes", "own", "track"]

NAME_WIDTH = 10
CARD_WIDTH = 5  # a sign of three letters in brackets
CARDS = 3
ICONS = ("bomb", "knife")


class _Signs:
    # The symbols, in ASCII or Unicode.

    def __init__(self, *, is_ascii: bool) -> None:
        self.active = "*" if is_ascii else "★"
        self.arrow = "-->" if is_ascii else "──▶"
        self.down = "?"
        self.gone = "-" if is_ascii else "·"
        self.wound = "+" if is_ascii else "✚"
        self.icons = {"bomb": "o", "knife": "/"} if is_ascii else {"bomb": "●", "knife": "†"}


def board(status: Status, words: "Words", canvas: Canvas) -> Sequence[Text]:
    """Returns a line for each player, then what lies in the middle and what is declared."""
    signs = _Signs(is_ascii=canvas.is_ascii)
    team: dict[str, Any] = _team(status)
    lines = [_player(name, seen, status, words, signs) for name, seen in team.items()]
    counts = {name: status.view[name] for name in ("guns", "deck")}
    lines.append(Text(words.of("drawing", "middle", **counts), "dim"))
    told = list(_told(status, words))
    lines += [Text(line, "bold") for line in told]
    for line in lines:
        line.truncate(canvas.width)
    return lines


def notes(status: Status, words: "Words", canvas: Canvas) -> Sequence[Text]:
    """Returns nothing: the lines of the players have all there is."""
    return ()


def track(status: Status, words: "Words", canvas: Canvas) -> Text:
    """Returns the number of the turn, whose it is, and which way play goes."""
    active = status.view["active"]
    if not active:
        return Text(words.of("drawing", "setup"))
    turn = words.of("drawing", "on-turn", round=status.view["round"], player=_name(words, active))
    way = str(status.view["direction"])
    arrow = {"left": "->", "right": "<-"} if canvas.is_ascii else {"left": "→", "right": "←"}
    return Text(f"{turn}  {arrow[way]} {words.of('drawing', way)}")


def legend(status: Status, words: "Words", canvas: Canvas) -> Sequence[Text]:
    """Returns the lines that explain the signs."""
    signs = _Signs(is_ascii=canvas.is_ascii)

    def means(key: str) -> str:
        return words.of("drawing", f"means-{key}")

    kinds = ("honest", "crooked", "agent", "kingpin")
    parts = [
        f"{signs.active} {means('active')}",
        f"[{signs.down}] {means('down')}",
        f"{signs.gone} {means('gone')}",
        f"{signs.wound} {words.of('drawing', 'wounded')}",
        f"{signs.arrow} {words.of('drawing', 'gun')}",
        *(f"{words.of('drawing', f'sign-{kind}')} {words.name('kind', kind)}" for kind in kinds),
    ]
    if status.view["expansion"]:
        parts += [f"{signs.icons[icon]} {means(icon)}" for icon in ICONS]
    lines = [""]
    for part in parts:
        if lines[-1] and cell_len(lines[-1]) + 2 + cell_len(part) > canvas.width:
            lines.append("")
        lines[-1] += f"{'  ' if lines[-1] else ''}{part}"
    return [Text(line, "dim") for line in lines]


def after(status: Status, words: "Words") -> str:
    """Returns nothing: the prompt says how the game ended, and the cards lie face up."""
    return ""


def lights(status: Status, words: "Words") -> str:
    """Returns nothing: eyes are never closed in this game."""
    return ""


def own(view: View, words: "Words", canvas: Canvas) -> Sequence[Text]:
    """Returns a seat's own cards, equipment and team, and what it has seen of others."""
    seen: dict[str, Any] = dict(view)
    page = partial(words.of, "page")
    signs = _Signs(is_ascii=canvas.is_ascii)
    has_icons = bool(view["expansion"])
    team = [page(f"side.{seen['side']}")] if seen["side"] else []
    team += [page(f"role.{role}") for role in seen["roles"]]
    row = Text(f"{page('own-team', team=', '.join(team))}:" if team else f"{page('own')}:")
    for card in seen["cards"]:
        row.append(" ").append_text(_card(card, words, signs, has_icons=has_icons))
    lines = [row]
    for card in seen["hand"]:
        tells = words.name("equipment", card, "tells")
        lines.append(Text(f"{_capital(words.name('equipment', card))}: {tells}"))
    told = [*_remembered(seen, words), *_mixed(seen, words), *_known_hands(seen, words)]
    if told:
        lines += [Text(page("seen"), "bold"), *(Text(f"  {line}") for line in told)]
    return [part for line in lines for part in _wrapped(line, canvas.width)]


def _remembered(seen: dict[str, Any], words: "Words") -> Iterator[str]:
    for each in seen["remembered"]:
        place, whose = each["at"], each["from"]
        is_moved = not place.startswith(f"{whose}.")
        yield words.of(
            *("page", "seen-moved" if is_moved else "seen-at"),
            card=_capital(words.name("card", place)),
            kind=words.name("kind", each["kind"]),
            how=words.of("page", f"how.{each['how']}"),
            turn=each["turn"],
            **{"from": words.seat(whose)},
        )


def _mixed(seen: dict[str, Any], words: "Words") -> Iterator[str]:
    for each in seen["mixed"]:
        kinds = ", ".join(words.name("kind", kind) for kind in each["kinds"])
        player = words.seat(each["player"])
        yield words.of("page", "mixed", player=player, kinds=kinds, turn=each["turn"])


def _known_hands(seen: dict[str, Any], words: "Words") -> Iterator[str]:
    for player, hand in seen["known-hands"].items():
        cards = ", ".join(words.name("equipment", card) for card in hand)
        yield words.of("page", "known-hand", player=words.seat(player), cards=cards)


def _wrapped(line: Text, width: int) -> list[Text]:
    if cell_len(line.plain) <= width:
        return [line]
    return [Text(part) for part in textwrap.wrap(line.plain, width, subsequent_indent="    ")]


def _capital(name: str) -> str:
    return name[:1].upper() + name[1:]


def _player(
    name: str, seen: dict[str, Any], status: Status, words: "Words", signs: _Signs
) -> Text:
    # One player: whether it is their turn, the name, three cards, then what lies before them.
    is_active = status.view["active"] == name
    line = Text(f"{signs.active if is_active else ' '} ", "bold")
    line.append(_fitted(words.seat(name), NAME_WIDTH), "bold" if is_active else "")
    has_icons = bool(status.view["expansion"])
    for card in seen["cards"]:
        line.append(" ").append_text(_card(card, words, signs, has_icons=has_icons))
    line.append("  ").append("  ".join(_facts(seen, words, signs)))
    if not seen["living"]:
        line.stylize("dim")
    return line


def _card(card: str | None, words: "Words", signs: _Signs, *, has_icons: bool) -> Text:
    width = CARD_WIDTH + (len(ICONS) if has_icons else 0)
    if card is None:
        return Text(signs.gone.center(width), "dim")
    if card == "?":
        return Text(f"[{signs.down.center(width - 2)}]", "dim")
    kind, *icons = card.split("_")
    drawn = words.of("drawing", f"sign-{kind}") + "".join(signs.icons[icon] for icon in icons)
    return Text(f"[{drawn.ljust(width - 2)}]", "bold")


def _facts(seen: dict[str, Any], words: "Words", signs: _Signs) -> list[str]:
    if not seen["living"]:
        return [words.of("drawing", "out")]
    facts = [words.of("drawing", "equipment", count=seen["equipment"])]
    if seen["wounded"]:
        facts.append(signs.wound)
    if seen["gun"]:
        aim = seen["aim"]
        target = f"{signs.arrow} {_name(words, aim)}"
        facts.append(target if aim else words.of("drawing", "gun-none"))
    if seen["planted"]:
        facts.append(words.of("drawing", "planted"))
    return facts


def _told(status: Status, words: "Words") -> list[str]:
    # What is declared, and what comes when the turn ends.
    view: dict[str, Any] = dict(status.view)
    lines = []
    if action := view["action"]:
        target = words.name("player", action["target"], "what") if action["target"] else ""
        what = words.of("drawing", f"action.{action['verb']}", target=target)
        lines.append(words.of("drawing", "declared", action=what))
    if view["smoke"]:
        lines.append(words.of("drawing", "smoke"))
    if view["coffee"]:
        lines.append(words.of("drawing", "coffee", player=_name(words, view["coffee"])))
    if view["barred"]:
        lines.append(words.of("drawing", "barred"))
    return lines


def _name(words: "Words", seat: object) -> str:
    return words.name("player", str(seat))


def _fitted(text: str, width: int) -> str:
    return text[:width] + " " * max(0, width - cell_len(text))


def _team(status: Status) -> dict[str, Any]:
    team = status.view["team"]
    return dict(team) if isinstance(team, dict) else {}
