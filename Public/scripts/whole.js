// A part of the service worker: keeps the whole of a small show, in the background and a little at a time.
//
// Each state of the list has a store of its own, which also says how far it has come; the one before goes when it is
// complete. Pages are asked for without cookies, so they are those of a visitor without favorites.

const whole = {
  prefix: `${scope} whole `,
  /** Entries of the largest show that is kept as a whole. */
  entries: 500,
  /** Pages of lists that are kept: of each tab and view. */
  lists: 100,
  /** Bytes of pages, as they are before compression. */
  pageBytes: 48 << 20,
  /** Bytes of pictures, of which there is one an entry. */
  pictureBytes: 32 << 20,
  /** Pixels of width that a kept picture has at most. */
  width: 720,
  /** Requests at a time. */
  atOnce: 2,
  /** Milliseconds between requests. */
  pause: 200,
  /** Milliseconds after which the list is asked about again. */
  interval: 600_000,
  /** Times that a picture is asked for which the server does not have yet. */
  passes: 3,
};

let keeping;

/** Keeps the show, or goes on with it; once at a time. */
function keep(tag) {
  keeping ??= keepCurrent(tag).catch(() => {}).finally(() => { keeping = undefined; });
  return keeping;
}

const states = async () => (await caches.keys()).filter((name) => name.startsWith(whole.prefix)).reverse();
const stateAddress = `${scope}state`;

async function stateOf(name) {
  const state = await caches.match(stateAddress, { cacheName: name });
  return state ? state.json() : { checked: 0, passes: 0, pageBytes: 0, pictureBytes: 0 };
}

const ask = (address, tag) => fetch(new URL(address, scope), {
  credentials: "omit", headers: { "Accept": "text/html, image/webp, */*", "Accept-Language": tag },
});

async function keepCurrent(tag) {
  const [newest] = await states();
  const before = newest && await stateOf(newest);
  const isSame = newest?.startsWith(`${whole.prefix}${shell.version} ${tag} `);
  if (isSame && before.passes && Date.now() - before.checked < whole.interval) return;
  await keepFavorites();
  const list = await ask(`entries.json?size=${whole.entries}`, tag);
  if (!list.ok) return;
  const name = `${whole.prefix}${shell.version} ${tag} ${list.headers.get("ETag")}`;
  // At most one from earlier stays meanwhile: the oldest, which is complete if one is.
  for (const other of (await states()).slice(0, -1)) if (other !== name) await caches.delete(other);
  const store = await caches.open(name);
  const state = await stateOf(name);
  const note = () => store.put(stateAddress, Response.json(state));
  state.checked = Date.now();
  const { total, entries } = await list.clone().json();
  const isSmall = total <= whole.entries;
  if (isSmall && state.passes < whole.passes) {
    await store.put(new URL("entries.json", scope), list);
    await keepLists(store, state, note, tag);
    const isComplete = await keepEntries(store, state, note, entries, tag);
    state.passes = isComplete ? whole.passes : state.passes + 1;
  } else {
    state.passes = whole.passes;
  }
  await note();
  for (const other of await states()) if (other !== name) await caches.delete(other);
}

/** Follows tabs, views and pages from the beginning of the list on. */
async function keepLists(store, state, note, tag) {
  const lists = new Set([scope]);
  for (const address of lists) {
    await keepOne(store, state, address, "pageBytes", tag);
    await note();
    const page = await (await store.match(address, loosely))?.text() ?? "";
    for (const [, link] of page.matchAll(/href="([^"#?]*\?[^"#]*)/g)) {
      const list = new URL(link.replaceAll("&amp;", "&"), scope);
      const isPlain = [...list.searchParams.keys()].every((key) => ["view", "section", "page"].includes(key));
      if (isPlain && lists.size < whole.lists && list.href.startsWith(`${scope}?`)) lists.add(list.href);
    }
  }
}

/** Returns whether all pictures have come that there is room for. */
async function keepEntries(store, state, note, entries, tag) {
  const wanted = entries.flatMap(({ id, picture }) => [
    [`${scope}entries/${encodeURIComponent(id)}`, "pageBytes"],
    ...(picture ? [[new URL(`${picture}?whole=${whole.width}`, scope).href, "pictureBytes"]] : []),
  ]);
  let isComplete = true;
  for (let index = 0; index < wanted.length; index += whole.atOnce) {
    const some = wanted.slice(index, index + whole.atOnce);
    const kept = await Promise.all(some.map(([address, kind]) => keepOne(store, state, address, kind, tag)));
    if (kept.includes(false)) isComplete = false;
    if (kept.some((how) => how !== true)) await note();
  }
  return isComplete;
}

/** Whether a picture only stands in for one that the server does not have yet. */
const isPlaceholder = (answer) => answer.headers.get("Cache-Control")?.includes("no-cache");

/**
 * Keeps one address unless it is here or its kind has no room.
 *
 * Returns false for a picture that has not come yet, and "asked" for what has come now.
 */
async function keepOne(store, state, address, kind, tag) {
  const isPicture = kind === "pictureBytes";
  const kept = await store.match(address, loosely);
  if (state[kind] >= whole[kind] || kept && !(isPicture && isPlaceholder(kept))) return true;
  await new Promise((rested) => setTimeout(rested, whole.pause));
  const answer = await ask(address, tag);
  // What has gone meanwhile is in the next state of the list no more; all else that fails ends this for now.
  if ([404, 410].includes(answer.status)) return true;
  if (!answer.ok || answer.redirected) throw new Error(`${answer.status}`);
  const isMissing = isPicture && isPlaceholder(answer);
  if (isMissing && kept) return false;
  const { size } = await answer.clone().blob();
  if (state[kind] + size > whole[kind]) {
    state[kind] = whole[kind];
    return true;
  }
  state[kind] += size;
  await store.put(address, answer);
  return isMissing ? false : "asked";
}

/** Finds an address in the states of the show that are kept, the newest first. */
async function match(address, options) {
  for (const name of await states()) {
    const found = await caches.match(address, { ...options, cacheName: name });
    if (found) return found;
  }
}

/** Titles of all entries that are kept with the show, by the addresses of their pages. */
async function titles() {
  const list = await match(`${scope}entries.json`, loosely);
  const { entries } = list ? await list.json() : { entries: [] };
  return entries.map(({ id, title }) => [`${scope}entries/${encodeURIComponent(id)}`, title]);
}

// What is the visitor's own

/** Keeps which entries are favorites, so that kept pages can show it. */
async function keepFavorites() {
  const answer = await fetch(new URL("favorites.json", scope), { cache: "no-cache" }).catch(() => {});
  if (answer?.ok) await (await caches.open(stores.visitor)).put(answer.url, answer);
}

Object.assign(whole, { keep, match, titles, keepFavorites });
