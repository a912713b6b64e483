// Caches the show for offline reading; the server prepends `shell`. While the server answers, pages and pictures come
// from there.

const scope = registration.scope;
const stores = {
  shell: `${scope} shell ${shell.version}`, pages: `${scope} seen pages`, pictures: `${scope} pictures`,
  // Pages with favorites; deleted with their visitor's cookie.
  own: `${scope} own`,
};
const limits = { pages: 100, pictures: 200 };
const patience = 4000;
// Keyed by address only: otherwise responses vary by the visitor's language alone.
const loosely = { ignoreVary: true };

const base = new URL(scope).pathname.length;
const place = (address) => (address.startsWith(scope) ? new URL(address).pathname.slice(base) : "/");
const isDetail = (address) => place(address).startsWith("entries/");
const isPage = (address) => /^(entries\/[^/]+)?$/.test(place(address));
const isFavorites = (address) => place(address) === "favorites";
// Matched without opening it: a replaced worker would recreate its cache, which would never be deleted.
const shellFile = (file) => caches.match(file, { ...loosely, cacheName: stores.shell });
const offlinePage = () => shellFile("offline");

importScripts(shell.files.find((file) => file.includes("/scripts-whole-")));

addEventListener("install", (event) => event.waitUntil(install()));
addEventListener("activate", (event) => event.waitUntil(activate()));
addEventListener("message", (event) => event.waitUntil(hear(event.data).catch(() => {})));
addEventListener("fetch", (event) => {
  const { method, mode, url } = event.request;
  // Kiosks never show cached pages.
  if (method !== "GET" || new URL(url).searchParams.has("kiosk")) return;
  if (mode === "navigate") event.respondWith(answerPage(event));
  else if (place(url) === "" && new URL(url).searchParams.has("part")) event.respondWith(answerResults(event));
  else if (place(url).startsWith("static/")) event.respondWith(answerFile(event.request));
  else if (/^(pictures\/|map[/.])/.test(place(url))) event.respondWith(answerPicture(event));
});

async function install() {
  const kept = await caches.open(stores.shell);
  await kept.addAll(shell.files);
  await keepOfflinePage(kept);
  // Pages are never older than their server, and file names contain a hash, so activate at once.
  await skipWaiting();
}

async function activate() {
  // Firefox aborts a page whose preload fails, even if the worker has a response.
  const isFirefox = navigator.userAgent.includes("Firefox/");
  await registration.navigationPreload?.[isFirefox ? "disable" : "enable"]();
  // Earlier versions cached pages with favorites under other names.
  const current = Object.values(stores);
  for (const name of await caches.keys()) {
    const isOurs = name.startsWith(`${scope} `) && !name.startsWith(whole.prefix);
    if (isOurs && !current.includes(name)) await caches.delete(name);
  }
}

const keepOfflinePage = (kept) => kept.add(new Request("offline", { cache: "no-cache" }));

// Pages

async function answerPage(event) {
  const network = load(event);
  event.waitUntil(network.catch(() => {}));
  const answer = await inTime(network);
  if (answer) return answer;
  const kept = await keptPage(event.request.url);
  if (kept) {
    event.waitUntil(keepPage(event.request.url, kept.clone()));
    return told(kept);
  }
  // Show the server's own 503, which has more information.
  return network.then((late) => ([502, 504].includes(late.status) ? tellOffline() : late), tellOffline);
}

/** The network's response within the timeout; undefined on failure or a proxy's gateway error. */
async function inTime(network) {
  const answer = await Promise.race([network, new Promise((late) => setTimeout(late, patience))]).catch(() => {});
  return [502, 503, 504].includes(answer?.status) ? undefined : answer;
}

async function load(event) {
  const answer = (await event.preloadResponse) ?? (await fetch(event.request));
  event.waitUntil(keepPage(event.request.url, answer.clone()));
  return answer;
}

/** The list fragment, taken from the cached page of the same address. */
async function answerResults(event) {
  const network = fetch(event.request);
  event.waitUntil(network.catch(() => {}));
  const answer = await inTime(network);
  if (answer) return answer;
  const address = new URL(event.request.url);
  address.searchParams.delete("part");
  const kept = await keptPage(address.href);
  const results = /<div id="results">([^]*)<\/div>\s*<footer/.exec(await kept?.text())?.[1];
  return results ? page(results, kept) : network.catch(() => Response.error());
}

