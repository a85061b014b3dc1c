// @ts-check
// <trace-player>: an algorithm step by step, forwards and backwards. Chunks of
// 4096 steps come from /api/v1/trace, each with the board before its first step; a
// moment is made from the board of its chunk and the steps up to it, so stepping
// back costs what stepping forward does. Step k is the moment after k events: the board
// shows what the last of them did, the sentence says it, the counts have it.
//
//	const player = document.querySelector("trace-player");
//	await player.load({ algorithm: "wirth", n: 8, seed: 1, step: 0 }, algorithm);
//
// With the attribute brief it has a board, buttons and the scrubber alone, passes over tests
// that change nothing, rests at each solution, and leaves the keys to the page.
//
// Layers over the board, and a heat of its squares, are chosen by the visitor or by the
// properties layers and heat; "layers" events tell of a choice. "moment" events tell
// where it stands (detail: step).
import { call, element, grouped, onKey, say } from "/static/app.js";
import { conflicts, placeName } from "/static/queens-board.js";

/** @typedef {import("/static/queens-board.js").QueensBoard} QueensBoard */

const chunkSteps = 4096;
const kinds = ["try", "place", "remove", "conflict", "prune", "solution", "draw", "swap", "clear"];
const [TRY, PLACE, REMOVE, CONFLICT, PRUNE, SOLUTION, DRAW, SWAP, CLEAR] = kinds.keys();
/** The counters, and the kind that counts each. The first four are always shown. */
const counters = /** @type {const} */ ([["solutions", SOLUTION], ["tests", TRY], ["placements", PLACE], ["backtracks", REMOVE], ["tries", CLEAR], ["swaps", SWAP], ["draws", DRAW]]);
const alwaysShown = 4;
/** Milliseconds for which a brief player rests at a solution. */
const solutionRest = 1500;
/** Chunks that are looked through in one go for a solution. */
const mostLooked = 400;

/**
 * @typedef {{first: number, count: number, last: boolean, rows: Int32Array, stats: number[], tried: [number, number], kind: Uint8Array, line: number[], col: number[], row: number[], solutions: number[]}} Chunk
 */

/** What can be drawn over the board: name, text. */
const layerTable = /** @type {const} */ ([["attacks", "lines of attack"], ["conflicts", "conflicts"], ["free", "free squares of the column"]]);
/** What can darken the squares: name, text. Visits and tests are counted from the first step on. */
const heatTable = /** @type {const} */ ([["none", "none"], ["attacks", "attacks on the square now"], ["visits", "queens placed there so far"], ["tests", "tests of the square so far"]]);
/** The largest orders with heat of each kind: the attacks are counted anew for each moment. */
const mostHeat = /** @type {Record<string, number>} */ ({ attacks: 1000, visits: 1000, tests: 1000 });

/**
 * Reads a chunk, queens.chunk/1.
 * @param {any} answer
 * @returns {Chunk}
 */
function decode(answer) {
  const first = answer.before, kind = Uint8Array.from(answer.kinds, (name) => kinds.indexOf(name));
  return {
    first, count: kind.length, last: answer.last, rows: Int32Array.from(answer.board), tried: answer.tried, kind,
    stats: counters.map(([name]) => Number(answer.stats[name])), line: answer.lines, col: answer.cols, row: answer.rows,
    solutions: [...kind.keys()].filter((i) => kind[i] === SOLUTION).map((i) => first + i),
  };
}

/** The most queens on the board in a chunk. @param {Chunk} chunk */
function mostQueens({ rows: before, kind, col, row, count }) {
  const rows = Int32Array.from(before);
  let placed = rows.filter((r) => r >= 0).length, most = placed;
  for (let i = 0; i < count; i++) {
    if (kind[i] === PLACE) { if (rows[col[i]] < 0) placed++; rows[col[i]] = row[i]; }
    else if (kind[i] === REMOVE) { if (rows[col[i]] >= 0) placed--; rows[col[i]] = -1; }
    else if (kind[i] === CLEAR) { placed = 0; rows.fill(-1); }
    most = Math.max(most, placed);
  }
  return most;
}

