"""The moves as text: a verb and its words, such as ``move 2:b3`` or ``use donuts 2``.

:data:`FORMS` has all verbs. A tool's use is a verb of its own in a move's parts and words,
``use_donuts``, though it is written ``use donuts``. Why a move is refused is in ``refusals``.
"""

from functools import cache
from typing import Final

from heistboard.games.burgle_bros.cells import place_names
from heistboard.games.burgle_bros.components import (
    CHARACTERS,
    EVENTS,
    FACE_DOWN,
    HACKABLE,
    ITEMS,
    LOOT,
    NO_ROOM,
    SIDES,
    TILES,
    TOOLS,
)
from heistboard.rules import HIDDEN, InvalidMove, Move

__all__ = [
    "COMPUTERS",
    "FORMS",
    "LAPTOP",
    "LOST_VISUAL",
    "PLAYERS",
    "by_cell",
    "least_parts",
    "make",
    "read",
]

PLAYERS: Final = ("p1", "p2", "p3", "p4")
LOST_VISUAL: Final = "lost_visual"
LAPTOP: Final = "laptop"
COMPUTERS: Final = tuple(f"computer_{kind}" for kind in HACKABLE)

_PLACES: Final = frozenset(
    (*place_names(4, 3), *place_names(5, 2)),
)
_EVENTS: Final = frozenset(EVENTS)
_FACES: Final = tuple("123456")
_WORDS: Final[dict[str, frozenset[str]]] = {
    "cell": _PLACES,
    "player": frozenset(PLAYERS),
    "character": frozenset(CHARACTERS),
    "side": frozenset(SIDES),
    "tile": frozenset(kind for kind, _, _ in TILES if kind not in (FACE_DOWN, NO_ROOM)),
    "digit": frozenset(_FACES),
    "floor": frozenset("123"),
    "tool": frozenset(TOOLS),
    "loot": frozenset(LOOT),
    "item": frozenset(ITEMS),
    "card": frozenset((*EVENTS, *_PLACES, LOST_VISUAL, HIDDEN)),
    "face": frozenset(_FACES),
    "to": frozenset(_FACES),
    "way": frozenset(("up", "down")),
    "computer": frozenset((*COMPUTERS, LAPTOP)),
    "stealth": frozenset(("own", "room")),
    **dict.fromkeys(("first", "second", "third"), frozenset((*EVENTS, HIDDEN))),
}

_USES: Final = {
    "blueprints": ("cell",),
    "crowbar": ("cell",),
    "donuts": ("floor",),
    "dynamite": ("cell",),
    "thermal_bomb": ("way",),
    "virus": ("cell",),
}

FORMS: Final[dict[str, tuple[str, ...]]] = {
    # Chance.
    "character": ("player", "character"),
    "tile": ("cell", "tile", "digit"),
    "patrol": ("cell",),
    "lost_visual": ("floor",),
    "tool": ("tool",),
    "loot": ("loot",),
    "event": ("card",),
    "roll": ("face",),
    "look": ("player", "card"),
    # Setup, and the active player's actions.
    "side": ("side",),
    "entrance": ("cell",),
    "move": ("cell",),
    "drop": ("cell",),
    "peek": ("cell",),
    "hack": (),
    "die": ("cell",),
    "crack": ("cell",),
    "escape": (),
    "pass": (),
    **{f"use_{tool}": _USES.get(tool, ()) for tool in TOOLS},
    "give": ("item", "player"),
    "ask": ("item", "player"),
    "pick": ("item",),
    # Characters.
    "flex": ("cell",),
    "climb": ("way",),
    "laptop": (),
    "xray": ("cell",),
    "enhance": ("cell",),
    "crybaby": ("cell",),
    "take_alarm": (),
    "put_alarm": (),
    "crow": ("cell",),
    "tinker": (),
    "send": ("player", "cell"),
    "send_down": ("player", "cell"),
    "swap": ("player",),
    "scout": (),
    # Decisions in between.
    "accept": (),
    "refuse": (),
    "pay": (),
    "stay": (),
    "token": ("computer",),
    "alarm": (),
    "lose": ("stealth",),
    "target": ("cell",),
    "second": (),
    "keep": ("tool",),
    "turn": ("face", "to"),
    "leave_dice": (),
    "leave": (),
    "bottom": (),
    "show": (),
    "stack": ("player", "first", "second", "third"),
    "kitty": ("cell",),
    "buddy": ("player",),
    "voice": ("cell",),
    "gut": ("cell",),
    "peekhole": ("cell",),
    "skip": (),
    "toward": ("cell",),
}
"""The parts of each verb, in the order of the text."""

_CHANCE: Final = ("character", "tile", "patrol", "lost_visual", "tool", "loot", "event", "roll")
_NEEDS_NO_TARGET: Final = ("blueprints", "crowbar", "donuts", "dynamite", "virus")
_MAY_LACK: Final = {"tile": 2, "stack": 2, **{f"use_{tool}": 0 for tool in _NEEDS_NO_TARGET}}
"""How many parts some verbs must have; a safe has no digit, a tool without effect no target."""


def least_parts(verb: str) -> int:
    """Returns how many parts a verb has at least; a safe has no digit, for one."""
    return _MAY_LACK.get(verb, len(FORMS[verb]))


@cache
def make(verb: str, *words: str) -> Move:
    """Returns the move with these words, which must fit the verb."""
    parts = dict(zip(FORMS[verb], words, strict=False))
    said = verb.replace("use_", "use ")
    return Move(
        " ".join((said, *words)),
        verb,
        parts,
        reveals=verb in _CHANCE or verb in ("look", "show"),
        private=verb in ("look", "stack"),
    )


@cache
def by_cell(verb: str, size: int, floors: int) -> tuple[Move, ...]:
    """Returns a verb's move for each cell of a building."""
    return tuple(make(verb, name) for name in place_names(size, floors))


def read(text: str) -> Move:
    """Parses a move as written or told; raises :exc:`InvalidMove`."""
    verb, *words = text.lower().split() or [""]
    if verb == "use" and words:
        verb, words = f"use_{words[0]}", words[1:]
    elif verb.startswith("use_"):
        verb = ""
    if verb not in FORMS:
        raise InvalidMove(f"{text!r} is not a move of Burgle Bros, expected one like 'move b3'")
    form = FORMS[verb]
    if not least_parts(verb) <= len(words) <= len(form):
        said = " ".join((verb.replace("use_", "use "), *map(str.upper, form)))
        raise InvalidMove(f"{text!r} is incomplete or too long, expected {said}")
    for part, word in zip(form, words, strict=False):
        if word not in (_EVENTS if verb == "event" else _WORDS[part]):
            raise InvalidMove(f"{text!r}: there is no {part} {word!r}")
    return make(verb, *words)
