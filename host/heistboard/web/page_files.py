"""Gives browsers the parts of pages, which they keep.

The addresses in pages and their parts have the version of all parts in them: a page that is opened
again, or another page, loads only what is not kept yet, and no page mixes two versions. Without a
version, or with another one, a part is what it is today, and is not kept.
"""

import functools
import gzip
import hashlib
import re
from pathlib import PurePath

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from heistboard.web.assets import TYPES, assets

__all__ = ["PageFiles"]

FOLDER = b"/pages/"
VERSION = re.compile(r"@[0-9a-f]{8}/")
KEPT_S = 24 * 60 * 60
ADDRESSING = (".css", ".js")  # have addresses in them


@functools.cache  # when it is first asked for
def _compressed(part: bytes) -> bytes:
    return gzip.compress(part)


class PageFiles:
    """The parts of pages, as they were when it was made."""

    def __init__(self) -> None:
        found = assets()
        digest = hashlib.sha256()
        for name, content in sorted(found.items()):
            digest.update(b"%s %d " % (name.encode(), len(content)) + content)
        self._version = f"@{digest.hexdigest()[:8]}/"
        self._files = {
            name: self.addressed(content) if name.endswith(ADDRESSING) else content
            for name, content in found.items()
        }

    def addressed(self, page: bytes) -> bytes:
        """Returns *page* with the version in the addresses of its parts."""
        return page.replace(FOLDER, FOLDER + self._version.encode())

    async def get(self, request: Request) -> Response:
        """Answers a request for the part ``name``."""
        path = request.path_params["name"]
        name = VERSION.sub("", path, count=1) if VERSION.match(path) else path
        if name not in self._files:
            return PlainTextResponse("not found", 404)
        is_kept = path.startswith(self._version)
        headers = {"Cache-Control": f"max-age={KEPT_S}"} if is_kept else {}
        kind = TYPES[PurePath(name).suffix]
        if "gzip" not in request.headers.get("Accept-Encoding", ""):
            return Response(self._files[name], headers=headers, media_type=kind)
        headers |= {"Content-Encoding": "gzip"}
        return Response(_compressed(self._files[name]), headers=headers, media_type=kind)
