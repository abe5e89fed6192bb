"""Scripts that measure and print what, of how many, on what machine. Not part of the suite."""
