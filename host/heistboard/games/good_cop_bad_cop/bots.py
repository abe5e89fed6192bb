"""Computer players for Good Cop Bad Cop.

| Name | How it plays |
|---|---|
| ``random`` | picks any legal move |
| ``detective`` | keeps track of who may be a leader, and shoots when that is worth it |

The detective looks at its seat's view only. It values a shot by who the target may be, arms when
some shot is worth it, and investigates otherwise.
"""

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any, Final, cast

from heistboard.games.good_cop_bad_cop.components import KINDS
from heistboard.games.good_cop_bad_cop.suspects import LEADERS, Suspect, known_row, suspects
from heistboard.rules import HIDDEN, Move, View
from heistboard.rules.autoplay import BotMaker, RandomBot

__all__ = ["BOTS", "Detective"]

WORTH_A_SHOT: Final = 0.2
WORTH_A_GUN: Final = 0.3

# What a shot is worth, by who the target may be.
_ENEMY_LEADER: Final = 1.0
_ENEMY: Final = 0.45
_FRIEND: Final = -0.6
_OWN_LEADER: Final = -1.2

_RANKS: Final = {kind.name: kind.rank for kind in KINDS}
_AT_ONCE: Final = (
    *("play_wiretap", "play_polygraph", "play_metal_detector", "play_truth_serum"),
    *("play_evidence_bag", "play_report_audit", "play_bt_sniffer_dog"),
)


class Detective:
    """Weighs who may be a leader, from what its seat has seen."""

    def __init__(self, seat: int, random: Random) -> None:
        self._random = random
        self._own = f"p{seat + 1}"

    def choose(self, legal: Sequence[Move], look: Callable[[], View]) -> Move:
        """Returns one of the *legal* moves."""
        if len(legal) == 1:
            return legal[0]
        view = look()
        mind = _Mind(view, self._own, self._random)
        scored = [(mind.value(move), move) for move in legal]
        best = max(value for value, _ in scored)
        return self._random.choice([move for value, move in scored if value >= best - 1e-9])


