// @ts-check
import { address, call, element, onKey, parsePerm, permText, say, setAddress, setCommand, stillness } from "/static/app.js";
import { shape } from "/static/chart.js";
import "/static/queens-board.js";

/** @typedef {import("/static/queens-board.js").QueensBoard} QueensBoard */
/** @typedef {{row: string, column: string, operation: string, result: string, orbit: string}} Position placements as text */

const $ = (/** @type {string} */ id) => /** @type {any} */ (document.getElementById(id));
const section = $("moves");
if (section) start(section);

/** @param {HTMLElement} section */
function start(section) {
  const board = /** @type {QueensBoard} */ ($("lattice"));
  const first = section.dataset.perm ?? "";
  /** Operations done, with the board each led to. @type {{operation: string, perm: string}[]} */
  let history = [];
  let moving = 0; // column of the queen that moves, from 1; 0: a queen is inserted
  /** @type {Position[]} */
  let positions = [];
  let asked = 0;

  const now = () => history.at(-1)?.perm ?? first;

  /** Shows the crossings of the present board. */
  async function showLattice() {
    const perm = now();
    const rows = parsePerm(perm).map((row) => row - 1);
    board.rows = rows;
    board.given = moving ? new Set([`${rows[moving - 1]},${moving - 1}`]) : new Set();
    const number = ++asked;
    $("lattice-count").textContent = "…";
    let answer;
    try {
      answer = await call(`/lattice/${perm}?column=${moving}`);
    } catch (error) {
      $("lattice-count").textContent = error.message;
      positions = [];
      drawLattice();
      return;
    }
    if (number !== asked) return;
    positions = answer.positions.map((/** @type {any} */ p) => ({ ...p, result: permText(p.result), orbit: permText(p.orbit) }));
    const orbits = new Set(positions.map((p) => p.orbit)).size;
    $("lattice-count").textContent = positions.length === 0 ? "No crossing leads to a solution."
      : `${positions.length} of ${(rows.length + 1) ** 2} crossings lead to solutions, in ${orbits} orbit${orbits === 1 ? "" : "s"}.`;
    $("position").replaceChildren(element("option", { value: "" }, "choose …"), ...positions.map((p, i) => element("option", { value: i }, `${p.operation} → ${p.result}`)));
    drawLattice();
    preview(null);
  }

  /** Draws diamonds where a queen may go. */
  function drawLattice() {
    const group = shape("g");
    positions.forEach((p, i) => {
      const x = Number(p.column) - 0.5, y = Number(p.row) - 0.5, r = 0.16;
      const gap = shape("path", { class: "board-gap" + (String(i) === $("position").value ? " is-chosen" : ""), d: `M${x} ${y - r}l${r} ${r}-${r} ${r}-${r}-${r}z` });
      gap.addEventListener("click", (event) => { event.stopPropagation(); choose(i); });
      gap.addEventListener("dblclick", (event) => { event.stopPropagation(); choose(i); apply(); });
      gap.addEventListener("mouseenter", () => preview(p));
      gap.addEventListener("mouseleave", () => preview(positions[Number($("position").value || -1)] ?? null));
      group.append(gap);
    });
    board.overlay = group;
    board.invalidate();
  }

  /** @param {number} i */
  function choose(i) {
    $("position").value = String(i);
    drawLattice();
    preview(positions[i] ?? null);
    if (positions[i]) say(`${positions[i].operation}: ${positions[i].result}`);
  }

  let previewed = "";
  /** @param {Position | null} p */
  function preview(p) {
    $("apply").disabled = !positions[Number($("position").value || -1)];
    if (!p || previewed === p.operation + now()) return;
    previewed = p.operation + now();
    const picture = /** @type {QueensBoard} */ (element("queens-board", { perm: p.result, label: `After ${p.operation}` }));
    $("preview").replaceChildren(picture, element("p", {}, `${p.operation}: `, element("a", { href: `?perm=${p.result}`, class: "mono breakable" }, p.result)),
      element("p", {}, "Its orbit: ", element("a", { href: `?perm=${p.orbit}`, class: "mono breakable" }, p.orbit)));
  }

  /** Does what is chosen. */
  function apply() {
    const p = positions[Number($("position").value || -1)];
    if (!p) return;
    history.push({ operation: p.operation, perm: p.result });
    moving = 0;
    changed();
    say(`${p.operation}. Now ${p.result}`);
  }

  /** Takes the last operation back. */
  function undo() {
    if (!history.pop()) return;
    moving = 0;
    changed();
    say(`Undone. Now ${now()}`);
  }

  /** Shows a new state. */
  function changed() {
    $("undo").disabled = history.length === 0;
    $("history").replaceChildren(...history.map(({ operation, perm }) => element("li", {}, element("queens-board", { perm, label: `After ${operation}` }), `${operation} → `, element("a", { href: `?perm=${perm}`, class: "mono" }, perm))));
    const operations = history.map((h) => h.operation).join(" ");
    setAddress({ perm: first, do: operations });
    setCommand(operations ? `queens apply ${first} ${operations}` : `queens orbit ${first}`);
    mode();
  }

  /** Shows which of Inc and Mov is on, and its crossings. */
  function mode() {
    const on = moving > 0;
    $("inc").setAttribute("aria-pressed", String(!on));
    $("mov").setAttribute("aria-pressed", String(on));
    $("mov-hint").hidden = !on;
    const rows = parsePerm(now());
    $("mov-queen").replaceChildren(...rows.map((row, i) => element("option", { value: i + 1, selected: i + 1 === moving }, `column ${i + 1}, row ${row}`)));
    showLattice();
  }

  $("inc").addEventListener("click", () => { moving = 0; mode(); });
  $("mov").addEventListener("click", () => { moving = moving || 1; mode(); });
  $("mov-queen").addEventListener("change", () => { moving = Number($("mov-queen").value); mode(); });
  $("position").addEventListener("change", () => { if ($("position").value !== "") choose(Number($("position").value)); });
  $("apply").addEventListener("click", apply);
  $("undo").addEventListener("click", undo);
  board.addEventListener("square", (event) => {
    const { row, col } = /** @type {CustomEvent} */ (event).detail;
    if (parsePerm(now())[col] - 1 !== row) return;
    moving = col + 1;
    mode();
    say(`The queen of column ${moving} moves.`);
  });
  onKey("i", "Inc: insert a queen", () => $("inc").click());
  onKey("m", "Mov: move a queen", () => $("mov").click());
  onKey("u", "undo", undo);
  onKey("[", "the previous crossing", () => choose(Math.max(0, Number($("position").value || 0) - 1)));
  onKey("]", "the next crossing", () => choose(Math.min(positions.length - 1, $("position").value === "" ? 0 : Number($("position").value) + 1)));
  onKey("Enter", "apply the chosen crossing", apply);

  /** Does the operations that the address asks for. */
  async function begin() {
    const operations = address().get("do");
    if (operations) {
      try {
        const answer = await call("/apply", { method: "POST", body: { perm: first, operations } });
        history = answer.steps.map((/** @type {any} */ s) => ({ operation: s.operation, perm: permText(s.rows) }));
      } catch (error) {
        say(error.message);
      }
    }
    changed();
  }

  const triangles = trianglesOf(first);
  const slider = $("triangle-no");
  slider.max = String(Math.max(0, triangles.length - 1));
  slider.disabled = triangles.length === 0;
  const picture = /** @type {QueensBoard} */ (element("queens-board", { perm: first, label: "Triangles of the signature" }));
  $("triangle").replaceChildren(picture);
  function showTriangle() {
    const t = triangles[Number(slider.value)];
    if (!t) { $("triangle-text").textContent = "A board of fewer than three queens has none."; return; }
    picture.overlay = polygon(t, "board-triangle");
    picture.invalidate();
    $("triangle-text").textContent = `${t.of}: ${t.triple}`;
  }
  slider.addEventListener("input", showTriangle);
  showTriangle();
  begin();
}

