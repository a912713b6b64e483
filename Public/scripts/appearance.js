// Light and dark without a new page. The server's cookie remembers the choice.

const root = document.documentElement;
const NAMES = ["light", "dark"];
let sent = Promise.resolve();

function wear(appearance) {
  for (const name of NAMES) root.classList.toggle(`is-${name}`, name === appearance);
}

/** Shows the page in an appearance. */
export function show(appearance) {
  const isOfDevice = !NAMES.includes(appearance);
  // The browser's bar has the page's own colour: one for light devices, one for dark ones.
  document.querySelectorAll("meta[name=theme-color]").forEach((bar, index) => {
    wear(isOfDevice ? NAMES[index] : appearance);
    bar.content = getComputedStyle(root).backgroundColor;
  });
  wear(appearance);
  document.querySelector("meta[name=color-scheme]").content = isOfDevice ? "light dark" : appearance;
  for (const button of document.querySelectorAll(".appearance button")) {
    if (button.value === appearance) button.setAttribute("aria-current", "true");
    else button.removeAttribute("aria-current");
  }
}

/** Shows what was chosen and sends it; while the server is away it holds for this page only. */
export function choose({ action }, appearance) {
  show(appearance);
  const body = new URLSearchParams({ to: appearance });
  // One after the other: the last choice counts.
  sent = sent.then(() => fetch(action, { method: "POST", body, redirect: "manual", keepalive: true })).catch(() => {});
}
