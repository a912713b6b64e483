"""First contentful paint on a weak network: the list beside the same page served by kiwix-serve.

Usage: paint.py [--rounds N]

Both get a fresh profile for each visit, one after the other. The network is what a phone has far from the access
point: 150 ms there and back, 1.6 Mbit/s down, 0.75 Mbit/s up (the emulation of Chromium's developer tools).
"""

import argparse
import pathlib
import re
import shutil
import statistics
import subprocess
import tempfile
import urllib.request

from playwright.sync_api import sync_playwright
from program import ROOT, HeldPort, Show, end

NETWORK = {"offline": False, "latency": 150, "downloadThroughput": 200_000, "uploadThroughput": 94_000}
PAINT = """() => new Promise((resolve) => new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) if (entry.name === 'first-contentful-paint') resolve(entry.startTime);
}).observe({type: 'paint', buffered: true}))"""


def fetch(address):
    request = urllib.request.Request(address, headers={"Accept-Encoding": "identity"})
    with urllib.request.urlopen(request) as answer:
        return answer.read()


def copy_file(address, path, file):
    """A file and the scripts that it imports."""
    if file.exists():
        return
    content = fetch(address + path)
    file.write_bytes(content)
    if path.endswith(".js"):
        for name in re.findall(rb'"\./([\w.-]+\.js)"', content):
            copy_file(address, f"{path.rsplit('/', 1)[0]}/{name.decode()}", file.with_name(name.decode()))


def copy_page(address, folder):
    """The list with its style sheet, script and emblem, as files that link to each other relatively."""
    page = fetch(address + "/").decode()
    at = 0
    while (at := page.find('="/static/', at)) >= 0:
        start = at + 2
        end = page.index('"', start)
        path = page[start:end]
        file = folder / path.rsplit("/", 1)[1]
        copy_file(address, path, file)
        page = page[:start] + file.name + page[end:]
    (folder / "index.html").write_text(page)


def make_zim(folder, file):
    subprocess.run(["rsvg-convert", "-w", "48", "-h", "48", "-o", folder / "illustration.png",
                    ROOT / "Public/icons/simpsons.svg"], check=True)
    subprocess.run(
        ["zimwriterfs", "--welcome=index.html", "--illustration=illustration.png", "--language=eng",
         "--title=List", "--description=A list", "--creator=Test", "--publisher=Test", "--withoutFTIndex",
         folder, file], check=True, stdout=subprocess.DEVNULL)


class Kiwix:
    def __init__(self, file, *options):
        self.port = HeldPort()
        self.process = subprocess.Popen(
            ["kiwix-serve", *options, f"--port={self.port.number}", "--address=127.0.0.1", str(file)],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.address = f"http://127.0.0.1:{self.port.number}/{file.stem}/A/index.html"
        self.port.wait_for(self.process)

    def stop(self):
        end(self.process)
        self.port.release()


def first_paint(browser, address):
    context = browser.new_context(viewport={"width": 390, "height": 844}, locale="en-US")
    page = context.new_page()
    session = context.new_cdp_session(page)
    session.send("Network.enable")
    session.send("Network.emulateNetworkConditions", NETWORK)
    page.goto(address, wait_until="commit")
    paint = page.evaluate(PAINT)
    context.close()
    return paint


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=15)
    rounds = parser.parse_args().rounds
    missing = [name for name in ["kiwix-serve", "zimwriterfs", "rsvg-convert", "chromium"] if not shutil.which(name)]
    if missing:
        print(f"not measured: no {', '.join(missing)} here")
        return
    with tempfile.TemporaryDirectory(prefix="dramatis-paint-") as folder:
        folder = pathlib.Path(folder)
        show = Show("simpsons")
        running = [show]
        try:
            (folder / "page").mkdir()
            copy_page(show.address, folder / "page")
            make_zim(folder / "page", folder / "list.zim")
            bare = Kiwix(folder / "list.zim", "--nosearchbar")
            running.append(bare)
            barred = Kiwix(folder / "list.zim")
            running.append(barred)
            sites = {"Dramatis": show.address + "/", "kiwix-serve without its bar": bare.address,
                     "kiwix-serve": barred.address}
            times = {name: [] for name in sites}
            with sync_playwright() as playwright:
                browser = playwright.chromium.launch(
                    executable_path=shutil.which("chromium"), args=["--no-sandbox"])
                for round in range(rounds + 1):
                    for name, address in sites.items():
                        paint = first_paint(browser, address)
                        # The first round warms up all of them.
                        if round:
                            times[name].append(paint)
                browser.close()
        finally:
            for one in running:
                one.stop()
    ours = statistics.median(times["Dramatis"])
    print(f"first contentful paint, median of {rounds}, alternating, {NETWORK['latency']} ms, "
          f"{NETWORK['downloadThroughput'] * 8 / 1e6} Mbit/s:")
    for name, values in times.items():
        median = statistics.median(values)
        print(f"  {name:30} {median:6.0f} ms   {ours / median:.2f} of it is ours")


if __name__ == "__main__":
    main()
