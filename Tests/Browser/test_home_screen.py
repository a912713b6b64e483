"""The web app manifest in Chromium, and the metadata of pages for link previews."""
import json

from browser import BrowserTest
from tiers import thorough


class HomeScreen:
    # The headless shell cannot install apps, so it would report no problems.
    browser_options = {"program": "chromium"}

    def test_the_manifest_is_valid_and_the_show_installable(self):
        page = self.page("/")
        session = page.context.new_cdp_session(page)
        found = session.send("Page.getAppManifest")
        self.assertEqual(found["url"], f"{self.served.address}/manifest.webmanifest")
        self.assertEqual(found["errors"], [])
        self.assertEqual(json.loads(found["data"])["id"], self.package)
        # The tests' contexts are incognito, which cannot install apps.
        errors = session.send("Page.getInstallabilityErrors")["installabilityErrors"]
        self.assertEqual([error["errorId"] for error in errors], ["in-incognito"])
        known = session.send("Page.getAppId")
        self.assertEqual(known["appId"], f"{self.served.address}/{self.package}")

    def test_manifest_icons_have_their_declared_sizes(self):
        page = self.page("/", script=True)
        sizes = page.evaluate("""async () => {
          const manifest = await (await fetch(document.querySelector("[rel=manifest]").href)).json();
          return Promise.all(manifest.icons.map(async ({ src, sizes }) => {
            const picture = new Image();
            picture.src = src;
            await picture.decode();
            return [sizes, `${picture.naturalWidth}x${picture.naturalHeight}`];
          }));
        }""")
        self.assertEqual(len(sizes), 5)
        for said, found in sizes:
            if said != "any":
                self.assertEqual(found, said)


@thorough
class CastHomeScreenTest(HomeScreen, BrowserTest):
    package = "com.sample.simpsonsviwer"

    def test_a_detail_has_open_graph_metadata_and_json_ld_allowed_by_csp(self):
        for script in [False, True]:
            page = self.page("/entries/moe-szyslak?q=tavern", script=script)
            address = f"{self.served.address}/entries/moe-szyslak"
            self.assertEqual(page.locator("link[rel=canonical]").get_attribute("href"), address)
            self.assertEqual(page.locator('meta[property="og:url"]').get_attribute("content"), address)
            data = json.loads(page.locator('script[type="application/ld+json"]').text_content())
            self.assertEqual(data["name"], "Moe Szyslak")
            picture = page.locator('meta[property="og:image"]').get_attribute("content")
            self.assertEqual(page.request.get(picture).status, 200)


@thorough
class FilmsHomeScreenTest(HomeScreen, BrowserTest):
    show = "movies"
    package = "com.sample.filmviewer"


@thorough
class WireHomeScreenTest(HomeScreen, BrowserTest):
    show = "wire"
    package = "com.sample.wireviewer"


@thorough
class CitiesHomeScreenTest(HomeScreen, BrowserTest):
    show = "cities"
    package = "com.sample.cityfinder"


@thorough
class SearchHomeScreenTest(HomeScreen, BrowserTest):
    show = "web"
    package = "com.sample.searchpage"
