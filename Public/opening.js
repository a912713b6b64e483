// Stands within every page, ahead of all scripts. Who comes from one of our pages, comes back, or has moved the border
// finds things to be put in their places: these visits wait for the scripts that do so, and have them already. For all
// others the first frame comes before rows that are out of sight.
{
  const { classList } = document.documentElement;
  const isMoved = () => {
    try {
      return localStorage.pane || localStorage["pane-grid"];
    } catch {
      return false;
    }
  };
  if (history.state || document.referrer.startsWith(`${location.origin}/`) || isMoved()) {
    // Only scripts that the parser meets run once the page is there, and can be waited for.
    const end = "</".concat("script>");
    for (const address of document.currentScript.dataset.scripts.split(" ")) {
      document.write(`<script type=module src=${address} blocking=render>${end}`);
    }
  } else if (performance.getEntriesByType("navigation")[0]?.type === "navigate") {
    classList.add("opening");
    requestAnimationFrame(() => setTimeout(() => classList.remove("opening")));
  }
}
