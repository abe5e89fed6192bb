"""Referees one game, one lap at a time: push, look, write, show.

A lap changes a copy of the game and computes every view, prompt and light that follows. Only then
is it written to the journal, and only after that shown. If anything raises, journal, game and
gestures are as before the lap. No clock, no thread.
"""

from collections.abc import Callable, Mapping
from typing import NamedTuple, TypeVar

from heistboard.app.game_notes import GameNotes, NoteRefused
from heistboard.app.settings import Settings
from heistboard.app.staged_journal import StagedRecord
from heistboard.app.window_beats import WindowBeats
from heistboard.app.window_notes import WindowNotes
from heistboard.games import package
from heistboard.games.gestures import Ask, Prompt, Span
from heistboard.games.news import Line, News
from heistboard.games.status import ShownBeat, Status
from heistboard.journal.store import Journal
from heistboard.places.place import split_floor
from heistboard.places.scene import Scene, pack
from heistboard.rules import CHANCE, HOST, TABLE, Move, State, View
from heistboard.rules.autoplay import Dealer
from heistboard.rules.contract import Json
from heistboard.rules.errors import IllegalMove, MoveError
from heistboard.table.new_gestures import new_gestures
from heistboard.table.table import CorrectionRefused, NotNow, NotYourTurn, Table, UnknownReed

__all__ = ["REFUSALS", "LapResult", "Referee", "StaleAnswer", "move_document"]

_DEAL = "deal"  # a note in the journal: which decks people draw by hand
_RUN = "run"  # a note in the journal: how often the game was resumed
_NUMBERS = 1 << 16  # prompt numbers per run

_T = TypeVar("_T")


class StaleAnswer(ValueError):
    """The prompt that a seat answers is no longer the current one."""


REFUSALS = (
    MoveError,
    NotYourTurn,
    NotNow,
    CorrectionRefused,
    UnknownReed,
    NoteRefused,
    StaleAnswer,
)
"""Errors that a lap may raise for its caller; any other error is internal."""


class LapResult(NamedTuple):
    """The result of a lap: the public status, and what each seat and TABLE may see."""

    status: Status
    seats: Mapping[int, View]
    reports: tuple[str, ...]
    """Reeds that disagreed with the journal."""
    lights: tuple[bytes, ...]
    """The scene, packed for the board of each floor."""

    def after(self, untold: "LapResult") -> "LapResult":
        """Returns this result with what an earlier lap had to say and nobody has been told."""
        spoken = (*untold.status.spoken, *self.status.spoken)
        reports = (*untold.reports, *self.reports)
        return self._replace(status=self.status._replace(spoken=spoken), reports=reports)

    def told(self) -> "LapResult":
        """Returns this result once its texts have been spoken and its reports noted."""
        return self._replace(status=self.status._replace(spoken=()), reports=())


