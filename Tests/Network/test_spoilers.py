"""Nothing gives the end away: what a visitor or a show covers is behind curtains, or nowhere."""

import html
import json
import re
import subprocess
import urllib.parse

import pytest
from documents import show_document
from program import PROGRAM, ROOT, Server
from visitor import Visitor

# In second sentences, in a description of one sentence, and in a fact.
SECRET, END, FATE = "quixanthos", "wobblefrost", "zebulonix"
NAMES = ["Ada", "Mr. Burns", "Cleo", "Dido", "Eve", "Finn", "Gus"]
# Pages of a crawl: the rest repeat filters, orders and views of the same pages.
LIMIT = 400
LINK = re.compile(r'(?:href|src|action|data-nearest|data-map)="([^"]*)"|"(?:next|address)": ?"([^"]*)"')


def entry(name):
    text = f"{name} is a friend of Dr. Hibbert. In the end {SECRET} comes."
    if name == "Cleo":
        text = f"<p>{name} is <b>a friend.</b> In the <i>end {SECRET}</i> comes.</p><p>More of {SECRET}.</p>"
    if name == "Dido":
        text = f"She finds {END}"
    return {"id": name.lower().replace(". ", "-"), "name": name, "about": text, "by": FATE, "role": "Hero",
            "kin": NAMES[NAMES.index(name) - 1],
            "year": str(1900 + len(name))}


def write(folder, name, **more):
    (folder / "list.json.txt").write_text(json.dumps([entry(name) for name in NAMES]))
    feed = {"kind": "records", "file": "list.json.txt", "format": "json",
            "entry": {"id": "id", "title": "name", "description": "about"},
            "facts": {"Killed by": "by", "Role": "role", "Year": "year", "Sworn to": "kin"},
            "facets": ["Killed by", "Role", "Sworn to"],
            "sort": ["Killed by", "Year"]}
    show = show_document(name.title(), feed)
    looks = {**show["looks"], **more.pop("looks", {})}
    (folder / f"{name}.json").write_text(json.dumps({**show, "looks": looks, **more}))


def serve(folder, *names):
    shows = [part for name in names for part in ("--show", folder / f"{name}.json")]
    return Server([PROGRAM, *shows, "--state-dir", folder / "state", "--resources", ROOT, "--port", 0, "--listen",
                   "127.0.0.1", "--offline", "--log", "none"])


@pytest.fixture
def visit():
    """Makes visitors of servers; all end with the test."""
    servers, visitors = [], []

    def make(folder, *names):
        server = serve(folder, *names)
        servers.append(server)
        visitors.append(Visitor(server.port, f"127.0.0.1:{server.port}"))
        return visitors[-1]

    yield make
    for one in [*visitors, *servers]:
        one.close() if isinstance(one, Visitor) else one.stop()


def outside(text):
    """A page without what is behind its curtains."""
    return re.sub(r'<details class="curtain">.*?</details>', "", text, flags=re.DOTALL)


def told(text, words):
    return [word for word in words if word in outside(text)]


def crawl(visitor, *first):
    """The texts of everything that the pages link to, by address; what scripts and programs ask for comes first."""
    targets, found = list(first), {}
    for target in targets:
        if len(found) == LIMIT:
            break
        answer = visitor.ask(target)
        if target in found or not re.match(r"text/html|application/|image/svg", answer.header("Content-Type") or ""):
            continue
        found[target] = text = answer.text
        for link in LINK.findall(text):
            link = urllib.parse.urljoin(target, html.unescape(link[0] or link[1])).split("#")[0]
            link = link.removeprefix(visitor.origin)
            if link.startswith("/") and "static/" not in link and "spoilers=" not in link and link.count("=") < 3:
                targets.append(link) if link not in targets else None
    return found


def surfaces(base=""):
    """Addresses of which no page has a link."""
    # Searches have the beginnings of words, so that an excerpt has more than the page repeats of them.
    begun = [word[:6] for word in (SECRET, END, FATE)]
    asked = [f"entries.json?q={word}&size=500" for word in ("ada", *begun)]
    asked += [f"suggest?q={word}" for word in ("ada", "dido", *begun)]
    asked += [f"?q={word}{more}" for word in ("comes", *begun) for more in ("", "&part=results")]
    asked += [f"?view={view}&rows={rows}" for view in ("list", "grid", "table", "stage")
              for rows in ("titles", "summaries", "stories")]
    asked += ["labels?with=killed-by", "labels?with=role", "?sort=killed-by", f"?killed-by={FATE}", "?sort=-killed-by",
              "entries/nobody", "?kiosk=1", "entries/ada?kiosk=1", "favorites", "random", "entries/dido?q=wobble",
              "entries/ada.json", "entries.json", "connections", "connections/ada"]
    return [f"{base}/", *(f"{base}/{address}" for address in asked)]


