"""Statistics over the finished games of a journal. They know nothing of a game that goes on.

| File | Job |
|---|---|
| ``finished_games`` | what is counted of one finished game; pure |
| ``totals`` | counts these, game by game; pure |
| ``facts_file`` | reads them from the journal, and keeps what follows from the moves |
| ``forgotten_games`` | deletes games, and what is kept of them |
"""
