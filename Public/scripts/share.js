// Shares or copies the page's address.

/** Sets up the button for what the browser supports. */
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
      // Cancelling is not an error; an address that cannot be copied is still in the address bar.
    }
  }

  if (!canShare) button.ariaLabel = button.title = copy;
  button.addEventListener("click", act);
}
