"""All journals of a data folder, in one SQLite file.

Nothing played is ever deleted (see ``entries``), except a whole game by :meth:`Store.forget`. When
a call that writes returns, the entry is on disk; when it raises, nothing has been written and the
state is unchanged.

Only one program at a time may write to a game; others may read it meanwhile. Times are passed in
as ISO 8601 text. No :exc:`StoreError` message and no sentence about damage contains a move.

Every entry has a checksum computed from the one before: see ``checksums``. A game that is damaged,
or that today's rules do not accept, is read up to its last good move. Play continues from there,
and the first new entry moves everything after that move, unchanged, to the table ``beside``.
"""

import json
import sqlite3
from collections.abc import Collection, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager, suppress
from typing import NamedTuple, TypeAlias, TypeVar

from heistboard.journal import checksums
from heistboard.journal.checksums import Value
from heistboard.journal.entries import MOVE, NOTE, Entry, Stored, Summary, follow
from heistboard.journal.errors import GameBusy, GameMissing, StoreError, damage
from heistboard.journal.game_journal import Journal, Tail, Write
from heistboard.journal.game_text import JournalError, find_game
from heistboard.journal.lock import Lock, Locked
from heistboard.journal.sqlite_file import ENTRIES, HEADERS, JournalFile
from heistboard.rules import TABLE, Game, Outcome, State

__all__ = ["Journal", "Store", "StoreError", "Write"]

_MOST_ID = 2**63 - 1

_SUMMARY = """
    SELECT id, game, rules, options, created, ended, outcome, (
        SELECT coalesce(sum(CASE kind WHEN 'undo' THEN -1 WHEN 'move' THEN 1 ELSE 0 END), 0)
        FROM entries WHERE entries.game = games.id
    ), head, (
        SELECT count(*) FROM entries WHERE entries.game = games.id
    ), (
        SELECT sum FROM entries WHERE entries.game = games.id ORDER BY number DESC LIMIT 1
    ) FROM games
"""
_NOTES = """
    SELECT game, number, move, at FROM entries WHERE kind = 'note' AND move >= ? AND move < ?
    ORDER BY game, number
"""
_LEDGER = "SELECT sum FROM ledger WHERE id = 1"
_NEW_GAME = """
    INSERT INTO games (game, rules, options, created, ended, outcome) VALUES (?, ?, ?, ?, ?, ?)
"""
_NEW_ENTRY = """
    INSERT INTO entries (game, number, kind, move, is_umpire, at, sum)
    VALUES (?, ?, ?, ?, ?, ?, ?)
"""
_END = "UPDATE games SET ended = ?, outcome = ?, head = ? WHERE id = ?"
_LATER = "FROM entries WHERE game = ? AND number NOT BETWEEN 1 AND ?"

_Row: TypeAlias = Sequence[Value]


class _Read(NamedTuple):
    stored: Stored
    tail: Tail


