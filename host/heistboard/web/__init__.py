"""The pages: a web server beside the daemon.

| File | Contents |
|---|---|
| ``server`` | the server's thread, its port and addresses |
| ``routes`` | the answers: the table's page, seats' pages, and their sockets |
| ``sockets`` | who receives which messages, and commands from pages |
| ``page_messages`` | all messages to pages: nothing else about a game leaves the server |
| ``game_texts`` | what a game says, in every language, for messages |
| ``start_page`` | the start page: games to begin, resume and review |
| ``review_page`` | reviews of finished games |
| ``boards_page`` | which board is which floor: the page that people choose it on |
| ``hosting`` | who may begin and leave games; invitations to seats |
| ``seat_tokens`` | who may sit where: tokens and invitation codes |
| ``request_checks`` | which requests are served, how often; headers of the answers |
| ``connection_limits`` | connections that are too many, too fast, too slow or dead |
| ``assets`` | scripts, styles, pictures and words |
| ``qr`` | QR codes |
| ``pages/`` | HTML, scripts and styles |
"""

from heistboard.web.server import Server, WebError, listen

__all__ = ["Server", "WebError", "listen"]
