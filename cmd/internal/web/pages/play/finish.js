// @ts-check
// What comes after a puzzle: the result, the next one, levels, sounds, and progress as a file.
import { blobLink, element, say } from "/static/app.js";
import { squareButtons, wayBetween } from "/static/squares.js";

/** @typedef {import("./script.js").Progress} Progress */

const $ = (/** @type {string} */ id) => /** @type {any} */ (document.getElementById(id));
/** @param {number} seconds */
export const clockText = (seconds) => `${Math.floor(seconds / 60)}:${String(Math.floor(seconds) % 60).padStart(2, "0")}`;

/** A day as the visitor's calendar has it. @param {Date} date */
export const dayText = (date) => `${date.getFullYear()}-${String(date.getMonth() + 1).padStart(2, "0")}-${String(date.getDate()).padStart(2, "0")}`;
/** The day so many days later. @param {string} day @param {number} days */
export const dayAfter = (day, days) => { const date = new Date(`${day}T12:00`); date.setDate(date.getDate() + days); return dayText(date); };
/** What of a stored object is an object: files can be edited. @param {Record<string, any>} stored @returns {Record<string, any>} */
export const entries = (stored) => Object.fromEntries(Object.entries(stored ?? {}).filter(([, value]) => typeof value === "object" && value !== null));

/** Kind, order and grade of an ID. @param {string} id */
function specOf(id) {
  const [, kind, order, grade] = /^\d+-([cdr])(\d+)([emhx])-/.exec(id) ?? [];
  return { kind: { c: "completion", d: "diagonals", r: "regions" }[kind], order: Number(order), grade: { e: "easy", m: "medium", h: "hard", x: "expert" }[grade] };
}

/** Shows kind, grade and time of each level, and a star for one that was solved without hints. @param {Progress} progress */
export function showLevels(progress) {
  for (const link of /** @type {NodeListOf<HTMLAnchorElement>} */ (document.querySelectorAll("[data-level]"))) {
    const id = link.dataset.level ?? "", { kind, order, grade } = specOf(id), done = progress.solved[id], number = link.dataset.number;
    link.classList.toggle("is-done", Boolean(done));
    link.replaceChildren(element("b", {}, `${number}${done ? done.hints === 0 ? " ★" : " ✓" : ""}`), " ", element("small", {}, `${kind} ${order}`), " ", element("small", {}, done ? clockText(Number(done.time) || 0) : `${grade}`));
  }
}

/** Shows where to go after a puzzle, and returns what is said about it. @param {Result} r */
function next({ progress, id, today, playedDay, daily }) {
  const levels = /** @type {HTMLAnchorElement[]} */ ([...document.querySelectorAll("[data-level]")]), at = levels.findIndex((link) => link.dataset.level === id);
  const open = levels.slice(at + 1).find((link) => !((link.dataset.level ?? "") in progress.solved)) ?? levels.find((link) => !((link.dataset.level ?? "") in progress.solved));
  const ofToday = !(daily(today) in progress.solved) && element("a", { class: "button", href: "/play" }, "Today’s puzzle");
  const level = open && element("a", { class: `button${at >= 0 ? " primary" : ""}`, href: open.href }, `Level ${open.dataset.number}`);
  $("next").replaceChildren(.../** @type {HTMLElement[]} */ ((at >= 0 ? [level, ofToday] : [ofToday, level]).filter(Boolean)));
  return [open ? "" : `All ${levels.length} levels are solved. `, playedDay === today ? element("span", { id: "countdown", "data-day": today }) : ""];
}

/** @typedef {{progress: Progress, id: string, title: string, time: number, hints: number, again: boolean, today: string, streak: string, playedDay: string, daily: (day: string) => string}} Result */

