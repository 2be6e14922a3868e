"""Firefox without a window, spoken to in its own protocol, Marionette, through a socket."""

import json
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

NAMES = ("firefox-esr", "firefox")
FIREFOX = next(filter(None, map(shutil.which, NAMES)), None)
PREFERENCES: dict[str, object] = {
    "marionette.port": 0,  # any; its number is written into the profile
    "browser.download.folderList": 2,
    "browser.download.alwaysOpenPanel": False,
    "browser.shell.checkDefaultBrowser": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "app.update.enabled": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
}
PATIENCE = 120


class Firefox:
    """The one tab of Firefox."""

    def __init__(self, connection: socket.socket) -> None:
        self.socket, self.rest = connection, b""
        self.number = 0
        self._receive()  # who it is
        self.ask("NewSession")

    def ask(self, command: str, **params: Any) -> Any:
        """Return what Firefox answers; RuntimeError if it refuses."""
        self.number += 1
        order = json.dumps([0, self.number, f"WebDriver:{command}", params]).encode()
        self.socket.sendall(b"%d:%s" % (len(order), order))
        _, _, error, answer = self._receive()
        if error is not None:
            raise RuntimeError(f"{command}: {error}")
        return answer.get("value")

    def _receive(self) -> Any:
        while b":" not in self.rest:
            self._read()
        length, _, self.rest = self.rest.partition(b":")
        while len(self.rest) < int(length):
            self._read()
        answer, self.rest = self.rest[: int(length)], self.rest[int(length) :]
        return json.loads(answer)

    def _read(self) -> None:
        more = self.socket.recv(2**20)
        if not more:
            raise RuntimeError("the browser has gone")
        self.rest += more

    def open(self, address: str, *, width: int = 1200) -> None:
        """Show the page of an address, in a window so wide; the narrowest has 500 CSS pixels."""
        self.ask("SetWindowRect", width=width, height=900)
        self.ask("Navigate", url=address)

    def value(self, expression: str) -> Any:
        """Return the value of an expression of JavaScript in the page."""
        script = "return (0, eval)(arguments[0])"
        return self.ask("ExecuteScript", script=script, args=[expression], sandbox="default")


@contextmanager
def headless(downloads: Path) -> Iterator[Firefox]:
    """Start Firefox for its one tab, and end it."""
    if FIREFOX is None:
        raise RuntimeError("no browser")
    with TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        preferences = {**PREFERENCES, "browser.download.dir": str(downloads)}
        lines = [f"user_pref({json.dumps(k)}, {json.dumps(v)});" for k, v in preferences.items()]
        Path(profile, "user.js").write_text("\n".join(lines))
        command = [FIREFOX, "--headless", "--marionette", "--no-remote", "--profile", profile]
        browser = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            port, end = Path(profile, "MarionetteActivePort"), time.monotonic() + PATIENCE
            while not port.exists() or not port.read_text():
                if time.monotonic() > end:
                    raise RuntimeError("Firefox does not start")
                time.sleep(0.1)
            with socket.create_connection(("127.0.0.1", int(port.read_text()))) as connection:
                yield Firefox(connection)
        finally:
            browser.terminate()
            browser.wait(timeout=30)
