// Stars that change without a page load. The server's answer counts: changes that fail are undone.

import { fill } from "./drawer.js";

/** Timeout in milliseconds after which the server counts as unreachable. */
const PATIENCE = 10_000;

const marks = document.getElementById("mark");
const told = status("told");
// Announces a change only if the pressed star does not show it itself.
const said = status("unseen");
let silence;
// The page's first star request.
let first;
// Counts requests for the favorites' content: only the latest answer is shown.
let asked = 0;

function status(name) {
  const element = document.createElement("p");
  element.className = name;
  element.role = "status";
  document.body.append(element);
  return element;
}

/** The star's address: its own, or that of its form. */
const addressOf = (star) => new URL(star.getAttribute("formaction") ?? star.form.action, location.href);
const pathOf = (star) => addressOf(star).pathname;

function press(star, isMarked) {
  star.setAttribute("aria-pressed", isMarked);
  star.value = isMarked ? "0" : "1";
}

function show(path, isMarked) {
  for (const star of document.querySelectorAll(".star")) if (pathOf(star) === path) press(star, isMarked);
}

function tell(sentence) {
  clearTimeout(silence);
  told.textContent = sentence;
  silence = setTimeout(() => told.replaceChildren(), 8000);
}

/** The current version of the page from the server. */
async function now() {
  const answer = await fetch(location.href);
  if (!answer.ok) throw answer.status;
  return new DOMParser().parseFromString(await answer.text(), "text/html");
}

function replace(part, page) {
  part.innerHTML = page.getElementById(part.id)?.innerHTML ?? "";
}

/** Updates the number of favorites and their link. */
async function recount() {
  const parts = document.querySelectorAll(".of-favorites");
  if (!parts.length) return;
  const own = asked += 1;
  const page = await now();
  if (own === asked) for (const part of parts) replace(part, page);
}

/** Notifies other tabs. */
function announce() {
  if (document.documentElement.classList.contains("is-kiosk")) return;
  try {
    localStorage.starred = Date.now();
  } catch {
    // They get it with their next page.
  }
}

// Pressing

/** Sends a star; the first answer sets the visitor's cookie, which later requests need. */
function send(path, star) {
  const next = () => post(path, star);
  const sent = first ? first.then(next, next) : next();
  first ??= sent;
  return sent;
}

/** The server's answer to a star; throws if our server does not answer. */
async function post(path, { isMarked, query }) {
  const answer = await fetch(path + query, {
    method: "POST", headers: { Accept: "application/json" }, keepalive: true,
    body: new URLSearchParams({ to: isMarked ? "1" : "0" }), signal: AbortSignal.timeout(PATIENCE),
  });
  return { ...await answer.json(), status: answer.status, isDone: answer.ok };
}

export async function mark(star) {
  const { pathname: path, search: query } = addressOf(star);
  const wish = { isMarked: star.value === "1", query };
  show(path, wish.isMarked);
  try {
    const result = await send(path, wish);
    if (!result.isDone) {
      show(path, !wish.isMarked);
      return tell(result.detail);
    }
    show(path, result.favorite);
    fill(result.count, result.drawer);
    told.replaceChildren();
    announce();
    recount().catch(() => {});
    said.textContent = document.activeElement === star ? "" : result.said;
  } catch {
    show(path, !wish.isMarked);
    tell(marks.dataset.fault);
  }
}

/** Shows the current stars. */
export async function refresh() {
  try {
    const page = await now();
    asked += 1;
    const found = new Map([...page.querySelectorAll(".star")].map((star) => [pathOf(star), star.value === "0"]));
    const count = page.getElementById("drawer-count")?.textContent;
    // If the page has all favorites, unmark other stars, in later rows too.
    const isWhole = [...found.values()].filter(Boolean).length === Number(count);
    for (const star of document.querySelectorAll(".star")) {
      const isMarked = found.get(pathOf(star));
      if (isWhole || isMarked !== undefined) press(star, Boolean(isMarked));
    }
    const drawer = page.getElementById("drawer-content");
    if (drawer) fill(count, drawer.innerHTML);
    for (const part of document.querySelectorAll(".of-favorites, #favorites-rows")) replace(part, page);
  } catch {
    // A star sends the wanted state, not a toggle.
  }
}
