"""Turns what hands do on the board into moves of Good Cop Bad Cop. Pure; see GESTURES.md.

There are no pieces. Everybody has a cell of the rim; taps with the flashlight choose players and
pads. Only what everybody may know is done so: who plays a card, looks at one or turns one up does
it on the own page.
"""

from collections.abc import Collection, Mapping
from typing import Final, cast

from heistboard.games.gestures import Ask, Record
from heistboard.games.good_cop_bad_cop import rim
from heistboard.games.good_cop_bad_cop.scene import PADS, Shown
from heistboard.games.good_cop_bad_cop.scene import scene as scene_of
from heistboard.games.plain_gestures import PlainGestures
from heistboard.games.spoken_moves import Menu
from heistboard.places.scene import Scene
from heistboard.rules import TABLE, Choice, Move, State, View

__all__ = ["AT_BOARD", "CELLS", "HELP_MS", "GoodCopGestures", "sit_down"]

HELP_MS: Final = 8_000  # Help again within this says what may be done
CELLS: Final = "cells"  # under this name the chosen cells are kept

AT_BOARD: Final = ("action", "redeclare", "aim", "redirect")
"""The phases in which one seat decides something that it keeps no secret for."""


class GoodCopGestures(PlainGestures):
    """The gestures of one game."""

    def __init__(self, record: Record, now_ms: int) -> None:
        self.record = record
        self._followed: tuple[State, Collection[int]] | None = None
        self._view: View = {}
        self._moves: tuple[Move, ...] = ()  # what may be done by hand
        self._loaded: Move | None = None  # a shot that waits for Done
        self._menu: Menu | None = None
        self._helped_until_ms = now_ms
        super().__init__(record, now_ms)
        self._follow()

    # What happens.

    def look(self, picture: frozenset[str], now_ms: int, *, is_jump: bool = False) -> None:
        """Takes note of the moves made since the last look; no reed but a tap makes one."""
        self.picture = picture
        self._follow()
        if self._menu is not None and now_ms >= self._menu.until_ms:
            self._menu = None
        self.wake_ms = None if self._menu is None else self._menu.until_ms
        self.update()

    def _follow(self) -> None:
        state = self.state
        if self._followed == (state, self.bots):
            return
        self._followed = state, self.bots
        self._view = state.view(TABLE)
        self._loaded = self._menu = None
        is_by_hand = len(state.turn) == 1 and state.turn[0] not in self.bots
        legal = state.legal(state.turn[0]) if is_by_hand and state.phase in AT_BOARD else ()
        self._moves = tuple(move for move in legal if not move.private)

    def _play(self, move: Move, now_ms: int) -> None:
        self.record.write((move,))
        self.look(self.picture, now_ms)

    def dealt(self, now_ms: int) -> None:
        """Takes note of what the host has dealt, or of silence that has passed."""
        self._follow()

    # The players' cells.

    @property
    def _chosen(self) -> dict[int, str]:
        return rim.read(self.record.kept.get(CELLS, ""))

    @property
    def _cells(self) -> tuple[str, ...]:
        return rim.cells_of(self._chosen, len(self.state.seats))

    @property
    def _chooser(self) -> int | None:
        # Who chooses a cell now; cards are arranged on pages meanwhile.
        if self.state.phase != "arrange":
            return None
        chosen, players = self._chosen, len(self.state.seats)
        return next(
            (
                seat
                for seat in range(players)
                if seat not in chosen and seat not in self.bots
                if len(rim.free_cells(chosen, seat, players)) > 1
            ),
            None,
        )

    @property
    def _free(self) -> tuple[str, ...]:
        seat = self._chooser
        if seat is None:
            return ()
        return rim.free_cells(self._chosen, seat, len(self.state.seats))

    def _choose(self, cell: str, now_ms: int) -> None:
        seat = self._chooser
        assert seat is not None
        self.record.keep(CELLS, rim.written({**self._chosen, seat: cell}))
        self._say_chooser(now_ms)

    def _say_chooser(self, now_ms: int) -> None:
        seat = self._chooser
        if seat is not None:
            self.spoken.append(Ask("cells.next", {"player": self.state.seats[seat]}))
        self.look(self.picture, now_ms)

    # The flashlight.

    @property
    def _taps(self) -> Mapping[str, Move]:
        # By player's cell, what a tap there does.
        cells = dict(zip(self.state.seats, self._cells, strict=True))
        return {cells[move.parts["target"]]: move for move in self._moves if move.verb not in PADS}

    @property
    def _pads(self) -> Mapping[str, Move]:
        return {PADS[move.verb]: move for move in self._moves if move.verb in PADS}

    @property
    def taps(self) -> Collection[str]:
        """The players who may be chosen and the pads; at other times the own cells.

        While cards are arranged these are the cells to choose from, while a beat runs those of the
        players who may say Stop.
        """
        return self._free or self._stops or {*self._taps, *self._pads}

    @property
    def _stops(self) -> Mapping[str, int]:
        # By cell, for whom a hold there says Stop.
        if self.beat is None:
            return {}
        team = cast(Mapping[str, Mapping[str, object]], self._view["team"])
        return {
            cell: seat
            for seat, (cell, player) in enumerate(zip(self._cells, team, strict=True))
            if team[player]["living"] and seat not in self.bots
        }

    def tapped(self, place: str, now_ms: int, *, is_hold: bool) -> None:
        """Chooses a cell, a player or a pad; a shot then waits for Done. A hold says Stop."""
        if is_hold or place in self._stops:
            self.stop = self._stops.get(place) if is_hold else None
            return
        if place in self._free:
            self._choose(place, now_ms)
            return
        move = {**self._taps, **self._pads}[place]
        if move.twice:
            self._loaded, self._menu = move, None
            self.look(self.picture, now_ms)
        else:
            self._play(move, now_ms)

    # Buttons.

    def help(self, now_ms: int) -> bool:
        """Says what may be done by hand, one thing after the other, when it is pressed again."""
        if not self._moves:
            return False
        if self._menu is None and now_ms >= self._helped_until_ms:
            self._helped_until_ms = now_ms + HELP_MS
            return False
        self._loaded = None
        menu = self._menu
        self._menu = Menu.opened(self._moves, now_ms) if menu is None else menu.next(now_ms)
        self.look(self.picture, now_ms)
        return True

    def done(self, now_ms: int, held_ms: int = 0) -> bool:
        """Takes the suggested cell, shoots, or takes what Help has said last."""
        if held_ms or self.state.outcome is not None:
            return super().done(now_ms, held_ms)
        seat = self._chooser
        if seat is not None:
            self._choose(self._cells[seat], now_ms)
        elif self._loaded is not None:
            self._play(self._loaded, now_ms)
        elif self._menu is not None:
            self._play(self._menu.move, now_ms)
        else:
            return False
        return True

    def back(self, now_ms: int) -> bool:
        """Forgets the shot, closes the menu, or gives back the cell that was chosen last."""
        chosen = self._chosen
        if self._loaded is not None or self._menu is not None:
            self._loaded = self._menu = None
            self.look(self.picture, now_ms)
        elif self.state.phase == "arrange" and chosen:
            del chosen[max(chosen)]
            self.record.keep(CELLS, rim.written(chosen))
            self._say_chooser(now_ms)
        else:
            return False
        return True

    # State.

    def update(self) -> None:
        """Asks about the shot or the menu, else what the rules need; a new question is spoken."""
        before, self.ask = self.ask, self._ask()
        if self.ask != before and self.state.draw is None:  # the table announces draws
            self.spoken.append(self.ask)

    def _ask(self) -> Ask:
        if self._menu is not None:
            return self._menu.ask
        if self._loaded is not None:
            return Ask("shoot.sure", self._loaded.parts)
        return self.state.asked(TABLE)

    def scene(self, now_ms: int) -> Scene:
        """Returns what the lights show."""
        cells, loaded, seat = self._cells, self._loaded, self._chooser
        target = "" if loaded is None else cells[self.state.seats.index(loaded.parts["target"])]
        chosen = self._chosen
        shown = Shown(
            tuple(
                cell if each in chosen or seat is None else "" for each, cell in enumerate(cells)
            ),
            taps=self._taps,
            pads=self._pads,
            has_beat=self.beat is not None,
            target=target,
            free=self._free,
            suggested="" if seat is None else cells[seat],
        )
        return scene_of(self._view, shown)


def sit_down(
    record: Record,
    now_ms: int,
    *,
    is_resumed: bool = False,
    works: Collection[str] = (),
    options: Mapping[str, Choice],
) -> GoodCopGestures:
    """Returns the gestures for a game of Good Cop Bad Cop."""
    return GoodCopGestures(record, now_ms)
