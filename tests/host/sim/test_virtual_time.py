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
    clock, log = VirtualTime(), list[tuple[str, int]]()
    for name, every_ms in (("slow", 50), ("never", None), ("quick", 20)):
        clock.add(Beat(name, every_ms, log))
    clock.run(100)
    assert clock.now_ms == 100
    quick = [("quick", ms) for ms in (20, 40, 60, 80, 100)]
    slow = [("slow", ms) for ms in (50, 100)]
    assert log == sorted(quick + slow, key=lambda each: (each[1], each[0] != "slow"))


def test_after_a_part_that_is_alone_others_are_asked_only_if_there_is_news() -> None:
    class Asked(Beat):
        asked = 0

        @property
        def due_ms(self) -> int | None:
            self.asked += 1
            return self.due

        @due_ms.setter
        def due_ms(self, due: int | None) -> None:
            self.due = due

    class Calling(Beat):
        def tick(self, now_ms: int) -> None:
            super().tick(now_ms)
            if now_ms == 50:
                asked.due = 53
                clock.news()

    clock, log = VirtualTime(), list[tuple[str, int]]()
    asked = Asked("asked", 1000, log)
    clock.add(Calling("alone", 1, log), is_alone=True)
    clock.add(asked)
    clock.run(100)
    assert [ms for name, ms in log if name == "alone"] == list(range(1, 101))
    assert [ms for name, ms in log if name == "asked"] == [53]
    assert asked.asked < 10


def test_overdue_part_runs_a_millisecond_later() -> None:
    clock, log = VirtualTime(), list[tuple[str, int]]()
    clock.run(500)
    late = Beat("late", 7, log)
    clock.add(late)
    clock.run(1)
    assert log == [("late", 501)]
    clock.remove(late)
    clock.run(100)
    assert log == [("late", 501)]


def test_waiting_ends_when_done_or_after_its_limit() -> None:
    clock = VirtualTime()
    assert clock.run_until(lambda: clock.now_ms >= 30, within_ms=100)
    assert clock.now_ms == 30
    assert not clock.run_until(lambda: False, within_ms=100)
    assert clock.now_ms == 130


def test_sleep_lasts_at_least_as_long_as_requested() -> None:
    clock = VirtualTime()
    clock.sleep(0.0251)
    assert (clock.now_ms, clock.seconds()) == (26, 0.026)