def star_some(visitor, base=""):
    for name in ("ada", "dido"):
        assert visitor.ask(f"{base}/favorites/{name}", "POST", "to=1").status == 303


@pytest.mark.parametrize("way", ["show", "cookie", "form"])
def test_nothing_covered_is_on_any_page(tmp_path, visit, way):
    write(tmp_path, "cast", spoilers=["by"], looks={"spoilers": "covered"} if way == "show" else {})
    visitor = visit(tmp_path, "cast")
    star_some(visitor)
    if way == "cookie":
        assert visitor.ask("/?spoilers=covered").header("Set-Cookie").startswith("spoilers=covered; Path=/; Max-Age=")
    elif way == "form":
        assert visitor.ask("/appearance", "POST", "spoilers=covered").status == 303
    pages = crawl(visitor, *surfaces())
    assert len(pages) > 100
    leaks = {address: words for address, text in pages.items()
             if (words := told(text, [SECRET, END, FATE, "Killed by", "Sworn to"]))}
    # Programs have the show's choice.
    assert not [address for address in leaks if way == "show" or ".json" not in address], leaks
    # Behind the curtains everything is there.
    for name, words in {"ada": [SECRET, FATE, "Killed by"], "dido": [END, FATE]}.items():
        page = pages[f"/entries/{name}"]
        assert all(word in page for word in words) and page.count('<details class="curtain">') == 3
    assert "a friend of Dr. Hibbert." in outside(pages["/entries/mr-burns"])
    cleo = pages["/entries/cleo"]
    assert "<p>Cleo is <b>a friend.</b></p>" in outside(cleo)
    assert f"<p>In the <i>end {SECRET}</i> comes.</p><p>More of {SECRET}.</p>" in cleo
    # The search finds it all the same.
    assert json.loads(visitor.ask(f"/entries.json?q={END}").text)["total"] == 1
    assert visitor.ask(f"/?q={SECRET}").text.count('<li id="e-') == 6


def test_everything_is_shown_where_nothing_is_covered(tmp_path, visit):
    write(tmp_path, "cast", spoilers=["Killed by"], looks={"spoilers": "covered"})
    visitor = visit(tmp_path, "cast")
    visitor.ask("/?spoilers=shown")
    for address, words in {
            "/entries/ada": [SECRET, FATE], "/entries/dido": [END], "/?rows=stories": [SECRET, END],
            f"/?q={SECRET}": [f"<mark>{SECRET}"], "/?view=table": [FATE, "Killed by"],
            "/labels?with=killed-by": ["Killed by"], f"/?killed-by={FATE}": [FATE]}.items():
        page = visitor.ask(address).text
        assert told(page, words) == words and "curtain" not in re.sub("<style>.*?</style>|<svg.*?</svg>", "", page,
                                                                     flags=re.DOTALL), address
    assert END in visitor.ask("/suggest?q=dido").text


def test_programs_have_the_choice_of_the_show_or_of_their_address(tmp_path, visit):
    write(tmp_path, "cast", spoilers=["by"])
    write(tmp_path, "quiet", spoilers=["by"], looks={"spoilers": "covered"})
    visitor = visit(tmp_path, "cast", "quiet")
    visitor.cookies = {"spoilers": "covered"}
    for base, parameter, is_covered in [
            ("/cast", "", False), ("/quiet", "", True), ("/cast", "?spoilers=covered", True),
            ("/quiet", "?spoilers=shown", False)]:
        one = visitor.ask(f"{base}/entries/ada.json{parameter}")
        assert one.header("Set-Cookie") is None
        listed = visitor.ask(f"{base}/entries.json{parameter}{'&' if parameter else '?'}size=1").json
        for entry in (one.json, listed["entries"][0]):
            assert entry.get("covered") is (True if is_covered else None)
            assert entry["description"].endswith("Hibbert.") == is_covered
            assert ("Killed by" in entry["facts"]) != is_covered and entry["facts"]["Role"] == "Hero"
            assert ("relations" in entry) != is_covered and ("Sworn to" in entry["facts"]) != is_covered
        assert [facet["label"] for facet in listed["facets"]] == [
            "Killed by", "Role", "Sworn to"][1 if is_covered else 0:2 if is_covered else 3]
        assert parameter[1:] in listed["next"]
    assert visitor.ask("/quiet/entries/dido.json").json["description"] == ""


