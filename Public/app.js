// Saves round trips; every page works the same without it.

const form = document.querySelector("form[data-suggestions]");
const results = document.getElementById("results");

if (form) {
  const list = results && makeList(results);
  makeFinder(form, list);
  if (list) rememberPlace(list);
}

const marks = document.getElementById("mark");
if (marks) markInPlace(marks);

/** Stars that change without a new page. The server's answer counts: what it refuses is undone. */
function markInPlace(form) {
  const told = document.createElement("p");
  told.className = "told";
  told.role = "status";
  document.body.append(told);
  let silence;

  const stars = (path) =>
    [...document.querySelectorAll(".star")].filter((star) => new URL(star.formAction).pathname === path);

  function show(path, isMarked) {
    for (const star of stars(path)) {
      star.setAttribute("aria-pressed", isMarked);
      star.value = isMarked ? "0" : "1";
    }
  }

  function tell(sentence) {
    clearTimeout(silence);
    told.textContent = sentence;
    silence = setTimeout(() => told.replaceChildren(), 8000);
  }

  function fillDrawer(count, markup) {
    const number = document.getElementById("drawer-count");
    const content = document.getElementById("drawer-content");
    if (number) number.textContent = count || "";
    if (content) content.innerHTML = markup;
  }

  async function mark(star) {
    const address = new URL(star.formAction);
    const isMarked = star.value === "1";
    show(address.pathname, isMarked);
    try {
      const answer = await fetch(address, {
        method: "POST", headers: { Accept: "application/json" }, keepalive: true,
        body: new URLSearchParams({ to: isMarked ? "1" : "0" }),
      });
      const said = await answer.json();
      if (!answer.ok) throw new Error(said.detail);
      show(address.pathname, said.favorite);
      fillDrawer(said.count, said.drawer);
      told.replaceChildren();
    } catch (error) {
      show(address.pathname, !isMarked);
      tell(error instanceof TypeError || error instanceof SyntaxError
        ? form.dataset.fault : error.message);
    }
  }

  /** Going back shows a page as it was; what has been marked since is in a new one. */
  async function refresh() {
    try {
      const answer = await fetch(location.href);
      if (!answer.ok) return;
      const now = new DOMParser().parseFromString(await answer.text(), "text/html");
      for (const star of now.querySelectorAll(".star")) {
        show(new URL(star.getAttribute("formaction"), location.href).pathname, star.value === "0");
      }
      const content = now.getElementById("drawer-content");
      if (content) fillDrawer(now.getElementById("drawer-count").textContent, content.innerHTML);
    } catch {
      // A star that is pressed tells the server what is wanted, not what was shown.
    }
  }

  document.addEventListener("submit", (event) => {
    if (event.target !== form || !event.submitter) return;
    event.preventDefault();
    mark(event.submitter);
  });
  addEventListener("pageshow", (event) => {
    const [visit] = performance.getEntriesByType("navigation");
    if (event.persisted || visit?.type === "back_forward") refresh();
  });
}

/** The list as it stands on the page: shows other results in its place, and goes on while one scrolls. */
function makeList(results) {
  const pane = results.closest(".scroll");
  let observer;
  // The pages put under the first one, each with the pager that it took the place of.
  let added = [];
  // Rows know their page, so that the address can tell where one is.
  number(results.querySelector("ol"), new URLSearchParams(location.search).get("page") ?? "1");

  // The panes scroll on wide screens only; on narrow ones the page does.
  const scroller = () => (getComputedStyle(pane).overflowY === "visible" ? document.scrollingElement : pane);

  function number(rows, page) {
    for (const row of rows?.children ?? []) row.dataset.page = page;
  }

  function show(markup) {
    results.innerHTML = markup;
    added = [];
    number(results.querySelector("ol"), "1");
    for (const link of results.querySelectorAll("li > a")) {
      if (link.pathname === location.pathname) link.setAttribute("aria-current", "page");
    }
    goOn();
  }

  /** Puts the rows of the next page under these as soon as they are nearly in view. */
  function goOn() {
    observer?.disconnect();
    const next = results.querySelector(".pager [rel=next]");
    if (!next) return;
    observer = new IntersectionObserver((seen) => {
      if (!seen.some((entry) => entry.isIntersecting)) return;
      observer.disconnect();
      append(next);
    }, { root: scroller() === pane ? pane : null, rootMargin: "0px 0px 800px 0px" });
    observer.observe(next);
  }

  async function append(next) {
    const address = new URL(next.href);
    const page = address.searchParams.get("page");
    address.searchParams.set("part", "results");
    try {
      const answer = await fetch(address);
      if (!answer.ok || !next.isConnected) return;
      const more = new DOMParser().parseFromString(await answer.text(), "text/html");
      const rows = results.querySelector("ol");
      const others = more.querySelector("ol");
      if (!rows || !others || !next.isConnected) return;
      const letters = [...rows.querySelectorAll("[data-letter]")];
      const first = others.firstElementChild;
      if (first?.dataset.letter === letters.at(-1)?.dataset.letter) delete first?.dataset.letter;
      number(others, page);
      const pager = next.closest(".pager");
      added.push({ first, count: others.children.length, pager });
      rows.append(...others.children);
      pager.replaceWith(more.querySelector(".pager"));
      results.querySelector(".pager [rel=prev]")?.remove();
      goOn();
    } catch {
      // The link to the next page is still there.
    }
  }

  /** Lets go of pages that lie far below again, so that no way through the list makes it heavy. */
  function letGo() {
    const length = added.length;
    while (added.length && added.at(-1).first.getBoundingClientRect().top > innerHeight + 1600) {
      const { first, count, pager } = added.pop();
      const rows = [...first.parentElement.children];
      for (const row of rows.slice(rows.indexOf(first)).slice(0, count)) row.remove();
      results.querySelector(".pager").replaceWith(pager);
    }
    if (added.length < length) goOn();
  }

  let waiting;
  document.addEventListener("scroll", () => {
    waiting ??= setTimeout(() => {
      waiting = undefined;
      letGo();
    }, 100);
  }, { capture: true, passive: true });
  goOn();
  return { results, scroller, show };
}

