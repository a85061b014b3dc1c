// @ts-check
import { address, blobLink, call, element, grouped, onKey, remember, remembered, say, setAddress, setCommand, setExports } from "/static/app.js";
import { csv, draw, numberCell, precise, standalone } from "/static/chart.js";

const $ = (/** @type {string} */ id) => /** @type {any} */ (document.getElementById(id));
/** @typedef {{seed: string, stats: Record<string, string>, timeNanos: number, out?: string}} Trial */
/** @typedef {{algorithm: string, title: string, order: number, trials: Trial[], complete: boolean, error: string}} Cell one algorithm at one order */

/** @type {Cell[]} */ let cells = [];
/** @type {AbortController | null} */ let running = null;

const chosen = () => /** @type {string[]} */ ([...document.querySelectorAll("input[name=algorithm]:checked")].map((box) => /** @type {any} */ (box).value));
const title = (/** @type {string} */ name) => document.querySelector(`#racer-${name} span`)?.textContent ?? name;
const measure = () => $("measure").value;
/** A run in the measure that is chosen; times in seconds. @param {Trial} t */
const value = (t) => (measure() === "time" ? t.timeNanos / 1e9 : Number(t.stats[measure()]));
const text = (/** @type {number} */ x) => (measure() === "time" ? precise(x) : grouped(Math.round(x)));

/** The orders that are asked for. */
function orders() {
  const [low, high, step] = ["from", "to", "step"].map((id) => Number($(id).value));
  return Array.from({ length: Math.floor((high - low) / step) + 1 }, (_, k) => low + k * step);
}

/** Why the form cannot be run, empty if it can. */
function obstacle() {
  for (const id of ["from", "to", "step", "seeds"]) if (!$(id).checkValidity()) return `${$(id).value || "Nothing"}: want ${$(id).min} to ${$(id).max}.`;
  if (Number($("from").value) > Number($("to").value)) return "The first order is larger than the last.";
  if (orders().length > 60) return `${orders().length} orders: want at most 60; use a larger step.`;
  const names = chosen();
  return names.length < 1 ? "Choose at least one algorithm." : names.length > 6 ? `${names.length} algorithms are chosen; choose at most six.` : "";
}

/** Shows what would be run. */
function show() {
  const why = obstacle(), names = chosen();
  $("go").disabled = why !== "" || running !== null;
  $("who").textContent = names.map(title).join(", ") || "none chosen";
  if (why) tell(why, "failure");
  else if ($("status").classList.contains("failure")) tell("Press Run.", "faint");
  setAddress({ algorithms: names.join(","), algorithm: "", from: $("from").value, to: $("to").value, step: $("step").value, seeds: $("seeds").value, measure: measure(), run: "" });
  setCommand(`for n in $(seq ${$("from").value} ${$("step").value} ${$("to").value}); do for seed in $(seq ${$("seeds").value}); do queens race $n ${names.join(" ")} --runs 1 --seed $seed --format csv; done; done`);
}

/** @param {string} words @param {string} kind */
function tell(words, kind = "notice") { $("status").className = kind; $("status").textContent = words; }

/** Shows the place of the result. */
function open() {
  $("racers").open = false;
  $("result").hidden = false;
  $("of").replaceChildren(...chosen().map((name) => element("option", { value: name }, title(name))));
  $("at").replaceChildren(...orders().map((n) => element("option", { value: n }, n)));
}

/** Runs all cells, one after the other. */
async function run() {
  if (obstacle() || running) return;
  running = new AbortController();
  const names = chosen(), seeds = $("seeds").value;
  cells = [];
  open();
  $("progress").hidden = $("stop").hidden = false;
  show();
  const wanted = orders().flatMap((order) => names.map((algorithm) => ({ algorithm, order })));
  const { signal } = running;
  for (const [k, { algorithm, order }] of wanted.entries()) {
    tell(`${title(algorithm)}, order ${order} …`);
    $("progress").value = k / wanted.length;
    const cell = { algorithm, title: title(algorithm), order, trials: [], complete: true, error: "" };
    try {
      Object.assign(cell, await call(`/experiment?algorithm=${algorithm}&n=${order}&seeds=${seeds}`, { signal }));
    } catch (error) {
      if (signal.aborted) break;
      cell.error = /** @type {Error} */ (error).message;
    }
    cells.push(cell);
    $("at").value = String(order);
    present();
  }
  running = null;
  $("progress").hidden = $("stop").hidden = true;
  const runs = cells.reduce((sum, cell) => sum + cell.trials.length, 0);
  show();
  remember(cells);
  tell(`${grouped(runs)} runs${signal.aborted ? ", then stopped" : ""}.`);
  say($("status").textContent);
  exports();
}

/** The values of a cell in order. @param {Cell} cell */
const valuesOf = (cell) => cell.trials.filter((t) => !t.out).map(value).toSorted((a, b) => a - b);
/** What a share of the values lies below; between two of them in proportion. @param {number[]} list in order @param {number} share */
const quantile = (list, share) => { const at = (list.length - 1) * share, i = Math.floor(at); return list[i] + (at - i) * ((list[i + 1] ?? list[i]) - list[i]); };

/** Why runs of a cell are missing. @param {Cell} cell */
const remark = (cell) => [cell.error, cell.trials.some((t) => t.out) ? `${cell.trials.filter((t) => t.out).length} out: ${cell.trials.find((t) => t.out)?.out}` : "", cell.complete ? "" : `time for only ${cell.trials.length} seeds`].filter(Boolean).join("; ");

