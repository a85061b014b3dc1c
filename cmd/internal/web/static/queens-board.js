// @ts-check
// <queens-board>: a board of any order. It draws some hundred nodes at most,
// whatever the order: the squares are one path, attack lines belong to few
// queens, and only queens that moved are touched again.
//
//	<queens-board perm="15863724" label="A solution"></queens-board>
//
// Rows are numbered from the top and columns from the left, as in the text of a placement.
// Attributes: perm, label, topology (regular or modular), mode (show, inspect or edit),
// chess (files and ranks instead of numbers, and squares called by them), ghost (on the torus: what the neighbouring copies of the board have, pale). Everything else is set by script: see the properties. In modes inspect
// and edit the board takes the focus, arrow keys move a cursor and say the square,
// and "square" events (detail: row, col from 0, key) tell what was clicked or entered;
// in mode edit "drag-queen" events (detail: from, to) tell of queens that are dragged.

/** @typedef {{row: number, col: number}} Square from 0 */

const svgName = "http://www.w3.org/2000/svg";
/** A queen in the unit square, around its centre: the shape that package draw has. */
export const crown = "M.37-.17.2.03.17-.27.08 0 0-.31-.08 0-.17-.27-.2.03-.37-.17-.25.22-.27.35.27.35.25.22Z"
  + [[-0.37, -0.18], [-0.17, -0.27], [0, -0.31], [0.17, -0.27], [0.37, -0.18]].map(([x, y]) => `M${x - 0.055} ${y}a.055.055 0 1 0 .11 0a.055.055 0 1 0-.11 0`).join("");
/** A queen in a box of her own. */
export function queenShape() {
  const shape = svg("svg", { viewBox: "-.5 -.5 1 1", "aria-hidden": "true" });
  shape.append(svg("path", { d: crown }));
  return shape;
}
/** Up to this order every square of a board that takes queens is a node for screen readers. */
const touchOrder = 14;
/** Up to this order squares and crowns are drawn, beyond it one tone and dots. */
const nearOrder = 40;

/** @param {string} name @param {Record<string, string | number>} [attributes] @returns {SVGElement} */
function svg(name, attributes = {}) {
  const e = document.createElementNS(svgName, name);
  for (const [key, value] of Object.entries(attributes)) e.setAttribute(key, String(value));
  return /** @type {SVGElement} */ (e);
}

/**
 * Returns the chess name of a square: the bottom left one is a1.
 * @param {Square} square @param {number} n
 */
export function squareName({ row, col }, n) {
  let file = "";
  for (let k = col + 1; k > 0; k = Math.floor((k - 1) / 26)) file = String.fromCharCode(97 + ((k - 1) % 26)) + file;
  return file + (n - row);
}

/**
 * Returns a square in words, by its numbers.
 * @param {Square} square
 */
export const placeName = ({ row, col }) => `column ${col + 1}, row ${row + 1}`;

/** The least distance between labels so wide that they do not touch. @param {number} width */
const labelStep = (width) => [1, 2, 5, 10, 20, 50, 100, 200, 500].find((step) => step >= width) ?? 1000;

/**
 * Reports whether queens on two squares attack each other.
 * @param {Square} a @param {Square} b @param {number} n @param {boolean} modular
 */
export function attacks(a, b, n, modular) {
  const down = a.row - b.row, right = a.col - b.col;
  if (down === 0 && right === 0) return false;
  if (down === 0 || right === 0 || Math.abs(down) === Math.abs(right)) return true;
  return modular && ((down - right) % n === 0 || (down + right) % n === 0);
}

/**
 * Names of the row, the column and the diagonals of a square.
 * @param {Square} square @param {number} n @param {boolean} modular
 */
const linesThrough = ({ row, col }, n, modular) => [`r${row}`, `c${col}`, `s${modular ? (row + col) % n : row + col}`, `d${modular ? (row - col + n) % n : row - col}`];

/**
 * Returns the attacking pairs of neighbours on a line; not more than most. attackingPairs counts all.
 * @param {Square[]} queens @param {number} n @param {boolean} modular @param {number} [most]
 * @returns {[Square, Square][]}
 */
