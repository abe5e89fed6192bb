"""The terminal: drawn screens, printed lines, and typed commands."""
