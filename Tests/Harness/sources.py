"""Simulated sources of our shows: our own entries, with pictures as small and faulty as the real ones."""

import functools
import html
import json
import re
import urllib.parse

from drawings import FAULTS, ODD_SIZES, kind_of, picture
from outside import Outside
from program import CITIES, ROOT

# A well-formed API key of The Movie Database.
KEY = "0123456789abcdef" * 2
# The kind of picture of characters that tests rely on.
KINDS = {
    "Moe Szyslak": "180x240", "Bart Simpson": "96x128", "Edna Krabappel": "185x278", "Ned Flanders": "400x400",
    "Homer Simpson": "wide", "Marge Simpson": "tall", "Lisa Simpson": "transparent", "Krusty the Clown": "huge",
    "Barney Gumble": "missing", "Carl Carlson": "page", "Lenny Leonard": "cut", "Mr. Burns": "slow",
    "Agnes Skinner": "none", "Omar Little": "300x400", "Metropolis": "poster", "The General": "none",
}
PICTURE = re.compile(r"/(?P<folder>\w+)/(?P<kind>\w+)-(?P<seed>[\w.-]+)\.jpg$")
# The size to which a host scales all pictures, by folder.
SCALED = {"w185": (185, 278), "medium_portrait": (210, 295)}


def bundled(name):
    """Our own answer of a feed; of cities a short list."""
    path = CITIES if name == "cities" else ROOT / f"config/bundled/{name}.json"
    return json.loads(path.read_text())


@functools.cache
def characters(show):
    """Titles, and the topics of DuckDuckGo's answer."""
    topics = bundled(show)["RelatedTopics"]
    return {topic["Text"].split(" - ")[0]: topic for topic in topics}


def show_in(text):
    return "wire" if "wire" in text.lower() else "simpsons"


def plain(title):
    """The title without the show's name, which the show strips too."""
    return re.sub(r" \(.*\)$", "", title)


def slug(title):
    return re.sub(r"[^a-z0-9]+", "-", plain(title).lower()).strip("-")


