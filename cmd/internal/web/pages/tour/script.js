// @ts-check
// Each chapter has a function that makes its board live.
import { call, duration, grouped, onKey, parsePerm, permText, say, setCommand, stillness } from "/static/app.js";
import { shape } from "/static/chart.js";
import { attackingPairs, conflicts, crown, pairsText } from "/static/queens-board.js";
import "/static/trace-player.js";

/** @typedef {import("/static/queens-board.js").QueensBoard} QueensBoard */
/** @typedef {import("/static/trace-player.js").TracePlayer} TracePlayer */
/** @typedef {{row: number, col: number}} Square */

const $ = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));

/** What a chapter works with. */
class Chapter {
  /** @param {Element} section */
  constructor(section) {
    this.section = section;
    this.board = /** @type {QueensBoard} */ (section.querySelector(".live-part queens-board"));
  }

  /** The slider, or the check box, of a name. @param {string} name */
  field(name) { return /** @type {HTMLInputElement} */ (this.section.querySelector(`[data-name="${name}"]`)); }

  /** The number of a slider. @param {string} name */
  number(name) { return Number(this.field(name).value); }

  /** Calls a function now and whenever a slider or a box moves. @param {(name: string) => void | Promise<void>} show */
  onInput(show) {
    for (const input of /** @type {NodeListOf<HTMLInputElement>} */ (this.section.querySelectorAll("[data-name]"))) {
      input.addEventListener("input", () => {
        this.outputs();
        Promise.resolve(show(input.dataset.name ?? "")).catch((error) => this.say(error.message, "bad"));
      });
    }
    this.outputs();
    return show("");
  }

  /** Writes the numbers of the sliders beside them. */
  outputs() {
    for (const label of this.section.querySelectorAll(".slide")) {
      /** @type {HTMLOutputElement} */ (label.querySelector("output")).textContent = /** @type {HTMLInputElement} */ (label.querySelector("input")).value;
    }
  }

  /** @param {string} text @param {"good" | "bad" | ""} [mood] */
  say(text, mood = "") {
    const says = this.section.querySelector(".says");
    if (!says) return; // the player says it
    if (says.textContent !== text) says.textContent = text;
    says.className = `says${mood && ` is-${mood}`}`;
  }

  /** Where a picture of its own is drawn. */
  scene() { return /** @type {HTMLElement} */ (this.section.querySelector(".scene")); }
}

/** The light squares, the dark ones and the edge of a board. @param {number} n */
function squaresOf(n) {
  const paths = ["", ""];
  for (let row = 0; row < n; row++) for (let col = 0; col < n; col++) paths[(row + col) % 2] += `M${col} ${row}h1v1h-1z`;
  return [shape("path", { d: paths[0], class: "board-light" }), shape("path", { d: paths[1], class: "board-dark" }), shape("rect", { width: n, height: n, class: "board-edge", "stroke-width": 0.05 })];
}

/** The squares of queens as one path. @param {number[]} rows from 1 */
const tilePath = (rows) => rows.map((row, col) => `M${col} ${row - 1}h1v1h-1z`).join("");

/** The image of a placement after quarter turns clockwise, and then a mirror that lies. @param {number[]} rows @param {number} turns @param {number} flips */
function image(rows, turns, flips) {
  const n = rows.length;
  let now = rows;
  for (let k = 0; k < turns; k++) {
    const next = new Array(n);
    now.forEach((row, col) => { next[n - row] = col + 1; });
    now = next;
  }
  return flips ? now.map((row) => n + 1 - row) : now;
}

/** Where the visitor prefers stillness, pictures go from one place to the next. @param {number} x */
const step = (x) => (stillness() ? Math.round(x) : x);

/**
 * Lets a picture be dragged: move has how far, in widths of the picture.
 * @template T
 * @param {SVGElement} picture @param {{start: () => T, move: (from: T, right: number, down: number) => void, end: () => void}} handlers
 */
function drag(picture, { start, move, end }) {
  /** @type {{x: number, y: number, from: T} | null} */ let held = null;
  picture.addEventListener("pointerdown", (event) => { held = { x: event.clientX, y: event.clientY, from: start() }; picture.setPointerCapture(event.pointerId); });
  picture.addEventListener("pointermove", (event) => { if (held) move(held.from, (event.clientX - held.x) / picture.clientWidth, (event.clientY - held.y) / picture.clientWidth); });
  for (const kind of ["pointerup", "pointercancel"]) picture.addEventListener(kind, () => { if (held) end(); held = null; });
}

