// Reads the detail aloud, sentence by sentence, and marks the one that is spoken.

const reader = document.getElementById("reader");
const article = reader.closest("article");
const language = (node) => node.parentElement.closest("[lang]")?.lang ?? "";
// What has its own line is read for itself.
const BLOCKS = "p, li, dt, dd, h1, h2, h3, h4, h5, h6, blockquote, td, th, div";
let sentences = [];
let at = 0;
// Only what began last may go on; kept here since some browsers forget utterances that they speak.
let spoken;

/** The texts that are read: each with the nodes it is made of. */
function blocks() {
  const found = new Map();
  for (const part of article.querySelectorAll("h1, .subtitle, .description")) {
    const walker = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const block = node.parentElement.closest(BLOCKS);
      if (!found.has(block)) found.set(block, []);
      found.get(block).push(node);
    }
  }
  return found.values();
}

/** Where the sentences of a text begin and end. */
function cut(text, language) {
  try {
    const segmenter = new Intl.Segmenter(language || undefined, { granularity: "sentence" });
    return [...segmenter.segment(text)].map(({ index, segment }) => [index, index + segment.length]);
  } catch {
    const found = [...text.matchAll(/[^.!?…]+[.!?…]*["'”’)\s]*/g)];
    return found.map(({ 0: sentence, index }) => [index, index + sentence.length]);
  }
}

function collect() {
  sentences = [];
  for (const nodes of blocks()) {
    const text = nodes.map((node) => node.data).join("");
    const lang = language(nodes[0]);
    for (const [start, end] of cut(text, lang)) {
      if (!/[\p{L}\p{N}]/u.test(text.slice(start, end))) continue;
      sentences.push({ text: text.slice(start, end).trim(), lang, range: range(nodes, start, end) });
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

/** The voice of a language: of the same country where there is one. */
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

/** Speaks on from a sentence. */
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
  // Pausing is not for every voice; each can begin a sentence again.
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
