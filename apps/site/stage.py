"""Copies the pages of the repository, and the files that they lead to, for mkdocs: stage.py ROOT DIRECTORY.

Python-Markdown wants an empty line before a list, four blanks before an item within an item and one word after a fence, where code
hosts do not. Links to
directories become text: a site has none. Pages that mkdocs.yml does not name go into its navigation by their directory."""
import re
import shutil
import sys
from collections.abc import Callable
from pathlib import Path

PARTS = ("apps", "lib", "schemas", "systems", "tests")
LINK = re.compile(r"(!?)\[([^\]]*)\]\(([^)#:\s]+)(#[^)\s]*)?\)")
PICTURE = re.compile(r'src="([^":]+)"')
NUMBER = re.compile(r"(?<![\w.])\d[\d.]*e[-+]\d+(?!\w)")
ITEM = re.compile(r"( *)([-*]|\d+\.) ")


def outside_of_code(page: str, change: "re.Pattern[str]", by: "str | Callable[[re.Match[str]], str]") -> str:
    parts = re.split(r"(^```.*?^```$|`[^`\n]*`)", page, flags=re.M | re.S)
    return "".join(part if k % 2 else change.sub(by, part) for k, part in enumerate(parts))


def as_python_markdown(page: str) -> str:
    lines: list[str] = []
    is_fenced, in_list = False, False
    for line in page.split("\n"):
        is_fence = line.lstrip().startswith("```")
        item = None if is_fenced or is_fence else ITEM.match(line)
        if item and not in_list and lines and lines[-1].strip():
            lines.append("")
        if item:
            in_list = True
            line = " " * (2 * len(item[1])) + line.lstrip()
        elif not is_fenced and line and not line.startswith(" "):
            in_list = in_list and bool(lines and lines[-1].strip())
        if is_fence:
            line = re.sub(r"(```\w+) .*", r"\1", line)  # what tests do with a block, "```json mesh", is no language
        is_fenced = is_fenced != is_fence
        if line.startswith("|") and not is_fenced:  # browsers break a line after the sign of an exponent
            line = outside_of_code(line, NUMBER, r'<span class="number">\g<0></span>')
        lines.append(line)
    return "\n".join(lines)


def stage(root: Path, directory: Path) -> None:
    pages = [root / "README.md", *sorted(page for part in PARTS for page in (root / part).rglob("*.md"))]
    wanted: set[Path] = {root / "apps/site/site.css"}
    for page in pages:
        def link(found: "re.Match[str]") -> str:
            target = (page.parent / found[3]).resolve()
            if target.is_dir() or not target.is_relative_to(root):
                return found[2]
            if target.suffix != ".md":
                wanted.add(target)
            return found[0]
        text = outside_of_code(page.read_text("utf-8"), LINK, link)
        wanted.update((page.parent / picture).resolve() for picture in PICTURE.findall(text))
        place = directory / "pages" / page.relative_to(root)
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(as_python_markdown(text), "utf-8")
    for file in wanted:
        place = directory / "pages" / file.relative_to(root)
        place.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(file, place)
    config = (root / "apps/site/mkdocs.yml").read_text("utf-8")
    named = set(re.findall(r": (\S+\.md)$", config, re.M))
    others = [str(page.relative_to(root)) for page in pages if str(page.relative_to(root)) not in named]
    lines = "".join(f"      - {page}\n" for page in others if not page.startswith(("lib/", "tests/")))
    developers = "".join(f"      - {page}\n" for page in others if page.startswith(("lib/", "tests/")))
    (directory / "mkdocs.yml").write_text(f"{config}{lines}  - Develop:\n{developers}", "utf-8")


if __name__ == "__main__":
    stage(Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve())
