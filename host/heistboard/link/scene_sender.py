"""Sends scenes to a board, one at a time, and repeats each until the board has lit it. Pure."""

import struct
from collections import Counter

from heistboard.firmware import wire

__all__ = ["SceneSender", "encode"]

RETRY_MS = 100
_PAIRS = struct.Struct(f"<{wire.SCENE_PAIRS}H")


def encode(session: int, scene: int, base: int, shown: bytes, wanted: bytes) -> list[bytes]:
    """Returns the SCENE blocks that change *shown* (scene *base*) into *wanted* (scene *scene*).

    Both are packed by :func:`heistboard.places.scene.pack`. With *base* 0, the blocks describe the
    whole scene and *shown* is ignored.
    """
    codes = _codes(wanted)
    before = _codes(shown) if base else (0,) * len(codes)
    pairs = [_pair(led, code) for led, code in enumerate(codes) if code != before[led]]
    if len(pairs) > wire.SCENE_PAIRS:
        common = Counter(codes).most_common(1)[0][0]
        painted = [_pair(led, code) for led, code in enumerate(codes) if code != common]
        if len(painted) < wire.SCENE_PAIRS:
            pairs = [_pair(wire.LED_ALL, common), *painted]
    chunks = [
        pairs[at : at + wire.SCENE_PAIRS] for at in range(0, len(pairs), wire.SCENE_PAIRS)
    ] or [[]]
    blocks = []
    for part, chunk in enumerate(chunks):
        chunk += [wire.NO_PAIR] * (wire.SCENE_PAIRS - len(chunk))
        data = _PAIRS.pack(*chunk)
        blocks.append(
            wire.block(
                wire.SCENE, session, wire.SCENE_FORM, scene, base, len(chunks) << 4 | part, data
            )
        )
    return blocks


def _codes(intents: bytes) -> tuple[int, ...]:
    return struct.unpack(f"<{len(intents) // 2}H", intents)


def _pair(led: int, code: int) -> int:
    return led << wire.PAIR_LED_SHIFT | code


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
