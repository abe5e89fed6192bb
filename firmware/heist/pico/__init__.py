"""Drivers of the Raspberry Pi Pico."""
