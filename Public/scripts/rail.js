// The strip of letters: a finger that moves along it passes all of them, and a bubble shows the one below it.

/** Pixels that a finger moves before a touch is no tap. */
const SLACK = 6;

export function followFinger(results) {
  const bubble = document.createElement("b");
  bubble.className = "bubble";
  bubble.ariaHidden = "true";
  let strip;
  let start;
  let letter;

  /** The letter at a part of the strip; what is out of sight is scrolled into view below the finger. */
  function seek({ clientX, clientY }) {
    const { left, width, top } = strip.getBoundingClientRect();
    const isMirrored = getComputedStyle(strip).direction === "rtl";
    const way = Math.min(Math.max((clientX - left) / width, 0), 1);
    const part = isMirrored ? 1 - way : way;
    strip.scrollLeft = (strip.scrollWidth - width) * part * (isMirrored ? -1 : 1);
    const all = strip.children;
    letter?.classList.remove("is-sought");
    letter = all[Math.min(Math.floor(part * all.length), all.length - 1)];
    letter.classList.add("is-sought");
    bubble.textContent = letter.textContent;
    bubble.style.insetInlineStart = `${isMirrored ? innerWidth - clientX : clientX}px`;
    bubble.style.top = `${Math.min(top, clientY)}px`;
  }

  function end() {
    letter?.classList.remove("is-sought");
    bubble.remove();
    [strip, start, letter] = [];
  }

  results.classList.add("has-rail");
  results.addEventListener("pointerdown", (event) => {
    if (event.pointerType === "mouse" || !event.isPrimary) return;
    strip = event.target.closest?.(".letters");
    start = strip && event.clientX;
  });
  results.addEventListener("pointermove", (event) => {
    if (!strip || (!letter && Math.abs(event.clientX - start) < SLACK)) return;
    if (!letter) {
      strip.setPointerCapture(event.pointerId);
      document.body.append(bubble);
    }
    seek(event);
  });
  results.addEventListener("pointerup", () => {
    const found = letter;
    end();
    found?.click();
  });
  results.addEventListener("pointercancel", end);
}
