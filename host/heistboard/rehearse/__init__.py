"""Rehearsals: scripts that play whole games on simulated boards, with hands, faults and checks.

| File | Job |
|---|---|
| ``script`` | reads the script |
| ``runner`` | plays its acts on the whole system |
| ``script_hands`` | moves pieces and breaks reeds |
| ``light_watcher`` | reads the boards' lights |
| ``checks`` | the checks of ``expect`` |
| ``clock`` | the clock that a rehearsal waits by |
| ``rehearsed_boards`` | the boards of a rehearsal, and devices that disturb it |
| ``rehearsed_table`` | the table of a rehearsal, and the one in virtual time |
| ``table_process`` | the table as a process that can be killed, seen from outside |
| ``daemon_main`` | the program of that process |
| ``requests`` | requests that only a rehearsal sends to its table |
"""