/** Lets arrow keys move a picture. @param {SVGElement} picture @param {(right: number, down: number) => void} move */
function arrows(picture, move) {
  picture.addEventListener("keydown", (event) => {
    const by = /** @type {Record<string, [number, number]>} */ ({ ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] })[event.key];
    if (!by || event.ctrlKey || event.altKey || event.metaKey) return;
    move(...by);
    event.preventDefault();
    event.stopPropagation();
  });
}

/** The board of a chapter's proof, and what it says there. @param {Chapter} chapter */
function proofOf({ section }) {
  const box = /** @type {HTMLElement} */ (section.querySelector(".proof")), says = /** @type {HTMLElement} */ (box.querySelector(".says"));
  return {
    box, board: /** @type {QueensBoard} */ (box.querySelector("queens-board")),
    say(/** @type {string} */ text, mood = "") { says.textContent = text; says.className = `says${mood && ` is-${mood}`}`; },
  };
}

/** Any squares, their eight images, and how often each of these appears. @param {Chapter} chapter @param {HTMLElement[]} operations */
function proveEight(chapter, operations) {
  const { box, board, say } = proofOf(chapter), tiles = /** @type {Element} */ (box.querySelector(".eight")), n = 4;
  let queens = [{ row: 0, col: 1 }, { row: 2, col: 0 }];
  const show = () => {
    board.order = n;
    board.queens = queens;
    const images = operations.map(({ dataset }) => {
      let list = queens;
      for (let k = 0; k < Number(dataset.turns); k++) list = list.map(({ row, col }) => ({ row: col, col: n - 1 - row }));
      if (dataset.flips === "1") list = list.map(({ row, col }) => ({ row: n - 1 - row, col }));
      return list.map(({ row, col }) => `M${col} ${row}h1v1h-1z`).sort().join("");
    });
    const different = [...new Set(images)], same = images.filter((path) => path === images[0]).length;
    tiles.replaceChildren(...images.map((path, i) => {
      const tile = document.createElement("li");
      tile.className = path === images[0] ? "is-same" : "";
      tile.append(shape("svg", { viewBox: `0 0 ${n} ${n}`, role: "img", "aria-label": `${operations[i].textContent}: image ${different.indexOf(path) + 1}` }, shape("path", { d: path })), String(different.indexOf(path) + 1));
      return tile;
    }));
    say(`${different.length === 1 ? "1 image" : `${different.length} different images`}, written ${8 / different.length === 1 ? "once" : `${8 / different.length} times`} each. ${same === 1 ? "1 operation changes" : `${same} operations change`} nothing. ${different.length} × ${same} = ${different.length * same}.`, different.length * same === 8 ? "good" : "bad");
  };
  const toggle = (/** @type {Square} */ { row, col }) => {
    const rest = queens.filter((q) => q.row !== row || q.col !== col);
    queens = rest.length < queens.length ? rest : [...queens, { row, col }];
    show();
  };
  board.addEventListener("square", (event) => toggle(/** @type {CustomEvent} */ (event).detail));
  board.addEventListener("drag-queen", (event) => { toggle(/** @type {CustomEvent} */ (event).detail.from); toggle(/** @type {CustomEvent} */ (event).detail.to); });
  show();
}

