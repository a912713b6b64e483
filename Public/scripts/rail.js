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

  /** The letter below a point, or the closest one. */
  function nearest(x, y) {
    const away = (one) => {
      const box = one.getBoundingClientRect();
      return Math.hypot((box.left + box.right) / 2 - x, (box.top + box.bottom) / 2 - y);
    };
    return [...strip.children].reduce((best, one) => (away(one) < away(best) ? one : best));
  }

  /** The letter at a part of the strip; what is out of sight is scrolled into view below the finger. */
  function seek({ clientX, clientY }) {
    const { left, right, width, top, bottom } = strip.getBoundingClientRect();
    const isMirrored = getComputedStyle(strip).direction === "rtl";
    const [x, y] = [Math.min(Math.max(clientX, left + 1), right - 1), Math.min(Math.max(clientY, top + 1), bottom - 1)];
    const part = (isMirrored ? right - x : x - left) / width;
    strip.scrollLeft = (strip.scrollWidth - width) * part * (isMirrored ? -1 : 1);
    letter?.classList.remove("is-sought");
    letter = nearest(x, y);
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
