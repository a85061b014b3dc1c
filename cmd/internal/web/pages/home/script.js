// @ts-check
import { element, onKey, setCommand, stillness } from "/static/app.js";
import { shape } from "/static/chart.js";
import { queenShape, squareName } from "/static/queens-board.js";
import { squareButtons } from "/static/squares.js";

const $ = (/** @type {string} */ id) => /** @type {any} */ (document.getElementById(id));
const board = /** @type {HTMLElement} */ ($("board"));
const n = Number(board.dataset.order);
/** The solutions: the row of each column's queen, from 0. */
const solutions = (board.dataset.solutions ?? "").split(" ").map((text) => [...text].map((digit) => Number(digit) - 1));
/** Squares of the queens, in the order in which they were placed. @type {number[]} */ let queens = [];
/** The squares that were refused say why. */ let refused = "";
let played = false, last = -1, touched = false;
// Before the first touch a guest shows what a queen attacks, from one square after the other.
const visits = [27, 6, 49, 20, 58, 9, 37, 31];
let guest = visits[0];
const seen = () => (touched || timer || queens.length ? queens : [guest]);

/** @param {number} a @param {number} b */
function attack(a, b) {
  const down = Math.abs(Math.floor(a / n) - Math.floor(b / n)), along = Math.abs(a % n - b % n);
  return down === 0 || along === 0 || down === along;
}
const squares = squareButtons(board, n, (i) => { touch(); tap(i); });
const lines = shape("svg", { class: "lines", viewBox: `0 0 ${n} ${n}`, "aria-hidden": "true" });
board.append(lines);

/** Draws the lines that the last queen attacks, from her outwards. */
function showLines() {
  const at = seen().length ? last : -1;
  if (lines.dataset.at === String(at)) return;
  lines.dataset.at = String(at);
  const row = Math.floor(at / n), col = at % n, ways = [[0, 1], [1, 1], [1, 0], [1, -1], [0, -1], [-1, -1], [-1, 0], [-1, 1]];
  const room = (/** @type {number} */ k, /** @type {number} */ by) => (by === 0 ? n : by > 0 ? n - 0.5 - k : k + 0.5);
  lines.replaceChildren(...(at < 0 ? [] : ways.map(([down, right]) => {
    const far = Math.min(room(row, down), room(col, right));
    return shape("path", { pathLength: 1, d: `M${col + 0.5 + 0.45 * right} ${row + 0.5 + 0.45 * down}l${(far - 0.45) * right} ${(far - 0.45) * down}` });
  })));
}

/** @param {number} i */
function tap(i) {
  const by = queens.find((q) => q !== i && attack(q, i));
  refused = "";
  if (queens.includes(i)) { queens = queens.filter((q) => q !== i); last = queens.at(-1) ?? -1; }
  else if (by !== undefined) refused = `The queen in row ${Math.floor(by / n) + 1}, column ${by % n + 1} attacks that square.`;
  else { queens = [...queens, i]; last = i; }
  show();
}

function show() {
  let free = 0;
  const drawn = seen();
  if (drawn !== queens) last = guest;
  board.classList.toggle("is-guest", drawn !== queens);
  squares.forEach((square, i) => {
    const queen = queens.includes(i), attacked = !queen && queens.some((q) => attack(q, i));
    if (!queen && !attacked) free++;
    square.classList.toggle("is-attacked", !drawn.includes(i) && drawn.some((q) => attack(q, i)));
    square.style.setProperty("--away", String(last < 0 ? 0 : Math.max(Math.abs(Math.floor(i / n) - Math.floor(last / n)), Math.abs(i % n - last % n))));
    if (drawn.includes(i) !== (square.firstChild !== null)) square.replaceChildren(...(drawn.includes(i) ? [queenShape()] : []));
    square.setAttribute("aria-label", `Row ${Math.floor(i / n) + 1}, column ${i % n + 1}, ${queen ? "queen" : attacked ? "attacked" : "free"}`);
  });
  showLines();
  setCommand(queens.length ? `queens board --order ${n} ${queens.map((q) => squareName({ row: Math.floor(q / n), col: q % n }, n)).join(" ")}` : `queens list ${n}`);
  const solved = queens.length === n, stuck = !solved && free === 0;
  board.classList.toggle("is-solved", solved);
  $("count").textContent = String(queens.length);
  const verdict = /** @type {HTMLElement} */ ($("verdict"));
  verdict.replaceChildren(...(solved ? answer() : [refused || (stuck ? "No square left. Undo?" : queens.length === 0 ? "Place a queen." : `${n - queens.length} to go.`)]));
  verdict.className = solved ? "good" : stuck ? "bad" : "";
  $("undo").classList.toggle("primary", stuck);
  $("undo").disabled = $("clear").disabled = queens.length === 0;
  $("show").textContent = timer ? "Stop" : "Show me";
}

