"""Scripts that measure; each prints what it measured, of how many, on what machine. Not part of the suite."""
