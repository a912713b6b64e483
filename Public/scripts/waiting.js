// Stars that were pressed while the server was out of reach: the browser keeps them until it answers, for the visitor
// who pressed them and for no other.

/** Stars that wait at most, of all shows at this address. */
const LIMIT = 200;
const KEY = "stars";
const base = new URL("../favorites/", import.meta.url).pathname;
const favorites = new URL("../favorites.json", import.meta.url).href;
const isKiosk = document.documentElement.classList.contains("is-kiosk");

/** The mark of this browser's visitor; empty for one without favorites. The server sets it with their cookie. */
export const mark = () => /(?:^|; )dramatis\.mark=([0-9a-f]+)/.exec(document.cookie)?.[1] ?? "";

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

/**
 * This visitor's stars of this show by their paths, the first that was pressed first: what each is to be, its query,
 * its name, and the mark of its visitor.
 */
export function waiting() {
  if (isKiosk) return [];
  return Object.entries(stored()).filter(([path, { of }]) => path.startsWith(base) && of === mark());
}

/** Keeps a star; false where there is no room, and on a screen that many use one after the other. */
export function keep(path, star) {
  const { [path]: _, ...others } = stored();
  if (isKiosk || Object.keys(others).length >= LIMIT) return false;
  try {
    store({ ...others, [path]: { ...star, of: mark() } });
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

/** Forgets stars of this show that other visitors of this browser have pressed. */
export function forgetOthers() {
  const isKept = ([path, { of }]) => !path.startsWith(base) || of === mark();
  store(Object.fromEntries(Object.entries(stored()).filter(isKept)));
}

/** Passes stars on to the mark that the visitor has now: the first favorite brings one. */
export function passOn(former) {
  const pass = ([path, star]) => [path, path.startsWith(base) && star.of === former ? { ...star, of: mark() } : star];
  if (mark() !== former) store(Object.fromEntries(Object.entries(stored()).map(pass)));
}

/**
 * The favorites that the worker keeps, the oldest first, as stars by their paths; nothing where it keeps none of this
 * visitor.
 */
export async function known() {
  const kept = await globalThis.caches?.match(favorites, { ignoreVary: true });
  if (!mark() || kept?.headers.get("Visitor-Mark") !== mark()) return;
  const { entries } = await kept.json();
  const star = ({ id, title }) => [base + encodeURIComponent(id), { isMarked: true, title }];
  return entries.sort((a, b) => (a.time < b.time ? -1 : 1)).map(star);
}
