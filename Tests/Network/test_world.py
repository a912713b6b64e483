"""The simulated sources behave like the real ones, and their pictures arrive or fail as intended."""
import unittest

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