/** The search field as a combobox that filters the list, where there is one, with every letter. */
function makeFinder(form, list) {
  const field = form.querySelector("[name=q]");
  const clear = form.querySelector(".clear");
  const fault = document.getElementById("fault");
  const box = document.createElement("ul");
  const status = document.createElement("p");
  let pending;
  let announcing;
  let active = -1;

  box.id = "suggestions";
  box.className = "suggestions";
  box.role = "listbox";
  box.ariaLabel = form.dataset.label;
  box.hidden = true;
  status.className = "unseen";
  status.role = "status";
  form.append(box, status);
  // A search field may not be a combobox.
  field.type = "text";
  field.enterKeyHint = "search";
  field.role = "combobox";
  field.ariaAutoComplete = "list";
  field.setAttribute("aria-controls", box.id);
  // Back from results elsewhere, the field holds what led to them.
  if (!list) field.value ||= history.state?.text ?? "";
  clear.hidden = !field.value;
  let asked = field.value;
  if (!list && !asked) field.focus();
  close();

  function close() {
    box.hidden = true;
    field.ariaExpanded = "false";
    activate(-1);
  }

  function open() {
    if (!box.children.length) return;
    box.hidden = false;
    field.ariaExpanded = "true";
  }

  function activate(index) {
    box.children[active]?.setAttribute("aria-selected", "false");
    active = index;
    const option = box.children[index];
    if (option) {
      option.setAttribute("aria-selected", "true");
      option.scrollIntoView({ block: "nearest" });
      field.setAttribute("aria-activedescendant", option.id);
    } else {
      field.removeAttribute("aria-activedescendant");
    }
  }

  function move(step) {
    const count = box.children.length;
    if (!count) return;
    open();
    // One place more than there are options: none is active there.
    activate(((active + 1 + step + count + 1) % (count + 1)) - 1);
  }

  function choose(option) {
    field.value = option.dataset.text;
    if (!option.dataset.address) return form.requestSubmit();
    leave();
    const address = new URL(option.dataset.address, location.href);
    // Ours may be reached under another scheme than the server knows.
    if (address.host === location.host) location.assign(address.pathname + address.search + address.hash);
    else if (/^https?:$/.test(address.protocol)) location.assign(address);
  }

  function leave() {
    pending?.abort();
    close();
    asked = field.value;
    clear.hidden = !asked;
    if (!list) history.replaceState({ text: asked }, "");
  }

  function offer(texts, descriptions, addresses) {
    box.replaceChildren(...texts.map((text, index) => {
      const option = document.createElement("li");
      option.id = `suggestion-${index}`;
      option.role = "option";
      option.ariaSelected = "false";
      option.dataset.text = text;
      option.dataset.address = addresses[index] ?? "";
      const title = document.createElement("span");
      title.textContent = text;
      option.append(title);
      if (descriptions[index]) {
        const note = document.createElement("small");
        note.textContent = descriptions[index];
        option.append(note);
      }
      return option;
    }));
    activate(-1);
  }

  function announce(count) {
    clearTimeout(announcing);
    announcing = setTimeout(() => {
      const summary = document.getElementById("summary")?.textContent ?? "";
      const rest = fault && !fault.hidden ? fault.textContent : summary;
      status.textContent = count ? `${box.ariaLabel}: ${count}. ${rest}` : rest;
    }, 700);
  }

  const parameters = () => {
    const query = new URLSearchParams(new FormData(form));
    if (!query.get("q")) query.delete("q");
    return query;
  };

  async function ask() {
    const text = field.value;
    if (text === asked) return;
    asked = text;
    pending?.abort();
    pending = new AbortController();
    clear.hidden = !text;
    if (!list && !text) return suggest([], [], []);
    const query = parameters();
    if (list) query.set("part", "results");
    try {
      const answer = await fetch(`${form.dataset.suggestions}?${query}`, { signal: pending.signal });
      if (!answer.ok) throw answer.status;
      const [echo, texts, descriptions, addresses, more] = await answer.json();
      if (echo !== field.value) return;
      if (list) {
        list.show(more.results);
        keepAddress();
      }
      suggest(texts, descriptions, addresses, more?.note);
    } catch (error) {
      // Asked again with the next letter; Enter asks without a script.
      if (error.name !== "AbortError") suggest([], [], [], true);
    }
  }

  function suggest(texts, descriptions, addresses, isFaulty = false) {
    if (fault) fault.hidden = !isFaulty;
    offer(texts, descriptions, addresses);
    if (texts.length && document.activeElement === field) open(); else close();
    announce(texts.length);
  }

  /** The address says what the list shows, without a step in the history for each letter. */
  function keepAddress() {
    const query = parameters().toString();
    const path = location.pathname.endsWith("/") ? new URL(form.action).pathname : location.pathname;
    history.replaceState(null, "", query ? `${path}?${query}` : path);
  }

  field.addEventListener("input", (event) => event.isComposing || ask());
  field.addEventListener("compositionend", ask);
  field.addEventListener("keydown", (event) => {
    if (event.isComposing || event.ctrlKey || event.metaKey) return;
    if (event.key === "ArrowDown" && event.altKey) open();
    else if (event.key === "ArrowUp" && event.altKey) close();
    else if (event.key === "ArrowDown") move(1);
    else if (event.key === "ArrowUp") move(-1);
    else if (event.key === "Enter" && active >= 0 && !box.hidden) choose(box.children[active]);
    else if (event.key === "Escape" && !box.hidden) close();
    else if (event.key === "Escape" && field.value) empty();
    else return;
    event.preventDefault();
  });
  field.addEventListener("blur", close);
  form.addEventListener("submit", (event) => {
    if (list || field.value.trim()) leave();
    else event.preventDefault();
  });
  // The field keeps the focus while one chooses with a pointer.
  box.addEventListener("mousedown", (event) => event.preventDefault());
  box.addEventListener("click", (event) => {
    const option = event.target.closest("[role=option]");
    if (option) choose(option);
  });

  function empty() {
    field.value = "";
    close();
    box.replaceChildren();
    ask();
    field.focus();
  }

  clear.addEventListener("click", (event) => {
    event.preventDefault();
    empty();
  });
}

