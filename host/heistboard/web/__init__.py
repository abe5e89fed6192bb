"""The pages: a web server beside the daemon.

| File | Contents |
|---|---|
| ``server`` | the server's thread, its port and addresses |
| ``listening`` | the sockets that it listens at, here or on the network |
| ``own_addresses`` | this machine's names and addresses |
| ``encryption`` | with which certificate pages are encrypted, if at all |
| ``made_certificate`` | a certificate made for this machine alone |
| ``tls_handshake`` | a connection before it is encrypted |
| ``routes`` | the answers: the table's page, seats' pages, and their sockets |
| ``sockets`` | who receives which messages, and commands from pages |
| ``page_messages`` | all messages to pages: nothing else about a game leaves the server |
| ``game_texts`` | what a game says, in every language, for messages |
| ``game_lists`` | games as lists of them tell, for messages |
| ``start_page`` | the start page: games to begin, resume and review |
| ``current_game`` | which game is on the table, for pages that wait; its rematch |
| ``game_files`` | games saved to files and added from them, and games that are forgotten |
| ``explanations`` | pages instead of what is missing or refused |
| ``review_page`` | reviews of finished games |
| ``boards_page`` | which board is which floor: the page that people choose it on |
| ``network_requests`` | letting phones join while a game runs |
| ``hosting`` | what only hosts may do, and why a request is refused |
| ``devices`` | browsers that have joined: tokens, nicknames, hosts |
| ``device_requests`` | what devices ask about themselves; their cookies |
| ``seating`` | who may sit in which seat: the rules |
| ``table_seats`` | who sits at the running table, from game to game |
| ``seating_file`` | who sits in which game, on disk |
| ``window_requests`` | Stop, wishes, and how long windows stay open |
| ``seat_requests`` | what devices and hosts ask about seats |
| ``private_file`` | files that only their owner may read |
| ``request_checks`` | which requests are served, how often; headers of the answers |
| ``connection_limits`` | connections that are too many, too fast, too slow or dead |
| ``shares`` | how places for connections and sockets are shared among addresses |
| ``assets`` | scripts, styles, pictures and words |
| ``qr`` | QR codes |
| ``pages/`` | HTML, scripts and styles |
"""

from heistboard.web.devices import Devices
from heistboard.web.encryption import Encryption
from heistboard.web.listening import Listening, WebError, listen
from heistboard.web.server import Server

__all__ = ["Devices", "Encryption", "Listening", "Server", "WebError", "listen"]
