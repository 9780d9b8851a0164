#!/usr/bin/env python3
"""Opens a report page (cchnn-eval --html) in headless Chromium, uses it as a reader would, and prints what is wrong.

    look_at_page.py PAGE [DIRECTORY]     also takes screenshots into DIRECTORY: light and dark, wide and narrow,
                                         and the animation near its end

Speaks WebDriver with chromedriver (Debian: chromium, chromium-driver). Exit code 0: nothing is wrong; 1: something is;
77: no Chromium here.
"""
import base64
import json
import pathlib
import shutil
import struct
import subprocess
import sys
import tempfile
import time
import urllib.request
import zlib

FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
         "--disable-component-update", "--disable-sync", "--disable-dev-shm-usage", "--hide-scrollbars"]
PATIENCE = 30  # s, for anything


class Browser:
    def __init__(self, profile):
        self.driver = subprocess.Popen(["chromedriver", "--port=0"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        port = next(line.split("port ")[1].split(".")[0] for line in self.driver.stdout if "successfully on port" in line)
        self.address = f"http://127.0.0.1:{port}/session"
        options = {"binary": shutil.which("chromium"), "args": FLAGS + ["--user-data-dir=" + profile]}
        wanted = {"goog:chromeOptions": options, "goog:loggingPrefs": {"browser": "ALL"}}
        self.address += "/" + self.ask("POST", "", {"capabilities": {"alwaysMatch": wanted}})["sessionId"]

    def ask(self, method, path, body=None):
        request = urllib.request.Request(self.address + path, json.dumps(body or {}).encode() if method == "POST" else None,
                                         {"Content-Type": "application/json"}, method=method)
        # No proxy: the driver is on this machine.
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        return json.load(opener.open(request, timeout=PATIENCE))["value"]

    def run(self, script):
        return self.ask("POST", "/execute/sync", {"script": script, "args": []})

    def find(self, selector):
        return next(iter(self.ask("POST", "/element", {"using": "css selector", "value": selector}).values()))

    def click(self, selector):
        self.ask("POST", f"/element/{self.find(selector)}/click")

    def press(self, selector, keys):
        self.ask("POST", f"/element/{self.find(selector)}/value", {"text": keys})

    def drag(self, selector, across, down):
        origin = {"element-6066-11e4-a52e-4f735466cecf": self.find(selector)}
        move = {"type": "pointerMove", "duration": 50}
        actions = [{**move, "origin": origin, "x": 0, "y": 0}, {"type": "pointerDown", "button": 0},
                   {**move, "origin": origin, "x": across, "y": down}, {"type": "pointerUp", "button": 0}]
        self.ask("POST", "/actions", {"actions": [{"type": "pointer", "id": "mouse", "actions": actions}]})

    def device(self, command, **settings):
        self.ask("POST", "/goog/cdp/execute", {"cmd": command, "params": settings})

    def view(self, width, dark):
        self.device("Emulation.setDeviceMetricsOverride", width=width, height=900, deviceScaleFactor=1, mobile=False)
        self.device("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}])

    def screenshot(self, path):
        height = self.run("return Math.min(document.documentElement.scrollHeight, 6000)")
        width = self.run("return innerWidth")
        self.device("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)
        time.sleep(0.3)
        path.write_bytes(base64.b64decode(self.ask("GET", "/screenshot")))

    def close(self):
        try:
            self.ask("DELETE", "")
        finally:
            self.driver.terminate()
            self.driver.wait(PATIENCE)


def until(condition):
    """Whether it came true: asked once a turn, since what a page does may be over when it is asked again."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        if condition():
            return True
        time.sleep(0.05)
    return False


def problems_of(browser):
    """What a reader would complain about; each as a line."""
    def expect(truth, complaint):
        if not truth:
            complaints.append(complaint)

    complaints = []
    text = lambda selector: browser.run(f"return document.querySelector('{selector}').textContent")
    picture = lambda: browser.run("return document.querySelector('.scene').toDataURL()")
    expect(browser.run("return document.querySelector('#script-error').hidden"), "an error is shown: " + text("#script-error"))
    expect(browser.run("return performance.getEntriesByType('resource').length") == 0, "something was loaded")
    expect(browser.run("return window.hacked === undefined"), "a name from a file was run as a script")
    expect(browser.run("return [...document.querySelectorAll('figure svg')].every(f => f.getBBox().width > 100 && f.querySelectorAll('path').length > 5)"),
           "a figure is empty")

    # The first animation starts by itself when it is seen. Slowly: it must not end before it is paused, on a busy machine.
    browser.run("const speed = document.querySelector('.speed'); speed.value = '0.1'; speed.dispatchEvent(new Event('change'))")
    browser.run("document.querySelector('.player').scrollIntoView()")
    expect(until(lambda: not text(".time").startswith("t = 0 s")), "the animation does not advance")
    if text(".play") == "Play":  # over, before it could be slowed down
        browser.click(".play")
        before = text(".time")
        expect(until(lambda: text(".time") != before), "the animation does not advance when asked to")
    browser.click(".play")
    expect(text(".play") == "Play", "the button does not pause")
    paused = text(".time")
    time.sleep(0.3)
    expect(text(".time") == paused, "the animation goes on while paused")
    browser.press(".seek", "\ue010\ue011")  # End, Home
    expect(text(".time").startswith("t = 0 s"), "Home on the slider is not the start: " + text(".time"))
    start, start_error = picture(), text(".legend li:last-child .error")
    browser.press(".seek", "\ue010")  # End
    parts = text(".time").split()
    expect(parts[2] == parts[5], "End on the slider is not the end: " + text(".time"))
    expect(picture() != start, "the picture at the end is that of the start")
    expect(text(".legend li:last-child .error") != start_error, "the error at the end is that of the start")
    browser.press(".scene", " ")
    expect(text(".play") == "Pause", "the space bar does not play")
    browser.click(".play")

    here = picture()
    browser.click(".legend li:last-child input")
    expect(picture() != here, "a prediction cannot be hidden")
    browser.click(".legend li:last-child input")
    if browser.run("return document.querySelectorAll('.trajectory option').length") > 1:
        browser.press(".seek", "\ue011")
        here = picture()
        browser.press(".trajectory", "\ue015")  # arrow down
        expect(picture() != here, "another trajectory is not shown")
    if browser.run("return document.querySelector('.scene').classList.contains('turns')"):
        for turn in (lambda: browser.drag(".scene", 60, 30), lambda: browser.press(".scene", "\ue012")):
            here = picture()
            turn()
            expect(picture() != here, "the picture does not turn")
    return complaints + complaints_of_views(browser)


def complaints_of_views(browser):
    complaints = []
    for dark in (False, True):
        for width in (1280, 375):
            browser.view(width, dark)
            if browser.run("return document.documentElement.scrollWidth > innerWidth"):
                complaints.append(f"the page is wider than its window of {width}")
            channels = browser.run("return getComputedStyle(document.body).backgroundColor").strip("rgb()").split(",")
            if (int(channels[0]) < 128) != dark:
                complaints.append(f"the background is {channels} with {'dark' if dark else 'light'} colours asked for")
    for entry in browser.ask("POST", "/se/log", {"type": "browser"}):
        complaints.append("console: " + entry["message"])
    return complaints


def take_screenshots(browser, directory):
    for dark in (False, True):
        for width, name in ((1280, "wide"), (375, "narrow")):
            browser.view(width, dark)
            browser.screenshot(directory / f"{name}_{'dark' if dark else 'light'}.png")


def take_picture_of_motion(browser, path):
    """The animation near its end, with trails: for a README."""
    browser.view(1000, False)
    browser.run("const which = document.querySelector('.trajectory'); which.value = 0; which.dispatchEvent(new Event('change'));"
                "const speed = document.querySelector('.speed'); speed.value = '1'; speed.dispatchEvent(new Event('change'));"
                "const seek = document.querySelector('.seek'); seek.value = 0.8 * seek.max; seek.dispatchEvent(new Event('input'));"
                "document.activeElement.blur(); scrollTo(0, 0)")
    browser.device("Emulation.setDeviceMetricsOverride", width=1000, height=760, deviceScaleFactor=1, mobile=False)
    time.sleep(0.3)
    png = base64.b64decode(browser.ask("GET", "/screenshot"))
    path.write_bytes(with_description(png, browser.run("return document.querySelector('.signature code').textContent")))


def with_description(png, text):
    """The picture carries the signature that it shows, so that a test can tell whether it is of today's data."""
    header = 8 + 25  # PNG signature, IHDR
    chunk = b"tEXtDescription\0" + text.encode("latin-1")
    return png[:header] + struct.pack(">I", len(chunk) - 4) + chunk + struct.pack(">I", zlib.crc32(chunk)) + png[header:]


def main(page, directory=None):
    if not (shutil.which("chromium") and shutil.which("chromedriver")):
        print("no chromium, or no chromedriver")
        return 77
    with tempfile.TemporaryDirectory() as profile:
        browser = Browser(profile)
        try:
            browser.view(1280, False)
            browser.ask("POST", "/url", {"url": pathlib.Path(page).resolve().as_uri()})
            complaints = problems_of(browser)
            if directory:
                take_screenshots(browser, pathlib.Path(directory))
                take_picture_of_motion(browser, pathlib.Path(directory) / "motion.png")
        finally:
            browser.close()
    print("\n".join(complaints))
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
