// All that the pages of a copy do by script: no server is behind them, so the search looks through `search.js`, and
// the favorites stay in the browser. No module, since browsers load none from a folder.

(() => {
  const { show, isPrefix, entries } = window.dramatis;
  const [ID, TITLE, LINE, LOOK, LETTERS, PICTURE, TEXT] = [0, 1, 2, 3, 4, 5, 6];
  const key = `favorites-${show}`;
  const results = document.getElementById("results");
  const form = document.querySelector("form[role=search]");
  const isGrid = document.body.classList.contains("as-grid");
  // Addresses in it are relative to its own folder.
  const base = document.querySelector("script[src$='search.js']").src;
  const byId = new Map(entries.map((entry) => [entry[ID], entry]));
  const star = results.querySelector(".star");
  const before = [...results.childNodes];

  const fold = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

  function element(name, properties, ...children) {
    const made = Object.assign(document.createElement(name), properties);
    made.append(...children);
    return made;
  }

  // Favorites

  function favorites() {
    try {
      return JSON.parse(localStorage.getItem(key) ?? "[]").filter((id) => byId.has(id));
    } catch {
      return [];
    }
  }

  function press(id) {
    const ids = favorites();
    const kept = ids.includes(id) ? ids.filter((other) => other !== id) : [...ids, id];
    try {
      localStorage.setItem(key, JSON.stringify(kept));
    } catch {
      // A browser that keeps nothing has no favorites.
    }
    showFavorites();
  }

  function showFavorites() {
    const ids = favorites();
    for (const button of document.querySelectorAll(".star")) {
      button.setAttribute("aria-pressed", ids.includes(button.dataset.entry));
    }
    document.getElementById("drawer-count").textContent = ids.length || "";
    const content = document.getElementById("drawer-content");
    content.querySelector(".invitation").hidden = ids.length > 0;
    content.querySelector(".names")?.remove();
    const rows = ids.reverse().map((id) => element("li", {}, link(byId.get(id))));
    if (rows.length) content.prepend(element("ul", { className: "names" }, ...rows));
  }

  // Rows as the pages have them

  function face(entry) {
    if (entry[PICTURE]) {
      const src = new URL(entry[PICTURE], base).href;
      return element("img", { className: `face ${entry[LOOK]}`, src, alt: "", loading: "lazy" });
    }
    const made = element("i", { className: `face ${entry[LOOK]}`, ariaHidden: "true" });
    made.dataset.letters = entry[LETTERS];
    return made;
  }

  function link(entry) {
    const href = new URL(`entries/${entry[ID]}.html`, base).href;
    const made = element("a", { href }, face(entry), element("span", { textContent: entry[TITLE] }));
    if (entry[LINE] && !isGrid) made.append(element("small", { textContent: entry[LINE] }));
    return made;
  }

  function row(entry) {
    const made = element("li", { id: `e-${entry[ID]}` }, link(entry));
    const own = star.cloneNode(true);
    own.ariaLabel = star.ariaLabel.replace(byId.get(star.dataset.entry)[TITLE], () => entry[TITLE]);
    own.dataset.entry = entry[ID];
    made.append(own);
    return made;
  }

  // Search

  /** The best first: the title itself, its beginning, that of a word, within it, then the text. */
  function rank(entry, text) {
    const title = fold(entry[TITLE]);
    if (title.startsWith(text)) return title === text ? 0 : 1;
    if (isPrefix) return -1;
    if (title.includes(` ${text}`)) return 2;
    if (title.includes(text)) return 3;
    return fold(`${entry[LINE]} ${entry[TEXT]}`).includes(text) ? 4 : -1;
  }

  function search() {
    const text = fold(form.elements.q.value.trim());
    form.querySelector(".clear").hidden = !text;
    if (!text) {
      results.replaceChildren(...before);
      return showFavorites();
    }
    const found = entries.map((entry) => ({ entry, rank: rank(entry, text) })).filter(({ rank }) => rank >= 0);
    found.sort((a, b) => a.rank - b.rank);
    const summary = element("p", { id: "summary", role: "status", textContent: `${found.length} / ${entries.length}` });
    const rows = found.slice(0, 200).map(({ entry }) => row(entry));
    results.replaceChildren(
      element("div", { className: "summary" }, summary),
      element("ol", { className: isGrid ? "tiles" : "rows summaries" }, ...rows));
    showFavorites();
  }

  form.addEventListener("input", search);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    results.querySelector("ol a")?.click();
  });
  form.querySelector(".clear").addEventListener("click", (event) => {
    event.preventDefault();
    form.elements.q.value = "";
    search();
    form.elements.q.focus();
  });
  document.addEventListener("click", ({ target }) => {
    const button = target.closest(".star");
    if (button) press(button.dataset.entry);
  });
  addEventListener("storage", showFavorites);
  addEventListener("pageshow", showFavorites);
  showFavorites();
  if (form.elements.q.value) search();
})();
