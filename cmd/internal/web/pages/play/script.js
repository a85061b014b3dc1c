// @ts-check
import { call, element, onKey, say, setCommand, setExports } from "/static/app.js";
import { queenShape } from "/static/queens-board.js";
import { squareButtons } from "/static/squares.js";

/** @typedef {{row: number, column: number}} Named a square, from 1 */
/** @typedef {{id: string, kind: string, order: number, grade: string, given?: Named[], blocked?: Named[], regions?: string[]}} Puzzle */
/** @typedef {{solved: Record<string, {time: number, day: string}>, played: Record<string, {marks: string, found: number[], time: number, hints: number, gaveUp?: boolean}>, auto?: boolean}} Progress */

const $ = (/** @type {string} */ id) => /** @type {any} */ (document.getElementById(id));
const grid = /** @type {HTMLElement} */ ($("board"));
const EMPTY = 0, CROSS = 1, QUEEN = 2;

/** A day as the visitor's calendar has it. @param {Date} date */
const dayText = (date) => `${date.getFullYear()}-${String(date.getMonth() + 1).padStart(2, "0")}-${String(date.getDate()).padStart(2, "0")}`;
/** The day so many days later. @param {string} day @param {number} days */
const dayAfter = (day, days) => { const date = new Date(`${day}T12:00`); date.setDate(date.getDate() + days); return dayText(date); };
const today = dayText(new Date());
const week = (grid.dataset.week ?? "").trim().split(" ");
/** The ID of the puzzle of a day. @param {string} day */
const daily = (day) => week[new Date(`${day}T12:00`).getDay()] + day;

// What this browser has stored. A storage that is full, refused or edited by hand costs a sentence, not the play.
const storageName = "queens.play", keptAtMost = 60;
let trouble = "";
/** @returns {Progress} */
function readProgress() {
  const empty = { solved: {}, played: {} };
  let text = null;
  try { text = localStorage.getItem(storageName); } catch { trouble = "This browser blocks storage: your progress lasts until you close the page."; }
  try {
    const read = JSON.parse(text ?? "{}");
    return { ...empty, ...read, solved: { ...read.solved }, played: { ...read.played } };
  } catch {
    try { localStorage.setItem(`${storageName}.unreadable`, text ?? ""); } catch { /* the sentence below says it */ }
    trouble = "The stored progress cannot be read. It was set aside, and you start afresh.";
    return empty;
  }
}
let progress = readProgress();

/** Changes what is stored, together with what other tabs have stored. @param {(p: Progress) => void} change */
function store(change) {
  const said = trouble;
  const fresh = readProgress();
  progress = { ...progress, ...fresh, solved: { ...progress.solved, ...fresh.solved }, played: { ...progress.played, ...fresh.played } };
  trouble = said || trouble;
  change(progress);
  for (const id of Object.keys(progress.played).slice(0, -keptAtMost)) delete progress.played[id];
  try { localStorage.setItem(storageName, JSON.stringify(progress)); } catch { trouble = "This browser's storage is full or blocked: your progress lasts until you close the page."; }
  if (trouble !== said) showVerdict();
}

let puzzle = /** @type {Puzzle} */ (JSON.parse(grid.dataset.puzzle ?? "{}"));
let title = grid.dataset.title ?? "", day = grid.dataset.day ?? "";
// The server and this visitor may have different days.
const asked = location.pathname !== "/play" && location.pathname !== "/play/" || location.search !== "";
if (!asked && day !== today) {
  try {
    puzzle = await call(`/puzzles/${daily(today)}.json`);
    day = today;
    title = new Date(`${today}T12:00`).toLocaleDateString("en-GB", { day: "numeric", month: "long", year: "numeric" });
  } catch { trouble = `Today's puzzle is not available, so this is the one for ${title}.`; }
}

const n = puzzle.order;
/** @param {Named} s */ const indexOf = (s) => (s.row - 1) * n + s.column - 1;
const given = new Set((puzzle.given ?? []).map(indexOf)), blocked = new Set((puzzle.blocked ?? []).map(indexOf));
const regionOf = (/** @type {number} */ i) => puzzle.regions?.[Math.floor(i / n)][i % n] ?? "";
const touchOnly = puzzle.kind === "regions";

