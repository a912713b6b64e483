"""What the browser of a visitor stores, now and from earlier versions."""
from browser import HOST, BrowserTest, certificate
from program import wait_for

STORED = "() => Object.keys(localStorage)"


class VisitorsTest(BrowserTest):
    @classmethod
    def serve(cls):
        path, _ = certificate()
        served = cls.own(
            "simpsons", "--tls-cert", f"{path}.pem", "--tls-key", f"{path}.key", server={"hosts": [HOST]})
        served.address = f"https://{HOST}:{served.port}"
        return served

    def test_a_kiosk_keeps_nothing_in_the_browser(self):
        page = self.page("/entries/lisa-simpson", script=True)
        with page.expect_response(lambda answer: answer.request.method == "POST"):
            page.locator(".bar .star").click()
        page.locator(".bar .star[aria-pressed=true]").wait_for()
        page.evaluate("() => localStorage.setItem('stars', '{}')")
        page.goto("/?kiosk=1")
        wait_for(lambda: page.evaluate(STORED) == [], lambda: str(page.evaluate(STORED)))
        self.assertEqual(page.locator(".star[aria-pressed=true]").count(), 0)

    def test_the_service_worker_of_an_earlier_version_is_removed(self):
        page = self.page(script=True, service_workers="allow")
        page.evaluate("""async () => {
          await (await caches.open(`${new URL("/", location.href)} pages`)).put("/", new Response("old"));
          await navigator.serviceWorker.register("/service-worker.js");
        }""")
        # The page's policy forbids eval, as wait_for_function does it.
        wait_for(lambda: page.evaluate("""async () => !(await caches.keys()).length
          && !(await navigator.serviceWorker.getRegistrations()).length"""), "the worker and its pages to be gone")
