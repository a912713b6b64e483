// Takes away what was kept for when the server is out of reach: where a show does not keep pages, and at kiosks.

const scope = new URL("..", import.meta.url).href;

try {
  const found = await navigator.serviceWorker?.getRegistration(scope);
  if (found?.scope === scope) await found.unregister();
  for (const name of await caches.keys()) if (name.startsWith(`${scope} `)) await caches.delete(name);
} catch {
  // A browser that lets nothing be kept has nothing to take away.
}