/** Whether queens on two squares attack each other. @param {number} a @param {number} b */
function attack(a, b) {
  const down = Math.abs(Math.floor(a / n) - Math.floor(b / n)), along = Math.abs(a % n - b % n);
  return a !== b && (down === 0 || along === 0 || (down === along && (!touchOnly || down === 1)) || (regionOf(a) !== "" && regionOf(a) === regionOf(b)));
}

/** What is on each square, and the squares of queens in the order in which they were found. */
const before = progress.played[puzzle.id];
let marks = Array.from({ length: n * n }, (_, i) => (given.has(i) ? QUEEN : Number(before?.marks?.[i]) % 3 || EMPTY));
let found = (Array.isArray(before?.found) ? before.found : []).filter((i) => marks[i] === QUEEN && !given.has(i));
let time = Math.max(0, Number(before?.time) || 0), hints = Math.max(0, Number(before?.hints) || 0);
let running = time > 0, gaveUp = before?.gaveUp === true; // for good: what is placed later does not count
/** @type {{marks: number[], found: number[]}[]} */ const past = [];
/** @type {{text: string, queen?: number, crossed: Set<number>, because: Set<number>} | null} */ let shown = null;

const queens = () => marks.flatMap((mark, i) => (mark === QUEEN ? [i] : []));
const isComplete = () => queens().length === n && conflicts().size === 0, isSolved = () => !gaveUp && isComplete();
/** The queens that attack each other. */
const conflicts = () => new Set(queens().filter((a, _, all) => blocked.has(a) || all.some((b) => attack(a, b))));

const squares = squareButtons(grid, n, (i) => tap(i), (i, key) => {
  const mark = /** @type {Record<string, number>} */ ({ q: QUEEN, x: CROSS, Delete: EMPTY, Backspace: EMPTY })[key];
  if (mark !== undefined) set(i, marks[i] === mark ? EMPTY : mark);
  return mark !== undefined;
});
squares.forEach((square, i) => {
  const letter = regionOf(i);
  if (letter) square.classList.add(`region-${letter}`);
  square.classList.toggle("cut-top", i >= n && letter !== regionOf(i - n));
  square.classList.toggle("cut-left", i % n > 0 && letter !== regionOf(i - 1));
});

/** @param {number} i */
const tap = (i) => set(i, marks[i] === QUEEN ? EMPTY : marks[i] === CROSS || isAuto(i) ? QUEEN : CROSS);
/** @param {number} i */
const isAuto = (i) => Boolean(progress.auto) && marks[i] === EMPTY && queens().some((q) => attack(q, i));

/** @param {number} i @param {number} mark */
function set(i, mark) {
  if (given.has(i) || blocked.has(i)) { say(given.has(i) ? "This queen is given." : "This square is blocked."); return; }
  if (isComplete()) return;
  change(() => {
    marks[i] = mark;
    found = found.filter((q) => q !== i);
    if (mark === QUEEN) found.push(i);
  });
}

/** Takes a step that can be undone. @param {() => void} step */
function change(step) {
  past.push({ marks: [...marks], found: [...found] });
  running = true;
  shown = null;
  step();
  keep();
  show();
}

/** Stores what was played. */
function keep() {
  store((p) => {
    delete p.played[puzzle.id]; // the last one played is the last to be forgotten
    p.played[puzzle.id] = { marks: marks.join(""), found, time: Math.round(time), hints, gaveUp };
    if (isSolved() && !p.solved[puzzle.id]) p.solved[puzzle.id] = { time: Math.round(time), day: dayText(new Date()) };
  });
}

