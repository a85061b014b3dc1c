// @ts-check
import { address, boardExports, call, element, grouped, onKey, permText, remember, remembered, say, setAddress, setCommand, setExports } from "/static/app.js";
import { attackingPairs, attacks, conflicts, pairsText, squareName } from "/static/queens-board.js";

/** @typedef {import("/static/queens-board.js").QueensBoard} QueensBoard */
/** @typedef {{row: number, col: number}} Square */
/** @typedef {{order: number, topology: string, queens: Square[], blocked: Square[], completion: Square[]}} State completion: queens that Complete has added */

const $ = (/** @type {string} */ id) => /** @type {any} */ (document.getElementById(id));
const board = /** @type {QueensBoard} */ ($("board"));

/** @param {string} name @param {number} n @returns {Square | null} */
function squareOf(name, n) {
  const match = /^([a-z]+)(\d+)$/.exec(name);
  if (!match) return null;
  let col = 0;
  for (const letter of match[1]) col = col * 26 + letter.charCodeAt(0) - 96;
  const square = { row: n - Number(match[2]), col: col - 1 };
  return square.row >= 0 && square.row < n && square.col >= 0 && square.col < n ? square : null;
}

/** @param {string | null} text @param {number} n */
const squaresOf = (text, n) => /** @type {Square[]} */ ((text ?? "").split(/[\s,]+/).filter(Boolean).map((word) => squareOf(word, n)).filter(Boolean));
/** @param {Square[]} list */
const namesOf = (list) => list.map((s) => squareName(s, order)).join(",");
const same = (/** @type {Square} */ a) => (/** @type {Square} */ b) => a.row === b.row && a.col === b.col;

let order = Number($("order").value);
/** @type {State} */
let state = {
  order, topology: address().get("topology") === "modular" ? "modular" : "regular", completion: [],
  queens: squaresOf(address().get("queens"), order), blocked: squaresOf(address().get("blocked"), order),
};
// What was completed before a reload: the address has the queens of the visitor alone.
const kept = remembered();
if (kept?.order === order) state = kept;
if (address().get("coordinates") === "chess") $("chess").checked = true;
/** @type {State[]} */ let past = [];
/** @type {State[]} */ let future = [];

const modular = () => state.topology === "modular";

/** Takes a state in, that can be undone. @param {Partial<State>} next */
function change(next) {
  past.push(state);
  future = [];
  state = { ...state, completion: [], ...next };
  $("answer").replaceChildren();
  show();
}