class TracePlayer extends HTMLElement {
  /** @type {{algorithm: string, n: number, seed: number}} */ #asked = { algorithm: "", n: 0, seed: 1 };
  /** @type {Map<number, Promise<Chunk | null>>} */ #chunks = new Map();
  /** Chunks that are there. @type {Map<number, Chunk>} */ #ready = new Map();
  /** @type {number[]} */ #ticks = [];
  #ticksShown = 0;
  /** Chunks whose solutions are among the ticks. @type {Set<number>} */ #ticked = new Set();
  #known = 0; // steps that are known to be there
  #complete = false;
  /** The chunk of the present moment. @type {Chunk | null} */ #chunk = null;
  #step = 0;
  #rows = new Int32Array(0);
  #stats = counters.map(() => 0);
  /** Whether each counter is shown: once one of the chunks counts with it. */ #used = counters.map((_, c) => c < alwaysShown);
  /** @type {[number, number]} */ #tried = [-1, -1];
  #playing = false;
  #clock = 0;
  #owed = 0; // parts of steps
  #restUntil = 0; // a time
  #noneBefore = 0; // a time: after a failure no chunk is asked for ahead until then
  /** @type {any} */ #algorithm = null;
  /** @type {Map<number, any>} */ #sentences = new Map();
  #moving = Promise.resolve();
  #generation = 0;

  /** @type {QueensBoard} */ #board = /** @type {QueensBoard} */ (element("queens-board", { label: "The board of the algorithm" }));
  #sentence = element("p", { class: "player-sentence", "aria-live": "off" });
  #code = element("ol", { class: "player-code", "aria-label": "Pseudocode" });
  #facts = element("dl", { class: "facts player-facts" });
  #slider = /** @type {HTMLInputElement} */ (element("input", { type: "range", min: 0, max: 1, value: 0, "aria-label": "Step" }));
  #tickRow = element("div", { class: "player-ticks", "aria-hidden": "true" });
  #where = element("span", { class: "player-where" });
  #speed = /** @type {HTMLInputElement} */ (element("input", { type: "range", min: 0, max: 5, step: 0.1, value: 0.6, "aria-label": "Speed, steps per second" }));
  #speedText = element("span", { class: "player-speed-text" });
  #depth = /** @type {HTMLInputElement} */ (element("input", { type: "number", min: 1, max: 1000, value: 4, "aria-label": "Least number of queens" }));
  #boxes = /** @type {Record<string, HTMLInputElement>} */ (Object.fromEntries(layerTable.map(([name]) => [name, element("input", { type: "checkbox", name: `layer-${name}` })])));
  #heatChoice = /** @type {HTMLSelectElement} */ (element("select", { name: "heat" }, ...heatTable.map(([name, text]) => element("option", { value: name }, text))));
  #heatText = element("p", { class: "player-heat-text" });
  /** Counts of the squares before the first step of a chunk. @type {{kind: string, no: number, counts: Uint32Array} | null} */ #heatBase = null;
  #heatBusy = false;
  /** The most queens in each chunk that was read. @type {Map<number, number>} */ #depths = new Map();
  #deepestBefore = 0; // in the chunks before the present one that were read
  #allBefore = true; // they are all
  #deepest = 0; // in the present chunk up to the present step
  #depthText = element("span", {});
  #depthBar = element("span", { class: "player-depth-bar", role: "meter", "aria-label": "Queens on the board", "aria-valuemin": 0 }, element("i"), element("b"));
  #state = element("ol", { class: "player-state", "aria-label": "Row of the queen of each column" });
  #buttons = /** @type {Record<string, HTMLButtonElement>} */ ({});

