// Recent searches of this show: offered while the field is empty, kept in this browser only.

const MOST = 5;

const keyOf = (form) => `searches ${new URL(form.action).pathname}`;

function texts(form) {
  try {
    const kept = JSON.parse(localStorage.getItem(keyOf(form)));
    return Array.isArray(kept) ? kept.filter((text) => typeof text === "string" && text) : [];
  } catch {
    return [];
  }
}

/** Notes a search whose results were opened, or kept with Enter. */
export function note(form) {
  const text = form.elements.q.value.trim();
  if (!text) return;
  try {
    const others = texts(form).filter((other) => other.toLowerCase() !== text.toLowerCase());
    localStorage.setItem(keyOf(form), JSON.stringify([text, ...others].slice(0, MOST)));
  } catch {
    // Optional: ignore failures.
  }
}

/** Offers them below the field; a choice is searched for at once. */
export function offerRecent(form, choose) {
  const field = form.elements.q;
  const box = document.createElement("ul");
  box.className = "suggestions recent";
  box.hidden = true;
  form.append(box);

  function show() {
    const recent = field.value || document.activeElement !== field ? [] : texts(form);
    box.hidden = !recent.length;
    box.replaceChildren(...recent.map((text) => {
      const row = document.createElement("li");
      const button = row.appendChild(document.createElement("button"));
      button.type = "button";
      button.textContent = text;
      button.addEventListener("click", () => {
        box.hidden = true;
        choose(text);
      });
      return row;
    }));
  }

  field.addEventListener("focus", show);
  field.addEventListener("input", show);
  form.addEventListener("focusout", ({ relatedTarget }) => {
    if (!form.contains(relatedTarget)) box.hidden = true;
  });
  form.addEventListener("keydown", (event) => {
    if (event.key === "Escape") box.hidden = true;
  });
  show();
}
