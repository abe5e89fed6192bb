"""One table: its board, game, journal and listeners.

| File | Job |
|---|---|
| ``running_table`` | ties boards, referee and listeners together; no thread, no clock |
| ``daemon`` | runs a table in a thread, in real time |
| ``referee`` | one game: pushes a move on a copy, computes what follows, writes it, shows it |
| ``staged_journal`` | holds back a lap's journal entries until the rest of the lap has succeeded |
| ``requests`` | requests that programs on this computer may send to a table |
| ``settings`` | which game is played and with which options; opens its journal |
| ``move_calls`` | what callers do in a game: moves, buttons, cards, marks |
| ``seat_calls`` | what others may ask about seats: views, and whether they hold secrets |
| ``seat_watchers`` | listeners that see what one seat may see |
| ``game_notes`` | hint grade, guide, computer players and pencil marks, stored with the game |
| ``window_beats`` | runs the beats of windows: passes, their end, Stop |
| ``window_notes`` | chosen beats, Stops that were said, and wishes, stored with the game |
| ``computer_players`` | which seats the computer plays; when and what it answers |
| ``bot_calls`` | seats computer players at a running table, and lets them move |
| ``guide_calls`` | what a guided first game says to the learner |
| ``thinking_thread`` | where they choose: beside the table's thread |
| ``inbox`` | the notices that wait for the table's thread, so many and no more |
| ``picture`` | which reeds of one module the host believes closed |
| ``table_boards`` | the boards of a table: floors, lights, and who assigns them |
| ``table_floors`` | which module serves which floor, and the picture of all floors |
| ``carried_reeds`` | reeds that simulated hands are about to change |
| ``assigning`` | people say which module is which floor, while a table runs |
| ``board_clock`` | maps the clock of a board to the host's |
| ``board_lights`` | sends each board its part of the scene, or its number |
| ``lobby`` | a board for which no game has been chosen yet |
| ``claim`` | keeps a second table out of a data folder |
| ``control`` | the socket through which commands reach the running table |
| ``trouble_log`` | reports internal errors without the values involved |
"""

from heistboard.app.daemon import Daemon
from heistboard.app.lobby import Lobby
from heistboard.app.settings import Settings
from heistboard.games.status import Status

__all__ = ["Daemon", "Lobby", "Settings", "Status"]
