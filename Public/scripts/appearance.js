// Switches light and dark without a page load, and the language without losing the place in it. Cookies of the server
// store the choices.

const root = document.documentElement;
const NAMES = ["light", "dark"];
let sent = Promise.resolve();

function wear(appearance) {
  for (const name of NAMES) root.classList.toggle(`is-${name}`, name === appearance);
}

/** Applies an appearance to the page. */
export function show(appearance) {
  const isOfDevice = !NAMES.includes(appearance);
  // The theme colour of the browser's bar: one for light devices, one for dark ones.
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

/** Applies the choice and sends it; while the server is unreachable it applies to this page only. */
export function choose({ action }, appearance) {
  show(appearance);
  const body = new URLSearchParams({ to: appearance });
  // In order, so that the last choice wins.
  sent = sent.then(() => fetch(action, { method: "POST", body, redirect: "manual", keepalive: true })).catch(() => {});
}

/** Sends a language and loads the page again: a reload keeps the scroll positions. Throws if the server is away. */
export async function speak({ action }, button) {
  const isByKey = button.matches(":focus-visible");
  await fetch(action, { method: "POST", body: new URLSearchParams({ [button.name]: button.value }), redirect: "manual" });
  const hasDrawer = Boolean(document.querySelector("#drawer:popover-open"));
  history.replaceState({ ...history.state, spoken: { isByKey, hasDrawer } }, "");
  location.reload();
}

/** After that reload: opens the drawer if it was open, and focuses the choice of language. */
export function resume() {
  const { spoken, ...state } = history.state;
  history.replaceState(state, "");
  if (spoken.hasDrawer) document.getElementById("drawer")?.showPopover();
  else {
    const choice = document.querySelector(".fold:has(.languages)");
    for (const menu of [choice?.closest(".more"), choice]) if (menu) menu.open = true;
    choice?.querySelector("summary").focus({ preventScroll: true, focusVisible: spoken.isByKey });
  }
}