class _Mind:
    # What one choice needs: the view, and what it says of the others.

    def __init__(self, view: View, own: str, random: Random) -> None:
        self.view = view
        self.own = own
        self.random = random
        self.team = cast("dict[str, dict[str, Any]]", view["team"])
        self.roles = cast("list[str]", view["roles"])
        self.is_honest = view["side"] == "honest"
        self._others: Mapping[str, Suspect] | None = None

    @property
    def others(self) -> Mapping[str, Suspect]:
        if self._others is None:
            self._others = suspects(self.view, self.own)
        return self._others

    def value(self, move: Move) -> float:
        """Returns what a move is worth; a pass is worth nothing."""
        verb = move.verb
        if verb.startswith("play_"):
            return self._value_of_card(move)
        find = getattr(self, f"_value_of_{verb}", None)
        return 0.0 if find is None else float(find(move))

    # Who is who.

    def shot(self, player: str) -> float:
        """Returns what a shot at a player is worth."""
        if player == self.own:
            return -2.0
        suspect = self.others[player]
        agent, kingpin = suspect.is_agent, suspect.is_kingpin
        if "traitor" in self.roles or "bomber" in self.roles:
            return agent + kingpin - 0.1  # any leader will do
        enemy, own = (kingpin, agent) if self.is_honest else (agent, kingpin)
        friend = suspect.is_honest if self.is_honest else 1 - suspect.is_honest
        danger = 0.0
        if suspect.icons["bomb"] and self.view["expansion"] and suspect.unknown < 3:
            danger = 1.0 / (1 + suspect.unknown)
        return (
            _ENEMY_LEADER * enemy
            + _ENEMY * max(1 - friend - enemy, 0)
            + _FRIEND * max(friend - own, 0)
            + _OWN_LEADER * own
            - danger
        )

    def best_shot(self) -> float:
        return max((self.shot(player) for player in self.others), default=-1.0)

    # Moves of the own turn.

    def _value_of_shoot(self, move: Move) -> float:
        worth = self.shot(move.parts["target"])
        return 1.0 + worth if worth >= WORTH_A_SHOT else -1.0

    def _value_of_arm(self, move: Move) -> float:
        return 0.9 if self.best_shot() >= WORTH_A_GUN else 0.05

    def _value_of_investigate(self, move: Move) -> float:
        suspect = self.others[move.parts["target"]]
        unsure = min(suspect.is_honest, 1 - suspect.is_honest)
        leader = max(suspect.is_agent, suspect.is_kingpin)
        return (0.2 + 0.4 * min(leader, 1 - leader) + 0.2 * unsure) if suspect.unknown else -0.5

    def _value_of_equip(self, move: Move) -> float:
        return 0.1 if self.team[self.own]["equipment"] else 0.25

    def _value_of_keep(self, move: Move) -> float:
        action = cast("dict[str, str]", self.view["action"])
        text = {"target": action["target"]} if action["target"] else {}
        said = Move("said", action["verb"], text)
        return self.value(said) + 0.05

    def _value_of_aim(self, move: Move) -> float:
        return self.shot(move.parts["target"])

    def _value_of_look(self, move: Move) -> float:
        player, place = move.parts["card"].split(".")
        return float(known_row(self.view, player)[int(place) - 1] == HIDDEN)

    # Own cards and equipment.

    def _value_of_turn_up(self, move: Move) -> float:
        place = int(move.parts["card"][-1]) - 1
        kind = cast("list[str]", self.view["cards"])[place]
        rank = _RANKS[kind]
        return -2.0 if rank in LEADERS else float((rank == "honest") == self.is_honest)

    _value_of_audit = _value_of_turn_up

    def _value_of_arrange(self, move: Move) -> float:
        return self.random.random()

    def _value_of_discard(self, move: Move) -> float:
        return float(_KEEP.index(move.parts["equipment"]))

    def _value_of_card(self, move: Move) -> float:
        verb = move.verb
        action = cast("dict[str, str] | None", self.view["action"])
        if action is not None and action["verb"] == "shoot" and self.view["phase"] == "declared":
            return self._value_against_shot(move, action["target"])
        if verb in _AT_ONCE:
            return 0.3 + self._news(move)
        target = move.parts.get("target", "")
        if verb == "play_k9_unit":
            aim = self.team[target]["aim"]
            return 0.4 if aim == self.own and target != self.own else -0.5
        if verb == "play_taser":
            return self.best_shot() if self.best_shot() >= WORTH_A_GUN else -0.5
        if verb == "play_coffee":
            aim = self.team[self.own]["aim"]
            return 0.5 if aim and self.shot(aim) >= WORTH_A_SHOT else -0.5
        if verb == "play_bt_first_aid":
            return 0.5 if target == self.own else -self.shot(target)
        if verb == "play_bt_decoy":
            is_threat = self.team[move.parts["holder"]]["aim"] == self.own
            return 0.3 + self.shot(target) if is_threat and target != self.own else -0.5
        if verb == "play_defibrillator":
            kind = cast("list[str]", self.team[move.parts["card"][:2]]["cards"])
            rank = _RANKS[kind[int(move.parts["card"][-1]) - 1]]
            return 0.4 if (rank == "honest") == self.is_honest else -0.5
        if verb == "play_surveillance_camera":
            return 0.2 if "leader" not in self.roles else -0.1
        return -0.5

    def _value_against_shot(self, move: Move, target: str) -> float:
        # A card that keeps a shot from somebody who should live.
        loss = 2.0 if target == self.own else -self.shot(target)
        if target == self.own and "bomber" in self.roles:
            loss = -1.0
        if move.verb in ("play_restraining_order", "play_bt_body_armor"):
            return loss - 0.3
        if move.verb == "play_k9_unit":
            return loss - 0.3 if move.parts["target"] == self.view["active"] else -0.5
        return -0.5

    def _news(self, move: Move) -> float:
        # How much the cards or players that a move names are unknown.
        news = 0.0
        for part, word in move.parts.items():
            player, _, place = word.partition(".")
            if part == "player" or player not in self.others:
                continue
            suspect = self.others[player]
            if place:
                news += known_row(self.view, player)[int(place) - 1] == HIDDEN
            news += 0.1 * suspect.unknown
        return news if news else -1.0


_KEEP: Final = (
    *("k9_unit", "bt_body_armor", "restraining_order", "wiretap", "polygraph", "taser"),
    *("metal_detector", "truth_serum", "evidence_bag", "coffee", "bt_first_aid", "bt_decoy"),
    *("defibrillator", "surveillance_camera", "report_audit", "bt_sniffer_dog", "flashbang"),
    *("bt_cover_story", "planted_evidence", "blackmail", "smoke_grenade"),
)
"""What to keep of two cards: the first that is named."""

BOTS: dict[str, BotMaker] = {"random": RandomBot, "detective": Detective}
