"""A study walked through in Firefox, which is driven over its own Marionette protocol."""

import json
import shutil
import socket
import subprocess
import time

import pytest
from people_crowd import free_port

from metamer.app import schema

PREFERENCES = {
    "browser.shell.checkDefaultBrowser": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "app.update.disabledForTesting": True,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
}
PATIENCE = 60.0
FRESH = "main > * section:is(.page, .screen):not([data-walked])"
ELEMENT = "element-6066-11e4-a52e-4f735466cecf"


class Firefox:
    """A headless browser of our own: commands go over a socket, as length and JSON."""

    def __init__(self, program, folder):
        port = free_port()
        lines = [
            f"user_pref({json.dumps(name)}, {json.dumps(value)});\n"
            for name, value in {**PREFERENCES, "marionette.port": port}.items()
        ]
        (folder / "user.js").write_text("".join(lines))
        words = [program, "--headless", "--marionette", "--no-remote", "--profile"]
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        self.process = subprocess.Popen([*words, str(folder)], **quiet)
        self.number, self.socket = 0, connect(port)
        self.hear()
        self.ask("WebDriver:NewSession")

    def ask(self, command, **parameters):
        """What a command returns."""
        self.number += 1
        text = json.dumps([0, self.number, command, parameters])
        self.socket.sendall(f"{len(text.encode())}:{text}".encode())
        _, _, error, result = self.hear()
        assert error is None, error
        return result.get("value") if isinstance(result, dict) else result

    def hear(self):
        size = b""
        while not size.endswith(b":"):
            size += self.socket.recv(1)
        text = b""
        while len(text) < int(size[:-1]):
            text += self.socket.recv(int(size[:-1]) - len(text))
        return json.loads(text)

    def run(self, script, *args):
        return self.ask("WebDriver:ExecuteScript", script=script, args=list(args))

    def find(self, css):
        """An element, once it is there."""
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            found = self.ask("WebDriver:FindElements", using="css selector", value=css)
            if found:
                return found[0]
            time.sleep(0.05)
        raise AssertionError(f"there is no {css}")

    def click(self, css):
        self.ask("WebDriver:ElementClick", id=self.find(css)[ELEMENT])

    def press(self, key):
        self.ask("WebDriver:ElementSendKeys", id=self.find("body")[ELEMENT], text=key)

    def close(self):
        self.socket.close()
        self.process.terminate()
        self.process.wait(timeout=30)


def connect(port):
    """A socket to the browser, which takes seconds to start."""
    until = time.monotonic() + PATIENCE
    while True:
        try:
            found = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)
        except OSError:
            if time.monotonic() > until:
                raise
            time.sleep(0.2)
        else:
            return found


@pytest.fixture
def firefox(tmp_path):
    program = shutil.which("firefox-esr") or shutil.which("firefox")
    if program is None:
        pytest.skip("there is no Firefox here (firefox-esr or firefox)")
    browser = Firefox(program, tmp_path)
    yield browser
    browser.close()


@pytest.mark.slow
def test_a_study_is_walked_through_in_firefox(firefox, served):
    app, _ = served("test")
    app.now += 1
    firefox.ask("WebDriver:Navigate", url=str(app.client.base_url))
    shown = []
    while (kind := arrive(firefox)) != "done":
        shown.append(kind)
        step(firefox, kind, by_key=len(shown) % 2 == 0)
    assert shown == ["consent", "text", "text", *["categories"] * 3, "text"]
    fragment = firefox.run("return location.hash").removeprefix("#")
    session = app.number(fragment)
    (row,) = (row for row in app.rows(schema.session) if row["number"] == session)
    code = firefox.run("return document.querySelector('#code').textContent")
    assert (row["status"], row["code"]) == ("completed", code)


def arrive(firefox):
    """Wait for a page that is not answered yet; its kind, or its paradigm."""
    firefox.find(FRESH)
    script = "const page = document.querySelector(arguments[0]);"
    script += "page.dataset.walked = 1; return page.classList[1];"
    return firefox.run(script, FRESH)


def step(firefox, kind, by_key):
    if kind != "categories":
        return firefox.click(".actions button")
    time.sleep(0.3)  # a screen takes no answer at once
    if by_key:
        label = firefox.run("return document.querySelector('[data-option]').innerText")
        return firefox.press(label.split()[-1].lower())
    return firefox.click("[data-option='0']")
