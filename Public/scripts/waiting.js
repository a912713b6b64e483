// The queue of stars pressed while the server was unreachable, stored per visitor until the server answers.

/** Maximum number of queued stars, for all shows at this address. */
const LIMIT = 200;
const KEY = "stars";
const base = new URL("../favorites/", import.meta.url).pathname;
const lists = new URL("../lists/", import.meta.url).pathname;
/** Whether a path is that of a star of this show, or of an entry in one of the visitor's lists. */
const isOurs = (path) => path.startsWith(base) || path.startsWith(lists);
const favorites = new URL("../favorites.json", import.meta.url).href;
const isKiosk = document.documentElement.classList.contains("is-kiosk");

/** The mark of this browser's visitor, set by the server with their cookie; empty without favorites. */
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
 * This visitor's queued stars of this show by path, in the order pressed: wanted state, query, name, and the
 * visitor's mark.
 */
export function waiting() {
  if (isKiosk) return [];
  return Object.entries(stored()).filter(([path, { of }]) => isOurs(path) && of === mark());
}

/** Queues a star; false if the queue is full, and in kiosk mode. */
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

/** Removes a sent star from the queue, unless it was pressed again. */
export function forget(path, { isMarked }) {
  const { [path]: star, ...others } = stored();
  if (star?.isMarked === isMarked) store(others);
}

/** Removes queued stars of other visitors of this browser. */
export function forgetOthers() {
  const isKept = ([path, { of }]) => !isOurs(path) || of === mark();
  store(Object.fromEntries(Object.entries(stored()).filter(isKept)));
}

/** Moves queued stars to the visitor's new mark, which the first favorite sets. */
export function passOn(former) {
  const pass = ([path, star]) => [path, isOurs(path) && star.of === former ? { ...star, of: mark() } : star];
  if (mark() !== former) store(Object.fromEntries(Object.entries(stored()).map(pass)));
}

/**
 * The favorites cached by the service worker, the oldest first, as stars by path; undefined if it has none of this
 * visitor.
 */
export async function known() {
  const kept = await globalThis.caches?.match(favorites, { ignoreVary: true });
  if (!mark() || kept?.headers.get("Visitor-Mark") !== mark()) return;
  const { entries } = await kept.json();
  const star = ({ id, title }) => [base + encodeURIComponent(id), { isMarked: true, title }];
  return entries.sort((a, b) => (a.time < b.time ? -1 : 1)).map(star);
}