/** @typedef {{of: string, triple: string, at: {row: number, col: number}[]}} Triangle */

/** The triangles of a signature: of neighbouring columns, then of neighbouring rows. @param {string} perm @returns {Triangle[]} */
function trianglesOf(perm) {
  const rows = parsePerm(perm).map((row) => row - 1), inverse = rows.map((_, row) => rows.indexOf(row));
  const lists = [{ of: "columns", at: rows.map((row, col) => ({ row, col })) }, { of: "rows", at: inverse.map((col, row) => ({ row, col })) }];
  const side = (/** @type {any} */ p, /** @type {any} */ q) => (p.row - q.row) ** 2 + (p.col - q.col) ** 2;
  return lists.flatMap(({ of, at }) => at.slice(2).map((c, i) => {
    const a = at[i], b = at[i + 1], area = Math.abs((b.col - a.col) * (c.row - a.row) - (c.col - a.col) * (b.row - a.row));
    return { of: `${of} ${i + 1} to ${i + 3}`, triple: `(${side(a, b)}, ${area}, ${side(b, c)})`, at: [a, b, c] };
  }));
}

/** A triangle on a board. @param {Triangle} t @param {string} name its class */
function polygon(t, name) { return shape("polygon", { class: name, points: t.at.map((q) => `${q.col + 0.5},${q.row + 0.5}`).join(" ") }); }

