"""The magnet-and-reed model, which decides pitch, reed positions and magnets.

:mod:`field` is the physics of a disc magnet, :mod:`reed` what closes a reed switch and how certain
that is, :mod:`design` what is built, :mod:`proof` and :mod:`forces` the requirements it meets,
:mod:`search` the alternatives tried, :mod:`chart` the map of the dead zone, :mod:`report` the
table. ``python -m hardware magnets`` prints it.
"""
