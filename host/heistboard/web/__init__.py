"""The pages: a web server beside the daemon. What leaves it passes ``leaves.py``.

| File | Job |
|---|---|
| ``server`` | the thread, the port, the addresses that are said |
| ``app`` | pages, joining a seat, sockets |
| ``assets`` | scripts, styles, pictures and words |
| ``rooms`` | who looks at what, and the newest of it |
| ``start`` | the start page: what is played next, and what was |
| ``seating`` | invitations on the table's page |
| ``hosting`` | who may begin and leave games, and fill seats |
| ``asking`` | who asks, and what they sent |
| ``spoken`` | the last texts that were said aloud |
| ``reviews`` | finished games, out of the journal |
| ``leaves`` | everything that goes out, and the only way out |
| ``worded`` | what a game says, in every language |
| ``troubles`` | messages that cannot be made |
| ``refusals`` | an option that is refused, and why |
| ``seats`` | who may sit where: invitations and tokens |
| ``gate`` | which requests are looked at at all; headers of the answers |
| ``rates`` | how often somebody may do something |
| ``guard`` | connections that are too many, too fast, too slow or dead |
| ``qr`` | an address as a picture |
"""

from heistboard.web.server import Server, WebError, listen

__all__ = ["Server", "WebError", "listen"]
