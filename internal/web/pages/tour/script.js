// @ts-check
// Each chapter has a function that makes its board live.
import { call, duration, grouped, onKey, permText } from "/static/app.js";
import { attackingPairs, conflicts, pairsText } from "/static/queens-board.js";
import "/static/trace-player.js";

/** @typedef {import("/static/queens-board.js").QueensBoard} QueensBoard */
/** @typedef {import("/static/trace-player.js").TracePlayer} TracePlayer */
/** @typedef {{row: number, col: number}} Square */

/** What a chapter works with. */
class Chapter {
  /** @param {Element} section */
  constructor(section) {
    this.section = section;
    this.board = /** @type {QueensBoard} */ (section.querySelector("queens-board"));
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

  /** Shows queens, by their rows from 1. @param {number[]} rows */
  rows(rows) { this.board.rows = rows.map((row) => row - 1); }
}

/** All solutions of order 8, in lexicographic order. */
let solutions = /** @type {Promise<any[]> | null} */ (null);
const allSolutions = () => (solutions ??= call("/solutions?n=8&limit=500").then((page) => page.solutions));

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

  async images(chapter) {
    const fundamental = (await allSolutions()).filter((s) => s.canonical);
    const orbits = new Map();
    return chapter.onInput(async () => {
      const no = chapter.number("no"), text = permText(fundamental[no - 1].rows);
      if (!orbits.has(text)) orbits.set(text, call(`/orbit/${text}`));
      const orbit = await orbits.get(text);
      if (no !== chapter.number("no")) return;
      const image = orbit.images.find((/** @type {any} */ i) => i.operation === `po${chapter.number("image")}`);
      chapter.rows(image.rows);
      const family = orbit.symmetry.orbitSize === 8 ? "its eight images differ" : `it has ${orbit.symmetry.orbitSize} different images`;
      const same = image.stays && image.operation !== "po1";
      chapter.say(`Image ${image.operation.slice(2)} of ${text} (${image.summary}): ${permText(image.rows)}${same ? ", the same board" : ""}; ${family}.`, same ? "good" : "");
    });
  },

  insertion(chapter) {
    const known = new Map();
    return chapter.onInput(async (name) => {
      const n = chapter.number("n"), place = chapter.field("place");
      if (name !== "place") place.value = "1";
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
      if (!lattice) { chapter.say(`None of the first solutions of order ${n} takes another queen.`, "bad"); return; }
      place.max = String(lattice.positions.length);
      chapter.outputs();
      const position = lattice.positions[Number(place.value) - 1], col = Number(position.column) - 0.5;
      chapter.rows(position.result);
      chapter.board.given = new Set([`${position.result[col] - 1},${col}`]);
      chapter.say(`A queen between the lines of ${permText(lattice.rows)}, at column ${position.column} and row ${position.row}, makes ${permText(position.result)}: place ${place.value} of ${lattice.positions.length}.`);
    });
  },

  burnside(chapter) {
    const lines = /** @type {HTMLTableRowElement[]} */ ([...chapter.section.querySelectorAll("#operations tbody tr")]);
    chapter.onInput(() => {
      const no = chapter.number("image");
      lines.forEach((line, i) => line.classList.toggle("is-now", i === no - 1));
      const line = lines[no - 1], stays = line.dataset.rows === lines[0].dataset.rows;
      chapter.board.setAttribute("perm", line.dataset.rows ?? "");
      chapter.say(`${line.cells[0].textContent}: ${no === 1 ? "every solution stays" : stays ? "this solution stays as it is" : "this solution becomes another one"}; ${line.cells[2].textContent} stay${line.cells[2].textContent === "1" ? "s" : ""} in all.`, stays ? "good" : "");
    });
  },

  torus(chapter) {
    chapter.onInput(() => {
      const n = chapter.number("n"), slider = chapter.field("step");
      slider.max = String(n - 1);
      chapter.outputs();
      const step = Number(slider.value);
      const queens = Array.from({ length: n }, (_, col) => ({ row: (col * step) % n, col }));
      chapter.board.order = n;
      chapter.board.queens = queens;
      const pairs = chapter.board.conflicts = conflicts(queens, n, true);
      const flat = conflicts(queens, n, false);
      if (pairs.length === 0) chapter.say(`Order ${n}, ${step} rows down each time: a solution of the torus.`, "good");
      else if (flat.length === 0) chapter.say(`Order ${n}, ${step} rows down each time: a solution of the flat board, but on the torus queens meet.`, "bad");
      else chapter.say(`Order ${n}, ${step} row${step === 1 ? "" : "s"} down each time: queens meet, on the flat board as well.`, "bad");
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
      chapter.say(digits === "0" ? `Order ${n}: no solution.` : `Order ${n}: ${grouped(digits)} solution${digits === "1" ? "" : "s"}. Looking at a million of them in a second would take ${duration(Number(digits) / 1e6)}.`);
    });
  },

  async white(chapter) {
    const all = await allSolutions();
    chapter.onInput(() => {
      const { rows } = all[chapter.number("no") - 1], alone = chapter.field("white").checked;
      const queens = rows.map((/** @type {number} */ row, /** @type {number} */ col) => ({ row: row - 1, col }));
      const white = queens.filter((/** @type {Square} */ q) => (q.row + q.col) % 2 === 0);
      chapter.board.order = rows.length;
      chapter.board.queens = alone ? white : queens;
      chapter.board.given = new Set(white.map((/** @type {Square} */ q) => `${q.row},${q.col}`));
      chapter.board.attackers = alone ? white : [];
      const odd = white.filter((/** @type {Square} */ q) => q.row % 2 === 0).length;
      chapter.say(`${permText(rows)}: ${white.length} queens on white squares, ${odd} of them in odd rows and columns and ${white.length - odd} in even ones; ${queens.length - white.length} on black squares.`);
    });
  },
};

const sections = [...document.querySelectorAll(".chapter")];
const ready = Promise.all(sections.map((section) => {
  const chapter = new Chapter(section);
  return Promise.resolve(chapters[section.id](chapter)).catch((error) => chapter.say(error.message, "bad"));
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
  links.forEach((link, i) => { if (i === now) link.setAttribute("aria-current", "true"); else link.removeAttribute("aria-current"); });
  const list = /** @type {HTMLElement} */ (links[now].closest("ol"));
  list.scrollLeft = links[now].offsetLeft - (list.clientWidth - links[now].clientWidth) / 2;
}
document.addEventListener("scroll", mark, { passive: true });
mark();
const turn = (/** @type {number} */ by) => links[Math.max(0, Math.min(links.length - 1, here() + by))].click();
onKey("n", "the next chapter", () => turn(1));
onKey("p", "the chapter before", () => turn(-1));
