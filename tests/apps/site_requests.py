"""What the built site asks for, by the log that Chromium keeps of its network: every request of a page goes to the site itself.
check_links.py reads what pages say; here style sheets, fonts, scripts and the search are seen at work as well.

    site_requests.py SITE        exit code 1: a page asked for something elsewhere; 77: no Chromium, or no site
"""
import functools
import http.server
import json
import shutil
import subprocess
import sys
import tempfile
import threading
from pathlib import Path

FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--no-proxy-server",
         "--disable-component-update", "--disable-sync", "--disable-dev-shm-usage", "--virtual-time-budget=8000", "--dump-dom"]
PAGES = {"index.html": 5, "systems/index.html": 60, "apps/commands.html?q=pendulum": 5}  # and how many files each loads at least
ELSEWHERE = "http://localhost.invalid/font.woff2"


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


def requests_of(address: str) -> "list[str]":
    """Addresses that the page asked for. What the browser asks for itself has no page as its initiator."""
    with tempfile.TemporaryDirectory() as place:
        log = Path(place) / "net.json"
        subprocess.run(["chromium", *FLAGS, f"--user-data-dir={place}/profile", f"--log-net-log={log}", address], timeout=120,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
        kept = json.loads(log.read_text("utf-8"))
    begins = kept["constants"]["logEventTypes"]["URL_REQUEST_START_JOB"]
    of_pages = [event["params"] for event in kept["events"] if event["type"] == begins and "url" in event.get("params", {})]
    return [one["url"] for one in of_pages if one.get("initiator") not in (None, "not an origin")]


def main(site: Path) -> int:
    if not shutil.which("chromium") or not (site / "index.html").exists():
        print("no Chromium (apps/install_packages.sh browser), or no site")
        return 77
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=str(site)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    own = f"http://127.0.0.1:{server.server_port}/"
    with tempfile.TemporaryDirectory() as place:  # what this would miss is worth nothing
        (Path(place) / "bad.html").write_text(f"<script>fetch('{ELSEWHERE}')</script>", "utf-8")
        bad = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=place))
        threading.Thread(target=bad.serve_forever, daemon=True).start()
        wrong = [] if ELSEWHERE in requests_of(f"http://127.0.0.1:{bad.server_port}/bad.html") else ["a request elsewhere was not seen"]
    for page, least in PAGES.items():
        asked = requests_of(own + page)
        wrong += [f"{page}: asked for {url}" for url in asked if not url.startswith(own)]
        if len(asked) < least:
            wrong.append(f"{page}: {len(asked)} requests, expected {least} at least")
        print(f"{page}: {len(asked)} requests")
    print("\n".join(wrong) or "all of the site itself")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
