// Keeps the show for when its server is out of reach; before this stands `shell`, what the server made of it.
// As long as the server answers, pages and pictures come from there.

const scope = registration.scope;
const stores = {
  shell: `${scope} shell ${shell.version}`, pages: `${scope} seen pages`, pictures: `${scope} pictures`,
  // What shows favorites; removed with the cookie of their visitor.
  own: `${scope} own`,
};
const limits = { pages: 100, pictures: 200 };
const patience = 4000;
// Kept under its address alone: what else a request says changes with the visitor's language only.
const loosely = { ignoreVary: true };

const base = new URL(scope).pathname.length;
const place = (address) => (address.startsWith(scope) ? new URL(address).pathname.slice(base) : "/");
const isDetail = (address) => place(address).startsWith("entries/");
const isPage = (address) => /^(entries\/[^/]+)?$/.test(place(address));
const isFavorites = (address) => place(address) === "favorites";
// Asked for without opening it: a worker that has been replaced would make its store anew, for nobody to remove.
const shellFile = (file) => caches.match(file, { ...loosely, cacheName: stores.shell });
const offlinePage = () => shellFile("offline");

importScripts(shell.files.find((file) => file.includes("/scripts-whole-")));

addEventListener("install", (event) => event.waitUntil(install()));
addEventListener("activate", (event) => event.waitUntil(activate()));
addEventListener("message", (event) => event.waitUntil(hear(event.data).catch(() => {})));
addEventListener("fetch", (event) => {
  const { method, mode, url } = event.request;
  // Nothing that is kept is shown at a kiosk.
  if (method !== "GET" || new URL(url).searchParams.has("kiosk")) return;
  if (mode === "navigate") event.respondWith(answerPage(event));
  else if (place(url) === "" && new URL(url).searchParams.has("part")) event.respondWith(answerResults(event));
  else if (place(url).startsWith("static/")) event.respondWith(answerFile(event.request));
  else if (/^(pictures|map)\//.test(place(url))) event.respondWith(answerPicture(event));
});

async function install() {
  const kept = await caches.open(stores.shell);
  await kept.addAll(shell.files);
  await keepOfflinePage(kept);
  // Pages are never older than their server, and files are named by what they hold: nobody has to wait.
  await skipWaiting();
}

async function activate() {
  // Firefox gives a page up whose preloading fails, whatever the worker has instead.
  const isFirefox = navigator.userAgent.includes("Firefox/");
  await registration.navigationPreload?.[isFirefox ? "disable" : "enable"]();
  // Earlier versions kept pages with their visitor's favorites under other names.
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
  // The server's own 503 says more than that it is out of reach.
  return network.then((late) => ([502, 504].includes(late.status) ? tellOffline() : late), tellOffline);
}

/** What the network brings soon; nothing where it brings nothing, or a proxy says that no server is behind it. */
async function inTime(network) {
  const answer = await Promise.race([network, new Promise((late) => setTimeout(late, patience))]).catch(() => {});
  return [502, 503, 504].includes(answer?.status) ? undefined : answer;
}

async function load(event) {
  const answer = (await event.preloadResponse) ?? (await fetch(event.request));
  event.waitUntil(keepPage(event.request.url, answer.clone()));
  return answer;
}

/** What a list shows without the page around it: out of the page that was kept of the same address. */
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

/** A detail is the same whichever list one came from. */
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
  // A page with a visitor's favorites is asked for anew without the cookie.
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

/** Keeps what shows favorites with the mark of its visitor, in place of what was kept of another one. */
async function keepOwn(address, answer) {
  if (answer.status >= 500) return;
  const own = await caches.open(stores.own);
  const isKnown = answer.ok && !answer.redirected && answer.headers.has("Visitor-Mark");
  await (isKnown ? own.put(address, answer) : own.delete(address, loosely));
}

/** The page of the favorites, as long as the browser has the cookie of their visitor. */
async function keptFavorites() {
  const kept = await caches.match(`${scope}favorites`, { ...loosely, cacheName: stores.own });
  const cookie = await self.cookieStore?.get("dramatis.mark");
  return cookie?.value === kept?.headers.get("Visitor-Mark") ? kept : undefined;
}

/** Removes what was kept of other visitors. */
async function keepOnly(mark) {
  const own = await caches.open(stores.own);
  for (const request of await own.keys()) {
    const { headers } = await own.match(request, loosely);
    if (headers.has("Visitor-Mark") && headers.get("Visitor-Mark") !== mark) await own.delete(request, loosely);
  }
}

/** What was kept first goes first; what is seen again is kept anew. */
async function trim(store, limit) {
  for (const old of (await store.keys()).slice(0, -limit)) await store.delete(old, loosely);
}

/** A kept page with a note that it is one, and since when. */
async function told(kept) {
  const [offline, text] = await Promise.all([offlinePage().then((page) => page?.text() ?? ""), kept.text()]);
  const note = /<template id="kept">([^]*?)<\/template>/.exec(offline)?.[1] ?? "";
  const date = kept.headers.get("Date");
  const since = date ? `<span>${time(new Date(date), language(offline))}</span>` : "";
  const dated = note.replace("<span></span>", () => since);
  // Light or dark as it was last: pages of the whole show are asked for without the cookie that says so.
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

/** Links to the details that are here, by their names. */
async function keptDetails(tag) {
  const pages = await caches.open(stores.pages);
  const addresses = (await pages.keys()).map(({ url }) => url).filter(isDetail);
  const found = await Promise.all(addresses.map(async (address) => {
    const text = await (await pages.match(address, loosely)).text();
    return [address, /<meta property="og:title" content="([^"]*)">/.exec(text)?.[1]];
  }));
  const escaped = (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  const others = (await whole.titles()).map(([address, title]) => [address, escaped(title)]);
  // Each once, whichever list one came from.
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

/** As the visitor's own kind of the language writes it. */
function time(date, tag) {
  const own = navigator.languages?.find((known) => known.split("-")[0] === tag) ?? tag;
  return new Intl.DateTimeFormat(own, { dateStyle: "medium", timeStyle: "short", numberingSystem: "latn" }).format(date);
}

// Files and pictures

/** A file's name holds what it holds, so a kept one is right; a page of earlier days gets today's. */
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

/** A page tells of itself, or that a star was pressed. */
async function hear(told) {
  if (told.isStarred) return whole.keepFavorites();
  await keepOnly(told.mark);
  await keepSeen(told);
  if (told.isRoomy) await whole.keep(told.tag);
}

/** A page tells what it shows when it has come: the first one came before there was anyone to keep it. */
async function keepSeen({ address, tag, look, pictures: seen }) {
  await (await caches.open(stores.own)).put(`${scope}look`, new Response(look));
  if (!(await keptPage(address))) {
    await keepPage(address, await (isFavorites(address) ? fetch(address) : ask(address, tag)));
  }
  const pictures = await caches.open(stores.pictures);
  for (const picture of seen) {
    // The copy that the page has shown; any other would have to be made.
    const answer = await fetch(picture, { headers: { Accept: "image/webp,*/*" } });
    // A placeholder that its picture will replace is stored nowhere.
    if (answer.ok && answer.headers.get("Cache-Control") !== "no-store") await pictures.put(picture, answer);
  }
  await trim(pictures, limits.pictures);
  const offline = await offlinePage();
  if (!offline || language(await offline.text()) === tag) return;
  await keepOfflinePage(await caches.open(stores.shell));
}
