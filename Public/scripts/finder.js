// The search field of a catalogue or the shelf: updates the results with every letter. Returns the action of Enter.

const ROWS = "ol a, tbody a";

export function makeFinder(form, results) {
  const isList = results.id === "results";
  const field = form.querySelector("[name=q]");
  const clear = form.querySelector(".clear");
  const status = document.createElement("p");
  // Text typed while this script was loading is searched for below.
  let asked = field.defaultValue;
  let shown;
  let pending;
  let announcing;

  status.className = "unseen";
  status.role = "status";
  form.append(status);
  clear.hidden = !field.value;

  function ask() {
    if (field.value === asked) return;
    // The history step before the search has the whole list and its position.
    if (!field.value && history.state?.isSearch) history.back();
    else shown = answer(field.value, new URLSearchParams(new FormData(form)));
  }

  /** Shows a text's results; with `isBack` the address is already set, and the list scrolls to `place`. */
  async function answer(text, query, { isBack = false, place } = {}) {
    asked = text;
    // Safari resets the field to this in a page from its back/forward cache.
    field.defaultValue = text;
    pending?.abort();
    pending = new AbortController();
    const { signal } = pending;
    clear.hidden = !text;
    // An emptied field leads to the section in which the search began.
    if (!text && !isBack) query = new URL(clear.href).searchParams;
    const isFirst = isList && text && !isBack && !new URLSearchParams(location.search).get("q");
    if (isFirst) results.dispatchEvent(new Event("leave"));
    const path = location.pathname.endsWith("/") ? new URL(form.action).pathname : location.pathname;
    const address = `${path}?${query}`.replace(/\?$/, "");
    if (isList) query.set("part", "results");
    try {
      const found = await fetch(`${form.action}?${query}`, { signal });
      if (!found.ok) throw found.status;
      const markup = await found.text();
      const { show } = isList ? await import("./list.js") : { show: showPart };
      if (signal.aborted) return;
      show(markup);
      if (isBack) results.dispatchEvent(new CustomEvent("back", { detail: place }));
    } catch {
      if (signal.aborted) return;
      fail();
    }
    // The address reflects the list, with one history entry per search, not per letter.
    const state = { ...history.state, place: null };
    if (isFirst) {
      if (state.depth) state.depth += 1;
      history.pushState({ ...state, isSearch: true }, "", address);
    } else if (!isBack) history.replaceState(state, "", address);
    if (isList) entitle();
    clearTimeout(announcing);
    announcing = setTimeout(() => {
      status.textContent = [...results.querySelectorAll("#summary, .of-group")].map((e) => e.innerText).join(". ");
    }, 700);
  }

  /** The title of the page, and the heading in its bar, of the list that is shown. */
  function entitle() {
    const { title, heading } = results.querySelector(".summary").dataset;
    const shown = document.querySelector(".bar .of-show > :is(h1, span)");
    if (!title || !shown) return;
    // Beside an entry the page has that entry's title.
    if (shown.matches("h1")) document.title = title;
    shown.textContent = heading;
    const show = shown.nextElementSibling;
    if (show) show.hidden = heading === show.textContent;
  }

  /** The matching part of a whole page. */
  function showPart(page) {
    results.innerHTML = new DOMParser().parseFromString(page, "text/html").getElementById(results.id).innerHTML;
  }

  /** Keeps the results, and allows the same text again. */
  function fail() {
    asked = undefined;
    results.dispatchEvent(new CustomEvent("lost", { detail: ask }));
  }

  /** The only hit, or the only one with the text as its title or id. */
  function meant() {
    const text = field.value.trim();
    const hits = [...results.querySelectorAll(ROWS)];
    const isNamed = (hit) => [hit.querySelector("span").textContent, hit.parentElement.id.replace(/^e-/, "")]
      .some((name) => name.trim().localeCompare(text, undefined, { sensitivity: "base" }) === 0);
    const named = hits.length > 1 ? hits.filter(isNamed) : hits;
    return named.length === 1 ? named[0] : undefined;
  }

  async function open() {
    ask();
    await shown;
    const hit = meant();
    if (hit) hit.click();
    else if (!results.querySelector(ROWS)) form.requestSubmit();
    // The keyboard of a phone gives way to the results.
    else if (matchMedia("(pointer: coarse)").matches) field.blur();
  }

  function empty() {
    field.value = "";
    ask();
    field.focus();
  }

  field.addEventListener("input", (event) => event.isComposing || ask());
  field.addEventListener("compositionend", ask);
  addEventListener("online", ask);
  if (isList) {
    addEventListener("popstate", () => {
      const query = new URLSearchParams(location.search);
      const text = query.get("q") ?? "";
      if (text === asked) return;
      field.value = text;
      shown = answer(text, query, { isBack: true, place: history.state?.place });
    });
  }
  field.addEventListener("keydown", (event) => {
    if (event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "ArrowDown") results.querySelector(ROWS)?.focus();
    else if (event.key === "Enter" && field.value.trim()) open();
    else if (event.key === "Escape" && field.value) empty();
    else return;
    event.preventDefault();
  });
  clear.addEventListener("click", (event) => {
    event.preventDefault();
    empty();
  });
  ask();
  return open;
}
