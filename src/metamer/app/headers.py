"""What every answer carries: pages load nothing from elsewhere."""

from typing import Any

from starlette.types import ASGIApp, Receive, Scope, Send

SELF, NOBODY = "'self'", "'none'"


class SafeHeaders:
    """Adds headers that keep pages to this server, and out of other sites' frames."""

    def __init__(self, app: ASGIApp, frames: str = "") -> None:
        self.app = app
        self.headers = [
            (b"content-security-policy", policy(frames).encode()),
            (b"x-content-type-options", b"nosniff"),
            (b"referrer-policy", b"no-referrer"),
        ]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        is_api = scope["type"] == "http" and scope["path"].startswith("/api/")

        async def send_safely(message: Any) -> None:
            if message["type"] == "http.response.start":
                message["headers"] += self.headers
                if is_api:
                    message["headers"].append((b"cache-control", b"no-store"))
            await send(message)

        await self.app(scope, receive, send_safely)


def policy(frames: str) -> str:
    """The content security policy; `frames` are the hosts that may frame the study."""
    return (
        "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; "
        f"form-action {f'{SELF} {frames}'.strip()}; "
        f"frame-ancestors {frames or NOBODY}"
    )
