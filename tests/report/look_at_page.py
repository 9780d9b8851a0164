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

    def move(self, selector, across, down):
        """The pointer to a place of an element, from its middle, in shares of its size."""
        origin = {"element-6066-11e4-a52e-4f735466cecf": self.find(selector)}
        box = self.run(f'const b = document.querySelector("{selector}").getBoundingClientRect(); return [b.width, b.height]')
        move = {"type": "pointerMove", "duration": 20, "origin": origin, "x": int(across * box[0]), "y": int(down * box[1])}
        self.ask("POST", "/actions", {"actions": [{"type": "pointer", "id": "mouse", "actions": [move]}]})

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
    charts = browser.run("return [...document.querySelectorAll('svg.chart')].map(f => "
                         "[f.getAttribute('aria-label') || '', f.getBBox().width, f.querySelectorAll('path').length])")
    for label, width, paths in charts:
        # Two axes, and a curve or marks with an interval: names at their ends are texts.
        expect(width > 100 and paths > 3, f"a figure is empty: {label} has {paths} paths and is {width} wide")
    expect(browser.run("return [...document.querySelectorAll('svg.still')].every(f => f.querySelectorAll('.mass').length > 0)"),
           "a drawing is empty")
    expect(browser.run("return !!document.querySelector('.verdict, .gallery, .system')"), "no verdict, and no system")
    scored = browser.run("return document.querySelector('footer').textContent.startsWith('Written by cchnn-eval')")
    expect(scored == browser.run("return !!document.querySelector('.verdict')"), "no verdict of scores, or one without any")
    if scored:
        expect(browser.run("return document.querySelector('.verdict').getBoundingClientRect().top < 300"), "the verdict is not on top")
        expect(browser.run("const v = [...document.querySelectorAll('.verdict')].map(e => e.textContent); return new Set(v).size === v.length"),
               "a verdict is said twice")
        complaints += complaints_of_tables(browser) + complaints_of_charts(browser) + complaints_of_downloads(browser)
    if browser.run("return !document.querySelector('.player')"):
        return complaints + complaints_of_views(browser)

    # The first animation starts by itself when it is seen. Slowly: it must not end before it is paused, on a busy machine.
    browser.run("const speed = document.querySelector('.speed'); speed.value = '0.1'; speed.dispatchEvent(new Event('change'))")
    first = text(".time")
    browser.run("document.querySelector('.player').scrollIntoView()")
    # It stands on top, so that it may be over before it was slowed down; then it is played again below.
    expect(until(lambda: text(".time") != first or text(".play") == "Play"), "the animation does not advance")
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
    compared = browser.run("return document.querySelectorAll('.player .legend')[0].children.length > 1")
    start, start_error = picture(), text(".legend li:last-child .error")
    browser.press(".seek", "\ue010")  # End
    parts = text(".time").split()
    expect(parts[2] == parts[5], "End on the slider is not the end: " + text(".time"))
    expect(picture() != start, "the picture at the end is that of the start")
    expect(not compared or text(".legend li:last-child .error") != start_error, "the error at the end is that of the start")
    browser.press(".scene", " ")
    expect(text(".play") == "Pause", "the space bar does not play")
    browser.click(".play")

    if compared:
        here = picture()
        browser.click(".legend li:last-child input")
        expect(picture() != here, "a prediction cannot be hidden")
        browser.click(".legend li:last-child input")
        here = picture()
        browser.press(".magnify", "\ue014\ue014")  # two steps to the right
        expect(picture() != here and text(".magnified") == "\u00d7 10^2", "differences cannot be magnified")
        browser.press(".magnify", "\ue011")
        decades = browser.run("""const of = references => new Strip(document.querySelector('.strip'), {submissions: references.map(r => ({reference: r}))});
            return [[false, true], [true, true]].map(r => { const s = of(r); s.range({err: [[0, 0.02, 0.2], [0, 2e-9, 3e-9]]}); return [s.low, s.high]; })""")
        expect(decades == [[-2, 0], [-9, 0]], f"a rollout of the true system stretches the strip of a model's errors: {decades}")
    complaints += complaints_of_camera(browser, picture)
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


