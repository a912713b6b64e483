"""Crawls all links of a show and reports those that lie outside its base path."""

import ctypes
import ctypes.util
import html.parser
import re
import urllib.parse
import xml.etree.ElementTree

ADDRESS = re.compile(r"^(https?:)?//|^/")


class Markup(html.parser.HTMLParser):
    """Collects all attribute values and the path of the QR code."""

    def __init__(self, text):
        super().__init__()
        self.values, self.code = [], None
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        attributes = {name: value or "" for name, value in attributes}
        self.values += [(tag, name, value) for name, value in attributes.items() if (tag, name) != ("path", "d")]
        if tag == "path" and attributes.get("d", "").startswith("M4 4h7"):
            self.code = attributes["d"]


def code_rows(text):
    """The modules of a text's QR code from libqrencode: rows of 0 and 1, where 1 is dark."""

    class Code(ctypes.Structure):
        _fields_ = [("version", ctypes.c_int), ("width", ctypes.c_int), ("data", ctypes.POINTER(ctypes.c_ubyte))]

    library = ctypes.CDLL(ctypes.util.find_library("qrencode"))
    library.QRcode_encodeString8bit.restype = ctypes.POINTER(Code)
    code = library.QRcode_encodeString8bit(text.encode(), 0, 1).contents
    return ["".join(str(code.data[row * code.width + column] & 1) for column in range(code.width))
            for row in range(code.width)]


def code_path(text):
    """The SVG path of a QR code with a quiet zone of four modules."""
    path = ""
    for row, dark in enumerate(code_rows(text)):
        for run in re.finditer("1+", dark):
            width = run.end() - run.start()
            path += f"M{run.start() + 4} {row + 4}h{width}v1h-{width}z"
    return path


class Crawler:
    """Starts at the base path. `faults` lists faults, `seen` the visited addresses, `codes` the number of QR codes."""

    def __init__(self, visitor, base, limit=80):
        self.visitor, self.base, self.limit = visitor, base, limit
        self.seen, self.faults, self.codes, self.kinds = {}, [], 0, set()
        self.waiting = [f"{base}/", base]

    def run(self):
        while self.waiting and len(self.seen) < self.limit:
            target = self.waiting.pop(0)
            if target not in self.seen:
                self.visit(target)
        return self

    def visit(self, target, method="GET", expected=None, **options):
        answer = self.visitor.ask(target, method, **options)
        place = f"{method} {target}"
        self.seen[target] = answer.status
        if expected:
            if answer.status != expected:
                self.faults.append(f"{place}: status {answer.status}")
        elif answer.status >= 400:
            self.faults.append(f"{place}: status {answer.status}")
        for name, value in answer.headers:
            self.header(place, name.lower(), value)
        self.body(place, answer)
        return answer

    def check(self, place, address):
        """Reports an address outside the base path; queues one inside."""
        parts = urllib.parse.urlsplit(address)
        if (parts.scheme or parts.netloc) and f"{parts.scheme}://{parts.netloc}" != self.visitor.origin:
            if "127.0.0.1" in address or "localhost" in address:
                self.faults.append(f"{place}: {address} is a loopback address")
            return
        if parts.path != self.base and not parts.path.startswith(f"{self.base}/"):
            self.faults.append(f"{place}: {address}")
            return
        if "{" not in address:
            self.waiting.append(parts.path + (f"?{parts.query}" if parts.query else ""))

    def header(self, place, name, value):
        if name == "location":
            self.check(place, value)
        elif name == "link":
            for address in re.findall(r"<([^>]*)>", value):
                self.check(place, address)
        elif name == "set-cookie":
            path = value.partition("; Path=")[2].partition(";")[0]
            # Browsers use a __Host- name for the whole host only. A show on a shelf has a path below the shelf's.
            if value.startswith("__Host-"):
                is_own = path == "/"
            else:
                is_own = path.startswith(f"{self.base}/") and place.split(" ")[-1].startswith(path)
            if not is_own:
                self.faults.append(f"{place}: cookie {value}")
            if ("; Secure" in value) != self.visitor.origin.startswith("https"):
                self.faults.append(f"{place}: cookie {value}")

    def body(self, place, answer):
        kind = (answer.header("Content-Type") or "").split(";")[0]
        if not answer.body:
            return
        self.kinds.add(kind)
        if kind == "text/html":
            self.page(place, answer.text)
        elif kind == "text/css":
            self.styles(place, answer.text)
        elif kind == "text/javascript":
            # An address that is only compared with is not a link.
            for address in re.findall(r"""(?<!includes\()["'`](/[A-Za-z][^"'`]*)["'`]""", answer.text):
                self.faults.append(f"{place}: {address} in a script")
        elif kind.endswith("json"):
            self.values(place, answer.json)
        elif kind.endswith("xml"):
            for element in xml.etree.ElementTree.fromstring(answer.body).iter():
                for value in [*element.attrib.values(), (element.text or "").strip()]:
                    if ADDRESS.match(value):
                        self.check(place, value)

    def styles(self, place, text):
        for address in re.findall(r"url\(\s*['\"]?([^)'\"]*)|@import\s*['\"]([^'\"]*)", text):
            self.relative(place, address[0] or address[1])

    def relative(self, place, address):
        if not address.startswith(("#", "data:")):
            self.check(place, urllib.parse.urljoin(place.split(" ")[1], address))

    def page(self, place, text):
        markup = Markup(text)
        for sheet in re.findall(r"<style[^>]*>(.*?)</style>", text, re.DOTALL):
            self.kinds.add("text/css")
            self.styles(place, sheet)
        for tag, name, value in markup.values:
            for address in value.split(", ") if name == "srcset" else [value]:
                if ADDRESS.match(address):
                    # Attributes may contain markup for the script; an address ends at a space.
                    if (tag, name) in {("form", "action"), ("button", "formaction")} or name == "data-post":
                        self.outside(place, address)
                    else:
                        self.check(place, address.split(" ")[0])
        if markup.code:
            self.codes += 1
            own = [value for _, name, value in markup.values
                   if name == "href" and value.startswith(f"{self.visitor.origin}{self.base}/")]
            if markup.code not in map(code_path, own):
                self.faults.append(f"{place}: its QR code does not encode any of {own}")

    def outside(self, place, address):
        """Checks a form's target, which is not followed."""
        waiting = len(self.waiting)
        self.check(place, address)
        del self.waiting[waiting:]

    def values(self, place, value):
        if isinstance(value, dict):
            for item in value.values():
                self.values(place, item)
        elif isinstance(value, list):
            for item in value:
                self.values(place, item)
        elif isinstance(value, str):
            if ADDRESS.match(value):
                self.check(place, value)
            elif value.startswith("<"):
                self.page(place, value)