/** Shows the state. */
function show() {
  order = state.order;
  if ($("order").value !== String(order)) $("order").value = String(order);
  const { completion } = state;
  $("topology").value = state.topology;
  if (board.getAttribute("topology") !== state.topology) board.setAttribute("topology", state.topology);
  board.toggleAttribute("ghost", modular() && $("ghost").checked);
  $("ghost-label").hidden = !modular();
  board.order = order;
  board.queens = [...state.queens, ...completion];
  board.given = new Set((completion.length ? state.queens : []).map((q) => `${q.row},${q.col}`));
  board.toggleAttribute("chess", $("chess").checked);
  board.attacked = $("attacked").checked ? Array.from({ length: order * order }, (_, i) => ({ row: Math.floor(i / order), col: i % order }))
    .filter((square) => !board.queens.some(same(square)) && board.queens.some((q) => attacks(q, square, order, modular()))) : [];
  board.blocked = state.blocked;
  board.hints = [];
  const pairs = conflicts(state.queens, order, modular(), Infinity);
  board.conflicts = pairs.slice(0, 400);
  const k = state.queens.length;
  let text = `${k + completion.length} of ${order} queens${completion.length ? `, ${completion.length} of them added by Complete` : ""}. `;
  if (pairs.length) text += `${pairsText(attackingPairs(state.queens, order, modular()), pairs.length)}: ${pairs.slice(0, 3).map(([a, b]) => `${board.nameOf(a)} and ${board.nameOf(b)}`).join("; ")}${pairs.length > 3 ? " …" : ""}.`;
  else if (k === order) text += "This is a solution!";
  else text += "No two attack each other.";
  $("verdict").textContent = text;
  $("verdict").className = pairs.length ? "failure" : k === order && order > 0 ? "success" : "";
  const solved = pairs.length === 0 && k === order;
  board.classList.toggle("is-solved", solved);
  if (solved) $("verdict").append(" ", element("a", { href: `/solutions/family?perm=${permText(permOf())}`, id: "onwards" }, "See its eight images"));
  showLeft(pairs.length > 0 || solved);
  $("undo").disabled = past.length === 0;
  $("redo").disabled = future.length === 0;
  $("complete").disabled = pairs.length > 0 || completion.length > 0 || k >= order;
  $("hint").disabled = pairs.length > 0 || k >= order;
  setExports(boardExports(order, board.queens, { blocked: namesOf(state.blocked), topology: modular() ? "modular" : "", layers: [...($("chess").checked ? ["chess"] : []), "conflicts"] }));
  setAddress({ n: order, queens: namesOf(state.queens), blocked: namesOf(state.blocked), topology: modular() ? "modular" : "", coordinates: $("chess").checked ? "chess" : "" });
  remember(completion.length ? state : null);
  setCommand(["queens complete", order, ...state.queens.map((s) => squareName(s, order)), state.blocked.length ? `--blocked ${namesOf(state.blocked)}` : "", modular() ? "--topology modular" : ""].filter((word) => word !== "").join(" "));
}

/** The rows of the queens by column, from 1. */
const permOf = () => Array.from({ length: order }, (_, col) => (state.queens.find((q) => q.col === col)?.row ?? 0) + 1);

/** @type {AbortController | null} */ let counting = null;

/**
 * Says how many completions the board has, a moment after it was changed.
 * @param {boolean} idle whether there is nothing to count
 */
function showLeft(idle) {
  counting?.abort();
  const left = $("left");
  left.textContent = "\u00a0";
  if (idle || !$("count-left").checked || state.completion.length > 0) return;
  const { signal } = (counting = new AbortController());
  setTimeout(async () => {
    if (signal.aborted) return;
    try {
      const found = await ask(signal);
      if (signal.aborted) return;
      if (found.completions) left.textContent = `${grouped(found.completions)} completion${found.completions === "1" ? "" : "s"} left.`;
      else if (found.possible === false) left.textContent = "No completion is left: remove a queen.";
      else left.textContent = found.possible ? "It has too many completions to count quickly." : "Too hard to decide quickly.";
    } catch (error) {
      if (!signal.aborted) left.textContent = /** @type {Error} */ (error).message;
    }
  }, 250);
}

board.addEventListener("square", (event) => {
  const { row, col, key } = /** @type {CustomEvent} */ (event).detail;
  const square = { row, col };
  const block = key === "x" || (key === "click" && $("tool").value === "block");
  const without = { queens: state.queens.filter((q) => !same(square)(q)), blocked: state.blocked.filter((q) => !same(square)(q)) };
  if (block) change({ queens: without.queens, blocked: state.blocked.some(same(square)) ? without.blocked : [...without.blocked, square] });
  else if (key === "Delete" || state.queens.some(same(square))) change(without);
  else change({ queens: [...without.queens, square], blocked: without.blocked });
});

board.addEventListener("drag-queen", (event) => {
  const { from, to } = /** @type {CustomEvent} */ (event).detail;
  if (!state.queens.some(same(from)) || state.queens.some(same(to))) return;
  change({ queens: [...state.queens.filter((q) => !same(from)(q)), to], blocked: state.blocked.filter((q) => !same(to)(q)) });
  say(`Queen from ${board.nameOf(from)} to ${board.nameOf(to)}.`);
});