/** Shows what has been measured. */
function present() {
  const names = [...new Set(cells.map((cell) => cell.algorithm))], label = $("measure").selectedOptions[0].textContent;
  const series = names.map((name) => ({ name: title(name), points: /** @type {[number, number][]} */ (cells.filter((c) => c.algorithm === name && valuesOf(c).length).map((c) => [c.order, quantile(valuesOf(c), 0.5)])) }));
  $("plot").replaceChildren(draw({ label: `Median ${label} by order, on a logarithmic scale; the table has the numbers`, x: "order n", y: measure() === "time" ? "seconds" : label, log: true, whole: true, series }).svg);
  $("table").tBodies[0].replaceChildren(...cells.map((cell) => {
    const list = valuesOf(cell), solved = cell.trials.filter((t) => Number(t.stats.solutions) > 0).length;
    return element("tr", {}, element("th", { scope: "row" }, cell.title), numberCell(String(cell.order)), numberCell(String(cell.trials.length)), numberCell(String(solved)),
      ...[0, 0.25, 0.5, 0.75, 1].map((share) => numberCell(list.length ? text(quantile(list, share)) : "–")), element("td", {}, remark(cell)));
  }));
  showHistogram();
  for (const td of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("#paper [data-algorithm]"))) {
    const cell = cells.find((c) => c.algorithm === td.dataset.algorithm && c.order === Number(td.closest("tr")?.dataset.order)), times = cell?.trials.filter((t) => !t.out).map((t) => t.timeNanos / 1e9) ?? [];
    if (!times.length) continue;
    const median = quantile(times.toSorted((a, b) => a - b), 0.5);
    td.textContent = precise(median);
    /** @type {Element} */ (td.nextElementSibling).textContent = grouped(Number((Number(td.dataset.print) / median).toPrecision(2)));
  }
}

/** Shows how the runs of one algorithm at one order are spread. */
function showHistogram() {
  const cell = cells.find((c) => c.algorithm === $("of").value && c.order === Number($("at").value)), list = cell ? valuesOf(cell) : [];
  if (!list.length) {
    $("histogram").replaceChildren();
    $("histogram-text").textContent = cell ? `No run of ${cell.title} at order ${cell.order} finished. ${remark(cell)}` : "Not measured yet.";
    return;
  }
  const unit = measure() === "time" ? 1000 : 1, low = list[0] * unit, high = list[list.length - 1] * unit, count = low === high ? 1 : Math.min(20, Math.max(4, Math.ceil(Math.sqrt(list.length) * 1.5)));
  const width = (high - low) / count || 1, bins = Array(count).fill(0);
  for (const v of list) bins[Math.min(count - 1, Math.floor((v * unit - low) / width))]++;
  const label = $("measure").selectedOptions[0].textContent, at = [...$("of").options].findIndex((o) => o.selected);
  const { svg } = draw({ label: `Runs by ${label}`, x: measure() === "time" ? "milliseconds" : label, y: "runs", bars: true, span: width, series: [{ name: "", points: bins.map((k, i) => [low + (i + 0.5) * width, k]) }] });
  for (const bar of svg.querySelectorAll(".chart-bar")) bar.setAttribute("class", `chart-bar series-${at}`);
  $("histogram").replaceChildren(svg);
  $("histogram-text").textContent = `${/** @type {Cell} */ (cell).title}, order ${/** @type {Cell} */ (cell).order}: ${list.length} run${list.length === 1 ? "" : "s"}, median ${text(quantile(list, 0.5))}, from ${text(list[0])} to ${text(list[list.length - 1])}. ${remark(/** @type {Cell} */ (cell))}`;
}

/** Makes the files. */
function exports() {
  const names = Object.keys(cells.find((c) => c.trials.length)?.trials[0].stats ?? {}).toSorted();
  const rows = cells.flatMap((c) => c.trials.map((t) => [c.algorithm, c.order, t.seed, t.timeNanos / 1e9, ...names.map((name) => t.stats[name]), t.out ?? ""]));
  setExports([
    { name: "CSV", link: blobLink(csv([["algorithm", "order", "seed", "seconds", ...names, "out"], ...rows]), "text/csv"), file: "experiment.csv" },
    { name: "JSON", link: blobLink(JSON.stringify(cells, null, 2), "application/json"), file: "experiment.json" },
    ...[["plot", "SVG"], ["histogram", "Histogram as SVG"]].filter(([id]) => $(id).firstChild).map(([id, name]) => ({ name, link: blobLink(standalone($(id).firstChild), "image/svg+xml"), file: `${id}.svg` })),
  ]);
}

document.querySelector("main")?.addEventListener("input", (event) => {
  const id = /** @type {HTMLElement} */ (event.target).id;
  if (id === "of" || id === "at") showHistogram();
  else show();
  if (id === "measure" && cells.length) present();
});
$("choice").addEventListener("submit", (/** @type {Event} */ event) => { event.preventDefault(); run(); });
$("stop").addEventListener("click", () => running?.abort());
onKey("r", "run", () => $("go").click());
onKey("s", "stop", () => running?.abort());
if (address().get("run") === "true") run();
else {
  show();
  cells = obstacle() ? [] : remembered() ?? [];
  if (cells.length) { open(); present(); exports(); }
}
