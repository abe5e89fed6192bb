"""People of a named walk: by touch, or by keys alone; and what a screen reader is told."""

from collections.abc import Mapping

from heistboard.rules import CHANCE, Move, State
from heistboard.rules.autoplay import Dealer
from playwright.sync_api import Page

from tests.support.expectation import expect
from tests.support.pages import QUICK_MS

__all__ = ["LIVE", "KeyPlayer", "PlannedDealer", "TouchPlayer"]

MOST_TABS = 80
YES = ".sure button:last-of-type"

# Keeps what is said in live regions: the name of the region, and its text.
LIVE = """(() => {
  window.aloud = [];
  const LIVE = "[aria-live], [role=status], [role=alert]";
  const read = (node) => {
    const region = (node.nodeType === 1 ? node : node.parentElement)?.closest(LIVE);
    if (!region?.checkVisibility()) return;
    const name = region.id || region.className;
    const text = region.textContent.trim().replace(/\\s+/g, " ");
    const last = aloud.at(-1);
    if (text && !(last?.[0] === name && last[1] === text)) aloud.push([name, text]);
  };
  new MutationObserver((all) => all.forEach(({ target }) => read(target)))
    .observe(document, { childList: true, characterData: true, subtree: true });
})()"""

FOCUSED = """() => {
  const at = document.activeElement;
  return at === document.body ? "" : (at.dataset.choice ?? (at.id || at.textContent));
}"""


class PlannedDealer(Dealer):
    """Deals rows and equipment by player as planned, then what is first in the list."""

    def __init__(self, rows: Mapping[str, str], equipment: Mapping[str, list[str]]) -> None:
        self._rows = {player: row.split() for player, row in rows.items()}
        self._equipment = {player: [*cards] for player, cards in equipment.items()}

    def choose(self, state: State) -> Move:
        """Returns the planned move."""
        moves = state.legal(CHANCE)
        for move in moves:
            player = move.parts.get("player", "")
            plan = self._rows if move.verb == "deal" else self._equipment
            wanted = plan.get(player, [])
            card = move.parts.get("kind") or move.parts.get("equipment")
            if wanted and card == wanted[0]:
                wanted.pop(0)
                return move
        plans = (*self._rows.values(), *self._equipment.values())
        planned = {card for plan in plans for card in plan}
        free = [move for move in moves if not planned & {*move.parts.values()}]
        return (free or moves)[0]


class TouchPlayer:
    """Taps on a phone; counts the taps."""

    def __init__(self, page: Page, seat: int) -> None:
        self.page = page
        self.seat = seat
        self._acts = 0

    def tap(self, *selectors: str) -> None:
        """Taps these elements, one after the other."""
        for selector in selectors:
            self.page.locator(selector).tap()
            self._acts += 1

    def look(self) -> None:
        """Shows what is private until :meth:`hide`; the pages are quick, and every press a tap."""
        self._press_hold()
        expect(self.page.locator("body")).to_have_attribute("data-shown", "true")

    def hide(self) -> None:
        """Hides it again."""
        self._press_hold()
        expect(self.page.locator("body")).to_have_attribute("data-shown", "false")

    def _press_hold(self) -> None:
        self.tap("#hold")

    def confirm(self) -> None:
        """Answers yes, as soon as that does not count as a double tap."""
        self._await_certain()
        self.tap(YES)

    def _await_certain(self) -> None:
        expect(self.page.locator(YES)).to_be_visible()
        asked_ms = self.page.evaluate("performance.now()")
        self.page.wait_for_function("ms => performance.now() > ms", arg=asked_ms + QUICK_MS)

    def heard(self, *names: str) -> list[list[str]]:
        """Returns what was said in these regions, or in all, since :meth:`forget`."""
        aloud: list[list[str]] = self.page.evaluate("aloud")
        return [each for each in aloud if not names or each[0] in names]

    def forget(self) -> None:
        """Forgets what was counted and heard."""
        self._acts = 0
        self.page.evaluate("aloud.length = 0")

    def counted(self) -> int:
        """Returns the acts since the last call."""
        acts, self._acts = self._acts, 0
        return acts


class KeyPlayer(TouchPlayer):
    """Presses keys and nothing else; counts them."""

    def press(self, key: str) -> None:
        """Presses a key."""
        self.page.bring_to_front()
        self.page.keyboard.press(key)
        self._acts += 1

    @property
    def focused(self) -> str:
        """The choice or the id of what has the focus, or else its text."""
        found: str = self.page.evaluate(FOCUSED)
        return found

    def focus(self, wanted: str, *, back: bool = False) -> None:
        """Presses Tab until this has the focus; with Shift, if it is *back*."""
        for _ in range(MOST_TABS):
            if self.focused == wanted:
                return
            self.press("Shift+Tab" if back else "Tab")
        raise AssertionError(f"Tab does not lead to {wanted!r}")

    def choose(self, move: str) -> None:
        """Goes to the listed moves, with arrow keys to this one, and presses Enter."""
        first = self.page.locator(".moves [data-choice]").first.get_attribute("data-choice")
        self.focus(first or "", back=True)
        for _ in range(MOST_TABS):
            if self.focused == move:
                self.press("Enter")
                return
            self.press("ArrowDown")
        raise AssertionError(f"arrow keys do not lead to {move!r}")

    def confirm(self) -> None:
        """Goes from no, which has the focus, to yes."""
        self._await_certain()
        self.focus("✓ ")
        self.press("Enter")

    def _press_hold(self) -> None:
        self.focus("hold")
        self.press("Space")
