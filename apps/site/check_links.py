"""Follows every link of a built site: check_links.py DIRECTORY. Files and anchors must be there, and no page may load anything from
elsewhere; every block of code must have been read as one. Links that a reader clicks may lead out."""
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

LOADED = {"img": "src", "script": "src", "link": "href", "iframe": "src", "source": "src"}
NOT_LOADED = {"canonical", "next", "prev"}  # relations of a link that no browser follows by itself


class Page(HTMLParser):
    def __init__(self, text: str) -> None:
        super().__init__()
        self.anchors: set[str] = set()
        self.links: list[str] = []
        self.loaded: list[str] = []
        self.text = text
        self.feed(text)

    def handle_starttag(self, tag: str, attributes: "list[tuple[str, str | None]]") -> None:
        given = {name: value or "" for name, value in attributes}
        self.anchors.update(given[name] for name in ("id", "name") if given.get(name))
        if tag == "a" and "href" in given:
            self.links.append(given["href"])
        elif tag in LOADED and LOADED[tag] in given and given.get("rel") not in NOT_LOADED:
            self.loaded.append(given[LOADED[tag]])


def main(site: Path) -> int:
    pages = {file.resolve(): Page(file.read_text("utf-8")) for file in sorted(site.rglob("*.html"))}
    wrong, seen = [], 0
    for file, page in pages.items():
        name = file.relative_to(site.resolve())
        wrong += [f"{name}: loads {url}" for url in page.loaded if urlsplit(url).netloc]
        if "<p>```" in page.text or "```</p>" in page.text:
            wrong.append(f"{name}: has a block of code that was not read as one")
        for url in page.links + page.loaded:
            parts = urlsplit(url)
            if parts.scheme or parts.netloc or url.startswith("/"):  # 404.html has absolute links
                continue
            seen += 1
            target = (file.parent / unquote(parts.path)).resolve() if parts.path else file
            target = target / "index.html" if target.is_dir() else target
            if not target.exists():
                wrong.append(f"{name}: {url} leads to no file")
            elif parts.fragment and target in pages and unquote(parts.fragment) not in pages[target].anchors:
                wrong.append(f"{name}: {url} leads to no heading")
    print("\n".join(wrong) or f"{len(pages)} pages, {seen} links within the site, all lead somewhere")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