/** A month, with the days whose puzzle was solved on its day, or later. @param {Result} r @param {string} first its first day @returns {HTMLElement} */
function calendar(r, first) {
  const [year, month] = first.split("-").map(Number), days = new Date(year, month, 0).getDate(), before = (new Date(year, month - 1, 1).getDay() + 6) % 7;
  const name = new Date(year, month - 1, 1).toLocaleDateString("en-GB", { month: "long", year: "numeric" });
  const list = element("ol", { class: "calendar" }, ...[..."MTWTFSS"].map((day) => element("li", { "aria-hidden": "true" }, day)), ...Array.from({ length: days }, (_, k) => {
    const day = dayAfter(first, k), done = r.progress.solved[r.daily(day)];
    return element("li", {}, day > r.today ? element("span", {}, `${k + 1}`)
      : element("a", { href: `/play/${r.daily(day)}`, class: done ? (done.day === day ? "is-done" : "is-late") : false, "aria-current": day === r.today && "date", "aria-label": `${k + 1}${done ? `, solved${done.day === day ? "" : " later"}` : ""}` }, `${k + 1}`));
  }));
  list.style.setProperty("--first", String(before + 1));
  /** @param {number} by @param {string} text @param {string} label */
  const turn = (by, text, label) => {
    const to = dayText(new Date(year, month - 1 + by, 1)), off = to > r.today || to < $("day").min;
    return element("button", { type: "button", "aria-label": label, hidden: off, onclick: () => { const turned = calendar(r, to); nav.replaceWith(turned); /** @type {HTMLElement} */ (turned.querySelector(`[aria-label="${label}"]:not([hidden])`) ?? turned.querySelector("button:not([hidden])"))?.focus(); } }, text);
  };
  const nav = element("nav", { "aria-label": name }, element("p", { class: "month" }, element("strong", {}, name), turn(-1, "‹", "Previous month"), turn(1, "›", "Next month")), list);
  return nav;
}

/** Shows the result of a puzzle that is solved. @param {Result} r */
export function showResult(r) {
  const like = /^\d+-[a-z]\d+[a-z]-/.exec(r.id)?.[0], times = Object.entries(r.progress.solved).filter(([id]) => like && id.startsWith(like)).map(([, { time }]) => Number(time) || 0);
  const facts = [["Time", `${clockText(r.time)}${r.again ? ", not counted" : ""}`], ["Hints", String(r.hints)]];
  if (times.length) facts.push(["Best of kind", clockText(Math.min(...times))], [`Average of ${times.length}`, clockText(times.reduce((a, b) => a + b, 0) / times.length)]);
  if (r.streak) facts.push(["Streak", r.streak.replace(/( in a row)?\.$/, "")]);
  $("result").replaceChildren(element("h2", {}, r.title), element("dl", { class: "facts" }, ...facts.map(([name, value]) => element("div", {}, element("dt", {}, name), element("dd", {}, value)))), element("p", {}, ...next(r)), calendar(r, `${r.today.slice(0, 8)}01`));
  $("result").hidden = false;
  countDown();
}

/** How long until the next puzzle of the day; then it is there. */
function countDown() {
  const now = new Date(), left = Math.round((new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1).getTime() - now.getTime()) / 1000), text = $("countdown");
  if (text && text.dataset.day !== dayText(now)) text.replaceWith(element("a", { class: "button", href: "/play" }, "Today’s puzzle"));
  else if (text) text.textContent = `Tomorrow’s puzzle in ${Math.floor(left / 3600)}:${clockText(left % 3600).padStart(5, "0")}.`;
}
setInterval(countDown, 1000);

/** @type {AudioContext | undefined} */ let audio;
const tones = /** @type {Record<string, number[]>} */ ({ mark: [520], queen: [660], bad: [170], solved: [523, 659, 784, 1047] });
/** @param {string} what */
export function playSound(what) {
  audio ??= new AudioContext();
  (tones[what] ?? []).forEach((pitch, k) => {
    const ctx = /** @type {AudioContext} */ (audio), wave = ctx.createOscillator(), volume = ctx.createGain(), at = ctx.currentTime + k * 0.12;
    wave.frequency.value = pitch;
    volume.gain.setValueAtTime(0.12, at);
    volume.gain.exponentialRampToValueAtTime(0.001, at + 0.15);
    wave.connect(volume).connect(ctx.destination);
    wave.start(at);
    wave.stop(at + 0.16);
  });
}

