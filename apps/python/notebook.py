"""Makes first_model.ipynb of the section "A model in 40 lines" of README.md: python3 apps/python/notebook.py > apps/python/first_model.ipynb

A cell for each part of the script, and the paragraphs above it as text. The notebook stores no results."""
import json
import re
import sys
from pathlib import Path
from typing import Any

PAGE = Path(__file__).with_name("README.md")
INTRODUCTION = ("The package and the programs must be installed, or the programs built and `apps/python` on the `PYTHONPATH`. "
                "This notebook is made of README.md by notebook.py.")


def cells_of(page: str) -> list[dict[str, Any]]:
    section = next(section for section in page.split("\n## ") if section.startswith("A model in 40 lines\n"))
    title, rest = section.split("\n", 1)
    text, rest = rest.split("```python\n", 1)
    script = rest.split("```", 1)[0]
    cells: list[dict[str, Any]] = [{"cell_type": "markdown", "metadata": {}, "source": f"# {title}\n\n{text.strip()}\n\n{INTRODUCTION}"}]
    # An empty line before an indented one is within a function.
    cells += [{"cell_type": "code", "execution_count": None, "metadata": {}, "outputs": [], "source": part}
              for part in re.split(r"\n\n(?! )", script.strip())]
    return [{**cell, "id": f"cell-{number}", "source": cell["source"].splitlines(keepends=True)}
            for number, cell in enumerate(cells)]


def notebook() -> str:
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    document = {"cells": cells_of(PAGE.read_text("utf-8")), "metadata": {"kernelspec": kernel, "language_info": {"name": "python"}},
                "nbformat": 4, "nbformat_minor": 5}
    return json.dumps(document, indent=1, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    sys.stdout.write(notebook())