class Referee:
    """Referees the game in *journal*; *at* returns the time of day, *wall* converts to real time.

    Raises :exc:`ValueError` for a bad table option or computer player; the journal is then left
    open.
    """

    def __init__(
        self,
        journal: Journal,
        settings: Settings,
        now_ms: int,
        *,
        at: Callable[[], str],
        dealer: Dealer,
        works: frozenset[str] = frozenset(),
        wall: Callable[[Span], Span] = lambda span: span,
    ) -> None:
        self.journal = journal
        self._record = StagedRecord(journal, at)
        self.notes = GameNotes(self._record)
        gestures = new_gestures(
            self._record,
            now_ms,
            is_resumed=settings.resume is not None,
            works=works,
            options=settings.table_options,
        )
        run = 0
        if settings.resume is None:
            for deck, who in settings.deal.items():
                self._record.note(f"{_DEAL}.{deck}", who)
        else:
            run = int(journal.notes.get(_RUN, "0")) + 1
            self._record.note(_RUN, str(run))
        if settings.hints is not None:
            self.notes.set_grade(settings.hints)
        self.notes.add_bots(settings.bots)
        WindowNotes(self._record).begin(settings.table_options)
        if settings.guide is not None:
            self.notes.begin_guide(settings.guide)
        self._record.commit()
        self.deals = {
            deck: journal.notes.get(f"{_DEAL}.{deck}", HOST) for deck in journal.state.game.decks
        }
        """Who deals each deck: the host, or people by hand."""
        self.floors: int = journal.state.game.floors(journal.state.options)
        """How many floors the game has."""
        self.table = Table(self._record, gestures, dealer, self.deals)
        self._wall = wall
        self._views_of: State | None = None  # the state from which the cached views were computed
        self._views: Mapping[int, View] = {}
        self._news = News(package(journal.state.game.name))
        self._lines: tuple[Line, ...] = ()  # computed with the views
        self._prompts: dict[int, Prompt] = {}
        self._asked: dict[int, object] = {}  # what each seat's prompt follows from
        self._documents: dict[int, tuple[Prompt, Json]] = {}  # of prompts, by seat
        self._first = run * _NUMBERS  # so that no prompt number is used twice in a game
        self._told: tuple[int, Json] = (self._first, None)
        self.beats = WindowBeats(self.table, self._record, self._first)
        self._dealt: int | None = None  # public moves before the first seat was to move

    @property
    def state(self) -> State:
        """The game."""
        return self._record.state

    def again(self, settings: Settings) -> Settings:
        """Returns *settings* for the same game anew, as it was played here."""
        return settings._replace(
            game=self.state.game.name,
            players=None,
            resume=None,
            options=self.state.options,
            hints=self.notes.grade,
            deal=self.deals,
            guide=None,
            table_options={**settings.table_options, **self.beats.notes.options},
        )

    def lap(self, do: Callable[[], _T], now_ms: int) -> tuple[_T, LapResult]:
        """Calls *do*; returns its result, and everything to show afterwards.

        Raises one of :data:`REFUSALS`, :exc:`~heistboard.journal.game_text.JournalError`, or an
        internal error; nothing has changed then.
        """
        checkpoint, beats = self.table.checkpoint(), self.beats.checkpoint()
        try:
            said = do()
            self._stop_by_hand(now_ms)
            self.table.deal(now_ms)
            told = self._look_at_told()
            is_new = self.beats.look(told[0], now_ms, is_begun=self.has_begun)
            prompts, asked = self._look_at_prompts()
            if is_new:
                self._leave_unspoken(prompts[TABLE].ask)
            shown = self._show(prompts, told[0], now_ms)
            self._record.commit()
        except BaseException:
            self._record.roll_back()
            self.table.restore(checkpoint)
            self.beats.restore(beats)
            raise
        self._prompts, self._asked, self._told = prompts, asked, told
        self.table.gestures.spoken.clear()
        self.table.gestures.reports.clear()
        return said, shown

    def prompt(self, seat: int) -> Prompt:
        """Returns what *seat* was asked by the last lap."""
        return self._prompts[seat]

    def tick(self, now_ms: int) -> None:
        """Does what is due; called in a lap when :attr:`wake_ms` is due."""
        if self.beats.is_due(now_ms):
            self.beats.pass_all(now_ms)
        self.table.tick(now_ms)

    @property
    def wake_ms(self) -> int | None:
        """When :meth:`tick` is due, if nothing happens before then."""
        times = [self.table.wake_ms, self.beats.due_ms]
        return min((each for each in times if each is not None), default=None)

    def say(self, seat: int, text: str, now_ms: int) -> None:
        """Makes a move for *seat*, as ``Table.say``; a pass is kept while a beat runs."""
        self.table.require_turn(seat)
        if self.beats.has_passed(seat):
            raise NotYourTurn("that seat has passed")
        if not self.beats.keeps(seat, text):
            self.table.say(seat, text, now_ms)

    def stop(self, seat: int, window: int | None, now_ms: int) -> None:
        """Holds the window number *window*, or the open one, for *seat*; everybody is told.

        Raises :exc:`NotNow`.
        """
        self.beats.stop(seat, window, now_ms)
        self.table.gestures.spoken.append(Ask("window.stop", {"seat": self.state.seats[seat]}))

    def _stop_by_hand(self, now_ms: int) -> None:
        gestures = self.table.gestures
        seat, gestures.stop = gestures.stop, None
        if seat is not None:
            try:
                self.stop(seat, None, now_ms)
            except NotNow:
                self.table.show_refused(now_ms)

    @property
    def has_begun(self) -> bool:
        """Whether there is a public move; what is dealt first is none."""
        if self._dealt is None:
            self._dealt = _count_dealt(self.state)
        return self._dealt is not None and _count(self._look_at_views()[TABLE]) > self._dealt

    def require_fresh(self, seat: int, at: tuple[int, int] | None) -> None:
        """Raises :exc:`StaleAnswer` unless *at* is *seat*'s current game and prompt number."""
        prompt = self._prompts.get(seat)
        if at is not None and at != (self.journal.id, 0 if prompt is None else prompt.number):
            raise StaleAnswer("the game has moved on")

    def require_game(self, at: tuple[int, int] | None) -> None:
        """Raises :exc:`StaleAnswer` if *at* has the number of another game."""
        if at is not None and at[0] != self.journal.id:
            raise StaleAnswer("another game has begun")

    # What is shown.

    def _look_at_prompts(self) -> tuple[dict[int, Prompt], dict[int, object]]:
        # A prompt is another one, too, when the same is asked again after a move that the seat
        # knows of, or of another seat: so a second tap never answers the next question.
        prompts: dict[int, Prompt] = {}
        followed: dict[int, object] = {}
        views, turn = self._look_at_views(), self.table.gestures.turn
        for seat in (*range(len(self.state.seats)), TABLE):
            last = self._prompts.get(seat)
            has_passed = self.beats.has_passed(seat)
            ask = self.table.asked(TABLE if has_passed else seat)
            moves = () if has_passed else self.table.moves(seat)
            asked: object = ask, moves, turn, views[seat].get("moves")
            if last is None or self._asked[seat] != asked:
                last = Prompt((self._first if last is None else last.number) + 1, ask, moves)
            prompts[seat], followed[seat] = last, asked
        return prompts, followed

    def _look_at_told(self) -> tuple[int, Json]:
        # Counts changes to the publicly known moves.
        told = self._look_at_views()[TABLE]["moves"]
        return self._told if told == self._told[1] else (self._told[0] + 1, told)

    def _show(self, prompts: Mapping[int, Prompt], told: int, now_ms: int) -> LapResult:
        table = self.table
        views = self._look_at_views()
        gestures = table.gestures
        span = gestures.eyes_closed
        beat = self.beats.shown()
        gestures.beat = beat and beat.span
        if beat is not None:
            beat = beat._replace(span=self._wall(beat.span))
        status = status_of(
            table,
            self.journal.id,
            told,
            views[TABLE],
            prompts[TABLE],
            table.scene(now_ms),
            tuple(gestures.spoken),
            None if span is None else self._wall(span),
            beat,
        )._replace(
            windows={name: str(v) for name, v in self.beats.notes.options.items()},
            news=self._lines,
        )
        seats = {seat: self._seat_view(seat, views[seat], prompts[seat]) for seat in views}
        return LapResult(status, seats, tuple(gestures.reports), self._lights(status.scene))

    def _lights(self, scene: Scene) -> tuple[bytes, ...]:
        for name in scene:
            if ":" in name and split_floor(name)[0] > self.floors:
                raise ValueError(f"scene: no LED {name!r}, the game has {self.floors} floors")
        return tuple(pack(scene, floor) for floor in range(1, self.floors + 1))

    def _look_at_views(self) -> Mapping[int, View]:
        # Cached per state: views change only with moves.
        state = self.state
        if self._views_of is not state:
            self._views = {seat: state.view(seat) for seat in (*range(len(state.seats)), TABLE)}
            self._lines = self._news.lines(state, self._views[TABLE])
            self._views_of = state
        return self._views

    def _seat_view(self, seat: int, view: View, prompt: Prompt) -> View:
        seen: View = {
            "view": view,
            "board": {} if seat == TABLE else self.table.private(seat),
            "legal": list(prompt.moves),
            "pencil": dict(self.notes.pencilled(seat)),
            "prompt": self._prompt_document(seat, prompt),
        }
        if self.beats.has_passed(seat):
            seen["passed"] = True
        if seat != TABLE and self.beats.notes.is_quiet(seat, self.state.window):
            seen["quiet"] = True
        if seat != TABLE and self.state.game.windows:
            seen["wish"] = self.beats.notes.wish(seat)
        unsaid = self.table.private_refusals.get(seat)
        if unsaid is not None:
            seen["umpire"] = {"rule": unsaid.rule if isinstance(unsaid, IllegalMove) else ""}
        return seen

    def _leave_unspoken(self, ask: Ask) -> None:
        # There are too many windows to announce each; Help still says what is asked.
        spoken = self.table.gestures.spoken
        spoken[:] = [each for each in spoken if each != ask]

    def _prompt_document(self, seat: int, prompt: Prompt) -> Json:
        # Cached per prompt: most laps change none.
        last = self._documents.get(seat)
        if last is None or last[0] is not prompt:
            ask: Json = {"id": prompt.ask.id, "words": dict(prompt.ask.words)}
            moves: list[Json] = [move_document(move) for move in prompt.moves]
            last = prompt, {"number": prompt.number, "ask": ask, "moves": moves}
            self._documents[seat] = last
        return last[1]


