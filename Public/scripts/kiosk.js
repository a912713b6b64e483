// A screen that many use one after the other: after a while without a touch it begins anew, and shows the wall's
// pictures one by one until somebody comes.

import { back, move } from "./arrows.js";

const { restart, pause } = document.documentElement.dataset;
const PATIENCE = Number(pause) * 1000;
// How long a picture is looked at, and how many come before the page is asked for anew.
const LOOK = 8000;
// How long the way back may take before the page is asked for anew.
const LOST = 60_000;
const SLIDES = 75;
const TOUCHES = ["pointerdown", "pointermove", "keydown", "wheel"];
let idle;
let slides;

function stored(change) {
  try {
    return change(sessionStorage);
  } catch {
    return null;
  }
}

/** To the beginning of what this screen has shown, so that no way back leads to whoever was here. */
function rest() {
  const [first] = window.navigation?.entries() ?? [];
  const isFirst = !first || navigation.currentEntry.index === 0;
  stored((storage) => {
    storage.clear();
    storage.rest = isFirst ? "2" : "1";
  });
  if (isFirst) location.replace(restart);
  // Where that is this very page, nothing is loaded.
  else {
    history.go(-navigation.currentEntry.index);
    clearTimeout(idle);
    idle = setTimeout(() => location.replace(restart), LOST);
  }
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
  if (isResting === "1") {
    stored((storage) => {
      storage.rest = "2";
    });
    location.replace(restart);
    return;
  }
  // With what the page before has noted as it was left.
  stored((storage) => storage.clear());
  showSlides();
  if (!slides) wait();
}

for (const type of TOUCHES) addEventListener(type, touch, { capture: true, passive: false });
addEventListener("pageshow", ({ persisted }) => persisted && begin());
addEventListener("popstate", () => stored((storage) => storage.rest) && begin());
document.addEventListener("keydown", (event) => {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
  if (move(event) || back(event)) event.preventDefault();
});
begin();
