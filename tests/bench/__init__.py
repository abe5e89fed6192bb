"""Benchmarks. Each prints its figures, their sample sizes and the machine; not in the suite."""
