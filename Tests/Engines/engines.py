"""Chromium, Firefox and WebKitGTK from Debian behind one small interface."""

import base64
import glob
import os
import re
import shutil
import subprocess
import tempfile

from marionette_driver import By as MarionetteBy
from marionette_driver.errors import MarionetteException
from marionette_driver.marionette import Marionette
from program import HeldPort, end, wait_for
from selenium import webdriver
from selenium.common.exceptions import WebDriverException
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

KEYS = {"Enter": Keys.ENTER, "Escape": Keys.ESCAPE, "ArrowDown": Keys.ARROW_DOWN, "ArrowRight": Keys.ARROW_RIGHT}


class Browser:
    """The interface of the tests; `name` is the browser's."""

    # Properties of our style sheet that the engine does not support.
    lacks = set()

    def open(self, address):
        """Opens a page and waits for its script."""
        self.go_to(address)
        self.wait("performance.getEntriesByType('resource').some((one) => one.name.endsWith('/app.js'))")
        # Firefox's driver cannot import modules; two frames after the script's arrival it has run.
        self.run_later("for (const _ of [1, 2]) await new Promise(requestAnimationFrame); return true")

    def run_later(self, body):
        """Runs the body of an async function and returns its result."""
        self.run(f"""window.later = undefined;
          (async () => {{ {body} }})().then((value) => {{ window.later = [value] }})""")
        return self.wait("window.later")[0]

    def wait(self, condition, *arguments):
        """Waits until a JavaScript expression over `arguments` is truthy, and returns its value."""
        def value():
            try:
                return self.run(f"return ({condition})", *arguments)
            except (WebDriverException, MarionetteException):
                # The page is being replaced by another one.
                return None

        return wait_for(value, f"{condition} {arguments} in {self.name}")


class Selenium(Browser):
    def go_to(self, address):
        self.driver.get(address)

    def run(self, script, *arguments):
        return self.driver.execute_script(script, *arguments)

    def click(self, selector):
        self.driver.find_element(By.CSS_SELECTOR, selector).click()

    def type(self, selector, text):
        self.driver.find_element(By.CSS_SELECTOR, selector).send_keys(KEYS.get(text, text))

    def back(self):
        self.driver.back()

    def size(self, width, height):
        self.driver.set_window_size(width, height)
        # WebKit resizes it later.
        self.wait("innerWidth <= arguments[0] && innerHeight <= arguments[1]", width, height)
        width += width - self.run("return innerWidth")
        height += height - self.run("return innerHeight")
        self.driver.set_window_size(width, height)

    def quit(self):
        self.driver.quit()


class Chromium(Selenium):
    name = "Chromium"

    def __init__(self):
        options = webdriver.ChromeOptions()
        options.binary_location = shutil.which("chromium")
        for argument in ["--headless=new", "--no-sandbox", "--disable-gpu"]:
            options.add_argument(argument)
        service = webdriver.ChromeService(executable_path=shutil.which("chromedriver"))
        self.driver = webdriver.Chrome(options=options, service=service)


