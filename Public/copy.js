// The script of a static export. Without a server, search uses `search.js` and favorites are stored in the browser.
// It is not a module, since browsers do not load modules from a folder.

(() => {
  const { show, isPrefix, isGerman, nothing, meant, folds, entries } = window.dramatis;
  const [ID, TITLE, LINE, LOOK, LETTERS, PICTURE, TEXT] = [0, 1, 2, 3, 4, 5, 6];
  const key = `favorites-${show}`;
  const results = document.getElementById("results");
  const form = document.querySelector("form[role=search]");
  const isGrid = document.body.classList.contains("as-grid");
  // Its addresses are relative to its folder.
  const base = document.querySelector("script[src$='search.js']").src;
  const byId = new Map(entries.map((entry) => [entry[ID], entry]));
  const star = results.querySelector(".star");
  const before = [...results.childNodes];

  /** The text as the server's search folds it: `folds` are its letters that do not just lose marks and case. */
  function fold(text) {
    // Presentation forms and ligatures of Arabic are taken apart.
    const form = (letter) => (/[\uFB50-\uFDFB\uFE70-\uFEFC]/.test(letter) ? "NFKD" : "NFD");
    const plain = (letter) => letter.normalize(form(letter)).replace(/\p{M}/gu, "").toLowerCase();
    const letters = Array.from(text, (letter) => folds[letter] ?? plain(letter)).join("");
    return letters.replace(/\s+/g, " ").trimStart().replace(/(^| )'(?=[a-z0-9\u0080-\uffff])/g, "$1");
  }

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
      // No favorites without storage.
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

  // Rows as in the pages

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

  /** Whether a word of a text begins with another. */
  function begins(text, word) {
    for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
      if (!/[\p{Alphabetic}\p{N}\p{Mn}]$/u.test(text.slice(0, at))) return true;
    }
    return false;
  }

  /** The parts of a word with hyphens within. */
  const parts = (word) => (/^-|-$/.test(word) ? [word] : word.split("-").filter(Boolean));

  /** In German, a typed `ue` may stand for `ü`, but not after a vowel or `q`. */
  const spellings = (word) => (isGerman && !isPrefix ? [word, word.replace(/(?<![aeiouq])([aou])e/g, "$1")] : [word]);

  /** Ranks as the server's: exact title, start of title, both first as typed, then by the number of words that begin one
   * of the title, or lie within it. */
  function rank({ title, rest }, text) {
    const own = spellings(text);
    if (own.some((spelling) => title.startsWith(spelling))) {
      return own.includes(title) ? own.indexOf(title) : 2 + own.findIndex((spelling) => title.startsWith(spelling));
    }
    if (isPrefix) return -1;
    const words = [...new Set(text.split(" ").flatMap(parts))];
    const isHeld = (held, word) => spellings(word).some((spelling) => held.includes(spelling));
    const others = words.filter((word) => !isHeld(title, word));
    if (!others.every((word) => isHeld(rest, word))) return -1;
    const inner = words.filter((word) => !spellings(word).some((spelling) => begins(title, spelling)));
    return 4 + Math.min(2 * inner.length, 2 * others.length + 1);
  }

  function find(text) {
    const found = folded().map((texts, index) => ({ entry: entries[index], rank: rank(texts, text) }));
    // Titles that begin with the marks as typed come first; of the same rank those with the words as typed.
    const written = (text) => text.normalize("NFC").toLowerCase();
    let beginning = written(form.elements.q.value.trimStart());
    while (beginning && fold(`a${beginning.at(-1)}`) === `a${beginning.at(-1)}`) beginning = beginning.slice(0, -1);
    const words = written(form.elements.q.value).split(/[^\p{L}\p{N}\p{M}]+/u).filter((word) => /[^\0-\x7f]/.test(word));
    const place = ({ entry, rank }) => {
      const title = written(entry[TITLE]);
      const isMarked = beginning && title.startsWith(beginning);
      return 2 * (isMarked && rank < 4 ? Number(rank > 1) : rank + 2) + !words.every((word) => title.includes(word));
    };
    return found.filter(({ rank }) => rank >= 0).map((one) => ({ ...one, place: place(one) }))
      .sort((a, b) => a.place - b.place).map(({ entry }) => entry);
  }

  function search() {
    const typed = form.elements.q.value.trim();
    const text = fold(typed);
    form.querySelector(".clear").hidden = !text;
    if (!text) {
      results.replaceChildren(...before);
      return showFavorites();
    }
    const asTyped = find(text);
    const correction = asTyped.length ? undefined : corrections(text).find((other) => find(other).length);
    const found = correction ? find(correction) : asTyped;
    const told = fill(correction ? meant : nothing, { text: typed, name: correction && nameOf(correction, found) });
    const summary = element("p", {
      id: "summary", role: "status", textContent: asTyped.length ? `${found.length} / ${entries.length}` : told,
    });
    const rows = found.slice(0, 200).map(row);
    const advice = element("p", { textContent: form.dataset.advice });
    results.replaceChildren(
      element("div", { className: "summary" }, summary),
      rows.length
        ? element("ol", { className: isGrid ? "tiles" : "rows summaries" }, ...rows)
        : element("div", { className: "nothing" }, form.querySelector("svg").cloneNode(true), advice));
    showFavorites();
  }

  const fill = (pattern, values) => pattern.replace(/\{(\w+)\}/g, (_, key) => values[key]);

  /** The title of the only result; for several, the corrected words as written in the first title. */
  function nameOf(correction, [{ [TITLE]: title }, second]) {
    const words = correction.split(" ");
    return (second && title.split(" ").filter((word) => words.includes(fold(word))).join(" ")) || title;
  }

  // Typos

  /** The minimum length of a corrected text; shorter ones are too ambiguous. */
  const SHORTEST = 3;
  /** Maximum corrections tried per word and per text. */
  const [MOST_OF_WORD, MOST_TRIED] = [4, 24];
  let foldedOnce;
  let wordsOnce;

  function folded() {
    foldedOnce ??= entries.map((entry) => ({ title: fold(entry[TITLE]), rest: fold(`${entry[LINE]} ${entry[TEXT]}`) }));
    return foldedOnce;
  }

  /** Every word with its weight: words of titles rank above those of texts. */
  function words() {
    if (wordsOnce) return wordsOnce;
    wordsOnce = new Map();
    const add = (text, weight) => {
      for (const word of text.match(/[\p{L}\p{N}]+/gu) ?? []) wordsOnce.set(word, (wordsOnce.get(word) ?? 0) + weight);
    };
    for (const { title, rest } of folded()) {
      add(title, 1_000);
      add(rest, 1);
    }
    return wordsOnce;
  }

  /** The cost of reading a typed text as the beginning of another with one typo; infinite if impossible. */
  function slip(typed, other) {
    let at = 0;
    while (at < typed.length && typed[at] === other[at]) at += 1;
    const goesOn = (from, to) => other.startsWith(typed.slice(from), to);
    const isSwapped = at + 1 < typed.length && typed[at] === other[at + 1] && typed[at + 1] === other[at];
    if (isSwapped && goesOn(at + 2, at + 2)) return 0;
    if (goesOn(at, at + 1) || goesOn(at + 1, at)) return 1;
    return goesOn(at + 1, at + 1) ? 2 : Infinity;
  }

  /** Likely corrections of a typed text, the likeliest first. */
  function likeliest(typed, weights) {
    if (typed.length < SHORTEST) return [];
    const found = [...weights].map(([text, weight]) => {
      // Typos are rare at the beginning, and longer texts are less likely.
      const cost = 4 * slip(typed, text) + 2 * (text[0] !== typed[0]) + (text.length > typed.length + 1);
      return { text, weight, cost };
    });
    return found.filter(({ cost }) => cost < Infinity)
      .sort((a, b) => a.cost - b.cost || b.weight - a.weight).slice(0, MOST_OF_WORD).map(({ text }) => text);
  }

  /** Corrections of a text without results: a title, or the text with its unknown words corrected. */
  function corrections(text) {
    const titles = likeliest(text, folded().map(({ title }) => [title, 0]));
    if (isPrefix) return titles;
    const isHeld = (word) => folded().some(({ title, rest }) => title.includes(word) || rest.includes(word));
    const choices = text.split(/\s+/).map((word) => (isHeld(word) ? [word] : likeliest(word, words())));
    const join = (texts, choice) => texts.flatMap((first) => choice.map((word) => [...first, word])).slice(0, MOST_TRIED);
    return [...titles, ...choices.reduce(join, [[]]).map((tried) => tried.join(" "))];
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
