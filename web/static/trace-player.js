// @ts-check
// <trace-player>: an algorithm step by step, forwards and backwards. Chunks of
// 4096 steps come from /api/v1/trace, each with the board before its first step; a
// moment is made from the board of its chunk and the steps before it, so stepping
// back costs what stepping forward does.
//
//	const player = document.querySelector("trace-player");
//	await player.load({ algorithm: "wirth", n: 8, seed: 1, step: 0 }, algorithm);
//
// "moment" events tell where it stands (detail: step).
import { call, element, grouped, onKey, say } from "/static/app.js";
import "/static/queens-board.js";

/** @typedef {import("/static/queens-board.js").QueensBoard} QueensBoard */

const chunkSteps = 4096;
const kinds = ["try", "place", "remove", "conflict", "prune", "solution", "draw", "swap", "clear"];
const [TRY, PLACE, REMOVE, CONFLICT, PRUNE, SOLUTION, DRAW, SWAP, CLEAR] = kinds.keys();
/** The counters, in the order of the chunks, and the kind that counts each. */
const counters = /** @type {const} */ ([["solutions", SOLUTION], ["tests", TRY], ["placements", PLACE], ["backtracks", REMOVE], ["tries", CLEAR], ["swaps", SWAP], ["draws", DRAW]]);
/** Chunks that are looked through in one go for a solution. */
const mostLooked = 400;

/**
 * @typedef {{first: number, count: number, last: boolean, rows: Int32Array, stats: number[], tried: [number, number], kind: Uint8Array, line: Uint8Array, col: Int32Array, row: Int32Array, solutions: number[]}} Chunk
 */

/**
 * Reads a chunk: docs/formats/trace.md.
 * @param {ArrayBuffer} buffer
 * @returns {Chunk}
 */
export function decode(buffer) {
  const view = new DataView(buffer);
  const flags = view.getUint8(4), size = view.getUint8(5), n = view.getUint32(6), count = view.getUint32(10);
  let at = 14;
  const word = () => { const x = Number(view.getBigUint64(at)); at += 8; return x; };
  const first = word();
  const stats = counters.map(word);
  const whole = size === 1 ? 255 : 65535;
  const line = () => {
    const x = size === 1 ? view.getUint8(at) : view.getUint16(at);
    at += size;
    return x === whole ? -1 : x;
  };
  /** @type {[number, number]} */
  const tried = [line(), line()];
  const rows = Int32Array.from({ length: n }, line);
  const chunk = {
    first, count, last: (flags & 1) !== 0, rows, stats, tried, kind: new Uint8Array(count), line: new Uint8Array(count),
    col: new Int32Array(count), row: new Int32Array(count), solutions: /** @type {number[]} */ ([]),
  };
  for (let i = 0; i < count; i++) {
    const head = view.getUint8(at++);
    chunk.kind[i] = head >> 4;
    chunk.line[i] = head & 15;
    chunk.col[i] = line();
    chunk.row[i] = line();
    if (chunk.kind[i] === SOLUTION) chunk.solutions.push(first + i);
  }
  return chunk;
}

class TracePlayer extends HTMLElement {
  /** @type {{algorithm: string, n: number, seed: number}} */ #asked = { algorithm: "", n: 0, seed: 1 };
  /** @type {Map<number, Promise<Chunk | null>>} */ #chunks = new Map();
  /** Chunks that are there. @type {Map<number, Chunk>} */ #ready = new Map();
  /** @type {number[]} */ #ticks = [];
  #known = 0; // steps that are known to be there
  #complete = false;
  /** The chunk of the present moment. @type {Chunk | null} */ #chunk = null;
  #step = 0;
  #rows = new Int32Array(0);
  #stats = counters.map(() => 0);
  /** @type {[number, number]} */ #tried = [-1, -1];
  #playing = false;
  #clock = 0;
  #owed = 0; // parts of steps
  /** @type {any} */ #algorithm = null;
  /** @type {Map<number, any>} */ #sentences = new Map();
  #moving = Promise.resolve();
  #generation = 0;
  /** Milliseconds of script of the last frames, for tests. */ frameCosts = /** @type {number[]} */ ([]);

