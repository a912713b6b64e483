"""Offline reading with a service worker, over TLS only."""
import re

from axe_playwright_python.sync_playwright import Axe
from browser import SCREENS, SETTLED, new_visitor
from kept import KeptTest
from program import ROOT, wait_for
from tiers import some, thorough


class OfflineTest(KeptTest):
    def test_offline_search_uses_cached_lists_or_reports_no_connection(self):
        show = self.serve()
        page = self.open(show)
        self.wait_for_kept(page, f"{show.address}/", f"{show.address}/offline")
        page.goto(f"{show.address}/?q=tavern")
        self.wait_for_kept(page, page.url)
        page.goto(f"{show.address}/")
        field = page.locator("[name=q]")
        field.fill("tavern")
        self.wait_for_summary(page, "match(es)? “tavern”")
        found = page.locator(".rows a").all_text_contents()
        field.fill("")
        page.wait_for_function("count => document.querySelectorAll('.rows li').length > count", arg=len(found))
        show.stop()
        field.fill("tavern")
        self.wait_for_summary(page, "match(es)? “tavern”")
        self.assertEqual(page.locator(".rows a").all_text_contents(), found)
        field.fill("saxophone")
        self.wait_for_summary(page, "The server cannot be reached")
        self.assertEqual(page.locator(".rows a").count(), 0)

    def test_visited_pages_are_readable_offline_and_others_reported(self):
        for base in some(["/cast", ""]):
            with self.subTest(base=base):
                show = self.serve(base=base)
                page = self.open(show)
                self.wait_for_kept(page, f"{show.address}/", f"{show.address}/offline")
                self.assertEqual(self.workers(page), [f"{show.address}/"])
                page.goto(f"{show.address}/entries/moe-szyslak?q=tavern")
                self.assertEqual(page.locator(".kept").count(), 0)
                self.wait_for_kept(page, page.url, self.picture(page))
                show.stop()
                for address in ["/entries/moe-szyslak?q=tavern", "/entries/moe-szyslak"]:
                    page.goto(show.address + address)
                    self.assertEqual(page.locator("#entry h1").inner_text(), "Moe Szyslak")
                    self.assertRegex(
                        page.locator(".kept").inner_text(), r"^Offline. Page as of \d+ \w+ 20\d\d, \d\d:\d\d$")
                    self.assertGreater(self.width(page, ".portrait img"), 0)
                    self.assertEqual(self.style(page, ".kept", "position"), "fixed")
                page.goto(f"{show.address}/")
                self.assertGreater(page.locator("#results li").count(), 20)
                self.assertEqual(page.locator(".kept").count(), 1)
                answer = page.goto(f"{show.address}/entries/bart-simpson")
                self.assertEqual(answer.status, 503)
                self.assertEqual(page.locator("h1").inner_text(), "The server cannot be reached")
                self.assertEqual(page.locator("main li").all_text_contents(), ["Moe Szyslak"])
                self.assertEqual(self.width(page, "main img") > 0, True)
                page.locator("main li a").click()
                self.assertEqual(page.locator("#entry h1").inner_text(), "Moe Szyslak")
                page.go_back()
                show.start()
                page.locator(".action").click()
                page.wait_for_selector("#entry h1:text('Bart Simpson')")
                self.assertEqual(page.locator(".kept").count(), 0)
                for address in self.kept(page):
                    self.assertTrue(address.startswith(f"{show.address}/"), address)

    @thorough
    def test_the_first_visited_page_is_cached_with_its_picture(self):
        show = self.serve()
        page = self.open(show, "/entries/moe-szyslak")
        self.wait_for_kept(page, page.url, self.picture(page))
        show.stop()
        page.reload()
        self.assertEqual(page.locator("#entry h1").inner_text(), "Moe Szyslak")
        self.assertGreater(self.width(page, ".portrait img"), 0)

    @thorough
    def test_no_stale_pages_once_the_server_answers(self):
        show = self.serve()
        page = self.open(show, "/entries/moe-szyslak")
        self.wait_for_kept(page, page.url)
        before = {address for address in self.kept(page) if "/static/" in address}
        show.stop()
        show.deploy("Templates/detail.mustache", "<article>", '<article class="renewed">')
        show.deploy("Templates/offline.mustache", "<h1>", '<h1 class="renewed">')
        show.deploy("Public/styles/tokens.css", ":root {", ".renewed { outline: 1px solid } :root {")
        show.deploy("Public/scripts/offline.js", "const { serviceWorker }", "let renewed;\nconst { serviceWorker }")
        show.start()
        page.goto(f"{show.address}/entries/moe-szyslak")
        self.assertEqual(self.style(page, "article.renewed", "outlineStyle"), "solid")
        is_renewed = """async (before) => {
          const names = (await caches.keys()).filter((name) => name.includes(" shell "));
          // Opening a cache that the worker is removing would recreate it.
          const found = before.map((address) => caches.match(address, { cacheName: names[0], ignoreVary: true }));
          return names.length === 1 && (await Promise.all(found)).includes(undefined);
        }"""
        self.wait_for(page, is_renewed, sorted(before))
        # A page of the day before has today's scripts.
        page.evaluate("""async (address) => {
          const pages = await caches.open((await caches.keys()).find((name) => name.endsWith(" pages")));
          const page = await (await pages.match(address, { ignoreVary: true })).text();
          const old = page.replaceAll(/app-[0-9a-f]+.js/g, "app-000000000000.js");
          await pages.put(address, new Response(old, { headers: { "Content-Type": "text/html" } }));
        }""", page.url)
        show.stop()
        page.reload()
        self.assertEqual(self.style(page, "article.renewed", "outlineStyle"), "solid")
        self.assertTrue(page.evaluate("() => import('/static/app-000000000000.js').then(() => true)"))
        page.goto(f"{show.address}/entries/bart-simpson")
        self.assertEqual(page.locator("h1.renewed").count(), 1)

    @thorough
    def test_entries_removed_from_the_catalog_are_removed_from_the_cache(self):
        show = self.serve()
        page = self.open(show, "/entries/moe-szyslak")
        self.wait_for_kept(page, page.url)
        page.evaluate("""async () => {
          const pages = await caches.open((await caches.keys()).find((name) => name.endsWith(" pages")));
          await pages.put(new URL("/entries/nobody?q=a", location), new Response("<body>"));
        }""")
        self.assertEqual(page.goto(f"{show.address}/entries/nobody").status, 404)
        self.wait_for(page, """async (address) => !await caches.match(address, { ignoreSearch: true })""",
                      f"{show.address}/entries/nobody")

    @thorough
    def test_cache_limits(self):
        show = self.serve()
        page = self.open(show)
        self.wait_for_kept(page, f"{show.address}/")
        page.evaluate("""async () => {
          const pages = await caches.open((await caches.keys()).find((name) => name.endsWith(" pages")));
          for (let index = 0; index < 120; index += 1) await pages.put(`/entries/old-${index}`, new Response(""));
        }""")
        page.goto(f"{show.address}/entries/moe-szyslak")
        self.wait_for(page, """async () => {
          const pages = await caches.open((await caches.keys()).find((name) => name.endsWith(" pages")));
          return (await pages.keys()).length === 100;
        }""")
        kept = self.kept(page)
        self.assertIn(page.url, kept)
        self.assertIn(f"{show.address}/entries/old-119", kept)
        self.assertNotIn(f"{show.address}/entries/old-0", kept)

    @thorough
    def test_cached_pages_have_the_visitors_language(self):
        show = self.serve()
        page = self.open(show, "/entries/moe-szyslak", locale="de-DE")
        self.wait_for_kept(page, page.url, f"{show.address}/offline")
        page.goto(f"{show.address}/")
        page.locator(".menu summary").click()
        page.locator(".languages button[value=ar]").click()
        page.wait_for_selector("html[lang=ar]")
        self.wait_for(page, """async () =>
          (await (await caches.match("/offline", { ignoreVary: true })).text()).includes('lang="ar"')""")
        show.stop()
        page.goto(f"{show.address}/entries/bart-simpson")
        self.assertEqual(page.locator("html").get_attribute("dir"), "rtl")
        page.goto(f"{show.address}/")
        self.assertEqual(page.locator("html").get_attribute("lang"), "ar")
        self.assertRegex(page.locator(".kept").inner_text(), "دون اتصال")

    @thorough
    def test_disabling_offline_reading_removes_the_service_worker(self):
        show = self.serve()
        page = self.open(show, "/entries/moe-szyslak")
        self.wait_for_kept(page, page.url)
        show.stop()
        show.start(offline_pages=False)
        page.goto(f"{show.address}/")
        self.wait_for(page, """async () =>
          !(await navigator.serviceWorker.getRegistrations()).length && !(await caches.keys()).length""")
        self.reach_when_idle(page, f"{show.address}/entries/moe-szyslak")
        self.assertEqual((self.workers(page), self.kept(page)), ([], []))
        self.assertEqual(page.goto(f"{show.address}/offline").status, 404)

    @thorough
    def test_the_service_worker_unregisters_itself(self):
        show = self.serve()
        page = self.open(show, "/entries/moe-szyslak")
        self.wait_for_kept(page, page.url)
        show.stop()
        show.deploy("Public/app.js", 'import("./scripts/offline.js")', "{}")
        show.start(offline_pages=False)
        page.goto(f"{show.address}/")
        self.wait_for(page, "async () => !(await caches.keys()).length")
        page.goto(f"{show.address}/connect")
        self.assertEqual((self.workers(page), self.kept(page)), ([], []))

    @thorough
    def test_posts_bypass_the_service_worker(self):
        show = self.serve()
        page = self.open(show)
        self.wait_for_kept(page, f"{show.address}/")
        page.goto(f"{show.address}/entries/moe-szyslak")
        with page.expect_response(lambda answer: answer.request.method == "POST"):
            page.locator(".mark-this .star").click()
        self.assertTrue(page.evaluate("async () => Boolean(navigator.serviceWorker.controller)"))
        page.goto(f"{show.address}/favorites")
        self.assertIn("Moe Szyslak", page.locator("main").inner_text())
        show.stop()
        page.reload()
        self.assertIn("Moe Szyslak", page.locator("main").inner_text())
        self.assertEqual(page.locator(".kept").count(), 1)

    def test_a_small_show_is_cached_as_a_whole(self):
        show = self.serve(whole=500)
        page = self.open(show)
        kept = self.wait_for_whole(page)
        self.assertEqual(len([address for address in kept if "/entries/" in address]), 43)
        show.stop()
        for screen in some(SCREENS, 2):
            width, height, _ = SCREENS[screen]
            page.set_viewport_size({"width": width, "height": height})
            page.goto(f"{show.address}/?view=grid")
            self.assertEqual(page.locator("body.as-grid .tiles > li").count(), 43)
            page.goto(f"{show.address}/entries/moe-szyslak?view=grid")
            self.assertEqual(page.locator("#entry h1").inner_text(), "Moe Szyslak")
            self.assertGreater(self.width(page, ".portrait img"), 0)
            # A thin bar between header and content that covers no controls.
            header, bar, main = (page.locator(one).bounding_box() for one in [".bar", ".kept", "main"])
            self.assertAlmostEqual(bar["y"], header["y"] + header["height"], delta=1)
            self.assertLessEqual(bar["y"] + bar["height"], main["y"] + 1)
            self.assertLess(bar["height"], 32)
            for way in page.locator(".neighbours a").all():
                way.click(trial=True)

    @thorough
    def test_caching_a_show_resumes(self):
        proxy = self.proxy(whole=500)
        page = self.open(proxy)
        entries = """async () => {
          const names = (await caches.keys()).filter((name) => name.includes(" whole "));
          const all = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
          return all.flat().map(({ url }) => new URL(url).pathname).filter((path) => path.startsWith("/entries/"));
        }"""
        wait_for(lambda: len(page.evaluate(entries)) > 3, "some cached entries")
        proxy.become(503)
        before = set(page.evaluate(entries))
        proxy.heads.clear()
        proxy.become(None)
        page.reload()
        self.wait_for_whole(page)
        asked = set(re.findall("GET (/entries/[^ ?]*) ", "".join(proxy.heads)))
        self.assertEqual(len(page.evaluate(entries)), 43)
        self.assertFalse(before & asked)

    @thorough
    def test_a_changed_list_is_cached_again(self):
        feed = self.folder() / "characters.json"
        feed.write_text((ROOT / "config/bundled/simpsons.json").read_text())
        show = self.serve(whole=500, feed=feed)
        page = self.open(show)
        self.wait_for_whole(page)
        show.stop()
        feed.write_text(feed.read_text().replace("Moe Szyslak", "Moe the Barman"))
        show.start()
        page.goto(f"{show.address}/")
        self.wait_for(page, """async () => {
          const list = await caches.match("/entries.json", { ignoreVary: true });
          return (await list.text()).includes("Moe the Barman");
        }""")
        show.stop()
        page.goto(f"{show.address}/entries/moe-szyslak")
        self.assertEqual(page.locator("#entry h1").inner_text(), "Moe the Barman")

    @thorough
    def test_large_shows_and_excess_bytes_are_not_cached(self):
        show = self.serve(whole=20)
        kept = self.wait_for_whole(self.open(show))
        self.assertEqual(kept, [f"{show.address}/progress"])
        show = self.serve(whole=500)
        show.stop()
        show.deploy("Public/scripts/whole.js", "pageBytes: 48 << 20", "pageBytes: 1 << 20")
        show.start()
        kept = self.wait_for_whole(self.open(show))
        self.assertIn(f"{show.address}/", kept)
        self.assertLess(len([address for address in kept if "/entries/" in address]), 40)

    @thorough
    def test_save_data_caches_only_visited_pages(self):
        for saves in some(["true", "false"], 2):
            show = self.serve(whole=500)
            context = new_visitor(base_url=show.address, service_workers="allow")
            self.addCleanup(context.close)
            context.add_init_script(f"""
              window.told = [];
              const {{ postMessage }} = ServiceWorker.prototype;
              ServiceWorker.prototype.postMessage = function (message) {{
                told.push(message);
                postMessage.call(this, message);
              }};
              Object.defineProperty(navigator, "connection", {{ value: {{ saveData: {saves}, effectiveType: "4g" }} }});
            """)
            page = context.new_page()
            page.goto("/entries/moe-szyslak")
            self.wait_for_kept(page, page.url)
            self.assertEqual(page.evaluate("() => told.map(({ isRoomy }) => isRoomy)"), [saves == "false"])

    @thorough
    def test_stars_are_queued_for_the_server(self):
        show = self.serve(whole=500)
        page = self.open(show)
        self.wait_for_whole(page)
        page.goto(f"{show.address}/entries/lisa-simpson")
        with page.expect_response(lambda answer: answer.request.method == "POST"):
            page.locator(".mark-this .star").click()
        self.wait_for(page, """async () => {
          const kept = await caches.match("/favorites.json", { ignoreVary: true });
          return (await kept?.text())?.includes("lisa-simpson");
        }""")
        show.stop()
        page.goto(f"{show.address}/entries/moe-szyslak")
        page.locator(".mark-this .star").click()
        page.locator(".told", has_text="It will be sent when the server is back").wait_for()
        page.goto(f"{show.address}/?view=grid")
        page.locator("#drawer-count", has_text="2").wait_for()
        self.assertEqual(self.pressed(page), ["lisa-simpson", "moe-szyslak"])
        for name in ["bart-simpson", "lisa-simpson"]:
            page.locator(f"#e-{name} .star").click()
        page.locator("#e-lisa-simpson .star[aria-pressed=false]").wait_for()
        page.goto(f"{show.address}/")
        page.locator("#e-bart-simpson .star[aria-pressed=true]").wait_for()
        self.assertEqual(self.pressed(page), ["bart-simpson", "moe-szyslak"])
        page.locator(".drawer-button").click()
        self.assertEqual(page.locator("#drawer-content .names a").all_text_contents(), ["Bart Simpson", "Moe Szyslak"])
        show.start()
        page.goto(f"{show.address}/")
        page.locator(".told", has_text="The server is back").wait_for()
        page.goto(f"{show.address}/favorites")
        self.assertEqual(page.locator("main .names a > span").all_text_contents(), ["Bart Simpson", "Moe Szyslak"])
        page.goto(f"{show.address}/")
        self.assertEqual(page.evaluate("() => localStorage.getItem('stars')"), None)

    @thorough
    def test_a_star_on_the_stage_is_queued_with_the_name_of_its_entry(self):
        show = self.serve(whole=500)
        page = self.open(show)
        self.wait_for_whole(page)
        show.stop()
        page.goto(f"{show.address}/")
        name = page.locator(".scene strong").inner_text()
        page.locator(".scene .star").click()
        page.locator(".told", has_text="It will be sent when the server is back").wait_for()
        page.locator(".drawer-button").click()
        self.assertEqual(page.locator("#drawer-content .names a").all_text_contents(), [name])
        show.start()
        page.goto(f"{show.address}/")
        page.locator(".told", has_text="The server is back").wait_for()
        page.goto(f"{show.address}/favorites")
        self.assertEqual(page.locator("main .names a > span").all_text_contents(), [name])

    @thorough
    def test_a_hung_server_times_out_to_the_cached_page(self):
        proxy = self.proxy(is_patient=False)
        page = self.open(proxy, "/entries/moe-szyslak")
        self.wait_for_kept(page, page.url, self.picture(page))
        page.goto(f"{proxy.address}/")
        proxy.become("hold")
        page.goto(f"{proxy.address}/entries/moe-szyslak", wait_until="commit")
        page.locator(".kept").wait_for()
        self.assertEqual(page.locator("#entry h1").inner_text(), "Moe Szyslak")
        self.wait_for(page, "() => document.querySelector('.portrait img').naturalWidth > 0")
        proxy.become(None)

        def is_fresh():
            page.goto(f"{proxy.address}/entries/moe-szyslak")
            return page.locator(".kept").count() == 0

        # If a busy machine answers too late, the cached page is shown once more.
        wait_for(is_fresh, "a page of the server's own")

    @thorough
    def test_a_proxys_502_503_and_504_count_as_unreachable(self):
        proxy = self.proxy()
        page = self.open(proxy, "/entries/moe-szyslak")
        self.wait_for_kept(
            page, page.url, self.picture(page), f"{proxy.address}/offline")
        # A new page each time, since it is cached as soon as the server answers again.
        unseen = {502: "bart-simpson", 503: "lisa-simpson", 504: "ned-flanders"}
        for status, name in unseen.items():
            with self.subTest(status=status):
                proxy.become(status)
                page.goto(f"{proxy.address}/entries/moe-szyslak")
                self.assertEqual(page.locator(".kept").count(), 1)
                self.assertGreater(self.width(page, ".portrait img"), 0)
                answer = page.goto(f"{proxy.address}/entries/{name}")
                # A 503 may come from the server itself, with its own text.
                expected = (503, "Nothing") if status == 503 else (503, "The server cannot be reached")
                shown = page.locator("h1" if status != 503 else "body").inner_text()
                self.assertEqual((answer.status, shown), expected)
                proxy.become(None)
                page.goto(f"{proxy.address}/entries/moe-szyslak")
                self.assertEqual(page.locator(".kept").count(), 0)

    @thorough
    def test_navigation_preload_requests_a_page_once(self):
        proxy = self.proxy()
        page = self.open(proxy, "/entries/moe-szyslak")
        self.wait_for_kept(page, page.url)
        self.wait_for(page, """async () =>
          (await (await navigator.serviceWorker.ready).navigationPreload.getState()).enabled""")
        proxy.heads.clear()
        page.goto(f"{proxy.address}/entries/lisa-simpson")
        self.wait_for_kept(page, page.url)
        asked = [head for head in proxy.heads if head.startswith("GET /entries/lisa-simpson ")]
        self.assertEqual(len(asked), 1)
        self.assertIn("service-worker-navigation-preload: true", asked[0].lower())

    @thorough
    def test_axe_finds_no_faults_in_offline_pages(self):
        for scheme in ["light", "dark"]:
            show = self.serve()
            page = self.open(show, "/entries/moe-szyslak", bypass_csp=True, color_scheme=scheme)
            self.wait_for_kept(page, page.url, f"{show.address}/offline")
            show.stop()
            for path, what in [("/entries/moe-szyslak", ".kept"), ("/entries/bart-simpson", "main li")]:
                with self.subTest(path=path, scheme=scheme):
                    page.goto(show.address + path)
                    page.locator(what).wait_for()
                    page.evaluate(SETTLED)
                    found = Axe().run(page).response["violations"]
                    self.assertEqual([(fault["id"], [node["html"] for node in fault["nodes"]]) for fault in found], [])

    @thorough
    def test_back_restores_the_scroll_position_offline(self):
        show = self.serve()
        page = self.open(show)
        self.wait_for_kept(page, f"{show.address}/")
        page.goto(f"{show.address}/")
        self.assertTrue(page.evaluate("() => Boolean(navigator.serviceWorker.controller)"))
        row = page.locator("#results li > a").nth(30)
        row.scroll_into_view_if_needed()
        page.wait_for_function("() => history.state?.place")
        page.evaluate(SETTLED)
        before = row.bounding_box()["y"]
        row.click()
        page.wait_for_selector("#entry h1")
        page.go_back()
        page.evaluate(SETTLED)
        self.assertAlmostEqual(page.locator("#results li > a").nth(30).bounding_box()["y"], before, delta=2)

    @thorough
    def test_plain_http_has_no_service_worker(self):
        show = self.serve(is_secure=False)
        page = self.open(show)
        asked = []
        page.context.on("request", lambda request: asked.append(request.url))
        self.reach_when_idle(page, f"{show.address}/entries/moe-szyslak")
        self.assertEqual(page.evaluate("() => [isSecureContext, 'serviceWorker' in navigator]"), [False, False])
        self.assertFalse([address for address in asked if re.search("service-worker|offline", address)])
        self.assertEqual(page.locator(".kept").count(), 0)

    @thorough
    def test_the_service_worker_does_not_delay_the_first_view(self):
        show = self.serve()
        context = new_visitor(screen="desktop", base_url=show.address, service_workers="allow")
        self.addCleanup(context.close)
        page = context.new_page()
        asked = []
        page.on("request", lambda request: asked.append(request.url.rsplit("/", 1)[1]))
        page.goto(f"{show.address}/")
        own = [name for name in asked if re.search("offline|service-worker", name)]
        self.assertEqual(own, [])
        page.keyboard.press("Shift")
        self.wait_for_kept(page, f"{show.address}/")
        own = [name for name in asked if re.search("offline|service-worker", name)]
        self.assertEqual([re.sub("-[0-9a-f]{12}", "", name) for name in own], ["scripts-offline.js"])
