"""The files beside a checker, with which `--rules` derives a certificate again."""

from pathlib import Path

from montmort.verification.certificates.check import Checker
from montmort.verification.certificates.program import program_of

_PACKAGE = "montmort.verification.certificates."
_NAMES = tuple(
    f"rules_{name}.py" for name in ("file", "same", "around", "asked", "walk", "compare")
)


def companions_of(checker: Checker) -> dict[str, str]:
    """Return the texts of the files beside a checker, by name; none where it takes no rules.

    >>> from montmort.verification.certificates.chain_checker import CHECKER
    >>> companions_of(CHECKER)
    {}
    """
    if '"--rules"' not in program_of(checker):
        return {}
    here = Path(__file__).parent
    texts = {name: (here / name).read_text(encoding="utf-8") for name in _NAMES}
    return {name: text.replace(f"from {_PACKAGE}", "from ") for name, text in texts.items()}
