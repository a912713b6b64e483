// Replaces the service worker: deletes all caches and unregisters itself.

addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => event.waitUntil(remove()));

async function remove() {
  for (const name of await caches.keys()) if (name.startsWith(`${registration.scope} `)) await caches.delete(name);
  await registration.unregister();
}