export function conflicts(queens, n, modular, most = 400) {
  /** @type {[Square, Square][]} */
  const pairs = [];
  /** @type {Map<string, Square>} */
  const last = new Map();
  for (const queen of queens.toSorted((a, b) => a.col - b.col || a.row - b.row)) {
    /** @type {Square | undefined} */
    let before; // two queens of the torus may share both diagonals: one pair
    for (const line of linesThrough(queen, n, modular)) {
      const other = last.get(line);
      if (other && other !== before && pairs.length < most) pairs.push([other, queen]);
      before = other;
      last.set(line, queen);
    }
  }
  return pairs;
}

/**
 * The number of pairs of queens that share a line, even with other queens between them.
 * @param {Square[]} queens @param {number} n @param {boolean} modular
 */
export function attackingPairs(queens, n, modular) {
  const on = /** @type {Record<string, number>} */ ({});
  let pairs = 0;
  for (const queen of queens) {
    for (const line of linesThrough(queen, n, modular)) {
      pairs += on[line] ?? 0;
      on[line] = (on[line] ?? 0) + 1;
    }
    if (!modular || n % 2) continue;
    pairs -= on[`${(queen.row + n / 2) % n} ${(queen.col + n / 2) % n}`] ?? 0; // that queen is on both diagonals
    on[`${queen.row} ${queen.col}`] = 1;
  }
  return pairs;
}

/** In words: "28 attacking pairs, 7 of them next to each other". @param {number} all @param {number} near */
export const pairsText = (all, near) => `${all} attacking pair${all === 1 ? "" : "s"}${near < all ? `, ${near} of them next to each other` : ""}`;

export class QueensBoard extends HTMLElement {
  static observedAttributes = ["perm", "label", "topology", "mode", "chess", "ghost"];

  /** @type {Square[]} */ #queens = [];
  #order = 0;
  #drawnOrder = -1;
  #waiting = false;
  /** @type {Square | null} */ cursor = null;
  /** Pairs to be joined by a broken line, with a ring around each. @type {[Square, Square][]} */ #conflicts = [];
  /** Queens whose lines of attack are drawn. @type {Square[]} */ #attackers = [];
  /** @type {Square | null} */ #tried = null;
  /** @type {Square[]} */ #blocked = [];
  /** @type {Square[]} */ #hints = [];
  /** @type {Square[]} */ #dots = [];
  /** @type {Square[]} */ #attacked = [];
  /** A number of each square, row by row, that darkens it. @type {ArrayLike<number> | null} */ #heat = null;
  /** @type {HTMLCanvasElement | null} */ #canvas = null;
  /** @type {Set<string>} */ #given = new Set();
  /** Shapes of a page of its own, in units of squares; drawn on top. @type {SVGElement | null} */ overlay = null;
  /** @type {SVGElement} */ #svg = svg("svg", { class: "board-svg" });
  /** @type {SVGElement[]} */ #pieces = [];
  /** @type {string[]} */ #places = [];
  /** @type {Record<string, SVGElement>} */ #layers = {};

