// Stars that change without a new page. The server's answer counts: what it refuses is undone.

const told = status("told");
// What the stars show by themselves is only said, and only where the one that says so is not pressed itself.
const said = status("unseen");
const drawer = document.getElementById("drawer");
const content = document.getElementById("drawer-content");
let silence;
// The drawer's next content. While it is open, a row whose star was pressed stays, so that a slip can be undone.
let waiting;
// Counts the requests for what is said of the favorites: only the answer to the last one is shown.
let asked = 0;

/** The drawer opens: it holds what is marked by now, and its action keeps what is searched for by now. */
export function open() {
  if (waiting !== undefined) content.innerHTML = waiting;
  waiting = undefined;
  const link = content.querySelector("[data-list]");
  if (!link) return;
  const address = new URL(link.href);
  const text = document.querySelector("[name=q]").value;
  if (text) address.searchParams.set("q", text);
  else address.searchParams.delete("q");
  link.href = address;
}

function status(name) {
  const element = document.createElement("p");
  element.className = name;
  element.role = "status";
  document.body.append(element);
  return element;
}

const path = (star) => new URL(star.getAttribute("formaction"), location.href).pathname;

function show(entry, isMarked) {
  for (const star of document.querySelectorAll(".star")) {
    if (path(star) !== entry) continue;
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
  if (!drawer) return;
  document.getElementById("drawer-count").textContent = count || "";
  const isOpen = CSS.supports("selector(:popover-open)") && drawer.matches(":popover-open");
  waiting = isOpen && Number(count) ? markup : undefined;
  if (waiting !== undefined) return;
  const isHeld = content.contains(document.activeElement);
  content.innerHTML = markup;
  if (isHeld) drawer.querySelector("button").focus();
}

/** The page as the server has it now. */
async function now() {
  const answer = await fetch(location.href);
  if (!answer.ok) throw answer.status;
  return new DOMParser().parseFromString(await answer.text(), "text/html");
}

function replace(part, page) {
  part.innerHTML = page.getElementById(part.id)?.innerHTML ?? "";
}

/** Shows how many favorites there are, and the link to them, where the page says so. */
async function recount() {
  const parts = document.querySelectorAll(".of-favorites");
  if (!parts.length) return;
  const own = asked += 1;
  const page = await now();
  if (own === asked) for (const part of parts) replace(part, page);
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
    recount().catch(() => {});
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
    const page = await now();
    asked += 1;
    const found = [...page.querySelectorAll(".star")];
    for (const star of found) show(path(star), star.value === "0");
    const marked = new Set(found.filter(({ value }) => value === "0").map(path));
    const count = page.getElementById("drawer-count")?.textContent;
    // Where the page has them all, no other star is marked, in rows that came later either.
    if (marked.size === Number(count)) {
      for (const star of document.querySelectorAll(".star")) if (!marked.has(path(star))) show(path(star), false);
    }
    if (drawer) fillDrawer(count, page.getElementById("drawer-content").innerHTML);
    for (const part of document.querySelectorAll(".of-favorites, #favorites-rows")) replace(part, page);
  } catch {
    // A star that is pressed tells the server what is wanted, not what was shown.
  }
}
