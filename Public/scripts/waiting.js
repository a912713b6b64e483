// Stars that were pressed while the server was out of reach: the browser keeps them until it answers.

/** Stars that wait at most, of all shows at this address. */
const LIMIT = 200;
const KEY = "stars";
const base = new URL("../favorites/", import.meta.url).pathname;

function stored() {
  try {
    return JSON.parse(localStorage[KEY] ?? "{}");
  } catch {
    return {};
  }
}

function store(stars) {
  if (Object.keys(stars).length) localStorage[KEY] = JSON.stringify(stars);
  else localStorage.removeItem(KEY);
}

/** Stars of this show by their paths, the first that was pressed first: what each is to be, its query and name. */
export const waiting = () => Object.entries(stored()).filter(([path]) => path.startsWith(base));

/** Keeps a star; false where there is no room, and on a screen that many use one after the other. */
export function keep(path, star) {
  const { [path]: _, ...others } = stored();
  if (document.documentElement.classList.contains("is-kiosk") || Object.keys(others).length >= LIMIT) return false;
  try {
    store({ ...others, [path]: star });
    return true;
  } catch {
    return false;
  }
}

/** Forgets a star that was sent, unless it was pressed again meanwhile. */
export function forget(path, { isMarked }) {
  const { [path]: star, ...others } = stored();
  if (star?.isMarked === isMarked) store(others);
}

/** The favorites that the worker keeps, the oldest first, as stars by their paths; nothing where it keeps none. */
export async function known() {
  const kept = await globalThis.caches?.match(new URL("../favorites.json", import.meta.url), { ignoreVary: true });
  if (!kept) return;
  const { entries } = await kept.json();
  const star = ({ id, title }) => [base + encodeURIComponent(id), { isMarked: true, title }];
  return entries.sort((a, b) => (a.time < b.time ? -1 : 1)).map(star);
}
