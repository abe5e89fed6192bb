"""``heistboard review``: prints the review of a finished game in the journal.

The document of ``--json`` is the one of ``journal show --review``: that of ``journal show`` plus
``review``, whose content the game defines.
"""

from argparse import Namespace

from heistboard.cli.journal import show

__all__ = ["review"]


def review(args: Namespace) -> int:
    """Prints the review of one game, which must be over."""
    args.reveal, args.review = False, True
    return show(args)
