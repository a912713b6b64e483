// Stands within every page, ahead of all scripts. Who comes from one of our pages, comes back, or has moved the border
// finds things to be put in their places: these visits wait for the scripts that do so, and have them already. For all
// others the first frame comes before rows that are out of sight, and before every script: what runs or is drawn ahead
// of that frame makes it late.
{
  const { classList } = document.documentElement;
  // Neither is there where pages come over plain http.
  if (navigator.share ?? navigator.clipboard) classList.add("can-share");
  const isMoved = () => {
    // A phone has no border, and a storage that is asked for first is waited for.
    if (screen.width < 720) return false;
    try {
      return localStorage.pane || localStorage["pane-grid"];
    } catch {
      return false;
    }
  };
  const load = (address, blocking = "") => {
    // Only scripts that the parser meets run once the page is there, and can be waited for.
    document.write(`<script type=module src=${address}${blocking}>${"</".concat("script>")}`);
  };
  const [transitions, app] = document.currentScript.dataset.scripts.split(" ");
  if (history.state || document.referrer.startsWith(`${location.origin}/`) || isMoved()) {
    load(transitions, " blocking=render");
    load(app, " blocking=render");
  } else if (performance.getEntriesByType("navigation")[0]?.type === "navigate") {
    classList.add("opening");
    const parsed = new Promise((resolve) => { document.addEventListener("DOMContentLoaded", resolve); });
    const painted = new Promise((resolve) => {
      const isDrawn = (list) => list.getEntriesByName("first-contentful-paint").length;
      new PerformanceObserver((list) => isDrawn(list) && resolve()).observe({ type: "paint", buffered: true });
      // What nobody sees is not painted.
      addEventListener("load", () => setTimeout(resolve, 500));
    });
    painted.then(() => classList.remove("opening"));
    Promise.all([parsed, painted]).then(() => import(app));
  } else {
    load(app);
  }
}
