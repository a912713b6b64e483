// The border between list and detail, moved with a pointer or with keys.

/** Takes over the border, with the event that called for it. */
export function move(border, keepWidth, event) {
  const root = document.documentElement;
  const list = document.getElementById("list");
  const [least, most] = [Number(border.ariaValueMin), Number(border.ariaValueMax)];
  const isRightToLeft = getComputedStyle(root).direction === "rtl";
  const share = () => (100 * list.offsetWidth) / innerWidth;

  function put(wanted) {
    const width = Math.round(10 * Math.min(most, Math.max(least, wanted))) / 10;
    root.style.setProperty("--pane-width", `clamp(15rem, ${width}%, 100% - 20rem)`);
    border.ariaValueNow = Math.round(share());
    keepWidth(width);
  }

  function reset() {
    root.style.removeProperty("--pane-width");
    border.ariaValueNow = Math.round(share());
    keepWidth(null);
  }

  function drag(event) {
    const x = isRightToLeft ? innerWidth - event.clientX : event.clientX;
    put((100 * x) / innerWidth);
  }

  function take(event) {
    if (event.button) return;
    border.setPointerCapture(event.pointerId);
    border.addEventListener("pointermove", drag);
  }

  border.addEventListener("pointerdown", take);
  for (const type of ["pointerup", "pointercancel"]) {
    border.addEventListener(type, () => border.removeEventListener("pointermove", drag));
  }
  border.addEventListener("dblclick", reset);
  border.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const wider = isRightToLeft ? "ArrowLeft" : "ArrowRight";
    const narrower = isRightToLeft ? "ArrowRight" : "ArrowLeft";
    if (event.key === wider) put(share() + 2);
    else if (event.key === narrower) put(share() - 2);
    else if (event.key === "Home") put(least);
    else if (event.key === "End") put(most);
    else return;
    event.preventDefault();
  });
  if (event.type === "pointerdown" && border.matches(":active")) take(event);
}