  connectedCallback() {
    if (this.#board.parentNode) return;
    const brief = this.#brief;
    const button = (/** @type {string} */ name, /** @type {string} */ text, /** @type {string} */ label, /** @type {() => void} */ action) =>
      (this.#buttons[name] = /** @type {HTMLButtonElement} */ (element("button", { type: "button", "aria-label": label, title: label, onclick: action }, text)));
    const play = button("play", "Play", "Play", () => this.toggle());
    play.classList.add("primary");
    const left = element("div", { class: "player-left" }, this.#board,
        element("div", { class: "controls player-controls" },
          button("start", "|◀", "To the beginning", () => this.go(0)), button("back", "◀", "One step back", () => this.go(this.#step - 1)), play,
          button("next", "▶", "One step forward", () => this.go(this.#step + 1)), brief ? "" : button("before", "◀◀", "To the previous solution", () => this.nextSolution(-1)),
          button("solution", "▶▶", "To the next solution", () => this.nextSolution(1)),
          brief ? "" : element("label", { class: "field player-speed" }, "Speed", this.#speed, this.#speedText)),
        element("div", { class: "player-scrub" }, this.#slider, this.#tickRow),
        element("p", { class: "player-line" }, this.#where));
    this.#buttons.solution.append(element("span", { class: "more" }, " Next solution"));
    if (brief) {
      this.replaceChildren(left);
      this.#enable(false);
      this.#slider.addEventListener("input", () => this.go(Number(this.#slider.value)));
      return;
    }
    this.replaceChildren(element("div", { class: "columns board-first" }, left,
      element("div", { class: "stack" },
        this.#sentence, this.#code,
        element("div", {}, element("p", { class: "player-depth" }, this.#depthBar, this.#depthText), this.#state), this.#facts,
        element("div", { class: "controls" },
          button("deep", "Next backtrack", "To the next backtrack with that many queens", () => this.nextBacktrack()),
          element("label", {}, "with at least", this.#depth, "queens")),
        element("fieldset", { class: "player-layers" }, element("legend", {}, "Layers"),
          ...layerTable.map(([name, text]) => element("label", {}, this.#boxes[name], text)),
          element("label", {}, "heat", this.#heatChoice), this.#heatText))));
    this.#enable(false);
    this.#slider.addEventListener("input", () => this.go(Number(this.#slider.value)));
    this.#speed.addEventListener("input", () => this.#showSpeed());
    for (const box of [...Object.values(this.#boxes), this.#heatChoice]) {
      box.addEventListener("change", () => {
        this.#show();
        this.dispatchEvent(new CustomEvent("layers"));
      });
    }
    this.#showSpeed();
    onKey(" ", "play and pause", () => this.toggle());
    onKey("ArrowRight", "one step forward", () => this.go(this.#step + 1));
    onKey("ArrowLeft", "one step back", () => this.go(this.#step - 1));
    onKey("Shift+ArrowRight", "to the next solution", () => this.nextSolution(1));
    onKey("Shift+ArrowLeft", "to the previous solution", () => this.nextSolution(-1));
    onKey("Home", "to the beginning", () => this.go(0));
    onKey("[", "slower", () => this.#faster(-0.5));
    onKey("]", "faster", () => this.#faster(0.5));
    onKey("b", "to the next deep backtrack", () => this.nextBacktrack());
    onKey("a", "lines of attack", () => this.#boxes.attacks.click());
    onKey("c", "conflicts", () => this.#boxes.conflicts.click());
    onKey("f", "free squares of the column", () => this.#boxes.free.click());
    onKey("h", "the next heat", () => {
      this.#heatChoice.selectedIndex = (this.#heatChoice.selectedIndex + 1) % heatTable.length;
      this.#heatChoice.dispatchEvent(new Event("change"));
      say(`Heat: ${heatTable[this.#heatChoice.selectedIndex][1]}`);
    });
  }

  get #brief() { return this.hasAttribute("brief"); }

  disconnectedCallback() { this.#playing = false; }

  /** @param {boolean} on */
  #enable(on) {
    for (const control of this.querySelectorAll("button, input, select")) /** @type {HTMLButtonElement} */ (control).disabled = !on;
  }

  /** The number of events that have happened. */
  get step() { return this.#step; }
  get solutions() { return this.#stats[0]; }
  get complete() { return this.#complete; }
  get steps() { return this.#known; }
  get playing() { return this.#playing; }

  /** The rows of the queens by column, from 0, less than 0 for none. */
  get rows() { return [...this.#rows]; }
  /** Names of the layers that are shown, with commas. */
  get layers() { return layerTable.map(([name]) => name).filter((name) => this.#boxes[name].checked).join(","); }
  set layers(names) { for (const [name] of layerTable) this.#boxes[name].checked = names.split(",").includes(name); }
  /** What darkens the squares. */
  get heat() { return this.#heatChoice.value; }
  set heat(name) { this.#heatChoice.value = heatTable.some(([known]) => known === name) ? name : "none"; }

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
    this.#ticked.clear();
    this.#known = 0;
    this.#complete = false;
    this.#chunk = null;
    this.#heatBase = null;
    this.#depths.clear();
    this.#used = counters.map((_, c) => c < alwaysShown);
    this.#code.replaceChildren(...(algorithm.pseudocode ?? []).map((/** @type {string} */ line) => element("li", {}, line.replace(/^( +)/, (blanks) => "\u00a0".repeat(blanks.length)))));
    let trouble = "";
    try {
      let step = asked.step ?? 0;
      if (step >= chunkSteps) step = await this.#reach(step).catch((error) => { trouble = error.message; return 0; });
      this.#enable(true);
      await this.#moveTo(step);
      // A short run is read to its end, so that the scrubber has its length and all ticks.
      for (let no = 0; no < 64 && generation === this.#generation && (!this.#complete || no * chunkSteps < this.#known); no++) await this.#get(no);
      this.#lookBefore();
      if (generation === this.#generation) this.#show();
    } catch (error) {
      this.#fail(error);
      if (!this.#chunk) this.#enable(false);
      return;
    }
    if (trouble) this.#fail(new Error(trouble));
  }

  /** Returns the step, or the last one if the run is shorter. @param {number} step */
  async #reach(step) {
    const { algorithm, n, seed } = this.#asked;
    const answer = await call(`/trace/steps?algorithm=${encodeURIComponent(algorithm)}&n=${n}&seed=${seed}&from=${step}&limit=1`);
    return Math.min(step, answer.length ?? step);
  }

  /** Returns a chunk, or null behind the end. @param {number} no @returns {Promise<Chunk | null>} */
  #get(no) {
    let promise = this.#chunks.get(no);
    if (!promise) {
      const { algorithm, n, seed } = this.#asked, generation = this.#generation;
      promise = fetch(`/api/v1/trace?algorithm=${encodeURIComponent(algorithm)}&n=${n}&seed=${seed}&chunk=${no}`).then(async (response) => {
        if (response.status === 404) return null;
        if (!response.ok) throw new Error((await response.json().catch(() => ({}))).detail ?? response.statusText);
        const chunk = decode(await response.json());
        if (generation !== this.#generation) return chunk;
        this.#ready.set(no, chunk);
        this.#known = Math.max(this.#known, chunk.first + chunk.count);
        if (chunk.last) this.#complete = true;
        if (!this.#ticked.has(no)) { this.#ticked.add(no); this.#ticks.push(...chunk.solutions.map((event) => event + 1)); }
        this.#depths.set(no, mostQueens(chunk));
        for (const [c, [, kind]] of counters.entries()) this.#used[c] ||= chunk.stats[c] > 0 || chunk.kind.includes(kind);
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
    if (!this.#chunk) return Promise.resolve();
    this.pause();
    this.#moving = this.#moving.then(() => this.#moveTo(step)).catch((error) => this.#fail(error));
    return this.#moving;
  }

  /** @param {unknown} error */
  #fail(error) {
    this.pause();
    const text = this.#brief ? this.#where : this.#sentence;
    text.textContent = /** @type {Error} */ (error).message;
    this.#sentence.classList.add("is-failure");
    say(text.textContent);
  }

  /** @param {number} step */
  async #moveTo(step) {
    step = Math.max(0, step);
    if (this.#complete) step = Math.min(step, this.#known);
    const chunk = await this.#get(Math.floor(Math.max(0, step - 1) / chunkSteps));
    if (!chunk) { // behind the end
      if (this.#known > 0 && step !== this.#known) await this.#moveTo(this.#known);
      return;
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
    this.#deepest = 0;
    this.#lookBefore();
  }

  /** Sees how deep the run was before the present chunk. */
  #lookBefore() {
    const no = Math.floor((this.#chunk?.first ?? 0) / chunkSteps);
    this.#deepestBefore = 0;
    let read = 0;
    for (const [k, most] of this.#depths) if (k < no) { read++; this.#deepestBefore = Math.max(this.#deepestBefore, most); }
    this.#allBefore = read === no;
  }

  /** Does steps of the present chunk. @param {number} count */
  #advance(count) {
    const chunk = /** @type {Chunk} */ (this.#chunk);
    const rows = this.#rows;
    let i = this.#step - chunk.first;
    const end = Math.min(i + count, chunk.count);
    let placed = 0;
    for (const row of rows) if (row >= 0) placed++;
    for (; i < end; i++) {
      if (placed > this.#deepest) this.#deepest = placed;
      const kind = chunk.kind[i], col = chunk.col[i], row = chunk.row[i];
      if (kind === PLACE) { if (rows[col] < 0) placed++; rows[col] = row; }
      else if (kind === REMOVE) { if (rows[col] >= 0) placed--; rows[col] = -1; }
      else if (kind === SWAP) { const other = rows[col]; rows[col] = rows[row]; rows[row] = other; }
      else if (kind === CLEAR) { placed = 0; rows.fill(-1); }
      else if (kind === TRY) this.#tried = [col, row];
      for (let c = 0; c < counters.length; c++) if (counters[c][1] === kind) this.#stats[c]++;
    }
    this.#step = chunk.first + end;
  }

  /**
   * The number of steps from here that change the board so often; to the next solution, or the end of the
   * chunk, at most.
   * @param {number} changes
   */
  #stepsOf(changes) {
    const { kind, first, count } = /** @type {Chunk} */ (this.#chunk), from = this.#step - first;
    let i = from;
    while (i < count && changes > 0) {
      const what = kind[i++];
      if (what === SOLUTION) break;
      if (what === PLACE || what === REMOVE || what === SWAP || what === CLEAR) changes--;
    }
    return i - from;
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
    if (!this.#chunk || this.#complete && this.#step >= this.#known) return;
    this.#playing = true;
    this.#buttons.play.textContent = "Pause";
    this.#buttons.play.setAttribute("aria-label", "Pause");
    this.#clock = performance.now();
    this.#owed = 1;
    this.#restUntil = 0;
    const frame = async (/** @type {number} */ now) => {
      if (!this.#playing) return;
      if (now < this.#restUntil) {
        this.#clock = now;
        requestAnimationFrame(frame);
        return;
      }
      const before = this.#step;
      this.#owed += Math.min(now - this.#clock, 250) / 1000 * this.pace;
      this.#clock = now;
      let due = Math.floor(this.#owed);
      this.#owed -= due;
      while (due > 0 && this.#playing) {
        const chunk = this.#chunk;
        if (!chunk) break;
        const left = chunk.first + chunk.count - this.#step;
        if (left > 0 && this.#brief) {
          this.#advance(this.#stepsOf(due));
          if (this.#happened().kind === SOLUTION) this.#restUntil = now + solutionRest;
          break;
        }
        if (left > 0) { const k = Math.min(due, left); this.#advance(k); due -= k; continue; }
        if (chunk.last) { this.#show(); this.pause(); say(`The run has ended: ${this.#stats[0]} solution${this.#stats[0] === 1 ? "" : "s"}.`); return; }
        const no = Math.floor(this.#step / chunkSteps); // the step is the first of the next chunk
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
      if (this.#step !== before) this.#show();
      if (!this.#chunk?.last && now >= this.#noneBefore) this.#get(Math.floor(this.#step / chunkSteps) + 1).catch(() => { this.#noneBefore = now + 2000; });
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  }

  /** Goes to where the next solution, or the one before, is handed out. @param {1 | -1} direction */
  async nextSolution(direction) {
    if (!this.#chunk) return;
    this.pause();
    const here = this.#step;
    try {
      // The event of a solution leads to the step behind it.
      for (let no = Math.floor((direction > 0 ? here : Math.max(0, here - 2)) / chunkSteps), looked = 0; no >= 0 && looked < mostLooked; no += direction, looked++) {
        const chunk = await this.#get(no);
        if (!chunk) break;
        const at = direction > 0 ? chunk.solutions.find((s) => s >= here) : chunk.solutions.findLast((s) => s < here - 1);
        if (at !== undefined) {
          await this.#moveTo(at + 1);
          say(`Solution ${this.#stats[0]}: ${Array.from(this.#rows, (r) => r + 1).join(" ")}`);
          return;
        }
        if (direction > 0 && chunk.last) break;
      }
      say(direction > 0 ? "No further solution found." : "No previous solution found.");
    } catch (error) { this.#fail(error); }
  }

  /** Goes to the next backtrack that takes a queen off a board with many. */
  async nextBacktrack() {
    if (!this.#chunk) return;
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
          if (kind === REMOVE && queens >= least && chunk.first + i >= this.#step) { await this.#moveTo(chunk.first + i + 1); return; }
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
    const { kind, line, square } = this.#happened();
    const n = this.#rows.length;
    this.#board.rows = this.#rows;
    const tried = { col: this.#tried[0], row: this.#tried[1] };
    this.#board.tried = kind === TRY || kind === PLACE || kind === DRAW || kind === PRUNE ? square : kind === CONFLICT ? tried : null;
    this.#board.attackers = this.#boxes.attacks.checked ? this.#queens() : kind === CONFLICT ? [square] : [];
    this.#board.conflicts = [...(kind === CONFLICT ? [/** @type {[any, any]} */ ([square, tried])] : []), ...(this.#boxes.conflicts.checked ? conflicts(this.#queens(), n, false) : [])];
    this.#board.hints = kind === SOLUTION ? this.#queens() : kind === REMOVE ? [square] : kind === SWAP ? [{ col: square.col, row: this.#rows[square.col] }, { col: square.row, row: this.#rows[square.row] }] : [];
    this.#board.dots = this.#boxes.free.checked ? this.#free(n) : [];
    // The scrubber.
    const length = Math.max(this.#known, this.#step, 1);
    if (Number(this.#slider.max) !== length || this.#ticksShown !== this.#ticks.length) { this.#slider.max = String(length); this.#showTicks(length); }
    if (document.activeElement !== this.#slider || Number(this.#slider.value) !== this.#step) this.#slider.value = String(this.#step);
    this.#slider.setAttribute("aria-valuetext", `step ${this.#step}`);
    const [solutions, , placements, backtracks] = this.#stats.map(grouped);
    this.#where.textContent = this.#brief ? `${placements} queens placed, ${backtracks} removed, ${solutions} solution${solutions === "1" ? "" : "s"} found`
      : `Step ${grouped(this.#step)} of ${grouped(length)}${this.#complete ? "" : " and more"}`;
    // The line of the pseudocode.
    [...this.#code.children].forEach((li, k) => {
      if ((k === line) !== li.classList.contains("is-now")) {
        li.classList.toggle("is-now", k === line);
        if (k === line) li.setAttribute("aria-current", "step"); else li.removeAttribute("aria-current");
      }
    });
    this.#showFacts(n);
    this.#showDepth(n, kind === TRY || kind === PLACE || kind === REMOVE || kind === CONFLICT ? tried.col >= 0 && kind === CONFLICT ? tried.col : square.col : -1);
    this.#showHeat(n);
    this.#sentence.classList.remove("is-failure");
    if (this.#brief) { /* it has no sentence */ }
    else if (!this.#playing || this.pace <= 4) this.#showSentence();
    else this.#sentence.textContent = "…";
    const end = this.#complete && this.#step >= this.#known;
    this.#buttons.back.disabled = this.#buttons.start.disabled = this.#step === 0;
    this.#buttons.next.disabled = this.#buttons.play.disabled = end;
    this.dispatchEvent(new CustomEvent("moment", { detail: { step: this.#step, playing: this.#playing } }));
  }

  /** The event that leads to the present moment; kind and line are -1 before the first. */
  #happened() {
    let chunk = /** @type {Chunk} */ (this.#chunk), i = this.#step - chunk.first - 1;
    if (i < 0 && this.#step > 0) {
      const before = this.#ready.get(Math.floor(chunk.first / chunkSteps) - 1);
      if (before) { chunk = before; i = before.count - 1; }
    }
    return i < 0 ? { kind: -1, line: -1, square: { col: -1, row: -1 } } : { kind: chunk.kind[i], line: chunk.line[i], square: { col: chunk.col[i], row: chunk.row[i] } };
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
    counters.forEach(([name], c) => { if (this.#used[c]) facts.push([name, grouped(this.#stats[c])]); });
    if (this.#facts.childElementCount !== 2 * facts.length) {
      this.#facts.replaceChildren(...facts.flatMap(([name]) => [element("dt", {}, name), element("dd", {})]));
    }
    facts.forEach(([name, value], k) => {
      const dt = this.#facts.children[2 * k], dd = this.#facts.children[2 * k + 1];
      if (dt.textContent !== name) dt.textContent = name;
      if (dd.textContent !== value) dd.textContent = value;
    });
  }

  /**
   * Shows how many queens there are, and the array of their rows.
   * @param {number} n @param {number} now the column that the step is about
   */
  #showDepth(n, now) {
    const placed = this.#rows.reduce((sum, r) => sum + (r >= 0 ? 1 : 0), 0);
    this.#deepest = Math.max(this.#deepest, placed);
    const deepest = Math.max(this.#deepest, this.#deepestBefore);
    const [bar, mark] = /** @type {any} */ (this.#depthBar.children);
    bar.style.width = `${(100 * placed) / n}%`;
    mark.style.left = `calc(${(100 * deepest) / n}% - 3px)`;
    this.#depthBar.setAttribute("aria-valuemax", String(n));
    this.#depthBar.setAttribute("aria-valuenow", String(placed));
    this.#depthText.textContent = `${placed} of ${n}, deepest ${this.#allBefore ? "so far" : "shown"} ${deepest}`;
    this.#state.hidden = n > 40;
    if (n > 40) return;
    while (this.#state.children.length > n) this.#state.lastChild?.remove();
    for (let col = 0; col < n; col++) {
      const cell = /** @type {HTMLElement} */ (this.#state.children[col] ?? this.#state.appendChild(element("li", { title: `column ${col + 1}` })));
      const text = this.#rows[col] < 0 ? "·" : String(this.#rows[col] + 1);
      if (cell.textContent !== text) cell.textContent = text;
      cell.classList.toggle("is-now", col === now);
    }
  }

  /** Shows the heat that is chosen. @param {number} n */
  #showHeat(n) {
    const kind = this.heat;
    if (kind === "none" || n > mostHeat[kind]) {
      this.#board.heat = null;
      this.#heatText.textContent = kind === "none" ? "" : `Heat is drawn up to order ${mostHeat[kind]}.`;
      return;
    }
    const counts = kind === "attacks" ? this.#attacksOn(n) : this.#countsUpTo(kind, n);
    if (!counts) { // chunks before this one are still to be read
      this.#heatText.textContent = "Counting earlier steps …";
      return;
    }
    this.#board.heat = counts;
    let most = 0, where = 0;
    for (let i = 0; i < counts.length; i++) if (counts[i] > most) { most = counts[i]; where = i; }
    this.#heatText.textContent = most === 0 ? "Nothing yet." : `Darkest: ${grouped(most)} at ${placeName({ row: Math.floor(where / n), col: where % n })}.`;
  }

  /** The number of queens that attack each square. @param {number} n */
  #attacksOn(n) {
    const counts = new Uint32Array(n * n);
    const queens = this.#queens(), none = new Uint32Array(2 * n);
    const rows = none.slice(0, n), cols = none.slice(0, n), sums = none.slice(), differences = none.slice();
    for (const q of queens) { rows[q.row]++; cols[q.col]++; sums[q.row + q.col]++; differences[q.row - q.col + n]++; }
    for (let row = 0, i = 0; row < n; row++) for (let col = 0; col < n; col++, i++) counts[i] = rows[row] + cols[col] + sums[row + col] + differences[row - col + n];
    for (const q of queens) counts[q.row * n + q.col] -= 4; // a queen does not attack its own square
    return counts;
  }

  /**
   * Adds the steps of a chunk before one of them to counts of the squares; by is 1, or -1
   * to take them away.
   * @param {Uint32Array} counts @param {Chunk} chunk @param {number} end @param {string} kind @param {number} by
   */
  #count(counts, chunk, end, kind, by) {
    const n = chunk.rows.length, rows = Int32Array.from(chunk.rows);
    for (let i = 0; i < end; i++) {
      const what = chunk.kind[i], col = chunk.col[i], row = chunk.row[i];
      if (kind === "tests") { if (what === TRY && col >= 0 && row >= 0) counts[row * n + col] += by; continue; }
      if (what === PLACE) { rows[col] = row; counts[row * n + col] += by; }
      else if (what === REMOVE) rows[col] = -1;
      else if (what === CLEAR) rows.fill(-1);
      else if (what === SWAP) {
        const other = rows[col];
        rows[col] = rows[row];
        rows[row] = other;
        if (rows[col] >= 0) counts[rows[col] * n + col] += by;
        if (rows[row] >= 0) counts[rows[row] * n + row] += by;
      }
    }
  }

  /**
   * The counts of the squares before the present moment; null where chunks are missing,
   * which are then fetched.
   * @param {string} kind @param {number} n
   */
  #countsUpTo(kind, n) {
    const chunk = /** @type {Chunk} */ (this.#chunk), no = Math.floor(chunk.first / chunkSteps);
    let base = this.#heatBase;
    if (!base || base.kind !== kind || base.counts.length !== n * n || no < base.no / 2) base = this.#heatBase = { kind, no: 0, counts: new Uint32Array(n * n) };
    while (base.no !== no) {
      const passed = this.#ready.get(base.no < no ? base.no : base.no - 1);
      if (!passed) { this.#fillHeat(); return null; }
      this.#count(base.counts, passed, passed.count, kind, base.no < no ? 1 : -1);
      base.no += base.no < no ? 1 : -1;
    }
    const counts = base.counts.slice();
    this.#count(counts, chunk, this.#step - chunk.first, kind, 1);
    return counts;
  }

  /** Fetches the chunk that the counts of the squares need next. */
  async #fillHeat() {
    if (this.#heatBusy) return;
    this.#heatBusy = true;
    const generation = this.#generation;
    try {
      const base = this.#heatBase, chunk = this.#chunk;
      if (!base || !chunk) return;
      const no = base.no < Math.floor(chunk.first / chunkSteps) ? base.no : base.no - 1;
      this.#chunks.delete(no); // it may be known but put away
      await this.#get(no);
    } catch (error) {
      this.#fail(error);
    } finally {
      this.#heatBusy = false;
    }
    if (generation === this.#generation && !this.#playing) this.#show();
  }

  /** @param {number} length */
  #showTicks(length) {
    this.#ticksShown = this.#ticks.length;
    const most = 200;
    const stride = Math.max(1, Math.ceil(this.#ticks.length / most));
    const shown = this.#ticks.filter((_, k) => k % stride === 0);
    this.#tickRow.replaceChildren(...shown.map((step) => {
      const tick = element("i");
      tick.style.left = `${(100 * step) / length}%`;
      return tick;
    }));
  }

  /** Says what has just happened, in the words of the server. */
  async #showSentence() {
    const step = this.#step;
    if (step === 0) {
      this.#sentence.textContent = "Step 0: the board before the first step.";
      return;
    }
    const known = this.#sentences.get(step);
    if (known) {
      const over = this.#complete && step === this.#known ? " The run has ended." : "";
      this.#sentence.textContent = `Step ${grouped(step)}: ${known.text}${/[.?!]$/.test(known.text) ? "" : "."}${over}`;
      return;
    }
    const { algorithm, n, seed } = this.#asked, generation = this.#generation;
    try {
      const answer = await call(`/trace/steps?algorithm=${encodeURIComponent(algorithm)}&n=${n}&seed=${seed}&from=${Math.max(1, step - 10)}&limit=60`);
      if (generation !== this.#generation) return;
      if (this.#sentences.size > 5000) this.#sentences.clear();
      for (const s of answer.steps) this.#sentences.set(s.step, s);
      if (this.#step === step && this.#sentences.has(step)) this.#showSentence();
    } catch (error) { this.#fail(error); }
  }
}

customElements.define("trace-player", TracePlayer);
export { TracePlayer };
