// The search field of a catalogue, or of all shows: with every letter what is found is shown. Returns what Enter does.

export function makeFinder(form, results) {
  const isList = results.id === "results";
  const field = form.querySelector("[name=q]");
  const clear = form.querySelector(".clear");
  const status = document.createElement("p");
  // What was typed while this was on its way is asked for below.
  let asked = field.defaultValue;
  let shown;
  let pending;
  let announcing;

  status.className = "unseen";
  status.role = "status";
  form.append(status);
  clear.hidden = !field.value;

  function ask() {
    if (field.value !== asked) shown = answer(field.value);
  }

  async function answer(text) {
    asked = text;
    // To this Safari resets the field of a page that it kept, when one comes back to it.
    field.defaultValue = text;
    pending?.abort();
    pending = new AbortController();
    const { signal } = pending;
    clear.hidden = !text;
    const query = new URLSearchParams(new FormData(form));
    if (!text) query.delete("q");
    const path = location.pathname.endsWith("/") ? new URL(form.action).pathname : location.pathname;
    const address = `${path}?${query}`.replace(/\?$/, "");
    if (isList) query.set("part", "results");
    try {
      const found = await fetch(`${form.action}?${query}`, { signal });
      if (!found.ok) throw found.status;
      const markup = await found.text();
      const { show } = isList ? await import("./list.js") : { show: showPart };
      if (signal.aborted) return;
      show(markup);
    } catch {
      if (signal.aborted) return;
      fail();
    }
    // The address says what the list shows, without a step in the history for each letter.
    history.replaceState({ ...history.state, place: null }, "", address);
    clearTimeout(announcing);
    announcing = setTimeout(() => {
      status.textContent = [...results.querySelectorAll("#summary, .of-group")].map((e) => e.innerText).join(". ");
    }, 700);
  }

  /** Of a whole page only what stands in the place of what is there. */
  function showPart(page) {
    results.innerHTML = new DOMParser().parseFromString(page, "text/html").getElementById(results.id).innerHTML;
  }

  /** Nothing is found, and the list never shows what an earlier text has found. */
  function fail() {
    results.innerHTML = '<div class="summary"><p id="summary"></p></div>';
    document.getElementById("summary").textContent = form.dataset.fault;
    // The same text may be asked for again.
    asked = undefined;
  }

  async function open() {
    ask();
    await shown;
    const first = results.querySelector("ol a");
    if (first) first.click();
    else form.requestSubmit();
  }

  function empty() {
    field.value = "";
    ask();
    field.focus();
  }

  field.addEventListener("input", (event) => event.isComposing || ask());
  field.addEventListener("compositionend", ask);
  addEventListener("online", ask);
  field.addEventListener("keydown", (event) => {
    if (event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "ArrowDown") results.querySelector("ol a")?.focus();
    else if (event.key === "Enter" && field.value.trim()) open();
    else if (event.key === "Escape" && field.value) empty();
    else return;
    event.preventDefault();
  });
  clear.addEventListener("click", (event) => {
    event.preventDefault();
    empty();
  });
  ask();
  return open;
}
