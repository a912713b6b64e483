"""Forwarded headers and --trusted-proxy with nginx."""

from network import HOST, NetworkTest
from proxies import Nginx
from visitor import Visitor

LIES = {
    "X-Forwarded-For": "6.6.6.6", "X-Forwarded-Proto": "gopher", "X-Forwarded-Host": "evil.example",
    "Forwarded": "for=7.7.7.7;proto=https;host=evil.example",
}


class ProxyTest(NetworkTest):
    def behind(self, *options):
        authority = self.authority(HOST)
        show = self.serve("simpsons", "--base-path", "/simpsons", *options)
        proxy = Nginx(show.port, authority)
        self.addCleanup(proxy.stop)
        return show, proxy, authority

    def visit(self, port, authority=None):
        visitor = Visitor(port, f"{HOST}:{port}", authority)
        self.addCleanup(visitor.close)
        return visitor

    def test_forged_x_forwarded_for_is_not_logged(self):
        show, proxy, _ = self.behind("--trusted-proxy", "127.0.0.1/32")
        visitor = self.visit(proxy.http)
        # The client of these tests is on the proxy's network; a trusted client's header would be passed on.
        answer = visitor.ask("/simpsons/opensearch.xml?lies", headers=LIES)
        self.assertEqual(answer.status, 200)
        self.assertIn(f"http://{HOST}:{proxy.http}/simpsons/", answer.text)
        self.assertNotIn("evil", answer.text)
        show.wait_until_said("/simpsons/opensearch.xml?lies")
        line = next(line for line in show.said().splitlines() if "?lies" in line)
        # All of 127.0.0.1 is trusted, so the client there counts as another proxy and its header is believed.
        self.assertTrue(line.startswith("6.6.6.6 - - "), line)

    def test_x_forwarded_proto_sets_the_scheme_and_changes_are_accepted(self):
        _, proxy, authority = self.behind("--trusted-proxy", "127.0.0.1")
        for port, trust in [(proxy.http, None), (proxy.https, authority)]:
            visitor = self.visit(port, trust)
            answer = visitor.ask("/simpsons/favorites/bart-simpson", "POST", "to=1", headers=LIES)
            self.assertEqual(answer.status, 303)
            self.assertEqual("; Secure" in answer.header("Set-Cookie"), trust is not None)
            self.assertTrue(answer.header("Location").startswith("/simpsons/"))
        other = self.visit(proxy.https, authority)
        for origin in ["https://evil.example", f"http://{HOST}:{proxy.https}"]:
            answer = other.ask("/simpsons/favorites/bart-simpson", "POST", "to=1", {"Origin": origin})
            self.assertEqual(answer.status, 403)

    def test_without_trusted_proxy_the_proxy_counts_as_the_visitor(self):
        show, proxy, authority = self.behind("--trusted-proxy", "10.0.0.0/8,fd00::/8")
        visitor = self.visit(proxy.https, authority)
        answer = visitor.ask("/simpsons/opensearch.xml?plain", headers=LIES)
        self.assertIn(f"http://{HOST}:{proxy.https}/simpsons/", answer.text)
        show.wait_until_said("?plain")
        line = next(line for line in show.said().splitlines() if "?plain" in line)
        self.assertTrue(line.startswith("127.0.0.1 - - "), line)
        # Changes are accepted anyway, since Origin and Host agree.
        self.assertEqual(
            visitor.ask("/simpsons/favorites/bart-simpson", "POST", "to=1").status, 303)

