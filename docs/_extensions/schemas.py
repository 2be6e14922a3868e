"""The JSON Schemas of what is written, as files of the site.

They are made from the declarations of the fields.  Where a page has the name of a file in
backticks, the site leads to the file.
"""

import json
from pathlib import Path
from typing import Any

from sphinx.application import Sphinx

from montmort.verification.audit.schema import verify_schema
from montmort.verification.certificate_kinds import certificate_schema

FOLDER = "schemas"
SCHEMAS = {
    "certificate.schema.json": certificate_schema,
    "verify.schema.json": verify_schema,
}


def linked(page: str, text: str) -> str:
    """Return the text of a page with links to the schemas that it names.

    >>> linked("reference/json", "by `verify.schema.json`.")
    'by <a href="../schemas/verify.schema.json">verify.schema.json</a>.'
    """
    for name in SCHEMAS:
        address = "../" * page.count("/") + f"{FOLDER}/{name}"
        text = text.replace(f"`{name}`", f'<a href="{address}">{name}</a>')
    return text


def link_schemas(_app: Sphinx, page: str, source: list[str]) -> None:
    """Let a page lead to the schemas that it names."""
    source[0] = linked(page, source[0])


def write_schemas(app: Sphinx, error: Exception | None) -> None:
    """Write the files into the site."""
    if error is None:
        folder = Path(app.outdir) / FOLDER
        folder.mkdir(exist_ok=True)
        for name, schema in SCHEMAS.items():
            text = json.dumps(schema(), indent=2) + "\n"
            (folder / name).write_text(text, encoding="utf-8")


def setup(app: Sphinx) -> dict[str, Any]:
    """Connect to the build."""
    app.connect("source-read", link_schemas)
    app.connect("build-finished", write_schemas)
    return {"parallel_read_safe": True}
