"""The clock of virtual time jumps from one due time to the next."""

from heistboard.sim.virtual_time import VirtualTime


class Beat:
    """A part that is due every *every_ms*."""

    def __init__(self, name: str, every_ms: int | None, log: list[tuple[str, int]]) -> None:
        self.name = name
        self.every_ms = every_ms
        self.due_ms = every_ms
        self.log = log

    def tick(self, now_ms: int) -> None:
        self.log.append((self.name, now_ms))
        if self.every_ms is not None:
            self.due_ms = now_ms + self.every_ms


def test_parts_run_when_they_are_due_and_not_before() -> None:
    time, log = VirtualTime(), list[tuple[str, int]]()
    for name, every_ms in (("slow", 50), ("never", None), ("quick", 20)):
        time.add(Beat(name, every_ms, log))
    time.run(100)
    assert time.now_ms == 100
    quick = [("quick", ms) for ms in (20, 40, 60, 80, 100)]
    slow = [("slow", ms) for ms in (50, 100)]
    assert log == sorted(quick + slow, key=lambda each: (each[1], each[0] != "slow"))


def test_overdue_part_runs_a_millisecond_later() -> None:
    time, log = VirtualTime(), list[tuple[str, int]]()
    time.run(500)
    late = Beat("late", 7, log)
    time.add(late)
    time.run(1)
    assert log == [("late", 501)]
    time.remove(late)
    time.run(100)
    assert log == [("late", 501)]


def test_waiting_ends_when_done_or_after_its_limit() -> None:
    time = VirtualTime()
    assert time.run_until(lambda: time.now_ms >= 30, within_ms=100)
    assert time.now_ms == 30
    assert not time.run_until(lambda: False, within_ms=100)
    assert time.now_ms == 130


def test_sleep_lasts_at_least_as_long_as_requested() -> None:
    time = VirtualTime()
    time.sleep(0.0251)
    assert (time.now_ms, time.seconds()) == (26, 0.026)
