"""Burgle Bros: a team breaks into a building, cracks its safes and leaves over the roof.

Edition: the Russian rulebook, with facts from public implementations where it is silent. README.md
lists all rules by id, and which module has them. All players win or lose together.

Where sources contradict one another an option chooses; its default follows the rulebook. The
walls of Fort Knox, which the rulebook does not give, are chosen by the option ``walls``.
"""

from heistboard.games.burgle_bros.components import SCENARIOS
from heistboard.games.burgle_bros.notation import PLAYERS, read
from heistboard.games.burgle_bros.options import OPTIONS
from heistboard.games.burgle_bros.refusals import DECISIONS
from heistboard.games.burgle_bros.rules import BurgleBros
from heistboard.games.package import Package
from heistboard.rules import Deck, Game

__all__ = ["GAME", "PACKAGE"]

GAME = Game(
    name="burgle-bros",
    title="Burgle Bros",
    edition="Russian rulebook",
    rules=1,
    players=range(1, 5),
    seats=lambda options: PLAYERS[: int(options["players"])],
    endings=("escaped", "caught"),
    phases=(*DECISIONS, "over"),
    start=BurgleBros,
    read=read,
    options=OPTIONS,
    decks={
        "character": Deck("the characters, one for each player", can_be_real=True),
        "tile": Deck("the tiles that lie face down in the building", can_be_real=True),
        "patrol": Deck("the patrol cards of all floors", can_be_real=True),
        "tool": Deck("the tools", can_be_real=True),
        "loot": Deck("the loot", can_be_real=True),
        "event": Deck("the events", can_be_real=True),
        "die": Deck("the dice for safes, keypads and pets", can_be_real=True),
        "look": Deck("cards that one player looks at before they are drawn", can_be_real=True),
    },
    floors=lambda options: SCENARIOS[str(options["scenario"])].floors,
)

PACKAGE = Package(
    game=GAME,
    contract=2,
    module=__name__,
    bots=f"{__name__}.bots:BOTS",
    guide=f"{__name__}.guide:GUIDE",
    has_rulebook=True,
    commands=f"{__name__}.commands:COMMANDS",
    drawing=f"{__name__}.drawing",
    hints=f"{__name__}.hints:Hints",
    hint_grades=("notes", "danger", "odds"),
    review=f"{__name__}.review:REVIEWER",
    review_bot="careful",
    statistics=f"{__name__}.statistics:facts",
    news=f"{__name__}.news:news",
    sounds={
        "tile": "card",
        "patrol": "card",
        "tool": "card",
        "event": "card",
        "loot": "find",
        "alarm": "chime",
        "crybaby": "chime",
        "pass": "",
        "over.escaped": "free",
        "over.caught": "caught",
    },
    has_pages=True,
    gestures=f"{__name__}.gestures:sit_down",
    table_phases={"walls": "entrance"},
    has_pieces=True,
    sheets=f"{__name__}.sheets:sheets",
)
