// Inline in every page, see NOTES; before the style sheets, for which a script would wait.
{
  const { classList } = document.documentElement;
  // Both are missing over plain http.
  if (navigator.share ?? navigator.clipboard) classList.add("can-share");
  let isMoved = false;
  try {
    isMoved = screen.width >= 720 && (localStorage.pane || localStorage["pane-grid"]);
    if (localStorage.viewed) classList.add("has-viewed");
  } catch {
    // Storage is unavailable.
  }
  const load = (address, blocking = "") => {
    // Only parser-inserted scripts run after parsing and can be waited for.
    document.write(`<script type=module src=${address}${blocking}>${"</".concat("script>")}`);
  };
  const [transitions, app] = document.currentScript.dataset.scripts.split(" ");
  if (history.state || document.referrer.startsWith(`${location.origin}/`) || isMoved) {
    load(transitions, " blocking=render");
    load(app, " blocking=render");
  } else if (performance.getEntriesByType("navigation")[0]?.type === "navigate") {
    classList.add("opening");
    const parsed = new Promise((resolve) => { document.addEventListener("DOMContentLoaded", resolve); });
    const painted = new Promise((resolve) => {
      const isDrawn = (list) => list.getEntriesByName("first-contentful-paint").length;
      new PerformanceObserver((list) => isDrawn(list) && resolve()).observe({ type: "paint", buffered: true });
      // Hidden pages are not painted.
      addEventListener("load", () => setTimeout(resolve, 500));
    });
    painted.then(() => classList.remove("opening"));
    Promise.all([parsed, painted]).then(() => import(app));
  } else {
    load(app);
  }
}
