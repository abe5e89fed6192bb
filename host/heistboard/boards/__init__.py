"""Boards that the maker's commands work on: which one, its data, and what is seen of it."""
