"""The drawing of an entry's connections: by click, keys and without script; nothing covers a name."""

from browser import BrowserTest

OVERLAPS = """() => {
  const nodes = [...document.querySelectorAll(".graph .node")].filter((node) => node.getClientRects().length);
  const circles = nodes.map((node) => node.querySelector("circle").getBoundingClientRect());
  const covered = [];
  for (const node of nodes.filter((node) => !node.matches(".far, .center"))) {
    for (const name of node.querySelectorAll("text:not(.letters)")) {
      const box = name.getBoundingClientRect();
      const isIn = (circle) => circle.left + 6 < box.right && box.left < circle.right - 6
        && circle.top + 6 < box.bottom && box.top < circle.bottom - 6;
      const isCovered = circles.some((circle, index) => nodes[index] !== node && isIn(circle));
      if (box.width && isCovered) covered.push(name.textContent);
    }
  }
  return covered;
}"""


class ConnectionsTest(BrowserTest):
    def test_a_node_moves_to_the_middle(self):
        script = True
        screen = "phone"
        page = self.page("/entries/homer-simpson", screen, script=script)
        page.locator("#entry a", has_text="Connections").click()
        page.wait_for_url("**/connections/homer-simpson")
        page.locator(".graph .node:visible", has_text="Marge").first.click()
        page.wait_for_url("**/connections/marge-simpson")
        self.assertEqual(page.locator("h1").inner_text(), "Connections of Marge Simpson")
        self.assertGreater(page.locator(".relations a", has_text="Homer Simpson").count(), 0)

    def test_keys_reach_each_node(self):
        page = self.page("/connections/barney-gumble", "tablet")
        node = page.locator(".graph .node:visible", has_text="Homer").first
        for _ in range(12):
            page.keyboard.press("Tab")
            if node.evaluate("node => node === document.activeElement"):
                break
        page.keyboard.press("Enter")
        page.wait_for_url("**/connections/homer-simpson")

    def test_no_picture_covers_a_name(self):
        for entry in ["homer-simpson", "principal-skinner", "moe-szyslak"]:
            screen = "phone"
            page = self.page(f"/connections/{entry}", screen)
            self.assertEqual(page.evaluate(OVERLAPS), [])
