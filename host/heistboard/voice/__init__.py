"""The voice: speaks the table's texts, and plays the masking sound while eyes are closed."""
