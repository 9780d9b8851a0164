"""Copies the pages of the repository, and the files that they lead to, for mkdocs: stage.py ROOT DIRECTORY.

Python-Markdown wants an empty line before a list, four blanks before an item within an item and one word after a fence, where code
hosts do not. Links to
directories become text: a site has none. Tables of the gallery become cards. Pages that mkdocs.yml does not name are those for
developers."""
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
GALLERY = re.compile(r"^\| \| system \|.*\n\|[-|]+\n((?:\|.*\n)+)", re.M)
SYSTEM = re.compile(r'\| <img src="pictures/(\w+)\.svg"[^|]*\| \[[^]]*\]\((\S+)\.md#\w+\) \| (\d+) \| ([^|]*?) ?\| (.*) \|')


# Code that is the text of a link is no code here: such a link leads to a file, too.
def outside_of_code(page: str, change: "re.Pattern[str]", by: "str | Callable[[re.Match[str]], str]") -> str:
    parts = re.split(r"(^```.*?^```$|(?<!\[)`(?!\])[^`\n]*`)", page, flags=re.M | re.S)
    return "".join(part if k % 2 else change.sub(by, part) for k, part in enumerate(parts))


SMALL = re.compile(r"^@media \(max-width: 200px\) \{\n(?:\..*\n)*\}\n", re.M)  # for drawings that shrink with their lines
CARD = """text, .ground, .halo, .scale, .scale-bar { display: none; }
path, circle { vector-effect: non-scaling-stroke; }
.figure.still .trail { stroke-width: 1.5; opacity: .7; }
.figure.still .rod { stroke-width: 4; }
.figure.still:not(.fine) circle.mass { r: 10px; }
"""


# A drawing for the size of a card: without names and scale, and with lines that stay as wide as they are, in both palettes.
def thumbnail(drawing: str) -> str:
    drawing = SMALL.sub("", drawing)
    shapes = re.sub(r"<text.*?</text>|<rect.*?/>|<path class=\"scale-bar\".*?/>", "", drawing.split("</style>")[1])
    points = [(float(x), float(y)) for path in re.findall(r' d="([^"]*)"', shapes) for x, y in re.findall(r"(-?[\d.]+) (-?[\d.]+)", path)]
    points += [(float(x), float(y)) for x, y in re.findall(r'cx="([\d.]+)" cy="([\d.]+)"', shapes)]
    left, top, right, bottom = (f([p[k] for p in points]) for f in (min, max) for k in (0, 1))
    wide, high = right - left + 32, bottom - top + 32
    box = f"{left - 16:.0f} {top - 16:.0f} {wide:.0f} {high:.0f}"
    return re.sub(r'viewBox="[^"]*"(.*?) width="[^"]*" height="[^"]*"', rf'viewBox="{box}"\1', drawing, count=1).replace("</style>", CARD + "</style>")


# The tables of the gallery as cards; `drawn` gets the name of each system.
def with_cards(page: str, drawn: "Callable[[str], None]") -> str:
    def card(row: "re.Match[str]") -> str:
        name, place, freedom, chaos, what = row.groups()
        drawn(name)
        facts = f"{freedom} degree{'s' if freedom != '1' else ''} of freedom"
        if chaos:
            facts += ", no chaos found" if chaos == "–" else ", Lyapunov time " + chaos.replace(" s", "&nbsp;s")
        return (f'<a class="system" href="{place}.html#{name}"><img src="pictures/small/{name}.svg" alt="" loading="lazy">'
                f"<b>{name}</b><span>{what}</span><small>{facts}</small></a>")
    return GALLERY.sub(lambda table: '<div class="systems">\n' + SYSTEM.sub(card, table[1]) + "</div>\n", page)


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

        def draw(name: str) -> None:
            small = place.parent / f"pictures/small/{name}.svg"
            small.parent.mkdir(parents=True, exist_ok=True)
            small.write_text(thumbnail((page.parent / f"pictures/{name}.svg").read_text("utf-8")), "utf-8")
        place.write_text(as_python_markdown(with_cards(text, draw)), "utf-8")
    for file in wanted:
        place = directory / "pages" / file.relative_to(root)
        place.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(file, place)
    config = (root / "apps/site/mkdocs.yml").read_text("utf-8")
    named = set(re.findall(r": (\S+\.md)$", config, re.M))
    others = [str(page.relative_to(root)) for page in pages if str(page.relative_to(root)) not in named]
    developers = "".join(f"      - {page}\n" for page in others)
    (directory / "mkdocs.yml").write_text(f"{config}  - Develop:\n{developers}", "utf-8")


if __name__ == "__main__":
    stage(Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve())