  /** @type {QueensBoard} */ #board = /** @type {QueensBoard} */ (element("queens-board", { label: "The board of the algorithm" }));
  #sentence = element("p", { class: "player-sentence", "aria-live": "off" });
  #code = element("ol", { class: "player-code", "aria-label": "Pseudocode" });
  #facts = element("dl", { class: "facts player-facts" });
  #slider = /** @type {HTMLInputElement} */ (element("input", { type: "range", min: 0, max: 1, value: 0, "aria-label": "Step" }));
  #tickRow = element("div", { class: "player-ticks", "aria-hidden": "true" });
  #where = element("span", { class: "player-where" });
  #speed = /** @type {HTMLInputElement} */ (element("input", { type: "range", min: 0, max: 5, step: 0.1, value: 0.6, "aria-label": "Speed, steps in a second" }));
  #speedText = element("span", { class: "player-speed-text" });
  #depth = /** @type {HTMLInputElement} */ (element("input", { type: "number", min: 1, max: 1000, value: 4, "aria-label": "Queens on the board at least" }));
  #attackBox = /** @type {HTMLInputElement} */ (element("input", { type: "checkbox" }));
  #freeBox = /** @type {HTMLInputElement} */ (element("input", { type: "checkbox" }));
  #buttons = /** @type {Record<string, HTMLButtonElement>} */ ({});

