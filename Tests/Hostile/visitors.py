"""Attacks through cookies and forms: planted, forged and repeated cookies, CSRF, kiosk restarts."""

import contextlib
import http.client
import pathlib
import re
import threading

from program import Show, wait_for

MEGABYTE = 1 << 20
# Memory that a flood may leave behind, and that a busy program uses anyway.
GROWTH = 48 * MEGABYTE
NAME = "dramatis-simpsons"
STAR = "/favorites/moe-szyslak"
FORMS = ["/favorites/moe-szyslak", "/favorites/add?ids=moe-szyslak", "/language", "/appearance",
         "/restart", "/restart?kiosk=1"]
PAGES = ["/", "/?part=results", "/random", "/entries/moe-szyslak", "/entries/moe-szyslak.json", "/entries.json",
         "/suggest?q=a", "/favorites", "/favorites.json", "/favorites/open?ids=moe-szyslak", "/pictures/moe-szyslak",
         "/map.svg", "/opensearch.xml", "/manifest.webmanifest", "/service-worker.js", "/connect",
         "/restart", "/restart?kiosk=1", "/favorites/moe-szyslak?to=1", "/language?to=de", "/appearance?to=dark",
         "/healthz", "/livez"]
FOREIGN = [{}, {"Origin": "null"}, {"Origin": "http://evil.example"}, {"Referer": "http://evil.example/"},
           {"Origin": "http://127.0.0.1:1"}, {"Sec-Fetch-Site": "cross-site"}, {"Sec-Fetch-Site": "same-site"}]