  connectedCallback() {
    if (!this.#svg.parentNode) {
      this.replaceChildren(this.#svg);
      this.#svg.addEventListener("click", (event) => this.#clicked(/** @type {MouseEvent} */ (event)));
      this.#svg.addEventListener("pointerdown", (event) => this.#grasped(/** @type {PointerEvent} */ (event)));
      this.#svg.addEventListener("pointermove", (event) => this.#moved(/** @type {PointerEvent} */ (event)));
      this.#svg.addEventListener("pointerup", (event) => this.#released(/** @type {PointerEvent} */ (event)));
      this.#svg.addEventListener("touchmove", (event) => { if (this.#held) event.preventDefault(); }, { passive: false }); // else the page scrolls
      this.#svg.addEventListener("pointercancel", () => this.#letGo());
      this.#svg.addEventListener("keydown", (event) => this.#pressed(event));
      this.#svg.addEventListener("focus", () => { if (!this.cursor && this.#order) this.cursor = { row: this.#order - 1, col: 0 }; this.invalidate(); });
      this.#svg.addEventListener("blur", () => this.invalidate());
    }
    this.invalidate();
  }

  /** @param {string} name @param {string | null} _old @param {string | null} value */
  attributeChangedCallback(name, _old, value) {
    if (name === "perm" && value !== null) {
      const words = /^\d+$/.test(value) ? [...value] : value.split(/[\s,]+/).filter(Boolean);
      this.rows = words.map((word) => Number(word) - 1);
    }
    this.#drawnOrder = -1;
    this.invalidate();
  }

  /** The order of the board. */
  get order() { return this.#order; }
  set order(n) { if (n !== this.#order) { this.#order = n; this.cursor = null; this.invalidate(); } }

  /** The queens, any squares. */
  get queens() { return this.#queens; }
  set queens(list) { this.#queens = list; this.invalidate(); }

  /** The rows of the queens by column, less than 0 for none; sets the order, too. @param {ArrayLike<number>} rows */
  set rows(rows) {
    const list = [];
    for (let col = 0; col < rows.length; col++) if (rows[col] >= 0) list.push({ row: rows[col], col });
    this.order = rows.length;
    this.queens = list;
  }

  set conflicts(/** @type {[Square, Square][]} */ pairs) { this.#conflicts = pairs; this.invalidate(); }
  set attackers(/** @type {Square[]} */ list) { this.#attackers = list; this.invalidate(); }
  set tried(/** @type {Square | null} */ square) { this.#tried = square; this.invalidate(); }
  set blocked(/** @type {Square[]} */ list) { this.#blocked = list; this.invalidate(); }
  set hints(/** @type {Square[]} */ list) { this.#hints = list; this.invalidate(); }
  set dots(/** @type {Square[]} */ list) { this.#dots = list; this.invalidate(); }
  /** Squares with a quiet mark: not here. */
  set attacked(/** @type {Square[]} */ list) { this.#attacked = list; this.invalidate(); }
  /** Numbers of the squares, row by row: the greater, the darker; null for none. */
  set heat(/** @type {ArrayLike<number> | null} */ numbers) { this.#heat = numbers; this.invalidate(); }
  /** Queens that are drawn in another colour, as "row,col" from 0. */
  set given(/** @type {Set<string>} */ set) { this.#given = set; this.invalidate(); }

  get modular() { return this.getAttribute("topology") === "modular"; }
  get #ghostly() { return this.modular && this.hasAttribute("ghost") && this.#order <= nearOrder; }
  get mode() { return this.getAttribute("mode") ?? "show"; }

  /** Draws at the next frame. */
  invalidate() {
    if (this.#waiting || !this.isConnected) return;
    this.#waiting = true;
    requestAnimationFrame(() => { this.#waiting = false; this.draw(); });
  }

  /** Draws now. */
  draw() {
    const n = this.#order;
    if (n < 1) return;
    if (n !== this.#drawnOrder) this.#drawBoard(n);
    this.#drawHeat(n);
    this.#drawQueens(n);
    this.#drawLines(n);
    this.#label(n);
  }

  /** @param {number} n */
  #drawBoard(n) {
    this.#drawnOrder = n;
    const around = this.#ghostly ? n / 2 : 0; // of the neighbouring copies
    const letter = Math.max(0.22, n / 34) * (around ? 1.5 : 1), digits = String(n).length, margin = letter * (0.7 * digits + 0.6), chess = this.hasAttribute("chess");
    const edge = Math.max(0.03, n / 250), whole = n + margin + Math.max(edge, 0.35 * letter * digits - 0.5); // room for half of the last number
    this.#svg.setAttribute("viewBox", around ? `${-around} ${-around} ${2 * n} ${2 * n}` : `${-margin} ${chess ? n + margin - whole : -margin} ${whole} ${whole}`);
    this.#svg.setAttribute("class", n > nearOrder ? "board-svg board-far" : "board-svg");
    const light = svg("rect", { class: "board-light", width: n, height: n });
    const parts = [light];
    if (n <= nearOrder) {
      let d = "";
      for (let row = 0; row < n; row++) for (let col = (row + 1) % 2; col < n; col += 2) d += `M${col} ${row}h1v1h-1z`;
      parts.push(svg("path", { class: "board-dark", d }));
    } else {
      const step = 10 ** Math.floor(Math.log10(n) - 0.3);
      let d = "";
      for (let k = 0; k <= n; k += step) d += `M${k} 0V${n}M0 ${k}H${n}`;
      parts.push(svg("path", { class: "board-grid", d, stroke: "currentColor", "stroke-opacity": 0.15, "stroke-width": n / 500, fill: "none" }));
    }
    parts.push(svg("rect", { class: "board-edge", x: -edge / 2, y: -edge / 2, width: n + edge, height: n + edge, "stroke-width": edge }));
    const labels = this.#labels(n, letter, margin, chess);
    if (!around) parts.push(...labels);
    if (around) parts.unshift(svg("rect", { class: "board-around", x: -around, y: -around, width: 2 * n, height: 2 * n }));
    for (const name of ["heat", "ghosts", "tried", "attacks", "dots", "marks", "hints", "conflicts", "queens", "overlay", "cursor", "nodes"]) parts.push((this.#layers[name] = svg("g")));
    if (around) parts.push(...labels); // over the copies
    this.#svg.replaceChildren(...parts);
    this.#pieces = [];
    this.#places = [];
  }

  /**
   * The numbers of columns above and of rows on the left; with chess files below and ranks on the left.
   * @param {number} n @param {number} letter height @param {number} margin @param {boolean} chess
   */
  #labels(n, letter, margin, chess) {
    const group = svg("g", { class: "board-coordinates", "font-size": letter, "aria-hidden": "true" });
    const write = (/** @type {number} */ x, /** @type {number} */ y, /** @type {string} */ text) => {
      const label = svg("text", { x, y, dy: ".35em" }); // WebKit moves them up by a baseline
      label.textContent = text;
      group.append(label);
    };
    const step = labelStep(letter * (0.6 * String(n).length + 0.4));
    for (let k = 0; k < n; k++) {
      if (step % 5 ? k % step : k > 0 && (k + 1) % step) continue; // 1 3 5, or 1 5 10
      write(k + 0.5, chess ? n + margin / 2 : -margin / 2, chess ? squareName({ row: 0, col: k }, n).replace(/\d/g, "") : String(k + 1));
      write(-margin / 2, chess ? n - k - 0.5 : k + 0.5, String(k + 1));
    }
    return [group];
  }

  /** @param {number} n */
  #drawQueens(n) {
    const far = n > nearOrder;
    const layer = this.#layers.queens;
    if (far && this.#queens.length > 300) { // one path for many dots
      let d = "";
      const r = n / 160;
      for (const { row, col } of this.#queens) d += `M${col + 0.5 - r} ${row + 0.5}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0`;
      if (this.#pieces.length !== 1 || this.#places[0] !== "all") {
        this.#pieces = [svg("path", { class: "board-queen" })];
        this.#places = ["all"];
        layer.replaceChildren(...this.#pieces);
      }
      this.#pieces[0].setAttribute("d", d);
      return;
    }
    if (this.#places[0] === "all") { this.#pieces = []; this.#places = []; layer.replaceChildren(); }
    while (this.#pieces.length > this.#queens.length) { this.#pieces.pop()?.remove(); this.#places.pop(); }
    this.#queens.forEach(({ row, col }, i) => {
      if (!this.#pieces[i]) {
        const piece = far ? svg("circle", { r: Math.max(0.42, n / 120) }) : svg("path", { d: crown });
        this.#pieces[i] = piece;
        layer.append(piece);
      }
      const held = this.#carried && this.#held?.row === row && this.#held.col === col;
      const x = held ? this.#carried?.x : col + 0.5, y = held ? this.#carried?.y : row + 0.5;
      const place = `${x},${y},${this.#given.has(`${row},${col}`)}`;
      if (this.#places[i] !== place) {
        this.#places[i] = place;
        this.#pieces[i].setAttribute("transform", `translate(${x} ${y})`);
        this.#pieces[i].setAttribute("class", place.endsWith("true") ? "board-queen is-given" : "board-queen");
      }
    });
  }

  /**
   * Heat is one canvas with a pixel for each square, so that its cost does not depend
   * on the number of squares that changed.
   * @param {number} n
   */
  #drawHeat(n) {
    const layer = this.#layers.heat;
    const heat = this.#heat;
    if (!heat || heat.length !== n * n) { if (layer.firstChild) layer.replaceChildren(); return; }
    if (!this.#canvas || this.#canvas.width !== n) {
      this.#canvas = document.createElement("canvas");
      this.#canvas.width = this.#canvas.height = n;
      this.#canvas.className = "board-heat";
    }
    if (layer.firstChild?.firstChild !== this.#canvas) {
      const frame = svg("foreignObject", { width: n, height: n });
      frame.append(this.#canvas);
      layer.replaceChildren(frame);
    }
    const context = /** @type {CanvasRenderingContext2D} */ (this.#canvas.getContext("2d"));
    const [red, green, blue] = (getComputedStyle(this).getPropertyValue("--heat").match(/\d+/g) ?? [0, 0, 0]).map(Number);
    const image = context.createImageData(n, n);
    let most = 1;
    for (let i = 0; i < heat.length; i++) if (heat[i] > most) most = heat[i];
    for (let i = 0, at = 0; i < heat.length; i++, at += 4) {
      if (heat[i] <= 0) continue;
      image.data[at] = red;
      image.data[at + 1] = green;
      image.data[at + 2] = blue;
      image.data[at + 3] = 24 + 206 * heat[i] / most;
    }
    context.putImageData(image, 0, 0);
  }

  /** @param {string} layer @param {string} shape @param {string} d */
  #setPath(layer, shape, d) {
    const group = this.#layers[layer];
    let path = group.querySelector("." + shape);
    if (d === "") { path?.remove(); return; }
    if (!path) { path = svg("path", { class: shape }); group.append(path); }
    if (path.getAttribute("d") !== d) path.setAttribute("d", d);
  }

  /** @param {number} n */
  #drawLines(n) {
    const cell = (/** @type {Square} */ q) => `M${q.col} ${q.row}h1v1h-1z`;
    let ghosts = "";
    if (this.#ghostly) {
      for (const q of this.#queens) for (const down of [-n, 0, n]) for (const right of [-n, 0, n]) {
        const row = q.row + down, col = q.col + right;
        if ((down || right) && row > -n / 2 - 1 && row < 1.5 * n && col > -n / 2 - 1 && col < 1.5 * n) ghosts += `M${col + 0.15} ${row + 0.5}a.35.35 0 1 0 .7 0a.35.35 0 1 0-.7 0`;
      }
    }
    this.#setPath("ghosts", "board-ghost", ghosts);
    this.#setPath("tried", "board-tried", this.#tried ? this.#lineOrCell(this.#tried, n) : "");
    this.#setPath("attacks", "board-attack", this.#attackers.map((q) => this.#linesOf(q, n)).join(""));
    this.#setPath("marks", "board-mark", this.#blocked.map((q) => `M${q.col + 0.2} ${q.row + 0.2}l.6.6m0-.6l-.6.6`).join(""));
    // Given queens have a bar below, not only another colour.
    this.#setPath("marks", "board-given", [...this.#given].map((key) => key.split(",").map(Number)).map(([row, col]) => `M${col + 0.2} ${row + 0.93}h.6`).join(""));
    this.#setPath("hints", "board-target", this.#carried && this.#target ? cell(this.#target) : "");
    this.#setPath("hints", "board-hint", this.#hints.map((q) => `M${q.col + 0.1} ${q.row + 0.1}h.8v.8h-.8z`).join(""));
    this.#setPath("dots", "board-attacked", this.#attacked.map((q) => `M${q.col + 0.41} ${q.row + 0.5}a.09.09 0 1 0 .18 0a.09.09 0 1 0-.18 0`).join(""));
    this.#setPath("dots", "board-dot", this.#dots.map((q) => `M${q.col + 0.42} ${q.row + 0.5}a.08.08 0 1 0 .16 0a.08.08 0 1 0-.16 0`).join(""));
    const scale = Math.max(1, n / 60);
    this.#layers.conflicts.setAttribute("stroke-width", String(0.09 * scale));
    const rings = new Set();
    let lines = "", circles = "";
    for (const [a, b] of this.#conflicts) {
      lines += `M${a.col + 0.5} ${a.row + 0.5}L${b.col + 0.5} ${b.row + 0.5}`;
      for (const q of [a, b]) {
        const key = `${q.row},${q.col}`;
        if (rings.has(key)) continue;
        rings.add(key);
        const r = 0.46 * scale;
        circles += `M${q.col + 0.5 - r} ${q.row + 0.5}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0`;
      }
    }
    this.#setPath("conflicts", "board-conflict", lines);
    this.#setPath("conflicts", "board-ring", circles);
    if (this.overlay && this.overlay.parentNode !== this.#layers.overlay) this.#layers.overlay.replaceChildren(this.overlay);
    if (!this.overlay && this.#layers.overlay.firstChild) this.#layers.overlay.replaceChildren();
    const focused = this.mode !== "show" && document.activeElement === this.#svg;
    this.#setPath("cursor", "board-cursor", focused && this.cursor ? cell(this.cursor) : "");
  }

  /** A square, or a whole line where row or column is less than 0. @param {Square} q @param {number} n */
  #lineOrCell(q, n) {
    if (q.row < 0) return `M${q.col} 0h1v${n}h-1z`;
    if (q.col < 0) return `M0 ${q.row}h${n}v1h${-n}z`;
    return `M${q.col} ${q.row}h1v1h-1z`;
  }

  /** The lines of attack of a queen. @param {Square} q @param {number} n */
  #linesOf(q, n) {
    const x = q.col + 0.5, y = q.row + 0.5;
    let d = `M0 ${y}H${n}M${x} 0V${n}`;
    const shifts = this.modular ? [-n, 0, n] : [0];
    for (const shift of shifts) {
      for (const slope of [1, -1]) { // row = slope * col + c
        const c = y - slope * x + shift;
        const at = (/** @type {number} */ px) => slope * px + c;
        let from = 0, to = n;
        const limits = slope > 0 ? [-c, n - c] : [c - n, c];
        from = Math.max(from, limits[0]);
        to = Math.min(to, limits[1]);
        if (from < to) d += `M${from} ${at(from)}L${to} ${at(to)}`;
      }
    }
    return d;
  }

  /** @param {number} n */
  #label(n) {
    const label = this.getAttribute("label") ?? `Board of order ${n}`;
    const interactive = this.mode !== "show";
    this.#svg.setAttribute("role", interactive ? "application" : "img");
    if (interactive) this.#svg.setAttribute("aria-roledescription", "board");
    this.#svg.setAttribute("aria-label", `${label}, ${this.#queens.length} queen${this.#queens.length === 1 ? "" : "s"}${interactive ? ". Arrow keys move, Enter chooses" : ""}`);
    if (interactive) this.#svg.setAttribute("tabindex", "0");
    else this.#svg.removeAttribute("tabindex");
    this.#labelSquares(interactive && n <= touchOrder ? n : 0);
  }

  /** A node for every square, so that one explores the board by touch with a screen reader. @param {number} n 0: none */
  #labelSquares(n) {
    const layer = this.#layers.nodes;
    if (layer.childElementCount !== n * n) {
      layer.replaceChildren(...Array.from({ length: n * n }, (_, i) => svg("rect", { x: i % n, y: Math.floor(i / n), width: 1, height: 1, fill: "none", "pointer-events": "none", role: "button", tabindex: -1 })));
    }
    [...layer.children].forEach((node, i) => {
      const text = this.describe({ row: Math.floor(i / n), col: i % n });
      if (node.getAttribute("aria-label") !== text) node.setAttribute("aria-label", text);
    });
  }

  /** The name of a square in the numbering that the board shows. @param {Square} square */
  nameOf(square) { return this.hasAttribute("chess") ? squareName(square, this.#order) : placeName(square); }

  /** Returns in words what is on a square. @param {Square} square */
  describe(square) {
    const n = this.#order;
    const same = (/** @type {Square} */ q) => q.row === square.row && q.col === square.col;
    const words = [this.nameOf(square)];
    if (this.#queens.some(same)) words.push(this.#given.has(`${square.row},${square.col}`) ? "given queen" : "queen");
    if (this.#blocked.some(same)) words.push("blocked");
    const k = this.#queens.filter((q) => attacks(q, square, n, this.modular)).length;
    words.push(k === 0 ? "not attacked" : k === 1 ? "attacked once" : k === 2 ? "attacked twice" : `attacked ${k} times`);
    if (this.#hints.some(same)) words.push("hint");
    return words.join(", ");
  }

  /** The place of a pointer, in squares. @param {MouseEvent} event */
  #pointAt({ clientX, clientY }) {
    const matrix = /** @type {SVGSVGElement} */ (/** @type {unknown} */ (this.#svg)).getScreenCTM();
    return matrix ? new DOMPoint(clientX, clientY).matrixTransform(matrix.inverse()) : null;
  }

  /** @param {MouseEvent} event @returns {Square | null} */
  #squareAt(event) {
    const node = /** @type {Element} */ (event.target);
    if (node.parentNode === this.#layers.nodes) return { row: Number(node.getAttribute("y")), col: Number(node.getAttribute("x")) };
    const point = this.#pointAt(event);
    if (!point) return null;
    const square = { row: Math.floor(point.y), col: Math.floor(point.x) };
    const on = (/** @type {number} */ k) => k >= 0 && k < this.#order;
    return on(square.row) && on(square.col) ? square : null;
  }

  /** The square of the queen that a pointer holds. @type {Square | null} */ #held = null;
  /** Where she is while she is dragged, in squares. @type {{x: number, y: number} | null} */ #carried = null;
  /** The square below her. @type {Square | null} */ #target = null;
  /** Whether the click that may follow ends a drag. */ #dragged = false;

  /** A pointer of any kind takes a queen. @param {PointerEvent} event */
  #grasped(event) {
    this.#dragged = false;
    const square = this.mode === "edit" && event.isPrimary !== false ? this.#squareAt(event) : null;
    this.#held = square && this.#queens.some((q) => q.row === square.row && q.col === square.col) ? square : null;
    if (this.#held && event.pointerId) try { this.#svg.setPointerCapture(event.pointerId); } catch { /* a pointer that scripts made up */ }
  }

  /** She follows it. @param {PointerEvent} event */
  #moved(event) {
    const point = this.#held && this.#pointAt(event), target = this.#squareAt(event);
    if (!this.#held || !point) return;
    if (!this.#carried && target && target.row === this.#held.row && target.col === this.#held.col) return;
    this.#carried = { x: point.x, y: point.y };
    this.#target = target;
    this.invalidate();
  }

  /** It puts her down: "drag-queen" (detail: from, to). @param {PointerEvent} event */
  #released(event) {
    const from = this.#held, to = this.#squareAt(event), carried = this.#carried !== null;
    this.#letGo();
    this.#dragged = from !== null && (carried || to !== null && (from.row !== to.row || from.col !== to.col));
    if (!this.#dragged || !to || !from || (from.row === to.row && from.col === to.col)) return;
    this.dispatchEvent(new CustomEvent("drag-queen", { bubbles: true, detail: { from, to } }));
  }

  #letGo() {
    this.#held = this.#carried = this.#target = null;
    this.invalidate();
  }

  /** @param {MouseEvent} event */
  #clicked(event) {
    if (this.mode === "show") return;
    if (this.#dragged) { this.#dragged = false; return; } // the click that ends a drag
    const square = this.#squareAt(event);
    if (square) { this.cursor = square; this.#choose(square, "click"); }
  }

  /** @param {KeyboardEvent} event */
  #pressed(event) {
    if (this.mode === "show" || event.ctrlKey || event.altKey || event.metaKey) return;
    const n = this.#order, at = this.cursor ?? { row: n - 1, col: 0 };
    const moves = /** @type {Record<string, [number, number]>} */ ({ ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1], Home: [0, -n], End: [0, n], PageUp: [-n, 0], PageDown: [n, 0] });
    const move = moves[event.key];
    if (move && !event.shiftKey) {
      const clamp = (/** @type {number} */ k) => Math.max(0, Math.min(n - 1, k));
      this.cursor = { row: clamp(at.row + move[0]), col: clamp(at.col + move[1]) };
      this.#speak(this.describe(this.cursor));
    } else if (event.key === "Enter" || event.key === " " || event.key === "x" || event.key === "Delete") {
      this.cursor = at;
      this.#choose(at, event.key);
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
    this.invalidate();
  }

  /** @param {Square} square @param {string} key */
  #choose(square, key) {
    this.dispatchEvent(new CustomEvent("square", { bubbles: true, detail: { ...square, key } }));
    if (key !== "click" || this.mode === "edit") requestAnimationFrame(() => this.#speak(this.describe(square)));
    this.invalidate();
  }

  /** @param {string} text */
  #speak(text) {
    const said = document.getElementById("said");
    if (said) said.textContent = text;
  }
}

customElements.define("queens-board", QueensBoard);