/** A queen in each row and column of a torus, and what the diagonals add up to. @param {Chapter} chapter */
function proveTorus(chapter) {
  const { box, board, say } = proofOf(chapter), bars = [...box.querySelectorAll(".diagonals")];
  /** @type {number[]} */ let rows = [];
  const show = () => {
    const n = chapter.number("order"), mod = (/** @type {number} */ x) => ((x % n) + n) % n, total = (/** @type {number[]} */ list) => mod(list.reduce((sum, x) => sum + x, 0));
    if (rows.length !== n) rows = Array.from({ length: n }, (_, col) => mod(2 * col + (n % 2 === 0 && 2 * col >= n ? 1 : 0)));
    board.rows = rows;
    const lines = [-1, 1].map((way) => rows.map((row, col) => mod(row + way * col))), all = rows.map((_, k) => k), square = (/** @type {number} */ x) => x * x;
    lines.forEach((list, i) => bars[i].replaceChildren(...all.map((k) => {
      const cell = document.createElement("span"), times = list.filter((x) => x === k).length;
      cell.textContent = String(k);
      cell.className = ["", "is-one"][times] ?? "is-many";
      return cell;
    })));
    const used = lines.map((list) => new Set(list).size), now = [total(lines[0]), total(lines.flat().map(square))], want = [total(all), total([...all, ...all].map(square))];
    const free = now.every((x, i) => x === want[i]);
    say(`${used[0]} of ${n} falling and ${used[1]} of ${n} rising diagonals. The sum leaves ${now[0]}; all diagonals leave ${want[0]}. The squares leave ${now[1]}; all diagonals leave ${want[1]}. ${used[0] + used[1] === 2 * n ? "A solution!" : free ? "Nothing is in the way." : "So there is no solution."}`, used[0] + used[1] === 2 * n ? "good" : free ? "" : "bad");
  };
  /** Puts the queen of a column into a row; the one that was there takes her row. @param {Square} square */
  const put = ({ row, col }) => {
    const other = rows.indexOf(row);
    rows[other] = rows[col];
    rows[col] = row;
    show();
  };
  board.addEventListener("square", (event) => put(/** @type {CustomEvent} */ (event).detail));
  board.addEventListener("drag-queen", (event) => put(/** @type {CustomEvent} */ (event).detail.to));
  for (const button of /** @type {NodeListOf<HTMLElement>} */ (box.querySelectorAll("[data-try]"))) button.addEventListener("click", () => {
    const n = rows.length;
    if (button.dataset.try === "mix") rows.forEach((_, col) => put({ row: Math.floor(Math.random() * n), col }));
    else if (n % 2 && n % 3) { rows = rows.map((_, col) => (2 * col) % n); show(); }
    else say(n % 2 ? "3 divides the order: the rising diagonals 3c meet again before all are used." : "2 divides the order: the rows 2c meet again before all are used.", "bad");
  });
  chapter.onInput((name) => { if (name === "order" || name === "") show(); });
}

/** Two queens that keep to their colours. @param {Chapter} chapter */
function proveColours(chapter) {
  const { board, say } = proofOf(chapter), n = 8, tried = new Set(), colour = (/** @type {Square} */ { row, col }) => (row + col) % 2;
  let queens = [{ row: 3, col: 3 }, { row: 5, col: 2 }];
  const show = () => {
    board.order = n;
    board.queens = board.attackers = queens;
    const [a, b] = queens, text = (/** @type {Square} */ { row, col }) => `row ${row + 1} + column ${col + 1} = ${row + col + 2}`;
    tried.add(JSON.stringify(queens));
    const diagonal = Math.abs(a.row - b.row) === Math.abs(a.col - b.col);
    say(`White: ${text(a)}, even. Black: ${text(b)}, odd. They share ${diagonal ? "a diagonal" : a.row === b.row ? "a row, but no diagonal" : a.col === b.col ? "a column, but no diagonal" : "no line"}. You have tried ${tried.size} of 1 024 pairs.`, diagonal ? "bad" : "good");
  };
  const put = (/** @type {number} */ which, /** @type {Square} */ { row, col }) => {
    if (colour({ row, col }) !== which) { say(`That square is ${which ? "white" : "black"}: she would join the other half.`, "bad"); board.queens = queens; return; }
    queens = queens.map((queen, i) => (i === which ? { row, col } : queen));
    show();
  };
  board.addEventListener("square", (event) => put(colour(/** @type {CustomEvent} */ (event).detail), /** @type {CustomEvent} */ (event).detail));
  board.addEventListener("drag-queen", (event) => put(colour(/** @type {CustomEvent} */ (event).detail.from), /** @type {CustomEvent} */ (event).detail.to));
  show();
}

