// A part of the service worker: caches a small show as a whole, gradually in the background.
//
// Each version of the list has a cache of its own, which also records the progress; the previous one is deleted when
// it is complete. Requests carry no cookies, so the kept pages show no visitor's favorites.

const whole = {
  prefix: `${scope} whole `,
  /** Maximum entries of a show. */
  entries: 500,
  /** Maximum list pages, of all tabs and views together. */
  lists: 100,
  /** Maximum bytes of pages, uncompressed. */
  pageBytes: 48 << 20,
  /** Maximum bytes of pictures, one per entry. */
  pictureBytes: 32 << 20,
  /** Maximum width of a cached picture in pixels. */
  width: 720,
  /** Concurrent requests. */
  atOnce: 2,
  /** Milliseconds between requests. */
  pause: 200,
  /** Milliseconds between checks for a changed list. */
  interval: 600_000,
  /** Attempts to fetch pictures that the server does not have yet. */
  passes: 3,
};

let keeping;

/** Starts or resumes caching the show; one run at a time. */
function keep(tag) {
  keeping ??= keepCurrent(tag).catch(() => {}).finally(() => { keeping = undefined; });
  return keeping;
}

const versions = async () => (await caches.keys()).filter((name) => name.startsWith(whole.prefix)).reverse();
const progressAddress = `${scope}progress`;

async function progressOf(name) {
  const progress = await caches.match(progressAddress, { cacheName: name });
  return progress ? progress.json() : { checked: 0, passes: 0, pageBytes: 0, pictureBytes: 0 };
}

/** "covered" or "shown" if the visitor chose otherwise than the show; else empty. */
const spoilers = async () => (await caches.match(`${scope}spoilers`, { cacheName: stores.own }))?.text() ?? "";

async function ask(address, tag) {
  const url = new URL(address, scope);
  const chosen = await spoilers();
  if (chosen) url.searchParams.set("spoilers", chosen);
  return fetch(url, {
    credentials: "omit", headers: { "Accept": "text/html, image/webp, */*", "Accept-Language": tag },
  });
}

async function forget() {
  for (const name of await versions()) await caches.delete(name);
}

async function keepCurrent(tag) {
  const [newest] = await versions();
  const before = newest && await progressOf(newest);
  const isSame = newest?.startsWith(`${whole.prefix}${shell.version} ${tag} `);
  if (isSame && before.passes && Date.now() - before.checked < whole.interval) return;
  await keepFavorites();
  const list = await ask(`entries.json?size=${whole.entries}`, tag);
  if (!list.ok) return;
  const name = `${whole.prefix}${shell.version} ${tag} ${list.headers.get("ETag")}`;
  // Keeps at most one earlier version: the oldest, which is complete if any is.
  for (const other of (await versions()).slice(0, -1)) if (other !== name) await caches.delete(other);
  const store = await caches.open(name);
  const progress = await progressOf(name);
  const note = () => store.put(progressAddress, Response.json(progress));
  progress.checked = Date.now();
  const { total, entries } = await list.clone().json();
  const isSmall = total <= whole.entries;
  if (isSmall && progress.passes < whole.passes) {
    await store.put(new URL("entries.json", scope), list);
    await keepLists(store, progress, note, tag);
    const isComplete = await keepEntries(store, progress, note, entries, tag);
    progress.passes = isComplete ? whole.passes : progress.passes + 1;
  } else {
    progress.passes = whole.passes;
  }
  await note();
  for (const other of await versions()) if (other !== name) await caches.delete(other);
}

/** Follows tabs, views and pages from the start of the list. */
async function keepLists(store, progress, note, tag) {
  const lists = new Set([scope]);
  for (const address of lists) {
    await keepOne(store, progress, address, "pageBytes", tag);
    await note();
    const page = await (await store.match(address, loosely))?.text() ?? "";
    for (const [, link] of page.matchAll(/href="([^"#?]*\?[^"#]*)/g)) {
      const list = new URL(link.replaceAll("&amp;", "&"), scope);
      const isPlain = [...list.searchParams.keys()].every((key) => ["view", "section", "page"].includes(key));
      if (isPlain && lists.size < whole.lists && list.href.startsWith(`${scope}?`)) lists.add(list.href);
    }
  }
}

/** Returns whether every picture within the limit has arrived. */
async function keepEntries(store, progress, note, entries, tag) {
  const wanted = entries.flatMap(({ id, picture }) => [
    [`${scope}entries/${encodeURIComponent(id)}`, "pageBytes"],
    ...(picture ? [[new URL(`${picture}?whole=${whole.width}`, scope).href, "pictureBytes"]] : []),
  ]);
  let isComplete = true;
  for (let index = 0; index < wanted.length; index += whole.atOnce) {
    const some = wanted.slice(index, index + whole.atOnce);
    const kept = await Promise.all(some.map(([address, kind]) => keepOne(store, progress, address, kind, tag)));
    if (kept.includes(false)) isComplete = false;
    if (kept.some((how) => how !== true)) await note();
  }
  return isComplete;
}

/** Whether a response is a placeholder for a picture that the server does not have yet. */
const isPlaceholder = (answer) => answer.headers.get("Cache-Control") === "no-store";

/**
 * Caches one address unless it is cached or its kind is full.
 *
 * Returns false for a pending picture, and "asked" for a new response.
 */
async function keepOne(store, progress, address, kind, tag) {
  const isPicture = kind === "pictureBytes";
  const kept = await store.match(address, loosely);
  if (progress[kind] >= whole[kind] || kept && !(isPicture && isPlaceholder(kept))) return true;
  await new Promise((rested) => setTimeout(rested, whole.pause));
  const answer = await ask(address, tag);
  // An entry that was removed is missing from the next list; any other failure stops the run.
  if ([404, 410].includes(answer.status)) return true;
  if (!answer.ok || answer.redirected) throw new Error(`${answer.status}`);
  const isMissing = isPicture && isPlaceholder(answer);
  if (isMissing && kept) return false;
  const { size } = await answer.clone().blob();
  if (progress[kind] + size > whole[kind]) {
    progress[kind] = whole[kind];
    return true;
  }
  progress[kind] += size;
  await store.put(address, answer);
  return isMissing ? false : "asked";
}

/** Finds an address in the cached versions, the newest first. */
async function match(address, options) {
  for (const name of await versions()) {
    const found = await caches.match(address, { ...options, cacheName: name });
    if (found) return found;
  }
}

/** Addresses and titles of all entries of the newest version. */
async function titles() {
  const list = await match(`${scope}entries.json`, loosely);
  const { entries } = list ? await list.json() : { entries: [] };
  return entries.map(({ id, title }) => [`${scope}entries/${encodeURIComponent(id)}`, title]);
}

// The visitor's own data

/** Stores the favorites, so that cached pages can show them. */
async function keepFavorites() {
  const answer = await fetch(new URL("favorites.json", scope), { cache: "no-cache" }).catch(() => {});
  if (answer) await keepOwn(answer.url, answer);
}

Object.assign(whole, { keep, match, titles, keepFavorites, spoilers, forget });
