"""``heistboard review``: a finished game of the journal, as its game reviews it.

The document of ``--json`` is that of ``journal show --review``: that of ``journal show`` and
``review``, whose content the game defines.
"""

from argparse import Namespace

from heistboard.cli.journal import show

__all__ = ["review"]


def review(args: Namespace) -> int:
    """Prints the review of one game, which must be over."""
    args.reveal, args.review = False, True
    return show(args)
