"""Finds the texts that a game lacks by playing it at random."""

from collections.abc import Iterator, Mapping
from random import Random
from string import Formatter
from typing import NamedTuple

from heistboard.games import GameFacts, Package
from heistboard.games.guide import Guide
from heistboard.games.guided_play import guided_play
from heistboard.games.sample_hints import sample_hints
from heistboard.rules import CHANCE, TABLE, IllegalMove, Move, MoveError, State
from heistboard.words.catalogue import LANGUAGES, Catalogue, Text, merged, of_game
from heistboard.words.plain_view import SAID_ELSEWHERE
from heistboard.words.told_moves import ToldMove, parse_told

__all__ = ["missing"]

GAMES = 4  # games for each number of players
GUIDED = 3  # guided games, at most
TRIES = 12  # moves of earlier states to try in each state


def missing(package: Package) -> list[str]:
    """Returns a sentence for each text that is missing or has a wrong placeholder."""
    own = {language: of_game(package, language) for language in LANGUAGES}
    found = [
        f"words/{language}.toml: there is no such file"
        for language in LANGUAGES
        if not package.file("words", f"{language}.toml").is_file()
    ]
    for language in LANGUAGES[1:]:
        found += _differences(LANGUAGES[0], own[LANGUAGES[0]], language, own[language])
    needed = dict.fromkeys(_needed(package))
    for language in LANGUAGES:
        texts = merged(language, package)
        for need in needed:
            found += _missing_for(language, texts.get(need.section, {}), need)
            if need.section == "shown" and set(need.keys) & texts["carried"].keys():
                found += _missing_for(language, texts["carried"], need._replace(section="carried"))
    return list(dict.fromkeys(found))


class _Need(NamedTuple):
    section: str
    keys: tuple[str, ...]  # any one of these will do
    words: frozenset[str] | None = frozenset()  # placeholders its text may have; None: any
    counted: str = ""  # used instead of the first key if there is such a text


def _missing_for(language: str, texts: Mapping[str, Text], need: _Need) -> Iterator[str]:
    first = need.counted if need.counted in texts else need.keys[0]
    keys = [key for key in (first, *need.keys[1:]) if key in texts]
    if not keys:
        yield f"{language}: [{need.section}] lacks {need.keys[0]!r}"
    for key in keys:
        text = texts[key]
        for each in [text] if isinstance(text, str) else text.values():
            asked = {name for _, name, _, _ in Formatter().parse(each) if name is not None}
            for name in sorted(asked - (asked if need.words is None else need.words)):
                yield f"{language}: [{need.section}] {key!r} has {{{name}}}, which is not given"


def _differences(one: str, texts: Catalogue, other: str, others: Catalogue) -> Iterator[str]:
    # The texts that only one of the two languages has.
    for section in sorted(texts.keys() | others.keys()):
        here, there = texts.get(section, {}), others.get(section, {})
        yield from (f"{other}: [{section}] lacks {key!r}" for key in here if key not in there)
        yield from (f"{one}: [{section}] lacks {key!r}" for key in there if key not in here)


def _needed(package: Package) -> Iterator[_Need]:
    game = package.game
    yield _Need("play", ("title",))
    yield from (_Need("phase", (phase,)) for phase in game.phases)
    yield from (_Need("deck", (deck,)) for deck in game.decks)
    yield from (_Need("window", (kind,)) for kind in game.windows)
    for ending in game.endings:
        yield _Need("play", (f"over.{ending}",))
        yield _Need("shown", (f"over.{ending}",), None)
    for name, option in {**game.options, **package.table_options}.items():
        yield _Need("play", (f"option.{name}",))
        if option.check is None:
            names = [value for value in option.values if isinstance(value, str)]
            keys = ((f"option.{name}.{value}", f"option.{name}.*") for value in names)
            yield from (_Need("play", each, frozenset({"value"})) for each in keys)
    for grade in package.hint_grades:
        yield from (_Need(section, (f"hints-{grade}",)) for section in ("table", "start"))
        yield _Need("start", (f"hints-{grade}-tells",))
    for bot in package.bot_makers() if package.bots else ():
        yield from (_Need("start", (key,)) for key in (f"bot-{bot}", f"bot-{bot}-tells"))
    yield from _advised(package)
    yield from _hinted(package)
    random = Random(game.name)
    for players in game.players:
        for _ in range(GAMES):
            state = game.new(players)
            yield from _played(state, random, has_drawing=package.drawing is not None)
            yield from _remembered(package, state, random)