class Sources(Outside):
    """Serves each source under its host name: `/api.tvmaze.com/shows/83/cast`.

    `count`: entries of a list of characters; `slow`: seconds for a slow picture; `down`: hosts that return 503.
    """

    def __init__(self, count=43, slow=0, down=()):
        self.count, self.slow, self.down = count, slow, set(down)
        super().__init__()

    def kind(self, title):
        """The kind of picture for a title, which may itself be the name of a kind."""
        is_kind = title in ["none", *ODD_SIZES, *FAULTS] or re.fullmatch(r"\d+x\d+", title)
        return title if is_kind else KINDS.get(title) or kind_of(plain(title))

    def picture(self, folder, title):
        """The address of a picture; None if there is none."""
        kind = self.kind(title)
        return None if kind == "none" else f"{self.address}/{folder}/{kind}-{slug(title)}.jpg"

    def answer(self, path, query, headers):
        host, _, rest = path[1:].partition("/")
        if host in self.down:
            return 503, "text/plain", b"out of order"
        if found := PICTURE.search(path):
            if found["kind"] == "slow":
                self.stopped.wait(self.slow)
            return picture(found["kind"], found["seed"], SCALED.get(found["folder"]))
        if not (source := HOSTS.get(host)):
            return 404, "text/plain", b"no such host"
        found = source(self, rest, query, headers)
        # Anything but plain JSON comes with its status and type.
        return found if isinstance(found, tuple) else (200, "application/json", json.dumps(found).encode())

    def titles(self, show):
        """The first titles, preferring those with a known kind of picture."""
        found = characters(show)
        chosen = sorted(found, key=lambda title: title not in KINDS)[: self.count]
        return [(title, topic) for title, topic in found.items() if title in chosen]

    # The sources

    def duckduckgo(self, _, query, headers):
        topics = []
        for number, (title, topic) in enumerate(self.titles(show_in(query["q"]))):
            topic = {**topic, "Icon": {"URL": self.picture("duckduckgo.com/i", title) or "", "Width": "", "Height": 0}}
            if number % 7 == 3:
                # Only the link shows where the title ends.
                topic["Text"] = topic["Text"].replace(" - ", " ", 1)
            if number % 7 == 5 and not topic["Icon"]["URL"]:
                topic["Icon"] = {}
            topics.append(topic)
        answer = {"Type": "C", "RelatedTopics": topics, "Infobox": "", "meta": None}
        return 200, "application/x-javascript", json.dumps(answer).encode()

    def wikipedia(self, _, query, headers):
        """Twenty pages at a time, with the continuation."""
        first, size = int(query.get("gcmcontinue", "page|0").split("|")[1]), int(query["gcmlimit"])
        titles = self.titles(show_in(query["gcmtitle"]))
        pages = []
        for number, (title, topic) in enumerate(titles[first : first + size], first):
            page = {"pageid": 1_000 + number, "ns": 0, "title": title, "extract": topic["Text"].split(" - ")[1],
                    "fullurl": f"https://en.wikipedia.org/wiki/{urllib.parse.quote(title.replace(' ', '_'))}"}
            if source := self.picture("upload.wikimedia.org/thumb", title):
                page["thumbnail"] = {"source": source}
            pages.append(page)
        following = {"gcmcontinue": f"page|{first + size}", "continue": "gcmcontinue||"}
        return {"batchcomplete": True, "query": {"pages": pages},
                **({"continue": following} if first + size < len(titles) else {})}

    def tvmaze(self, path, query, headers):
        cast = []
        for number, (title, _) in enumerate(self.titles("wire" if "/179/" in path else "simpsons")):
            images = [self.picture(f"static.tvmaze.com/{size}", title) for size in ("medium_portrait", "original")]
            image = dict(zip(["medium", "original"], images)) if images[0] else None
            # Some characters have a picture only in their actor's record.
            cast.append({
                "person": {"id": number, "name": f"Player {number}", "image": None if number % 3 else image},
                "character": {"id": number, "name": title, "image": image if number % 3 else None,
                              "url": f"https://www.tvmaze.com/characters/{number}/{slug(title)}"},
                "self": False, "voice": True})
        return cast

    def tmdb(self, path, query, headers):
        if KEY not in (query.get("api_key"), headers.get("Authorization", "").removeprefix("Bearer ")):
            fault = {"status_code": 7, "status_message": "Invalid API key: You must be granted a valid key.",
                     "success": False}
            return 401, "application/json", json.dumps(fault).encode()
        section, page = path.split("/")[-1], int(query.get("page", 1))
        films = bundled(f"movies/{section}")["results"]
        films = [{**film, "poster_path": self.poster(film["title"]), "vote_average": 7.25, "vote_count": 1_234}
                 for film in films]
        answer = {"page": page, "results": films[20 * page - 20 : 20 * page],
                  "total_pages": -(-len(films) // 20), "total_results": len(films)}
        if section in ("now_playing", "upcoming"):
            answer["dates"] = {"minimum": "2026-10-01", "maximum": "2026-11-30"}
        return answer

    def poster(self, title):
        """The path of a poster below the host's sizes; None for a film without one."""
        kind = self.kind(title)
        kind = kind if kind in ["none", "slow", *FAULTS] else "poster"
        return None if kind == "none" else f"/{kind}-{slug(title)}.jpg"

    def suggestions(self, path, query, headers):
        """Completions of every text that does not begin with "down": in UTF-8 as Bing's, or in Latin-1 as Google's."""
        text = query.get("query") or query.get("q", "")
        if text.startswith("down"):
            return 500, "text/plain", b"down"
        texts = [f"{text} for iOS", f"{text} <b>focus</b>"]
        if text.endswith("many"):
            texts += [f"{text} {number}" for number in range(3, 26)]
        answer = [text, texts, ["", "A quiet one"], []]
        kind, charset = ("application/json", "utf-8") if "query" in query else ("text/javascript", "ISO-8859-1")
        body = json.dumps(answer[: 4 if "query" in query else 2], ensure_ascii=False)
        return 200, f"{kind}; charset={charset}", body.encode(charset, "replace")

    def originals(self, kinds, query, headers):
        """An entry per kind of picture, named after it."""
        text = "A picture is drawn as large as there is room for it, in its own shape, at most twice its size."
        return [{"title": kind, "text": text, "picture": self.picture("i", kind)} for kind in kinds.split(",")]

    def results(self, path, query, headers):
        if query.get("q") == "hang":
            self.stopped.wait(60)
        page = (f"<!doctype html><title>Found</title><h1>Results for {html.escape(query.get('q', ''))}</h1>"
                f"<a href='http://localhost:{self.address.split(':')[-1]}/www.bing.com/chosen'>A result</a>")
        return 200, "text/html", page.encode()


HOSTS = {
    "api.duckduckgo.com": Sources.duckduckgo, "en.wikipedia.org": Sources.wikipedia, "api.tvmaze.com": Sources.tvmaze,
    "api.themoviedb.org": Sources.tmdb, "bulk.openweathermap.org": lambda *_: bundled("cities"),
    "api.bing.com": Sources.suggestions, "suggestqueries.google.com": Sources.suggestions,
    "www.bing.com": Sources.results, "originals": Sources.originals,
}
