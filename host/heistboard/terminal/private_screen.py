"""What one player alone may see, on a terminal that several may share. Pure.

| State | Key or time | Then |
|---|---|---|
| covered | Space | shown for 5 s |
| covered | any other key | closed |
| shown | Space | shown for 5 s from now; so it stays while Space is held |
| shown | a digit, Backspace | the number of a move is typed; shown for 5 s from now |
| shown | Enter after a number | closed, and the move is played |
| shown | s | Stop is said; shown for 5 s from now |
| shown | any other key, or 5 s are over | closed |

Who plays alone against the computer needs no cover and has no hurry.
"""

from collections import Counter
from collections.abc import Iterator, Sequence

from rich.text import Text

from heistboard import games
from heistboard.games import Canvas
from heistboard.games.status import Status
from heistboard.rules import Ask, Move, View
from heistboard.rules.contract import Json
from heistboard.terminal.game_screen import ScreenState, beat_lines, hint, wrapped
from heistboard.words import Words
from heistboard.words.plain_view import view_lines

__all__ = ["STOP", "PrivateScreen", "draw_private"]

SHOWN_MS = 5_000
STOP = "stop"  # instead of a move
STOP_KEYS = "sы"  # one key, on English and Russian keyboards
MOST_DIGITS = 3
TOLD = 4  # events that only this seat was told
INDENT = "  "


class PrivateScreen:
    """Whether the secrets of *seat* are shown, and the number that is typed."""

    def __init__(self, seat: int, *, is_alone: bool) -> None:
        self.seat = seat
        self.typed = ""
        self.is_closed = False
        self.is_alone = is_alone
        self._until_ms = 0
        self._prompt = -1

    def is_shown(self, now_ms: int) -> bool:
        """Returns whether the secrets are shown; closes the screen when the time is over."""
        if self._until_ms and now_ms >= self._until_ms and not self.is_alone:
            self.is_closed = True
        return not self.is_closed and (self.is_alone or self._until_ms > 0)

    def feed(self, keys: str, seen: View, now_ms: int) -> str:
        """Handles typed *keys*; returns the chosen move of the seat's view *seen*, or ``STOP``."""
        moves = self._moves(seen)
        for key in keys:
            is_shown = self.is_shown(now_ms)
            if key == " " or (is_shown and (key.isdecimal() or key in "\x7f\b")):
                self._until_ms = now_ms + SHOWN_MS
                self.typed = self.typed[:-1] if key in "\x7f\b" else self.typed + key.strip()
                self.typed = self.typed[:MOST_DIGITS]
            elif is_shown and key.lower() in STOP_KEYS:
                self._until_ms = now_ms + SHOWN_MS
                return STOP
            else:
                self.is_closed = True
                number = int(self.typed or 0) if is_shown and key in "\r\n" else 0
                return moves[number - 1] if 0 < number <= len(moves) else ""
        return ""

    def _moves(self, seen: View) -> list[str]:
        # A number that was typed for another question is forgotten.
        prompt = _dict(seen["prompt"])
        number = prompt["number"]
        assert isinstance(number, int)
        if number != self._prompt:
            self._prompt, self.typed = number, ""
        return [str(move) for move in _moves(seen)]


def draw_private(
    screen: PrivateScreen,
    state: ScreenState,
    seen: View,
    words: Words,
    size: tuple[int, int],
    now_ms: int,
    *,
    is_ascii: bool,
) -> list[Text]:
    """Returns the lines for a terminal of that *size*: the cover, or what the seat has *seen*."""
    status = state.status
    words = words.of_game(status.view["game"])
    width, height = size
    seat = words.seat(status.seats[screen.seat])
    if not screen.is_shown(now_ms):
        return wrapped(words.of("look", "cover", seat=seat), width, "bold")[:height]
    canvas = Canvas(width, is_ascii)
    before = [Text(words.of("look", "title", seat=seat), "bold"), Text()]
    before += [*_own(status, seen, words, canvas), *_told(status, seen, words, width), Text()]
    prompt = _dict(_dict(seen["prompt"])["ask"])
    ask = Ask(str(prompt["id"]), {key: str(each) for key, each in _dict(prompt["words"]).items()})
    before += wrapped(words.shown(ask, status.view, is_carried=status.is_carried), width, "bold")
    before += [hint(told, "bold") for told in beat_lines(state, words)]
    close = words.of("look", "close" if screen.is_alone else "longer")
    close = f"{words.of('look', 'stop')} {close}" if status.beat else close
    after = [hint(close), Text(f"> {screen.typed}", "bold")]
    moves = list(_offered(status, seen, words, width))
    spare = max(1, height - len(before) - len(after))
    if len(moves) > spare:
        more = words.of("help", "more", count=len(moves) - spare + 1)
        moves = [*moves[: spare - 1], Text(INDENT + more)]
    lines = [*before, *moves][: max(0, height - len(after))]
    lines += [Text()] * (height - len(lines) - len(after)) + after
    for line in lines:
        line.truncate(width)
        line.no_wrap = True
    return lines


def _own(status: Status, seen: View, words: Words, canvas: Canvas) -> Sequence[Text]:
    # What the game draws for the seat, or what of its view is not in everybody's.
    view = _dict(seen["view"])
    draw = games.package(str(view["game"])).claim("own_drawing")
    if draw is not None:
        lines: Sequence[Text] = draw(view, words, canvas)
        return lines
    own = {key: each for key, each in view.items() if status.view.get(key) != each}
    return [Text(line) for line in view_lines(own, words)]


def _told(status: Status, seen: View, words: Words, width: int) -> Iterator[Text]:
    # The last events of which everybody else was told less, or nothing yet. The order may differ:
    # answers of several seats are told to others when all have answered.
    own, public = _lines(_dict(seen["view"])), Counter(_lines(status.view))
    told = []
    for line, event in zip(own, words.events(own, status.seats), strict=True):
        if public[line]:
            public[line] -= 1
        elif words.is_listed(line):
            told.append(event)
    if told:
        yield Text(words.of("look", "told"), "bold")
    for event in told[-TOLD:]:
        yield from wrapped(INDENT + event, width, "not dim", 2 * INDENT)


def _offered(status: Status, seen: View, words: Words, width: int) -> Iterator[Text]:
    # The seat's moves, with the numbers that play them.
    moves = _moves(seen)
    yield hint(words.of("look", "moves" if moves else "no-moves"), "bold")
    for number, move in enumerate(moves, 1):
        line = f"{number:>3}  {words.move(move, status.seats)}"
        yield from wrapped(line, width, "not dim", 5 * " ")


def _moves(seen: View) -> list[Move]:
    moves = _dict(seen["prompt"])["moves"]
    assert isinstance(moves, list)
    parts = ((_dict(each), _dict(_dict(each)["parts"])) for each in moves)
    return [
        Move(str(each["move"]), str(each["verb"]), {name: str(v) for name, v in named.items()})
        for each, named in parts
    ]


def _lines(view: View) -> list[str]:
    moves = view["moves"]
    assert isinstance(moves, list)
    return [str(move) for move in moves]


def _dict(value: Json) -> View:
    assert isinstance(value, dict)
    return value