class WebKit(Selenium):
    """WebKitGTK's MiniBrowser on a virtual screen."""

    name = "WebKitGTK"
    # It does not support forced colours.
    lacks = {"scroll-initial-target", "text-size-adjust", "-webkit-text-size-adjust", "forced-color-adjust",
             "reading-flow", "scrollbar-color", "user-select"}

    def __init__(self):
        reader, writer = os.pipe()
        self.screen = subprocess.Popen(
            ["Xvfb", "-displayfd", str(writer), "-screen", "0", "1600x1200x24", "-nolisten", "tcp"],
            pass_fds=[writer], stderr=subprocess.DEVNULL)
        os.close(writer)
        with os.fdopen(reader) as number:
            display = ":" + number.readline().strip()
        options = webdriver.WebKitGTKOptions()
        options.binary_location = glob.glob("/usr/lib/*/webkit2gtk-4.*/MiniBrowser")[0]
        options.add_argument("--automation")
        # Without compositing it crashes at page transitions, so reduced motion is set.
        self.settings = tempfile.mkdtemp(prefix="dramatis-webkit-")
        for folder in ["gtk-3.0", "gtk-4.0"]:
            os.mkdir(os.path.join(self.settings, folder))
            with open(os.path.join(self.settings, folder, "settings.ini"), "w") as file:
                file.write("[Settings]\ngtk-enable-animations=0\n")
        environment = {**os.environ, "XDG_CONFIG_HOME": self.settings, "DISPLAY": display, "GDK_BACKEND": "x11",
                       "NO_AT_BRIDGE": "1",
                       "WEBKIT_DISABLE_COMPOSITING_MODE": "1", "LIBGL_ALWAYS_SOFTWARE": "1",
                       # Its sandbox needs rights that containers do not have.
                       "WEBKIT_FORCE_SANDBOX": "0", "WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS": "1"}
        service = webdriver.WebKitGTKService(
            executable_path=shutil.which("WebKitWebDriver"), env=environment)
        try:
            self.driver = webdriver.WebKitGTK(options=options, service=service)
        except Exception:
            self.end()
            raise

    def quit(self):
        super().quit()
        self.end()

    def end(self):
        end(self.screen)
        shutil.rmtree(self.settings, ignore_errors=True)


class Firefox(Browser):
    """Firefox ESR through its own protocol, as Debian has no driver for it."""

    name = "Firefox"
    lacks = {"reading-flow", "scroll-initial-target", "text-size-adjust", "view-transition-name", "animation-timeline",
             "animation-range", "orphans", "widows", "-webkit-tap-highlight-color"}

    def __init__(self):
        self.profile = tempfile.mkdtemp(prefix="dramatis-firefox-")
        self.port = HeldPort()
        with open(os.path.join(self.profile, "user.js"), "w") as preferences:
            preferences.write(f'user_pref("marionette.port", {self.port.number});\n')
            for key in ["app.update.enabled", "browser.shell.checkDefaultBrowser", "toolkit.telemetry.enabled",
                        "datareporting.policy.dataSubmissionEnabled", "network.captive-portal-service.enabled",
                        "network.connectivity-service.enabled"]:
                preferences.write(f'user_pref("{key}", false);\n')
        self.process = subprocess.Popen(
            ["firefox-esr", "--headless", "--marionette", "--no-remote", "--profile", self.profile],
            env={**os.environ, "HOME": self.profile}, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.driver = Marionette(host="127.0.0.1", port=self.port.number)
        try:
            self.port.wait_for(self.process)
            self.driver.start_session()
        except BaseException:
            self.end()
            raise

    def go_to(self, address):
        self.driver.navigate(address)

    def run(self, script, *arguments):
        return self.driver.execute_script(script, script_args=arguments, sandbox=None)

    def click(self, selector):
        self.driver.find_element(MarionetteBy.CSS_SELECTOR, selector).click()

    def type(self, selector, text):
        self.driver.find_element(MarionetteBy.CSS_SELECTOR, selector).send_keys(KEYS.get(text, text))

    def back(self):
        self.driver.go_back()

    def sheets(self):
        """The number of sheets of A4 that it prints."""
        page = {"page": {"width": 21, "height": 29.7}}
        paper = base64.b64decode(self.driver._send_message("WebDriver:Print", page, key="value"))
        with tempfile.NamedTemporaryFile(suffix=".pdf") as file:
            file.write(paper)
            file.flush()
            said = subprocess.run(["pdfinfo", file.name], check=True, capture_output=True, text=True).stdout
        return int(re.search(r"Pages:\s*(\d+)", said)[1])

    def size(self, width, height):
        self.driver.set_window_rect(width=width, height=height)
        width += width - self.run("return innerWidth")
        height += height - self.run("return innerHeight")
        self.driver.set_window_rect(width=width, height=height)

    def quit(self):
        try:
            self.driver.delete_session()
        finally:
            self.end()

    def end(self):
        end(self.process)
        self.port.release()
        shutil.rmtree(self.profile, ignore_errors=True)

