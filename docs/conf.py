"""The site: `make docs` builds it from the pages of this folder.

The pages are Markdown that also reads well in a browser of the repository.  What only the
site has stands in `_extensions`: the tables of contents, the command line from its parser, and
the Python interface from its docstrings.
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent / "_extensions"))
sys.path.insert(1, str(Path(__file__).parents[1]))  # for `docs._extensions`

from montmort import __version__

project = "montmort"
author = "The montmort developers"
project_copyright = author
version = release = __version__

extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "sphinx_copybutton",
    "browser_page",
    "certificate_fields",
    "contents",
    "command_line",
    "docs._extensions.game_pages",
    "docs._extensions.commands.made",
    "notebooks",
    "plain_docstrings",
    "public_names",
    "schemas",
]
exclude_patterns = ["_*", "**.ipynb_checkpoints"]
smartquotes = False  # flags begin with two hyphens

myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 4  # as in a browser of the repository

nitpicky = True
# Annotations name types of numpy, sympy and the standard library, which the site does not describe.
nitpick_ignore_regex = [("py:.*", ".*")]

autodoc_member_order = "bysource"
autodoc_typehints_format = "short"
python_maximum_signature_line_length = 80

copybutton_prompt_text = r">>> |\.\.\. |\$ "
copybutton_prompt_is_regexp = True

html_theme = "furo"
html_title = "montmort"
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_copy_source = False
html_show_sphinx = False
html_theme_options = {"navigation_with_keys": True}
