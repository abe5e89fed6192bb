"""What a move has caused beside what its own line tells: the flame grows or shrinks."""

from heistboard.rules import Ask, View

__all__ = ["news"]


def news(before: View, after: View) -> list[Ask]:
    """Returns the flame if it has changed."""
    was, flame = before["flame"], after["flame"]
    assert isinstance(was, int) and isinstance(flame, int)
    if flame == was:
        return []
    return [Ask("flame.more" if flame > was else "flame.less", {"flame": str(flame)})]