  connectedCallback() {
    if (this.firstChild) return;
    const button = (/** @type {string} */ name, /** @type {string} */ text, /** @type {string} */ label, /** @type {() => void} */ action) =>
      (this.#buttons[name] = /** @type {HTMLButtonElement} */ (element("button", { type: "button", "aria-label": label, title: label, onclick: action }, text)));
    const play = button("play", "Play", "Play", () => this.toggle());
    play.classList.add("primary");
    this.append(element("div", { class: "columns board-first" },
      element("div", { class: "player-left" }, this.#board,
        element("div", { class: "controls player-controls" },
          button("start", "|◀", "To the beginning", () => this.go(0)), button("back", "◀", "One step back", () => this.go(this.#step - 1)), play,
          button("next", "▶", "One step forwards", () => this.go(this.#step + 1)), button("before", "◀◀", "To the solution before", () => this.nextSolution(-1)),
          button("solution", "▶▶ Next solution", "To the next solution", () => this.nextSolution(1))),
        element("div", { class: "player-scrub" }, this.#slider, this.#tickRow),
        element("p", { class: "player-line" }, this.#where)),
      element("div", { class: "stack" },
        this.#sentence, this.#code, this.#facts,
        element("div", { class: "controls" },
          element("label", { class: "field player-speed" }, "Speed", this.#speed, this.#speedText),
          element("label", {}, this.#attackBox, "lines of attack"), element("label", {}, this.#freeBox, "free squares of the column")),
        element("div", { class: "controls" }, button("deep", "Next backtrack", "To the next backtrack with so many queens", () => this.nextBacktrack()),
          element("label", {}, "with at least", this.#depth, "queens")))));
    this.#slider.addEventListener("input", () => this.go(Number(this.#slider.value)));
    this.#speed.addEventListener("input", () => this.#showSpeed());
    for (const box of [this.#attackBox, this.#freeBox]) box.addEventListener("change", () => this.#show());
    this.#showSpeed();
    onKey(" ", "play and pause", () => this.toggle());
    onKey("ArrowRight", "one step forwards", () => this.go(this.#step + 1));
    onKey("ArrowLeft", "one step back", () => this.go(this.#step - 1));
    onKey("Shift+ArrowRight", "to the next solution", () => this.nextSolution(1));
    onKey("Shift+ArrowLeft", "to the solution before", () => this.nextSolution(-1));
    onKey("Home", "to the beginning", () => this.go(0));
    onKey("[", "slower", () => this.#faster(-0.5));
    onKey("]", "faster", () => this.#faster(0.5));
    onKey("b", "to the next deep backtrack", () => this.nextBacktrack());
  }

  disconnectedCallback() { this.#playing = false; }

  /** The number of the step that comes next. */
  get step() { return this.#step; }
  get solutions() { return this.#stats[0]; }
  get complete() { return this.#complete; }
  get steps() { return this.#known; }
  get playing() { return this.#playing; }

  /** Steps in a second. */
  get pace() { return 10 ** Number(this.#speed.value); }
  set pace(steps) { this.#speed.value = String(Math.log10(steps)); this.#showSpeed(); }

  #showSpeed() {
    const pace = this.pace;
    this.#speedText.textContent = `${grouped(pace < 10 ? pace.toFixed(1) : Math.round(pace))} steps/s`;
    this.#speed.setAttribute("aria-valuetext", this.#speedText.textContent ?? "");
  }

  /** @param {number} by */
  #faster(by) {
    this.#speed.value = String(Number(this.#speed.value) + by);
    this.#showSpeed();
    say(this.#speedText.textContent ?? "");
  }

  /**
   * Begins anew with another run.
   * @param {{algorithm: string, n: number, seed: number, step?: number}} asked
   * @param {any} algorithm as /api/v1/algorithms describes it
   */
  async load(asked, algorithm) {
    this.pause();
    const generation = ++this.#generation;
    this.#asked = { algorithm: asked.algorithm, n: asked.n, seed: asked.seed };
    this.#algorithm = algorithm;
    this.#chunks.clear();
    this.#ready.clear();
    this.#sentences.clear();
    this.#ticks = [];
    this.#known = 0;
    this.#complete = false;
    this.#chunk = null;
    this.#code.replaceChildren(...(algorithm.pseudocode ?? []).map((/** @type {string} */ line) => element("li", {}, line.replace(/^( +)/, (blanks) => "\u00a0".repeat(blanks.length)))));
    await this.#moveTo(asked.step ?? 0);
    // A short run is read to its end, so that the scrubber has its length and all ticks.
    for (let no = 0; no < 64 && generation === this.#generation && !this.#complete; no++) await this.#get(no);
    if (generation === this.#generation) this.#show();
  }

  /** Returns a chunk, or null behind the end. @param {number} no @returns {Promise<Chunk | null>} */
  #get(no) {
    let promise = this.#chunks.get(no);
    if (!promise) {
      const { algorithm, n, seed } = this.#asked, generation = this.#generation;
      promise = fetch(`/api/v1/trace?algorithm=${encodeURIComponent(algorithm)}&n=${n}&seed=${seed}&chunk=${no}`).then(async (response) => {
        if (response.status === 404) return null;
        if (!response.ok) throw new Error((await response.json().catch(() => ({}))).detail ?? response.statusText);
        const chunk = decode(await response.arrayBuffer());
        if (generation !== this.#generation) return chunk;
        this.#ready.set(no, chunk);
        this.#known = Math.max(this.#known, chunk.first + chunk.count);
        if (chunk.last) this.#complete = true;
        this.#ticks.push(...chunk.solutions);
        if (this.#ready.size > 200) this.#ready.delete([...this.#ready.keys()].find((k) => k !== no) ?? -1);
        return chunk;
      });
      promise.catch(() => this.#chunks.delete(no));
      this.#chunks.set(no, promise);
      if (this.#chunks.size > 200) this.#chunks.delete([...this.#chunks.keys()][0]);
    }
    return promise;
  }

  /** Goes to a step; one after the other. @param {number} step */
  go(step) {
    this.pause();
    this.#moving = this.#moving.then(() => this.#moveTo(step)).catch((error) => this.#fail(error));
    return this.#moving;
  }

  /** @param {unknown} error */
  #fail(error) {
    this.pause();
    this.#sentence.textContent = /** @type {Error} */ (error).message;
  }

  /** @param {number} step */
  async #moveTo(step) {
    step = Math.max(0, step);
    if (this.#complete) step = Math.min(step, this.#known);
    let chunk = await this.#get(Math.floor(step / chunkSteps));
    if (!chunk) { // behind the end, or at it where the last chunk is full
      const before = await this.#get(Math.max(0, Math.floor((step - 1) / chunkSteps)));
      if (!before) { if (this.#known > 0 && step !== this.#known) await this.#moveTo(this.#known); return; }
      chunk = before;
    }
    step = Math.min(step, chunk.first + chunk.count);
    this.#enter(chunk);
    this.#advance(step - chunk.first);
    this.#show();
  }

  /** Stands before the first step of a chunk. @param {Chunk} chunk */
  #enter(chunk) {
    this.#chunk = chunk;
    this.#rows = Int32Array.from(chunk.rows);
    this.#stats = [...chunk.stats];
    this.#tried = [...chunk.tried];
    this.#step = chunk.first;
  }

  /** Does steps of the present chunk. @param {number} count */
  #advance(count) {
    const chunk = /** @type {Chunk} */ (this.#chunk);
    const rows = this.#rows;
    let i = this.#step - chunk.first;
    const end = Math.min(i + count, chunk.count);
    for (; i < end; i++) {
      const kind = chunk.kind[i], col = chunk.col[i], row = chunk.row[i];
      if (kind === PLACE) rows[col] = row;
      else if (kind === REMOVE) rows[col] = -1;
      else if (kind === SWAP) { const other = rows[col]; rows[col] = rows[row]; rows[row] = other; }
      else if (kind === CLEAR) rows.fill(-1);
      else if (kind === TRY) this.#tried = [col, row];
      for (let c = 0; c < counters.length; c++) if (counters[c][1] === kind) this.#stats[c]++;
    }
    this.#step = chunk.first + end;
  }

  toggle() { if (this.#playing) this.pause(); else this.play(); }

  pause() {
    if (!this.#playing) return;
    this.#playing = false;
    this.#buttons.play.textContent = "Play";
    this.#buttons.play.setAttribute("aria-label", "Play");
    this.#show();
  }

  play() {
    if (this.#complete && this.#step >= this.#known) return;
    this.#playing = true;
    this.#buttons.play.textContent = "Pause";
    this.#buttons.play.setAttribute("aria-label", "Pause");
    this.#clock = performance.now();
    this.#owed = 1;
    const frame = async (/** @type {number} */ now) => {
      if (!this.#playing) return;
      const began = performance.now();
      this.#owed += Math.min(now - this.#clock, 250) / 1000 * this.pace;
      this.#clock = now;
      let due = Math.floor(this.#owed);
      this.#owed -= due;
      while (due > 0 && this.#playing) {
        const chunk = this.#chunk;
        if (!chunk) break;
        const left = chunk.first + chunk.count - this.#step;
        if (left > 0) { const k = Math.min(due, left); this.#advance(k); due -= k; continue; }
        if (chunk.last) { this.#show(); this.pause(); say(`The run is over: ${this.#stats[0]} solutions.`); return; }
        const no = Math.floor(this.#step / chunkSteps);
        const ready = this.#ready.get(no);
        if (ready) { this.#enter(ready); continue; }
        try {
          const next = await this.#get(no);
          if (!next) { this.pause(); return; }
          this.#enter(next);
        } catch (error) { this.#fail(error); return; }
        this.#clock = performance.now();
        break; // the time of waiting is not made up
      }
      if (!this.#playing) return;
      this.#show();
      this.frameCosts.push(performance.now() - began);
      if (this.frameCosts.length > 600) this.frameCosts.shift();
      if (!this.#chunk?.last) this.#get(Math.floor(this.#step / chunkSteps) + 1).catch(() => {});
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  }

  /** Goes to where the next solution, or the one before, is handed out. @param {1 | -1} direction */
  async nextSolution(direction) {
    this.pause();
    const here = this.#step;
    try {
      for (let no = Math.floor((direction > 0 ? here + 1 : Math.max(0, here - 1)) / chunkSteps), looked = 0; no >= 0 && looked < mostLooked; no += direction, looked++) {
        const chunk = await this.#get(no);
        if (!chunk) break;
        const at = direction > 0 ? chunk.solutions.find((s) => s > here) : chunk.solutions.findLast((s) => s < here);
        if (at !== undefined) {
          await this.#moveTo(at);
          say(`Solution ${this.#stats[0] + 1}: ${Array.from(this.#rows, (r) => r + 1).join(" ")}`);
          return;
        }
        if (direction > 0 && chunk.last) break;
      }
      say(direction > 0 ? "No further solution found." : "There is no solution before.");
    } catch (error) { this.#fail(error); }
  }

  /** Goes to the next backtrack that takes a queen off a board with many. */
  async nextBacktrack() {
    this.pause();
    const least = Number(this.#depth.value) || 1;
    try {
      for (let no = Math.floor(this.#step / chunkSteps), looked = 0; looked < mostLooked; no++, looked++) {
        const chunk = await this.#get(no);
        if (!chunk) break;
        const rows = Int32Array.from(chunk.rows);
        let queens = rows.filter((r) => r >= 0).length;
        for (let i = 0; i < chunk.count; i++) {
          const kind = chunk.kind[i], col = chunk.col[i];
          if (kind === REMOVE && queens >= least && chunk.first + i > this.#step) { await this.#moveTo(chunk.first + i); return; }
          if (kind === PLACE) { if (rows[col] < 0) queens++; rows[col] = chunk.row[i]; }
          else if (kind === REMOVE) { if (rows[col] >= 0) queens--; rows[col] = -1; }
          else if (kind === CLEAR) { queens = 0; rows.fill(-1); }
        }
        if (chunk.last) break;
      }
      say(`No further backtrack with ${least} queens found.`);
    } catch (error) { this.#fail(error); }
  }

  /** Shows the present moment. */
  #show() {
    const chunk = this.#chunk;
    if (!chunk) return;
    const i = this.#step - chunk.first, next = i < chunk.count;
    const kind = next ? chunk.kind[i] : -1;
    const n = this.#rows.length;
    this.#board.rows = this.#rows;
    const square = { col: next ? chunk.col[i] : -1, row: next ? chunk.row[i] : -1 };
    const tried = { col: this.#tried[0], row: this.#tried[1] };
    this.#board.tried = kind === TRY || kind === PLACE || kind === DRAW || kind === PRUNE ? square : kind === CONFLICT ? tried : null;
    this.#board.attackers = kind === CONFLICT ? [square] : this.#attackBox.checked ? this.#queens() : [];
    this.#board.conflicts = kind === CONFLICT ? [[square, tried]] : [];
    this.#board.hints = kind === SOLUTION ? this.#queens() : kind === REMOVE ? [square] : kind === SWAP ? [{ col: square.col, row: this.#rows[square.col] }, { col: square.row, row: this.#rows[square.row] }] : [];
    this.#board.dots = this.#freeBox.checked ? this.#free(n) : [];
    // The scrubber.
    const length = Math.max(this.#known, this.#step, 1);
    if (Number(this.#slider.max) !== length) { this.#slider.max = String(length); this.#showTicks(length); }
    if (document.activeElement !== this.#slider || Number(this.#slider.value) !== this.#step) this.#slider.value = String(this.#step);
    this.#slider.setAttribute("aria-valuetext", `step ${this.#step}`);
    this.#where.textContent = `Step ${grouped(this.#step)} of ${grouped(length)}${this.#complete ? "" : " and more"}`;
    // The line of the pseudocode.
    const line = next ? chunk.line[i] : -1;
    [...this.#code.children].forEach((li, k) => {
      if ((k === line) !== li.classList.contains("is-now")) {
        li.classList.toggle("is-now", k === line);
        if (k === line) li.setAttribute("aria-current", "step"); else li.removeAttribute("aria-current");
      }
    });
    this.#showFacts(n);
    if (!this.#playing || this.pace <= 4) this.#showSentence(next);
    else this.#sentence.textContent = "…";
    const end = !next && chunk.last;
    this.#buttons.back.disabled = this.#buttons.start.disabled = this.#step === 0;
    this.#buttons.next.disabled = end;
    this.dispatchEvent(new CustomEvent("moment", { detail: { step: this.#step, playing: this.#playing } }));
  }

  /** @returns {{row: number, col: number}[]} */
  #queens() {
    const list = [];
    for (let col = 0; col < this.#rows.length; col++) if (this.#rows[col] >= 0) list.push({ row: this.#rows[col], col });
    return list;
  }

  /** The free squares of the first empty column. @param {number} n */
  #free(n) {
    const col = this.#rows.indexOf(-1);
    if (col < 0 || n > 200) return [];
    const queens = this.#queens();
    const free = [];
    for (let row = 0; row < n; row++) if (!queens.some((q) => q.row === row || Math.abs(q.row - row) === Math.abs(q.col - col))) free.push({ row, col });
    return free;
  }

  /** @param {number} n */
  #showFacts(n) {
    const placed = this.#rows.reduce((sum, r) => sum + (r >= 0 ? 1 : 0), 0);
    const facts = /** @type {[string, string][]} */ ([["queens", `${placed} of ${n}`]]);
    if (n <= 40) facts.push(["rows", Array.from(this.#rows, (r) => (r < 0 ? "·" : String(r + 1))).join(" ")]);
    counters.forEach(([name], c) => { if (this.#stats[c] > 0 || c === 0) facts.push([name, grouped(this.#stats[c])]); });
    if (this.#facts.childElementCount !== 2 * facts.length) {
      this.#facts.replaceChildren(...facts.flatMap(([name]) => [element("dt", {}, name), element("dd", {})]));
    }
    facts.forEach(([name, value], k) => {
      const dt = this.#facts.children[2 * k], dd = this.#facts.children[2 * k + 1];
      if (dt.textContent !== name) dt.textContent = name;
      if (dd.textContent !== value) dd.textContent = value;
    });
  }

  /** @param {number} length */
  #showTicks(length) {
    const most = 200;
    const stride = Math.max(1, Math.ceil(this.#ticks.length / most));
    const shown = this.#ticks.filter((_, k) => k % stride === 0);
    this.#tickRow.replaceChildren(...shown.map((step) => {
      const tick = element("i");
      tick.style.left = `${(100 * step) / length}%`;
      return tick;
    }));
  }

  /** Says what comes next, in the words of the server. @param {boolean} next */
  async #showSentence(next) {
    if (!next) {
      this.#sentence.textContent = this.#complete ? "The run is over." : "";
      return;
    }
    const step = this.#step;
    const known = this.#sentences.get(step);
    if (known) {
      this.#sentence.textContent = `Step ${grouped(step + 1)}: ${known.sentence}${/[.?!]$/.test(known.sentence) ? "" : "."}`;
      return;
    }
    const { algorithm, n, seed } = this.#asked, generation = this.#generation;
    try {
      const answer = await call(`/trace/steps?algorithm=${encodeURIComponent(algorithm)}&n=${n}&seed=${seed}&from=${Math.max(0, step - 10)}&limit=60`);
      if (generation !== this.#generation) return;
      if (this.#sentences.size > 5000) this.#sentences.clear();
      for (const s of answer.steps) this.#sentences.set(s.no, s);
      if (this.#step === step && this.#sentences.has(step)) this.#showSentence(true);
    } catch (error) { this.#sentence.textContent = /** @type {Error} */ (error).message; }
  }
}

customElements.define("trace-player", TracePlayer);
export { TracePlayer };
