// @ts-check
// <run-list>: the counts of this machine, as they go. What belongs to one run is
// one card, which is changed in place, so that the focus stays where it is.
import { call, duration, element, grouped, say } from "/static/app.js";
import { draw, shape } from "/static/chart.js";
import { listen } from "/static/events.js";

/** @typedef {any} Run as /api/v1/runs/{name} gives it */

const stateWords = /** @type {Record<string, string>} */ ({
  counting: "counting", elsewhere: "counted by another process", stopped: "stopped; it can be resumed",
  complete: "complete", failed: "failed", broken: "cannot be read",
});

/** What can be done with a run, by state. */
const actions = [
  { name: "resume", text: "Resume", states: ["stopped", "failed"] },
  { name: "stop", text: "Stop", states: ["counting", "elsewhere"] },
  { name: "delete", text: "Delete", states: ["stopped", "complete", "failed"] },
];

/** A square for each few subproblems: done, in the colour of who counted most of them, in work, or open. @param {any} s @param {number[]} working */
function gridOf(s, working) {
  const across = Math.max(1, Math.ceil(Math.sqrt(s.cells.length * 1.6))), down = Math.max(1, Math.ceil(s.cells.length / across));
  const now = new Set(working.map((k) => Math.floor(k / s.cellSize))), paths = /** @type {Record<string, string>} */ ({});
  s.cells.forEach((/** @type {any} */ cell, /** @type {number} */ i) => {
    const size = Math.min(s.cellSize, s.subproblems - i * s.cellSize);
    const kind = now.has(i) ? "survey-now" : cell.done === 0 ? "survey-open" : `series-${Math.min(cell.hand, 5)}${cell.done < size ? " survey-part" : ""}`;
    paths[kind] = `${paths[kind] ?? ""}M${(i % across) + 0.06} ${Math.floor(i / across) + 0.06}h.88v.88h-.88z`;
  });
  return shape("svg", { class: "survey-svg", viewBox: `0 0 ${across} ${down}`, role: "img", "aria-label": `${grouped(s.done)} of ${grouped(s.subproblems)} subproblems are done; a square is ${s.cellSize === 1 ? "one of them" : `${s.cellSize} of them`}` },
    ...Object.entries(paths).map(([kind, d]) => shape("path", { class: kind, d })));
}

class RunList extends HTMLElement {
  /** @type {Map<string, {run: Run, card: HTMLElement}>} */ #runs = new Map();
  #empty = element("p", { class: "notice" }, "No counts yet. Start one above, or run queens count.");