def move_document(move: Move) -> dict[str, Json]:
    """Returns a move of a prompt as a document."""
    return {
        "move": str(move),
        "verb": move.verb,
        "parts": dict(move.parts),
        "twice": move.twice,
        "private": move.private,
    }


def status_of(
    table: Table,
    game: int,
    at: int,
    view: View,
    prompt: Prompt,
    scene: Scene,
    spoken: tuple[Ask, ...],
    eyes_closed: Span | None = None,
    beat: ShownBeat | None = None,
) -> Status:
    """Builds the public status of *table* from TABLE's *view* and *prompt*."""
    state = table.state
    turn = tuple(state.seats[seat] for seat in table.gestures.turn)
    return Status(
        number=0,
        game=game,
        at=at,
        phase=table.gestures.phase,
        seat=turn[0] if len(turn) == 1 else None,
        sync=table.sync.value,
        ask=prompt.ask,
        wrong={place: how.value for place, how in table.wrong.items()},
        lifted=table.lifted,
        is_secret=table.gestures.is_secret,
        scene=scene,
        view=view,
        spoken=spoken,
        eyes_closed=eyes_closed,
        turn=turn,
        seats=state.seats,
        moves=prompt.moves,
        floors=state.game.floors(state.options),
        prompt=prompt.number,
        pieces=table.gestures.standing(),
        beat=beat,
    )


def _count_dealt(state: State) -> int | None:
    # How many moves everybody knew of when the first seat was to move; None before that.
    first = state.game.new(**state.options)
    for move in state.moves:
        if first.seat != CHANCE:
            break
        first.push(move)
    return None if first.seat == CHANCE else _count(first.view(TABLE))


def _count(view: View) -> int:
    moves = view["moves"]
    assert isinstance(moves, list)
    return len(moves)
