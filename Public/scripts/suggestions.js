// The search field of a start page as a combobox with suggestions for every letter.

export function makeFinder(form) {
  const field = form.querySelector("[name=q]");
  const clear = form.querySelector(".clear");
  const { suggestions, label, counted } = form.closest("main").dataset;
  const fault = document.getElementById("fault");
  const box = document.createElement("ul");
  const status = document.createElement("p");
  let pending;
  let announcing;
  let active = -1;

  box.id = "suggestions";
  box.className = "suggestions";
  box.role = "listbox";
  box.ariaLabel = label;
  box.hidden = true;
  status.className = "unseen";
  status.role = "status";
  form.append(box, status);
  // A search input cannot be a combobox.
  field.type = "text";
  field.enterKeyHint = "search";
  field.role = "combobox";
  field.ariaAutoComplete = "list";
  field.setAttribute("aria-controls", box.id);
  // After Back from results, the field has their query; text typed while this script was loading is completed
  // below.
  let asked = history.state?.text ?? field.defaultValue;
  field.value ||= asked;
  clear.hidden = !field.value;
  if (!asked) field.focus();
  close();

  function close() {
    box.hidden = true;
    field.ariaExpanded = "false";
    activate(-1);
  }

  function open() {
    if (!box.children.length) return;
    box.hidden = false;
    field.ariaExpanded = "true";
  }

  function activate(index) {
    box.children[active]?.setAttribute("aria-selected", "false");
    active = index;
    const option = box.children[index];
    if (option) {
      option.setAttribute("aria-selected", "true");
      option.scrollIntoView({ block: "nearest" });
      field.setAttribute("aria-activedescendant", option.id);
    } else {
      field.removeAttribute("aria-activedescendant");
    }
  }

  function move(step) {
    const count = box.children.length;
    if (!count) return;
    open();
    // One position more than options: there none is active.
    activate(((active + 1 + step + count + 1) % (count + 1)) - 1);
  }

  function choose(option) {
    field.value = option.dataset.text;
    if (!option.dataset.address) return form.requestSubmit();
    leave();
    const address = new URL(option.dataset.address, location.href);
    // The show may be reached under another scheme than the server knows.
    if (address.host === location.host) location.assign(address.pathname + address.search + address.hash);
    else if (/^https?:$/.test(address.protocol)) location.assign(address);
  }

  function leave() {
    pending?.abort();
    close();
    asked = field.value;
    clear.hidden = !asked;
    history.replaceState({ text: asked }, "");
  }

  function offer(texts, descriptions, addresses) {
    box.replaceChildren(...texts.map((text, index) => {
      const option = document.createElement("li");
      option.id = `suggestion-${index}`;
      option.role = "option";
      option.ariaSelected = "false";
      option.dataset.text = text;
      option.dataset.address = addresses[index] ?? "";
      const title = document.createElement("span");
      title.append(...completed(text));
      option.append(title);
      if (descriptions[index]) {
        const note = document.createElement("small");
        note.textContent = descriptions[index];
        option.append(note);
      }
      // Only for pointers: the arrow keys and Enter do the same.
      const fill = document.createElement("i");
      fill.className = "fill";
      option.append(fill);
      return option;
    }));
    activate(-1);
  }

  /** The typed letters as they are, and the rest in bold. */
  function completed(text) {
    const typed = field.value.length;
    if (!typed || text.slice(0, typed).toLowerCase() !== field.value.toLowerCase()) return [text];
    const rest = document.createElement("b");
    rest.textContent = text.slice(typed);
    return [text.slice(0, typed), rest];
  }

  function announce(count) {
    clearTimeout(announcing);
    announcing = setTimeout(() => {
      const rest = fault.hidden ? "" : fault.textContent;
      status.textContent = count ? `${counted}${count}. ${rest}` : rest;
    }, 700);
  }

  async function ask() {
    const text = field.value;
    if (text === asked) return;
    asked = text;
    pending?.abort();
    pending = new AbortController();
    clear.hidden = !text;
    if (!text) return suggest([], [], []);
    const query = new URLSearchParams({ q: text });
    try {
      const answer = await fetch(`${suggestions}?${query}`, { signal: pending.signal });
      if (!answer.ok) throw answer.status;
      const [echo, texts, descriptions, addresses, more] = await answer.json();
      if (echo === field.value) suggest(texts, descriptions, addresses, more?.note);
    } catch (error) {
      // Retried with the next letter; Enter submits the form.
      if (error.name !== "AbortError") suggest([], [], [], true);
    }
  }

  function suggest(texts, descriptions, addresses, isFaulty = false) {
    fault.hidden = !isFaulty;
    // Text browsers show hidden elements.
    fault.textContent = isFaulty ? fault.dataset.text : "";
    offer(texts, descriptions, addresses);
    if (texts.length && document.activeElement === field) open(); else close();
    announce(texts.length);
  }

  field.addEventListener("input", (event) => event.isComposing || ask());
  field.addEventListener("compositionend", ask);
  field.addEventListener("keydown", (event) => {
    if (event.isComposing || event.ctrlKey || event.metaKey) return;
    if (event.key === "ArrowDown" && event.altKey) open();
    else if (event.key === "ArrowUp" && event.altKey) close();
    else if (event.key === "ArrowDown") move(1);
    else if (event.key === "ArrowUp") move(-1);
    else if (event.key === "Enter" && active >= 0 && !box.hidden) choose(box.children[active]);
    else if (event.key === "Escape" && !box.hidden) close();
    else if (event.key === "Escape" && field.value) empty();
    else return;
    event.preventDefault();
  });
  field.addEventListener("blur", close);
  form.addEventListener("submit", (event) => {
    if (field.value.trim()) leave();
    else event.preventDefault();
  });
  // The field keeps the focus while choosing with a pointer.
  box.addEventListener("mousedown", (event) => event.preventDefault());
  box.addEventListener("click", (event) => {
    const option = event.target.closest("[role=option]");
    if (!option) return;
    if (!event.target.closest(".fill")) return choose(option);
    field.value = option.dataset.text;
    ask();
  });

  function empty() {
    field.value = "";
    close();
    box.replaceChildren();
    ask();
    field.focus();
  }

  clear.addEventListener("click", (event) => {
    event.preventDefault();
    empty();
  });
  if (document.activeElement === field) ask();
  const frame = document.querySelector("iframe");
  if (frame) setTimeout(() => report(frame), 10_000);
}

/** Says that nothing has loaded. What loads is of another site, and its document hidden, errors included. */
function report(frame) {
  const note = document.querySelector("[data-late]");
  if (frame.contentDocument?.URL === "about:blank") note.textContent = note.dataset.late;
}
