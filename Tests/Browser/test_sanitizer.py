"""XSS payloads in Chromium: sanitized markup, and a show whose feed consists of attacks."""
import html
import json
import subprocess
import unittest
import urllib.parse
import urllib.request

from browser import SETTLED, BrowserTest, chromium
from playwright.sync_api import Error
from program import PATIENCE, PROGRAM

# Each payload would run, load, style, send or rename something if it got through.
PAYLOADS = [
    "<script>hit()</script>", "<img src=x onerror=hit()>", "<svg onload=hit()></svg>", "<svg/onload=hit()>",
    '<a href="javascript:hit()">x</a>', '<a href="java&Tab;script&colon;hit()">x</a>',
    "<iframe srcdoc='<script>parent.hit()</script>'></iframe>", '<iframe src="javascript:parent.hit()"></iframe>',
    '<object data="http://elsewhere.example/o"></object>', '<embed src="http://elsewhere.example/e">',
    "<video><source onerror=hit() src=x></video>", "<details open ontoggle=hit()>x</details>",
    "<input autofocus onfocus=hit()>", "<body onload=hit()>", "<p onclick=hit() style='color:red' id=hit>x</p>",
    "<style>@import 'http://elsewhere.example/s'</style>", '<link rel=stylesheet href="http://elsewhere.example/l">',
    '<meta http-equiv=refresh content="0;url=http://elsewhere.example/m">', '<base href="http://elsewhere.example/">',
    "<form name=body action=http://elsewhere.example/f><input name=firstChild></form>",
    "<math><mtext><img src=x onerror=hit()></mtext></math>", "</div></main></body><script>hit()</script>",
]

# Contexts (mutation XSS) in which one parser sees an attribute or text and another one sees markup.
HIDINGS = [
    "{}", '<b title="</b>{}">x</b>', "<a title='{}' href=\"http://x.example/{}\">x</a>", "<!--><b>{}-->",
    "<!-- --!>{}-->",
    "<![CDATA[{}]]>", "<svg><![CDATA[><b>{}]]></svg>", "<?xml {}?>", '<noscript><p title="</noscript>{}">',
    '<xmp><p title="</xmp>{}">', '<title><p title="</title>{}">', '<textarea><p title="</textarea>{}">',
    '<style><p title="</style>{}">', '<iframe><p title="</iframe>{}">', "<script><!--<script></script>{}--></script>",
    "<svg><style>{}</style></svg>", "<svg></p><style><a title='</style>{}'>", "<svg><desc><style>{}</desc></svg>",
    "<math><mtext><table><mglyph><style><!--</style><b title='--></mglyph>{}'>",
    "<form><math><mtext></form><form><mglyph><svg><mtext><style><path id='</style>{}'>",
    "<math><annotation-xml encoding='text/html'>{}</annotation-xml></math>", "<select><option>{}</select>{}",
    "<template>{}</template>{}", "<table><tr>{}<td>{}</table>", "<b><p><i></b>{}</p></i>", "<li><pre>\n\n{}",
    "<plaintext>{}", "&lt;b&gt;{}&lt;/b&gt;", "<\0b>{}</\0b>", "<b\r/\f>{}</b\0>",
]

BLOCKS = ["p", "br", "ul", "ol", "li", "blockquote", "pre", "h3", "h4", "h5", "h6", "dl", "dt", "dd"]
LINES = ["b", "strong", "i", "em", "u", "s", "a", "sub", "sup", "small", "code", "span"]
INLINE = {name: ["href", "title", "rel"] if name == "a" else [] for name in LINES}
POLICY = {**{name: [] for name in BLOCKS}, **INLINE}

# Payloads that run call it; others are visible in requests, dialogs or the tree.
INIT = "window.hits = 0; window.hit = () => { window.hits += 1; return true };"

FAULTS = """policy => [...document.querySelectorAll('.output')].map(root => {
  const faults = [];
  for (const element of root.querySelectorAll('*')) {
    const allowed = element.namespaceURI === 'http://www.w3.org/1999/xhtml' && policy[element.localName];
    if (!allowed) { faults.push(element.nodeName); continue; }
    for (const { name } of element.attributes) {
      if (!allowed.includes(name)) faults.push(element.localName + '[' + name + ']');
    }
    if (element.hasAttribute('href')) {
      const scheme = new URL(element.getAttribute('href'), 'http://base.example/').protocol;
      if (!['http:', 'https:', 'mailto:'].includes(scheme)) faults.push(element.getAttribute('href'));
      if (element.rel !== 'noopener noreferrer nofollow') faults.push('rel=' + element.rel);
    }
  }
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_COMMENT | NodeFilter.SHOW_CDATA_SECTION
    | NodeFilter.SHOW_PROCESSING_INSTRUCTION);
  while (walker.nextNode()) faults.push(walker.currentNode.nodeName);
  return { faults, html: root.innerHTML };
})"""

