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

/** Records this page's entry as the latest, with its picture or placeholder. */
export function note(detail) {
  const path = location.pathname;
  const title = detail.querySelector("h1").textContent;
  const picture = detail.querySelector("button.portrait img")?.getAttribute("src").split("?")[0];
  const placeholder = detail.querySelector("i.portrait, i.token");
  const [style] = /\b[ct]\d s\d\b/.exec(placeholder?.className) ?? [""];
  const face = picture || placeholder ? { picture, style, letters: placeholder?.dataset.letters } : {};
  const isOwn = (entry) => show(entry.path) === show(path);
  const rest = seen().filter((entry) => entry.path !== path);
  const [own, others] = [rest.filter(isOwn), rest.filter((entry) => !isOwn(entry))];
  keep([{ path, title, ...face }, ...own.slice(0, MOST - 1), ...others.slice(0, MOST_OF_OTHERS)]);
}

/** A row of an entry with its picture or placeholder. */
export function row({ path, title, picture, style, letters }, tile) {
  const item = document.createElement("li");
  const link = item.appendChild(document.createElement("a"));
  link.href = path;
  if (picture || letters) {
    const face = link.appendChild(document.createElement(picture ? "img" : "i"));
    face.className = `face ${style}`;
    if (picture) Object.assign(face, { src: `${picture}?tile=${tile}`, alt: "", loading: "lazy" });
    else face.dataset.letters = letters;
  }
  link.appendChild(document.createElement("span")).textContent = title;
  return item;
}

/** Rows of recently viewed entries, the latest first, without this page's; those of all shows on the shelf. */
function rows(tile) {
  const home = document.querySelector(".of-show")?.pathname.slice(0, -1);
  const isOwn = ({ path }) => path !== location.pathname && (home === undefined || show(path) === home);
  return seen().filter(isOwn).map((entry) => row(entry, tile));
}

/** Lists the last three in the drawer. */
export function list(section) {
  const entries = rows(160).slice(0, 3);
  section.hidden = !entries.length;
  section.querySelector("ul").replaceChildren(...entries);
  section.querySelector("button").onclick = () => {
    const home = document.querySelector(".of-show").pathname.slice(0, -1);
    keep(seen().filter(({ path }) => show(path) !== home));
    for (const part of [section, document.getElementById("seen")]) if (part) part.hidden = true;
  };
}

/** Shows them on the stage. */
export function fill(section) {
  const entries = rows(360);
  section.hidden = !entries.length;
  section.querySelector("ul").replaceChildren(...entries);
}
