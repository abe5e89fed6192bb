"""The content of an emulated Pico's flash: MicroPython's filesystem, written and read here."""

from collections.abc import Mapping

__all__ = ["AT", "MPY", "SECTOR", "SECTORS", "SIZE", "filesystem", "found"]

AT = 0xA0000  # its address on a Pico
SECTOR = 4096
SECTORS = 352
SIZE = SECTOR * SECTORS
LITTLEFS_2_0 = 0x00020000  # the version of MicroPython 1.25
MPY = 0x1306  # sys.implementation._mpy of the image


def filesystem(files: Mapping[str, bytes]) -> bytes:
    """Returns a Pico's filesystem with *files* in it."""
    from littlefs import LittleFS

    disk = LittleFS(
        block_size=SECTOR, block_count=SECTORS, prog_size=256, disk_version=LITTLEFS_2_0
    )
    for path, data in files.items():
        folder = path.rpartition("/")[0]
        if folder:
            disk.makedirs(folder, exist_ok=True)
        with disk.open(path, "wb") as file:
            file.write(data)
    disk.unmount()
    return bytes(disk.context.buffer)


def found(image: bytes) -> dict[str, bytes]:
    """Returns the files in a filesystem."""
    from littlefs import LittleFS

    disk = LittleFS(block_size=SECTOR, block_count=SECTORS, prog_size=256, mount=False)
    disk.context.buffer[:] = image
    disk.mount()
    files = {}
    for folder, _, names in disk.walk("/"):
        for name in names:
            path = f"{folder.rstrip('/')}/{name}".lstrip("/")
            with disk.open(path, "rb") as file:
                files[path] = file.read()
    return files