class Target:
    """The show under attack."""

    def __init__(self, show):
        self.show, self.origin = show, f"http://127.0.0.1:{show.port}"

    def ask(self, target, method="GET", body=None, headers=None, cookie=None, is_own=False, source="127.0.0.2"):
        """Status, headers as pairs, and body; status zero without an answer."""
        all_headers = {**(headers or {}), **({"Cookie": cookie} if cookie else {}),
                       **({"Origin": self.origin} if is_own else {})}
        if method == "POST":
            all_headers["Content-Type"] = "application/x-www-form-urlencoded"
        connection = http.client.HTTPConnection(
            "127.0.0.1", self.show.port, timeout=60, source_address=(source, 0))
        try:
            with contextlib.closing(connection):
                connection.request(method, target, body, all_headers)
                answer = connection.getresponse()
                return answer.status, answer.getheaders(), answer.read()
        except (OSError, http.client.HTTPException):
            return 0, [], b""

    def star(self, target=STAR, **options):
        return self.ask(target, "POST", b"to=1", is_own=True, **options)

    def visitor(self, target=STAR, source="127.0.0.2"):
        """The cookie of a new visitor."""
        headers = self.star(target, source=source)[1]
        return next(value.split(";")[0] for name, value in headers if name == "Set-Cookie")

    def lists(self):
        folder = pathlib.Path(self.show.files.name, "state/favorites")
        return {str(file): file.read_bytes() for file in folder.rglob("*.json*") if file.is_file()}

    def held(self):
        status = pathlib.Path(f"/proc/{self.show.process.pid}/status").read_text()
        return int(re.search(r"VmRSS:\s+(\d+)", status).group(1)) << 10

    def at_once(self, count, act):
        threads = [threading.Thread(target=act, args=[number]) for number in range(count)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()


@contextlib.contextmanager
def attacked(faults):
    """A show; after the attack, checks its memory and whether it still answers."""
    show = Show("simpsons")
    try:
        target = Target(show)
        own = target.visitor(source="127.0.0.99")
        before = target.held()
        yield target, own
        if show.process.poll() is not None:
            faults.append(f"the program ended with {show.process.returncode}: {show.said()[-2_000:]}")
            return
        if b"moe-szyslak" not in target.ask("/favorites.json", cookie=own)[2]:
            faults.append("an acknowledged favorite was lost")
        with contextlib.suppress(AssertionError):
            wait_for(lambda: target.held() < before + GROWTH, "memory", 10)
        if target.held() >= before + GROWTH:
            faults.append(f"{target.held() / MEGABYTE:.0f} MB in use, {before / MEGABYTE:.0f} MB before")
    finally:
        show.stop()


def planted_cookies(world):
    """Cookie planting: another port sets its own valid cookie before or after the visitor's."""
    faults = []
    with attacked(faults) as (target, own):
        planted = target.visitor("/favorites/bart-simpson")
        lists = target.lists()
        for cookies in [f"{own}; {planted}", f"{planted}; {own}", f"a=b; {planted}; {own}; {own}"]:
            for form in ["/favorites/lisa-simpson", "/favorites/add?ids=lisa-simpson"]:
                status = target.star(form, cookie=cookies)[0]
                if status != 409:
                    faults.append(f"{form} with two visitors' cookies got {status}")
            for page in ["/", "/favorites", "/favorites.json", "/entries/bart-simpson", "/?favorites=1"]:
                if b' aria-pressed="true"' in target.ask(page, cookie=cookies)[2]:
                    faults.append(f"{page} shows favorites of one of two visitors")
        if target.lists() != lists:
            faults.append("a list was changed by a request with two visitors' cookies")
    return faults


def forged_cookies(world):
    """Forged cookies: ids that are cut, long or differ in a digit; a signature is not needed."""
    faults = []
    with attacked(faults) as (target, own):
        name, value = own.split("=")
        values = [value[:31], value[:-1], f"{value}0", value[32:] + value[:32], f"{value}-x",
                  f"{value}--1", f"{value}-{'9' * 40}", "f" * 7_000, '"' * 7_000, "\\" * 7_000, "../" * 2_000]
        values += [value[:place] + ("0" if value[place] != "0" else "1") + value[place + 1:] for place in range(32)]
        for forged in values:
            for cookie_name in [name, f"__Host-{name}", f"dramatis-kiosk-{name.removeprefix('dramatis-')}"]:
                page = target.ask("/favorites.json", cookie=f"{cookie_name}={forged}")[2]
                if b"moe-szyslak" in page:
                    faults.append(f"{cookie_name}={forged[:80]} shows another visitor's favorites")
        if b"moe-szyslak" not in target.ask("/favorites.json", cookie=f"{name}=x; {own}")[2]:
            faults.append("a broken cookie hides the visitor's own")
    return faults


def thousands_of_cookies(world):
    """Cookie flooding: as many cookies of our name as fit, empty, broken, valid and of different visitors."""
    faults = []
    with attacked(faults) as (target, own):
        planted = target.visitor("/favorites/bart-simpson")
        headers = ["; ".join([f"{NAME}="] * 600), "; ".join([f"{NAME}=x"] * 550), "; ".join([own] * 100),
                   "; ".join([own, planted] * 60), ";" * 12_000, "=;" * 6_000, f"{NAME}=" + "a" * 12_000,
                   "; ".join([f"__Host-{NAME}=x"] * 400)]

        def send(number):
            for index in range(150):
                target.ask(["/", "/favorites", "/?favorites=1"][index % 3], cookie=headers[(number + index) % 8],
                           source=f"127.0.0.{2 + number}")

        target.at_once(6, send)
        statuses = {target.star("/favorites/lisa-simpson", cookie=cookie)[0] for cookie in headers[:4]}
        if statuses - {409, 413, 431, 400}:
            faults.append(f"a star with too many cookies was answered with {sorted(statuses)}")
    return faults


def foreign_pages(world):
    """CSRF: forms and links of foreign pages to every address, with the visitor's cookies."""
    faults = []
    with attacked(faults) as (target, own):
        kiosk = next(value.split(";")[0] for name, value in target.star(f"{STAR}?kiosk=1")[1] if name == "Set-Cookie")
        lists = target.lists()
        for headers in FOREIGN:
            for form in FORMS:
                status, answer, _ = target.ask(form, "POST", b"to=1", headers, f"{own}; {kiosk}")
                if status not in (403, 404):
                    faults.append(f"POST {form} with {headers} got {status}")
                if any(name in ("Set-Cookie", "Clear-Site-Data") for name, _ in answer):
                    faults.append(f"POST {form} with {headers} sets or clears something")
        for headers in [*FOREIGN, {"Origin": target.origin}]:
            for page in PAGES:
                answer = target.ask(page, headers=headers, cookie=f"{own}; {kiosk}")[1]
                if any(name == "Set-Cookie" for name, _ in answer):
                    faults.append(f"GET {page} with {headers} sets a cookie")
        if target.lists() != lists:
            faults.append("a list was changed by a foreign page")
    return faults


def kiosk_restarts(world):
    """Floods of kiosk restarts, known and unknown, while visitors press stars."""
    faults = []
    with attacked(faults) as (target, _):
        def run(number):
            cookie = None
            for index in range(100):
                source = f"127.0.0.{2 + number}"
                if index % 4 == 0:
                    headers = target.star(f"{STAR}?kiosk=1", cookie=cookie, source=source)[1]
                    cookie = next((value.split(";")[0] for name, value in headers if name == "Set-Cookie"), cookie)
                target.ask("/restart?kiosk=1", "POST", b"", cookie=cookie, is_own=True, source=source)

        target.at_once(8, run)
        left = [file for file, content in target.lists().items() if b"moe-szyslak" in content]
        if len(left) != 1:
            faults.append(f"{len(left)} lists are left; only one belongs to a visitor")
    return faults


KINDS = [planted_cookies, forged_cookies, thousands_of_cookies, foreign_pages, kiosk_restarts]
