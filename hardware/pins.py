"""The pins of GPIOs, by number, on a Pico's edge and on a Raspberry Pi's header."""

__all__ = ["PICO_PIN", "PI_HEADER"]

PICO_PIN = {
    gpio: pin
    for pin, gpio in enumerate(
        (
            *(0, 1, None, 2, 3, 4, 5, None, 6, 7, 8, 9, None, 10, 11, 12, 13, None, 14, 15),
            *(16, 17, None, 18, 19, 20, 21, None, 22, None, 26, 27, None, 28),
        ),
        start=1,
    )
    if gpio is not None
}
PI_HEADER = {
    gpio: pin
    for pin, gpio in enumerate(
        (
            *(None, None, 2, None, 3, None, 4, 14, None, 15),
            *(17, 18, 27, None, 22, 23, None, 24, 10, None),
            *(9, 25, 11, 8, None, 7, 0, 1, 5, None),
            *(6, 12, 13, None, 19, 16, 26, 20, None, 21),
        ),
        start=1,
    )
    if gpio is not None
}
