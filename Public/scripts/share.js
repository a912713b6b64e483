// Hands the page's address to another program, or copies it.

/** Shows the button with what the browser can do; it stands last, so that nothing moves. */
export function offer(place) {
  const button = place.querySelector("button");
  const label = button.querySelector("span");
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
      label.textContent = copied;
      setTimeout(() => {
        label.textContent = copy;
      }, 4000);
    } catch {
      // Whoever changes their mind is not told of a fault; an address that cannot be copied stands in its bar.
    }
  }

  if (!canShare) label.textContent = copy;
  label.role = "status";
  place.hidden = false;
  button.addEventListener("click", act);
}
