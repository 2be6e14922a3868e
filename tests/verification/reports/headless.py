"""A browser without a window, spoken to in the DevTools protocol through a pipe."""

import json
import os
import shutil
import subprocess
from base64 import b64decode
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

NAMES = ("chromium", "chromium-browser", "google-chrome")
CHROMIUM = next(filter(None, map(shutil.which, NAMES)), None)
_FLAGS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
    "--hide-scrollbars", "--remote-debugging-pipe",
)  # fmt: skip
_COMPLAINTS = {
    "Runtime.consoleAPICalled", "Runtime.exceptionThrown", "Log.entryAdded",
    "Network.loadingFailed",
}  # fmt: skip


class Tab:
    """The one tab of a browser; `events` are those that came since its page was opened."""

    def __init__(self, orders: int, answers: int) -> None:
        self.orders, self.answers = orders, answers
        self.number, self.session, self.rest = 0, {}, b""
        self.events: list[dict[str, Any]] = []
        target = self.ask("Target.createTarget", url="about:blank")["targetId"]
        attached = self.ask("Target.attachToTarget", targetId=target, flatten=True)
        self.session = {"sessionId": attached["sessionId"]}
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.ask(f"{domain}.enable")

    def ask(self, method: str, **params: Any) -> dict[str, Any]:
        """Return what the browser answers; RuntimeError if it refuses."""
        self.number += 1
        order = {"id": self.number, "method": method, "params": params} | self.session
        self._send(json.dumps(order).encode() + b"\0")
        while (answer := self._receive()).get("id") != self.number:
            self.events.append(answer)
        if "error" in answer:
            raise RuntimeError(f"{method}: {answer['error']}")
        return answer["result"]

    def _send(self, order: bytes) -> None:
        while order:
            order = order[os.write(self.orders, order) :]

    def _receive(self) -> dict[str, Any]:
        while b"\0" not in self.rest:
            more = os.read(self.answers, 2**20)
            if not more:
                raise RuntimeError("the browser has gone")
            self.rest += more
        answer, self.rest = self.rest.split(b"\0", 1)
        return json.loads(answer)

    def open(self, page: Path | str, *, width: int = 1200, dark: bool = False) -> None:
        """Show the page of a file or an address, so many CSS pixels wide, until it is loaded."""
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self.ask("Emulation.setEmulatedMedia", features=[scheme])
        self.ask("Emulation.setDeviceMetricsOverride", width=width, height=800,
                 deviceScaleFactor=1, mobile=False)  # fmt: skip
        self.events.clear()
        address = page if isinstance(page, str) else page.resolve().as_uri()
        self.ask("Page.navigate", url=address)
        while not any(event.get("method") == "Page.loadEventFired" for event in self.events):
            self.events.append(self._receive())

    def value(self, expression: str) -> Any:
        """Return the value of an expression of JavaScript in the page."""
        answer = self.ask("Runtime.evaluate", expression=expression, returnByValue=True)
        if "exceptionDetails" in answer:
            raise RuntimeError(f"{expression}: {answer['exceptionDetails']}")
        return answer["result"].get("value")

    def complaints(self) -> list[dict[str, Any]]:
        """Return what the console shows, and what was not to be had."""
        return [event for event in self.events if event.get("method") in _COMPLAINTS]

    def requests(self) -> set[str]:
        """Return the schemes of the addresses that were asked for."""
        return {
            event["params"]["request"]["url"].split(":")[0]
            for event in self.events
            if event.get("method") == "Network.requestWillBeSent"
        }

    def picture(self) -> bytes:
        """Return the whole page as PNG."""
        width, height = self.value("[innerWidth, document.documentElement.scrollHeight]")
        clip = {"x": 0, "y": 0, "width": width, "height": height, "scale": 1}
        answer = self.ask("Page.captureScreenshot", captureBeyondViewport=True, clip=clip)
        return b64decode(answer["data"])

    def printed(self) -> bytes:
        """Return the page as PDF."""
        return b64decode(self.ask("Page.printToPDF", preferCSSPageSize=True)["data"])


@contextmanager
def headless() -> Iterator[Tab]:
    """Start a browser for its one tab, and end it."""
    if CHROMIUM is None:
        raise RuntimeError("no browser")
    (orders, send), (receive, answers) = os.pipe(), os.pipe()
    with TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        # It reads from 3 and writes to 4; the numbers of ours may be any.
        redirect = ["bash", "-c", f'exec "$@" 3<&{orders} 4>&{answers}', "bash"]
        command = [*redirect, CHROMIUM, *_FLAGS, f"--user-data-dir={profile}"]
        browser = subprocess.Popen(command, pass_fds=(orders, answers), stderr=subprocess.DEVNULL)
        os.close(orders)
        os.close(answers)
        try:
            yield Tab(send, receive)
        finally:
            browser.terminate()
            browser.wait(timeout=30)
            os.close(send)
            os.close(receive)
