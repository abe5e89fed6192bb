"""Lanterns: the night watch carries a light through the city, and one of them is a traitor.

A small game of our own; README.md has its rules by id. ``rules`` has the state, ``notation`` the
moves and the reasons for refusing them, ``view`` defines who may know what, ``gestures`` turns
what hands do into moves, ``bots`` has a computer player, ``guide`` a guided first game.

Where the rules are silent we play as follows.

* A pass is final, although it shows nothing: taking it back would reveal whether others have
  answered in the meantime (LN-WINDOW-2).
* A player without a card is asked too and passes, so that a window does not reveal who could act
  (LN-WINDOW-1).
* A cloak in a calm street has no effect (LN-WINDOW-3).
* Cards that are not played stay secret (LN-INFO-1).
"""

from heistboard.games import Package
from heistboard.rules import Deck, Game, Option, WindowKind

from lanterns.notation import PLAYERS, read
from lanterns.rules import CROSSINGS, START, Lanterns

__all__ = ["GAME", "PACKAGE"]


def _gates(text: str) -> str:
    gates = sorted(set(text.lower().split()))
    if not 1 <= len(gates) <= 4 or not set(gates) <= set(CROSSINGS) - {START}:
        raise ValueError(f"expected one to four crossings other than {START}, such as 'x11 x44'")
    return " ".join(gates)


GAME = Game(
    name="lanterns",
    title="Lanterns",
    edition="the first",
    rules=1,
    players=range(3, 9),
    seats=lambda options: PLAYERS[: int(options["players"])],
    endings=("dark", "caught", "fooled"),
    phases=("deal", "carry", "tower", "street", "window", "accuse", "over"),
    start=Lanterns,
    read=read,
    options={
        "turns": Option(range(2, 5), 3, "how often the lantern is carried"),
        "carrier-joins": Option((False, True), False, "the carrier may play a card too"),
        "gates": Option(("x11 x44", "x32"), "x11 x44", "where the flame grows", _gates),
        "tower": Option((False, True), False, "there is a tower, on a second floor"),
    },
    decks={
        "role": Deck("who is the traitor"),
        "card": Deck("what each holds in hand"),
        "street": Deck("what the weather is", can_be_real=True),
    },
    floors=lambda options: 2 if options["tower"] else 1,
    has_windows=True,
    windows={
        "calm": WindowKind("after a street card that says calm"),
        "wind": WindowKind("after a street card that says wind"),
    },
)

PACKAGE = Package(
    game=GAME,
    contract=2,
    module=__name__,
    gestures=f"{__name__}.gestures:sit_down",
    bots=f"{__name__}.bots:BOTS",
    guide=f"{__name__}.guide:GUIDE",
    hints=f"{__name__}.hints:Hints",
    hint_grades=("streets",),
    review=f"{__name__}.review:REVIEWER",
    review_bot="partisan",
    statistics=f"{__name__}.statistics:facts",
    sounds={
        "role": "card",
        "card": "card",
        "street": "card",
        "play": "card",
        "pass": "",
        "ring": "chime",
        "over.dark": "free",
        "over.fooled": "free",
        "over.caught": "caught",
    },
    has_pieces=True,
    has_rulebook=True,
)
