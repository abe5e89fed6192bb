"""The voice: which texts are spoken and when, and the masking sound behind closed eyes."""