const marksText = ["empty", "marked", "queen"];
/** Shows the state. */
function show() {
  const bad = conflicts(), solved = isSolved();
  squares.forEach((square, i) => {
    const auto = isAuto(i), letter = regionOf(i);
    square.classList.toggle("is-given", given.has(i));
    square.classList.toggle("is-blocked", blocked.has(i));
    square.classList.toggle("is-crossed", marks[i] === CROSS);
    square.classList.toggle("is-auto", auto);
    square.classList.toggle("is-bad", bad.has(i));
    square.classList.toggle("is-hint", shown !== null && (shown.queen === i || shown.crossed.has(i)));
    square.classList.toggle("is-because", shown?.because.has(i) ?? false);
    if ((marks[i] === QUEEN) !== (square.firstChild !== null)) square.replaceChildren(...(marks[i] === QUEEN ? [queenShape()] : []));
    const words = [`Row ${Math.floor(i / n) + 1}, column ${i % n + 1}`, letter && `region ${letter}`, blocked.has(i) ? "blocked" : given.has(i) ? "given queen" : auto ? "attacked" : marksText[marks[i]], bad.has(i) && "attacked by a queen", shown?.queen === i && "hint: a queen", shown?.crossed.has(i) && "hint: no queen"];
    square.setAttribute("aria-label", words.filter(Boolean).join(", "));
  });
  grid.classList.toggle("is-solved", solved);
  $("undo").disabled = past.length === 0 || solved;
  $("hint").disabled = $("give-up").disabled = isComplete();
  $("clear").disabled = solved;
  $("share").textContent = solved ? "Share the result" : "Share the puzzle";
  $("share").classList.toggle("primary", solved);
  $("card").hidden = true;
  showVerdict();
  showClock();
  showDone();
}

/** Says what is new; silence while all is well. */
function showVerdict() {
  const bad = conflicts(), verdict = $("verdict");
  const text = isSolved() ? `Solved in ${clockText(time)}${hints ? `, with ${hints} hint${hints === 1 ? "" : "s"}` : ""}.`
    : isComplete() ? "This is the solution. It does not count as solved." : bad.size ? (blocked.size && [...bad].some((i) => blocked.has(i)) ? "A queen is on a blocked square." : `${bad.size} queens attack each other.`) : shown?.text ?? "";
  const all = [text, trouble].filter(Boolean).join(" ");
  if (verdict.textContent !== all) verdict.textContent = all;
  verdict.className = isSolved() ? "success" : bad.size ? "failure" : all ? "notice" : "";
}

/** Marks the levels that are solved, and says how many days in a row were. */
function showDone() {
  for (const link of /** @type {NodeListOf<HTMLAnchorElement>} */ (document.querySelectorAll("[data-level]"))) {
    const done = (link.dataset.level ?? "") in progress.solved;
    link.classList.toggle("is-done", done);
    link.setAttribute("aria-label", `Level ${Number.parseInt(link.textContent ?? "", 10)}${done ? ", solved" : ""}`);
    link.textContent = `${Number.parseInt(link.textContent ?? "", 10)}${done ? " ✓" : ""}`;
  }
  const onItsDay = (/** @type {string} */ d) => progress.solved[daily(d)]?.day === d;
  let streak = 0;
  for (let d = onItsDay(today) ? today : dayAfter(today, -1); onItsDay(d); d = dayAfter(d, -1)) streak++;
  $("streak").textContent = streak > 1 ? `${streak} days in a row.` : streak === 1 ? "First day." : "";
}

/** @param {number} seconds */
const clockText = (seconds) => `${Math.floor(seconds / 60)}:${String(Math.floor(seconds) % 60).padStart(2, "0")}`;
function showClock() { $("clock").textContent = clockText(time); }
let last = performance.now();
setInterval(() => {
  const now = performance.now();
  if (running && !document.hidden && !isSolved() && !gaveUp) time += Math.min(2, (now - last) / 1000); // a machine that slept does not count
  last = now;
  showClock();
}, 250);
addEventListener("pagehide", () => { if (running) keep(); });

function undo() {
  const step = past.pop();
  if (!step || isSolved()) return;
  ({ marks, found } = step);
  shown = null;
  keep();
  show();
  say("Undone.");
}

/** @param {number[]} list */
const named = (list) => list.map((i) => ({ row: Math.floor(i / n) + 1, column: i % n + 1 }));
/** What the API wants to know of a puzzle. */
const task = () => ({ kind: puzzle.kind, order: n, given: puzzle.given, blocked: puzzle.blocked, regions: puzzle.regions });

