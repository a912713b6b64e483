// The map of a list: a tap opens the nearest of its places.

export function follow(map) {
  map.addEventListener("click", ({ clientX, clientY }) => {
    const { left, top, width, height } = map.getBoundingClientRect();
    const address = new URL(map.dataset.nearest, location.href);
    // The search and filters of the map as it is now.
    address.search = new URL(map.src).search;
    address.searchParams.set("x", ((clientX - left) / width).toFixed(4));
    address.searchParams.set("y", ((clientY - top) / height).toFixed(4));
    location.assign(address);
  });
}
