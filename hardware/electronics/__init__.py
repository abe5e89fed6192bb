"""The floor module's electronics, all generated from `board.toml`.

:mod:`circuit` defines the nets, and the position of each part. :mod:`schematic`,
:mod:`strip_copper` and :mod:`controller_copper` draw them for KiCad, :mod:`build` runs KiCad's
checks and exports, :mod:`audit` compares the result with `board.toml` independently of the
generator, :mod:`wiring` plans a module without a PCB.
"""
