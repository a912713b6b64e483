// View transitions: elements shared by two pages move from one position to the other.

const root = document.documentElement;
const { classList } = document.body;
const results = document.getElementById("results");
const detail = classList.contains("at-entry") ? document.getElementById("entry") : null;
const [previous, next] = ["prev", "next"].map((rel) => detail?.querySelector(`.neighbours [rel=${rel}]`));
const isPhone = () => matchMedia("(max-width: 719.98px), (max-height: 459.98px)").matches;
const isAt = (link, address) => link && new URL(address).pathname === link.pathname;

function inView(element) {
  const box = element?.getBoundingClientRect();
  return box && box.bottom > 0 && box.top < innerHeight ? element : null;
}

function keepStep(rel) {
  try {
    sessionStorage.step = rel;
  } catch {
    // Optional: ignore failures.
  }
}

function takeStep() {
  try {
    const { step } = sessionStorage;
    delete sessionStorage.step;
    return step;
  } catch {
    return null;
  }
}

/** The picture and name of an entry, on its page or in the list. */
function parts(address) {
  // The picture of the day grows on every screen. The grid makes room beside the entry, and closes again on Back.
  const ofDay = document.querySelector("a.hero");
  if (isAt(ofDay, address) && inView(ofDay)) return [ofDay.querySelector(".portrait"), null];
  if (!results || !(isPhone() || classList.contains("as-grid"))) return [];
  if (detail) {
    const isEntry = new URL(address).pathname.includes("/entries/");
    return isEntry ? [] : [detail.querySelector(".portrait"), document.querySelector(".bar-name.of-entry")];
  }
  const row = [...results.querySelectorAll("li > a")].find((link) => isAt(link, address));
  return inView(row) ? [row.querySelector(".face"), isPhone() ? row.querySelector("span") : null] : [];
}

async function name(transition, address) {
  const named = parts(address).map(inView);
  ["entry-picture", "entry-name"].forEach((name, index) => {
    if (named[index]) named[index].style.viewTransitionName = name;
  });
  await transition.finished.catch(() => {});
  for (const element of named) if (element) element.style.viewTransitionName = "";
}

addEventListener("pageswap", ({ viewTransition, activation }) => {
  viewTransition?.ready.catch(() => {});
  if (viewTransition && activation?.entry?.url) name(viewTransition, activation.entry.url);
});
addEventListener("pagereveal", ({ viewTransition }) => {
  // Rotating the screen cancels it.
  viewTransition?.ready.catch(() => {});
  const from = window.navigation?.activation?.from?.url;
  if (!viewTransition || !from) return;
  name(viewTransition, from);
  const step = takeStep();
  const isBack = isAt(next, from) && !(isAt(previous, from) && step === "next");
  if (!isBack && !isAt(previous, from)) return;
  const isRightToLeft = getComputedStyle(root).direction === "rtl";
  viewTransition.types?.add(isBack === isRightToLeft ? "to-left" : "to-right");
});
// Of two entries each is both previous and next.
for (const link of [previous, next]) link?.addEventListener("click", () => keepStep(link.rel));