/** @type {Record<string, (chapter: Chapter) => void | Promise<void>>} */
const chapters = {
  puzzle(chapter) {
    const { board } = chapter;
    /** @type {Square[]} */
    let queens = [{ row: 3, col: 3 }];
    const show = () => {
      const n = chapter.number("n");
      queens = queens.filter((q) => q.row < n && q.col < n);
      board.order = n;
      board.queens = queens;
      board.attackers = queens.length === 1 ? queens : [];
      const pairs = board.conflicts = conflicts(queens, n, false);
      if (pairs.length > 0) chapter.say(`${queens.length} of ${n} queens; ${pairsText(attackingPairs(queens, n, false), pairs.length)}.`, "bad");
      else if (queens.length === n) chapter.say(`${n} of ${n} queens, and no two attack each other: a solution!`, "good");
      else chapter.say(`${queens.length} of ${n} queens; no two attack each other.`);
    };
    const put = (/** @type {Square} */ square, /** @type {Square | null} */ from) => {
      const is = (/** @type {Square | null} */ other) => (/** @type {Square} */ q) => q.row === other?.row && q.col === other.col;
      const there = queens.some(is(square));
      if (from && there) return;
      queens = queens.filter((q) => !is(square)(q) && !is(from)(q));
      if (!there) queens.push(square);
      show();
    };
    board.addEventListener("square", (event) => put({ row: /** @type {CustomEvent} */ (event).detail.row, col: /** @type {CustomEvent} */ (event).detail.col }, null));
    board.addEventListener("drag-queen", (event) => put(/** @type {CustomEvent} */ (event).detail.to, /** @type {CustomEvent} */ (event).detail.from));
    chapter.onInput(show);
  },

  async backtracking(chapter) {
    const player = /** @type {TracePlayer} */ (chapter.section.querySelector("trace-player"));
    const { algorithms } = await call("/algorithms");
    const wirth = algorithms.find((/** @type {any} */ a) => a.name === "wirth");
    player.pace = 8;
    return chapter.onInput(() => player.load({ algorithm: "wirth", n: chapter.number("n"), seed: 1 }, wirth));
  },

  images(chapter) {
    const scene = chapter.scene(), solutions = (scene.dataset.solutions ?? "").split(" ").map(parsePerm), n = solutions[0].length;
    const tiles = /** @type {HTMLElement[]} */ ([...chapter.section.querySelectorAll(".eight li")]);
    const pose = { turns: 0, flips: 0 }, seen = new Set();
    let rows = solutions[0], still = false;
    const board = shape("svg", { viewBox: `-.05 -.05 ${n + 0.1} ${n + 0.1}`, class: "pose board-svg", tabindex: 0, role: "img" });
    const draw = () => {
      rows = solutions[chapter.number("no") - 1];
      board.replaceChildren(...squaresOf(n), ...rows.map((row, col) => shape("g", { transform: `translate(${col + 0.5} ${row - 0.5})` }, shape("path", { d: crown, class: "board-queen upright" }))));
      for (const tile of tiles) /** @type {Element} */ (tile.querySelector("path")).setAttribute("d", tilePath(image(rows, Number(tile.dataset.turns), Number(tile.dataset.flips))));
      seen.clear();
    };
    const mod = (/** @type {number} */ k, /** @type {number} */ of) => ((k % of) + of) % of;
    const show = () => {
      board.style.setProperty("--turns", String(pose.turns));
      board.style.setProperty("--flips", String(pose.flips));
      const at = tiles.findIndex(({ dataset }) => mod(Math.round(pose.turns), 4) === Number(dataset.turns) && mod(Math.round(pose.flips), 2) === Number(dataset.flips));
      const now = image(rows, mod(Math.round(pose.turns), 4), mod(Math.round(pose.flips), 2)), text = permText(now);
      if (still) seen.add(text);
      tiles.forEach((tile, i) => {
        tile.classList.toggle("is-now", i === at);
        tile.classList.toggle("is-lit", seen.has(permText(image(rows, Number(tile.dataset.turns), Number(tile.dataset.flips)))));
      });
      board.setAttribute("aria-label", `Image ${at + 1} of ${permText(rows)}: ${text}`);
      const size = new Set(tiles.map((tile) => permText(image(rows, Number(tile.dataset.turns), Number(tile.dataset.flips))))).size;
      const same = at > 0 && text === permText(rows);
      chapter.say(`${text}${same ? `, the same board: ${tiles[at].querySelector("svg")?.getAttribute("aria-label")} leaves it unchanged` : ""}. You have seen ${seen.size} of its ${size} images.`, same || seen.size === size ? "good" : "");
    };
    const move = (/** @type {number} */ turns, /** @type {number} */ flips) => {
      still = true;
      // A turn is one of what is seen, also behind the mirror.
      pose.turns += mod(Math.round(pose.flips), 2) ? -turns : turns;
      pose.flips += flips;
      show();
    };
    scene.replaceChildren(board);
    drag(board, {
      start: () => ({ ...pose, side: mod(pose.flips, 2) ? -1 : 1 }),
      move(from, right, down) {
        still = false;
        if (Math.abs(right) > Math.abs(down)) { pose.turns = from.turns + from.side * step(2 * right); pose.flips = from.flips; }
        else { pose.flips = from.flips - step(1.4 * down); pose.turns = from.turns; }
        board.classList.add("is-held");
        show();
      },
      end() {
        board.classList.remove("is-held");
        pose.turns = Math.round(pose.turns);
        pose.flips = Math.round(pose.flips);
        still = true;
        show();
      },
    });
    arrows(board, (right, down) => move(right, down));
    for (const button of /** @type {NodeListOf<HTMLElement>} */ (chapter.section.querySelectorAll("[data-move]"))) button.addEventListener("click", () => move(Number(button.dataset.move === "turn"), Number(button.dataset.move === "flip")));
    return chapter.onInput(() => { still = true; pose.turns = pose.flips = 0; draw(); show(); });
  },

  insertion(chapter) {
    const known = new Map(), scene = chapter.scene(), push = chapter.field("push");
    const board = shape("svg", { class: "board-svg", role: "img" });
    let playing = 0;
    /** Opens the lines of a solution for a new row and column; t: how far, from 0 to 1. @param {any} lattice @param {any} position @param {number} t */
    const draw = (lattice, position, t) => {
      const n = lattice.rows.length, row = Number(position.row) - 0.5, col = Number(position.column) - 0.5;
      const place = (/** @type {number} */ k, /** @type {number} */ gap) => (k < gap ? k : k - 1 + t);
      let dark = "";
      for (let r = 0; r <= n; r++) for (let c = 0; c <= n; c++) if ((r + c) % 2) dark += `M${place(c, col)} ${place(r, row)}h${c === col ? t : 1}v${r === row ? t : 1}H${place(c, col)}z`;
      board.setAttribute("viewBox", `-.05 -.05 ${n + t + 0.1} ${n + t + 0.1}`);
      board.setAttribute("aria-label", `${permText(lattice.rows)}, and ${permText(position.result)} with one more queen`);
      board.replaceChildren(
        shape("rect", { width: n + t, height: n + t, class: "board-light" }), shape("path", { d: dark, class: "board-dark" }),
        shape("path", { d: `M${col} 0h${t}v${n + t}h${-t}zM0 ${row}h${n + t}v${t}h${-(n + t)}z`, class: "pushed" }),
        shape("rect", { width: n + t, height: n + t, class: "board-edge", "stroke-width": 0.05 }),
        ...lattice.rows.map((/** @type {number} */ r, /** @type {number} */ c) => shape("path", { d: crown, class: "board-queen", transform: `translate(${place(c < col ? c : c + 1, col) + 0.5} ${place(r - 1 < row ? r - 1 : r, row) + 0.5})` })),
        shape("path", { d: crown, class: "board-queen is-given", transform: `translate(${col + t / 2} ${row + t / 2}) scale(${t})` }));
    };
    return chapter.onInput(async (name) => {
      const n = chapter.number("n"), place = chapter.field("place");
      if (name === "n") place.value = "1";
      if (!known.has(n)) {
        known.set(n, call(`/solutions?n=${n}&fundamental=true&limit=40`).then(async (page) => {
          for (const { rows } of page.solutions) { // the first into which a queen can be inserted
            const lattice = await call(`/lattice/${permText(rows)}`);
            if (lattice.positions.length > 0) return lattice;
          }
          return null;
        }));
      }
      const lattice = await known.get(n);
      if (n !== chapter.number("n")) return;
      if (!lattice) { chapter.say(`None of the first solutions of order ${n} has room for another queen.`, "bad"); return; }
      place.max = String(lattice.positions.length);
      chapter.outputs();
      const position = lattice.positions[Number(place.value) - 1];
      if (!board.isConnected) scene.replaceChildren(board);
      cancelAnimationFrame(playing);
      if (name === "push" || name === "" || stillness()) draw(lattice, position, Number(push.value) / 100);
      else {
        const began = performance.now();
        const frame = (/** @type {number} */ now) => {
          const t = Math.min(1, Math.max(0, (now - began - 250) / 900));
          push.value = String(Math.round(100 * t));
          chapter.outputs();
          draw(lattice, position, t);
          if (t < 1) playing = requestAnimationFrame(frame);
        };
        frame(began);
      }
      chapter.say(`Place ${place.value} of ${lattice.positions.length}: ${permText(lattice.rows)} becomes ${permText(position.result)}.`);
    });
  },

  burnside(chapter) {
    const tiles = /** @type {SVGElement[]} */ ([...chapter.section.querySelectorAll(".tiles svg")]), box = /** @type {HTMLElement} */ (chapter.section.querySelector(".tiles"));
    const buttons = /** @type {HTMLElement[]} */ ([...chapter.section.querySelectorAll("[data-operation]")]), tried = new Set();
    const show = (/** @type {HTMLElement} */ button) => {
      const { operation = "", turns = "0", flips = "0", fixed = "0" } = button.dataset;
      tried.add(button);
      for (const b of buttons) b.setAttribute("aria-pressed", String(b === button));
      box.style.setProperty("--turns", turns === "3" ? "-1" : turns);
      box.style.setProperty("--flips", flips);
      for (const tile of tiles) tile.classList.toggle("is-dim", !tile.dataset.stays?.split(" ").includes(operation));
      const sum = buttons.map((b) => (tried.has(b) ? b.dataset.fixed : "?")).join(" + "), all = buttons.reduce((total, b) => total + Number(b.dataset.fixed), 0);
      const over = tried.size === buttons.length;
      chapter.say(`${button.textContent}: ${fixed} of ${tiles.length} stay. ${sum}${over ? ` = ${all}, and ${all} ÷ 8 = ${all / 8} families.` : ""}`, over ? "good" : "");
    };
    for (const button of buttons) button.addEventListener("click", () => show(button));
    show(buttons[0]);
    proveEight(chapter, buttons);
  },

  torus(chapter) {
    const scene = chapter.scene(), board = shape("svg", { class: "board-svg roll", tabindex: 0, role: "img" }), shift = { right: 0, down: 0 };
    let n = 7;
    const place = () => {
      const [x, y] = [shift.right, shift.down].map((k) => ((k % n) + n) % n);
      board.querySelector(".copies")?.setAttribute("transform", `translate(${x} ${y})`);
    };
    scene.replaceChildren(board);
    proveTorus(chapter);
    drag(board, {
      start: () => ({ ...shift }),
      move(from, right, down) { shift.right = from.right + step(right * n); shift.down = from.down + step(down * n); place(); },
      end() { shift.right = Math.round(shift.right); shift.down = Math.round(shift.down); place(); },
    });
    arrows(board, (right, down) => { shift.right += right; shift.down += down; place(); });
    chapter.onInput((name) => {
      n = chapter.number("n");
      const slider = chapter.field("step");
      slider.max = String(n - 1);
      chapter.outputs();
      const down = Number(slider.value), queens = Array.from({ length: n }, (_, col) => ({ row: (col * down) % n, col }));
      if (name) shift.right = shift.down = 0;
      const first = queens[0];
      const copy = () => shape("g", {}, ...squaresOf(n), ...queens.map((q) => shape("path", { d: crown, class: `board-queen${q === first ? " is-given" : ""}`, transform: `translate(${q.col + 0.5} ${q.row + 0.5})` })));
      let lines = ""; // of the first queen, on and around the board
      for (const k of [0, -n]) lines += `M${-n} ${k + 0.5}h${2 * n}M${k + 0.5} ${-n}v${2 * n}`;
      for (let k = -2 * n; k <= 2 * n; k += n) lines += `M${-n} ${k - n}l${2 * n} ${2 * n}M${-n} ${k + n + 1}l${2 * n} ${-2 * n}`;
      const at = (/** @type {number} */ x, /** @type {number} */ y, /** @type {SVGElement} */ e) => { e.setAttribute("transform", `translate(${x} ${y})`); return e; };
      board.setAttribute("viewBox", `0 0 ${n} ${n}`);
      board.replaceChildren(shape("g", { class: "copies" }, ...[[0, 0], [-n, 0], [0, -n], [-n, -n]].map(([x, y]) => at(x, y, copy())), shape("path", { class: "board-attack", d: lines })));
      place();
      const pairs = conflicts(queens, n, true), flat = conflicts(queens, n, false);
      const text = pairs.length === 0 ? "a solution on the torus, wherever you roll it." : flat.length === 0 ? "a solution on the flat board, but on the torus queens attack each other." : "queens attack each other, on the flat board as well.";
      board.setAttribute("aria-label", `The board of ${n}, rolled up: ${text}`);
      chapter.say(`Order ${n}, ${down} row${down === 1 ? "" : "s"} down each time: ${text}`, pairs.length ? "bad" : "good");
    });
  },

  counting(chapter) {
    const lines = /** @type {HTMLTableRowElement[]} */ ([...chapter.section.querySelectorAll("#counted tr")]);
    chapter.onInput(() => {
      const n = chapter.number("n"), { dataset, cells } = lines[n - 1];
      const digits = (cells[1].textContent ?? "").replace(/\D/g, "");
      chapter.board.queens = [];
      chapter.board.order = n;
      if (digits !== "0") chapter.board.setAttribute("perm", dataset.first ?? "");
      chapter.say(digits === "0" ? `Order ${n}: no solution.` : `Order ${n}: ${grouped(digits)} solution${digits === "1" ? "" : "s"}. At a million a second, looking at them all would take ${duration(Number(digits) / 1e6)}.`);
    });
  },

  white(chapter) {
    const scene = chapter.scene(), n = Number(scene.dataset.order);
    const read = (/** @type {string | undefined} */ text) => (text ?? "").split(";").map((half) => half.split(",").map((square) => { const [row, col] = square.split(" ").map(Number); return { row, col }; }));
    const halves = [read(scene.dataset.white), read(scene.dataset.black)];
    const board = shape("svg", { class: "board-svg", role: "img" });
    scene.replaceChildren(board);
    proveColours(chapter);
    chapter.onInput((name) => {
      if (name === "white" || name === "black") { chapter.field("slide").value = "100"; chapter.outputs(); }
      const apart = (1 - chapter.number("slide") / 100) * (n / 2 + 0.2), chosen = [halves[0][chapter.number("white") - 1], halves[1][chapter.number("black") - 1]];
      board.setAttribute("viewBox", `${-apart - 0.05} -.05 ${n + 2 * apart + 0.1} ${n + 0.1}`);
      board.replaceChildren(...chosen.map((queens, side) => shape("g", { class: `layer layer-${side}`, transform: `translate(${side ? apart : -apart} 0)` },
        squaresOf(n)[side ? 1 : 0], shape("rect", { width: n, height: n, class: "board-edge", "stroke-width": 0.05 }),
        ...queens.map(({ row, col }) => shape("path", { d: crown, class: `board-queen${side ? "" : " is-given"}`, transform: `translate(${col + 0.5} ${row + 0.5})` })))));
      const rows = chosen.flat().toSorted((a, b) => a.col - b.col).map((q) => q.row + 1), fits = conflicts(chosen.flat(), n, false).length === 0;
      board.setAttribute("aria-label", `${chosen[0].length} queens on white squares and ${chosen[1].length} on black squares`);
      chapter.say(`White half ${chapter.number("white")} and black half ${chapter.number("black")} ${fits ? `make the solution ${permText(rows)}` : "do not fit"}.`, apart === 0 && fits ? "good" : "");
    });
  },
};

