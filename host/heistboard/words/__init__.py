"""The texts that players see and hear, in their language. Pure, except that it reads its files.

:class:`Words` fills places, names and numbers into texts. Pass it only what the reader may know:
prompts, moves as a seat knows them, and the seat's own moves.

| File | Job |
|---|---|
| ``languages/`` | the texts of every game; a game's own ``words`` have the rest |
| ``catalogue`` | loads these files and merges them |
| ``told_moves`` | parses told moves |
| ``plain_view`` | a view as lines of text, for games without a drawing |
| ``missing_texts`` | finds texts that a game lacks, for ``check`` |
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from itertools import chain, islice, repeat
from types import MappingProxyType
from typing import Any

from heistboard import games
from heistboard.games import Package
from heistboard.games.news import Line
from heistboard.games.pieces import pieces_of
from heistboard.places.place import NAMES, OCCUPANTS, Place
from heistboard.rules import HIDDEN, AmbiguousMove, Ask, IllegalMove, InvalidMove, Move, View
from heistboard.rules.contract import Json
from heistboard.word_lists import one_of
from heistboard.words import catalogue
from heistboard.words.catalogue import LANGUAGES, Text, usual_form
from heistboard.words.told_moves import ToldMove, event_keys, read_told

__all__ = ["LANGUAGES", "Words", "check", "language_of"]

NAMED_MOST = 3  # with more places than this, a text refers to the lights instead


def language_of(locale: str | None) -> str:
    """Returns the language of a system *locale*; English if we have no words in it.

    >>> language_of("ru_RU.UTF-8"), language_of("C"), language_of(None)
    ('ru', 'en', 'en')
    """
    language = (locale or "").partition("_")[0].partition(".")[0].lower()
    return language if language in LANGUAGES else "en"


def check(package: Package) -> list[str]:
    """Returns a sentence for each text that a game lacks, found by random play."""
    from heistboard.words.missing_texts import missing

    return missing(package)


class Words:
    """The words of one language, for one game or for none.

    Raises :exc:`ValueError` for an unknown language or game.
    """

    def __init__(self, language: str, game: str | None = None) -> None:
        if language not in LANGUAGES:
            raise ValueError(f"there are no words in {language!r}, expected {one_of(LANGUAGES)}")
        self.language = language
        self.game = game
        self._words = catalogue.texts_of(language, game)

    def of_game(self, game: object) -> "Words":
        """Returns the words of the same language for another game, by its name."""
        return self if game == self.game else Words(self.language, str(game))

    @property
    def voice(self) -> str:
        """The espeak-ng voice of this language."""
        return self.of("language", "voice")

    @property
    def title(self) -> str:
        """The game's title."""
        return self._find("play", "title") or games.load(self._game).title

    def shown(self, ask: Ask, view: View, *, is_carried: bool = False) -> str:
        """Returns the text of a prompt or announcement for screens.

        With *is_carried*, nobody has to carry pieces: see ``Status.is_carried``.
        """
        return self._sentence(ask, self._forms("shown", is_carried=is_carried), is_aloud=False)

    def spoken(self, ask: Ask, view: View, *, is_carried: bool = False) -> str:
        """Returns the text of a prompt or announcement for the voice; *is_carried* as above."""
        forms = self._forms("news", "shown", "spoken", is_carried=is_carried)
        return self._sentence(ask, forms, is_aloud=True)

    def guide(self, asks: Iterable[Ask]) -> str:
        """Returns the sentences of one step of a guide."""
        texts = self._words.get("guide", {})
        return " ".join(
            _capital(self._fill(usual_form(texts.get(ask.id, ask.id)), ask.words)) for ask in asks
        )

    def advice(self, document: Mapping[str, Json]) -> list[str]:
        """Returns what a guide says in a terminal, a line for each step, then what to type."""
        lines = []
        for step in _list(document["steps"]):
            asks = [Ask(str(each["id"]), each["words"]) for each in _list(step["say"])]
            lines.append(self.of("help", "guide-says", text=self.guide(asks)))
        if typed := document["move"] or document["button"]:
            lines.append(self.of("help", "guide-type", move=typed))
        return lines

    def facts(self, section: str, document: Mapping[str, Json]) -> list[str]:
        """Returns the facts of hints or of a review as sentences, with texts of that *section*."""
        texts = self._words.get(section, {})
        facts = [Ask(str(each["id"]), each["words"]) for each in _list(document.get("facts", []))]
        return [_capital(self._fill(usual_form(texts.get(a.id, a.id)), a.words)) for a in facts]

    def moment(self, ask: Ask) -> str:
        """Returns the text of a best moment, for the statistics."""
        text = self._find("statistics", ask.id)
        return _capital(self._fill(text or ask.id, ask.words))

    def count(self) -> tuple[str, ...]:
        """Returns the words of the spoken count before eyes are closed."""
        return tuple(map(usual_form, self._words["count"].values()))

    def events(
        self,
        told: Sequence[str],
        seats: Sequence[str] = (),
        last: int | None = None,
        *,
        news: Sequence[Line] = (),
    ) -> list[str]:
        """Returns the moves of a game in words, or only the *last* few that are listed.

        *told* has all moves as told to the reader. *seats* are the names of the seats, by default
        those of the most players. *news* says of each move who made it and what it caused.
        """
        moves = []
        counts: dict[str, int] = {}
        for line, more in zip(told, chain(news, repeat(Line())), strict=False):
            move = read_told(self._game, line)
            counts[move.verb] = counts.get(move.verb, 0) + 1
            moves.append((move, counts[move.verb], more))
        if last is not None:
            listed = (each for each in reversed(moves) if each[2].news or self._is_listed(each[0]))
            moves = [*islice(listed, last)][::-1]
        return [
            self._with_news(self._event(move, count, seats, by=more.by), more.news)
            for move, count, more in moves
        ]

    def is_listed(self, line: str) -> bool:
        """Returns whether a told move is worth a line where only the last ones are listed."""
        return self._is_listed(read_told(self._game, line))

    def count_listed(self, told: Sequence[str], news: Sequence[Line] = ()) -> int:
        """Returns how many of the moves *told* :meth:`events` would list."""
        lines = zip(told, chain(news, repeat(Line())), strict=False)
        return sum(bool(more.news) or self.is_listed(line) for line, more in lines)

    def _with_news(self, event: str, caused: Iterable[Ask]) -> str:
        # The event is a part of a sentence, perhaps with whole ones after it.
        texts = self._words["news"]
        said = [_capital(self._fill(usual_form(texts.get(a.id, a.id)), a.words)) for a in caused]
        return " ".join((f"{event.removesuffix('.')}.", *said)) if said else event

    def move(self, move: Move, seats: Sequence[str] = ()) -> str:
        """Returns the label of a move to choose; its notation if it has no text."""
        keys = (f"{move.verb}.{len(move.parts)}", move.verb)
        text = next(filter(None, (self._find("move", key) for key in keys)), None)
        if text is None:
            return str(move)
        return _capital(self._fill(text, self._of_move(move.verb, move.parts, move.seat, seats)))

    def refusal(self, error: ValueError, example: str) -> str:
        """Returns why a move is refused, without secrets of the seat to move."""
        if isinstance(error, IllegalMove):
            if error.private:
                return self.of("refused", "private")
            text = self._find("refused", error.rule)
            return text or self.of("refused", "illegal", rule=error.rule)
        if isinstance(error, AmbiguousMove):
            if any(isinstance(move, Move) and move.private for move in error.moves):
                return self.of("refused", "private")
            return self.of("refused", "which", moves=self._listed(error.moves, "or"))
        if isinstance(error, InvalidMove):
            key = "unknown" if example else "no-move"
            return self.of("refused", key, example=example)
        return self.of("refused", "turn")

    def seat(self, name: str) -> str:
        """Returns the display name of a seat."""
        return self._find("play", f"seat.{name}") or name

    def side(self, name: str) -> str:
        """Returns the display name of a side, which may be a seat's."""
        return self._find("play", f"side.{name}") or self.seat(name)

    def turn(self, names: Sequence[str], phase: str) -> str:
        """Returns whose turn it is, from the *names* of the seats; without seats, the *phase*."""
        if not names:
            return self._find("phase", phase) or phase
        if len(names) > 1:
            return self.of("table", "turn-several")
        return self._find("turn", names[0]) or self.of("table", "turn", seat=self.seat(names[0]))

    def name(self, kind: str, value: str, case: str = "") -> str:
        """Returns the display name of a piece, card, player or place, for screens.

        *kind* is the name of a move's part, which is also the section with the names.
        """
        return self._name(kind, value, case, is_aloud=False)

    def all(self) -> dict[str, dict[str, str]]:
        """Returns the whole catalogue for pages: the usual form of each text."""
        return catalogue.plain(self._words)

    def has(self, section: str, key: str) -> bool:
        """Returns whether there is such a text."""
        return key in self._words.get(section, {})

    def of(self, section: str, key: str, **words: object) -> str:
        """Returns a text with *words* filled in."""
        return usual_form(self._words[section][key]).format(**words)

    @property
    def _game(self) -> str:
        assert self.game is not None, "moves need a game"
        return self.game

    def _find(self, section: str, key: str, case: str = "") -> str | None:
        text = self._words.get(section, {}).get(key)
        return None if text is None else _form(text, case)

    # Moves.

    def _is_listed(self, move: ToldMove) -> bool:
        texts = self._words.get("event", {})
        text = next((texts[key] for key in event_keys(move) if key in texts), "")
        return isinstance(text, str) or bool(text.get("listed", text))

    def _event(
        self,
        move: ToldMove,
        count: int,
        seats: Sequence[str],
        *,
        by: str = "",
        is_aloud: bool = False,
    ) -> str:
        keys = event_keys(move)
        keys = [*(f"{key}.by" for key in keys), *keys] if by else keys
        key = next((key for key in keys if self.has("event", key)), None)
        text = None if key is None else self._find("event", key)
        if text is None:
            return " ".join((move.verb, *move.parts.values()))
        words = self._of_move(move.verb, move.parts, move.seat, seats)
        words = {"count": str(count), "found": move.found, **words}
        if by:
            words = {"seat": by, **words}
        said = self._fill(text, words, is_aloud=is_aloud)
        if move.found in ("", HIDDEN) or "{found" in text or key == f"{move.verb}.{move.found}":
            return said
        return f"{said}: {self._names('found', move.found, '', is_aloud=is_aloud)}"

    def _of_move(
        self, verb: str, parts: Mapping[str, str], seat: int | None, seats: Sequence[str]
    ) -> dict[str, str]:
        # The parts of a move, and what else its text may refer to.
        words = {"deck": verb} if self.has("deck", verb) else {}
        if seat is not None and seat >= 0:
            names = seats or _most_seats(self._game)
            words["seat"] = names[seat] if seat < len(names) else str(seat + 1)
        return {**words, **parts}

    # Sentences.

    def _forms(self, *sections: str, is_carried: bool) -> Mapping[str, Text]:
        # The texts of these sections, of which later ones override earlier ones.
        used = (*sections, "carried") if is_carried else sections
        return {key: text for each in used for key, text in self._words[each].items()}

    def _sentence(self, ask: Ask, forms: Mapping[str, Text], *, is_aloud: bool) -> str:
        if ask.id.startswith("wrong."):
            return " ".join(self._wrong(ask, forms, is_aloud=is_aloud))
        words = ask.words
        text = forms.get(ask.id)
        if text is None and ask.id.startswith("draw."):
            text = forms["draw-by-seat" if "seat" in words else "draw"]
            words = {"deck": ask.id.removeprefix("draw."), **words}
        return _capital(self._fill(usual_form(text or ask.id), words, is_aloud=is_aloud))

    def _wrong(self, ask: Ask, forms: Mapping[str, Text], *, is_aloud: bool) -> list[str]:
        # One sentence for each piece with a name, and one for each kind of alike pieces.
        missing = _places(ask, "wrong.missing", "to")
        extra = _places(ask, "wrong.extra", "from")
        named, alike = self._missing_pieces(ask, missing)

        def say(key: str, section: str = "", **words: str) -> str:
            text, sections = usual_form(forms[key]), {"piece": section}
            return _capital(self._fill(text, words, sections, is_aloud=is_aloud))

        sentences = []
        for kind, places in alike.items():
            own = f"wrong.{kind}" if f"wrong.{kind}" in forms else "wrong.pieces"
            is_named = len(places) <= NAMED_MOST or f"{own}.many" not in forms
            key = own if is_named else f"{own}.many"
            sentences.append(say(key, places=", ".join(places)))
        is_move = len(extra) == len(named) == 1
        for kind, section, piece, place in named:
            own = f"wrong.{kind}" if f"wrong.{kind}" in forms else "wrong.piece"
            words = {"piece": piece, "place": place}
            if is_move:
                own, words["from"] = "wrong.move", extra.pop()
            sentences.append(say(own, section, **words))
        if extra:
            key = "wrong.extra" if len(extra) <= NAMED_MOST else "wrong.extras"
            sentences.append(say(key, places=", ".join(extra)))
        return sentences

    def _missing_pieces(
        self, ask: Ask, missing: Sequence[str]
    ) -> tuple[list[tuple[str, str, str, str]], dict[str, list[str]]]:
        # Kind, section, name and place of each named piece; the places of all others by kind.
        kinds = {} if self.game is None else pieces_of(self.game).kinds
        pieces = ask.words.get("pieces", "").split(", ")
        named: list[tuple[str, str, str, str]] = []
        alike: dict[str, list[str]] = {}
        for number, place in enumerate(missing):
            piece = pieces[number] if number < len(pieces) else ""
            kind, _, name = piece.partition(" ")
            if name and kind in kinds:
                named.append((kind, kinds[kind].words, name, place))
            else:
                alike.setdefault(kind, []).append(place)
        return named, alike

    def _fill(
        self,
        text: str,
        words: Mapping[str, str],
        sections: Mapping[str, str] = MappingProxyType({}),
        *,
        is_aloud: bool = False,
    ) -> str:
        # *sections* has the section of each word whose name is not its section's.
        given = _Placeholders()
        for word, value in words.items():
            given[word] = _Value(self, sections.get(word, word), value, is_aloud=is_aloud)
        return text.format_map(given)

    # Names.

    def _names(self, kind: str, value: str, case: str, *, is_aloud: bool) -> str:
        # *value* may list several names with commas, or with spaces what was found; or be a move:
        # to make, or as it was told.
        if kind in ("move", "told"):
            return self._move_named(read_told(self._game, value), kind, is_aloud=is_aloud)
        values = value.split(", ")
        if kind == "found" and len(values) == 1:
            values = value.split() or values
        if len(values) > 1 and not all(self._has_name(kind, each) for each in values):
            return value
        names = [self._name(kind, each, case, is_aloud=is_aloud) for each in values]
        return self._listed(names, "and")

    def _name(self, kind: str, value: str, case: str, *, is_aloud: bool) -> str:
        name = self._find(kind, value, case)
        if name is None and (place := _read_place(value)) is not None:
            return self._spoken_place(place, case) if is_aloud else value
        return name or self.seat(value)

    def _move_named(self, move: ToldMove, kind: str, *, is_aloud: bool) -> str:
        if kind == "told":
            return self._event(move, 1, (), is_aloud=is_aloud).removesuffix(".")
        text = self._find("move", move.verb)
        words = self._of_move(move.verb, move.parts, move.seat, ())
        return self._fill(text or " ".join((move.verb, *words.values())), words, is_aloud=is_aloud)

    def _has_name(self, kind: str, value: str) -> bool:
        is_named = self.has(kind, value) or self.has("play", f"seat.{value}")
        return is_named or value.isdecimal() or _read_place(value) is not None

    def _spoken_place(self, place: Place, case: str) -> str:
        # The place as the voice reads it.
        column, row = place.name[-2], place.name[-1]
        text = _form(self._words["place"][NAMES[place.name]], case)
        said = text.format(column=self._find("column", column) or column, row=row)
        if place.floor == 1:
            return said
        return _form(self._words["place"]["floor"], case).format(place=said, floor=place.floor)

    def _listed(self, names: Sequence[str], last: str) -> str:
        if len(names) == 1:
            return names[0]
        comma, word = self.of("list", "comma"), self.of("list", last)
        return f"{comma.join(names[:-1])}{word}{names[-1]}"


