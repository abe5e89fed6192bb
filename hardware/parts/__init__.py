"""The printed parts: OpenSCAD models, their meshes, and what is checked of them.

:mod:`spec` holds every length, taken from the magnet model where that has it; :mod:`build` has
OpenSCAD make the meshes, :mod:`mesh` reads them, :mod:`checks` measures them, :mod:`render` and
:mod:`scenes` draw the pictures. ``python -m hardware parts`` does all of it.
"""
