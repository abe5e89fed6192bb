"""The tables of the build guide, `hardware/README.md`, written by ``python -m hardware guide``.

``shopping`` says what to buy, ``current`` what a game draws, ``failures`` what the self test may
say and its cure; ``pages`` puts these, margins and closing distances into the guide.
"""