const sections = [...document.querySelectorAll(".chapter")];
/** Chapters that ask the server. On a site of files that takes a program of megabytes, so they begin when they are seen. */
const asking = document.documentElement.dataset.stored === undefined ? [] : ["backtracking", "insertion"];
const ready = Promise.all(sections.map((section) => {
  const chapter = new Chapter(section), begin = () => Promise.resolve(chapters[section.id](chapter)).catch((error) => chapter.say(error.message, "bad"));
  if (!asking.includes(section.id)) return begin();
  new IntersectionObserver((list, observer) => { if (list.some((entry) => entry.isIntersecting)) { observer.disconnect(); begin(); } }, { threshold: 0.3 }).observe(section);
}));
// A link to a chapter leads there, also if chapters above it have grown meanwhile.
let moved = false;
for (const kind of ["wheel", "touchstart", "keydown", "pointerdown"]) addEventListener(kind, () => { moved = true; }, { once: true, passive: true });
ready.then(() => { if (!moved) sections.find((section) => section.id === (location.hash.slice(1) || location.pathname.split("/").filter(Boolean).at(-1)))?.scrollIntoView({ behavior: "instant" }); });

// The list of chapters shows where one is; keys go on and back.
const links = /** @type {HTMLAnchorElement[]} */ ([...document.querySelectorAll(".chapters a")]);
const here = () => Math.max(0, sections.findLastIndex((section) => section.getBoundingClientRect().top < innerHeight / 2));
function mark() {
  const now = here();
  setCommand(links[now].dataset.command ?? "");
  links.forEach((link, i) => { if (i === now) link.setAttribute("aria-current", "true"); else link.removeAttribute("aria-current"); });
  const list = /** @type {HTMLElement} */ (links[now].closest("ol"));
  list.scrollLeft = links[now].offsetLeft - (list.clientWidth - links[now].clientWidth) / 2;
}
document.addEventListener("scroll", mark, { passive: true });
mark();
const turn = (/** @type {number} */ by) => links[Math.max(0, Math.min(links.length - 1, here() + by))].click();

