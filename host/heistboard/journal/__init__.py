"""A game's journal: ``text`` is its readable form, ``store`` keeps it on disk."""
