// The drawer of favorites: its rows and its count.

const drawer = document.getElementById("drawer");
const content = document.getElementById("drawer-content");
// The next content. While the drawer is open, a row whose star was pressed stays, so that a slip can be undone.
let next;

const isOpen = () => CSS.supports("selector(:popover-open)") && drawer.matches(":popover-open");

/** The drawer opens: it holds what is marked by now, and its action keeps what is searched for by now. */
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

export function setCount(count) {
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

/** Adds a favorite, or removes it, as long as the server cannot say how it is. */
export function change(path, { isMarked, title }) {
  if (!drawer) return;
  const entry = path.replace(/favorites\/(?=[^/]*$)/, "entries/");
  const row = [...content.querySelectorAll(".names > li")]
    .find((item) => item.querySelector("a")?.pathname === entry);
  if (Boolean(row) === isMarked || (row && isOpen())) return;
  setCount(Number(document.getElementById("drawer-count").textContent) + (isMarked ? 1 : -1));
  if (row) return row.remove();
  content.querySelector(".invitation")?.remove();
  const names = content.querySelector(".names") ?? content.appendChild(document.createElement("ul"));
  names.className = "names";
  const [item, link, name] = ["li", "a", "span"].map((tag) => document.createElement(tag));
  link.href = entry;
  name.textContent = title;
  link.append(name);
  item.append(link);
  names.prepend(item);
}
