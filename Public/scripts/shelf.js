// The shelf: the favorites of all shows, whose cookies only requests below a show carry.

import { row } from "./lately.js";

/** Maximum shows that are asked, and favorites in the row. */
const SHOWS = 12;
const MOST = 24;

/** The placeholder's tint and shape, as the server derives them from an id (FNV-1a, 32 bits). */
function styleOf(id) {
  const hash = new TextEncoder().encode(id).reduce((hash, byte) => Math.imul(hash ^ byte, 0x01000193) >>> 0, 0x811c9dc5);
  return `t${(hash >>> 8) % 6} s${(hash >>> 20) % 6}`;
}

async function favoritesOf(link) {
  const home = new URL(link.href).pathname;
  const answer = await fetch(`${home}favorites.json`);
  if (!answer.ok) return [];
  const { entries } = await answer.json();
  const hasPictures = link.querySelector("img.face");
  return entries.reverse().map(({ id, title }) => {
    const name = encodeURIComponent(id);
    const picture = hasPictures && `${home}pictures/${name}`;
    return { path: `${home}entries/${name}`, title, style: styleOf(id), letters: title[0], picture };
  });
}

export async function fill(section) {
  const links = [...document.querySelectorAll("a.show:not(.of-search)")].slice(0, SHOWS);
  const lists = await Promise.all(links.map((link) => favoritesOf(link).catch(() => [])));
  // Of each show in turn.
  const longest = Math.max(0, ...lists.map((list) => list.length));
  const mixed = Array.from({ length: longest }, (_, rank) => lists.flatMap((list) => list[rank] ?? [])).flat();
  section.hidden = !mixed.length;
  section.querySelector("ul").replaceChildren(...mixed.slice(0, MOST).map((entry) => row(entry, 360)));
}