/** A detail is the same for every list. */
async function keptPage(address) {
  if (isFavorites(address)) return keptFavorites();
  if (!isPage(address)) return;
  const pages = await caches.open(stores.pages);
  const find = async (options) => newest(await pages.match(address, options), await whole.match(address, options));
  return (await find(loosely)) ?? (isDetail(address) ? find({ ...loosely, ignoreSearch: true }) : undefined);
}

function newest(one, other) {
  const date = (answer) => Date.parse(answer?.headers.get("Date")) || 0;
  return date(other) > date(one) ? other : one ?? other;
}

async function keepPage(address, answer) {
  if (isFavorites(address)) return keepOwn(address, answer);
  if (!isPage(address)) return;
  const isGone = [404, 410].includes(answer.status);
  if (!isGone && (!answer.ok || answer.redirected || answer.type !== "basic")) return;
  // A page with favorites is requested again without the cookie.
  if (!isGone && /private|no-store/.test(answer.headers.get("Cache-Control"))) {
    const plain = await ask(address, language(await answer.text()));
    return plain.ok && !plain.redirected ? keepPage(address, plain) : undefined;
  }
  const pages = await caches.open(stores.pages);
  if (!isGone) await pages.put(address, answer);
  const like = await pages.keys(address, { ...loosely, ignoreSearch: isDetail(address) });
  for (const other of like) if (isGone || other.url !== new Request(address).url) await pages.delete(other, loosely);
  await trim(pages, limits.pages);
}

/** Caches a page with favorites under its visitor's mark and deletes those of other visitors. */
async function keepOwn(address, answer) {
  if (answer.status >= 500) return;
  const own = await caches.open(stores.own);
  const isKnown = answer.ok && !answer.redirected && answer.headers.has("Visitor-Mark");
  await (isKnown ? own.put(address, answer) : own.delete(address, loosely));
}

/** The cached favorites page, while the browser has its visitor's cookie. */
async function keptFavorites() {
  const kept = await caches.match(`${scope}favorites`, { ...loosely, cacheName: stores.own });
  const cookie = await self.cookieStore?.get("dramatis.mark");
  return cookie?.value === kept?.headers.get("Visitor-Mark") ? kept : undefined;
}

/** Deletes pages of other visitors. */
async function keepOnly(mark) {
  const own = await caches.open(stores.own);
  for (const request of await own.keys()) {
    const { headers } = await own.match(request, loosely);
    if (headers.has("Visitor-Mark") && headers.get("Visitor-Mark") !== mark) await own.delete(request, loosely);
  }
}

/** Evicts the oldest entries; revisited ones are re-added. */
async function trim(store, limit) {
  for (const old of (await store.keys()).slice(0, -limit)) await store.delete(old, loosely);
}

/** A cached page with a note that says so and gives its date. */
async function told(kept) {
  const [offline, text] = await Promise.all([offlinePage().then((page) => page?.text() ?? ""), kept.text()]);
  const note = /<template id="kept">([^]*?)<\/template>/.exec(offline)?.[1] ?? "";
  const date = kept.headers.get("Date");
  const since = date ? `<span>${time(new Date(date), language(offline))}</span>` : "";
  const dated = note.replace("<span></span>", () => since);
  // Apply light or dark, since pages of the whole show are fetched without that cookie.
  const look = await (await caches.match(`${scope}look`, { cacheName: stores.own }))?.text();
  const dressed = look ? text.replace(/^(<!doctype html>\s*<html(?![^>]* class=)[^>]*)>/, `$1 class="${look}">`) : text;
  return page(dressed.replace(/<body[^>]*>/, (body) => body + dated), kept);
}

async function tellOffline() {
  const kept = await offlinePage();
  if (!kept) return Response.error();
  const text = await kept.text();
  const items = await keptDetails(language(text));
  const list = items.length ? text.replace("<section hidden", "<section") : text;
  return page(list.replace("<ul></ul>", () => `<ul>${items.join("")}</ul>`), kept, 503);
}

