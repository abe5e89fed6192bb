"""Good Cop Bad Cop: police officers find and shoot the leader of the other team.

Edition: the Russian rulebook, with Bombers & Traitors; card texts that it lacks come from public
facts, and some of the expansion's cards are stand-ins. README.md lists all rules by id, and which
module has them. NOTATION.md has the moves, phases, prompts and views.

Where the rulebook is open an option chooses; its default follows the rules file.
"""

from heistboard.games.good_cop_bad_cop.components import PLAYERS
from heistboard.games.good_cop_bad_cop.notation import read
from heistboard.games.good_cop_bad_cop.options import OPTIONS
from heistboard.games.good_cop_bad_cop.refusals import DECISIONS
from heistboard.games.good_cop_bad_cop.rules import GoodCopBadCop
from heistboard.games.package import Package
from heistboard.rules import Deck, Game, WindowKind

__all__ = ["GAME", "PACKAGE"]

GAME = Game(
    name="good-cop-bad-cop",
    title="Good Cop Bad Cop",
    edition="Russian rulebook, with Bombers & Traitors",
    rules=1,
    players=range(3, 9),
    seats=lambda options: PLAYERS[: int(options["players"])],
    endings=("kingpin", "agent", "alone", "bomb", "bombers", "traitors", "bombers-traitors"),
    phases=(*DECISIONS, "over"),
    start=GoodCopBadCop,
    read=read,
    options=OPTIONS,
    decks={
        "integrity": Deck("the integrity cards, three for each player"),
        "equipment": Deck("the equipment"),
        "first": Deck("who begins"),
        "shot": Deck("what a shot turns up"),
    },
    has_windows=True,
    windows={
        "turn-start": WindowKind("when a turn begins", beat=1.5),
        "declared": WindowKind("after a declared action", beat=5),
        "investigated": WindowKind("after an investigation", beat=3),
        "after-action": WindowKind("after an action", beat=1.5),
        "after-aim": WindowKind("before a turn ends", beat=1.5),
    },
)

PACKAGE = Package(
    game=GAME,
    contract=2,
    module=__name__,
    bots=f"{__name__}.bots:BOTS",
    hints=f"{__name__}.hints:Hints",
    hint_grades=("notes",),
    guide=f"{__name__}.guide:GUIDE",
    review=f"{__name__}.review:REVIEWER",
    statistics=f"{__name__}.statistics:facts",
    sounds={
        "pass": "",
        "draw": "card",
        "look": "card",
        "turn_up": "card",
        "audit": "card",
        "shot": "find",
        "over.kingpin": "caught",
        "over.agent": "free",
        "over.alone": "free",
        "over.bomb": "caught",
        "over.bombers": "caught",
        "over.traitors": "free",
        "over.bombers-traitors": "caught",
    },
    own_drawing=f"{__name__}.drawing:own",
    commands=f"{__name__}.commands:COMMANDS",
    drawing=f"{__name__}.drawing",
    has_pages=True,
    has_rulebook=True,
    gestures=f"{__name__}.gestures:sit_down",
    sheets=f"{__name__}.sheets:sheets",
)