class Store(JournalFile):
    """The journal file at *path*. Use it in a ``with`` statement, in one thread.

    With *create*, makes the file if it does not exist. Raises :exc:`StoreError`, as all methods
    do. :attr:`damage` is a sentence about what :meth:`games` found wrong with the list of games.
    """

    damage = ""

    def __enter__(self) -> "Store":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # Reading.

    def games(self) -> list[Summary]:
        """Returns all games, the latest first, without replaying them; :meth:`get` replays one."""
        with self._transaction("BEGIN"):
            rows = self._db.execute(f"{_SUMMARY} ORDER BY id").fetchall()
            ledger = self._db.execute(_LEDGER).fetchall()
        last = b""
        summaries = []
        is_whole = True
        for row in rows:
            begin = checksums.origin(*row[:4])
            last = checksums.ledger(last, row[0], begin)
            summary = _summary(row)
            if summary is not None:
                summaries.append(summary)
            is_whole &= summary is not None and _is_covered(row, begin)
        what = "games are missing from its list, or their entries in it are garbled"
        self.damage = "" if is_whole and ledger == [(last,)] else damage(self.path, what)
        return [self._as_told(each) for each in summaries[::-1]]

    def _as_told(self, summary: Summary) -> Summary:
        # While a window is open, the total number of moves would reveal how many have passed.
        try:
            is_open = summary.outcome is None
            if is_open and find_game(summary.game, summary.rules).has_windows:
                return self.get(summary.id).summary
        except JournalError:
            pass  # opening the game reports what is wrong
        return summary

    def get(self, game_id: int) -> Stored:
        """Returns one game, read-only; never changes the file."""
        return self._read(game_id).stored

    def _read(self, game_id: int) -> _Read:
        key = (min(game_id, _MOST_ID),)
        with self._transaction("BEGIN"):
            found = self._db.execute(f"{_SUMMARY} WHERE id = ?", key).fetchall()
            rows = self._db.execute(ENTRIES, key).fetchall()
        if not found:
            raise _missing(game_id)
        header: _Row = found[0]
        summary = _summary(header)
        if summary is None:
            self._damaged(f"the beginning of game {game_id} is garbled")
        try:
            game = find_game(summary.game, summary.rules)
        except JournalError as error:
            raise StoreError(f"game {game_id}: {error}") from None
        begin = checksums.origin(*header[:4])
        entries, sums = _good_entries(begin, rows)
        try:
            state, count = _play(game, summary, entries)
        except (ValueError, TypeError):
            self._damaged(f"the beginning of game {game_id} is garbled")
        outcome = _dump(state.outcome)
        last = sums[count - 1] if count else begin
        tail = Tail(last, count, header[4], summary.ended, outcome)
        is_whole = count == len(rows) and header[6] == outcome and header[8] == _head(tail)
        length = len(state.told(TABLE))
        summary = summary._replace(length=length)
        if is_whole:
            return _Read(Stored(summary, entries, state), tail)
        if not count:
            self._damaged(f"nothing of game {game_id} can be played")
        ended = None if state.outcome is None else tail.ended
        tail = tail._replace(ended=ended, is_torn=True)
        said = (
            f"game {game_id} is damaged: it continues after move {length}; what is left of later "
            "moves is kept"
        )
        summary = summary._replace(ended=ended, outcome=state.outcome)
        return _Read(Stored(summary, entries[:count], state, said), tail)

    def notes(self, name: str) -> dict[int, list[tuple[int, Entry]]]:
        """Returns the notes ``name.…`` of each game, with their numbers among its entries.

        Their checksums are not looked at; :meth:`get` does that.
        """
        with self._transaction("BEGIN"):
            rows = self._db.execute(_NOTES, (f"{name}.", f"{name}/")).fetchall()
        found: dict[int, list[tuple[int, Entry]]] = {}
        for game_id, number, move, at in rows:
            found.setdefault(game_id, []).append((number, Entry(NOTE, str(move), False, str(at))))
        return found

    # Writing.

    def create(self, state: State, at: str) -> Journal:
        """Creates the journal of *state*, a new game, and returns it open."""
        game_id = self.add(state, at)
        try:
            return self.resume(game_id)
        except BaseException:
            with suppress(StoreError):
                self.withdraw(game_id)
            raise

    def resume(self, game_id: int) -> Journal:
        """Opens a game to play on and locks out other programs until it is closed."""
        try:
            lock = self._lock(game_id)
        except Locked:
            raise GameBusy(
                f"another program is playing game {game_id}; end it first, or play another game"
            ) from None
        try:
            stored, tail = self._read(game_id)
            self._require_sound()
        except BaseException:
            lock.close()
            raise
        return Journal(self, lock, stored, tail)

    def add(self, state: State, at: str, ended: str | None = None) -> int:
        """Adds a game with all its moves in one transaction and returns its number."""
        self._require_sound()
        header = (state.game.name, state.game.rules, json.dumps(dict(state.options)))
        moves = [_row(Entry(MOVE, move, False, at)) for move in state.moves]
        outcome = _dump(state.outcome)
        with self._transaction():
            made = self._db.execute(_NEW_GAME, (*header, at, ended, outcome))
            game_id = made.lastrowid
            assert game_id is not None
            begin = checksums.origin(game_id, *header)
            self._keep_beside(game_id, 0)  # entries that a damaged file has for this number
            sums = self._insert(game_id, Tail(begin, 0, at, ended, outcome), moves)
            tail = Tail(sums[-1] if sums else begin, len(sums), at, ended, outcome)
            self._end(game_id, tail)
            before = self._db.execute(_LEDGER).fetchone()
            last = before[0] if before and isinstance(before[0], bytes) else b""
            self._db.execute(
                "INSERT OR REPLACE INTO ledger (id, sum) VALUES (1, ?)",
                (checksums.ledger(last, game_id, begin),),
            )
        return game_id

    def withdraw(self, game_id: int) -> None:
        """Removes the latest game, in which nobody has played yet.

        Its number is never used again. Does nothing for any other game, or in a damaged file.
        """
        with self._transaction():
            headers = self._db.execute(HEADERS).fetchall()
            if headers and headers[-1][0] == game_id and self._is_ledger_of(headers):
                self._remove((game_id,))

    def require_forgettable(self, game_ids: Collection[int]) -> None:
        """Raises :exc:`GameMissing` or :exc:`GameBusy` if :meth:`forget` would do so now."""
        with self._held(game_ids):
            pass

    def forget(self, game_ids: Collection[int]) -> None:
        """Deletes these games and all that is kept of them; their numbers are never used again.

        Deletes all or none: raises :exc:`GameMissing`, or :exc:`GameBusy` for a game that is being
        played. If the list of games is damaged, it is reported as damaged afterwards, too.
        """
        with self._held(game_ids):
            self._require_sound()
            with self._transaction():
                # Overwrites what is deleted: it may contain secrets.
                self._db.execute("PRAGMA secure_delete = ON")
                for game_id in game_ids:
                    self._db.execute("DELETE FROM beside WHERE game = ?", (game_id,))
                self._remove(game_ids)

    @contextmanager
    def _held(self, game_ids: Collection[int]) -> Iterator[None]:
        # Locks out programs that would play these games.
        with self._transaction("BEGIN"):
            known = {row[0] for row in self._db.execute(HEADERS).fetchall()}
        for game_id in game_ids:
            if game_id not in known:
                raise _missing(game_id)
        with ExitStack() as locks:
            for game_id in sorted(set(game_ids)):
                try:
                    locks.enter_context(closing(self._lock(game_id)))
                except Locked:
                    raise GameBusy(
                        f"game {game_id} is being played; end it first, then forget it"
                    ) from None
            yield

    def _lock(self, game_id: int) -> Lock:
        return Lock(self.path.with_name(f"{self.path.stem}-{game_id}.lock"))

    def _is_ledger_of(self, headers: Sequence[_Row]) -> bool:
        return self._db.execute(_LEDGER).fetchall() == [(_ledger(headers),)]

    def _remove(self, game_ids: Collection[int]) -> None:
        is_whole = self._is_ledger_of(self._db.execute(HEADERS).fetchall())
        for game_id in game_ids:
            self._db.execute("DELETE FROM entries WHERE game = ?", (game_id,))
            self._db.execute("DELETE FROM games WHERE id = ?", (game_id,))
        if is_whole:
            left = _ledger(self._db.execute(HEADERS).fetchall())
            self._db.execute("UPDATE ledger SET sum = ? WHERE id = 1", (left,))

    def append(
        self, game_id: int, tail: Tail, entries: Sequence[Entry], outcome: Outcome | None
    ) -> Tail:
        """Writes *entries* after *tail*; called by :class:`Journal`, which checks them first."""
        ended, text = tail.ended, _dump(outcome)
        if text != tail.outcome:
            ended = entries[-1].at if outcome else None
        with self._transaction():
            if tail.is_torn:
                self._mend(game_id, tail)
            try:
                sums = self._insert(game_id, tail, [_row(entry) for entry in entries])
            except sqlite3.IntegrityError:
                raise StoreError(
                    f"another program has written to game {game_id}; end it, then resume the game"
                ) from None
            after = Tail(sums[-1], tail.links + len(sums), tail.created, ended, text)
            self._end(game_id, after)
        return after

    def _insert(self, game_id: int, tail: Tail, rows: Sequence[_Row]) -> list[bytes]:
        first = tail.links + 1
        sums = checksums.links(tail.last, rows, first)
        self._db.executemany(
            _NEW_ENTRY,
            (
                (game_id, number, *row, each)
                for number, (row, each) in enumerate(zip(rows, sums, strict=True), first)
            ),
        )
        return sums

    def _end(self, game_id: int, tail: Tail) -> None:
        self._db.execute(_END, (tail.ended, tail.outcome, _head(tail), game_id))

    def _mend(self, game_id: int, tail: Tail) -> None:
        self._db.execute(
            "INSERT INTO beside SELECT id, NULL, 'end', outcome, NULL, ended, head "
            "FROM games WHERE id = ?",
            (game_id,),
        )
        self._keep_beside(game_id, tail.links)

    def _keep_beside(self, game_id: int, count: int) -> None:
        later = (game_id, count)
        self._db.execute(
            f"INSERT INTO beside SELECT game, number, kind, move, is_umpire, at, sum {_LATER}",
            later,
        )
        self._db.execute(f"DELETE {_LATER}", later)


