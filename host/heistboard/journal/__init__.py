"""Keeps games on disk and as text.

| File | Job |
|---|---|
| ``store`` | all journals of a data folder: lists, reads and creates them, finds damage |
| ``game_journal`` | the journal of one game in play |
| ``entries`` | the entries of a journal |
| ``game_text`` | a game as readable text |
| ``sqlite_file`` | the SQLite file: its schema, and how it is opened and written |
| ``checksums`` | the checksums of entries, games and the list of games |
| ``lock`` | lets only one program play a game |
| ``errors`` | what can go wrong, in sentences that say what to do |
"""
