"""One table: a board, a game, its journal and everybody who watches, in one process.

| File | Job |
|---|---|
| ``daemon`` | ties boards, referee and listeners together, in one thread |
| ``referee`` | one game: pushes a move on a copy, computes what follows, writes it, shows it |
| ``staged_journal`` | holds back a lap's entries until everything else of the lap has worked |
| ``settings`` | what is played, and the journal of it |
| ``status`` | what everybody may know |
| ``seat_watchers`` | listeners that see what one seat may see |
| ``game_notes`` | hint grade and pencil marks, which are kept with a game |
| ``picture`` | what the reeds are believed to be |
| ``lobby`` | a board without a game yet |
| ``claim`` | one table at a time in a data folder |
| ``control`` | commands to the running table, from this computer |
| ``trouble_log`` | errors inside the program, without the values |
"""

from heistboard.app.daemon import Daemon
from heistboard.app.lobby import Lobby
from heistboard.app.settings import Settings
from heistboard.games.status import Status

__all__ = ["Daemon", "Lobby", "Settings", "Status"]
