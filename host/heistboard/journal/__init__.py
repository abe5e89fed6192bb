"""Games kept on disk and as text.

| File | Job |
|---|---|
| ``entries`` | what a game's journal consists of |
| ``text`` | its readable form |
| ``store`` | all journals of a data folder: reads them, begins them, finds what is damaged |
| ``game_journal`` | the journal of one game that is being played |
| ``file`` | the SQLite file: its schema, and how it is opened and written |
| ``chain`` | the checksums of entries, games and their list |
| ``lock`` | one program at a time |
| ``faults`` | what can go wrong, in sentences that say what to do |
"""
