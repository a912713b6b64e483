// Spatial navigation with arrow keys: the focus moves to the nearest element in that direction.

const REACHABLE = "a[href], button, summary, select, input:not([type=hidden])";
const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

const isShown = (element) => element.checkVisibility({ visibilityProperty: true }) && !element.disabled;
const opened = () => document.querySelector(":popover-open");

function reachable() {
  return [...(opened() ?? document.body).querySelectorAll(REACHABLE)].filter(isShown)
    .filter((element) => !element.matches(".skip"));
}

/** The distance of a box in a direction, with sideways offset counted thrice; undefined if not in that direction. */
function distance(from, to, [x, y]) {
  const [start, end] = [x + y > 0 ? [from.right, from.bottom] : [from.left, from.top],
    x + y > 0 ? [to.left, to.top] : [to.right, to.bottom]];
  const along = (end[x ? 0 : 1] - start[x ? 0 : 1]) * (x + y);
  // Boxes may overlap by a border.
  if (along < -4) return Infinity;
  const gap = x ? Math.max(0, to.top - from.bottom, from.top - to.bottom)
    : Math.max(0, to.left - from.right, from.left - to.right);
  const middle = x ? Math.abs(from.top + from.bottom - to.top - to.bottom)
    : Math.abs(from.left + from.right - to.left - to.right);
  return along + 3 * gap + middle / 4;
}

/** Moves the focus, if this is an arrow key and there is an element in its direction. */
export function move({ key, target }) {
  const way = WAYS[key];
  if (!way || (target.matches("input") && way[0] && target.value)) return false;
  const all = reachable();
  const from = document.activeElement;
  if (!all.includes(from)) {
    const inView = all.filter((element) => element.getBoundingClientRect().top >= 0);
    const first = inView.find((element) => element.closest(".tiles, article, .neighbours")) ?? inView[0];
    first?.focus({ focusVisible: true });
    return Boolean(first);
  }
  const box = from.getBoundingClientRect();
  const places = all.filter((element) => element !== from)
    .map((element) => ({ element, far: distance(box, element.getBoundingClientRect(), way) }));
  const nearest = places.reduce((best, place) => (place.far < best.far ? place : best), { far: Infinity });
  // Without an element in that direction, scroll.
  nearest.element?.focus({ focusVisible: true });
  nearest.element?.scrollIntoView({ block: "nearest" });
  return Boolean(nearest.element);
}

/** Goes back if a back key is pressed: closes an overlay, else returns to the list. */
export function back({ key, target }) {
  if (!/^(Escape|Backspace|GoBack|BrowserBack)$/.test(key) || target.matches("input")) return false;
  const link = document.querySelector(".back");
  if (opened()) opened().hidePopover();
  else link?.click();
  return Boolean(opened() || link);
}
