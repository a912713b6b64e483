"""First contentful paint of list and detail: ours, another build's, a plain page's and kiwix-serve's.

Usage: paint.py [--rounds N] [--beside PROGRAM RESOURCES]

All show the same entries with the same pictures, which have arrived. Each visit has an empty cache and a phone's
screen; the sites take turns. The plain pages are a list of links, and an entry with its picture, with one small style
sheet and no script; kiwix-serve serves them from a ZIM file with its own toolbar, style sheets and scripts. The weak
network is a phone far from the access point: 150 ms round trip, 1.6 Mbit/s down, 0.75 Mbit/s up (emulated by
Chromium's developer tools). All are visited by a name over plain http, as at home: on localhost, as over https, a
browser also obeys Cross-Origin-Opener-Policy and starts a process for the page.
"""

import argparse
import functools
import html
import http.server
import pathlib
import shutil
import statistics
import subprocess
import tempfile
import threading

from browser import HOST
from playwright.sync_api import sync_playwright
from program import ROOT, HeldPort, end
from world import PlayedShow

NETWORKS = {
    "150 ms, 1.6 Mbit/s": {"latency": 150, "downloadThroughput": 200_000, "uploadThroughput": 94_000},
    "this machine": None,
}
PAINT = """() => new Promise((resolve) => new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) if (entry.name === 'first-contentful-paint') resolve(entry.startTime);
}).observe({type: 'paint', buffered: true}))"""
CHOSEN = "moe-szyslak"
STYLE = """body { font: 16px/1.5 sans-serif; max-width: 40em; margin: auto; padding: 1em; color: #222 }
li { padding: .5em 0; border-bottom: 1px solid #ddd } a { color: #06c }
"""
PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>{title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><link rel="stylesheet" href="style.css"></head>
<body><h1>{title}</h1>
{content}
</body></html>
"""


def write_plain(folder, show):
    """The list, and a page for each entry."""
    all_entries = show.entries()

    def write(name, title, content):
        (folder / f"{name}.html").write_text(PAGE.format(title=html.escape(title), content=content))

    links = "\n".join(f'<li><a href="{one["id"]}.html">{html.escape(one["title"])}</a></li>' for one in all_entries)
    write("index", "Characters", f"<ul>\n{links}\n</ul>")
    for one in all_entries:
        picture = show.visitor.ask(f"/pictures/{one['id']}")
        image = ""
        if ending := {"image/jpeg": "jpg", "image/png": "png"}.get(picture.header("Content-Type")):
            (folder / f"{one['id']}.{ending}").write_bytes(picture.body)
            image = f'<img src="{one["id"]}.{ending}" alt="">\n'
        # Descriptions are already markup.
        write(one["id"], one["title"],
              f'{image}<div>{one["description"]}</div>\n<p><a href="index.html">Characters</a></p>')
    (folder / "style.css").write_text(STYLE)


class Plain:
    """The plain pages, uncompressed, like those of any small server."""

    def __init__(self, folder):
        class Handler(http.server.SimpleHTTPRequestHandler):
            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Handler, directory=folder))
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.address = f"http://127.0.0.1:{self.server.server_port}"

    def stop(self):
        self.server.shutdown()
        self.server.server_close()


def make_zim(folder, file):
    subprocess.run(["rsvg-convert", "-w", "48", "-h", "48", "-o", folder / "illustration.png",
                    ROOT / "Public/icons/simpsons.svg"], check=True)
    subprocess.run(
        ["zimwriterfs", "--welcome=index.html", "--illustration=illustration.png", "--language=eng",
         "--title=List", "--description=A list", "--creator=Test", "--publisher=Test", "--withoutFTIndex",
         folder, file], check=True, stdout=subprocess.DEVNULL)


class Kiwix:
    def __init__(self, file):
        self.port = HeldPort()
        self.process = subprocess.Popen(
            ["kiwix-serve", f"--port={self.port.number}", "--address=127.0.0.1", str(file)],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.address = f"http://127.0.0.1:{self.port.number}/{file.stem}/A"
        self.port.wait_for(self.process)

    def stop(self):
        end(self.process)
        self.port.release()


def first_paint(browser, address, network):
    context = browser.new_context(viewport={"width": 390, "height": 844}, locale="en-US")
    page = context.new_page()
    session = context.new_cdp_session(page)
    session.send("Network.enable")
    if network:
        session.send("Network.emulateNetworkConditions", {"offline": False, **network})
    page.goto(address, wait_until="commit")
    paint = page.evaluate(PAINT)
    context.close()
    return paint


def weigh(browser, address):
    """The requests of a first view and their bytes with headers, counted by Chromium."""
    context = browser.new_context(viewport={"width": 390, "height": 844}, locale="en-US")
    page = context.new_page()
    session = context.new_cdp_session(page)
    session.send("Network.enable")
    sizes = []
    session.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
    page.goto(address, wait_until="networkidle")
    context.close()
    return len(sizes), sum(sizes)


def measure(sites, rounds):
    """Prints medians, and the ratio of ours to each other site's."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"),
                                             args=["--no-sandbox", f"--host-resolver-rules=MAP {HOST} 127.0.0.1"])
        for kind in ["list", "detail"]:
            requests, size = weigh(browser, sites["ours"][kind])
            print(f"first view of a {kind}: {requests} requests, {size / 1000:.1f} kB")
        for title, network in NETWORKS.items():
            times = {(name, kind): [] for name, pages in sites.items() for kind in pages}
            for round in range(rounds + 1):
                for (name, kind), values in times.items():
                    paint = first_paint(browser, sites[name][kind], network)
                    # The first round is a warm-up.
                    if round:
                        values.append(paint)
            print(f"first contentful paint, median of {rounds}, {title}:")
            for kind in ["list", "detail"]:
                ours = statistics.median(times["ours", kind])
                for name in sites:
                    median = statistics.median(times[name, kind])
                    print(f"  {kind:6} {name:12} {median:6.0f} ms   ours ÷ it = {ours / median:.2f}")
        browser.close()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--beside", nargs=2, metavar=("PROGRAM", "RESOURCES"), help="another build")
    arguments = parser.parse_args()
    missing = [name for name in ["kiwix-serve", "zimwriterfs", "rsvg-convert", "chromium"] if not shutil.which(name)]
    if missing:
        print(f"not measured: missing {', '.join(missing)}")
        return
    running, known = [], {"hosts": [HOST]}

    def run(site):
        running.append(site)
        return site

    with tempfile.TemporaryDirectory(prefix="dramatis-paint-") as folder:
        folder = pathlib.Path(folder)
        try:
            show = run(PlayedShow("simpsons", server=known))
            show.arrive()
            own = {"list": "/", "detail": f"/entries/{CHOSEN}"}
            sites = {"ours": {kind: show.address + path for kind, path in own.items()}}
            if arguments.beside:
                program, resources = arguments.beside
                config = pathlib.Path(resources, "config")
                other = run(PlayedShow(
                    "simpsons", resources=resources, config=config, program=program, server=known))
                other.arrive()
                sites["the other"] = {kind: other.address + path for kind, path in own.items()}
            (folder / "pages").mkdir()
            write_plain(folder / "pages", show)
            plain = run(Plain(folder / "pages"))
            make_zim(folder / "pages", folder / "list.zim")
            kiwix = run(Kiwix(folder / "list.zim"))
            for name, site in [("plain", plain), ("kiwix-serve", kiwix)]:
                sites[name] = {
                    "list": f"{site.address}/index.html", "detail": f"{site.address}/{CHOSEN}.html"}
            for pages in sites.values():
                pages.update((kind, address.replace("127.0.0.1", HOST)) for kind, address in pages.items())
            measure(sites, arguments.rounds)
        finally:
            for one in running:
                one.stop()


if __name__ == "__main__":
    main()
