"""Drivers of the Raspberry Pi Pico, and viper twins of the main loop's hot functions."""
