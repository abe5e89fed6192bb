"""The boards that a command uses: choosing, connecting and measuring them, and the data folder."""
