// Registers the service worker for offline reading. Browsers allow it over TLS and on localhost.

import { mark } from "./waiting.js";

const { serviceWorker } = navigator;

/** Whether to save data: then only visited pages are cached. */
function isThrifty() {
  const { saveData, effectiveType = "4g", type } = navigator.connection ?? {};
  return saveData || effectiveType !== "4g" || type === "cellular"
    || matchMedia("(prefers-reduced-data: reduce)").matches;
}

try {
  await serviceWorker.register(new URL("../service-worker.js", import.meta.url));
  const { active } = await serviceWorker.ready;
  const choice = document.querySelector("[name=spoilers]");
  active.postMessage({
    address: location.href.split("#")[0], tag: document.documentElement.lang, isRoomy: !isThrifty(), mark: mark(),
    look: /\bis-(light|dark)\b/.exec(document.documentElement.className)?.[0] ?? "",
    // Nothing where the show's own choice holds.
    spoilers: choice && (choice.matches("[data-own]") ? { shown: "covered", covered: "shown" }[choice.value] : ""),
    pictures: [...document.querySelectorAll("#entry article img")].map(({ currentSrc, src }) => currentSrc || src),
  });
} catch {
  // Optional; it fails for example with an untrusted certificate.
}
