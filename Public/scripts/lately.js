// What was seen lately: kept in this browser only, and forgotten at a press.

const KEY = "lately";
const MOST = 8;

function seen() {
  try {
    const found = JSON.parse(localStorage.getItem(KEY));
    return Array.isArray(found) ? found.filter(({ path, title }) => path?.startsWith("/") && title) : [];
  } catch {
    return [];
  }
}

function keep(entries) {
  try {
    if (entries.length) localStorage.setItem(KEY, JSON.stringify(entries));
    else localStorage.removeItem(KEY);
  } catch {
    // It is a convenience.
  }
}

/** The shows of one host share what a browser keeps: each lists its own. */
const show = (path) => path.slice(0, path.indexOf("/entries/"));

/** Notes the entry of this page as the last one. */
export function note(detail) {
  const path = location.pathname;
  const title = detail.querySelector("h1").textContent;
  const others = seen().filter((entry) => entry.path !== path);
  const own = others.filter((entry) => show(entry.path) === show(path)).slice(0, MOST - 1);
  keep([{ path, title }, ...own, ...others.filter((entry) => show(entry.path) !== show(path)).slice(0, 3 * MOST)]);
}

/** Lists what was seen, the last one first; not the entry of this page. */
export function list(section) {
  const home = document.querySelector(".of-show").pathname.slice(0, -1);
  const entries = seen().filter(({ path }) => show(path) === home && path !== location.pathname);
  section.hidden = !entries.length;
  section.querySelector("ul").replaceChildren(...entries.map(({ path, title }) => {
    const row = document.createElement("li");
    const link = row.appendChild(document.createElement("a"));
    link.href = path;
    link.textContent = title;
    return row;
  }));
  section.querySelector("button").onclick = () => {
    keep(seen().filter(({ path }) => show(path) !== home));
    section.hidden = true;
  };
}