/** Links to the cached details, sorted by name. */
async function keptDetails(tag) {
  const pages = await caches.open(stores.pages);
  const addresses = (await pages.keys()).map(({ url }) => url).filter(isDetail);
  const found = await Promise.all(addresses.map(async (address) => {
    const text = await (await pages.match(address, loosely)).text();
    return [address, /<meta property="og:title" content="([^"]*)">/.exec(text)?.[1]];
  }));
  const escaped = (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  const others = (await whole.titles()).map(([address, title]) => [address, escaped(title)]);
  // Each once, regardless of its list.
  const names = new Map([...found, ...others].map(([address, name]) => [address.split("?")[0], { address, name }]));
  const { compare } = new Intl.Collator(tag);
  return [...names.values()].filter(({ name }) => name).sort((a, b) => compare(a.name, b.name))
    .map(({ address, name }) => {
      const { pathname, search } = new URL(address);
      return `<li><a href="${pathname}${search.replaceAll("&", "&amp;")}">${name}</a></li>`;
    });
}

function page(text, { headers: said }, status = 200) {
  const headers = new Headers(said);
  for (const name of ["Content-Encoding", "Content-Length", "ETag"]) headers.delete(name);
  return new Response(text, { status, headers });
}

const language = (text) => /<html lang="([^"]*)"/.exec(text)?.[1] ?? "en";

/** Formats a date for the visitor's locale. */
function time(date, tag) {
  const own = navigator.languages?.find((known) => known.split("-")[0] === tag) ?? tag;
  return new Intl.DateTimeFormat(own, { dateStyle: "medium", timeStyle: "short", numberingSystem: "latn" }).format(date);
}

// Files and pictures

/** File names contain a hash, so a cached file is current; older pages get today's files. */
async function answerFile(request) {
  const found = await shellFile(request);
  if (found) return found;
  const kind = (name) => name.replace(/-[0-9a-f]+(?=\.\w+$)/, "");
  const successor = shell.files.find((name) => kind(name) === kind(place(request.url)));
  const answer = await fetch(request).catch(() => {});
  if (answer?.ok || !successor) return answer ?? Response.error();
  return (await shellFile(successor)) ?? answer ?? Response.error();
}

async function answerPicture(event) {
  const network = fetch(event.request);
  event.waitUntil(network.catch(() => {}));
  const { url } = event.request;
  const answer = await inTime(network);
  if (answer) return answer;
  // Any size is better than none.
  const ofAnySize = { ...loosely, ignoreSearch: true };
  const pictures = await caches.open(stores.pictures);
  const kept = (await pictures.match(url, loosely)) ?? (await whole.match(url, ofAnySize))
    ?? (await pictures.match(url, ofAnySize));
  return kept ?? network.catch(() => Response.error());
}

/** Messages from pages: the page itself, or a pressed star. */
async function hear(told) {
  if (told.isStarred) return whole.keepFavorites();
  await keepOnly(told.mark);
  await cover(told.spoilers);
  await keepSeen(told);
  if (told.isRoomy) await whole.keep(told.tag);
}

/** Stores whether the visitor covers spoilers, for pages that are fetched without cookies; drops the others. */
async function cover(spoilers) {
  if (spoilers === null || spoilers === await whole.spoilers()) return;
  await (await caches.open(stores.own)).put(`${scope}spoilers`, new Response(spoilers));
  await caches.delete(stores.pages);
  await whole.forget();
}

/** Caches what a page reports: the first page loads before the worker exists. */
async function keepSeen({ address, tag, look, pictures: seen }) {
  await (await caches.open(stores.own)).put(`${scope}look`, new Response(look));
  if (!(await keptPage(address))) {
    await keepPage(address, await (isFavorites(address) ? fetch(address) : ask(address, tag)));
  }
  const pictures = await caches.open(stores.pictures);
  for (const picture of seen) {
    // The copy that the page has shown; another size would have to be scaled.
    const answer = await fetch(picture, { headers: { Accept: "image/webp,*/*" } });
    // Placeholders to be replaced are not cached.
    if (answer.ok && answer.headers.get("Cache-Control") !== "no-store") await pictures.put(picture, answer);
  }
  await trim(pictures, limits.pictures);
  const offline = await offlinePage();
  if (!offline || language(await offline.text()) === tag) return;
  await keepOfflinePage(await caches.open(stores.shell));
}