/** How a part of a motion moves a board of order n: a turn, or a reflection seen from the front. @param {string} motion @param {number} part @param {number} n */
function moved(motion, part, n) {
  const flat = Math.cos(Math.PI * part), about = (/** @type {number} */ angle) => `rotate(${angle}) scale(1 ${flat}) rotate(${-angle})`;
  const how = { identity: "", rot90: `rotate(${-90 * part})`, rot180: `rotate(${-180 * part})`, rot270: `rotate(${90 * part})`, "flip-rows": about(0), "flip-cols": about(90), transpose: about(45), "anti-transpose": about(-45) }[motion] ?? "";
  return `translate(${n / 2} ${n / 2}) ${how} translate(${-n / 2} ${-n / 2})`;
}

/** Lets one board move onto the other, with its triangles. @param {HTMLElement} box */
function layOn(box) {
  const { a = "", b = "", motion = "" } = box.dataset, triangles = trianglesOf(a), rows = parsePerm(a), n = rows.length;
  const board = /** @type {QueensBoard} */ (element("queens-board", { perm: b, label: `${b}, with ${a} moving onto it` }));
  $("laid-board").replaceChildren(board);
  box.hidden = false;
  $("laid-no").max = String(Math.max(0, triangles.length - 1));
  const ghost = shape("g", {}, shape("rect", { class: "laid-frame", width: n, height: n }), shape("path", { class: "laid-a", d: rows.map((row, col) => `M${col + 0.15} ${row - 0.5}a.35.35 0 1 0 .7 0a.35.35 0 1 0-.7 0`).join("") }), shape("g"));
  const goal = shape("g");
  board.overlay = /** @type {any} */ (shape("g", {}, goal, ghost));
  let frame = 0;
  function show() {
    const part = Number($("motion").value) / 100, t = triangles[Number($("laid-no").value)];
    ghost.setAttribute("transform", moved(motion, part, n));
    goal.setAttribute("transform", moved(motion, 1, n));
    goal.replaceChildren(...(t ? [polygon(t, "laid-b")] : []));
    ghost.lastElementChild?.replaceChildren(...(t ? [polygon(t, "laid-a-triangle")] : []));
    $("laid-text").textContent = t ? `The triangle of ${t.of}, ${t.triple}${part === 1 ? ", lies on its image: the broken line." : " moves to the broken line."}` : "A board of fewer than three queens has no triangle.";
    board.invalidate();
  }
  function lay() {
    cancelAnimationFrame(frame);
    if (stillness()) { $("motion").value = "100"; show(); return; }
    const began = performance.now();
    const tick = (/** @type {number} */ now) => {
      const part = Math.min(1, Math.max(0, (now - began) / 1800));
      $("motion").value = String(100 * (0.5 - Math.cos(Math.PI * part) / 2));
      show();
      if (part < 1) frame = requestAnimationFrame(tick);
      else say($("laid-text").textContent);
    };
    frame = requestAnimationFrame(tick);
  }
  for (const id of ["motion", "laid-no"]) $(id).addEventListener("input", () => { cancelAnimationFrame(frame); show(); });
  $("lay").addEventListener("click", lay);
  onKey("l", "overlay the signatures", lay);
  show();
}
if ($("laid")) layOn($("laid"));
