"""The page in a real browser: games, programs, links, verdicts, certificates, narrow screens."""

import json
import subprocess
import sys
import time
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from docs.browser import build
from montmort.exact.formatting import whole
from montmort.exact.treize.solution import solve
from montmort.games.treize import Rules
from tests.browser import firefox
from tests.browser.firefox import Firefox
from tests.verification.reports import headless as chromium
from tests.verification.reports.headless import Tab

pytestmark = pytest.mark.slow
AnyTab = Tab | Firefox
PATIENCE = 300  # seconds: the machine may have much else to do
DICE = "def play(chance):\n    return chance.pick([1] * 6) + chance.pick([1] * 6) + 2\n"
KEEP = """def play(chance, table):
    die = chance.pick([1] * 6) + 1
    if table.decide(0, ["keep", "again"], die) == "again":
        die = chance.pick([1] * 6) + 1
    return die
"""
ENDLESS = "def play(chance):\n    while True:\n        pass\n"
ANSWERED = "!document.querySelector('#result').hidden || !document.querySelector('#problem').hidden"
READY = "document.querySelector('#status').textContent === 'Ready.'"


class Handler(SimpleHTTPRequestHandler):
    """A handler that keeps the addresses asked for, and prints nothing."""

    asked: list[str]

    def log_message(self, *_: object) -> None:
        self.asked.append(self.path)


class Server:
    """A server of static files on this machine."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.asked = folder, list[str]()
        handler = type("Recording", (Handler,), {"asked": self.asked})
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), partial(handler, directory=folder))
        self.address = f"http://127.0.0.1:{self.server.server_port}/"
        Thread(target=self.server.serve_forever, daemon=True).start()

    def close(self) -> None:
        self.server.shutdown()
        self.server.server_close()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Build the page and serve it."""
    site = tmp_path_factory.mktemp("site")
    try:
        build.build(site)
    except build.NotBuilt as error:
        pytest.skip(str(error))
    found = Server(site)
    yield found
    found.close()


