// Recently viewed entries: stored in this browser only, and cleared with a button.

const KEY = "lately";
// Maximum entries of this show, and of all other shows of this host.
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
    // Optional: ignore failures.
  }
}

/** Shows of one host share the browser's storage: each lists its own. */
const show = (path) => path.slice(0, path.indexOf("/entries/"));

/** Records this page's entry as the latest. */
export function note(detail) {
  const path = location.pathname;
  const title = detail.querySelector("h1").textContent;
  const isOwn = (entry) => show(entry.path) === show(path);
  const rest = seen().filter((entry) => entry.path !== path);
  const [own, others] = [rest.filter(isOwn), rest.filter((entry) => !isOwn(entry))];
  keep([{ path, title }, ...own.slice(0, MOST - 1), ...others.slice(0, MOST_OF_OTHERS)]);
}

/** Lists recently viewed entries, the latest first, without this page's. */
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