def complaints_of_camera(browser, picture):
    """Zoom by button and key, following a body, trails."""
    complaints = []
    browser.press(".seek", "\ue010")  # End: there is a trail
    for what, do in (("the button zooms in", lambda: browser.click(".zoom-in")), ("+ zooms in", lambda: browser.press(".scene", "+")),
                     ("0 shows all", lambda: browser.press(".scene", "0")), ("trails can be left out", lambda: browser.click(".trails"))):
        here = picture()
        do()
        if picture() == here:
            complaints.append("not so: " + what)
    browser.click(".trails")
    browser.press(".seek", "\ue011\ue014\ue014\ue014")  # Home, then a few samples on
    here = picture()
    browser.run("const f = document.querySelector('.follow'); f.value = '0'; f.dispatchEvent(new Event('change'))")
    if picture() == here:
        complaints.append("a body cannot be followed")
    browser.run("const f = document.querySelector('.follow'); f.value = '-1'; f.dispatchEvent(new Event('change'))")
    return complaints


def complaints_of_tables(browser):
    """A click on a heading sorts by it, another one the other way round, and a screen reader is told."""
    column = "[...document.querySelector('.ranking tbody').rows].map(r => parseFloat(r.cells[1].textContent))"
    complaints = []
    for order, sign in (("ascending", 1), ("descending", -1)):
        browser.click(".ranking thead th:nth-child(2) button")
        values = [v for v in browser.run("return " + column) if v is not None]
        if values != sorted(values, reverse=sign < 0):
            complaints.append(f"a click does not sort {order}: {values}")
        if browser.run("return document.querySelector('.ranking thead th:nth-child(2)').getAttribute('aria-sort')") != order:
            complaints.append("a table does not say that it is sorted " + order)
    if not browser.run("return [...document.querySelectorAll('details.definitions dd')].length"):
        complaints.append("no definitions beside the numbers")
    return complaints


def complaints_of_charts(browser):
    """Values where one points, and with the arrow keys, are those that are drawn there."""
    complaints = []
    chart = "svg[id$='-error_over_time']"
    values = f"return document.querySelector(\"{chart}\").closest('figure').querySelector('.pointed-values').textContent"
    browser.run(f"document.querySelector(\"{chart}\").scrollIntoView({{block: 'center'}})")
    browser.move(chart, 0.1, -0.2)
    said = browser.run(values)
    if "time" not in said or "[" not in said:
        complaints.append("a chart says nothing where one points: " + said)
    browser.press(chart, "\ue011")  # Home
    first = browser.run(values)
    browser.press(chart, "\ue014")
    second = browser.run(values)
    if first == second:
        complaints.append("arrow keys do not move along a chart")
    if "time 0 " in first + " ":
        complaints.append("a chart begins with the given state at t = 0")
    return complaints


def complaints_of_downloads(browser):
    """Each button saves a file: its text is caught on the way."""
    browser.run("window.caught = []; const plain = Blob; window.Blob = class extends plain { constructor(parts, o) { super(parts, o); window.caught.push(parts[0]); } };"
                "HTMLAnchorElement.prototype.click = function () { window.saved = this.download; }")
    complaints = []
    for button in ("[data-file$='.json']", "[data-file$='.csv']", ".figures .save-figure"):
        browser.run("window.caught = []")
        browser.click(button)
        caught = browser.run("return window.caught.join('')")
        fine = {"[data-file$='.json']": lambda: json.loads(caught)["format"].startswith("cchnn-eval"),
                "[data-file$='.csv']": lambda: caught.startswith("label,path,system"),
                ".figures .save-figure": lambda: caught.startswith("<svg") and "--line-0" in caught and browser.run(
                    "return !new DOMParser().parseFromString(window.caught[0], 'image/svg+xml').querySelector('parsererror')")}
        if not caught or not fine[button]():
            complaints.append(f"{button} does not save: {caught[:60]}")
    return complaints


