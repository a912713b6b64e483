// Removes offline caches: if a show disables them, and at kiosks.

const scope = new URL("..", import.meta.url).href;

try {
  const found = await navigator.serviceWorker?.getRegistration(scope);
  if (found?.scope === scope) await found.unregister();
  for (const name of await caches.keys()) if (name.startsWith(`${scope} `)) await caches.delete(name);
} catch {
  // Without storage there is nothing to remove.
}
