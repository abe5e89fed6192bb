"""Makes the README's pictures of the pages, in ``host/pictures/``; it needs a chromium.

Run it as ``python -m tests.pictures``. The game on them is played by hands at the simulated board.
"""

import base64
import struct
import sys
import tempfile
import zlib
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from playwright.sync_api import Browser, Page, ViewportSize, expect

from tests.support.chromium import shared_browser
from tests.support.reviewed import add_arrest
from tests.support.seats import at_seat
from tests.support.web_evening import THIEF, Evening

FOLDER = Path(__file__).parents[1] / "host/pictures"
BYTES_MOST = 120_000
TABLET: ViewportSize = {"width": 1280, "height": 800}
PHONE: ViewportSize = {"width": 390, "height": 780}
DESK: ViewportSize = {"width": 1280, "height": 800}
STEP = 18  # of the review: a search, and where a better one would have been

# Each round: where the car hides, and what the police do.
ROUNDS = (
    ("d4", ("green x23", "e5", "pink x12")),
    ("d3", ("green x24", "yellow x43", "a2")),
    ("c3", ("green x34", "d4", "pink x22")),
)


def play(evening: Evening) -> None:
    """Three rounds, and the fourth as far as its first helicopter in a hand."""
    evening.place()
    at = {"green": "x22", "yellow": "x44", "pink": "x11"}
    old = None
    for cell, acts in ROUNDS:
        evening.hide(cell, old)
        old = cell
        for act in acts:
            if " " in act:
                colour, to = act.split()
                evening.hands.take(at[colour])
                evening.until(lambda status: status.ask.id == "police.hand")
                evening.hands.put(to)
                evening.until_at(colour, to)
                at[colour] = to
            else:
                evening.hands.uncover(act)
                evening.until(lambda status: status.ask.id in ("police.put-back", "police.which"))
                evening.hands.cover(act)
                evening.until(lambda status: status.ask.id != "police.put-back")
        evening.done("eyes-closed")


def take(page: Page, name: str) -> None:
    """Takes the picture *name*, with every light at its brightest."""
    png = page.screenshot(animations="disabled")
    blank = page.context.new_page()
    pixels = base64.b64decode(blank.evaluate(PIXELS, base64.b64encode(png).decode()))
    blank.close()
    width, height = struct.unpack(">II", png[16:24])
    small = with_palette(np.frombuffer(pixels, np.uint8).reshape(height, width, 4)[:, :, :3])
    path = FOLDER / f"{name}.png"
    path.write_bytes(small)
    print(f"{path.relative_to(FOLDER.parents[1])}: {len(small)} bytes")
    if len(small) > BYTES_MOST:
        sys.exit(f"{path.name} is too large, expected at most {BYTES_MOST} bytes")


PIXELS = """async (png) => {
    const bytes = Uint8Array.from(atob(png), (each) => each.charCodeAt(0));
    const picture = await createImageBitmap(new Blob([bytes], {type: "image/png"}));
    const pen = new OffscreenCanvas(picture.width, picture.height).getContext("2d");
    pen.drawImage(picture, 0, 0);
    const {data} = pen.getImageData(0, 0, picture.width, picture.height);
    return new Promise((then) => {
        const reader = new FileReader();
        reader.onload = () => then(reader.result.split(",")[1]);
        reader.readAsDataURL(new Blob([data]));
    });
}"""


def with_palette(rgb: NDArray[np.uint8]) -> bytes:
    """Returns a PNG of the 256 colours that are there most; others become the nearest of them."""
    height, width, _ = rgb.shape
    colours, of_pixel, counts = np.unique(
        rgb.reshape(-1, 3), axis=0, return_inverse=True, return_counts=True
    )
    kept = colours[np.argsort(counts)[-256:]].astype(np.int32)
    nearest = [int(((kept - colour) ** 2).sum(axis=1).argmin()) for colour in colours]
    pixels = np.array(nearest, np.uint8)[of_pixel].reshape(height, width)
    rows = np.pad(pixels, ((0, 0), (1, 0))).tobytes()  # each begins with "no filter"
    head = struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)
    parts = (
        (b"IHDR", head),
        (b"PLTE", kept.astype(np.uint8).tobytes()),
        (b"IDAT", zlib.compress(rows, 9)),
        (b"IEND", b""),
    )
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        for kind, data in parts
    )


def open_page(browser: Browser, address: str, size: ViewportSize, *, is_dark: bool) -> Page:
    """Opens a page on a device of its own."""
    page = browser.new_context(locale="en-GB", viewport=size).new_page()
    page.emulate_media(color_scheme="dark" if is_dark else "light")
    page.goto(address)
    return page


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as folder,
        Evening(Path(folder) / "evening") as evening,
    ):
        browser = shared_browser()
        number = add_arrest(evening.folder)
        play(evening)
        home = f"http://{evening.host}/"
        table = open_page(browser, home, TABLET, is_dark=True)
        thief = open_page(browser, home, PHONE, is_dark=False)
        thief.goto(at_seat(thief, evening.server, THIEF))
        expect(thief.locator("#turn")).to_have_text("The thief to act")
        thief.locator("#hold").hover()
        thief.mouse.down()
        expect(thief.locator("body")).to_have_attribute("data-shown", "true")
        take(thief, "thief")
        thief.mouse.up()
        evening.hide("b3", "c3")
        evening.hands.take("x43")
        expect(table.locator("#ask")).to_contain_text("Put the yellow helicopter")
        take(table, "table")
        review = open_page(browser, f"{home}review/{number}#{STEP}", DESK, is_dark=False)
        expect(review.locator("#said")).not_to_be_empty()
        take(review, "review")


if __name__ == "__main__":
    main()
