// Stars that change without a new page. The server's answer counts: what it refuses is undone.

const told = status("told");
// What the stars show by themselves is only said, and only where the one that says so is not pressed itself.
const said = status("unseen");
let silence;

function status(name) {
  const element = document.createElement("p");
  element.className = name;
  element.role = "status";
  document.body.append(element);
  return element;
}

const stars = (path) =>
  [...document.querySelectorAll(".star")].filter((star) => new URL(star.formAction).pathname === path);

function show(path, isMarked) {
  for (const star of stars(path)) {
    star.setAttribute("aria-pressed", isMarked);
    star.value = isMarked ? "0" : "1";
  }
}

function tell(sentence) {
  clearTimeout(silence);
  told.textContent = sentence;
  silence = setTimeout(() => told.replaceChildren(), 8000);
}

function fillDrawer(count, markup) {
  const number = document.getElementById("drawer-count");
  const content = document.getElementById("drawer-content");
  if (number) number.textContent = count || "";
  if (content) content.innerHTML = markup;
}

/** Lets other tabs know. */
function announce() {
  try {
    localStorage.starred = Date.now();
  } catch {
    // They learn of it with their next page.
  }
}

export async function mark(star) {
  const address = new URL(star.formAction);
  const isMarked = star.value === "1";
  show(address.pathname, isMarked);
  try {
    const answer = await fetch(address, {
      method: "POST", headers: { Accept: "application/json" }, keepalive: true,
      body: new URLSearchParams({ to: isMarked ? "1" : "0" }),
    });
    const result = await answer.json();
    if (!answer.ok) throw new Error(result.detail);
    show(address.pathname, result.favorite);
    fillDrawer(result.count, result.drawer);
    told.replaceChildren();
    announce();
    said.textContent = document.activeElement === star ? "" : result.said;
  } catch (error) {
    show(address.pathname, !isMarked);
    tell(error instanceof TypeError || error instanceof SyntaxError
      ? document.getElementById("mark").dataset.fault : error.message);
  }
}

/** Shows what is marked by now. */
export async function refresh() {
  try {
    const answer = await fetch(location.href);
    if (!answer.ok) return;
    const now = new DOMParser().parseFromString(await answer.text(), "text/html");
    for (const star of now.querySelectorAll(".star")) {
      show(new URL(star.getAttribute("formaction"), location.href).pathname, star.value === "0");
    }
    const content = now.getElementById("drawer-content");
    if (content) fillDrawer(now.getElementById("drawer-count").textContent, content.innerHTML);
  } catch {
    // A star that is pressed tells the server what is wanted, not what was shown.
  }
}
