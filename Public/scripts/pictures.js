// Pictures that arrive after the page was made: requested again while in view, then faded in.

// Seconds before each retry.
const PAUSES = [2, 4, 8, 16];
const FADE = 300;

const questions = new WeakMap();
const planned = new WeakMap();
const visible = new WeakSet();

const observer = new IntersectionObserver((changes) => {
  for (const { target, isIntersecting } of changes) {
    if (!isIntersecting) visible.delete(target);
    else {
      visible.add(target);
      plan(target);
    }
  }
});

function plan(image) {
  const pause = PAUSES[questions.get(image) ?? 0];
  if (planned.has(image)) return;
  if (!pause) return observer.unobserve(image);
  planned.set(image, setTimeout(async () => {
    planned.delete(image);
    if (!visible.has(image) || !image.isConnected) return;
    questions.set(image, (questions.get(image) ?? 0) + 1);
    await ask(image);
    if (image.isConnected && "pending" in image.dataset) plan(image);
  }, pause * 1_000));
}

/** Another address of the same picture, since browsers reuse the image of a known address. */
const again = (text) => text.replaceAll("?", "?again=1&");

async function ask(image) {
  try {
    const answer = await fetch(again(image.currentSrc || image.src));
    if (!answer.ok) return;
    // Only placeholders are SVG; with no-store they are not final.
    if (!answer.headers.get("Content-Type").startsWith("image/svg")) await show(image);
    else if (answer.headers.get("Cache-Control") !== "no-store") settle(image);
  } catch {
    // Retried later.
  }
}

function settle(image) {
  delete image.dataset.pending;
  observer.unobserve(image);
}

/** Fades the picture in over its placeholder, then replaces it. */
async function show(image) {
  const picture = image.cloneNode();
  picture.loading = "eager";
  picture.srcset = again(image.srcset);
  if (image.src) picture.src = again(image.src);
  settle(picture);
  await picture.decode();
  settle(image);
  if (!matchMedia("(prefers-reduced-motion: reduce)").matches) {
    if (getComputedStyle(image).position === "absolute") image.after(picture);
    else {
      const { offsetLeft, offsetTop, offsetWidth, offsetHeight } = image;
      const [left, top, width, height] = [offsetLeft, offsetTop, offsetWidth, offsetHeight].map((n) => `${n}px`);
      Object.assign(picture.style, { position: "absolute", left, top, width, height, margin: 0 });
      image.before(picture);
    }
    await picture.animate({ opacity: [0, 1] }, FADE).finished;
    picture.removeAttribute("style");
  }
  image.replaceWith(picture);
}

function watch() {
  for (const image of document.querySelectorAll("img[data-pending]")) observer.observe(image);
}

// Later rows may have such pictures too.
new MutationObserver(watch).observe(document.body, { childList: true, subtree: true });
watch();
