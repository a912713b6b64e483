// What has been seen stays for when the server is out of reach. Browsers allow it over TLS and on the machine itself.

import { mark } from "./waiting.js";

const { serviceWorker } = navigator;

/** Whether bytes are to be saved: then nothing is kept but what was seen. */
function isThrifty() {
  const { saveData, effectiveType = "4g", type } = navigator.connection ?? {};
  return saveData || effectiveType !== "4g" || type === "cellular"
    || matchMedia("(prefers-reduced-data: reduce)").matches;
}

try {
  await serviceWorker.register(new URL("../service-worker.js", import.meta.url));
  const { active } = await serviceWorker.ready;
  active.postMessage({
    address: location.href.split("#")[0], tag: document.documentElement.lang, isRoomy: !isThrifty(), mark: mark(),
    look: /\bis-(light|dark)\b/.exec(document.documentElement.className)?.[0] ?? "",
    pictures: [...document.querySelectorAll("#entry article img")].map(({ currentSrc, src }) => currentSrc || src),
  });
} catch {
  // It is a convenience; a certificate that nobody has confirmed is a reason to do without.
}
