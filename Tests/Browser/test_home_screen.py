"""What Chromium makes of the manifest, and what pages tell those who show a link to them."""
import json

from browser import BrowserTest
from tiers import thorough


class HomeScreen:
    # The headless shell installs nothing, and so finds nothing that would stand in the way.
    browser_options = {"program": "chromium"}

    def test_the_manifest_is_understood_and_the_show_could_be_installed(self):
        page = self.page("/")
        session = page.context.new_cdp_session(page)
        found = session.send("Page.getAppManifest")
        self.assertEqual(found["url"], f"{self.served.address}/manifest.webmanifest")
        self.assertEqual(found["errors"], [])
        self.assertEqual(json.loads(found["data"])["id"], self.package)
        # A context of these tests keeps nothing, and installs nothing.
        errors = session.send("Page.getInstallabilityErrors")["installabilityErrors"]
        self.assertEqual([error["errorId"] for error in errors], ["in-incognito"])
        known = session.send("Page.getAppId")
        self.assertEqual(known["appId"], f"{self.served.address}/{self.package}")

    def test_every_icon_of_the_manifest_is_a_picture_of_its_size(self):
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

    def test_a_detail_names_itself_and_its_data_stands_unhindered(self):
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