def test_the_search_on_the_shelf_has_no_excerpts_of_it(tmp_path, visit):
    write(tmp_path, "cast", spoilers=["by"])
    write(tmp_path, "quiet", spoilers=["by"], looks={"spoilers": "covered"})
    visitor = visit(tmp_path, "cast", "quiet")
    groups = visitor.ask(f"/?q={SECRET[:6]}").text.split('<section class="found"')[1:]
    has_excerpts = [SECRET in re.sub("</?mark>", "", group) for group in groups]
    assert len(groups) == 2 and has_excerpts == ['aria-label="Cast"' in group for group in groups]
    # A choice in a show is one for the shelf.
    assert "; Path=/;" in visitor.ask("/cast/?spoilers=covered").header("Set-Cookie")
    assert "<mark>" not in visitor.ask(f"/?q={SECRET[:6]}").text
    for address, text in crawl(visitor, *surfaces("/cast")).items():
        assert ".json" in address or not told(text, [SECRET, END, FATE]), address


def test_a_page_of_an_entry_is_uncovered_for_once_or_for_good(tmp_path, visit):
    write(tmp_path, "cast", spoilers=["by"], looks={"spoilers": "covered"})
    visitor = visit(tmp_path, "cast")
    page = visitor.ask("/entries/ada?q=a").text
    link = html.unescape(re.search(r'<a class="action uncover" href="([^"]*)"', page)[1])
    opened = visitor.ask(link)
    assert opened.header("Set-Cookie") is None and 'class="uncover"' not in opened.text
    assert opened.text.count('<details class="curtain" open>') == 3
    assert SECRET not in opened.text.split("</head>")[0] and visitor.ask("/entries/ada?q=a").text == page
    assert re.search(r'name="spoilers" value="shown" role="switch" aria-checked="true"', page)
    assert visitor.ask("/appearance", "POST", "spoilers=shown").status == 303
    page = visitor.ask("/entries/ada").text
    assert re.search(r'name="spoilers" value="covered" role="switch" aria-checked="false" data-own', page)
    assert SECRET in page.split("</head>")[0]


def test_a_kiosk_forgets_the_choice(tmp_path, visit):
    write(tmp_path, "cast", spoilers=["by"], kiosk=True)
    visitor = visit(tmp_path, "cast")
    assert visitor.ask("/?spoilers=covered").header("Set-Cookie").startswith("spoilers=covered")
    assert not told(visitor.ask("/entries/ada").text, [SECRET, FATE])
    removed = [value for name, value in visitor.ask("/restart", "POST", "").headers if name == "Set-Cookie"]
    assert "spoilers=; Path=/; Max-Age=0; SameSite=Lax" in removed


def test_everything_but_titles_is_covered_where_the_show_says_so(tmp_path, visit):
    write(tmp_path, "cast", spoilers=["*"], looks={"spoilers": "covered"})
    visitor = visit(tmp_path, "cast")
    pages = crawl(visitor, *surfaces())
    for address, text in pages.items():
        assert not told(text, [SECRET, END, FATE, "Hibbert", ">Hero"]), address
    assert "Hibbert" in pages["/entries/ada"]


def test_an_exported_copy_is_covered_as_the_show_says(tmp_path):
    write(tmp_path, "cast", spoilers=["by"], looks={"spoilers": "covered"})
    done = subprocess.run(
        [PROGRAM, "export", tmp_path / "copy", "--show", tmp_path / "cast.json", "--resources", ROOT,
         "--state-dir", tmp_path / "state", "--offline"], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    files = {path: path.read_text() for path in (tmp_path / "copy").rglob("*") if path.suffix in (".html", ".js")}
    told_in = {path.name for path, text in files.items() if told(text, [SECRET, END, FATE])}
    # What its search finds, and never shows; there the rows have no more than their first sentence.
    assert told_in == {"search.js"}
    data = next(text for path, text in files.items() if path.name == "search.js")
    assert not any(told(entry[2], [SECRET, END]) for entry in json.loads(data[data.index("{"):-2])["entries"])
    assert SECRET in next(text for path, text in files.items() if path.name == "ada.html")


@pytest.mark.parametrize(("spoilers", "sentence"), [
    (["Kiled by"], 'spoilers: "Kiled by" is not one of the facts; did you mean "Killed by"?'),
    (["*", "by"], 'spoilers: "*" is not one of the facts'), ("by", "spoilers: expected"), ([], "spoilers: expected")])
def test_an_unknown_fact_is_one_sentence(tmp_path, spoilers, sentence):
    write(tmp_path, "cast", spoilers=spoilers)
    done = subprocess.run([PROGRAM, "check", tmp_path / "cast.json"], capture_output=True, text=True)
    lines = (done.stdout + done.stderr).strip().splitlines()
    assert done.returncode == 1 and len(lines) == 1 and sentence in lines[0], lines
