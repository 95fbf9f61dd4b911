"""Drives a headless Chromium over its debugging pipe, with the standard library only.

    with Browser() as browser:
        page = browser.open("file:///tmp/report.html", width=1280, height=800)
        page.press("j")
        page.value("document.title")
"""
import base64
import json
import os
import select
import shutil
import subprocess
import tempfile
import time

ANSWER = 60  # seconds; a browser that takes longer hangs
KEYS = {"ArrowDown": 40, "ArrowUp": 38, "Home": 36, "End": 35, "Enter": 13, "Escape": 27, "PageDown": 34, "PageUp": 33}


def find_browser():
    """The path of Chromium, or None."""
    names = [os.environ.get("HEDDLE_CHROMIUM", ""), "chromium", "chromium-browser", "google-chrome"]
    return next((found for found in (shutil.which(name) for name in names if name) if found), None)


class Browser:
    def __init__(self):
        self.folder = tempfile.TemporaryDirectory()
        to_browser, self.output = os.pipe()
        self.input, from_browser = os.pipe()

        def connect():  # the browser reads from 3 and writes to 4
            first, second = os.dup(to_browser), os.dup(from_browser)
            os.dup2(first, 3)
            os.dup2(second, 4)
            os.set_inheritable(3, True)
            os.set_inheritable(4, True)

        # As root in a container there is no sandbox; the pages are our own.
        self.process = subprocess.Popen(
            [find_browser(), "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
             "--disable-background-networking", "--disable-component-update", "--disable-sync", "--no-first-run",
             "--hide-scrollbars", "--force-color-profile=srgb", f"--user-data-dir={self.folder.name}", "--remote-debugging-pipe",
             "about:blank"],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, close_fds=False, preexec_fn=connect)
        os.close(to_browser)
        os.close(from_browser)
        self.buffer = b""
        self.number = 0
        self.events = []

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()
        os.close(self.input)
        os.close(self.output)
        for _ in range(20):  # children may still write into the folder
            try:
                self.folder.cleanup()
                return
            except OSError:
                time.sleep(0.1)

    def read(self):
        """The next message."""
        while b"\0" not in self.buffer:
            if not select.select([self.input], [], [], ANSWER)[0]:
                raise AssertionError("the browser does not answer")
            part = os.read(self.input, 1 << 20)
            if not part:
                raise AssertionError("the browser ended")
            self.buffer += part
        message, _, self.buffer = self.buffer.partition(b"\0")
        return json.loads(message)

    def call(self, method, session=None, **parameters):
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if session:
            message["sessionId"] = session
        data = json.dumps(message).encode() + b"\0"
        while data:
            data = data[os.write(self.output, data):]
        while True:
            answer = self.read()
            if answer.get("id") == self.number:
                if "error" in answer:
                    raise AssertionError(f"{method}: {answer['error']}")
                return answer["result"]
            self.events.append(answer)

    def open(self, url, width=1280, height=800, dark=False):
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        page = Page(self, session)
        for domain in ("Page", "Runtime", "Log", "Network", "Accessibility"):
            page.call(f"{domain}.enable")
        page.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=width < 700)
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        page.call("Emulation.setEmulatedMedia", features=[scheme])
        page.go(url)
        return page


class Page:
    def __init__(self, browser, session):
        self.browser = browser
        self.session = session

    def call(self, method, **parameters):
        return self.browser.call(method, self.session, **parameters)

    def go(self, url):
        self.browser.events.clear()
        self.call("Page.navigate", url=url)
        loaded = {"method": "Page.loadEventFired", "sessionId": self.session}

        def is_loaded(event):
            return all(event.get(key) == value for key, value in loaded.items())
        while not any(is_loaded(event) for event in self.browser.events):
            self.browser.events.append(self.browser.read())

    def value(self, expression):
        """The value of a JavaScript expression."""
        result = self.call("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in result:
            raise AssertionError(f"{expression}: {result['exceptionDetails']}")
        return result["result"].get("value")

    def settle(self):
        """Waits until two frames were drawn."""
        self.value("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")

    def press(self, key, shift=False):
        text = {"text": key} if len(key) == 1 else {"text": "\r"} if key == "Enter" else {}
        common = {"key": key, "windowsVirtualKeyCode": KEYS.get(key, ord(key[0])), "modifiers": 8 if shift else 0}
        self.call("Input.dispatchKeyEvent", type="keyDown", **common, **text)
        self.call("Input.dispatchKeyEvent", type="keyUp", **common)
        self.settle()

    def write(self, text):
        self.call("Input.insertText", text=text)

    def problems(self):
        """Errors of scripts, messages on the console, and requests other than for the page itself."""
        found = []
        for event in self.browser.events:
            method, parameters = event.get("method", ""), event.get("params", {})
            if method in ("Runtime.exceptionThrown", "Runtime.consoleAPICalled", "Log.entryAdded"):
                found.append(json.dumps(parameters)[:500])
            if method == "Network.requestWillBeSent" and not parameters["request"]["url"].startswith("file:"):
                found.append(parameters["request"]["url"][:200])
        return found

    def accessible(self):
        """The accessibility tree as (role, name) pairs."""
        nodes = self.call("Accessibility.getFullAXTree")["nodes"]
        return [(node.get("role", {}).get("value", ""), node.get("name", {}).get("value", ""))
                for node in nodes if not node.get("ignored")]

    def screenshot(self, path):
        self.settle()
        data = self.call("Page.captureScreenshot", format="png")["data"]
        with open(path, "wb") as file:
            file.write(base64.b64decode(data))

    def pdf(self):
        return base64.b64decode(self.call("Page.printToPDF", printBackground=True)["data"])
