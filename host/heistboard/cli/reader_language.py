"""The language in which a command prints."""

import locale
import os

from heistboard.words import language_of

__all__ = ["reader_language"]


def reader_language() -> str:
    """Returns the computer's language; English if there are no words in it."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if os.environ.get(name):
            return language_of(os.environ[name])
    return language_of(locale.getlocale()[0])
