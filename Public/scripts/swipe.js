// Previous and next by swiping across the detail.

// The system's own gestures start at the screen's edges.
const EDGE = 28;
const SLACK = 10;

/** Whether an element at this point scrolls horizontally. */
function scrollsSideways(element, within) {
  for (let at = element; at && at !== within; at = at.parentElement) {
    if (at.scrollWidth > at.clientWidth && /auto|scroll/.test(getComputedStyle(at).overflowX)) return true;
  }
  return false;
}

/** Moves the article with a horizontal swipe, and navigates if it was long enough. */
export function followFinger(pane, previous, next) {
  const article = pane.querySelector("article");
  const calm = matchMedia("(prefers-reduced-motion: reduce)");
  let start;

  function move(by) {
    article.style.translate = by && !calm.matches ? `${by / 2.5}px` : "";
    article.style.opacity = by && !calm.matches ? 1 - Math.min(0.4, Math.abs(by) / 600) : "";
  }

  function end() {
    start = undefined;
    move(0);
  }

  pane.addEventListener("pointerdown", (event) => {
    end();
    const { clientX: x, clientY: y, pointerId: id, timeStamp: time } = event;
    if (event.pointerType !== "touch" || !event.isPrimary || visualViewport?.scale > 1.01) return;
    if (x < EDGE || x > innerWidth - EDGE || scrollsSideways(event.target, pane)) return;
    start = { x, y, id, time };
  });
  pane.addEventListener("pointermove", (event) => {
    if (event.pointerId !== start?.id) return;
    const x = event.clientX - start.x;
    const y = event.clientY - start.y;
    if (!start.isSideways) {
      if (Math.hypot(x, y) < SLACK) return;
      if (Math.abs(x) < 1.5 * Math.abs(y)) return end();
      start.isSideways = true;
    }
    move(x);
  });
  pane.addEventListener("pointerup", (event) => {
    if (event.pointerId !== start?.id) return;
    const x = event.clientX - start.x;
    const isFast = Math.abs(x) / (event.timeStamp - start.time) > 0.5 && Math.abs(x) > 40;
    const isFar = Math.abs(x) > Math.min(120, innerWidth / 4);
    if (!start.isSideways || !(isFast || isFar)) return end();
    start = undefined;
    const isRightToLeft = getComputedStyle(pane).direction === "rtl";
    (x < 0 === !isRightToLeft ? next : previous).click();
  });
  pane.addEventListener("pointercancel", end);
  addEventListener("pageshow", end);
}
