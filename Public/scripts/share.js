// Hands the page's address to another program, or copies it.

/** Lets the button do what the browser can. */
export function offer(place) {
  const button = place.querySelector("button");
  const status = place.querySelector("[role=status]");
  const { copy, copied } = place.dataset;
  const address = () => document.querySelector("link[rel=canonical]")?.href ?? location.href;
  const canShare = Boolean(navigator.share);

  async function act() {
    try {
      if (canShare) {
        await navigator.share({ title: document.title, url: address() });
        return;
      }
      await navigator.clipboard.writeText(address());
      status.textContent = copied;
      setTimeout(() => status.replaceChildren(), 4000);
    } catch {
      // Whoever changes their mind is not told of a fault; an address that cannot be copied stands in its bar.
    }
  }

  if (!canShare) button.ariaLabel = button.title = copy;
  button.addEventListener("click", act);
}
