"""Messages that cannot be made: pages are told so, and the host's log says where it went wrong."""

from collections.abc import Callable

from heistboard.app import trouble_log
from heistboard.web import outgoing

__all__ = ["made_or_trouble"]


def made_or_trouble(make: Callable[[], outgoing.Message], *, is_known: bool) -> outgoing.Message:
    """Returns what *make* makes; if it raises, the constant message that says so.

    The log gets one line then, unless the trouble *is_known*: a type and a place, never a value.
    """
    try:
        return make()
    except Exception as error:
        if not is_known:
            trouble_log.report(error)
        return outgoing.TROUBLE
