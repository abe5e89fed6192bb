"""Computer players for Burgle Bros.

``random`` picks any legal move. ``careful`` keeps out of the guards' way, looks before it enters,
finds the safes, cracks them with three dice or more, and carries the loot to the roof. Each player
thinks alone, from what everybody sees.
"""

from collections.abc import Callable, Sequence
from random import Random
from typing import Final

from heistboard.games.burgle_bros.components import LOOT
from heistboard.games.burgle_bros.scouting import Scouting
from heistboard.games.burgle_bros.turn_plan import best_move
from heistboard.rules import Move, View
from heistboard.rules.autoplay import BotMaker, RandomBot

__all__ = ["BOTS", "Careful"]

_NEAR: Final = 0.6  # tokens a place would cost, from which on a tool is worth it
_PLENTY: Final = 5  # stealth tokens; more may be given for a tool

_TOOLS_TO_KEEP: Final = (
    *("invisible_suit", "smoke_bomb", "donuts", "emp", "makeup_kit", "rollerskates"),
    *("stethoscope", "blueprints", "crowbar", "virus", "crystal_ball", "thermal_bomb", "dynamite"),
)


class Careful:
    """A player of the careful team."""

    def __init__(self, seat: int, random: Random) -> None:
        self._seat = seat
        self._random = random
        self._back = (0, -1)  # when how many moves were made, which step would be idle

    def choose(self, legal: Sequence[Move], look: Callable[[], View]) -> Move:
        """Returns the move that promises most for what it risks."""
        if len(legal) == 1:
            return legal[0]
        scouting = Scouting(look(), self._seat)
        if scouting.view["phase"] == "act":
            return self._act(legal, scouting)
        worth = {move: self._decide(move, scouting) for move in legal}
        best = max(worth.values())
        return self._random.choice([move for move in legal if worth[move] == best])

    # Decisions in between.

    def _decide(self, move: Move, scouting: Scouting) -> float:
        match move.verb:
            case "entrance":
                return self._entrance(scouting.numbers[move.parts["cell"]], scouting)
            case "target" | "voice" | "toward":
                cell = scouting.numbers[move.parts["cell"]]
                return min(scouting.distance(cell, at) for at in scouting.at if at >= 0)
            case "gut" | "kitty":
                return -scouting.risk(scouting.numbers[move.parts["cell"]])
            case "lose":
                return move.parts["stealth"] == "room"
            case "keep":
                return -_TOOLS_TO_KEEP.index(move.parts["tool"])
            case "turn":
                return self._turn(move, scouting)
            case "leave_dice":
                return 0.5
            case "pay":
                return 3
            case "token":
                return 4
            case "accept" | "second" | "peekhole" | "leave" | "stack":
                return 1
        return 0

    def _entrance(self, cell: int, scouting: Scouting) -> float:
        # Far from the guard, in a room with many neighbours.
        guard = scouting.guards[0]
        return scouting.distance(cell, guard) + 0.5 * len(scouting.ways[cell])

    def _turn(self, move: Move, scouting: Scouting) -> float:
        faces = [int(face) for face in scouting.view["rolled"]]
        wanted = [
            scouting.tiles.get(cell, ("", 0))[1] for cell in scouting.combination(scouting.here)
        ]
        old, new = int(move.parts["face"]), int(move.parts["to"])
        is_spent = old not in wanted or faces.count(old) > 1
        return wanted.count(new) if is_spent and new not in faces else 0

    # Actions.

    def _act(self, legal: Sequence[Move], scouting: Scouting) -> Move:
        by_text = {str(move): move for move in legal}
        if "escape" in by_text:
            return by_text["escape"]
        for move in legal:
            if move.verb == "pick" and move.parts["item"] in LOOT:
                return move
        if (tool := self._tool(legal, scouting)) is not None:
            return tool
        made = len(scouting.view["moves"])
        back = self._back[1] if self._back[0] == made else -1
        move = best_move(legal, scouting, back)
        if move.verb in ("move", "drop"):
            room = scouting.numbers[move.parts["cell"]]
            is_plain = room in scouting.tiles and room != back
            self._back = made + 1, scouting.here if is_plain else -1
        return move

    def _tool(self, legal: Sequence[Move], scouting: Scouting) -> Move | None:
        is_near = scouting.risk(scouting.here) >= _NEAR
        for move in legal:
            match move.verb:
                case "use_makeup_kit":
                    is_good = True
                case "use_donuts":
                    floor = int(move.parts.get("floor", 1)) - 1
                    is_good = floor == scouting.floor(scouting.here) and is_near
                case "use_smoke_bomb":
                    is_good = is_near and scouting.view["actions"] == 0
                case "use_emp":
                    is_good = len(scouting.view["alarms"]) > 1
                case "use_rollerskates":
                    is_good = is_near or scouting.here in scouting.open_safes
                case "use_invisible_suit":
                    is_good = is_near and scouting.view["actions"] <= 1
                case "use_blueprints":
                    is_good = bool(move.parts) and self._is_wanted(move, scouting)
                case "xray":
                    is_good = True
                case "tinker":
                    is_good = scouting.me["stealth"] > _PLENTY
                case _:
                    is_good = False
            if is_good:
                return move
        return None

    def _is_wanted(self, move: Move, scouting: Scouting) -> bool:
        cell = scouting.numbers[move.parts["cell"]]
        return any(cell in scouting.combination(safe) for safe in scouting.open_safes)


BOTS: Final[dict[str, BotMaker]] = {"random": RandomBot, "careful": Careful}