  connectedCallback() {
    this.replaceChildren(element("p", { class: "faint" }, "Looking for counts …"));
    listen((name, data) => {
      if (name === "runs") this.#showAll(data.runs ?? []);
      if (name === "run") this.#show(data, true);
    });
    call("/runs").then((data) => { if (this.#runs.size === 0) this.#showAll(data.runs ?? []); }).catch(() => {});
    setInterval(() => this.#age(), 1000);
  }

  /** @param {Run[]} list */
  #showAll(list) {
    const names = new Set(list.map((run) => run.name));
    for (const [name, { card }] of this.#runs) if (!names.has(name)) { card.remove(); this.#runs.delete(name); }
    if (!this.querySelector(".runs")) this.replaceChildren(this.#empty, element("ul", { class: "runs", "aria-label": "Counts" }));
    for (const run of list) this.#show(run, false);
    this.#empty.hidden = this.#runs.size > 0;
  }

  /** @param {Run} run @param {boolean} first put a new one on top */
  #show(run, first) {
    const list = this.querySelector(".runs");
    if (!list) return;
    let entry = this.#runs.get(run.name);
    if (run.state === "gone") { entry?.card.remove(); this.#runs.delete(run.name); this.#empty.hidden = this.#runs.size > 0; return; }
    if (!entry) {
      entry = { run, card: this.#newCard(run) };
      this.#runs.set(run.name, entry);
      if (first) list.prepend(entry.card);
      else list.append(entry.card);
      this.#empty.hidden = true;
    } else if (entry.run.state !== run.state && run.state === "complete") {
      say(`${run.name} is complete: ${run.sum} ${run.counts}.`);
    }
    entry.run = run;
    this.#fill(entry.card, run);
  }

  /** @param {Run} run */
  #newCard(run) {
    const part = (/** @type {string} */ name, /** @type {string} */ cls) => element(name, { class: cls });
    const buttons = element("div", { class: "controls run-actions" }, ...actions.map(({ name, text }) =>
      element("button", { type: "button", class: name === "delete" ? "danger" : "", "data-action": name, "aria-label": `${text} ${run.name}`, onclick: () => this.#act(run.name, name) }, text)));
    return element("li", { class: "card run", "data-run": run.name },
      element("div", { class: "run-head" }, part("h2", "run-title"), part("span", "run-state")),
      element("p", { class: "run-sum" }),
      element("progress", { class: "run-progress", max: "1", "aria-label": `Progress of ${run.name}` }),
      part("p", "run-line"), part("div", "run-workers"), part("p", "run-age faint"), part("p", "run-note faint"),
      element("p", { class: "failure run-error", role: "alert", hidden: true }), buttons,
      element("details", { class: "run-survey", ontoggle: () => this.#showSurvey(run.name) }, element("summary", { "aria-label": `Subproblems of ${run.name}` }, "Subproblems"),
        element("div", { class: "columns" }, element("div", { class: "survey-grid" }), element("div", { class: "survey-rate" })), element("p", { class: "survey-crew" })));
  }

  /** @param {HTMLElement} card @param {Run} run */
  #fill(card, run) {
    const set = (/** @type {string} */ cls, /** @type {string} */ text) => {
      const e = /** @type {HTMLElement} */ (card.querySelector(cls));
      if (e.textContent !== text) e.textContent = text;
      e.hidden = text === "";
    };
    const q = run.question, live = run.live, tasks = run.tasks;
    const what = q ? `n = ${q.order}: ${run.counts}${q.topology === "modular" ? " on the torus" : ""}${q.of && q.of !== "all" ? `, ${q.of}` : ""}` : run.name;
    set(".run-title", what);
    set(".run-state", tasks && run.state === "elsewhere" ? "counted by tasks" : stateWords[run.state] ?? run.state);
    card.dataset.state = run.state;
    const share = run.fraction ?? 0, rest = run.state === "counting" ? live?.remainingSeconds : run.remainingSeconds;
    set(".run-sum", run.state === "complete" ? grouped(run.sum) : run.done > 0 ? `${grouped(run.sum)} so far` : "");
    const bar = /** @type {HTMLProgressElement} */ (card.querySelector(".run-progress"));
    bar.hidden = run.state === "complete" || run.state === "broken";
    bar.value = share;
    const words = [];
    if (tasks && run.subproblems < 0) words.push("estimating");
    else if (run.state !== "complete") words.push(`${(Math.floor(share * 1000) / 10).toFixed(1)} %`);
    if (run.subproblems >= 0) words.push(`${grouped(run.done)} of ${grouped(run.subproblems)} subproblems`);
    if (rest) {
      words.push(`about ${duration(rest)} left` + (live?.highSeconds ? ` (${duration(live.lowSeconds)} to ${duration(live.highSeconds)})` : ""));
    }
    if (live?.elapsedSeconds) words.push(`counting for ${duration(live.elapsedSeconds)}`);
    if (run.holder) words.push(run.holder);
    if (tasks) words.push(`tasks of ${tasks.engine}: ${tasks.shares} shares, ${tasks.attempts} attempts, ${tasks.failed} failed`);
    set(".run-line", words.join(" · "));
    const workers = /** @type {HTMLElement} */ (card.querySelector(".run-workers"));
    const all = live?.workers ?? [];
    workers.hidden = all.length === 0;
    while (workers.children.length > all.length) workers.lastChild?.remove();
    all.forEach((/** @type {any} */ w, /** @type {number} */ i) => {
      const chip = workers.children[i] ?? workers.appendChild(element("span", { class: "run-worker" }));
      chip.textContent = `worker ${w.name}: subproblem ${w.subproblem + 1}, ${duration(w.seconds)}`;
    });
    const notes = [];
    if (run.checks?.length) notes.push(`Checked: ${run.checks.join("; ")}.`);
    const a = run.answer;
    if (a) {
      notes.push(`Fundamental ${grouped(a.fundamental)}; A ${grouped(a.asymmetric)}, P ${grouped(a.central)}, R ${grouped(a.rotational)}.`);
    }
    if (run.command) notes.push(`${run.state === "complete" ? "To print it" : "To continue"} on the command line: ${run.command}`);
    set(".run-note", notes.join(" "));
    if (run.reason) this.#complain(card, run.reason);
    for (const button of card.querySelectorAll("button")) {
      const action = actions.find((a) => a.name === button.dataset.action);
      const on = !tasks && (action?.states.includes(run.state) ?? false); // tasks are stopped on the command line
      if (!on && document.activeElement === button) card.querySelector("button:not([hidden])")?.dispatchEvent(new Event("focusin"));
      button.hidden = !on;
    }
    this.#ageOf(card, run);
    const surveyed = `${run.state} ${run.subproblems > 0 ? Math.floor(100 * run.done / run.subproblems) : 0}`;
    if (card.dataset.surveyed !== surveyed) {
      card.dataset.surveyed = surveyed;
      this.#showSurvey(run.name);
    }
  }

  #surveying = false;

  /** Shows what the ledger tells about the subproblems of a run, if that is open. @param {string} name */
  async #showSurvey(name) {
    const entry = this.#runs.get(name), details = /** @type {HTMLDetailsElement | null | undefined} */ (entry?.card.querySelector(".run-survey"));
    if (!entry || !details?.open || this.#surveying) return;
    this.#surveying = true;
    try {
      const s = await call(`/runs/${name}/survey`), part = (/** @type {string} */ cls) => /** @type {HTMLElement} */ (details.querySelector(cls));
      part(".survey-grid").replaceChildren(gridOf(s, (entry.run.live?.workers ?? []).map((/** @type {any} */ w) => w.subproblem)));
      let seconds = 0;
      const points = s.rate.map((/** @type {any} */ r) => { seconds += r.elapsedNanos / 1e9; return [seconds, r.elapsedNanos > 0 ? Number(r.found) / (r.elapsedNanos / 1e9) : 0]; });
      part(".survey-rate").replaceChildren(draw({ label: "Rate of the results, in the order written", x: "seconds of one worker", y: `${entry.run.counts} per second`, from: 0, series: [{ name: "", points }] }).svg);
      part(".survey-crew").replaceChildren(...s.crew.flatMap((/** @type {any} */ c, /** @type {number} */ i) => [element("span", { class: `run-worker series-${Math.min(i, 5)}` }, `■ ${c.name || "counted here"}: ${grouped(c.results)} subproblems, ${duration(c.elapsedNanos / 1e9)}`), " "]));
    } catch (error) {
      /** @type {HTMLElement} */ (details.querySelector(".survey-crew")).textContent = /** @type {Error} */ (error).message;
    } finally {
      this.#surveying = false;
    }
  }

  /** Says how old each ledger is. */
  #age() {
    for (const { card, run } of this.#runs.values()) this.#ageOf(card, run);
  }

  /** @param {HTMLElement} card @param {Run} run */
  #ageOf(card, run) {
    const age = /** @type {HTMLElement} */ (card.querySelector(".run-age"));
    const text = run.written ? `Ledger written ${duration(Math.max(0, Date.now() - Date.parse(run.written)) / 1000)} ago` : "";
    if (age.textContent !== text) age.textContent = text;
    age.hidden = text === "";
  }

  /** @param {HTMLElement} card @param {string} text */
  #complain(card, text) {
    const box = /** @type {HTMLElement} */ (card.querySelector(".run-error"));
    box.textContent = text;
    box.hidden = text === "";
  }

  /** @param {string} name @param {string} action */
  async #act(name, action) {
    const card = /** @type {HTMLElement} */ (this.#runs.get(name)?.card);
    this.#complain(card, "");
    if (action === "delete") {
      if (!confirm(`Delete ${name} and all its results?`)) return;
    }
    try {
      const run = action === "delete" ? await call(`/runs/${name}`, { method: "DELETE" }) : await call(`/runs/${name}/${action}`, { method: "POST" });
      if (action === "delete") this.#show({ name, state: "gone" }, false);
      else { this.#show(run, false); say(`${name}: ${stateWords[run.state] ?? run.state}.`); }
    } catch (error) {
      this.#complain(card, /** @type {Error} */ (error).message);
    }
  }
}

customElements.define("run-list", RunList);
