"""What tests of chat models share: small paradigms, and a scripted HTTP server."""

import json
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from metamer.paradigms.categories import Categories
from metamer.paradigms.concepts import Concepts
from metamer.paradigms.matrices import Matrices
from metamer.paradigms.pointers import Pointers
from metamer.paradigms.pointers.styles.vectors import Vectors
from metamer.paradigms.tiles import Tiles

PARADIGMS = {
    "categories": (Categories(trainings=("zero_shot",), per_class=20), "dax"),
    "pointers": (
        Pointers(Vectors(length=3, alphabet=5), sizes=(200,), asked=20, again=20),
        "3",
    ),
    "matrices": (Matrices(sizes=(20,), asked=4, again=6), "B"),
    "concepts": (Concepts(("Center",), tasks=1), "[1 2]\n[3 4]"),
    "tiles": (
        Tiles(rules=("rectangle",), taught=("abstract",), boards=2, pool=512),
        "1,1",
    ),
}


class Server:
    """Answers every request by `say`, and counts what it was asked."""

    def __init__(self) -> None:
        self.asked: Counter[str] = Counter()
        self.headers: list[str] = []
        self.usage = {"prompt_tokens": 10, "completion_tokens": 2}
        self.say: Any = lambda body: "dax"
        self.fail: Any = lambda number: 0
        outer = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                length = int(self.headers["content-length"])
                body = json.loads(self.rfile.read(length))
                outer.headers.append(self.headers.get("authorization", ""))
                status = outer.fail(sum(outer.asked.values()) + len(outer.headers))
                text = json.dumps(outer.reply(body))
                if status:
                    text = '{"half'
                else:
                    outer.asked[json.dumps(body, sort_keys=True)] += 1
                self.send_response(status or 200)
                self.send_header("retry-after", "0")
                self.send_header("content-length", str(len(text)))
                self.end_headers()
                self.wfile.write(text.encode())

            def log_message(self, *words: object) -> None:
                pass

        self.http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.http.server_port}/v1"

    def reply(self, body: dict[str, Any]) -> dict[str, Any]:
        token = {"token": "x", "logprob": -0.5, "bytes": None, "top_logprobs": []}
        choice = {
            "index": 0,
            "message": {"role": "assistant", "content": self.say(body)},
            "logprobs": {"content": [token]},
            "finish_reason": "stop",
        }
        return {
            "id": "1",
            "object": "chat.completion",
            "created": 0,
            "model": body["model"],
            "choices": [choice],
            "usage": {**self.usage, "total_tokens": sum(self.usage.values())},
        }


@contextmanager
def serving() -> Iterator[Server]:
    """The server while it runs."""
    made = Server()
    threading.Thread(target=made.http.serve_forever, daemon=True).start()
    yield made
    made.http.shutdown()
    made.http.server_close()
