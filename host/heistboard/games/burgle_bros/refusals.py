"""Reads what people type, and says why a move is refused, by the rule that forbids it."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from heistboard.games.burgle_bros import notation
from heistboard.games.burgle_bros.components import ITEMS
from heistboard.games.burgle_bros.finds import can_hold, has, item_in
from heistboard.games.burgle_bros.job import NOBODY, Job
from heistboard.games.burgle_bros.notation import COMPUTERS
from heistboard.games.burgle_bros.safes import MOST_DICE, dice_on, in_reach, may_roll
from heistboard.games.burgle_bros.turn import is_roof_open
from heistboard.games.burgle_bros.ways import (
    beside_through_walls,
    cost,
    drop_from,
    gem_costs,
    stairs_from,
    ways,
)
from heistboard.rules import (
    CHANCE,
    HIDDEN,
    AmbiguousMove,
    IllegalMove,
    InvalidMove,
    Move,
    MoveError,
)

if TYPE_CHECKING:
    from heistboard.games.burgle_bros.rules import BurgleBros

__all__ = ["DECISIONS", "parse", "refusal"]

_Reason = tuple[str, str]

DECISIONS: Final[dict[str, tuple[tuple[str, ...], str]]] = {
    "character": (("character",), "BB-SETUP-8"),
    "side": (("side",), "BB-SETUP-8"),
    "entrance": (("entrance",), "BB-SETUP-9"),
    "tile": (("tile",), "BB-REVEAL-1"),
    "patrol": (("patrol", "lost_visual"), "BB-GUARD-9"),
    "tool": (("tool",), "BB-TURN-8"),
    "loot": (("loot",), "BB-LOOT-1"),
    "event": (("event",), "BB-TURN-8"),
    "roll": (("roll",), "BB-SAFE-2"),
    "look": (("look",), "BB-CHAR-SPOTTER-B"),
    "act": ((), "BB-TURN-3"),
    "cancel": (("pay", "token", "alarm"), "BB-ALARM-6"),
    "nearest": (("target",), "BB-ALARM-4"),
    "lose": (("lose",), "BB-STEALTH-1"),
    "price": (("pay", "stay"), "BB-ENTRY-1"),
    "trade": (("accept", "refuse"), "BB-ACT-TRADE"),
    "second": (("keep", "second"), "BB-CHAR-RIGGER-B"),
    "keep": (("keep",), "BB-CHAR-RIGGER-B"),
    "stethoscope": (("turn", "leave_dice"), "BB-TOOL-STETHO"),
    "scouted": (("leave", "bottom", "show"), "BB-CHAR-SPOTTER-B"),
    "crystal": (("stack", "show"), "BB-TOOL-CRYSTAL"),
    "kitty": (("kitty",), "BB-LOOT-KITTY"),
    "buddy": (("buddy",), "BB-EV-BUDDY"),
    "voice": (("voice",), "BB-EV-VOICE"),
    "gut": (("gut",), "BB-EV-GUT"),
    "peekhole": (("peekhole", "skip"), "BB-EV-PEEKHOLE"),
    "toward": (("toward",), "BB-EV-SQUEAK"),
}
"""By phase, the verbs that answer it, and the rule that asks."""

_TOOL_RULES: Final = {
    "blueprints": "BB-TOOL-BLUEPRINTS",
    "crowbar": "BB-TOOL-CROWBAR",
    "crystal_ball": "BB-TOOL-CRYSTAL",
    "donuts": "BB-TOOL-DONUTS",
    "dynamite": "BB-TOOL-DYNAMITE",
    "emp": "BB-TOOL-EMP",
    "invisible_suit": "BB-TOOL-SUIT",
    "makeup_kit": "BB-TOOL-MAKEUP",
    "rollerskates": "BB-TOOL-SKATES",
    "smoke_bomb": "BB-TOOL-SMOKE",
    "stethoscope": "BB-TOOL-STETHO",
    "thermal_bomb": "BB-TOOL-THERMAL",
    "virus": "BB-TOOL-VIRUS",
}

_ABILITIES: Final = {
    "flex": ("acrobat", "basic", "BB-CHAR-ACROBAT-B"),
    "climb": ("acrobat", "advanced", "BB-CHAR-ACROBAT-A"),
    "laptop": ("hacker", "advanced", "BB-CHAR-HACKER-A"),
    "xray": ("hawk", "basic", "BB-CHAR-HAWK-B"),
    "enhance": ("hawk", "advanced", "BB-CHAR-HAWK-A"),
    "crybaby": ("juicer", "basic", "BB-CHAR-JUICER-B"),
    "take_alarm": ("juicer", "advanced", "BB-CHAR-JUICER-A"),
    "put_alarm": ("juicer", "advanced", "BB-CHAR-JUICER-A"),
    "tinker": ("rigger", "advanced", "BB-CHAR-RIGGER-A"),
    "send": ("rook", "basic", "BB-CHAR-ROOK-B"),
    "send_down": ("rook", "basic", "BB-CHAR-ROOK-B"),
    "swap": ("rook", "advanced", "BB-CHAR-ROOK-A"),
}

_ONCE: Final = {
    **{"xray": "xray", "enhance": "enhance", "scout": "scout"},
    **dict.fromkeys(("take_alarm", "put_alarm"), "reroute"),
    **dict.fromkeys(("send", "send_down"), "orders"),
}


def parse(state: "BurgleBros", text: str) -> Move:
    """Returns the move that *text* means, legal or not; raises like ``State.parse``.

    The floor of a cell may be left out where one floor only makes a legal move of it, and floor 1
    does not: for a player on floor 2, ``move b3`` is ``move 2:b3``.
    """
    move, legal = _exact(text), state.legal()
    if move in legal:
        return move
    fitting = [
        each
        for each in legal
        if each.verb == move.verb
        and {**each.parts, "cell": each.parts.get("cell", "").rpartition(":")[2]} == move.parts
    ]
    if len(fitting) > 1:
        raise AmbiguousMove(text, fitting)
    return fitting[0] if fitting else move


def _exact(text: str) -> Move:
    move = notation.read(text)
    if HIDDEN in move.parts.values():
        raise InvalidMove(f"{text!r} does not say which card, expected one by name")
    return move


def refusal(state: "BurgleBros", text: str) -> MoveError:
    """Returns why *text* cannot be played in *state*."""
    try:
        move = _exact(text)
    except MoveError as error:
        return error
    if move != text:
        return InvalidMove(f"{text!r} is not exact notation, expected {move!r}")
    if state.outcome is not None:
        return IllegalMove(move, f"the game is over: {state.outcome.ending}", state.outcome.rule)
    verbs, rule = DECISIONS[state.phase]
    if state.phase == "act":
        reason, rule = _not_now(state.job, move)
    elif move.verb not in verbs:
        reason = f"first comes {' or '.join(verbs)}"
    elif state.seat == CHANCE:
        reason, rule = _not_in_deck(state.job, move, rule)
    else:
        reason = "that is not among the choices"
    return IllegalMove(move, reason, rule, private=move.private)


def _not_in_deck(job: Job, move: Move, rule: str) -> _Reason:
    if move.verb == "character":
        return "that character is taken, or another player draws now", rule
    if move.verb == "tile":
        return (
            "that tile cannot lie there, or another cell is asked",
            rule,
        )
    if move.verb in ("patrol", "lost_visual"):
        return "that card is in the discards, or of another floor", rule
    return "that card is not in the deck", rule


def _not_now(job: Job, move: Move) -> _Reason:
    # Why the active player cannot do that.
    verb = move.verb
    if not any(verb in verbs for verbs in (_ACTS, _ABILITIES, ("crow", "scout"))):
        if not verb.startswith("use_"):
            return "nothing asks for that now", "BB-TURN-3"
        return _no_use(job, move)
    if verb in _ACTS:
        return _ACTS[verb](job, move)
    return _no_ability(job, move)


def _cell(job: Job, move: Move) -> int:
    return job.site.numbers.get(move.parts["cell"], -1)


def _no_move(job: Job, move: Move) -> _Reason:
    seat, cell = job.active, _cell(job, move)
    here = job.at[seat]
    if cell in ways(job, seat):
        return _too_dear(job, cell)
    if cell < 0:
        return "there is no such room in this building", "BB-ACT-MOVE"
    if cell in stairs_from(job, here, is_walking=False):
        return "the stairs are locked", "BB-EV-TIMELOCK"
    if has(job, seat, "painting"):
        is_duct = cell in job.ducts and here in job.ducts
        is_secret = job.kind(cell) == "secret_door" and cell in beside_through_walls(job, here)
        if is_duct or is_secret:
            return "the painting does not fit through", "BB-LOOT-PAINTING"
    return f"no way leads there from {job.site.names[here]}", "BB-ACT-MOVE"


def _too_dear(job: Job, cell: int, *, is_landing: bool = False) -> _Reason:
    seat = job.active
    price = cost(job, seat, cell, is_landing=is_landing)
    if job.left and gem_costs(job, seat, cell):
        return "the gemstone makes that one action dearer than you have", "BB-LOOT-GEM"
    rule = "BB-ENTRY-5" if job.left else "BB-TURN-3"
    return f"that takes {price} actions, and {job.left} are left", rule


def _no_drop(job: Job, move: Move) -> _Reason:
    cell = _cell(job, move)
    if cell >= 0 and cell == drop_from(job, job.at[job.active]):
        is_landing = job.site.options["walkway-down"] == "landing"
        return _too_dear(job, cell, is_landing=is_landing)
    return "no revealed walkway leads down there", "BB-LINK-WALKWAY"


def _no_peek(job: Job, move: Move) -> _Reason:
    cell = _cell(job, move)
    if cell >= 0 and not job.is_face_down(cell):
        return "that room is revealed", "BB-REVEAL-1"
    if not job.left:
        return "no action is left", "BB-TURN-3"
    return "that room cannot be seen from here", "BB-ACT-PEEK"


def _no_hack(job: Job, move: Move) -> _Reason:
    if job.kind(job.at[job.active]) not in COMPUTERS:
        return "this is no computer room", "BB-ACT-HACK"
    if not job.left:
        return "no action is left", "BB-TURN-3"
    return "the computer room is full", "BB-ACT-HACK"


def _no_safe(job: Job, move: Move) -> _Reason:
    cell = _cell(job, move)
    rule = "BB-ACT-DIE" if move.verb == "die" else "BB-ACT-CRACK"
    if cell >= 0 and job.cracked >> cell & 1:
        return "that safe is cracked", "BB-SAFE-7"
    if cell not in in_reach(job, job.active):
        return "no safe is within reach there", rule
    if move.verb == "die" and dice_on(job, cell) == MOST_DICE:
        return "six dice lie on the safe", rule
    if move.verb == "crack" and not dice_on(job, cell):
        return "no die lies on the safe", "BB-SAFE-4"
    if move.verb == "crack" and not may_roll(job, cell):
        return "the keycard is not in the room of the safe", "BB-SAFE-5"
    return f"only {job.left} actions are left", "BB-TURN-3"


def _no_escape(job: Job, move: Move) -> _Reason:
    cell = job.at[job.active]
    if job.site.above(cell) >= 0 or not job.stairs >> cell & 1:
        return "no stairs lead to the roof from here", "BB-ACT-ESCAPE"
    if not is_roof_open(job):
        return "safes or loot are left", "BB-WIN-1"
    if job.time_lock != NOBODY:
        return "the stairs are locked", "BB-EV-TIMELOCK"
    return "no action is left", "BB-TURN-3"


def _no_trade(job: Job, move: Move) -> _Reason:
    seat = job.active
    other = notation.PLAYERS.index(move.parts["player"])
    if other == seat or other >= job.site.players or job.at[other] != job.at[seat]:
        return "that player is not in your room", "BB-ACT-TRADE"
    giver, taker = (seat, other) if move.verb == "give" else (other, seat)
    if not has(job, giver, move.parts["item"]):
        return "the giver does not have that", "BB-ACT-TRADE"
    assert not can_hold(job, taker, item_in(job.items[giver], move.parts["item"]))
    return "nobody carries two gold bars", "BB-LOOT-GOLD"


def _no_pick(job: Job, move: Move) -> _Reason:
    here = [ITEMS[item] for cell, item in job.lying if cell == job.at[job.active]]
    if move.parts["item"] in here:
        return "nobody carries two gold bars", "BB-LOOT-GOLD"
    return "that does not lie in your room", "BB-ACT-TAKE"


_ACTS: Final[dict[str, Callable[[Job, Move], _Reason]]] = {
    "move": _no_move,
    "drop": _no_drop,
    "peek": _no_peek,
    "hack": _no_hack,
    "die": _no_safe,
    "crack": _no_safe,
    "escape": _no_escape,
    "give": _no_trade,
    "ask": _no_trade,
    "pick": _no_pick,
}


def _no_use(job: Job, move: Move) -> _Reason:
    seat = job.active
    tool = move.verb.removeprefix("use_")
    if not has(job, seat, tool):
        return "you do not have that tool", "BB-TOOL-1"
    if has(job, seat, "bust"):
        return "who holds the bust uses no tools", "BB-LOOT-BUST"
    if tool == "stethoscope":
        return "it is used right after a roll at a safe", "BB-TOOL-STETHO"
    return "the tool cannot be used like that here", _TOOL_RULES[tool]


def _no_ability(job: Job, move: Move) -> _Reason:
    seat = job.active
    played, side = job.characters[seat], job.sides[seat]
    verb = move.verb
    if verb in ("crow", "scout"):
        name = "raven" if verb == "crow" else "spotter"
        rule = f"BB-CHAR-{name.upper()}-{'A' if side == 'advanced' else 'B'}"
        if played != name:
            return f"only the {name} can do that", rule
    else:
        name, of_side, rule = _ABILITIES[verb]
        if (played, side) != (name, of_side):
            return f"only the {name} with the {of_side} side can do that", rule
    if _ONCE.get(verb) in job.done:
        return "that goes once a turn", rule
    return "that is not possible here and now", rule