class _Value:
    # A value to fill into a text; the format spec after the colon is its grammatical case.

    def __init__(self, words: Words, kind: str, value: str, *, is_aloud: bool) -> None:
        self._words = words
        self._kind = kind
        self._value = value
        self._is_aloud = is_aloud

    def __format__(self, case: str) -> str:
        return self._words._names(self._kind, self._value, case, is_aloud=self._is_aloud)


class _Placeholders(dict[str, object]):
    # Leaves unknown placeholders as they are: ``check`` reports them, and play goes on.

    def __missing__(self, name: str) -> "_UnknownPlaceholder":
        return _UnknownPlaceholder(name)


class _UnknownPlaceholder:
    def __init__(self, name: str) -> None:
        self._name = name

    def __format__(self, case: str) -> str:
        return f"{{{self._name}}}"


@cache
def _most_seats(game: str) -> tuple[str, ...]:
    found = games.load(game)
    options = {name: option.default for name, option in found.choices.items()}
    return found.seats({**options, "players": found.players[-1]})


def _read_place(text: str) -> Place | None:
    # A cell or crossing, with its floor; None if it is anything else.
    if text in OCCUPANTS:
        return Place(text)
    if ":" not in text:
        return None
    try:
        place = Place.read(text)
    except ValueError:
        return None
    return place if place.name in OCCUPANTS else None


def _form(text: Text, case: str) -> str:
    return text if isinstance(text, str) else text.get(case) or usual_form(text)


def _places(ask: Ask, own: str, word: str) -> list[str]:
    names = ask.words.get("places" if ask.id == own else word, "")
    return names.split(", ") if names else []


def _list(value: Json) -> Any:  # noqa: ANN401 (its entries are documents)
    assert isinstance(value, list)
    return value


def _capital(sentence: str) -> str:
    return sentence[:1].upper() + sentence[1:]
