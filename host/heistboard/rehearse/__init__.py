"""Rehearsals: whole evenings, played hand by hand from a script on the simulated board.

| File | Job |
|---|---|
| ``script`` | reads the script |
| ``runner`` | plays its acts on the whole system |
| ``hands`` | moves pieces and breaks things, by the game's ``pieces.toml`` |
| ``eyes`` | looks at the board's lights |
| ``checks`` | what ``expect`` looks at |
| ``child`` | the daemon, in a process that can be killed |
| ``table`` | that daemon, as seen from outside |
"""
