"""Run the notebooks of the documentation with the Python that runs this file.

`python tests/montmort/notebooks.py` runs them all and stores their outputs.
"""

import json
import os
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
NOTEBOOKS = sorted((ROOT / "docs" / "notebooks").glob("*.ipynb"))
SECONDS = 300  # for one cell, on a busy machine


def read(path: Path) -> Any:
    """Return a stored notebook."""
    import nbformat

    return nbformat.read(path, as_version=4)


def executed(notebook: Any) -> Any:
    """Return a copy with the outputs of a new run; the error of the first cell that fails."""
    import copy

    from nbclient import NotebookClient

    fresh = copy.deepcopy(notebook)
    with TemporaryDirectory() as folder:
        spec = Path(folder, "kernels", "montmort")
        spec.mkdir(parents=True)
        argv = [sys.executable, "-m", "ipykernel_launcher", "-f", "{connection_file}"]
        content = {"argv": argv, "display_name": "montmort", "language": "python"}
        (spec / "kernel.json").write_text(json.dumps(content))
        before = dict(os.environ)
        os.environ |= {
            "IPYTHONDIR": folder,
            "JUPYTER_PATH": folder,
            "JUPYTER_RUNTIME_DIR": folder,
            "PYTHONPATH": os.pathsep.join([str(ROOT), *filter(None, [before.get("PYTHONPATH")])]),
        }
        try:
            client = NotebookClient(
                fresh,
                kernel_name="montmort",
                timeout=SECONDS,
                resources={"metadata": {"path": folder}},
            )
            client.execute()
        finally:
            os.environ.clear()
            os.environ |= before
    return fresh


def texts(notebook: Any) -> list[str]:
    """Return what every cell of code prints and shows as plain text."""
    return [
        "".join(
            output.get("text") or output.get("data", {}).get("text/plain", "")
            for output in cell["outputs"]
        )
        for cell in notebook["cells"]
        if cell["cell_type"] == "code"
    ]


def without_times(notebook: Any) -> Any:
    """Remove when and by which Python the cells were run, so that equal runs are equal files."""
    for cell in notebook["cells"]:
        cell["metadata"] = {}
    notebook["metadata"] = {
        "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
        "language_info": {"name": "python"},
    }
    return notebook


def main() -> None:
    """Run all notebooks, or those that are named, and store their outputs."""
    import nbformat

    for path in [*map(Path, sys.argv[1:])] or NOTEBOOKS:
        nbformat.write(without_times(executed(read(path))), path)
        sys.stdout.write(f"{path.name}: {path.stat().st_size:,} bytes\n")


if __name__ == "__main__":
    main()
