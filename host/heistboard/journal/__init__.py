"""A game's journal, header plus moves: ``text`` is its readable form, ``store`` keeps it on disk."""