// One guesses before the answer is shown.
for (const guess of document.querySelectorAll(".guess")) {
  for (const option of guess.querySelectorAll("button")) option.addEventListener("click", () => {
    for (const other of guess.querySelectorAll("button")) other.setAttribute("aria-pressed", String(other === option));
    open(guess);
  });
}
/** Shows the answer. @param {Element} guess */
function open(guess) {
  guess.classList.add("is-open");
  say(guess.querySelector(".answer")?.textContent ?? "");
}

// A teacher shows one chapter at a time on the whole screen; a key shows the answer, the next one goes on.
const teaching = () => document.body.classList.contains("teaching");
let shown = 0;
/** @param {number} k */
function show(k) {
  shown = Math.max(0, Math.min(sections.length - 1, k));
  sections.forEach((section, i) => section.classList.toggle("is-shown", i === shown));
  scrollTo(0, 0);
}
/** @param {boolean} on */
function teach(on) {
  if (on) show(here());
  document.body.classList.toggle("teaching", on);
  $("teach").textContent = on ? "Leave" : "Teach";
  if (on) document.documentElement.requestFullscreen?.().catch(() => {}); // a part of the screen does as well
  else {
    if (document.fullscreenElement) document.exitFullscreen();
    sections[shown].scrollIntoView({ behavior: "instant" });
  }
}
function forward() {
  if (!teaching()) { turn(1); return; }
  const guess = sections[shown].querySelector(".guess:not(.is-open)");
  if (guess) open(guess);
  else show(shown + 1);
}
function back() { if (teaching()) show(shown - 1); else turn(-1); }
$("teach").addEventListener("click", () => teach(!teaching()));
document.addEventListener("fullscreenchange", () => { if (!document.fullscreenElement && teaching()) teach(false); });
onKey("t", "teach: one chapter at a time, on the whole screen; Escape leaves", () => teach(!teaching()));
onKey("n", "the next chapter", forward);
onKey("p", "the previous chapter", back);
onKey("ArrowRight", "teaching: the answer, then the next chapter");
document.addEventListener("keydown", (event) => {
  if (!teaching() || event.defaultPrevented || /** @type {Element} */ (event.target).closest("input, .scroll")) return;
  if (event.key === "ArrowRight" || event.key === "PageDown") forward();
  else if (event.key === "ArrowLeft" || event.key === "PageUp") back();
  else if (event.key === "Escape") teach(false);
  else return;
  event.preventDefault();
});
