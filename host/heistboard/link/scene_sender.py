"""Sends scenes to a board, one at a time, and repeats each until the board has lit it. Pure."""

from collections import Counter

from heistboard.firmware import wire

__all__ = ["SceneSender", "encode"]

RETRY_MS = 100


def encode(session: int, scene: int, base: int, shown: bytes, wanted: bytes) -> list[bytes]:
    """Returns the SCENE blocks that change *shown* (scene *base*) into *wanted* (scene *scene*).

    With *base* 0, the blocks describe the whole scene and *shown* is ignored.
    """
    if not base:
        shown = bytes(len(wanted))
    pairs = [(led, wanted[led]) for led in range(len(wanted)) if wanted[led] != shown[led]]
    if len(pairs) > wire.SCENE_PAIRS:
        common = Counter(wanted).most_common(1)[0][0]
        painted = [(led, wanted[led]) for led in range(len(wanted)) if wanted[led] != common]
        if len(painted) < wire.SCENE_PAIRS:
            pairs = [(wire.LED_ALL, common), *painted]
    chunks = [
        pairs[at : at + wire.SCENE_PAIRS] for at in range(0, len(pairs), wire.SCENE_PAIRS)
    ] or [[]]
    blocks = []
    for part, chunk in enumerate(chunks):
        chunk += [(wire.LED_NONE, 0)] * (wire.SCENE_PAIRS - len(chunk))
        data = bytes(value for pair in chunk for value in pair)
        blocks.append(
            wire.block(
                wire.SCENE, session, wire.SCENE_FORM, scene, base, len(chunks) << 4 | part, data
            )
        )
    return blocks


class SceneSender:
    """Sends scenes to one board in one session."""

    def __init__(self, session: int) -> None:
        self._session = session
        self._wanted: bytes | None = None
        self._shown = b""
        self._scene = 0  # the last scene known to be lit
        self._pending: bytes | None = None
        self._pending_scene = 0
        self._due_ms = 0

    @property
    def is_settled(self) -> bool:
        """Whether the board shows the wanted scene, or no scene is wanted."""
        return self._pending is None and (self._wanted is None or self._wanted == self._shown)

    def want(self, intents: bytes) -> None:
        """Sets the wanted scene; an earlier one that has not been sent yet is skipped."""
        self._wanted = intents

    def lit(self, scene: int) -> None:
        """Notes that the board has lit *scene*."""
        if self._pending is not None and scene == self._pending_scene:
            self._shown = self._pending
            self._scene = scene
            self._pending = None
        elif scene != self._scene:
            self._scene = 0  # the board shows another scene, so send a whole one next

    @property
    def due_ms(self) -> int | None:
        """When :meth:`blocks` next has something to send: 0 means now, ``None`` never."""
        if self._pending is not None:
            return self._due_ms
        is_done = self._wanted is None or (self._wanted == self._shown and self._scene)
        return None if is_done else 0

    def blocks(self, now_ms: int) -> list[bytes]:
        """Returns the blocks to send now."""
        if self._pending is not None:
            if now_ms < self._due_ms:
                return []
            self._scene = 0
        elif self.due_ms is None:
            return []
        else:
            assert self._wanted is not None
            self._pending = self._wanted
            self._pending_scene = self._pending_scene % 255 + 1
        self._due_ms = now_ms + RETRY_MS
        return encode(self._session, self._pending_scene, self._scene, self._shown, self._pending)
