"""The evening: one board, one game, its journal and everybody who listens, in one process.

| File | Job |
|---|---|
| ``daemon`` | ties boards, referee and listeners together, in one thread |
| ``referee`` | one game: pushes a move on a copy, looks, writes, shows |
| ``record`` | the journal as the table writes it: looked at first, then kept |
| ``settings`` | what is played, and the journal of it |
| ``status`` | what everybody may know |
| ``watchers`` | who looks at what one seat may see |
| ``beside`` | hints and pencil marks, which are kept with a game |
| ``picture`` | what the reeds are believed to be |
| ``lobby`` | a board without a game yet |
| ``claim`` | one table at a time in a data folder |
| ``control`` | commands to the running table, from this computer |
| ``aloud`` | what is said aloud, and what of it overtakes what |
| ``speech``, ``cover``, ``rain`` | the voice, and the sound that hides what is heard |
"""

from heistboard.daemon.daemon import Daemon
from heistboard.daemon.lobby import Lobby
from heistboard.daemon.settings import Settings
from heistboard.daemon.status import Status

__all__ = ["Daemon", "Lobby", "Settings", "Status"]
