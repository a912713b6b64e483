// The chosen entry moves to the middle of the next drawing, from where it was chosen.

const graph = [...document.querySelectorAll(".graph")].find((drawing) => drawing.getClientRects().length);
const center = graph?.querySelector(".center circle");
const place = (circle) => [circle.cx.baseVal.value, circle.cy.baseVal.value];

function take() {
  try {
    const { connected } = sessionStorage;
    delete sessionStorage.connected;
    return JSON.parse(connected ?? "null");
  } catch {
    return null;
  }
}

const from = take();
if (center) {
  const [x, y] = place(center);
  if (Array.isArray(from) && !matchMedia("(prefers-reduced-motion: reduce)").matches) {
    const timing = { duration: 260, easing: "cubic-bezier(0.2, 0.7, 0.2, 1)" };
    graph.querySelector("g").animate([{ translate: `${Number(from[0])}px ${Number(from[1])}px` }, {}], timing);
  }
  for (const node of graph.querySelectorAll(".node")) {
    node.addEventListener("click", () => {
      const [nodeX, nodeY] = place(node.querySelector("circle"));
      try {
        sessionStorage.connected = JSON.stringify([nodeX - x, nodeY - y]);
      } catch {
        // Optional: ignore failures.
      }
    });
  }
}