def _missing(game_id: int) -> GameMissing:
    return GameMissing(f"there is no game {game_id}; see `heistboard journal list`")


def _ledger(headers: Sequence[_Row]) -> bytes:
    # The ledger's checksum if these are all games.
    last = b""
    for game_id, *header in headers:
        last = checksums.ledger(last, game_id, checksums.origin(game_id, *header))
    return last


def _summary(row: _Row) -> Summary | None:
    # None if game or options are garbled; damage elsewhere shows in the head later.
    game_id, game, rules, options, created, ended, outcome, length, *_ = row
    try:
        return Summary(
            _is(int, game_id),
            _is(str, game),
            _is(int, rules),
            _is(dict, json.loads(_is(str, options))),
            created if isinstance(created, str) else "",
            ended if isinstance(ended, str) else None,
            _outcome(outcome),
            _is(int, length),
        )
    except (ValueError, TypeError, RecursionError):
        return None


def _is_covered(row: _Row, begin: bytes) -> bool:
    # Whether the head covers this row and the last entry there is.
    created, ended, outcome, _, head, count, last = row[4:]
    if not isinstance(count, int) or not isinstance(last, bytes | None):
        return False
    return head == checksums.head(last or begin, count, created, ended, outcome)


def _outcome(text: Value) -> Outcome | None:
    try:
        return Outcome(*(_is(str, each) for each in json.loads(_is(str, text))))
    except (ValueError, TypeError, RecursionError):
        return None