/** Back lands on the row that one left from, however far the list had gone on. */
function rememberPlace({ results, scroller }) {
  let waiting;

  function topRow() {
    const top = scroller() === document.scrollingElement ? 0 : scroller().getBoundingClientRect().top;
    const edge = top + parseFloat(getComputedStyle(scroller()).scrollPaddingTop || 0);
    for (const row of results.querySelectorAll("li[id]")) {
      const box = row.getBoundingClientRect();
      if (box.bottom > edge) return { row: row.id, offset: box.top, page: row.dataset.page };
    }
  }

  function note() {
    waiting = undefined;
    const place = topRow();
    if (!place) return;
    const address = new URL(location.href);
    if (place.page === "1") address.searchParams.delete("page");
    else address.searchParams.set("page", place.page);
    address.hash = "";
    history.replaceState({ row: place.row, offset: place.offset }, "", address);
  }

  function restore() {
    const place = history.state;
    const row = place?.row && document.getElementById(place.row);
    if (row) scroller().scrollTop += row.getBoundingClientRect().top - place.offset;
  }

  if (!document.body.classList.contains("at-list")) return;
  history.scrollRestoration = "manual";
  restore();
  document.addEventListener("scroll", () => {
    waiting ??= setTimeout(note, 350);
  }, { capture: true, passive: true });
  results.addEventListener("click", note);
}
