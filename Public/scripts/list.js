// The list: replaces its results and loads more while scrolling.

const results = document.getElementById("results");
const pane = results.closest(".scroll");
// Rows loaded automatically. The footer is reached by a link above them.
const MOST = 3_000;
let below;
let above;
// The appended pages, each with the pager that it replaced.
let added = [];
let most = MOST;

// On wide screens the panes scroll, on narrow ones the page.
const isPane = () => getComputedStyle(pane).overflowY !== "visible";
const scroller = () => (isPane() ? pane : document.scrollingElement);
// Of a list, a grid or a table.
const ROWS = "ol, tbody";
const rows = () => results.querySelector(ROWS);
const pager = () => results.querySelector(".pager");

/** Replaces the content with the server's answer. */
export function show(markup) {
  results.innerHTML = markup;
  // The switch and the menu are of the same list.
  const tools = results.querySelector("#tools");
  document.querySelector(".finder #tools")?.replaceWith(tools);
  const map = document.querySelector(".overview");
  if (map) map.src = results.querySelector("[data-map]").dataset.map;
  results.style.minHeight = "";
  added = [];
  most = MOST;
  for (const link of results.querySelectorAll("li > a")) {
    if (link.pathname === location.pathname) link.setAttribute("aria-current", "page");
  }
  scroller().scrollTop = 0;
  if (results.querySelector("img[data-pending]")) import("./pictures.js");
  goOn();
}

/** Loads the next and previous pages' rows when they are nearly in view. */
function goOn() {
  below?.disconnect();
  above?.disconnect();
  const next = pager()?.querySelector("[rel=next]");
  const previous = pager()?.querySelector("[rel=prev]");
  next?.addEventListener("click", goFurther);
  const hasSpace = rows()?.children.length < most;
  const comes = next && hasSpace;
  if (pager()) pager().style.marginBottom = comes ? "100vh" : "";
  if (comes) below = watch(pager(), () => append(next));
  if (previous && scroller().scrollTop > 0 && hasSpace) {
    above = watch(rows().firstElementChild, () => prepend(previous));
  }
}

/** Appends more rows instead of opening the next page. */
async function goFurther(event) {
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey || rows().children.length < most) return;
  event.preventDefault();
  const link = event.currentTarget;
  most = rows().children.length + MOST;
  const first = await append(link);
  if (first) first.querySelector("a").focus({ preventScroll: true });
  else location.assign(link.href);
}

/** Whether the focus is outside the rows, where new ones would push it out of view. */
function isBeside() {
  const { activeElement } = document;
  const isHeld = pane.contains(activeElement) && !rows().contains(activeElement);
  if (isHeld) activeElement.addEventListener("blur", () => setTimeout(goOn), { once: true });
  return isHeld;
}

function watch(element, act) {
  const observer = new IntersectionObserver((seen) => {
    if (!seen.some((entry) => entry.isIntersecting)) return;
    observer.disconnect();
    if (!isBeside()) act();
  }, { root: isPane() ? pane : null, rootMargin: "800px 0px" });
  observer.observe(element);
  return observer;
}

/** Another page's rows and pager; undefined if loading fails or is too late. */
async function fetchPage(link) {
  const address = new URL(link.href);
  address.searchParams.set("part", "results");
  try {
    const answer = await fetch(address);
    if (!answer.ok) return;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const others = page.querySelector(ROWS);
    if (others && link.isConnected) return { others, its: page.querySelector(".pager") };
  } catch {
    // The link to that page remains.
  }
}

async function append(next) {
  const page = await fetchPage(next);
  if (!page) {
    pager()?.style.removeProperty("margin-bottom");
    return;
  }
  const { others, its } = page;
  const last = [...rows().querySelectorAll("[data-letter]")].at(-1);
  const first = others.firstElementChild;
  if (first.dataset.letter === last?.dataset.letter) delete first.dataset.letter;
  const old = pager();
  added.push({ first, count: others.children.length, pager: old });
  rows().append(...others.children);
  // Keep the content above unchanged.
  setAbove(its, old);
  old.replaceWith(its);
  results.style.minHeight = "";
  goOn();
  return first;
}

async function prepend(previous) {
  const page = await fetchPage(previous);
  if (!page) return;
  const { others, its } = page;
  const top = rows().firstElementChild;
  const lastLetter = [...others.querySelectorAll("[data-letter]")].at(-1);
  if (top.dataset.letter === lastLetter?.dataset.letter) delete top.dataset.letter;
  const before = top.getBoundingClientRect().top;
  rows().prepend(...others.children);
  scroller().scrollTop += top.getBoundingClientRect().top - before;
  for (const old of [pager(), ...added.map(({ pager }) => pager)]) setAbove(old, its);
  goOn();
}

/** Copies the description of the rows above from one pager to another. */
function setAbove(its, other) {
  its.dataset.first = other.dataset.first;
  const previous = other.querySelector("[rel=prev]")?.cloneNode(true);
  its.querySelector("[rel=prev]")?.remove();
  if (previous) its.prepend(previous);
}

/** Unloads distant pages below, so that long scrolling stays cheap. */
function letGo() {
  const length = added.length;
  while (added.length && added.at(-1).first.getBoundingClientRect().top > innerHeight + 1600) {
    const { first, count, pager: old } = added.pop();
    const all = [...first.parentElement.children];
    for (const row of all.slice(all.indexOf(first)).slice(0, count)) row.remove();
    pager().replaceWith(old);
  }
  if (added.length < length || !above) goOn();
}

let isWaiting = false;
document.addEventListener("scroll", () => {
  if (isWaiting) return;
  isWaiting = true;
  setTimeout(() => {
    isWaiting = false;
    letGo();
  }, 100);
}, { capture: true, passive: true });
goOn();
