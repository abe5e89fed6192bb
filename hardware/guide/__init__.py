"""The tables of the build guide, `hardware/README.md`, written by ``python -m hardware guide``.

``shopping`` lists what to buy, ``current`` what a game draws, ``failures`` the self test's
findings and their remedies; ``pages`` inserts these, margins and closing distances into the guide.
"""
