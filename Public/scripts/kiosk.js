// Kiosk mode: resets after some time without input, and then shows the grid's pictures as a slide show until the next
// input.

import { back, move } from "./arrows.js";

const { restart, pause } = document.documentElement.dataset;
const PATIENCE = Number(pause) * 1000;
// Duration of a slide, and the number of slides before the page is reloaded.
const LOOK = 8000;
// Timeout of history.back() before a reload, and the interval between retries.
const LOST = 60_000;
const RETRY = 10_000;
const SLIDES = 75;
// Storage keys of our pages.
const KEYS = ["viewed", "stars", "starred", "lately", "keys", "pane", "pane-grid"];
// The first page is loaded.
const BEGUN = "begun";
const TOUCHES = ["pointerdown", "pointermove", "keydown", "wheel"];
let idle;
let slides;
let isOver = false;

function stored(change) {
  try {
    return change(sessionStorage);
  } catch {
    return null;
  }
}

/** Deletes this show's data of earlier visitors from the browser. */
function forget() {
  try {
    for (const key of KEYS) localStorage.removeItem(key);
  } catch {
    // Without storage there is nothing to delete.
  }
}

/** Makes the server forget the visitor, and goes back to the start of the history. */
async function rest() {
  clearTimeout(idle);
  isOver = true;
  forget();
  try {
    const { url } = await fetch(restart, { method: "POST" });
    stored((storage) => {
      storage.clear();
      storage.rest = url;
    });
  } catch {
    // Empty the screen while the server is unreachable.
    document.body.replaceChildren();
    idle = setTimeout(rest, RETRY);
    return;
  }
  const index = window.navigation?.currentEntry.index ?? 0;
  if (!index) return clear();
  // If this is already that page, nothing is loaded.
  history.go(-index);
  idle = setTimeout(clear, LOST);
}

/** Removes the previous visitor's history: nothing lies before this page, and a new entry drops the rest. */
function clear() {
  const first = stored((storage) => storage.rest) ?? restart;
  const isCleared = stored((storage) => storage.cleared);
  stored((storage) => { storage.cleared = true; });
  if (!isCleared && window.navigation?.entries().length > 1) {
    history.pushState(null, "", first);
    history.back();
    return;
  }
  stored((storage) => {
    storage.clear();
    storage.rest = BEGUN;
  });
  location.replace(first);
}

function wait() {
  clearTimeout(idle);
  idle = setTimeout(rest, PATIENCE);
}

/** Two slides that alternate over the grid: a picture before a blurred one, or a placeholder, and the name. */
function showSlides() {
  const tiles = [...document.querySelectorAll(".tiles a")];
  if (!tiles.length) return;
  slides = document.createElement("div");
  slides.className = "slides";
  slides.ariaHidden = "true";
  const figures = [0, 1].map(() => {
    const figure = slides.appendChild(document.createElement("figure"));
    figure.append(document.createElement("i"), new Image(), document.createElement("figcaption"));
    return figure;
  });
  slides.appendChild(document.createElement("p")).textContent = document.documentElement.dataset.touch;
  document.body.append(slides);
  let count = Math.floor(Math.random() * tiles.length);
  const last = count + SLIDES;
  const overlay = slides;
  (async function next() {
    if (slides !== overlay) return;
    if (count === last) {
      rest();
      return;
    }
    const tile = tiles[count % tiles.length];
    const [front, behind] = [figures[count % 2], figures[(count + 1) % 2]];
    const face = tile.querySelector(".face");
    const picture = front.querySelector("img:not(.face)");
    count += 1;
    front.firstChild.replaceWith(face.cloneNode());
    picture.hidden = !face.src;
    if (face.src) picture.src = face.src.replace(/tile=.*/, "whole=9999");
    front.lastChild.textContent = tile.querySelector("span").textContent;
    await picture.decode().catch(() => {});
    front.classList.add("is-shown");
    behind.classList.remove("is-shown");
    setTimeout(next, LOOK);
  })();
}

/** The input that wakes the screen has no other effect. */
function touch(event) {
  if (isOver) return;
  // Content moved under a resting pointer.
  if (event.type === "pointermove" && !event.movementX && !event.movementY) return;
  wait();
  if (!slides) return;
  if (event.type === "keydown") {
    event.preventDefault();
    event.stopImmediatePropagation();
  } else if (event.type === "pointerdown") {
    const swallow = (click) => {
      click.preventDefault();
      click.stopPropagation();
    };
    addEventListener("click", swallow, { capture: true, once: true });
    setTimeout(() => removeEventListener("click", swallow, { capture: true }), 500);
  }
  slides.remove();
  slides = null;
}

function begin() {
  const isResting = stored((storage) => storage.rest);
  if (!isResting) return wait();
  // The start of the history; the server redirects to the next page.
  if (isResting !== BEGUN) return clear();
  // With the state stored by the previous page.
  stored((storage) => storage.clear());
  showSlides();
  if (!slides) wait();
}

// Blocks every way out of the page: menu, drag, new window, file, print.

const prevent = (event) => event.preventDefault();
const isWithKey = (event) => event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
/** Browser shortcuts for menu, history, windows, tools and files; screen readers handle theirs earlier. */
const SHORTCUTS = /^(\+?F\d+|Browser\w+|\+[defhijklnopstuw]|\+\+(Arrow(Left|Right)|Home))$/;

for (const type of ["contextmenu", "dragstart", "dragover", "drop", "auxclick"]) addEventListener(type, prevent, true);
addEventListener("mousedown", (event) => event.button === 1 && prevent(event), true);
addEventListener("click", (event) => isWithKey(event) && prevent(event), true);
addEventListener("keydown", (event) => {
  const { ctrlKey, metaKey, altKey, key } = event;
  const name = key.length === 1 ? key.toLowerCase() : key;
  const isWay = altKey || metaKey;
  // Ctrl with arrows moves by words in the search field.
  if (SHORTCUTS.test(`${isWay || ctrlKey ? "+" : ""}${isWay && name.length > 1 ? "+" : ""}${name}`)) prevent(event);
}, true);

forget();
for (const type of TOUCHES) addEventListener(type, touch, { capture: true, passive: false });
addEventListener("pageshow", ({ persisted }) => {
  if (!persisted) return;
  isOver = false;
  begin();
});
addEventListener("popstate", () => stored((storage) => storage.rest) && begin());
document.addEventListener("keydown", (event) => {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
  if (move(event) || back(event)) event.preventDefault();
});
begin();