def _good_entries(begin: bytes, rows: Sequence[_Row]) -> tuple[list[Entry], list[bytes]]:
    # The entries before the first with a wrong checksum, and their checksums.
    entries: list[Entry] = []
    sums: list[bytes] = []
    last = begin
    for due, (number, kind, move, is_umpire, at, found) in enumerate(rows, 1):
        last = checksums.link(last, due, kind, move, is_umpire, at)
        if (
            number != due
            or found != last
            or not all(isinstance(text, str) for text in (kind, move, at))
        ):
            break
        entries.append(Entry(str(kind), str(move), bool(is_umpire), str(at)))
        sums.append(last)
    return entries, sums


def _play(game: Game, summary: Summary, entries: Sequence[Entry]) -> tuple[State, int]:
    # The state after all entries that can be played, and their number.
    state = game.new(**summary.options)
    for count, entry in enumerate(entries):
        try:
            follow(state, entry)
        except Exception:
            # Other rules may raise anything and leave a broken state: start again without the
            # rest.
            return _play(game, summary, entries[:count])
    return state, len(entries)


def _head(tail: Tail) -> bytes:
    return checksums.head(*tail[:5])


def _row(entry: Entry) -> _Row:
    return entry.kind, str(entry.move), int(entry.is_umpire), entry.at


def _dump(outcome: Outcome | None) -> str | None:
    return None if outcome is None else json.dumps(outcome)


_T = TypeVar("_T")


def _is(kind: type[_T], value: object) -> _T:
    if not isinstance(value, kind):
        raise TypeError(value)
    return value
