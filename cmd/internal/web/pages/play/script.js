// @ts-check
import { call, element, onKey, say, setCommand, setExports } from "/static/app.js";
import { queenShape } from "/static/queens-board.js";
import { squareButtons, wayBetween } from "/static/squares.js";
import { clockText, dayAfter, dayText, drawPuzzle, entries, playSound, savePicture, saveProgress, showLevels, showResult } from "/pages/play/finish.js";

/** @typedef {{row: number, column: number}} Named a square, from 1 */
/** @typedef {{id: string, kind: string, order: number, grade: string, given?: Named[], blocked?: Named[], regions?: string[], queens?: Named[], crossed?: Named[]}} Puzzle */
/** @typedef {{marks?: string, found?: number[], time: number, hints: number, gaveUp?: boolean, begun?: string, again?: boolean, asked?: string}} Attempt begun: the day; again: it was solved before; asked: the marks of the last hint */
/** @typedef {{solved: Record<string, {time: number, day: string, hints?: number}>, played: Record<string, Attempt>, auto?: boolean, sound?: boolean}} Progress */
/** @typedef {{rule: string, text: string, where: string, area?: Named[], queen?: Named, crossed?: Named[], because?: Named[]}} Step */

const $ = (/** @type {string} */ id) => /** @type {any} */ (document.getElementById(id));
const grid = /** @type {HTMLElement} */ ($("board"));
const EMPTY = 0, CROSS = 1, QUEEN = 2;

const today = dayText(new Date());
const week = /** @type {[string, string][]} */ (JSON.parse(grid.dataset.week ?? "[]"));
/** The ID of the puzzle of a day. @param {string} day */
const daily = (day) => week[new Date(`${day}T12:00`).getDay()][0] + day;

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
    return { ...empty, ...read, solved: entries(read.solved), played: entries(read.played) };
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
  for (const id of Object.keys(progress.played).slice(0, -keptAtMost)) { delete progress.played[id].marks; delete progress.played[id].found; } // hints and giving up stay
  try { localStorage.setItem(storageName, JSON.stringify(progress)); } catch { trouble = "This browser's storage is full or blocked: your progress lasts until you close the page."; }
  if (trouble !== said) showVerdict();
}

