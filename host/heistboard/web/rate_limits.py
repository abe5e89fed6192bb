"""How often somebody may do something."""

from collections import OrderedDict

__all__ = ["Bucket", "Buckets"]


class Bucket:
    """Holds *burst* and gains *per_s* in a second."""

    def __init__(self, burst: int, per_s: float) -> None:
        self._burst = burst
        self._per_s = per_s
        self._holds = float(burst)
        self._at_s: float | None = None

    def take(self, now_s: float, count: int = 1) -> bool:
        """Takes *count* out; False, and takes none, if there are fewer."""
        if self._at_s is not None:
            self._holds = min(self._burst, self._holds + (now_s - self._at_s) * self._per_s)
        self._at_s = now_s
        if self._holds < count:
            return False
        self._holds -= count
        return True


class Buckets:
    """One bucket for each of those who came last, *most* of them."""

    def __init__(self, burst: int, per_s: float, most: int = 1000) -> None:
        self._burst = burst
        self._per_s = per_s
        self._most = most
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, who: str, now_s: float) -> bool:
        """Takes one out of the bucket of *who*; False if there is none."""
        bucket = self._buckets.pop(who, None) or Bucket(self._burst, self._per_s)
        self._buckets[who] = bucket
        if len(self._buckets) > self._most:
            self._buckets.popitem(last=False)
        return bucket.take(now_s)
