"""Terminal screens: what is drawn there, and what is typed."""
