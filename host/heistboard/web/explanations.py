"""Pages that explain, with links, what cannot be shown: they are missing, refused or too many.

Browsers get a page in their own language, everybody else one line of text. The page's script says
more by the address. It is the same for everything that is refused with the same code, so it tells
nothing about what is there.

Somebody who uses a name that is not this host's gets no script: a page that was pointed at us must
not run any. The language is then the first that the browser accepts and we have.
"""

import html

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.types import ExceptionHandler, Scope

from heistboard.words import LANGUAGES, Words

__all__ = ["explaining", "not_from_here"]

_CODE = b'data-code=""'
_PLAIN = """<!doctype html>
<html lang="{language}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Heistboard</title>
<h1>{title}</h1>
<p>{reason}</p>
</html>
"""


def explaining(page: bytes) -> ExceptionHandler:
    """Returns a handler of :exc:`HTTPException`; *page* is the HTML."""

    async def explain(request: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException)
        code, headers = error.status_code, error.headers
        if request.method != "GET" or "text/html" not in request.headers.get("Accept", ""):
            return PlainTextResponse(error.detail, code, headers)
        told = page.replace(_CODE, b'data-code="%d"' % code)
        return Response(told, code, headers, media_type="text/html")

    return explain


def not_from_here(scope: Scope) -> tuple[list[tuple[bytes, bytes]], bytes]:
    """Returns headers and body of the answer to a request that is not for this host's pages."""
    asked: dict[bytes, bytes] = dict(scope["headers"])
    if scope.get("method") != "GET" or b"text/html" not in asked.get(b"accept", b""):
        return [], b"not from here"
    language = _language(asked.get(b"accept-language", b"").decode("latin-1"))
    texts = Words(language).all()["explanation"]
    title, reason = (html.escape(texts[name]) for name in ("title-name", "name"))
    page = _PLAIN.format(language=language, title=title, reason=reason)
    return [(b"content-type", b"text/html; charset=utf-8")], page.encode()


def _language(accepted: str) -> str:
    names = (each.strip()[:2].lower() for each in accepted.split(","))
    return next((name for name in names if name in LANGUAGES), "en")