async function hint() {
  try {
    const step = await call("/puzzles/hint", { method: "POST", body: { ...task(), queens: named(queens()), crossed: named(marks.flatMap((mark, i) => (mark === CROSS ? [i] : []))) } });
    hints++;
    running = true;
    shown = { text: step.text, queen: step.queen && indexOf(step.queen), crossed: new Set((step.crossed ?? []).map(indexOf)), because: new Set((step.because ?? []).map(indexOf)) };
    show();
  } catch (error) {
    shown = { text: /** @type {Error} */ (error).message, crossed: new Set(), because: new Set() };
    showVerdict();
  }
}

async function giveUp() {
  try {
    const { rows } = await call("/puzzles/solution", { method: "POST", body: task() });
    change(() => { gaveUp = true; marks = marks.map((_, i) => (rows[i % n] === Math.floor(i / n) + 1 ? QUEEN : EMPTY)); });
  } catch (error) {
    shown = { text: /** @type {Error} */ (error).message, crossed: new Set(), because: new Set() };
    showVerdict();
  }
}

const colors = ["🟦", "🟧", "🟩", "🟪", "🟨", "⬜", "🟥", "🟫", "⬛", "🔵", "🟠", "🟢", "🟣", "🟡"];
// A site of files has a page for each puzzle that it stores; its page Play makes the others.
const { still, stored } = document.documentElement.dataset;
const link = `${location.origin}/play/${still !== undefined && stored === undefined ? "?id=" : ""}${puzzle.id}`;
/** The card: the regions (or columns) in the order in which their queens were found, never where. */
function card() {
  const head = `Queens, ${title}: ${puzzle.kind}, ${n} by ${n}, ${puzzle.grade}`;
  if (!isSolved()) return `${head}\n${link}`;
  const line = found.map((i) => colors[regionOf(i) ? regionOf(i).charCodeAt(0) - 65 : i % n]).join("");
  return `${head}\n${line} ${clockText(time)}${hints ? `, ${hints} hint${hints === 1 ? "" : "s"}` : ""}\n${link}`;
}
async function share() {
  const text = card();
  try {
    if (matchMedia("(pointer: coarse)").matches && navigator.share) await navigator.share({ text });
    else {
      await navigator.clipboard.writeText(text);
      $("share").textContent = "Copied";
      say("Copied.");
    }
  } catch (error) {
    if (/** @type {Error} */ (error).name === "AbortError") return; // the visitor has changed his mind
    $("card").value = text;
    $("card").hidden = false;
    $("card").select();
  }
}

$("undo").addEventListener("click", undo);
$("hint").addEventListener("click", hint);
$("share").addEventListener("click", share);
$("give-up").addEventListener("click", giveUp);
$("clear").addEventListener("click", () => change(() => { marks = marks.map((_, i) => (given.has(i) ? QUEEN : EMPTY)); found = []; }));
$("auto").checked = Boolean(progress.auto);
$("auto").addEventListener("change", () => { store((p) => { p.auto = $("auto").checked; }); show(); });
$("day").max = today;
$("day").value = day;
$("day").addEventListener("change", () => { if ($("day").value && $("day").checkValidity()) location.href = `/play/${daily($("day").value)}`; });
$("before").href = `/play/${daily(dayAfter(day || today, -1))}`;
$("before").hidden = dayAfter(day || today, -1) < $("day").min;
$("another").addEventListener("submit", () => { $("another").elements.seed.value = String(Math.floor(Math.random() * 1e9)); });
document.head.append(element("link", { rel: "canonical", href: link }));
$("title").textContent = title;
document.title = `Queens, ${title}: ${puzzle.kind}, ${n} by ${n}, ${puzzle.grade} · queens`;
$("puzzle-id").textContent = puzzle.id;
$("what").textContent = `${puzzle.kind}, ${n} by ${n}, ${puzzle.grade}`;
setCommand(`queens puzzle ${puzzle.id}`);
setExports(["svg", "png", "pdf", "json"].map((ext) => ({ name: ext.toUpperCase(), link: `/api/v1/puzzles/${puzzle.id}.${ext}`, file: `puzzle.${ext}` })));
onKey("u", "undo", undo);
onKey("h", "a hint", () => $("hint").click());
onKey("q", "place or remove a queen");
onKey("x", "mark the square");
show();