/** Gives somebody a file. @param {Blob} blob @param {string} name */
async function give(blob, name) {
  const file = new File([blob], name, { type: blob.type });
  if (matchMedia("(pointer: coarse)").matches && navigator.canShare?.({ files: [file] })) { await navigator.share({ files: [file] }).catch(() => {}); return; }
  const link = blobLink(blob, blob.type);
  element("a", { href: link, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(link), 10_000);
}

/** Draws the board without its queens, and what is said about it. @param {HTMLElement[]} squares @param {string[]} head @param {string} foot */
export function savePicture(squares, head, foot) {
  const n = Math.sqrt(squares.length), side = Math.floor(600 / n), edge = 30, paper = getComputedStyle(document.body);
  const canvas = /** @type {HTMLCanvasElement} */ (element("canvas", { width: side * n + 2 * edge, height: side * n + 2 * edge + 90 })), pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  pen.fillStyle = paper.backgroundColor;
  pen.fillRect(0, 0, canvas.width, canvas.height);
  squares.forEach((square, i) => {
    const x = edge + i % n * side, y = edge + 40 + Math.floor(i / n) * side;
    pen.fillStyle = getComputedStyle(square).backgroundColor;
    pen.fillRect(x, y, side, side);
    pen.strokeStyle = pen.fillStyle = paper.color;
    pen.strokeRect(x + 0.5, y + 0.5, side, side);
    if (square.classList.contains("cut-top")) pen.fillRect(x, y - 2, side, 4);
    if (square.classList.contains("cut-left")) pen.fillRect(x - 2, y, 4, side);
  });
  pen.fillStyle = paper.color;
  pen.font = "600 20px system-ui, sans-serif";
  pen.fillText(head[0], edge, edge + 20, side * n);
  pen.fillText(foot, edge, canvas.height - edge, side * n);
  canvas.toBlob((blob) => { if (blob) void give(blob, "queens.png"); });
}

/** Lets the buttons save progress to a file and read one. @param {() => Progress} progress @param {(read: Progress) => void} merge */
export function saveProgress(progress, merge) {
  $("save").addEventListener("click", () => give(new Blob([JSON.stringify({ "queens.play": progress() })], { type: "application/json" }), "queens-progress.json"));
  $("read").addEventListener("click", () => $("progress-file").click());
  $("progress-file").addEventListener("change", async () => {
    const isObject = (/** @type {unknown} */ x) => typeof x === "object" && x !== null && !Array.isArray(x);
    let text = "This file has no progress: want one that Save wrote.";
    try {
      const read = JSON.parse(await $("progress-file").files[0].text())["queens.play"];
      if (isObject(read.solved) && isObject(read.played)) {
        merge(read);
        text = `Read: ${Object.keys(read.solved).length} solved puzzles.`;
      }
    } catch { /* the sentence says it */ }
    $("progress-said").textContent = text;
    say(text);
    $("progress-file").value = "";
  });
}

/** Lets a grid be painted, square by square or letter by letter, into the text of a puzzle of one's own. */
export function drawPuzzle() {
  const text = $("paste").elements.text, order = $("own-order"), palette = $("palette"), grid = $("own");
  const letters = () => [..."ABCDEFGHIJKLMN"].slice(0, Number(order.value));
  let brush = "A", at = -1; // the square that was painted last, while a pointer is down
  const begin = () => {
    const n = Number(order.value);
    if (!order.checkValidity()) return;
    let cells = Array.from({ length: n * n }, (_, i) => letters()[Math.floor(i / n)]);
    const paint = (/** @type {number} */ i, letter = brush) => { cells[i] = letter; show(); };
    const squares = squareButtons(grid, n, (i) => paint(i), (i, key) => { const letter = key.toUpperCase(); if (letters().includes(letter)) paint(i, letter); return letters().includes(letter); });
    const show = () => {
      squares.forEach((square, i) => {
        square.className = `square region-${cells[i]}`;
        square.classList.toggle("cut-top", i >= n && cells[i] !== cells[i - n]);
        square.classList.toggle("cut-left", i % n > 0 && cells[i] !== cells[i - 1]);
        square.setAttribute("aria-label", `Row ${Math.floor(i / n) + 1}, column ${i % n + 1}, region ${cells[i]}`);
      });
      text.value = Array.from({ length: n }, (_, r) => cells.slice(r * n, r * n + n).join(" ")).join("\n");
    };
    grid.onpointerdown = grid.onpointermove = (/** @type {PointerEvent} */ event) => {
      const i = squares.findIndex((square) => square === document.elementFromPoint(event.clientX, event.clientY));
      if (i < 0 || i === at || event.type === "pointermove" && at < 0) return;
      for (const k of wayBetween(n, at < 0 ? i : at, i)) paint(k);
      at = i;
    };
    palette.replaceChildren(...letters().map((letter) => element("button", { type: "button", class: `swatch region-${letter}`, "aria-pressed": String(letter === brush), "aria-label": `Region ${letter}`, onclick: () => { brush = letter; for (const b of palette.children) b.setAttribute("aria-pressed", String(b.textContent === letter)); } }, letter)));
    show();
  };
  for (const end of ["pointerup", "pointercancel"]) addEventListener(end, () => { at = -1; });
  $("draw").addEventListener("click", begin);
  order.addEventListener("change", () => { if (grid.firstChild) begin(); });
}
