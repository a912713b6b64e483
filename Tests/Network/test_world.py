"""The simulated sources behave like the real ones, and their pictures arrive or fail as intended."""
import io
import unittest

from drawings import FAULTS
from PIL import Image
from sources import KINDS
from tiers import thorough
from world import PlayedShow, World


class WorldTest(unittest.TestCase):
    def play(self, show, **options):
        world = World(**options)
        self.addCleanup(world.stop)
        played = PlayedShow(show, world=world)
        self.addCleanup(played.stop)
        self.addCleanup(played.visitor.close)
        return played

    def test_the_fallback_source_replaces_a_failing_one(self):
        titles = None
        for down in [[], ["api.duckduckgo.com"], ["api.duckduckgo.com", "en.wikipedia.org"]]:
            played = self.play("wire", down=down)
            entries = played.entries()
            titles = titles or [one["title"] for one in entries]
            self.assertEqual([one["title"] for one in entries], titles)
            without = [one["title"] for one in entries if not one["picture"]]
            self.assertEqual(without, [title for title in titles if played.world.kind(title) == "none"])
            self.assertEqual(len(titles), 43)

    @thorough
    def test_pictures_arrive_in_their_sizes_or_fail(self):
        played = self.play("simpsons")
        by_title = {one["title"]: one for one in played.entries()}
        known = {title: kind for title, kind in KINDS.items() if title in by_title and kind != "none"}
        played.arrive(*(by_title[title]["id"] for title in known))
        for title, kind in known.items():
            answer = played.visitor.ask(f"{by_title[title]['picture']}?whole=1440")
            if kind in FAULTS:
                self.assertEqual(answer.header("Content-Type"), "image/svg+xml", title)
            elif "x" in kind:
                self.assertEqual("{}x{}".format(*Image.open(io.BytesIO(answer.body)).size), kind)

    def test_a_delayed_picture_arrives_when_released(self):
        world = World()
        self.addCleanup(world.stop)
        with world.holding("-moe-szyslak"):
            played = PlayedShow("simpsons", world=world)
            self.addCleanup(played.stop)
            self.addCleanup(played.visitor.close)
            played.visitor.ask("/pictures/moe-szyslak")
            world.wait_until_asked("-moe-szyslak")
            self.assertEqual(played.visitor.ask("/pictures/moe-szyslak").header("Content-Type"), "image/svg+xml")
        played.arrive("moe-szyslak")
