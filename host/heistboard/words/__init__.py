"""What players see and hear, in their language. Pure, but for reading its own files once.

``en.toml`` and ``ru.toml`` hold the words; this puts places, colours and names into them. Only
what everybody may know goes in: asks, the table's view, and moves as the table knows them.
"""

import tomllib
from collections.abc import Sequence
from functools import cache
from importlib import resources
from typing import Protocol

from heistboard import layout
from heistboard.rules import HIDDEN, UNCOVERS, AmbiguousMove, IllegalMove, InvalidMove, View
from heistboard.table.contract import Ask

__all__ = ["LANGUAGES", "Words", "language_of"]

LANGUAGES = ("en", "ru")
NAMED_MOST = 3  # places that are named; of more the lights say which


def language_of(locale: str | None) -> str:
    """Returns the language for a *locale* as computers name it; English for one we do not speak.

    >>> language_of("ru_RU.UTF-8"), language_of("C"), language_of(None)
    ('ru', 'en', 'en')
    """
    language = (locale or "").partition("_")[0].partition(".")[0].lower()
    return language if language in LANGUAGES else "en"


class Words:
    """The words of one language; raises :exc:`ValueError` for one that we do not speak."""

    def __init__(self, language: str) -> None:
        if language not in LANGUAGES:
            raise ValueError(f"there are no words in {language!r}, expected en or ru")
        self.language = language
        self._words = _load(language)

    @property
    def voice(self) -> str:
        """What espeak-ng calls a voice of this language."""
        return self.of("language", "voice")

    def shown(self, ask: Ask, view: View) -> str:
        """Returns what the table asks or says, as it stands on a screen."""
        return self._sentence(ask, view, self._words["shown"], _as_shown)

    def spoken(self, ask: Ask, view: View) -> str:
        """Returns the same as it is said aloud."""
        forms = self._words["shown"] | self._words["spoken"]
        return self._sentence(ask, view, forms, self._place)

    def count(self) -> tuple[str, ...]:
        """Returns what is counted before eyes are closed, as it is said aloud."""
        return tuple(self._words["count"].values())

    def events(self, told: Sequence[str]) -> list[str]:
        """Returns the moves of a game in words; *told* is the moves as the table knows them."""
        events = []
        round_number = 0
        for each in told:
            round_number += each.startswith("hide")
            events.append(self._event(each, round_number))
        return events

    def refusal(self, error: ValueError, example: str) -> str:
        """Returns why a move is not played; it may tell what only the seat to move knows."""
        if isinstance(error, IllegalMove):
            return self.of("refused", error.rule)
        if isinstance(error, AmbiguousMove):
            return self.of("refused", "which", moves=self._listed(error.moves, "or"))
        if isinstance(error, InvalidMove):
            return self.of("refused", "unknown", example=example)
        return self.of("refused", "turn")

    def letter(self, colour: str) -> str:
        """Returns the letter for a colour on a drawn board."""
        return self.of("letter", colour)

    def all(self) -> dict[str, dict[str, str]]:
        """Returns the whole catalogue, for pages: texts by section and key."""
        return {section: dict(texts) for section, texts in self._words.items()}

    def of(self, section: str, key: str, **words: object) -> str:
        """Returns a text of the file with *words* put in."""
        text: str = self._words[section][key]
        return text.format(**words)

    def _event(self, told: str, round_number: int) -> str:
        move, _, found = told.partition(UNCOVERS)
        verb, *words = move.split()
        if verb == "hide":
            if words == [HIDDEN]:
                return self.of("event", "hide", round=round_number)
            return self.of("event", "hidden", round=round_number, cell=words[0])
        if verb == "search":
            return self.of("event", f"search.{found}", cell=words[1])
        if verb in ("place", "fly"):
            return self.of("event", verb, colour=self._colour(words[0]), crossing=words[1])
        return self.of("event", verb)

    def _sentence(self, ask: Ask, view: View, forms: dict[str, str], place: "_PlaceName") -> str:
        if ask.id.startswith("wrong."):
            return " ".join(self._wrong(ask, view, forms, place))
        words = {
            name: self._helicopter(value) if name == "helicopter" else place(value)
            for name, value in ask.words.items()
        }
        return _capital(forms[ask.id].format(**words))

    def _wrong(
        self, ask: Ask, view: View, forms: dict[str, str], place: "_PlaceName"
    ) -> list[str]:
        # One sentence for each thing to do; helicopters have names, buildings are all alike.
        at = view.get("helicopters")
        colours = {where: colour for colour, where in at.items()} if isinstance(at, dict) else {}
        missing = _places(ask, "wrong.missing", "to")
        extra = _places(ask, "wrong.extra", "from")
        cells = [name for name in missing if name in layout.CELLS]
        crossings = [name for name in missing if name not in cells]
        sentences = []
        if len(cells) > NAMED_MOST:
            sentences.append(forms["wrong.buildings"])
        elif cells:
            names = self._listed([place(cell) for cell in cells], "and")
            sentences.append(forms["wrong.building"].format(cells=names))
        key = "wrong.helicopter"
        source = ""
        if len(extra) == len(crossings) == 1:
            key, source, extra = "wrong.move", place(extra[0], "-from"), []
        for name in crossings:
            words = {"helicopter": self._helicopter(str(colours[name])), "crossing": place(name)}
            sentences.append(forms[key].format(**words, **{"from": source}))
        if len(extra) > NAMED_MOST:
            sentences.append(forms["wrong.extras"])
        elif extra:
            names = self._listed([place(name, "-at") for name in extra], "and")
            sentences.append(forms["wrong.extra"].format(crossings=names))
        return [_capital(sentence) for sentence in sentences]

    def _listed(self, names: Sequence[str], last: str) -> str:
        if len(names) == 1:
            return names[0]
        comma, word = self.of("list", "comma"), self.of("list", last)
        return f"{comma.join(names[:-1])}{word}{names[-1]}"

    def _helicopter(self, colour: str) -> str:
        return self.of("helicopter", colour)

    def _colour(self, colour: str) -> str:
        return self.of("colour", colour)

    def _place(self, name: str, case: str = "") -> str:
        # As the voice says it; names of cells have no cases.
        if name in layout.CELLS:
            return self.of("spoken", "cell", column=self.of("column", name[0]), row=name[1])
        return self.of("spoken", f"crossing{case}", column=name[1], row=name[2])


class _PlaceName(Protocol):
    def __call__(self, name: str, case: str = "") -> str: ...


def _as_shown(name: str, case: str = "") -> str:
    return name


def _places(ask: Ask, own: str, word: str) -> list[str]:
    names = ask.words.get("places" if ask.id == own else word, "")
    return names.split(", ") if names else []


def _capital(sentence: str) -> str:
    return sentence[:1].upper() + sentence[1:]


@cache
def _load(language: str) -> dict[str, dict[str, str]]:
    text = resources.files(__name__).joinpath(f"{language}.toml").read_text(encoding="utf-8")
    words: dict[str, dict[str, str]] = tomllib.loads(text)
    return words
