"""The voice: which texts are spoken and when, and the masking sound while eyes are closed."""
