// Stars that change without a new page. The server's answer counts: what it refuses is undone, and what it cannot be
// told yet waits.

import { change, fill, setCount } from "./drawer.js";
import { forget, forgetOthers, keep, known, mark as markOfVisitor, passOn, waiting } from "./waiting.js";

/** Milliseconds after which a server that has not answered is taken for one that is out of reach. */
const PATIENCE = 10_000;
/** Milliseconds between attempts to send what waits, while a page is open. */
const INTERVAL = 30_000;

const marks = document.getElementById("mark");
const told = status("told");
// What the stars show by themselves is only said, and only where the one that says so is not pressed itself.
const said = status("unseen");
let silence;
let attempt;
// The first star that this page sends.
let first;
// Counts the requests for what is said of the favorites: only the answer to the last one is shown.
let asked = 0;

function status(name) {
  const element = document.createElement("p");
  element.className = name;
  element.role = "status";
  document.body.append(element);
  return element;
}

const pathOf = (star) => new URL(star.getAttribute("formaction"), location.href).pathname;

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

/** The page as the server has it now. */
async function now() {
  const answer = await fetch(location.href);
  if (!answer.ok) throw answer.status;
  return new DOMParser().parseFromString(await answer.text(), "text/html");
}

function replace(part, page) {
  part.innerHTML = page.getElementById(part.id)?.innerHTML ?? "";
}

/** Shows how many favorites there are, and the link to them, where the page says so. */
async function recount() {
  const parts = document.querySelectorAll(".of-favorites");
  if (!parts.length) return;
  const own = asked += 1;
  const page = await now();
  if (own === asked) for (const part of parts) replace(part, page);
}

/** Lets other tabs know, and the worker that keeps the favorites. */
function announce() {
  if (document.documentElement.classList.contains("is-kiosk")) return;
  navigator.serviceWorker?.getRegistration()
    .then((registration) => registration?.active?.postMessage({ isStarred: true }), () => {});
  try {
    localStorage.starred = Date.now();
  } catch {
    // They learn of it with their next page.
  }
}

// Pressing

/** Sends a star; the first answer brings the visitor's cookie, which every other request needs. */
function send(path, star) {
  const next = () => post(path, star);
  const sent = first ? first.then(next, next) : next();
  first ??= sent;
  return sent;
}

/** What the server makes of a star; fails where no server of ours answers. */
async function post(path, { isMarked, query = "", of }) {
  const answer = await fetch(path + query, {
    method: "POST", headers: { Accept: "application/json" }, keepalive: true,
    body: new URLSearchParams({ to: isMarked ? "1" : "0", ...(of === undefined ? {} : { of }) }), signal: AbortSignal.timeout(PATIENCE),
  });
  return { ...await answer.json(), status: answer.status, isDone: answer.ok };
}

/** The name of what a star belongs to. */
const titleOf = (star) =>
  (star.closest("li")?.querySelector("a > span") ?? document.querySelector("#entry h1"))?.textContent ?? "";

export async function mark(star) {
  const { pathname: path, search: query } = new URL(star.formAction);
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

// What waits, and what is known on a page that was kept

let favorites = [];
let watcher;

/** Shows stars as they are meant, and goes on to do so in rows that are yet to come. */
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

/** Sends what waits in its order, up to the first star that no server answers. One tab does so at a time. */
async function sendWaiting() {
  let last;
  let refusal;
  forgetOthers();
  let of = markOfVisitor();
  for (const [path, star] of waiting()) {
    const result = markOfVisitor() === of && await send(path, { ...star, of }).catch(() => {});
    // A server that cannot do it now is asked again.
    if (!result || result.status >= 500 || result.status === 429) break;
    forget(path, star);
    if (result.isDone) {
      last = result;
      passOn(of);
      of = markOfVisitor();
    } else if (result.status !== 412) refusal = result.detail;
    // Otherwise the cookie is of another visitor than its mark.
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

/** Shows what waits, and sends it if the server answers by now. */
export async function catchUp() {
  showWaiting();
  const { locks } = navigator;
  await (locks ? locks.request("stars", { ifAvailable: true }, (lock) => lock && sendWaiting()) : sendWaiting());
  planAttempt();
}

/** Puts the favorites that are known on a page that was kept. */
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

/** Shows what is marked by now. */
export async function refresh() {
  try {
    const page = await now();
    asked += 1;
    const found = new Map([...page.querySelectorAll(".star")].map((star) => [pathOf(star), star.value === "0"]));
    const count = page.getElementById("drawer-count")?.textContent;
    // Where the page has them all, no other star is marked, in rows that came later either.
    const isWhole = [...found.values()].filter(Boolean).length === Number(count);
    for (const star of document.querySelectorAll(".star")) {
      const isMarked = found.get(pathOf(star));
      if (isWhole || isMarked !== undefined) press(star, Boolean(isMarked));
    }
    const drawer = page.getElementById("drawer-content");
    if (drawer) fill(count, drawer.innerHTML);
    for (const part of document.querySelectorAll(".of-favorites, #favorites-rows")) replace(part, page);
    showWaiting();
  } catch {
    // A star that is pressed tells the server what is wanted, not what was shown.
  }
}