@pytest.fixture(scope="module")
def downloads(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("downloads")


@pytest.fixture(scope="module", params=["chromium", "firefox-esr"])
def tab(request: pytest.FixtureRequest, downloads: Path) -> Iterator[AnyTab]:
    """Start each browser; the tests with one of them are skipped where it is not installed."""
    if request.param == "chromium":
        if chromium.CHROMIUM is None:
            pytest.skip(f"none of {', '.join(chromium.NAMES)} is installed: Debian has chromium")
        with chromium.headless() as found:
            found.ask("Page.setDownloadBehavior", behavior="allow", downloadPath=str(downloads))
            yield found
    else:
        if firefox.FIREFOX is None:
            pytest.skip(f"none of {', '.join(firefox.NAMES)} is installed: Debian has firefox-esr")
        with firefox.headless(downloads) as other:
            yield other


def wait(tab: AnyTab, condition: str) -> None:
    """Wait until a condition of JavaScript holds."""
    end = time.monotonic() + PATIENCE
    while not tab.value(condition):
        assert time.monotonic() < end, f"{condition}: {tab.value('document.body.innerText')}"
        time.sleep(0.1)


def visit(tab: AnyTab, address: str, width: int = 1200) -> None:
    """Open an address anew, and wait until Python is ready or has answered."""
    tab.open("about:blank", width=width)
    tab.open(address, width=width)
    wait(tab, "document.readyState === 'complete' && !!document.querySelector('#status')")
    wait(tab, f"({READY}) || ({ANSWERED})")


def submit(tab: AnyTab, form: str, **values: str) -> None:
    """Fill in a form, send it, and wait for the answer."""
    for name, value in values.items():
        tab.value(f"document.querySelector('#{name}').value = {json.dumps(value)}; 0")
    tab.value(f"document.querySelector('#{form}').requestSubmit()")
    wait(tab, "document.querySelector('#stop').hidden")


def own(tab: AnyTab, program: str, aim: str = "") -> None:
    """Ask for the law of a program."""
    tab.value("document.querySelector('[value=program]').click()")
    submit(tab, "question", program=program, aim=aim)


def choose(tab: AnyTab, game: str) -> None:
    """Choose a game of the shelf."""
    tab.value(f"document.querySelector('#game').value = {json.dumps(game)}; 0")
    tab.value("document.querySelector('#game').onchange()")


def text(tab: AnyTab, place: str) -> str:
    return tab.value(f"document.querySelector('{place}').textContent")


def rows(tab: AnyTab, field: int = 1) -> list[list[str]]:
    return tab.value(
        f"[...document.querySelectorAll('.field:nth-child({field}) tbody tr')]"
        ".map(row => [...row.cells].map(cell => cell.textContent))"
    )


def problem(tab: AnyTab) -> str:
    assert not tab.value("document.querySelector('#problem').hidden")
    return text(tab, "#problem")


@pytest.fixture
def page(tab: AnyTab, server: Server) -> AnyTab:
    """Return the tab with the page, and Python loaded."""
    if "browser/index.html" not in tab.value("location.href"):
        visit(tab, f"{server.address}browser/index.html")
    return tab


def test_treize(page: AnyTab, server: Server) -> None:
    submit(page, "question")
    solution = solve(Rules())
    assert text(page, ".field .big") == "1.802619155334"
    assert text(page, ".field .exact") == whole(solution.points_mean)
    assert text(page, ".field summary") == "The whole fraction: 650 over 650 digits"
    assert rows(page)[1][:2] == ["1", "0.229530726291"]
    assert page.value("document.querySelectorAll('.field svg rect').length") > 20
    assert not (isinstance(page, Tab) and page.complaints())
    assert all(path.startswith(("/browser/", "/favicon")) for path in server.asked)


def test_a_program_and_its_link(page: AnyTab) -> None:
    own(page, DICE)
    assert rows(page)[5] == ["7", "0.166666666667", "1/6"]
    address = page.value("location.href")
    assert "#" in address
    visit(page, address)
    wait(page, READY)
    assert page.value("document.querySelector('#program').value") == DICE
    assert page.value("document.querySelector('#result').hidden")  # it runs when asked for
    assert text(page, "#notice").startswith("This program came with the link")
    submit(page, "question")
    assert page.value("document.querySelector('#notice').hidden")
    assert rows(page)[10] == ["12", "0.027777777778", "1/36"]
    for damaged in (address[:-4], f"{address.partition('#')[0]}#bnVsbA"):
        visit(page, damaged)
        assert problem(page).startswith("The link is damaged")
    own(page, DICE)
    assert rows(page)[5][2] == "1/6"


def test_a_link_to_a_game_of_the_shelf_is_answered(page: AnyTab) -> None:
    page.value("document.querySelector('[value=game]').click()")
    choose(page, "craps")
    submit(page, "question", **{"rule-bet": "dont-pass"})
    page.value("document.querySelector('#experiment').value = 'hand'; 0")
    page.value("document.querySelector('#experiment').onchange(); 0")
    wait(page, "document.querySelector('#stop').hidden")
    found, address = rows(page), page.value("location.href")
    visit(page, address)
    wait(page, ANSWERED)
    assert page.value("document.querySelector('#experiment').value") == "hand"
    assert rows(page) == found


def test_optimal_play(page: AnyTab) -> None:
    own(page, KEEP, aim="value")
    assert text(page, "#best dt") == "largest mean of value"
    assert text(page, "#best .exact") == "17/4"
    assert "seat 0 decides in 6 situations" in text(page, "#best p").lower()
    assert rows(page)[0] == ["1", "0.083333333333", "1/12"]
    own(page, KEEP, aim="")
    assert problem(page).startswith("program.py, line 3: a player decides")
    page.value("document.querySelector('[value=game]').click()")
    choose(page, "kuhn")
    submit(page, "question")
    assert text(page, "#best .exact") == "−1/18"
    assert len(page.value("[...document.querySelectorAll('#best pre')]")) == 2


def test_what_a_program_prints_is_shown(page: AnyTab) -> None:
    own(page, f"for i in range(1000):\n    print('<b>', i)\n{DICE}")
    assert text(page, "#printed-count") == "Your program printed 1,000 lines"
    lines = text(page, "#printed-lines").split("\n")
    assert (lines[1], lines[-1]) == ("<b> 1", "… and 900 more")
    own(page, DICE)
    assert page.value("document.querySelector('#printed').hidden")


def test_wrong_programs_give_a_sentence_with_the_line(page: AnyTab) -> None:
    for program, begin in {
        "def play(chance):\n    return 1 / 0\n": "program.py, line 2: ZeroDivisionError: division",
        "def play(chance)\n    return 1\n": "program.py, line 1: expected ':'",
        "import requests\n": "program.py, line 1: the page has no module 'requests'",
        "def play(chance):\n    return play(chance)\n": "program.py, line 2: RecursionError",
    }.items():
        own(page, program)
        found = problem(page)
        assert found.startswith(begin)
        assert "Traceback" not in found
        assert "\n" not in found
        assert text(page, "#lines b").startswith("▸")
    own(page, DICE)  # the page still answers
    assert rows(page)[5][2] == "1/6"


def test_an_endless_program_is_stopped(page: AnyTab) -> None:
    page.value("document.querySelector('[value=program]').click()")
    page.value(f"document.querySelector('#program').value = {json.dumps(ENDLESS)}")
    page.value("document.querySelector('#question').requestSubmit()")
    wait(page, "!document.querySelector('#stop').hidden")
    page.value("document.querySelector('#stop').click()")
    wait(page, ANSWERED)
    assert problem(page) == "Stopped."
    submit(page, "question", seconds="10")
    assert problem(page).startswith("Stopped after 10 s")
    submit(page, "question", program=DICE, seconds="600")
    assert rows(page)[5][2] == "1/6"


def test_verdicts_on_a_table(page: AnyTab) -> None:
    own(page, DICE)
    fair = "\n".join(f"{total}, {100_000 * (6 - abs(total - 7))}" for total in range(2, 13))
    submit(page, "trial", counts=fair)
    assert text(page, "#verdict .decision").startswith("CONSISTENT")
    assert page.value("document.querySelectorAll('circle.seen').length") == 11
    submit(page, "trial", counts=fair.replace("7, 600000", "7, 610000"))
    assert text(page, "#verdict .decision") == "INCONSISTENT"
    submit(page, "trial", counts="value,count\n7,12\n8,many")
    assert text(page, "#verdict .decision") == "INVALID"
    assert "line 3: the count 'many' is not an integer" in text(page, "#verdict")
    assert page.value("document.querySelectorAll('circle.seen').length") == 0
    submit(page, "trial", counts="seven, twelve, more")
    assert text(page, "#trial #problem").startswith("line 1: write a value and its count")
    own(page, "")
    assert page.value("document.querySelector('#trial #problem')") is None


def certificate(page: AnyTab, folder: Path) -> Path:
    """Return the certificate of Treize 4 x 2, downloaded with its checker."""
    for name in ("treize.json", "check.py"):  # of the browser before
        (folder / name).unlink(missing_ok=True)
    page.value("document.querySelector('[value=game]').click()")
    choose(page, "treize")
    submit(page, "question", **{"rule-ranks": "4", "rule-suits": "2"})
    for button in ("certify", "program-of-check"):
        page.value(f"document.querySelector('#{button}').click()")
        wait(page, "document.querySelector('#stop').hidden")
    end = time.monotonic() + PATIENCE
    while not ((folder / "treize.json").exists() and (folder / "check.py").exists()):
        assert time.monotonic() < end, sorted(folder.iterdir())
        time.sleep(0.1)
    return folder / "treize.json"


def test_the_certificate_is_accepted_here_and_on_the_page_of_the_checker(
    page: AnyTab, server: Server, downloads: Path
) -> None:
    file = certificate(page, downloads)
    command = [sys.executable, "-I", "check.py", file.name]
    done = subprocess.run(command, cwd=downloads, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
    visit(page, f"{server.address}browser/checker.html")
    submit(page, "certificate", text=file.read_text())
    printed = f"{text(page, '#head')}\n{text(page, '#printed')}\n"
    assert printed == done.stdout
    forged = json.loads(file.read_text())
    forged["content"]["value"] = "1/2"
    submit(page, "certificate", text=json.dumps(forged))
    assert text(page, "#head").startswith("FALSE")
    submit(page, "certificate", text="{}")
    assert problem(page).startswith("this is not a certificate")
    submit(page, "certificate", text="")
    assert problem(page).startswith("choose a file")
    submit(page, "certificate", text='{"game": "chess"}')
    assert problem(page).startswith("No program here checks")


def test_programs_reach_no_other_server(page: AnyTab, server: Server, tmp_path: Path) -> None:
    (tmp_path / "secret.txt").write_text("reached")
    other = Server(tmp_path)
    secret, nested = f"{other.address}secret.txt", "nested.js"
    (server.folder / nested).write_text(f"fetch({secret!r}, {{mode: 'no-cors'}})")
    blob = f"js.URL.createObjectURL(js.Blob.new(to_js(['fetch({secret})'])))"
    for line in (
        f"from pyodide.http import open_url; open_url({secret!r})",
        f"js.fetch({secret!r})",
        f"js.WebSocket.new({secret.replace('http', 'ws')!r})",
        f"js.Function.new('import(' + repr({secret!r}) + ')')()",
        f"js.Worker.new(js.location.origin + '/{nested}')",  # a file would have no policy
        f"from pyodide.ffi import to_js; js.Worker.new({blob})",
    ):
        own(page, f"import js\n{line}\n{DICE}")
        time.sleep(0.5)
    assert not other.asked
    other.close()


@pytest.mark.parametrize("width", [360, 1200])
def test_nothing_is_wider_than_the_screen(page: AnyTab, server: Server, width: int) -> None:
    fits: Any = "document.documentElement.scrollWidth <= innerWidth"
    visit(page, f"{server.address}browser/index.html", width)
    submit(page, "question")
    assert page.value(fits)
    page.value("document.querySelector('details').open = true; 0")
    assert page.value(fits)
    own(page, DICE)
    submit(page, "trial", counts="7 10")
    page.value("document.querySelector('#verdict details').open = true; 0")
    assert page.value(fits)
    own(page, KEEP, aim="value")
    assert page.value(fits)
    visit(page, f"{server.address}browser/checker.html", width)
    assert page.value(fits)