let puzzle = /** @type {Puzzle} */ (JSON.parse(grid.dataset.puzzle ?? "{}"));
let title = grid.dataset.title ?? "", day = grid.dataset.day ?? "", what = $("what").textContent;
// The server and this visitor may have different days.
const linked = location.pathname !== "/play" && location.pathname !== "/play/" || location.search !== "";
if (!linked && day !== today) {
  try {
    puzzle = await call(`/puzzles/${daily(today)}.json`);
    day = today;
    const date = new Date(`${today}T12:00`);
    title = `${date.toLocaleDateString("en-GB", { weekday: "long" })}, ${date.toLocaleDateString("en-GB", { day: "numeric", month: "long" })}`;
    what = `${week[date.getDay()][1]}; ${puzzle.kind}, ${puzzle.order} by ${puzzle.order}`;
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

// A puzzle of one's own has no ID: it is stored under what it is.
const key = puzzle.id || [puzzle.kind, ...(puzzle.regions ?? [...given, "#", ...blocked])].join(" ");

/** What is on each square, and the squares of queens in the order in which they were found. */
const before = progress.played[key];
let marks = Array.from({ length: n * n }, (_, i) => (given.has(i) ? QUEEN : Number(before?.marks?.[i]) % 3 || EMPTY));
if (!before) for (const [list, mark] of /** @type {const} */ ([[puzzle.queens, QUEEN], [puzzle.crossed, CROSS]])) for (const s of list ?? []) marks[indexOf(s)] = mark;
let found = (Array.isArray(before?.found) ? before.found : []).filter((i) => marks[i] === QUEEN && !given.has(i));
let time = Math.max(0, Number(before?.time) || 0), hints = Math.max(0, Number(before?.hints) || 0);
let gaveUp = before?.gaveUp === true; // for good: what is placed later does not count
let asked = before?.asked ?? "";
const begun = before?.begun && before.begun >= dayAfter(today, -1) ? before.begun : today; // a night may pass, not more
/** @type {{marks: number[], found: number[]}[]} */ const past = [];
/** The hint, how far it goes (1: where, 2: why, 3: done), and the marks for which it was asked. @type {{step: Step, degree: number, marks: string} | null} */ let hinted = null;
/** @type {{text: string, queen?: number, crossed: Set<number>, because: Set<number>} | null} */ let shown = null;

const queens = () => marks.flatMap((mark, i) => (mark === QUEEN ? [i] : []));
const isComplete = () => queens().length === n && conflicts().size === 0, isSolved = () => !gaveUp && isComplete();
/** A puzzle of one's own may have several solutions. The one that is shown, or -1. */
const solutions = /** @type {number[][]} */ (JSON.parse(grid.dataset.solutions ?? "null") ?? []);
const revealed = () => (gaveUp && isComplete() ? solutions.findIndex((rows) => rows.every((row, col) => marks[(row - 1) * n + col] === QUEEN)) : -1);
const flips = solutions.slice(0, 10).map((rows, k) => element("button", { type: "button", onclick: () => reveal(rows) }, `Solution ${k + 1}`));
/** The queens that attack each other. */
const conflicts = () => new Set(queens().filter((a, _, all) => blocked.has(a) || all.some((b) => attack(a, b))));

let again = before?.again === true || key in progress.solved && !isComplete(); // its marks may be forgotten

const squares = squareButtons(grid, n, (i) => tap(i), (i, key) => {
  const mark = /** @type {Record<string, number>} */ ({ q: QUEEN, x: CROSS, Delete: EMPTY, Backspace: EMPTY })[key];
  if (mark !== undefined) set(i, marks[i] === mark ? EMPTY : mark);
  return mark !== undefined;
});
// There are fourteen colours. Further regions get one that no region beside them has.
const colorOf = /** @type {Record<string, string>} */ ({}), lettersBeside = /** @type {Record<string, string[]>} */ ({});
squares.forEach((_, i) => { for (const k of [i - n, i + n, ...(i % n ? [i - 1] : []), ...(i % n < n - 1 ? [i + 1] : [])]) if (marks[k] !== undefined) (lettersBeside[regionOf(i)] ??= []).push(regionOf(k)); });
for (const letter of Object.keys(lettersBeside).sort()) colorOf[letter] = letter <= "N" ? letter : [..."ABCDEFGHIJKLMN"].find((color) => !lettersBeside[letter].some((other) => colorOf[other] === color)) ?? "A";
squares.forEach((square, i) => {
  const letter = regionOf(i);
  if (letter) square.classList.add(`region-${colorOf[letter]}`);
  square.classList.toggle("cut-top", i >= n && letter !== regionOf(i - n));
  square.classList.toggle("cut-left", i % n > 0 && letter !== regionOf(i - 1));
});

let tapped = { i: -1, at: 0, placed: false };
/** Marks, then places, then clears. The second half of a double tap takes no queen away. @param {number} i */
function tap(i) {
  const at = performance.now(), double = i === tapped.i && at - tapped.at < 350;
  if (held || double && tapped.placed) return;
  const mark = marks[i] === QUEEN ? EMPTY : marks[i] === CROSS || isAuto(i) ? QUEEN : CROSS;
  tapped = { i, at, placed: mark === QUEEN && !double };
  set(i, mark);
}
/** @param {number} i */
const isAuto = (i) => Boolean(progress.auto) && marks[i] === EMPTY && queens().some((q) => attack(q, i));

/** @param {number} i @param {number} mark */
function set(i, mark) {
  if (given.has(i) || blocked.has(i)) { say(given.has(i) ? "This queen is given." : "This square is blocked."); return; }
  if (isComplete()) return;
  change(() => put(i, mark));
  sound(conflicts().has(i) ? "bad" : mark === QUEEN ? "queen" : "mark");
}

/** @param {number} i @param {number} mark */
function put(i, mark) {
  marks[i] = mark;
  found = found.filter((q) => q !== i);
  if (mark === QUEEN) found.push(i);
}

/** @param {string} what */
const sound = (what) => { if (progress.sound) playSound(isSolved() ? "solved" : what); };

// A drag marks the squares on its way, or clears them if it begins on a mark; a long press places a queen.
const holdTime = 450;
let held = false, holding = 0, from = -1, at = -1, stroke = -1; // at: the last square; stroke: what a drag leaves on squares
/** The square under a pointer, or -1. @param {PointerEvent} event */
const under = (event) => squares.findIndex((square) => square === document.elementFromPoint(event.clientX, event.clientY)?.closest(".square"));
grid.addEventListener("pointerdown", (event) => {
  held = false;
  stroke = -1;
  at = from = event.isPrimary && event.button === 0 ? under(event) : -1;
  if (from < 0) return;
  const i = from;
  if (event.pointerType !== "mouse") holding = window.setTimeout(() => { from = -1; held = true; navigator.vibrate?.(10); if (marks[i] !== QUEEN) set(i, QUEEN); }, holdTime);
});
grid.addEventListener("pointermove", (event) => {
  const i = from < 0 ? -1 : under(event);
  if (i < 0 || i === at) return;
  clearTimeout(holding);
  held = true;
  if (isComplete()) return;
  if (stroke < 0) { stroke = marks[from] === CROSS ? EMPTY : CROSS; past.push({ marks: [...marks], found: [...found] }); }
  const way = wayBetween(n, at, i).filter((k) => marks[k] === (stroke === CROSS ? EMPTY : CROSS) && !blocked.has(k));
  at = i;
  if (way.length) change(() => { for (const k of way) put(k, stroke); }, false);
});
for (const end of ["pointerup", "pointercancel"]) addEventListener(end, () => { clearTimeout(holding); from = -1; setTimeout(() => { held = false; }, 50); }); // after the click
grid.addEventListener("contextmenu", (event) => { if (matchMedia("(pointer: coarse)").matches) event.preventDefault(); });

/** Takes a step that can be undone. @param {() => void} step @param {boolean} [alone] false: a part of one */
function change(step, alone = true) {
  if (alone) past.push({ marks: [...marks], found: [...found] });
  shown = hinted = null;
  step();
  keep();
  show();
}

/** Stores what was played. */
function keep() {
  store((p) => {
    const other = p.played[key]; // perhaps of another tab
    if (Boolean(other?.again) === again && Number(other?.hints) > hints) { hints = Number(other.hints); asked = other.asked ?? ""; }
    gaveUp ||= other?.gaveUp === true;
    delete p.played[key]; // the last one played is the last to be forgotten
    p.played[key] = { marks: marks.join(""), found, time: Math.floor(time), hints, gaveUp, begun, again, asked };
    if (isSolved() && !again && !p.solved[key]) p.solved[key] = { time: Math.floor(time), day: begun, hints };
  });
}

/** Takes over what another tab has stored, or a file: two tabs with one puzzle agree. */
function agree() {
  progress = readProgress();
  const other = progress.played[key];
  if (other?.marks?.length === n * n) {
    const now = [...other.marks].map(Number);
    if (now.join("") !== marks.join("")) { past.push({ marks: [...marks], found: [...found] }); shown = hinted = null; }
    marks = now;
    found = (other.found ?? []).filter((i) => marks[i] === QUEEN && !given.has(i));
    ({ hints } = other);
    asked = other.asked ?? "";
    time = other.again === again && !isComplete() ? Math.max(time, other.time) : other.time;
    gaveUp ||= other.gaveUp === true;
    again = other.again === true || key in progress.solved && !isComplete();
  }
  $("auto").checked = Boolean(progress.auto);
  $("sound").checked = Boolean(progress.sound);
  show();
}
addEventListener("storage", (event) => { if (event.key === storageName) agree(); });
addEventListener("pageshow", (event) => { if (event.persisted) agree(); }); // it heard nothing while it was left

const isLevel = [.../** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-level]"))].some(({ dataset }) => dataset.level === key);
const marksText = ["empty", "marked", "queen"];
/** Shows the state. */
function show() {
  const bad = conflicts(), solved = isSolved(), which = revealed(), other = which > 0 ? 0 : 1, others = which < 0 ? marks : marksOf(solutions[other]);
  flips.forEach((flip, k) => flip.setAttribute("aria-pressed", String(k === which)));
  squares.forEach((square, i) => {
    const auto = isAuto(i), letter = regionOf(i), only = which < 0 || marks[i] === others[i] ? 0 : 1 + (marks[i] === QUEEN ? which : other); // the solution with a queen here
    square.classList.toggle("is-given", given.has(i));
    square.classList.toggle("is-blocked", blocked.has(i));
    square.classList.toggle("is-crossed", marks[i] === CROSS);
    square.classList.toggle("is-auto", auto);
    square.classList.toggle("is-bad", bad.has(i));
    square.classList.toggle("is-hint", shown !== null && (shown.queen === i || shown.crossed.has(i)));
    square.classList.toggle("is-because", only > 0 || (shown?.because.has(i) ?? false));
    if (only) square.dataset.letter = String(only);
    else if (letter && shown?.text.match(regionNames)?.some((names) => names.slice(6).includes(letter))) square.dataset.letter = letter;
    else delete square.dataset.letter;
    if ((marks[i] === QUEEN) !== (square.firstChild !== null)) square.replaceChildren(...(marks[i] === QUEEN ? [queenShape()] : []));
    const words = [`Row ${Math.floor(i / n) + 1}, column ${i % n + 1}`, letter && `region ${letter}`, blocked.has(i) ? "blocked" : given.has(i) ? "given queen" : auto ? "attacked" : marksText[marks[i]], bad.has(i) && "attacked by a queen", shown?.queen === i && "hint: a queen", shown?.crossed.has(i) && "hint: no queen", only && `a queen in solution ${only}`];
    square.setAttribute("aria-label", words.filter(Boolean).join(", "));
  });
  grid.classList.toggle("is-solved", solved);
  $("undo").disabled = past.length === 0 || solved;
  $("undo").hidden = solved;
  $("hint").hidden = $("give-up").hidden = isComplete();
  $("hint").textContent = shown && hinted ? ["Why?", "Do it"][hinted.degree - 1] : "Hint";
  $("clear").hidden = isComplete();
  $("again").hidden = !isComplete();
  $("picture").hidden = !solved;
  $("share").textContent = solved ? "Share the result" : "Share";
  $("share").classList.toggle("primary", solved && !isLevel); // after a level the next one is
  $("card").hidden = true;
  showVerdict();
  showClock();
  showLevels(progress);
  $("streak").textContent = solved ? "" : streakText();
  found.forEach((i, k) => squares[i].style.setProperty("--found", String(k))); // they jump in this order
  if (solved) showResult({ progress, id: key, title: `${title}: ${what.split(";")[0]}`, time, hints, again, today, daily, streak: streakText(), playedDay: day !== "" && key === daily(day) ? day : "" });
  else { $("result").hidden = true; $("next").replaceChildren(); }
}

/** Says what is new; silence while all is well. */
function showVerdict() {
  const bad = conflicts(), verdict = $("verdict");
  const text = isSolved() ? `Solved ${again ? "again " : ""}in ${clockText(time)}${hints ? `, with ${hints} hint${hints === 1 ? "" : "s"}` : ""}.`
    : revealed() >= 0 ? `This is solution ${revealed() + 1}. It differs from solution ${revealed() > 0 ? 1 : 2} in the hatched squares.`
    : isComplete() ? "This is the solution. It does not count as solved." : bad.size ? conflictText(bad) : shown ? withColors(shown.text) : "";
  const all = [text, trouble].filter(Boolean).join(" ");
  if (verdict.textContent !== all) verdict.textContent = all;
  verdict.className = isSolved() ? "success" : bad.size ? "failure" : all ? "notice" : "";
}

/** @param {number} i */
const squareText = (i) => `row ${Math.floor(i / n) + 1}, column ${i % n + 1}`;
/** Which queens attack each other, and why. @param {Set<number>} bad */
function conflictText(bad) {
  if ([...bad].some((i) => blocked.has(i))) return "A queen is on a blocked square.";
  const list = [...bad], [a, b] = list.flatMap((x) => list.filter((y) => x < y && attack(x, y)).map((y) => [x, y]))[0];
  const why = Math.floor(a / n) === Math.floor(b / n) ? "are in one row" : a % n === b % n ? "are in one column" : regionOf(a) && regionOf(a) === regionOf(b) ? "are in one region" : touchOnly ? "touch" : "share a diagonal";
  return `${bad.size > 2 ? `${bad.size} queens attack each other. ` : ""}The queens at ${squareText(a)} and ${squareText(b)} ${why}.`;
}

const colorNames = { light: ["blue", "orange", "green", "pink", "yellow", "turquoise", "red", "violet", "lime", "beige"], dark: ["blue", "maroon", "green", "pink", "gold", "teal", "red", "violet", "moss", "navy"] };
const regionNames = /[Rr]egions? [A-Z](?:(?:, | and )[A-Z]\b)*/g;
/** Adds the colours to names of regions. @param {string} text */
const withColors = (text) => text.replace(regionNames, (names) => names.slice(0, 6) + names.slice(6).replace(/[A-Z]\b/g, (letter) => { const color = colorNames[parseInt(getComputedStyle(squares[0]).color.slice(4)) > 127 ? "dark" : "light"][letter.charCodeAt(0) - 65]; return color ? `${letter} (${color})` : letter; }));

/** How many days in a row the puzzle was solved on its day. */
function streakText() {
  const onItsDay = (/** @type {string} */ d) => progress.solved[daily(d)]?.day === d;
  let streak = 0;
  for (let d = onItsDay(today) ? today : dayAfter(today, -1); onItsDay(d); d = dayAfter(d, -1)) streak++;
  return streak > 1 ? `${streak} days in a row.` : streak === 1 ? "First day." : "";
}

function showClock() { $("clock").textContent = clockText(time); }
let last = performance.now();
setInterval(() => {
  const now = performance.now();
  if (!document.hidden && !isComplete() && !gaveUp) time += Math.min(2, (now - last) / 1000); // a machine that slept does not count
  last = now;
  showClock();
}, 250);
const leave = () => { if (!isComplete()) keep(); };
addEventListener("pagehide", leave);
document.addEventListener("visibilitychange", () => { if (document.hidden) leave(); }); // phones end pages without a word

function undo() {
  const step = past.pop();
  if (!step || isSolved()) return;
  ({ marks, found } = step);
  shown = hinted = null;
  keep();
  show();
  say("Undone.");
}

/** @param {number[]} list */
const named = (list) => list.map((i) => ({ row: Math.floor(i / n) + 1, column: i % n + 1 }));
/** What the API wants to know of a puzzle. */
const task = () => ({ kind: puzzle.kind, order: n, given: puzzle.given, blocked: puzzle.blocked, regions: puzzle.regions });

/** @param {Named[] | undefined} list */
const setOf = (list) => new Set((list ?? []).map(indexOf));

let asking = false;
/** Says where to look, then why, then does it; only the first costs a hint. */
async function hint() {
  if (asking) return;
  if (conflicts().size) { say($("verdict").textContent ?? ""); return; } // it is named, which costs nothing
  if (hinted?.marks === marks.join("") && shown) hinted.degree++;
  else {
    try {
      asking = true;
      let now, step;
      do { // the board may change meanwhile
        now = marks.join("");
        step = await call("/puzzles/hint", { method: "POST", body: { ...task(), queens: named(queens()), crossed: named(marks.flatMap((mark, i) => (mark === CROSS ? [i] : []))) } });
      } while (now !== marks.join("") && !isComplete() && !conflicts().size);
      if (now !== marks.join("")) return;
      hinted = step.rule === "none" ? null : { step, degree: 1, marks: now };
      if (!hinted) shown = { text: step.text, crossed: new Set(), because: new Set() };
      else if (asked !== now) { asked = now; hints++; }
    } catch (error) { complain(error); return; } finally { asking = false; }
  }
  if (hinted) {
    const { step, degree } = hinted, wrong = step.rule === "mistake";
    if (degree > 2) {
      change(() => {
        if (wrong) put(indexOf(/** @type {Named[]} */ (step.area)[0]), EMPTY);
        for (const i of setOf(step.crossed)) if (marks[i] === EMPTY) put(i, CROSS);
        if (step.queen) put(indexOf(step.queen), QUEEN);
      });
      sound("queen");
      return;
    }
    shown = degree === 1 ? { text: wrong ? `A mark in ${step.where} is wrong.` : `Look at ${step.where}.`, crossed: new Set(), because: wrong ? new Set() : setOf(step.area) }
      : { text: step.text, queen: step.queen && indexOf(step.queen), crossed: wrong ? setOf(step.area) : setOf(step.crossed), because: setOf(step.because) };
  }
  keep();
  show();
}

/** @param {unknown} error */
function complain(error) {
  shown = { text: /** @type {Error} */ (error).message, crossed: new Set(), because: new Set() };
  showVerdict();
}

/** @param {number[]} rows those of a solution, from the left column on */
const marksOf = (rows) => marks.map((_, i) => (rows[i % n] === Math.floor(i / n) + 1 ? QUEEN : EMPTY));
/** @param {number[]} rows */
const reveal = (rows) => change(() => { gaveUp = true; marks = marksOf(rows); });

async function giveUp() {
  try {
    const { rows, solutions } = await call("/puzzles/solution", { method: "POST", body: task() });
    reveal(rows ?? solutions[0]);
  } catch (error) { complain(error); }
}

/** Begins again; what was solved or given up stays so. */
function playAgain() {
  again ||= key in progress.solved;
  change(() => { marks = marks.map((_, i) => (given.has(i) ? QUEEN : EMPTY)); found = []; time = 0; if (again) { hints = 0; asked = ""; } });
  past.length = 0;
  show();
}

const colors = ["🟦", "🟧", "🟩", "🟪", "🟨", "⬜", "🟥", "🟫", "⬛", "🔵", "🟠", "🟢", "🟣", "🟡"];
if (grid.dataset.text) history.replaceState(null, "", `${location.pathname}?text=${encodeURIComponent(grid.dataset.text).replaceAll("%2F", "/")}`); // in few characters
// A site of files has a page for each puzzle that it stores; its page Play makes the others.
const { still, stored } = document.documentElement.dataset;
const link = puzzle.id ? `${location.origin}/play/${still !== undefined && stored === undefined ? "?id=" : ""}${puzzle.id}` : location.href;
/** The card: the regions (or columns) in the order in which their queens were found, never where. */
function card() {
  const head = `Queens, ${title}: ${what}`;
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
if (solutions.length > 0) $("solutions").replaceChildren(solutions.length > 10 ? "Ten of them:" : solutions.length === 2 ? "Both:" : `All ${solutions.length}:`, ...flips);
$("again").addEventListener("click", playAgain);
$("picture").addEventListener("click", () => savePicture(squares, card().split("\n").slice(0, 1), `Solved in ${clockText(time)}${hints ? `, ${hints} hint${hints === 1 ? "" : "s"}` : ""}`));
$("sound").checked = Boolean(progress.sound);
$("sound").addEventListener("change", () => store((p) => { p.sound = $("sound").checked; }));
drawPuzzle();
const pasted = $("paste").elements.text;
pasted.addEventListener("input", () => pasted.setCustomValidity(""));
$("paste").addEventListener("submit", async (/** @type {Event} */ event) => {
  if (encodeURIComponent(pasted.value).length < 6000) return;
  event.preventDefault(); // it fits into no address, but in few characters it does
  try {
    pasted.value = (await call("/puzzles/check", { method: "POST", body: { text: pasted.value } })).text;
    $("paste").submit();
  } catch (error) {
    pasted.setCustomValidity(/** @type {Error} */ (error).message);
    pasted.reportValidity();
  }
});
saveProgress(() => progress, (read) => {
  store((p) => {
    for (const [id, theirs] of Object.entries(entries(read.solved))) if (!p.solved[id] || theirs.day < p.solved[id].day) p.solved[id] = theirs;
    for (const [id, theirs] of Object.entries(entries(read.played))) {
      const ours = p.played[id];
      p.played[id] = ours ? { ...ours, gaveUp: ours.gaveUp || theirs.gaveUp, hints: Math.max(ours.hints, Number(theirs.hints) || 0) } : theirs;
    }
  });
  agree();
});
$("clear").addEventListener("click", () => change(() => { marks = marks.map((_, i) => (given.has(i) ? QUEEN : EMPTY)); found = []; }));
$("auto").checked = Boolean(progress.auto);
$("auto").addEventListener("change", () => { store((p) => { p.auto = $("auto").checked; }); show(); });
$("day").max = today;
$("day").value = day;
let typing = false; // a date that is typed is one at its first digit
const openDay = () => { if ($("day").value && $("day").value !== day && $("day").checkValidity()) location.href = `/play/${daily($("day").value)}`; };
$("day").addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => { if (!(typing = event.key !== "Enter")) openDay(); });
$("day").addEventListener("pointerdown", () => { typing = false; });
$("day").addEventListener("change", () => { if (!typing) openDay(); });
$("day").addEventListener("blur", openDay);
$("before").href = `/play/${daily(dayAfter(day || today, -1))}`;
$("before").hidden = dayAfter(day || today, -1) < $("day").min;
$("after").href = `/play/${daily(dayAfter(day || today, 1))}`;
$("after").hidden = (day || today) >= today;
$("another").addEventListener("submit", () => { $("another").elements.seed.value = String(Math.floor(Math.random() * 1e9)); });
document.head.append(element("link", { rel: "canonical", href: link }));
$("title").textContent = title;
$("puzzle-id").textContent = puzzle.id ?? "";
$("what").textContent = what;
document.title = `Queens, ${title}: ${what} · queens`;
setCommand(puzzle.id ? `queens puzzle ${puzzle.id}` : "");
if (puzzle.id) setExports(["svg", "png", "pdf", "json"].map((ext) => ({ name: ext.toUpperCase(), link: `/api/v1/puzzles/${puzzle.id}.${ext}`, file: `puzzle.${ext}` })));
if (solutions.length > 0 && !before && queens().length === given.size) reveal(solutions[0]);
onKey("u", "undo", undo);
onKey("h", "a hint", () => $("hint").click());
onKey("q", "place or remove a queen");
onKey("x", "mark the square");
show();