/** Which of the solutions the queens make; its tile below lights up. */
function answer() {
  const rows = Array.from({ length: n }, (_, col) => Math.floor((queens.find((q) => q % n === col) ?? 0) / n));
  const no = solutions.findIndex((list) => list.every((row, col) => row === rows[col])) + 1;
  const tile = families.querySelector(`[d="${rows.map((row, col) => `M${col} ${row}h1v1h-1z`).join("")}"]`)?.closest("svg");
  tile?.classList.add("is-found");
  fold(false);
  return [`${played ? "This" : "Solved! This"} is solution ${no} of ${solutions.length}. `, element("a", { href: "#families", onclick: (/** @type {Event} */ event) => { event.preventDefault(); tile?.scrollIntoView({ block: "center" }); } }, "See its place"), ", or ", element("a", { href: `/solutions/family?perm=${rows.map((row) => row + 1).join("")}` }, "its eight images"), "."];
}

/** The solutions that have all these queens. @param {number[]} list */
const completions = (list) => solutions.filter((rows) => list.every((q) => rows[q % n] === Math.floor(q / n)));

// The board plays when asked, and without being asked until it is touched: it takes back what no solution has, then places the rest.
const idleTime = 8000, playTime = 5500;
let timer = 0, idle = 0;

function play() {
  clearTimeout(idle);
  if (queens.length === n) queens = [];
  const steps = [];
  let left = [...queens];
  while (completions(left).length === 0) { left = left.slice(0, -1); steps.push(left); }
  const list = completions(left), rows = list[Math.floor(Math.random() * list.length)];
  for (let col = 0; col < n; col++) {
    const square = rows[col] * n + col;
    if (!left.includes(square)) { left = [...left, square]; steps.push(left); }
  }
  played = true;
  refused = "";
  const step = () => {
    queens = steps.shift() ?? queens;
    last = queens.at(-1) ?? -1;
    timer = steps.length ? window.setTimeout(step, stillness() ? 0 : pause) : 0;
    show();
  };
  const pause = Math.min(900, playTime / steps.length);
  step();
}

/** Ends the playing; a board that is untouched plays later. */
function rest() {
  clearTimeout(timer);
  clearTimeout(idle);
  timer = 0;
  played = false;
  if (!stillness() && !touched) idle = window.setTimeout(() => { if (queens.length < n && !document.hidden) play(); }, idleTime);
}
/** From now on the board is the player's. */
function touch() { touched = true; rest(); }
for (const kind of ["pointerdown", "keydown", "scroll"]) addEventListener(kind, () => { if (!timer) rest(); }, { passive: true });

$("undo").addEventListener("click", () => { touch(); queens = queens.slice(0, -1); last = queens.at(-1) ?? -1; refused = ""; show(); });
$("clear").addEventListener("click", () => { touch(); queens = []; refused = ""; show(); });
$("show").addEventListener("click", () => { if (timer) { touch(); show(); } else play(); });
onKey("u", "undo", () => $("undo").click());
onKey(" ", "play and stop", () => $("show").click());
// The solutions fold into their families when they are seen.
const families = $("families");
for (const column of families.children) [...column.children].forEach((tile, k) => /** @type {SVGElement} */ (tile).style.setProperty("--k", String(k)));
const fold = (/** @type {boolean} */ folded) => { families.classList.toggle("is-folded", folded); $("fold").setAttribute("aria-pressed", String(folded)); $("fold").textContent = folded ? "Unfold" : "Fold"; };
$("fold").addEventListener("click", () => fold(!families.classList.contains("is-folded")));

rest();
show();
if (!stillness()) {
  const sweeping = setInterval(() => {
    if (touched || queens.length) { clearInterval(sweeping); return; }
    if (document.hidden || timer) return;
    guest = visits[(visits.indexOf(guest) + 1) % visits.length];
    show();
  }, 2600);
}

/** Calls once when an element is in sight. @param {Element} e @param {() => void} then */
function whenSeen(e, then) {
  const observer = new IntersectionObserver((list) => { if (list.some((entry) => entry.isIntersecting)) { observer.disconnect(); then(); } }, { threshold: 0.4 });
  observer.observe(e);
}
if (!stillness()) {
  whenSeen(families, () => setTimeout(() => { if (!families.querySelector(".is-found")) fold(true); }, 1500));
  whenSeen($("search"), playSearch);
}

/** Shows the map of the page Orbit search, found family by family. */
async function playSearch() {
  const from = $("search").dataset.from, page = await fetch(from).then((r) => (r.ok ? r.text() : "")).catch(() => "");
  const map = page && new DOMParser().parseFromString(page, "text/html").querySelector("#map");
  if (!map) return; // the picture stays
  document.head.append(element("link", { rel: "stylesheet", href: "/pages/search/style.css" }));
  $("search").replaceChildren(document.importNode(map, true));
  const nodes = [...$("search").querySelectorAll(".node")].sort((a, b) => Number(b.classList.contains("inserted")) - Number(a.classList.contains("inserted")));
  for (const node of nodes) node.setAttribute("tabindex", "-1"); // the link above leads to the page where each has a meaning
  const found = nodes.filter((node) => !node.classList.contains("missing"));
  $("map").classList.add("is-partial");
  found.forEach((node, k) => setTimeout(() => { node.classList.add("is-found"); if (k === found.length - 1) $("map").classList.remove("is-partial"); }, 200 + k * 6000 / found.length));
}