def luminance(colour):
    channels = [int(colour[i:i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(a, b):
    high, low = sorted((luminance(a), luminance(b)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def complaints_of_contrast(browser, where):
    """WCAG 2.1: lines 3:1 against what they are drawn on, texts 4.5:1."""
    colour = lambda name: browser.run(f"return getComputedStyle(document.documentElement).getPropertyValue('--{name}').trim()")
    needed = [(f"{kind}-{i}", 3) for kind in ("line", "body") for i in range(8)] + [("truth", 3), ("floor", 3), ("ink", 4.5), ("soft", 4.5), ("accent", 4.5)]
    return [f"{name} against {ground} is {contrast(colour(name), colour(ground)):.2f}:1 {where}" for name, least in needed
            for ground in ("ground", "panel") if contrast(colour(name), colour(ground)) < least]


def complaints_of_print(browser):
    """On paper, with a preference for dark: light, a still in place of the animation, no table cut."""
    complaints = []
    browser.device("Emulation.setDeviceMetricsOverride", width=700, height=900, deviceScaleFactor=1, mobile=False)  # A4 within margins
    browser.device("Emulation.setEmulatedMedia", media="print", features=[{"name": "prefers-color-scheme", "value": "dark"}])
    ink = browser.run("return getComputedStyle(document.body).color").strip("rgb()").split(",")
    if int(ink[0]) > 100:
        complaints.append("print has light letters where dark is preferred")
    complaints += complaints_of_contrast(browser, "in print")
    if browser.run("return [...document.querySelectorAll('.player')].some(p => p.getBoundingClientRect().height > 0)"):
        complaints.append("print has an animation")
    if browser.run("return !!document.querySelector('.verdict') && ![...document.querySelectorAll('.print-still svg')].some(p => p.getBoundingClientRect().height > 50)"):
        complaints.append("print has no still of the motion")
    cut = browser.run("return [...document.querySelectorAll('table')].filter(t => t.getBoundingClientRect().right > innerWidth + 1).map(t => t.parentElement.getAttribute('aria-label'))")
    complaints += [f"print cuts the table {caption}" for caption in cut]
    small = browser.run("""const size = e => parseFloat(getComputedStyle(e).fontSize) * (e.ownerSVGElement ? e.ownerSVGElement.getBoundingClientRect().width / e.ownerSVGElement.viewBox.baseVal.width : 1);
        return [...document.querySelectorAll('td, th, p, li, dd, svg.chart text')].filter(e => e.getBoundingClientRect().height > 0 && size(e) < 9).map(e => size(e).toFixed(1) + ' px: ' + e.textContent.slice(0, 30))""")
    complaints += ["print is too small, " + text for text in small[:3]]  # 9 px are 6.75 pt
    pdf = base64.b64decode(browser.ask("POST", "/goog/cdp/execute", {"cmd": "Page.printToPDF", "params": {"preferCSSPageSize": True}})["data"])
    if b"/MediaBox [0 0 594" not in pdf and b"/MediaBox [0 0 595" not in pdf:
        complaints.append("print is not A4")
    browser.device("Emulation.setEmulatedMedia", media="", features=[])
    return complaints


def complaints_of_access(browser):
    """Every control has a name; every drawing says what it is; headings go down a level at a time."""
    complaints = []
    nameless = browser.run("return [...document.querySelectorAll('button, select, input, canvas[role], svg[role]')].filter(e => !(e.textContent.trim() || e.getAttribute('aria-label') || (e.labels && e.labels.length))).map(e => e.outerHTML.slice(0, 80))")
    complaints += ["has no name: " + element for element in nameless]
    levels = browser.run("return [...document.querySelectorAll('h1, h2, h3, h4')].map(h => Number(h.tagName[1]))")
    if levels[0] != 1 or any(after > before + 1 for before, after in zip(levels, levels[1:])):
        complaints.append(f"levels of headings: {levels}")
    twice = browser.run("const ids = [...document.querySelectorAll('[id]')].map(e => e.id); return ids.filter((id, i) => ids.indexOf(id) !== i)")
    complaints += ["two elements have the id " + name for name in twice]
    dashes = browser.run("return [...document.querySelectorAll('svg.chart')].filter(c => c.querySelector('.line')).every(c => new Set([...c.querySelectorAll('.series .line')].slice(0, 6).map(l => l.getAttribute('stroke-dasharray'))).size === Math.min(6, c.querySelectorAll('.series .line').length))")
    if not dashes:
        complaints.append("lines of a chart differ in colour alone")
    return complaints


def complaints_of_views(browser):
    complaints = complaints_of_access(browser) + complaints_of_print(browser)
    for dark in (False, True):
        for width in (1280, 375):
            browser.view(width, dark)
            if browser.run("return document.documentElement.scrollWidth > innerWidth"):
                complaints.append(f"the page is wider than its window of {width}")
            hidden = browser.run("return [...document.querySelectorAll('.ranking .table, main > section:first-child > .table')].filter(t => t.scrollWidth > t.clientWidth + 1).map(t => t.getAttribute('aria-label'))")
            if width == 1280:
                complaints += ["columns are hidden at 1280, of " + table for table in hidden]
            far = browser.run("return [...document.querySelectorAll('.ranking td:nth-child(2)')].filter(c => c.getBoundingClientRect().right > innerWidth).length")
            if far:
                complaints.append(f"the error is hidden at {width}")
            channels = browser.run("return getComputedStyle(document.body).backgroundColor").strip("rgb()").split(",")
            complaints += complaints_of_contrast(browser, "in dark" if dark else "in light")
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
                "document.activeElement.blur(); document.querySelector('.motion-part').scrollIntoView()")
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
