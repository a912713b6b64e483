// A screen that many use one after the other: after a while without a touch it begins anew, and shows the wall's
// pictures one by one until somebody comes.

import { back, move } from "./arrows.js";

const { restart, pause } = document.documentElement.dataset;
const PATIENCE = Number(pause) * 1000;
// How long a picture is looked at, and how many come before the page is asked for anew.
const LOOK = 8000;
// How long the way back may take before the page is asked for anew, and how long until the server is asked again.
const LOST = 60_000;
const RETRY = 10_000;
const SLIDES = 75;
// What pages keep in this browser.
const KEYS = ["stars", "starred", "lately", "keys", "pane", "pane-grid"];
// The page that is the first one is there.
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

/** Removes what this browser keeps of earlier visitors; what belongs to other shows or programs stays. */
function forget() {
  try {
    for (const key of KEYS) localStorage.removeItem(key);
  } catch {
    // A browser that lets nothing be kept has nothing to take away.
  }
}

/** Has the server forget the visitor, and goes to the beginning of what this screen has shown. */
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
    // Nothing of the visitor stays on the screen while the server is out of reach.
    document.body.replaceChildren();
    idle = setTimeout(rest, RETRY);
    return;
  }
  const index = window.navigation?.currentEntry.index ?? 0;
  if (!index) return clear();
  // Where that is this very page, nothing is loaded.
  history.go(-index);
  idle = setTimeout(clear, LOST);
}

/** Removes the ways to pages of the last visitor: none lie before this one, and a new one takes the place of others. */
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

/** Two pictures that take turns over the wall. */
function showSlides() {
  const tiles = [...document.querySelectorAll(".tiles a")].filter((tile) => tile.querySelector("img"));
  if (!tiles.length) return;
  slides = document.createElement("div");
  slides.className = "slides";
  slides.ariaHidden = "true";
  const figures = [0, 1].map(() => {
    const figure = slides.appendChild(document.createElement("figure"));
    figure.append(new Image(), document.createElement("figcaption"));
    return figure;
  });
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
    const [picture] = front.children;
    count += 1;
    picture.src = tile.querySelector("img").src.replace(/tile=.*/, "whole=9999");
    front.lastChild.textContent = tile.querySelector("span").textContent;
    await picture.decode().catch(() => {});
    front.classList.add("is-shown");
    behind.classList.remove("is-shown");
    setTimeout(next, LOOK);
  })();
}

/** Whoever wakes the screen has pressed nothing yet. */
function touch(event) {
  if (isOver) return;
  // What moves under a pointer that rests.
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
  // Where the way back has led; the next page is the one that the server leads to.
  if (isResting !== BEGUN) return clear();
  // With what the page before has noted as it was left.
  stored((storage) => storage.clear());
  showSlides();
  if (!slides) wait();
}

// Nothing on a page is a way out of it: no menu, no drag, no other window, no file, no print.

const prevent = (event) => event.preventDefault();
const isWithKey = (event) => event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
/** Keys for the browser's menu, history, windows, tools and files; screen readers take theirs before a page does. */
const SHORTCUTS = /^(\+?F\d+|Browser\w+|\+[defhijklnopstuw]|\+\+(Arrow(Left|Right)|Home))$/;

for (const type of ["contextmenu", "dragstart", "dragover", "drop", "auxclick"]) addEventListener(type, prevent, true);
addEventListener("mousedown", (event) => event.button === 1 && prevent(event), true);
addEventListener("click", (event) => isWithKey(event) && prevent(event), true);
addEventListener("keydown", (event) => {
  const { ctrlKey, metaKey, altKey, key } = event;
  const name = key.length === 1 ? key.toLowerCase() : key;
  const isWay = altKey || metaKey;
  // With the control key, arrows move by words within the search field.
  if (SHORTCUTS.test(`${isWay || ctrlKey ? "+" : ""}${isWay && name.length > 1 ? "+" : ""}${name}`)) prevent(event);
}, true);

import("./forget.js");
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
