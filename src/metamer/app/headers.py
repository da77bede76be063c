"""What every answer carries: pages load nothing from elsewhere."""

from typing import Any

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Receive, Scope, Send

SELF, NOBODY = "'self'", "'none'"


class SafeHeaders:
    """Adds headers that keep pages to this server, and out of other sites' frames."""

    def __init__(self, app: ASGIApp, frames: str = "") -> None:
        self.app = app
        self.headers = {
            "Content-Security-Policy": policy(frames),
            "X-Content-Type-Options": "nosniff",
            "Referrer-Policy": "no-referrer",
        }

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        is_api = scope["type"] == "http" and scope["path"].startswith("/api/")

        async def send_safely(message: Any) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                headers.update(self.headers)
                if is_api:
                    headers["Cache-Control"] = "no-store"
            await send(message)

        await self.app(scope, receive, send_safely)


def policy(frames: str) -> str:
    """The content security policy; `frames` are the hosts that may frame the study."""
    return (
        "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; "
        f"form-action {f'{SELF} {frames}'.strip()}; "
        f"frame-ancestors {frames or NOBODY}"
    )
