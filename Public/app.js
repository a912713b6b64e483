// The main script of every page. Runs after the first frame, or before it if something must be repositioned (opening.js).
// The rest is imported when needed. It only saves round trips: every page works without it.

const root = document.documentElement;
const { classList } = document.body;
const results = document.getElementById("results");
// The container of search results: the list, or the shelf.
const found = results ?? document.getElementById("shows");
const form = document.querySelector("form[role=search]");
const marks = document.getElementById("mark");
const detail = classList.contains("at-entry") ? document.getElementById("entry") : null;
const [previous, next] = ["prev", "next"].map((rel) => detail?.querySelector(`.neighbours [rel=${rel}]`));

const isShown = (element) => Boolean(element?.getClientRects().length);
const [visit] = performance.getEntriesByType("navigation");
// Whether the last input was a key, not a pointer.
let isByKey = false;
for (const type of ["keydown", "pointerdown"]) {
  document.addEventListener(type, () => { isByKey = type === "keydown"; }, { capture: true, passive: true });
}

const isKiosk = root.classList.contains("is-kiosk");
if (isKiosk) import("./scripts/kiosk.js");
else setUpBorder();
if (results) keepPlace();
if (marks) markInPlace();
// Phones then show no entry of the day.
if (detail && !isKiosk) store("localStorage", "viewed", true);
followAppearance();
followMenu();
listenToKeys();
if (form) listenToField();
const pager = results?.querySelector(".pager");
if (pager) {
  // Shows empty space if the visitor reaches the end before the next rows.
  if (pager.querySelector("[rel=next]")) pager.style.marginBottom = "100vh";
  const goOn = () => import("./scripts/list.js");
  document.addEventListener("scroll", goOn, { capture: true, once: true, passive: true });
}
if (document.querySelector("img[data-pending]")) import("./scripts/pictures.js");
if (results?.querySelector(".letters") && matchMedia("(any-pointer: coarse)").matches) {
  import("./scripts/rail.js").then(({ followFinger }) => followFinger(results));
}
const share = document.getElementById("share");
if (share && root.classList.contains("can-share")) import("./scripts/share.js").then(({ offer }) => offer(share));
// Browsers leave a focused element where a part of it is in view.
document.addEventListener("focusin", ({ target }) => {
  target.closest?.(".shown li")?.scrollIntoView({ block: "nearest", inline: "nearest" });
});
if (document.getElementById("reader") && "speechSynthesis" in window) import("./scripts/reader.js");
if (next && matchMedia("(any-pointer: coarse)").matches) {
  import("./scripts/swipe.js").then(({ followFinger }) => followFinger(detail, previous, next));
}
// Visitors from one of our pages have it already.
for (const type of ["pointerdown", "keydown"]) {
  addEventListener(type, () => import("./scripts/transitions.js"), { once: true, passive: true });
}

/** A stored value; undefined if storage is unavailable. */
function stored(storage, key) {
  try {
    return JSON.parse(window[storage].getItem(key));
  } catch {
    return null;
  }
}

function store(storage, key, value) {
  try {
    window[storage].setItem(key, JSON.stringify(value));
  } catch {
    // Optional: ignore failures.
  }
}

/** Whether the server is unreachable, or only an import failed. */
function isAway() {
  return fetch(location.href, { method: "HEAD", cache: "no-store" }).then(() => false, () => true);
}

/** The search field: text typed before its script loads is searched for afterwards. */
function listenToField() {
  const field = form.elements.q;
  let isTaken = false;

  function take() {
    if (isTaken) return;
    isTaken = true;
    const script = found ? import("./scripts/finder.js") : import("./scripts/suggestions.js");
    const finder = script.then(({ makeFinder }) => makeFinder(form, found));
    if (!found) return;
    // Enter before the script loads has the same effect afterwards; if loading fails, the form is sent.
    const wait = (event) => {
      event.preventDefault();
      finder.then((open) => open(), () => form.submit());
    };
    form.addEventListener("submit", wait);
    finder.finally(() => form.removeEventListener("submit", wait)).catch(() => {
      field.addEventListener("input", tellIfAway);
      if (field.value !== field.defaultValue) tellIfAway();
    });
  }

  /** The script failed to load. */
  async function tellIfAway() {
    if (await isAway()) tellLost(() => form.requestSubmit());
  }

  /** The server is unreachable: the results stay, and a line above them says so. */
  function tellLost(again) {
    const [line, button] = ["p", "button"].map((tag) => document.createElement(tag));
    line.className = "note is-away";
    line.role = "status";
    button.className = "link";
    button.type = "button";
    button.textContent = form.dataset.again;
    button.addEventListener("click", again);
    line.append(form.dataset.fault, button);
    found.querySelector(".is-away")?.remove();
    found.prepend(line);
  }

  found?.addEventListener("lost", ({ detail: again }) => tellLost(again));

  for (const type of ["focusin", "pointerover"]) form.addEventListener(type, take);
  // A search page focuses its field.
  if (!found || document.activeElement === field || field.value !== field.defaultValue) take();
}

