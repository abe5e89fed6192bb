"""The magnet-and-reed model: it decides pitch, reed places and magnets before anything is drawn.

:mod:`field` is the physics of a disc magnet, :mod:`reed` what closes a reed switch and how well
that is known, :mod:`design` what is built, :mod:`proof` and :mod:`forces` the claims about it,
:mod:`search` what else was tried, :mod:`chart` the map of the dead zone, :mod:`report` the table.
``python -m hardware magnets`` prints it.
"""
