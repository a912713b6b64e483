// Stars that change without a page load. The server's answer counts: refused changes are undone, unsent ones queued.

import { change, fill, setCount } from "./drawer.js";
import { forget, forgetOthers, keep, known, mark as markOfVisitor, passOn, waiting } from "./waiting.js";

/** Timeout in milliseconds after which the server counts as unreachable. */
const PATIENCE = 10_000;
/** Milliseconds between attempts to send queued stars, while a page is open. */
const INTERVAL = 30_000;

const marks = document.getElementById("mark");
const told = status("told");
// Announces a change only if the pressed star does not show it itself.
const said = status("unseen");
let silence;
let attempt;
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
  for (const star of document.querySelectorAll(".star, .listed")) if (pathOf(star) === path) press(star, isMarked);
  // The dots of the lists that have the entry.
  for (const dot of document.querySelectorAll("[data-of]")) if (dot.dataset.of === path) dot.hidden = !isMarked;
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

/** Notifies other tabs and the service worker. */
function announce() {
  if (document.documentElement.classList.contains("is-kiosk")) return;
  navigator.serviceWorker?.getRegistration()
    .then((registration) => registration?.active?.postMessage({ isStarred: true }), () => {});
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
async function post(path, { isMarked, query = "", of }) {
  const answer = await fetch(path + query, {
    method: "POST", headers: { Accept: "application/json" }, keepalive: true,
    body: new URLSearchParams({ to: isMarked ? "1" : "0", ...(of === undefined ? {} : { of }) }), signal: AbortSignal.timeout(PATIENCE),
  });
  return { ...await answer.json(), status: answer.status, isDone: answer.ok };
}

/** The name of a star's entry. */
const titleOf = (star) =>
  (star.closest("li")?.querySelector("a > span") ?? star.closest(".scene")?.querySelector("strong")
    ?? document.querySelector("#entry h1"))?.textContent ?? "";

export async function mark(star) {
  const { pathname: path, search: query } = addressOf(star);
  const wish = { isMarked: star.value === "1", query, title: titleOf(star) };
  show(path, wish.isMarked);
  // Queued stars are sent first.
  if (waiting().length && keep(path, wish)) return catchUp();
  try {
    const result = await send(path, wish);
    if (!result.isDone) {
      show(path, !wish.isMarked);
      return tell(result.detail);
    }
    favorites = [];
    show(path, result.favorite);
    fill(result.count, result.drawer);
    told.replaceChildren();
    announce();
    recount().catch(() => {});
    said.textContent = document.activeElement === star ? "" : result.said;
  } catch {
    const isKept = keep(path, wish);
    if (!isKept) show(path, !wish.isMarked);
    else change(path, wish);
    tell(isKept ? marks.dataset.waiting ?? "" : marks.dataset.fault);
    planAttempt();
  }
}

// Queued stars, and favorites on cached pages

let favorites = [];
let watcher;

/** Shows the intended state of stars, in later rows too. */
function showWaiting() {
  for (const [path, star] of [...favorites, ...waiting()]) {
    show(path, star.isMarked);
    change(path, star);
  }
  const results = document.getElementById("results");
  if (!results || watcher || !favorites.length && !waiting().length) return;
  watcher = new MutationObserver(showWaiting);
  watcher.observe(results, { childList: true, subtree: true });
}

function planAttempt() {
  clearTimeout(attempt);
  if (waiting().length) attempt = setTimeout(catchUp, INTERVAL);
}

/** Sends the queue in order until a star gets no answer. Only one tab does so at a time. */
async function sendWaiting() {
  let last;
  let refusal;
  forgetOthers();
  let of = markOfVisitor();
  for (const [path, star] of waiting()) {
    const result = markOfVisitor() === of && await send(path, { ...star, of }).catch(() => {});
    // Retry if the server cannot do it now.
    if (!result || result.status >= 500 || result.status === 429) break;
    forget(path, star);
    if (result.isDone) {
      last = result;
      passOn(of);
      of = markOfVisitor();
    } else if (result.status !== 412) refusal = result.detail;
    // Otherwise cookie and mark belong to different visitors.
    show(path, result.isDone ? result.favorite : !star.isMarked);
  }
  if (last) {
    favorites = [];
    fill(last.count, last.drawer);
    announce();
    recount().catch(() => {});
  }
  showWaiting();
  if (refusal) tell(refusal);
  else if (last && !waiting().length) tell(marks.dataset.sent ?? "");
}

/** Shows queued stars, and sends them if the server answers. */
export async function catchUp() {
  showWaiting();
  const { locks } = navigator;
  await (locks ? locks.request("stars", { ifAvailable: true }, (lock) => lock && sendWaiting()) : sendWaiting());
  planAttempt();
}

/** Shows known favorites on a cached page. */
export async function showKnown() {
  const kept = await known();
  if (kept) {
    const paths = new Set(kept.map(([path]) => path));
    const pressed = [...document.querySelectorAll(".star[aria-pressed=true]")];
    const gone = pressed.map(pathOf).filter((path) => !paths.has(path));
    favorites = [...gone.map((path) => [path, { isMarked: false }]), ...kept];
    showWaiting();
    const added = waiting().filter(([path, { isMarked }]) => isMarked && !paths.has(path));
    const removed = waiting().filter(([path, { isMarked }]) => !isMarked && paths.has(path));
    setCount(paths.size + added.length - removed.length);
  }
  await catchUp();
}

addEventListener("online", catchUp);

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
    for (const part of document.querySelectorAll(".of-favorites, #favorites-rows, #list-marks, #lists-button")) replace(part, page);
    showWaiting();
  } catch {
    // A star sends the wanted state, not a toggle.
  }
}