/** Restores the border between list and detail; imports the script that moves it if there is one. */
function setUpBorder() {
  const border = document.getElementById("border");
  if (!border) return;
  const key = classList.contains("as-grid") ? "pane-grid" : "pane";
  const width = Number(stored("localStorage", key));
  if (width) root.style.setProperty("--pane-width", `clamp(15rem, ${width}%, 100% - 20rem)`);
  const wide = matchMedia("(min-width: 720px) and (min-height: 460px)");
  const keepWidth = (share) => store("localStorage", key, share);
  const show = () => import("./scripts/border.js").then(({ move }) => move(border, keepWidth));
  if (wide.matches) show();
  else wide.addEventListener("change", show, { once: true });
}

/**
 * Restores the list's scroll position: on Back, on reload, and beside successive details.
 *
 * A position is a row and its distance from the top, so it survives changes of the list.
 */
function keepPlace() {
  const pane = results.closest(".scroll");
  let waiting;
  let isStep = false;

  // On wide screens the panes scroll, on narrow ones the page.
  const scroller = () => (getComputedStyle(pane).overflowY === "visible" ? document.scrollingElement : pane);

  function placeNow() {
    if (!isShown(results)) return;
    const box = scroller();
    const top = box === document.scrollingElement ? 0 : box.getBoundingClientRect().top;
    const edge = top + (parseFloat(getComputedStyle(box).scrollPaddingTop) || 0);
    const rows = [...results.querySelectorAll("li[id]")];
    const index = rows.findIndex((row) => row.getBoundingClientRect().bottom > edge);
    if (index < 0) return;
    const { first, size } = results.querySelector(".pager")?.dataset ?? { first: 1, size: Infinity };
    return {
      row: rows[index].id, offset: rows[index].getBoundingClientRect().top,
      page: Number(first) + Math.floor(index / size),
    };
  }

  function note() {
    clearTimeout(waiting);
    waiting = undefined;
    const place = placeNow();
    const address = new URL(location.href);
    if (place && !detail) {
      if (place.page > 1) address.searchParams.set("page", place.page);
      else address.searchParams.delete("page");
      address.hash = "";
    }
    history.replaceState({ ...history.state, place, read: detail?.scrollTop }, "", address);
  }

  function restore(place) {
    const row = place && isShown(results) && document.getElementById(place.row);
    if (!row) return;
    const box = scroller();
    const missing = () => row.getBoundingClientRect().top - place.offset;
    root.classList.add("placed");
    box.scrollTop += missing();
    if (missing() < 1) return;
    // Reserve space for rows below that are not loaded yet.
    results.style.minHeight = `${results.offsetHeight + missing()}px`;
    box.scrollTop += missing();
  }

  /** The list's query in the rows' addresses, without the page. */
  function listKey() {
    const query = new URLSearchParams(results.querySelector("li > a")?.search);
    query.delete("page");
    query.sort();
    return query.toString();
  }

  function showChosen() {
    const chosen = isShown(results) && results.querySelector("[aria-current=page]");
    if (chosen) chosen.closest("li").scrollIntoView({ block: "nearest" });
  }

  /** The last position, if it belongs to the same list. */
  function left() {
    const left = stored("sessionStorage", "left");
    return left?.list === listKey() ? left : null;
  }

  /** After Back: shows the entry the visitor comes from, and focuses it for keyboard users. */
  function showLeft() {
    const from = left();
    const row = !detail && from?.row && document.getElementById(from.row);
    // Previous and next went beyond the loaded rows.
    if (!detail && !row && from?.steps) location.replace(from.back);
    if (!row) return;
    if (from.depth > 1 || from.steps) row.scrollIntoView({ block: "nearest" });
    if (!from.isByKey) return;
    // In a page from the back/forward cache it may have an invisible focus.
    document.activeElement?.blur();
    row.querySelector("a").focus({ preventScroll: true, focusVisible: true });
  }

  function leave() {
    const chosen = detail && results.querySelector("[aria-current=page]")?.closest("li").id;
    const { depth, steps = 0 } = history.state ?? {};
    store("sessionStorage", "left", {
      address: location.href.split("#")[0], list: listKey(), depth, steps, isStep, row: chosen, place: placeNow(),
      isByKey, back: detail && document.querySelector(".back").href,
    });
  }

  /** Previous and next replace this history entry, so that Back returns to the list. */
  function step(event) {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    isStep = true;
    leave();
    location.replace(event.currentTarget.href);
  }

  if (!detail) history.scrollRestoration = "manual";
  if (visit?.type === "navigate" && !history.state) {
    const from = left();
    const isNext = from && document.referrer === from.address;
    // The list's distance in the history, and the steps taken within this entry.
    const isStepped = isNext && from.isStep;
    const isKnown = isNext && Number.isInteger(from.depth);
    const depth = detail ? (isKnown ? from.depth + (isStepped ? 0 : 1) : undefined) : 0;
    history.replaceState({ depth, steps: isStepped ? from.steps + 1 : 0 }, "");
    if (detail && isNext) {
      restore(from.place);
      if (root.classList.contains("placed")) showChosen();
    }
    // If the style sheet alone does not show it.
    if (detail && !CSS.supports("scroll-initial-target", "nearest")) showChosen();
  } else {
    restore(history.state?.place);
    if (detail && history.state?.read) detail.scrollTop = history.state.read;
    if (visit?.type === "back_forward") showLeft();
  }

  document.addEventListener("scroll", () => {
    waiting ??= setTimeout(note, 350);
  }, { capture: true, passive: true });
  document.addEventListener("click", note, { capture: true });
  // A search starts, or Back returns to before it.
  results.addEventListener("leave", note);
  results.addEventListener("back", ({ detail: place }) => restore(place));
  // The list's position belongs to the previous history step.
  addEventListener("popstate", () => {
    clearTimeout(waiting);
    waiting = undefined;
  });
  addEventListener("pagehide", () => {
    clearTimeout(waiting);
    waiting = undefined;
    leave();
  });
  if (detail) {
    // A page from the back/forward cache may be shown before this one gets pagehide.
    leave();
    const press = () => {
      isStep = false;
      leave();
    };
    for (const type of ["click", "keydown"]) document.addEventListener(type, press, { capture: true });
    for (const link of [previous, next]) link?.addEventListener("click", step);
  }
  addEventListener("pageshow", (event) => {
    if (!event.persisted) return;
    if (detail) leave();
    else showLeft();
  });
  document.querySelector(".back")?.addEventListener("click", (event) => {
    const depth = history.state?.depth;
    if (!depth || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    history.go(-depth);
  });
}

/** Stars that change without a page load. */
function markInPlace() {
  const stars = () => import("./scripts/favorites.js");
  let isPlain = false;

  /** The script failed to load: send the star as a form if the server is reachable, else change nothing. */
  async function doWithout(star) {
    if (!await isAway()) {
      isPlain = true;
      star.form.requestSubmit(star);
      return;
    }
    const told = document.querySelector(".told") ?? document.body.appendChild(document.createElement("p"));
    told.className = "told";
    told.role = "alert";
    told.textContent = marks.dataset.fault;
    setTimeout(() => told.remove(), 8000);
  }

  const refresh = () => stars().then((loaded) => loaded.refresh());
  document.addEventListener("submit", (event) => {
    const star = event.submitter;
    if (!star?.matches(".star") || isPlain) return;
    event.preventDefault();
    stars().then(({ mark }) => mark(star), () => doWithout(star));
  });
  for (const type of ["pointerover", "focusin"]) {
    document.addEventListener(type, (event) => event.target.closest?.(".star") && stars());
  }
  document.getElementById("drawer")?.addEventListener("beforetoggle", ({ newState }) => {
    if (newState === "open") import("./scripts/drawer.js").then(({ open }) => open());
  });
  // A page from the back/forward cache shows old stars; a fresh copy has the current ones.
  addEventListener("pageshow", (event) => {
    if (event.persisted || visit?.type === "back_forward") refresh();
  });
  // Changed by another tab.
  addEventListener("storage", ({ key }) => key === "starred" && refresh());
}

/** Switches light and dark in place; a page from the back/forward cache applies the later choice. */
function followAppearance() {
  const script = () => import("./scripts/appearance.js");
  let isPlain = false;

  function follow() {
    const chosen = /(?:^|; )appearance=(light|dark)(?:;|$)/.exec(document.cookie)?.[1] ?? "system";
    const shown = ["light", "dark"].find((name) => root.classList.contains(`is-${name}`)) ?? "system";
    if (chosen === shown) return;
    // Before the next frame.
    root.classList.remove(`is-${shown}`);
    root.classList.toggle(`is-${chosen}`, chosen !== "system");
    script().then(({ show }) => show(chosen));
  }

  /** Loads the page again in another language, at the same place. */
  function speak(event) {
    event.preventDefault();
    script().then(({ speak }) => speak(event.target, event.submitter)).catch(() => {
      isPlain = true;
      event.target.requestSubmit(event.submitter);
    });
  }

  document.addEventListener("submit", (event) => {
    const { target, submitter } = event;
    if (isPlain || !submitter) return;
    if (target.matches(".languages") && !isKiosk) return speak(event);
    if (!target.matches(".appearance")) return;
    event.preventDefault();
    script().then(({ choose }) => choose(target, submitter.value), () => {
      isPlain = true;
      target.requestSubmit(submitter);
    });
  });
  addEventListener("pageshow", ({ persisted }) => {
    if (persisted) follow();
  });
  if (visit?.type === "back_forward") follow();
  if (history.state?.spoken) script().then(({ resume }) => resume());
}

/** The menu closes with Escape and with a click elsewhere, which does nothing else. */
function followMenu() {
  const open = () => document.querySelector(".more[open]");
  document.addEventListener("toggle", ({ target }) => {
    if (!target.matches?.(".more")) return;
    for (const item of target.querySelectorAll("button.item")) {
      item.hidden = item.id === "keys-button" && !matchMedia("(any-hover: hover)").matches;
    }
  }, { capture: true });
  document.addEventListener("click", (event) => {
    const menu = open();
    const item = event.target.closest("button.item");
    if (item?.dataset.do === "print") print();
    if (!menu || menu.contains(event.target) && !item) return;
    menu.open = false;
    if (item) return;
    event.preventDefault();
    event.stopPropagation();
  }, { capture: true });
  document.addEventListener("keydown", ({ key }) => {
    const menu = key === "Escape" && open();
    if (!menu) return;
    menu.open = false;
    menu.querySelector("summary").focus();
  });
}

/** Focuses the search at `/`, without waiting for an import. */
function search(event) {
  const field = form?.elements.q;
  if (!isShown(field) || isShown(document.getElementById("drawer"))) return;
  if (stored("localStorage", "keys") === false) return;
  event.preventDefault();
  field.select();
}

/** Keyboard shortcuts; their actions are imported with the first one. */
function listenToKeys() {
  if (!document.getElementById("keys")) return;
  const ownKeys = "input, textarea, select, dialog, iframe, [contenteditable], [role=separator], [popover]:not(.light-box)";
  let keys;

  function use(act) {
    if (keys) act(keys);
    else import("./scripts/keys.js").then((loaded) => act(keys = loaded));
  }

  document.addEventListener("click", ({ target }) => target.closest("#keys-button") && use(({ tell }) => tell()));
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest?.(ownKeys)) return;
    // On a keyboard of another script the place of the key counts.
    const place = /[^\0-\x7f]/.test(event.key) && event.code;
    if (event.key === "/" || place === "Slash") search(event);
    else if (/^([?fg؟]|Arrow\w+)$/.test(event.key) || /^Key[FG]$/.test(place)) use(({ press }) => press(event));
  });
}
