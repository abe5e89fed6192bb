"""A mutation run: breaks each line of a game's rules in turn, and looks whether a test notices."""
