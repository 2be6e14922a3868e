"""Check a certificate with the program that its kind names, as `python check.py FILE` does."""

import io
import json
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

FILE = "certificate.json"


def kind(text: str) -> str:
    """Return {"value": the kind that a certificate names}, or a sentence on what is none."""
    if not text.strip():
        return json.dumps({"sentence": "choose a file, or paste a certificate first"})
    try:
        found = json.loads(text)
        return json.dumps({"value": str(found["game"])})
    except (ValueError, TypeError, KeyError, RecursionError):
        return json.dumps({"sentence": "this is not a certificate: it is not JSON with a game"})


def check(program: str, text: str) -> str:
    """Return {"value": what the program prints about the certificate, and its exit code}."""
    Path(FILE).write_text(text, encoding="utf-8")
    module: dict[str, Any] = {"__name__": "check"}
    printed = io.StringIO()
    exec(compile(program, "check.py", "exec"), module)
    with redirect_stdout(printed):
        code = module["main"]([FILE], [module["CHECKER"]])
    return json.dumps({"value": {"text": printed.getvalue(), "code": code}})
