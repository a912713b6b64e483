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
LINK = re.compile(r'(?:href|src|action|data-map)="([^"]*)"|"(?:next|address)": ?"([^"]*)"')


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
            if link.startswith("/") and "static/" not in link and link.count("=") < 3:
                targets.append(link) if link not in targets else None
    return found


def surfaces(base=""):
    """Addresses of which no page has a link."""
    # Searches have the beginnings of words, so that an excerpt has more than the page repeats of them.
    begun = [word[:6] for word in (SECRET, END, FATE)]
    asked = [f"entries.json?q={word}&size=500" for word in ("ada", *begun)]
    asked += [f"suggest?q={word}" for word in ("ada", "dido", *begun)]
    asked += [f"?q={word}{more}" for word in ("comes", *begun) for more in ("", "&part=results")]
    asked += [f"?view={view}" for view in ("list", "grid", "table", "stage")]
    asked += ["labels?with=killed-by", "labels?with=role", "?sort=killed-by", f"?killed-by={FATE}", "?sort=-killed-by",
              "entries/nobody", "?kiosk=1", "entries/ada?kiosk=1", "favorites", "random", "entries/dido?q=wobble",
              "entries/ada.json", "entries.json"]
    return [f"{base}/", *(f"{base}/{address}" for address in asked)]


def star_some(visitor, base=""):
    for name in ("ada", "dido"):
        assert visitor.ask(f"{base}/favorites/{name}", "POST", "to=1").status == 303


@pytest.mark.parametrize("rows", ["titles", "summaries", "stories"])
def test_nothing_covered_is_on_any_page(tmp_path, visit, rows):
    write(tmp_path, "cast", spoilers=["by"], looks={"spoilers": "covered", "rows": rows})
    visitor = visit(tmp_path, "cast")
    star_some(visitor)
    pages = crawl(visitor, *surfaces())
    assert len(pages) > 50
    leaks = {address: words for address, text in pages.items()
             if (words := told(text, [SECRET, END, FATE, "Killed by", "Sworn to"]))}
    assert not leaks
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
    write(tmp_path, "cast", spoilers=["Killed by"], looks={"rows": "stories"})
    visitor = visit(tmp_path, "cast")
    # A choice of an earlier version.
    visitor.cookies = {"spoilers": "covered"}
    for address, words in {
            "/entries/ada?spoilers=covered": [SECRET, FATE], "/entries/dido": [END], "/": [SECRET, END],
            f"/?q={SECRET}": [f"<mark>{SECRET}"], "/?view=table": [FATE, "Killed by"],
            "/labels?with=killed-by": ["Killed by"], f"/?killed-by={FATE}": [FATE]}.items():
        page = visitor.ask(address).text
        assert told(page, words) == words and "curtain" not in re.sub("<style>.*?</style>|<svg.*?</svg>", "", page,
                                                                     flags=re.DOTALL), address
    assert END in visitor.ask("/suggest?q=dido").text


def test_programs_have_what_the_show_says(tmp_path, visit):
    write(tmp_path, "cast", spoilers=["by"])
    write(tmp_path, "quiet", spoilers=["by"], looks={"spoilers": "covered"})
    visitor = visit(tmp_path, "cast", "quiet")
    for base, is_covered in [("/cast", False), ("/quiet", True)]:
        listed = visitor.ask(f"{base}/entries.json?size=1").json
        for entry in (visitor.ask(f"{base}/entries/ada.json").json, listed["entries"][0]):
            assert entry.get("covered") is (True if is_covered else None)
            assert entry["description"].endswith("Hibbert.") == is_covered
            assert ("Killed by" in entry["facts"]) != is_covered and entry["facts"]["Role"] == "Hero"
            assert ("relations" in entry) != is_covered and ("Sworn to" in entry["facts"]) != is_covered
        assert [facet["label"] for facet in listed["facets"]] == [
            "Killed by", "Role", "Sworn to"][1 if is_covered else 0:2 if is_covered else 3]
    assert visitor.ask("/quiet/entries/dido.json").json["description"] == ""


def test_the_search_on_the_shelf_has_no_excerpts_of_it(tmp_path, visit):
    write(tmp_path, "cast", spoilers=["by"])
    write(tmp_path, "quiet", spoilers=["by"], looks={"spoilers": "covered"})
    visitor = visit(tmp_path, "cast", "quiet")
    groups = visitor.ask(f"/?q={SECRET[:6]}").text.split('<section class="found"')[1:]
    has_excerpts = [SECRET in re.sub("</?mark>", "", group) for group in groups]
    assert len(groups) == 2 and has_excerpts == ['aria-label="Cast"' in group for group in groups]


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
