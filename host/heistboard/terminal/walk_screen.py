"""The guided walk of ``board test`` on the screen: what to do, where, and the progress. Pure."""

from rich.console import Console, ConsoleOptions, Group, RenderResult
from rich.text import Text

from heistboard.places import layout
from heistboard.selftest.plan import place_of, where
from heistboard.selftest.walk import Walk, WalkState

__all__ = ["WalkScreen"]

TITLES = {
    WalkState.CLEAR: "ready?",
    WalkState.SWEEP: "1 of 3: reeds",
    WalkState.AGAIN: "1 of 3: reeds, once more",
    WalkState.LIGHTS: "2 of 3: lights",
    WalkState.DARK: "2 of 3: lights",
    WalkState.TRACK: "2 of 3: lights",
    WalkState.EACH: "2 of 3: lights",
    WalkState.ELSEWHERE: "2 of 3: lights",
    WalkState.ANCHORS: "3 of 3: diodes",
    WalkState.DIODES: "3 of 3: diodes",
    WalkState.OVER: "done",
    WalkState.ABANDONED: "given up",
}
UNNAMED = (WalkState.LIGHTS, WalkState.DARK, WalkState.TRACK)
BAR = 30


class WalkScreen:
    """Draws the current state of *walk*."""

    def __init__(self, walk: Walk, is_lost: bool) -> None:
        self._walk = walk
        self._is_lost = is_lost

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        prompt = self._walk.prompt
        lines = [Text(f"heistboard board test · {TITLES[prompt.state]}", style="bold"), Text()]
        if self._is_lost:
            lines.append(Text("the board is lost; waiting for it to come back", style="bold red"))
        else:
            lines.append(Text(prompt.text, style="bold yellow"))
            if prompt.asked in layout.REEDS and prompt.state not in UNNAMED:
                lines.append(Text(where(prompt.asked)))
        if prompt.missing:
            names = ", ".join(prompt.missing[:6])
            more = f" and {len(prompt.missing) - 6} more" if len(prompt.missing) > 6 else ""
            lines.append(Text(f"{names}{more}"))
        lines += [Text(), *self._grid(), Text()]
        if prompt.total:
            filled = BAR * prompt.done // prompt.total
            bar = "#" * filled + "." * (BAR - filled)
            lines.append(Text(f"{bar} {prompt.done} of {prompt.total}"))
        keys = "keys: Enter or y yes, n no, s skip, q quit · buttons: done yes, undo no, help skip"
        lines.append(Text(keys, style="dim"))
        yield Group(*lines)

    def _grid(self) -> list[Text]:
        # Cells with occupant and cover, crossings between them, buttons below.
        lines = []
        for row in range(1, 6):
            line = Text(f"{row}  ")
            for column in "abcde":
                line += self._reed(f"{column}{row}.occupant") + self._reed(f"{column}{row}.cover")
                line += "    "
            lines.append(line)
            if row < 5:
                line = Text("      ")
                for number in range(1, 5):
                    line += self._reed(f"x{number}{row}.occupant")
                    line += "     "
                lines.append(line)
        lines.append(Text("   a     b     c     d     e"))
        buttons = Text("   ")
        for name in ("spare", "help", "undo", "done"):
            buttons += self._reed(name) + f" {name}   "
        lines.append(buttons)
        return lines

    def _reed(self, reed: str) -> Text:
        walk = self._walk
        prompt = walk.prompt
        is_asked = prompt.asked == reed or prompt.asked == place_of(reed)
        if is_asked and prompt.state not in UNNAMED:
            return Text("@", style="bold reverse yellow")
        if reed in walk.closed:
            return Text("O", style="bold green")
        if reed in walk.evidence.answers:
            is_right = walk.evidence.answers[reed] == reed and reed not in walk.doubts
            return Text("+" if is_right else "?", style="green" if is_right else "red")
        return Text("?" if reed in walk.doubts else ".", style="dim")
