// Filters and searches kept under a name: chips above the list, in this browser only.

const MOST = 20;
const LENGTH = 40;
// Members of an address that are no part of what is looked for.
const LOOKS = ["view", "rows", "page", "pane", "part", "select", "kiosk", "tab"];
// Members that only arrange or divide the list.
const PLAIN = ["section", "sort"];

const chips = document.getElementById("kept");
const results = document.getElementById("results");
const { action } = document.querySelector("form[role=search]");
const key = `filters ${new URL(action).pathname}`;

function all() {
  try {
    const kept = JSON.parse(localStorage.getItem(key));
    const isKept = (one) => typeof one?.name === "string" && typeof one.query === "string";
    return Array.isArray(kept) ? kept.filter(isKept).slice(0, MOST) : [];
  } catch {
    return [];
  }
}

function store(kept) {
  try {
    localStorage.setItem(key, JSON.stringify(kept));
  } catch {
    // Optional: ignore failures.
  }
  show();
}

/** What the page shows, as a query; empty for a list without search and filters. */
function current() {
  const pairs = [...new URLSearchParams(location.search)].filter(([name]) => !LOOKS.includes(name));
  return pairs.some(([name]) => !PLAIN.includes(name)) ? new URLSearchParams(pairs).toString() : "";
}

function element(name, properties, ...children) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

function chip({ name, query }, isShown) {
  const link = element("a", { href: `${action}?${query}`, textContent: name });
  if (isShown) link.setAttribute("aria-current", "true");
  const remove = element("button", { type: "button", ariaLabel: `${chips.dataset.remove}${name}`, textContent: "×" });
  remove.addEventListener("click", () => store(all().filter((other) => other.query !== query)));
  return element("span", { className: isShown ? "facet is-chosen" : "facet" }, link, remove);
}

/** A button that becomes a field for the name. */
function keeping(query) {
  const button = element("button", { type: "button", textContent: chips.dataset.keep });
  const holder = element("span", { className: "facet" }, button);
  button.addEventListener("click", () => {
    const field = element("input", { required: true, maxLength: LENGTH, ariaLabel: chips.dataset.name });
    field.placeholder = chips.dataset.name;
    const form = element("form", { className: "facet" }, field, element("button", { textContent: chips.dataset.save }));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const name = field.value.trim().slice(0, LENGTH);
      const others = all().filter((other) => other.name !== name);
      if (name) store([...others, { name, query }].slice(-MOST));
    });
    form.addEventListener("keydown", ({ key: pressed }) => pressed === "Escape" && show());
    holder.replaceWith(form);
    field.focus();
  });
  return holder;
}

function show() {
  const [kept, query] = [all(), current()];
  const rows = kept.map((one) => chip(one, one.query === query));
  if (query && !kept.some((one) => one.query === query)) rows.push(keeping(query));
  chips.replaceChildren(...rows);
  chips.classList.toggle("is-due", rows.length > 0);
  document.documentElement.classList.remove("has-kept");
}

// A search changes the address after its results.
new MutationObserver(() => setTimeout(show)).observe(results, { childList: true });
addEventListener("storage", show);
addEventListener("pageshow", ({ persisted }) => persisted && show());
show();
