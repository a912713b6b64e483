// The drawer of favorites: its rows and its count.

const drawer = document.getElementById("drawer");
const content = document.getElementById("drawer-content");
// The pending content. While the drawer is open, a row whose star was removed stays, so that this can be undone.
let next;

const isOpen = () => CSS.supports("selector(:popover-open)") && drawer.matches(":popover-open");

/** Closes the drawer with a swipe towards its edge; the panel follows the finger. */
function followFinger() {
  const panel = drawer.querySelector(".panel");
  const side = getComputedStyle(drawer).direction === "rtl" ? -1 : 1;
  let start;

  function move(by) {
    Object.assign(panel.style, by > 0 ? { transition: "none", translate: `${side * by}px` } : { transition: "", translate: "" });
  }

  function end() {
    start = undefined;
    move(0);
  }

  drawer.addEventListener("pointerdown", ({ clientX: x, clientY: y, pointerType, isPrimary }) => {
    end();
    if (pointerType === "touch" && isPrimary) start = { x, y };
  });
  drawer.addEventListener("pointermove", ({ clientX, clientY }) => {
    if (!start) return;
    const by = side * (clientX - start.x);
    start.by = by > 1.5 * Math.abs(clientY - start.y) ? by : 0;
    move(start.by);
  });
  drawer.addEventListener("pointerup", () => {
    if (start?.by > 60) drawer.hidePopover();
    end();
  });
  drawer.addEventListener("pointercancel", end);
}

if (drawer) followFinger();

/** Updates the opening drawer with the current favorites and the current search. */
export function open() {
  if (next !== undefined) content.innerHTML = next;
  next = undefined;
  const link = content.querySelector("[data-list]");
  if (!link) return;
  const address = new URL(link.href);
  const text = document.querySelector("[name=q]").value;
  if (text) address.searchParams.set("q", text);
  else address.searchParams.delete("q");
  link.href = address;
}

function setCount(count) {
  if (drawer) document.getElementById("drawer-count").textContent = count || "";
}

export function fill(count, markup) {
  if (!drawer) return;
  setCount(count);
  next = isOpen() && Number(count) ? markup : undefined;
  if (next !== undefined) return;
  const isHeld = content.contains(document.activeElement);
  content.innerHTML = markup;
  if (isHeld) drawer.querySelector("button").focus();
}
