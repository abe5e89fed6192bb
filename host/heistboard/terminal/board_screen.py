"""Boards drawn with characters; colours repeat what shapes and letters show. Pure.

Reeds: a block is a cover, a dot an occupant, H an occupant on a crossing. Lights: a letter for the
colour, lower case when dim, and a mark for the pattern; on a simulated board also a shade for the
LED's current brightness.
"""

import textwrap
from collections.abc import Callable, Iterable

from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, RenderResult
from rich.text import Text

from heistboard.boards.snapshot import COUNTERS, OF_EVENTS, BoardSnapshot, BoardsSnapshot
from heistboard.link.module import NO_FLOOR
from heistboard.places import layout
from heistboard.places.scene import Intent, Level, Pattern
from heistboard.terminal.styles import STYLES

__all__ = ["LEGEND", "BoardsScreen", "Glyphs", "draw_lights", "draw_reeds", "plain_console"]

COLUMNS = "abcde"
WIDE_GAP = 3
NARROW_GAP = 1
GRID_WIDTH = 2 + 5 * 3 + 4 * WIDE_GAP
NARROW_GRID_WIDTH = 2 + 5 * 3 + 4 * NARROW_GAP
REED_WIDTH = 26
PIPE_WIDTH = 500
ROOMY_HEIGHT = 32
MARKS = {
    Pattern.STEADY: " ",
    Pattern.PULSE: "~",
    Pattern.BLINK: "!",
    Pattern.CHASE: ">",
    **{Pattern(flashes): str(flashes) for flashes in range(Pattern.SINGLE, Pattern.PULSE)},
}
LEGEND = "letter = colour (small: dim)  ~ pulse  ! blink  > chase  1-6 flashes"


class Glyphs:
    """The characters to draw with, for terminals with and without Unicode."""

    def __init__(self, *, is_ascii: bool) -> None:
        self.cover = "#" if is_ascii else "█"
        self.occupant = "o" if is_ascii else "●"
        self.empty = "." if is_ascii else "·"
        self.shades = " .:*#" if is_ascii else " ░▒▓█"


def draw_reeds(board: BoardSnapshot, glyphs: Glyphs) -> list[Text]:
    """Returns the board's reeds as a grid, 10 lines."""
    return _grid(
        lambda name: _reeds_of_cell(board, name, glyphs),
        lambda name: Text(" ").append_text(_reed_of_crossing(board, name)).append(" "),
    )


def draw_lights(board: BoardSnapshot, glyphs: Glyphs) -> list[Text]:
    """Returns the board's lights as a grid, 10 lines."""
    return _grid(
        lambda name: _light(board, name, glyphs), lambda name: _light(board, name, glyphs)
    )


def plain_console() -> Console:
    """Returns a console for tables and texts; in a file or pipe, lines are not wrapped."""
    console = Console(highlight=False)
    return console if console.is_terminal else Console(highlight=False, width=PIPE_WIDTH)


