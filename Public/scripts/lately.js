// What was seen lately: kept in this browser only, and forgotten at a press.

const KEY = "lately";
// Entries of one show, and of all others of this host together: what one looks over at a glance.
const MOST = 8;
const MOST_OF_OTHERS = 24;

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
  const isOwn = (entry) => show(entry.path) === show(path);
  const rest = seen().filter((entry) => entry.path !== path);
  const [own, others] = [rest.filter(isOwn), rest.filter((entry) => !isOwn(entry))];
  keep([{ path, title }, ...own.slice(0, MOST - 1), ...others.slice(0, MOST_OF_OTHERS)]);
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