def _advised(package: Package) -> Iterator[_Need]:
    guide: Guide | None = package.claim("guide")
    for seed in list(guide.seeds)[:GUIDED] if guide else ():
        for own_way in (0, 0.3):
            for _, _, advice in guided_play(package, seed, own_way):
                for step in advice.steps if advice else ():
                    yield from (_Need("guide", (a.id,), frozenset(a.words)) for a in step.say)


def _hinted(package: Package) -> Iterator[_Need]:
    for document in sample_hints(package):
        for fact in document.get("facts", []):
            yield _Need("hints", (fact["id"],), frozenset(fact["words"]))


def _played(state: State, random: Random, *, has_drawing: bool) -> Iterator[_Need]:
    tried: list[Move] = []  # moves that were legal earlier
    seats = (TABLE, *range(len(state.seats)))
    yield from (_Need("play", (f"seat.{name}",)) for name in state.seats)
    while True:
        asks = [state.asked(seat) for seat in seats]
        yield from (_Need("shown", (ask.id,), frozenset(ask.words)) for ask in asks)
        legal = [move for seat in state.movers for move in state.legal(seat)]
        if state.draw is None or state.game.decks[state.draw.deck].can_be_real:
            yield from (_of_move("move", move, (move.verb,)) for move in legal)
        for move in random.sample(tried, min(TRIES, len(tried))):
            if move not in legal and (rule := _rule(state, move)):
                yield _Need("refused", (rule,))
        if not has_drawing:
            keys = sorted(state.view(TABLE).keys() - SAID_ELSEWHERE - state.options.keys())
            yield from (_Need("view", (key,)) for key in keys)
        if not legal:
            break
        tried += legal
        state.push(_chosen(state, legal, random))
    for seat in seats:
        yield from (_event(state, line) for line in state.told(seat))
    while state.moves:  # as told before the end, with secrets hidden
        yield from (_event(state, line) for line in state.told(TABLE)[-1:])
        state.pop()


def _remembered(package: Package, state: State, random: Random) -> Iterator[_Need]:
    # Plays the game, which _played() has left at its beginning, to its end once more.
    while state.movers:
        seat = state.movers[0]
        state.push(_chosen(state, list(state.legal(seat)), random))
    if (reviewer := package.claim("review")) is not None:
        for fact in reviewer.document(state).get("facts", []):
            yield _Need("review", (fact["id"],), frozenset(fact["words"]))
    if (tell := package.claim("statistics")) is None:
        return
    facts: GameFacts = tell(state)
    yield _Need("statistics", ("length",))
    yield from (_Need("play", (f"side.{side}", f"seat.{side}")) for side in facts.sides)
    if facts.best is not None:
        yield _Need("statistics", (facts.best.ask.id,), frozenset(facts.best.ask.words))


def _event(state: State, line: str) -> _Need:
    move = parse_told(state.game, line)
    keys = [move.verb]
    if move.found:
        keys.append(f"{move.verb}.{move.found}")
    if move.is_hidden:
        keys.append(f"{move.verb}.hidden")
    return _of_move("event", move, tuple(keys), "count", "found")


def _of_move(section: str, move: Move | ToldMove, keys: tuple[str, ...], *more: str) -> _Need:
    given = frozenset({"deck", "seat", *more}).union(move.parts)
    return _Need(section, keys, given, f"{move.verb}.{len(move.parts)}")


def _chosen(state: State, legal: list[Move], random: Random) -> Move:
    if state.seat == CHANCE:
        return random.choices(legal, state.odds())[0]
    return random.choice(legal)


def _rule(state: State, move: Move) -> str:
    try:
        state.push(move)
    except IllegalMove as error:
        return error.rule
    except MoveError:
        return ""
    state.pop()
    return ""