class BoardsScreen:
    """One :class:`BoardsSnapshot`, drawn to fill a terminal of any size."""

    def __init__(self, snapshot: BoardsSnapshot) -> None:
        self._snapshot = snapshot

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Yields the lines that fit."""
        glyphs = Glyphs(is_ascii=options.ascii_only)
        width, height = options.size
        lines = self.lines(width, height, glyphs)
        for number, line in enumerate(lines[:height]):
            if cell_len(line.plain) > width:
                line.truncate(width)
            line.no_wrap = True
            line.end = "" if number == min(height, len(lines)) - 1 else "\n"
            yield line

    def lines(self, width: int, height: int, glyphs: Glyphs) -> list[Text]:
        """Returns the lines for a terminal of *width* and *height*, at least one."""
        snapshot = self._snapshot
        # If there is room, a blank line between the parts.
        blank = [Text()] if height >= ROOMY_HEIGHT else []
        head = [_title(snapshot, width)]
        head += [Text(line, "dim") for line in textwrap.wrap("; ".join(snapshot.notes), width)]
        head += blank
        if len(snapshot.boards) == 1:
            head += self._one(snapshot.boards[0], width, height, glyphs)
        elif snapshot.boards:
            head += self._several(width, glyphs)
        head += blank
        for board in snapshot.boards:
            head.append(_link(board, width))
        head += [Text(f"! {problem}", "bold red") for problem in snapshot.problems]
        head += [_rates(snapshot), *_counters(snapshot, width), *blank]
        foot = [Text("Ctrl-C ends", "dim")]
        room = height - len(head) - len(foot)
        health = _health(snapshot, width)
        if len(snapshot.boards) != 1:
            # Events do not fit beside several boards; they share the rest with the health lines.
            room_for_events = max(0, room - min(len(health), max(2, room // 2)))
            head += _last_lines(snapshot, room_for_events)
            room = height - len(head) - len(foot)
        head += health[: max(0, room)]
        head += [Text()] * (height - len(head) - len(foot))
        return head + foot

    def _one(self, board: BoardSnapshot, width: int, height: int, glyphs: Glyphs) -> list[Text]:
        reeds = [Text("reeds", "bold"), *draw_reeds(board, glyphs)]
        asked = "lights: asked, shown" if board.shown else "lights, as asked for"
        lights = [Text(asked, "bold"), *draw_lights(board, glyphs)]
        room = width - 2 * GRID_WIDTH - 4
        events: list[Text] = []
        if room >= 12:
            events = [
                Text("last events", "bold"),
                *_last_lines(self._snapshot, len(reeds) - 1, room),
            ]
        rows = _beside([(reeds, GRID_WIDTH), (lights, GRID_WIDTH), (events, room)])
        blank = [Text()] if height >= ROOMY_HEIGHT else []
        return [*rows, *blank, _buttons(board), _track(board, glyphs), Text(LEGEND, "dim")]

    def _several(self, width: int, glyphs: Glyphs) -> list[Text]:
        rows: list[Text] = []
        # As many boards side by side as will fit.
        a_row = max(1, (width + 2) // (NARROW_GRID_WIDTH + 2))
        boards = self._snapshot.boards
        for at in range(0, len(boards), a_row):
            drawn = []
            for board in boards[at : at + a_row]:
                heading = Text(board.name, "bold")
                drawn.append(([heading, *_both(board, glyphs)], NARROW_GRID_WIDTH))
            rows += _beside(drawn)
        return rows


def _grid(
    cell: Callable[[str], Text], crossing: Callable[[str], Text], gap: int = WIDE_GAP
) -> list[Text]:
    # Cells are three characters wide; crossings are as wide as the gaps above them.
    lines = [Text("   " + (" " * (2 + gap)).join(COLUMNS), "dim")]
    for row in range(1, 6):
        line = _styled(f"{row} ", "dim")
        between = Text("  ")
        for number, column in enumerate(COLUMNS, 1):
            line.append_text(cell(f"{column}{row}"))
            between.append("   ")
            if number < 5:
                line.append(" " * gap)
                if row < 5:
                    between.append_text(crossing(f"x{number}{row}"))
        lines.append(line)
        if row < 5:
            lines.append(between)
    return lines


def _reeds_of_cell(board: BoardSnapshot, name: str, glyphs: Glyphs) -> Text:
    if f"{name}.cover" in board.hidden:
        return _styled(" ? ", "dim")
    has_cover = f"{name}.cover" in board.closed
    has_occupant = f"{name}.occupant" in board.closed
    side = glyphs.cover if has_cover else " "
    if has_occupant:
        return Text.assemble(
            side, (glyphs.occupant, "bold reverse" if has_cover else "bold bright_blue"), side
        )
    return Text(side * 3) if has_cover else _styled(f" {glyphs.empty} ", "dim")


def _reed_of_crossing(board: BoardSnapshot, name: str) -> Text:
    is_there = f"{name}.occupant" in board.closed
    return _styled("H", "bold green") if is_there else _styled("+", "dim")


def _styled(text: str, style: str) -> Text:
    # Unlike Text(text, style), it does not style appended text.
    return Text.assemble((text, style))


def _letter(board: BoardSnapshot, name: str, glyphs: Glyphs) -> Text:
    intent = board.lights.get(name)
    if intent is None:
        return _styled(glyphs.empty, "dim")
    letter = intent.colour.name[0]
    if intent.level in (Level.DIM, Level.LOW):
        return _styled(letter.lower(), STYLES[intent.colour])
    return _styled(letter, f"bold {STYLES[intent.colour]}")


def _light(board: BoardSnapshot, name: str, glyphs: Glyphs) -> Text:
    # Letter and mark for the light that was asked for, a shade in the LED's own colour for the
    # light that it shows.
    intent = board.lights.get(name, Intent())
    text = _letter(board, name, glyphs)
    text.append(MARKS[intent.pattern])
    shown = board.shown.get(name, (0, 0, 0)) if board.shown else (0, 0, 0)
    brightest = max(shown)
    if not brightest:
        return text.append(" ")
    # LEDs are linear and eyes are not: a light that is dim on the board must not look black here.
    steps = len(glyphs.shades) - 1
    shade = glyphs.shades[max(1, round(steps * (brightest / 255) ** 0.45))]
    red, green, blue = (255 * value // brightest for value in shown)
    return text.append(shade, f"rgb({red},{green},{blue})")


def _both(board: BoardSnapshot, glyphs: Glyphs) -> list[Text]:
    # Draws reeds and lights in one grid, for several boards on a small screen.
    def cell(name: str) -> Text:
        reeds = _reeds_of_cell(board, name, glyphs)
        reeds.right_crop(1)
        is_dark = name not in board.lights
        return reeds.append_text(Text(" ") if is_dark else _letter(board, name, glyphs))

    def crossing(name: str) -> Text:
        if f"{name}.occupant" in board.closed:
            return _reed_of_crossing(board, name)
        return _letter(board, name, glyphs) if name in board.lights else _styled("+", "dim")

    return _grid(cell, crossing, NARROW_GAP)


def _title(snapshot: BoardsSnapshot, width: int) -> Text:
    left = f" {snapshot.title}"
    right = f"{snapshot.seconds:.0f} s "
    room = width - cell_len(left) - cell_len(right)
    return Text(f"{left}{' ' * room}{right}", "reverse")


def _link(board: BoardSnapshot, width: int) -> Text:
    text = Text(f"{NO_FLOOR if board.floor is None else board.name} ")
    if not board.is_ready:
        text.append(board.state.value.upper(), "bold red reverse")
        text.append(f" {board.cause or 'coming up'}; waiting for board {board.serial}", "red")
        return text
    text.append("ready", "bold green")
    text.append(f"  {board.serial}  firmware {board.firmware}  ")
    room = width - cell_len(text.plain)
    # The end of a port's name identifies it better than the beginning.
    return text.append(board.port if len(board.port) <= room else f"..{board.port[-room + 2 :]}")


def _buttons(board: BoardSnapshot) -> Text:
    text = _styled("buttons  ", "bold")
    for name in (*layout.BUTTONS, "spare"):
        is_pressed = name in board.closed
        text.append(f"[{name}]" if is_pressed else f" {name} ", "reverse" if is_pressed else "")
        text.append(" ")
    return text


def _track(board: BoardSnapshot, glyphs: Glyphs) -> Text:
    text = _styled("track", "bold")
    for name in layout.ROUND_TRACK:
        text.append(f" {name[1:]} ", "dim")
        text.append_text(_light(board, name, glyphs))
    return text


def _rates(snapshot: BoardsSnapshot) -> Text:
    passes = [str(board.stats.passes) for board in snapshot.boards if board.stats]
    slowest = [board.stats.pass_max_us for board in snapshot.boards if board.stats]
    drawn = [board.stats.shown_ma for board in snapshot.boards if board.stats]
    text = _styled("rates  ", "bold")
    text.append(f"{snapshot.events_a_second:.1f} events/s")
    if snapshot.frames_a_second is not None:
        text.append(f"  {snapshot.frames_a_second:.0f} frames/s")
    if passes:
        text.append(f"  {'+'.join(passes)} passes/s, max {max(slowest)} us")
        text.append(f"  {sum(drawn)} mA")
    return text


def _counters(snapshot: BoardsSnapshot, width: int) -> list[Text]:
    # Zeros are dim, so that other values stand out.
    lines = [_styled("counts ", "bold")]
    lines[0].append(f" events {snapshot.events}")
    is_hiding = any(board.hidden for board in snapshot.boards)
    for name in COUNTERS:
        if is_hiding and name in OF_EVENTS:
            continue
        count = sum(board.counters.get(name, 0) for board in snapshot.boards)
        part = Text(f"  {name.replace('_', ' ')} {count}", "bold yellow" if count else "dim")
        if cell_len(lines[-1].plain) + cell_len(part.plain) > width:
            lines.append(Text("       "))
        lines[-1].append_text(part)
    return lines


def _health(snapshot: BoardsSnapshot, width: int) -> list[Text]:
    # Reeds that chattered first, then those that changed most.
    found = [(board, reed) for board in snapshot.boards for reed in board.reeds]
    found.sort(key=lambda pair: (-pair[1].health.chatters, -pair[1].health.changes))
    lines = [Text("reeds that moved most (changes, shortest time between two)", "bold")]
    for board, reed in found:
        name = reed.name
        if len(snapshot.boards) > 1:
            name = f"{board.floor or board.serial}:{name}"
        health = reed.health
        text = f"{name} {health.changes}"
        if health.shortest_ms is not None:
            text += f" {health.shortest_ms} ms"
        if health.chatters:
            text += f" CHATTERED {health.chatters}x"
        # Long entries take two columns.
        text = text.ljust(REED_WIDTH * (1 + len(text) // REED_WIDTH))
        if len(lines) == 1 or cell_len(lines[-1].plain) + len(text) > width:
            lines.append(Text())
        lines[-1].append(text, "bold red" if health.chatters else "")
    return lines if found else []


def _last_lines(snapshot: BoardsSnapshot, rows: int, width: int = 0) -> list[Text]:
    # A line that is too wide loses its time.
    lines = snapshot.lines[-rows:] if rows > 0 else ()
    return [Text(line if not width or len(line) <= width else line[9:]) for line in lines]


def _beside(blocks: Iterable[tuple[list[Text], int]]) -> list[Text]:
    rows: list[Text] = []
    at = 0
    for lines, width in blocks:
        for number, line in enumerate(lines):
            if number == len(rows):
                rows.append(Text())
            row = rows[number]
            row.append(" " * (at - cell_len(row.plain)))
            part = line.copy()
            part.truncate(width)
            row.append_text(part)
        at += width + 2
    return rows