# Elements that our pages never contain; each page has one inline script, in its head.
POWERS = """() => [...document.querySelectorAll('*')].filter(element =>
  [...element.attributes].some(({ name }) => name.startsWith('on') || name === 'style')
  || element.matches('base, iframe, object, embed, template, meta[http-equiv]')
  || element.matches('script:not([src*="/static/"], [type="application/ld+json"])')
    && element !== document.querySelector('head > script[data-scripts]')
  || element.matches('a[href]') && !/^https?:/.test(element.href)
).map(element => element.outerHTML)"""


def attacks(hiding):
    """Every payload in one context, raw and with its brackets as character references."""
    for payload in PAYLOADS:
        yield hiding.replace("{}", payload)
        yield hiding.replace("{}", html.escape(payload, quote=False))


def sanitize(markup, level="description"):
    lines = "".join(json.dumps({"html": one}) + "\n" for one in markup)
    done = subprocess.run(
        [PROGRAM, "sanitize", "--level", level], input=lines.encode(), capture_output=True, timeout=PATIENCE)
    if done.returncode or done.stderr:
        raise RuntimeError(done.stderr.decode())
    return [json.loads(line)["html"] for line in done.stdout.decode().splitlines()]


class Watched:
    """A page whose events are all recorded."""

    def __init__(self, browser, address, pages=None, **options):
        self.happened = []
        self.context = browser.new_context(**options)
        self.context.add_init_script(INIT)
        self.page = self.context.new_page()
        self.page.on("dialog", self.dismiss)
        # Browsers request an icon by themselves if a page has none.
        self.page.on("console", lambda message: None if message.location["url"].endswith("/favicon.ico")
                     else self.happened.append(f"console: {message.text}"))
        self.page.on("pageerror", lambda error: self.happened.append(f"error: {error}"))
        self.page.on("download", lambda download: self.happened.append(f"download: {download.url}"))
        self.context.on("page", lambda page: self.happened.append(f"window: {page.url}"))
        self.page.on("request", lambda request: None if request.url.startswith(address)
                     else self.happened.append(f"request: {request.url}"))
        if pages is not None:
            self.context.route("**/*", lambda route: route.fulfill(
                status=200, content_type="text/html; charset=utf-8",
                body=pages.get(route.request.url, "<!doctype html><p>elsewhere")))

    def dismiss(self, dialog):
        self.happened.append(f"dialog: {dialog.message}")
        dialog.dismiss()

    def hits(self):
        try:
            # A refresh or a submitted form would happen now.
            self.page.evaluate(SETTLED)
            return self.page.evaluate("window.hits")
        except Error:
            self.happened.append("navigated away")
            return 0


class SanitizedMarkupTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.browser = chromium()

    def load(self, outputs, policy=POLICY):
        """Loads outputs into one page; returns the resulting markup, the events, and the number of scripts that ran."""
        address = "http://outputs.example/"
        body = "".join(f"<div class=output>{output}</div><hr class=after>" for output in outputs)
        document = f"<!doctype html><meta charset=utf-8><title>outputs</title><body>{body}"
        watched = Watched(self.browser, address, {address: document})
        self.addCleanup(watched.context.close)
        watched.page.goto(address, wait_until="load")
        hits = watched.hits()
        happened = list(watched.happened)
        found = [] if happened else watched.page.evaluate(FAULTS, policy)
        return found, happened, hits

    def check(self, inputs, level, policy):
        outputs = sanitize(inputs, level)
        found, happened, hits = self.load(outputs, policy)
        self.assertEqual((happened, hits), ([], 0))
        self.assertEqual(len(found), len(outputs))
        for given, output, seen in zip(inputs, outputs, found):
            with self.subTest(given):
                self.assertEqual(seen["faults"], [])
                self.assertEqual(seen["html"], output)

    def test_no_xss_payload_runs_and_only_allowed_markup_remains(self):
        for hiding in HIDINGS[:3]:
            self.check(list(attacks(hiding)), "description", POLICY)

    def test_the_payloads_are_detected_without_the_sanitizer(self):
        for payload in PAYLOADS[:6]:
            with self.subTest(payload):
                found, happened, hits = self.load([payload])
                self.assertTrue(happened or hits or found[0]["faults"])
        self.assertGreater(self.load(["<img src=x onerror=hit()>"])[2], 0)

    def test_benign_markup_is_preserved(self):
        given = ("<h3>Ada &amp; Bo</h3><p>A <b>bold</b> word &mdash; and <a href='http://x.example/?a=1&b=2'>a link</a>"
                 "<ul><li>one<li>two</ul><table><tr><td>a<td>b</table>It&#146;s &check; &copy 2020")
        found, _, _ = self.load(sanitize([given]))
        self.assertEqual(found[0]["html"], (
            '<h3>Ada &amp; Bo</h3><p>A <b>bold</b> word — and <a href="http://x.example/?a=1&amp;b=2" '
            'rel="noopener noreferrer nofollow">a link</a></p><ul><li>one</li><li>two</li></ul>a b<br>'
            "It’s ✓ © 2020"))

    def test_the_sanitize_command_answers_line_by_line(self):
        with subprocess.Popen([PROGRAM, "sanitize"], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as running:
            for number in range(3):
                running.stdin.write(b'{"html":"<b>%d"}\n' % number)
                running.stdin.flush()
                self.assertEqual(json.loads(running.stdout.readline()), {"html": f"<b>{number}</b>"})
            running.stdin.close()


# Strings for the fields of a feed. Pages must show all of them literally where the feed has them as references.
STRINGS = [
    "<script>hit()</script>", "<img src=x onerror=hit()>", "\"><svg onload=hit()>", "'><svg onload=hit()>",
    "</title><script>hit()</script>", "</textarea></div></main><img src=x onerror=hit()>",
    "\" autofocus onfocus=\"hit()", "javascript:hit()", "{{description}}{{{title}}}", "&lt;img src=x onerror=hit()&gt;",
    "<!--<img src=x onerror=hit()>-->", "<a href=\"javascript:hit()\">z</a>", "`${hit()}`", "]]><script>hit()</script>",
    "\u2028hit()\u2028//", "<base href=//elsewhere.example/>",
    "<meta http-equiv=refresh content=0;url=//elsewhere.example/>",
]


def hostile_answer():
    topics = [
        {"FirstURL": f"https://duckduckgo.com/{number}{attack}",
         "Text": html.escape(f"{attack} {number} - {attack}", quote=False),
         "Icon": {"URL": attack, "Width": attack, "Height": attack},
         "Result": f'<a href="{attack}">{attack} {number}</a>{attack}<p title="{attack}">{attack}'}
        for number, attack in enumerate(STRINGS)]
    topics += [{"FirstURL": attack, "Text": attack, "Result": attack, "Icon": {"URL": attack}} for attack in STRINGS]
    group = [{"Name": attack, "Topics": [topic]} for attack, topic in zip(STRINGS, topics)]
    return {"Heading": STRINGS[0], "Abstract": STRINGS[0], "AbstractURL": STRINGS[7], "Image": STRINGS[1],
            "RelatedTopics": topics + group, "meta": {"name": STRINGS[0]}}


class HostileFeedTest(BrowserTest):
    """A show whose feed consists of attacks, with and without the Content Security Policy."""

    @classmethod
    def serve(cls):
        answer = cls.folder() / "answer.json"
        answer.write_text(json.dumps(hostile_answer()))
        served = cls.own("simpsons", "--feed", answer)
        with urllib.request.urlopen(f"{served.address}/entries.json?size=500") as listed:
            cls.type = listed.headers["Content-Type"]
            cls.entries = json.load(listed)["entries"]
        return served

    def visit(self, paths, protected=False):
        """Opens paths in turn and checks each; yields the pages.

        Without the Content Security Policy a payload would run; with it, it would be reported.
        """
        watched = Watched(self.browser, self.served.address, bypass_csp=not protected)
        self.addCleanup(watched.context.close)
        for path in paths:
            with self.subTest(path, protected=protected):
                watched.page.goto(self.served.address + path)
                yield watched.page
                self.assertEqual((watched.hits(), watched.happened), (0, []))
                self.assertTrue(watched.page.url.startswith(self.served.address))
                self.assertEqual(watched.page.evaluate(POWERS), [])

    def titles(self):
        return [" ".join(f"{attack} {number}".split()) for number, attack in enumerate(STRINGS)]

    def test_the_list_shows_every_title_as_text(self):
        for protected in [False, True]:
            for page in self.visit(["/", "/?view=grid"], protected):
                names = page.locator(".rows a span, .tiles a span").all_text_contents()
                names = [" ".join(name.split()) for name in names]
                for title in self.titles():
                    self.assertIn(title, names)

    def test_no_payload_is_in_a_page_unescaped(self):
        for path in ["/", "/?view=grid"] + [f"/entries/{entry['id']}" for entry in self.entries]:
            with urllib.request.urlopen(self.served.address + path) as page:
                body = page.read().decode()
            for attack in STRINGS:
                if "<" in attack:
                    self.assertNotIn(attack, body)

    def test_json_is_not_rendered_as_html(self):
        self.assertEqual(self.type.split(";")[0], "application/json")
        for page in self.visit(["/entries.json?size=500", f"/entries/{self.entries[0]['id']}.json"]):
            self.assertEqual(page.locator("img, svg, a").count(), 0)
