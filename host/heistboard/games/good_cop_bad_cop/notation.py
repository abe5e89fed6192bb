"""The moves as text: a seat, a verb and its words, such as ``p1 look p3.2``.

:data:`FORMS` has all verbs of players, :data:`DEALT` those of chance. A card's play is a verb of
its own in a move's parts and words, ``play_coffee``, though it is written ``play coffee``.
NOTATION.md has the whole list. Why a move is refused is in ``refusals``.
"""

from functools import cache
from itertools import permutations
from typing import Final

from heistboard.games.good_cop_bad_cop.components import EQUIPMENT, KINDS, PLAYERS, SLOTS
from heistboard.rules import HIDDEN, InvalidMove, Move

__all__ = ["DEALT", "FORMS", "ORDERS", "dealt", "make", "read"]

ORDERS: Final = tuple("".join(order) for order in permutations("123"))

_PLAYS: Final[dict[str, tuple[str, ...]]] = {
    "blackmail": ("first", "second"),
    "defibrillator": ("card",),
    "evidence_bag": ("target",),
    "k9_unit": ("target",),
    "metal_detector": ("first", "second", "third", "fourth"),
    "planted_evidence": ("target",),
    "polygraph": ("target",),
    "surveillance_camera": ("card",),
    "taser": ("target",),
    "truth_serum": ("target",),
    "wiretap": ("first", "second"),
    "bt_first_aid": ("target",),
    "bt_sniffer_dog": ("target",),
    "bt_decoy": ("holder", "target"),
    "bt_cover_story": ("card",),
}

FORMS: Final[dict[str, tuple[str, ...]]] = {
    "arrange": ("order",),
    "investigate": ("target",),
    "equip": (),
    "arm": (),
    "shoot": ("target",),
    "keep": (),
    "look": ("card",),
    "turn_up": ("card",),
    "aim": ("target",),
    "discard": ("equipment",),
    "audit": ("card",),
    "pass": (),
    **{f"play_{card}": _PLAYS.get(card, ()) for card in EQUIPMENT},
}
"""The parts of each verb of a player, after the player."""

DEALT: Final[dict[str, tuple[str, ...]]] = {
    "deal": ("player", "kind"),
    "first": ("player",),
    "draw": ("player", "equipment"),
    "shot": ("player",),
    "out": ("player",),
}
"""The parts of each verb of chance."""

_SHORT: Final = {"play_metal_detector": 1, "play_wiretap": 1}  # how many parts these need at least

_WORDS: Final[dict[str, frozenset[str]]] = {
    "order": frozenset((*ORDERS, HIDDEN)),
    "kind": frozenset((*(kind.name for kind in KINDS), HIDDEN)),
    "equipment": frozenset((*EQUIPMENT, HIDDEN)),
    **dict.fromkeys(("player", "target", "holder"), frozenset(PLAYERS)),
    **dict.fromkeys(("card", "first", "second", "third", "fourth"), frozenset(SLOTS)),
}

_OPEN: Final = frozenset(
    ("investigate", "equip", "arm", "shoot", "keep", "look", "turn_up", "aim")
)  # everybody may know whether these are legal
_REVEALS: Final = frozenset(("look", "turn_up", "discard"))


@cache
def make(seat: int, verb: str, *words: str) -> Move:
    """Returns a player's move with these words, which must fit the verb."""
    player = PLAYERS[seat]
    parts = {"player": player, **dict(zip(FORMS[verb], words, strict=False))}
    is_open = verb in _OPEN
    return Move(
        " ".join((player, verb.replace("play_", "play "), *words)),
        verb,
        parts,
        seat=seat,
        reveals=verb in _REVEALS or not is_open,
        private=not is_open,
        twice=verb == "shoot",
    )


@cache
def dealt(verb: str, *words: str) -> Move:
    """Returns a move of chance with these words."""
    parts = dict(zip(DEALT[verb], words, strict=True))
    private = verb in ("deal", "draw")
    return Move(" ".join((verb, *words)), verb, parts, reveals=True, private=private)


def read(text: str) -> Move:
    """Parses a move as written or told; raises :exc:`InvalidMove`.

    >>> read("P1 look  p3.2").parts["card"], read("draw p2 ?").private
    ('p3.2', True)
    """
    first, *words = text.lower().split() or [""]
    if first in DEALT:
        _check(text, first, DEALT[first], words)
        return dealt(first, *words)
    if first not in PLAYERS or not words:
        raise InvalidMove(
            f"{text!r} is not a move of Good Cop Bad Cop, expected one like 'p1 investigate p3'"
        )
    verb, *words = words
    if verb == "play" and words:
        verb, words = f"play_{words[0]}", words[1:]
    elif verb.startswith("play_"):
        verb = ""
    if verb not in FORMS:
        raise InvalidMove(f"{text!r}: there is no such move, expected one like 'p1 aim p3'")
    _check(text, verb, FORMS[verb], words)
    return make(PLAYERS.index(first), verb, *words)


def _check(text: str, verb: str, form: tuple[str, ...], words: list[str]) -> None:
    if not _SHORT.get(verb, len(form)) <= len(words) <= len(form):
        said = " ".join((verb.replace("play_", "play "), *map(str.upper, form)))
        raise InvalidMove(f"{text!r} is incomplete or too long, expected {said}")
    for part, word in zip(form, words, strict=False):
        if word not in _WORDS[part]:
            raise InvalidMove(f"{text!r}: there is no {part} {word!r}")
