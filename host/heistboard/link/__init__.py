"""The host's side of the link: serial bytes become reed events, and scenes become serial bytes.

| File | Job |
|---|---|
| ``hub`` | finds boards, connects to them and reconnects |
| ``port`` | lists and opens serial ports; the thread of one connection |
| ``link`` | one connection: the protocol's host side; pure |
| ``module`` | the host's state of one board: reeds, event numbers, clock; pure |
| ``messages`` | the messages of a board as values; pure |
| ``scene_sender`` | sends a scene until the board has lit it; pure |
| ``reed_health`` | counts changes and chatter of each reed; pure |
| ``line_record`` | writes, reads, decodes and replays recordings of a line |
"""
