// The border between list and detail, moved by pointer or keys.

/** Shows the border and makes it draggable, with pointer capture. */
export function move(border, keepWidth) {
  const root = document.documentElement;
  const list = document.getElementById("list");
  border.hidden = false;
  border.tabIndex = 0;
  border.ariaValueMin = 20;
  border.ariaValueMax = 60;
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

  const at = ({ clientX }) => (100 * (isRightToLeft ? innerWidth - clientX : clientX)) / innerWidth;
  let grip = 0;
  border.ariaValueNow = Math.round(share());
  border.addEventListener("pointerdown", (event) => {
    border.setPointerCapture(event.pointerId);
    grip = at(event) - share();
  });
  // Otherwise the element under the moved border would be dragged.
  border.addEventListener("mousedown", (event) => {
    event.preventDefault();
    border.focus();
  });
  border.addEventListener("pointermove", (event) => {
    if (border.hasPointerCapture(event.pointerId)) put(at(event) - grip);
  });
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
}
