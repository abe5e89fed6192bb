"""A slow model of one reed, which decides from its whole history."""


class History:
    def __init__(self, is_closed: bool, close_ms: int, open_ms: int) -> None:
        self.close_ms = close_ms
        self.open_ms = open_ms
        self.is_closed = is_closed
        self.heard_from_ms = 0
        self.samples = [(-1, is_closed)]
        self.raw_changes = 0
        self.reported = 0

    def sample(self, at_ms: int, closed: bool) -> bool:
        """Returns whether the reed's state changed with this sample."""
        if closed != self.samples[-1][1]:
            self.raw_changes += 1
        if closed:
            self.samples.clear()  # not needed again, and the heap is 192 KB
        self.samples.append((at_ms, closed))
        changed = self.open_since(at_ms) >= self.open_ms if self.is_closed else closed
        if changed:
            self.is_closed = not self.is_closed
            self.reported += 1
            self.samples = self.samples[-1:]
            self.heard_from_ms = at_ms + self.close_ms if self.is_closed else at_ms
        return changed

    def open_since(self, now_ms: int) -> int:
        # How long all samples that count have been open; -1 if the last one was not.
        open_ms = -1
        for at_ms, closed in reversed(self.samples):
            if closed or at_ms < self.heard_from_ms:
                break
            open_ms = now_ms - at_ms
        return open_ms

    def suppressed(self) -> int:
        pending = self.is_closed and not self.samples[-1][1]
        return self.raw_changes - self.reported - pending
