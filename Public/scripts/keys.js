// Keyboard shortcuts.

const dialog = document.getElementById("keys");
const toggle = document.getElementById("keys-switch");
const results = document.getElementById("results");
const detail = document.body.classList.contains("at-entry") ? document.getElementById("entry") : null;
const OWN_KEYS = "input, textarea, select, dialog, iframe, [contenteditable], [role=separator], [popover]:not(.light-box)";

const isShown = (element) => Boolean(element?.getClientRects().length);
const isRightToLeft = () => getComputedStyle(document.documentElement).direction === "rtl";

toggle.checked = isOn();
toggle.addEventListener("change", () => {
  try {
    localStorage.keys = toggle.checked;
  } catch {
    // Applies to this page only.
  }
});

/** Single-letter shortcuts can be switched off, for speech input and tremor. */
function isOn() {
  try {
    return localStorage.keys !== "false";
  } catch {
    return toggle.checked;
  }
}

/** Shows the list of shortcuts. */
export function tell() {
  dialog.showModal();
}

/** Performs a key's action, if it has one here. */
export function press(event) {
  // An earlier key may have moved the focus.
  const target = document.activeElement ?? document.body;
  const over = covering();
  if (event.isComposing || target.closest(OWN_KEYS) || over && !over.matches(".light-box")) return;
  const act = over ? inBox(event, over) : event.key.startsWith("Arrow") ? arrow(event, target) : isOn() && letter(event, target);
  if (!act) return;
  event.preventDefault();
  act();
}

/** Shows the next picture of the entry. */
function inBox({ key }, box) {
  const isForward = key === (isRightToLeft() ? "ArrowLeft" : "ArrowRight");
  if (!isForward && key !== "ArrowLeft" && key !== "ArrowRight") return;
  const boxes = [...document.querySelectorAll(".light-box")];
  const next = boxes[boxes.indexOf(box) + (isForward ? 1 : -1)];
  return next && (() => next.showPopover());
}

/** The popover that covers the page. */
function covering() {
  return CSS.supports("selector(:popover-open)") && document.querySelector(":popover-open");
}

function letter({ key, code }, target) {
  const name = /^[\0-\x7f]+$/.test(key) ? key : ({ KeyF: "f", KeyG: "g" })[code] ?? key.replace("؟", "?");
  const star = target.closest("#results li")?.querySelector(".star") ?? detail?.querySelector(".star");
  const view = document.querySelector(".views a:not([aria-current])");
  if (name === "?") return tell;
  if (name === "f" && star) return () => star.click();
  if (name === "g" && isShown(view)) return () => view.click();
}

function arrow(event, target) {
  if (event.shiftKey || !getSelection().isCollapsed) return;
  const isInList = results.contains(target) && target.closest("li");
  const isFree = target === document.body || target === document.documentElement;
  const isAcross = event.key === "ArrowLeft" || event.key === "ArrowRight";
  const isForward = event.key === "ArrowDown" || event.key === (isRightToLeft() ? "ArrowLeft" : "ArrowRight");
  const rows = isShown(results) ? [...results.querySelectorAll("ol > li")] : [];
  // Columns that are read from top to bottom are one.
  const columns = rows[1]?.offsetTop === rows[0]?.offsetTop
    ? rows.filter((row) => row.offsetTop === rows[0].offsetTop).length : 1;
  if (isAcross && !(isInList && columns > 1)) {
    const link = detail?.querySelector(`.neighbours [rel=${isForward ? "next" : "prev"}]`);
    return link && (isFree || isInList || detail.contains(target)) && (() => link.click());
  }
  if (!rows.length || !(isInList || isFree)) return;
  const from = rows.indexOf(target.closest("li"));
  const step = isAcross ? 1 : columns;
  const row = from < 0 ? begin(rows) : rows[from + (isForward ? step : -step)];
  const goal = row?.querySelector("a") ?? (event.key === "ArrowUp" && document.querySelector("[name=q]"));
  return goal && (() => goal.focus());
}

/** The entry point of the list: the selected row, else the first visible one. */
function begin(rows) {
  const pane = results.closest(".scroll");
  const isPane = getComputedStyle(pane).overflowY !== "visible";
  const box = isPane ? pane : document.documentElement;
  // At its beginning the list hides nothing.
  const hidden = (isPane && !box.scrollTop ? 0 : parseFloat(getComputedStyle(box).scrollPaddingTop)) || 0;
  const top = hidden + (isPane ? pane.getBoundingClientRect().top : 0);
  const isIn = (row) => {
    const { top: start, bottom: end } = row.getBoundingClientRect();
    return start >= top - 1 && end <= innerHeight;
  };
  const chosen = results.querySelector("[aria-current=page]")?.closest("li");
  return chosen && isIn(chosen) ? chosen : rows.find(isIn);
}
