// Reads the detail aloud sentence by sentence and highlights the spoken one.

const reader = document.getElementById("reader");
const article = reader.closest("article");
const language = (node) => node.parentElement.closest("[lang]")?.lang ?? "";
// Block elements are read separately.
const BLOCKS = "p, li, dt, dd, h1, h2, h3, h4, h5, h6, blockquote, td, th, div";
// Abbreviations that do not end a sentence, in our pages' languages.
const SHORT = "\\p{Lu}|[DM]r|Mrs|Ms|Mme|Mlle|Sra?|Dra|Jr|St|Hr|Fr|Prof|Rev|Hon|Gen|Gov|Sen|Rep|Col|Capt|Lt|Sgt|vs|bzw"
  + "|e\\.\\s?g|i\\.\\s?e|z\\.\\s?B|d\\.\\s?h|p\\.\\s?ej";
const SHORTENED = new RegExp(`(^|[\\s("'“„«¿¡])(${SHORT})\\.\\s*$`, "u");
// Online voices stop in the middle of utterances longer than about 15 s.
const LONGEST = 200;
const PIECES = /(.{40,200}[,;:،؛–—](?=\s)|.{1,200}(?=\s|$)|.{1,200})\s*/gsu;
let sentences = [];
let at = 0;
// Only the latest utterance may continue; referenced here because some browsers garbage-collect spoken ones.
let spoken;

/** The texts to read in order, each with its nodes. */
function blocks() {
  const found = [];
  for (const part of article.querySelectorAll("h1, .subtitle, .description")) {
    if (part.closest("details:not([open])")) continue;
    const walker = document.createTreeWalker(part, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
    let last;
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (node.nodeName === "BR") last = undefined;
      if (node.nodeType !== Node.TEXT_NODE) continue;
      const block = node.parentElement.closest(BLOCKS);
      if (block !== last) found.push([]);
      last = block;
      found.at(-1).push(node);
    }
  }
  return found;
}

/** The ranges of a text's sentences. */
function cut(text, language) {
  try {
    const segmenter = new Intl.Segmenter(language || undefined, { granularity: "sentence" });
    return joined(text, [...segmenter.segment(text)].map(({ index, segment }) => [index, index + segment.length]));
  } catch {
    const found = [...text.matchAll(/[^.!?…]+[.!?…]*["'”’)\s]*/g)];
    return joined(text, found.map(({ 0: sentence, index }) => [index, index + sentence.length]));
  }
}

/** The same, without breaks after titles and other abbreviations. */
function joined(text, cuts) {
  const found = [];
  for (const [start, end] of cuts) {
    const last = found.at(-1);
    if (last && SHORTENED.test(text.slice(...last))) last[1] = end;
    else found.push([start, end]);
  }
  return found;
}

function collect() {
  sentences = [];
  for (const nodes of blocks()) {
    const text = nodes.map((node) => node.data).join("");
    const lang = language(nodes[0]);
    for (const [start, end] of cut(text, lang)) {
      if (!/[\p{L}\p{N}]/u.test(text.slice(start, end))) continue;
      const whole = text.slice(start, end).trim();
      const marked = range(nodes, start, end);
      const parts = whole.length > LONGEST ? whole.match(PIECES) : [whole];
      for (const part of parts) sentences.push({ text: part.trim(), lang, range: marked });
    }
  }
}

function range(nodes, start, end) {
  const range = new Range();
  let before = 0;
  for (const node of nodes) {
    const after = before + node.length;
    if (start >= before && start < after) range.setStart(node, start - before);
    if (end > before && end <= after) range.setEnd(node, end - before);
    before = after;
  }
  return range;
}

/** The voice of a language, preferring the same country. */
function voice(lang) {
  const wanted = lang.toLowerCase();
  const voices = speechSynthesis.getVoices();
  const name = (voice) => voice.lang.toLowerCase().replace("_", "-");
  return voices.find((voice) => name(voice) === wanted)
    ?? voices.find((voice) => name(voice).split("-")[0] === wanted.split("-")[0]);
}

function show(state) {
  const shown = { silent: ["read"], speaking: ["pause", "stop"], paused: ["go-on", "stop"] }[state];
  const held = document.activeElement?.dataset.do;
  for (const button of reader.children) button.hidden = !shown.includes(button.dataset.do);
  if (held && !shown.includes(held)) reader.querySelector(":not([hidden])").focus();
}

function mark({ range } = {}) {
  if (!window.Highlight || !CSS.highlights) return;
  if (!range) return CSS.highlights.delete("spoken");
  CSS.highlights.set("spoken", new Highlight(range));
  const box = range.getBoundingClientRect();
  if (box.top < 64 || box.bottom > innerHeight - 72) {
    const behavior = matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth";
    range.startContainer.parentElement.scrollIntoView({ block: "center", behavior });
  }
}

/** Continues from a sentence. */
function speak(index) {
  at = index;
  const sentence = sentences[index];
  if (!sentence) return stop();
  const utterance = new SpeechSynthesisUtterance(sentence.text);
  utterance.lang = sentence.lang;
  utterance.voice = voice(sentence.lang) ?? null;
  utterance.onend = () => spoken === utterance && speak(index + 1);
  utterance.onerror = () => spoken === utterance && stop();
  spoken = utterance;
  mark(sentence);
  speechSynthesis.speak(utterance);
}

function silence() {
  spoken = undefined;
  speechSynthesis.cancel();
}

function stop() {
  silence();
  mark();
  show("silent");
}

const actions = {
  read() {
    collect();
    if (!sentences.length) return;
    show("speaking");
    silence();
    speak(0);
  },
  // Not every voice can pause, but each can repeat a sentence.
  pause() {
    silence();
    show("paused");
  },
  "go-on"() {
    show("speaking");
    speak(at);
  },
  stop,
};

function appear() {
  reader.hidden = !speechSynthesis.getVoices().length;
}

reader.addEventListener("click", (event) => actions[event.target.closest("[data-do]")?.dataset.do]?.());
speechSynthesis.addEventListener?.("voiceschanged", appear);
addEventListener("pagehide", stop);
appear();