$("order").addEventListener("change", () => {
  const n = Number($("order").value);
  if ($("order").value === "" || !$("order").checkValidity()) {
    answerWith("failure", `Order ${$("order").value || "missing"}: want a whole number from 1 to ${$("order").max}. The order stays ${order}.`);
    return;
  }
  if (n === order) { $("answer").replaceChildren(); return; }
  const on = (/** @type {Square} */ q) => q.row < n && q.col < n;
  change({ order: n, queens: state.queens.filter(on), blocked: state.blocked.filter(on) });
});
$("topology").addEventListener("change", () => change({ topology: $("topology").value }));
for (const name of ["ghost", "attacked", "count-left", "chess"]) $(name).addEventListener("change", show);
$("settings").addEventListener("submit", (/** @type {Event} */ event) => event.preventDefault());

function undo() {
  const before = past.pop();
  if (!before) return;
  future.push(state);
  state = before;
  $("answer").replaceChildren();
  show();
  say("Undone.");
}
function redo() {
  const after = future.pop();
  if (!after) return;
  past.push(state);
  state = after;
  $("answer").replaceChildren();
  show();
  say("Redone.");
}
$("undo").addEventListener("click", undo);
$("redo").addEventListener("click", redo);
$("clear").addEventListener("click", () => change({ queens: [], blocked: [] }));

/** Asks for a completion of the board. @param {AbortSignal} [signal] */
async function ask(signal) {
  return call("/complete", { method: "POST", signal, body: { order, topology: state.topology, queens: namesOf(state.queens), blocked: namesOf(state.blocked) } });
}

/** @param {string} cls @param {...(Node | string)} children */
const answerWith = (cls, ...children) => $("answer").replaceChildren(element("p", { class: cls }, ...children));

async function complete() {
  answerWith("faint", "Looking for a completion …");
  try {
    const found = await ask();
    if (found.possible) {
      const given = new Set(state.queens.map((q) => `${q.row},${q.col}`));
      const completion = found.rows.map((/** @type {number} */ row, /** @type {number} */ col) => ({ row: row - 1, col })).filter((/** @type {Square} */ q) => !given.has(`${q.row},${q.col}`));
      if (completion.length) change({ completion });
      const link = element("a", { href: `/solutions/family?perm=${permText(found.rows)}` }, "See its eight images");
      answerWith("notice", `${found.completions ? `There ${found.completions === "1" ? "is exactly one way" : `are ${grouped(found.completions)} ways`}` : "It can be completed"}. Your queens are blue. `, link, ".");
      say("It can be completed; the board shows how.");
    } else if (found.possible === false) {
      board.hints = [...found.reason.given, ...found.reason.blocked].map((/** @type {any} */ s) => ({ row: s.row - 1, col: s.column - 1 }));
      answerWith("notice", element("strong", {}, "It cannot be completed. "), found.reason.text);
      say("It cannot be completed. " + found.reason.text);
    } else {
      answerWith("notice", `No answer after ${grouped(found.nodes)} queens placed; the command line has no such limit.`);
    }
  } catch (error) {
    answerWith("failure", /** @type {Error} */ (error).message);
  }
}

async function hint() {
  try {
    const found = await ask();
    if (!found.possible) { await complete(); return; }
    const given = new Set(state.queens.map((q) => `${q.row},${q.col}`));
    const next = found.rows.map((/** @type {number} */ row, /** @type {number} */ col) => ({ row: row - 1, col })).find((/** @type {Square} */ q) => !given.has(`${q.row},${q.col}`));
    if (!next) return;
    board.hints = [next];
    answerWith("notice", `A queen can go to ${board.nameOf(next)}.`);
  } catch (error) {
    answerWith("failure", /** @type {Error} */ (error).message);
  }
}
$("complete").addEventListener("click", complete);
$("hint").addEventListener("click", hint);
onKey("u", "undo", undo);
onKey("r", "redo", redo);
onKey("c", "complete the board", () => $("complete").click());
onKey("a", "attacked squares", () => $("attacked").click());
onKey("h", "a hint", () => $("hint").click());
show();
