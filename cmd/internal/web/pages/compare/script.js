// @ts-check
import { blobLink, call, element, grouped, onKey, remember, remembered, say, setAddress, setCommand, setExports, stillness } from "/static/app.js";
import { csv, draw, numberCell, precise, shape, standalone } from "/static/chart.js";
import "/static/queens-board.js";

/** @typedef {import("/static/queens-board.js").QueensBoard} QueensBoard */

const $ = (/** @type {string} */ id) => /** @type {any} */ (document.getElementById(id));
/** @type {any} */ let answered = null;
/** @type {any} */ let outcome = null;
let frame = 0;
/** Where the present moment is drawn. */ let now = { path: shape("path"), at: (/** @type {number} */ _t) => "" };

const chosen = () => /** @type {string[]} */ ([...document.querySelectorAll("input[name=algorithm]:checked")].map((box) => /** @type {any} */ (box).value));

/** Why algorithms do not take an order, by name; for the order that was asked for last. @type {Map<string, {why: string, nearest: string}>} */
let refusals = new Map();
let asked = "";

/** Asks which algorithms take the order, and shows what would race. */
async function show() {
  const names = chosen(), n = $("order").value;
  setAddress({ n, algorithms: names.join(","), algorithm: "", runs: $("runs").value });
  setCommand(`queens race ${n} ${names.join(" ")} --runs ${$("runs").value}`);
  if (n !== asked && $("order").checkValidity()) {
    asked = n;
    try {
      const { algorithms } = await call(`/algorithms?n=${n}`);
      if (n !== asked) return;
      refusals = new Map(algorithms.filter((/** @type {any} */ a) => a.refusal).map((/** @type {any} */ a) => [a.name, { why: a.refusal, nearest: (a.nearest ?? []).join(" and ") }]));
    } catch (error) {
      asked = "";
      complain(/** @type {Error} */ (error).message);
    }
  }
  advise();
}

const title = (/** @type {string} */ name) => document.querySelector(`#racer-${name} span`)?.textContent ?? name;

/** Puts the racers at the start, empty boards side by side. */
function lineUp() {
  const names = chosen(), n = Number($("order").value), far = !$("order").checkValidity();
  if ([...$("lanes").children].map((lane) => lane.dataset.name).join() !== names.join()) {
    $("lanes").replaceChildren(...names.slice(0, 6).map((name, i) => element("li", { class: `lane series-${i}`, "data-name": name }, element("h2", {}, title(name)),
      element("queens-board", { label: title(name) }), element("div", { class: "lane-bar" }, element("i")), element("p", { class: "lane-text" }))));
  }
  for (const lane of $("lanes").children) {
    if (!far) lane.querySelector("queens-board").rows = Array(n).fill(-1);
    lane.querySelector(".lane-bar i").style.width = "0";
    lane.querySelector(".lane-place")?.remove();
    lane.querySelector(".lane-text").textContent = "at the start";
  }
  $("who").textContent = names.map(title).join(", ") || "none chosen";
}

/** Says at the form what cannot race. */
function advise() {
  for (const box of /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll("input[name=algorithm]"))) {
    const why = refusals.get(box.value)?.why, label = /** @type {HTMLElement} */ (box.closest("label"));
    label.classList.toggle("is-refused", why !== undefined);
    label.querySelector("small")?.remove();
    if (why) label.append(element("small", {}, `not order ${asked}: ${why}`));
  }
  const names = chosen();
  const refused = names.filter((name) => refusals.has(name));
  const text = !$("order").checkValidity() ? `Order ${$("order").value}: want ${$("order").min} to ${$("order").max}.`
    : !$("runs").checkValidity() ? `Measured runs ${$("runs").value}: want ${$("runs").min} to ${$("runs").max}.`
    : refused.length > 0 ? refused.map((name) => `${title(name)} does not work for order ${asked}: ${refusals.get(name)?.why}. Nearest orders: ${refusals.get(name)?.nearest}.`).join(" ")
    : names.length < 1 ? "Choose at least one algorithm." : names.length > 6 ? `${names.length} algorithms are chosen; choose at most six.` : "";
  $("go").disabled = text !== "";
  if (text) complain(text);
  else if ($("status").classList.contains("failure")) tell("Press Race.", "faint");
}

/** @param {string} text @param {string} [kind] */
function tell(text, kind = "notice") { $("status").className = kind; $("status").textContent = text; }
/** @param {string} text */
function complain(text) { $("status").className = "failure"; $("status").textContent = text; }

document.querySelector("main")?.addEventListener("input", (event) => {
  if (/** @type {HTMLElement} */ (event.target).id === "moment") return;
  cancelAnimationFrame(frame);
  $("outcome").hidden = true;
  outcome = null;
  lineUp();
  show();
});
$("choice").addEventListener("submit", async (/** @type {Event} */ event) => {
  event.preventDefault();
  $("go").disabled = true;
  cancelAnimationFrame(frame);
  $("racers").open = false;
  lineUp();
  $("lanes").classList.add("is-running");
  tell("The algorithms run, one after another …");
  try {
    answered = await call("/races", { method: "POST", body: { order: Number($("order").value), algorithms: chosen(), runs: Number($("runs").value), frames: 160 } });
    remember(answered);
    present();
  } catch (error) {
    complain(/** @type {Error} */ (error).message);
    $("status").scrollIntoView({ block: "nearest" });
  }
  $("go").disabled = false;
});

/** All work of a cost. @param {Record<string, number>} numbers */
const workOf = (numbers) => Object.values(numbers).reduce((sum, x) => sum + x, 0);

/** A racer with times in seconds and costs as numbers, and its lane. @param {any} r */
function inSeconds(r) {
  const numbers = (/** @type {any} */ stats) => Object.fromEntries(Object.entries(stats).map(([name, value]) => [name, Number(value)]));
  const samples = (r.samples ?? []).map((/** @type {any} */ s) => { const stats = numbers(s.stats); return { seconds: s.elapsedNanos / 1e9, ...stats, work: workOf(stats) }; });
  const stats = numbers(r.stats), frames = (r.frames ?? []).map((/** @type {any} */ f) => ({ work: Number(f.work), rows: f.rows.map((/** @type {number} */ row) => row - 1) }));
  return { ...r, seconds: r.medianNanos / 1e9, stats, samples, frames, work: workOf(stats), lane: chosen().indexOf(r.algorithm) };
}

/** How long a racer took, which is where its samples end; one that is out, as far as it came. @param {any} r */
const spanOf = (r) => (r.out ? r.samples.at(-1)?.seconds ?? 0 : r.seconds);

/** Shows the outcome. */
function present() {
  outcome = { ...answered, results: answered.results.map(inSeconds) };
  $("outcome").hidden = false;
  const body = document.querySelector("#table tbody");
  body?.replaceChildren(...outcome.results.map((/** @type {any} */ r) => {
    const span = r.out ? spanOf(r) : r.seconds;
    return element("tr", {}, element("th", { scope: "row" }, r.title), numberCell(r.out ? "–" : precise(r.seconds)), numberCell(r.out ? "–" : r.ratio.toFixed(2)), numberCell(grouped(r.stats.solutions)), numberCell(grouped(r.stats.tests)),
      numberCell(grouped(r.stats.placements)), numberCell(grouped(r.stats.backtracks)), numberCell(span > 0 ? grouped(Number((r.stats.tests / span).toPrecision(3))) : "–"), element("td", {}, r.out ?? ""));
  }));
  $("measured").textContent = `Median of ${outcome.runs} measured run${outcome.runs === 1 ? "" : "s"} of each after one that warms up; ${outcome.clock}${outcome.cpu >= 0 ? `, processor ${outcome.cpu}` : ", not bound to a processor"}. A run of less than 20 ms is repeated, and its time is the mean. Bars, places and times all show the median. The boards are taken at ${outcome.results[0].frames.length || "no"} moments of equal work.`;
  drawChart();
  exports();
  if (stillness()) { at(1); tellResult(); } else replay();
}

/** Says who was first. */
function tellResult() {
  const [first, second] = outcome.results;
  tell(first.out ? "No algorithm finished in time." : `Order ${outcome.order}: ${first.title} is first, ${precise(first.seconds)}${second && !second.out ? `; ${second.title} takes ${second.ratio.toFixed(2)} times as long` : ""}.`);
}

/** The place of a racer: those that arrive together share one. @param {any} r */
const placeOf = (r) => 1 + outcome.results.filter((/** @type {any} */ other) => !other.out && other.seconds < r.seconds).length;

const longest = () => Math.max(...outcome.results.map(spanOf), 1e-6);

/** Where a racer is at a time. @param {any} r @param {number} t seconds */
function stateAt(r, t) {
  const span = spanOf(r), last = r.samples.at(-1) ?? { ...r.stats, work: r.work };
  if (t >= span) return { done: !r.out, work: r.work, tests: Math.max(r.stats.tests, last.tests), solutions: Math.max(r.stats.solutions, last.solutions) };
  let before = { seconds: 0, tests: 0, solutions: 0, work: 0 }, after = { seconds: span, ...last };
  for (const s of r.samples) { if (s.seconds <= t) before = s; else { after = s; break; } }
  const part = after.seconds > before.seconds ? (t - before.seconds) / (after.seconds - before.seconds) : 1;
  return { done: false, work: before.work + part * (after.work - before.work), tests: Math.round(before.tests + part * (after.tests - before.tests)), solutions: before.solutions };
}

/** Shows a moment. @param {number} share of the longest run */
function at(share) {
  const t = share * longest();
  $("moment").value = String(Math.round(share * 1000));
  $("moment-text").textContent = precise(t || 1e-9);
  outcome.results.forEach((/** @type {any} */ r) => {
    const s = stateAt(r, t), lane = $("lanes").children[r.lane];
    lane.querySelector(".lane-bar i").style.width = `${100 * Math.min(t, spanOf(r)) / longest()}%`;
    lane.querySelector(".lane-text").textContent = `${s.done ? `${precise(spanOf(r))}, ` : ""}${grouped(s.solutions)} solution${s.solutions === 1 ? "" : "s"}, ${grouped(s.tests)} tests`;
    const board = r.frames.findLast((/** @type {any} */ f) => f.work <= s.work);
    if (board) lane.querySelector("queens-board").rows = board.rows;
    lane.querySelector(".lane-place")?.remove();
    if (s.done || t >= spanOf(r)) lane.querySelector("h2").append(element("span", { class: "lane-place" }, r.out ? "out" : `${placeOf(r)}.`));
  });
  now.path.setAttribute("d", now.at(t));
}

/** Plays the race from the start, in about six seconds. */
function replay() {
  cancelAnimationFrame(frame);
  const began = performance.now(), span = 6000;
  tell(`Order ${outcome.order}: replay, ${precise(longest())} in six seconds …`);
  const tick = (/** @type {number} */ clock) => {
    const share = Math.min(1, Math.max(0, (clock - began) / span));
    at(share);
    if (share < 1) { frame = requestAnimationFrame(tick); return; }
    tellResult();
    say(`The race is over. ${outcome.results.map((/** @type {any} */ r) => `${r.out ? "out" : placeOf(r)}: ${r.title}`).join("; ")}.`);
  };
  frame = requestAnimationFrame(tick);
}

/** Draws tests against time, on a logarithmic scale, in the colours of the lanes. */
function drawChart() {
  const series = outcome.results.toSorted((/** @type {any} */ a, /** @type {any} */ b) => a.lane - b.lane).map((/** @type {any} */ r) => ({
    name: r.title, points: [...r.samples.map((/** @type {any} */ s) => [s.seconds * 1000, s.tests || s.work])],
  }));
  const { svg, x, top, height } = draw({ label: "Tests against time, on a logarithmic scale; the table has the numbers", x: "milliseconds", y: "tests", log: true, series, from: 0, to: longest() * 1000 });
  now = { path: shape("path", { class: "race-now" }), at: (t) => `M${x(t * 1000)} ${top}v${height}` };
  svg.append(now.path);
  $("chart").replaceChildren(svg);
}

/** Makes the files of the outcome. */
function exports() {
  const head = ["algorithm", "order", "solutions", "tests", "placements", "backtracks", "seconds", "ratio", "out"];
  const rows = outcome.results.map((/** @type {any} */ r) => [r.algorithm, outcome.order, r.stats.solutions, r.stats.tests, r.stats.placements, r.stats.backtracks, r.seconds, r.ratio, r.out ?? ""]);
  const markdown = [`| ${head.join(" | ")} |`, `|${head.map(() => "---").join("|")}|`, ...rows.map((/** @type {any[]} */ row) => `| ${row.join(" | ")} |`)].join("\n") + "\n";
  setExports([
    { name: "SVG", link: blobLink(standalone($("chart").firstChild), "image/svg+xml"), file: "race.svg" },
    { name: "CSV", link: blobLink(csv([head, ...rows]), "text/csv"), file: "race.csv" },
    { name: "Markdown", link: blobLink(markdown, "text/markdown"), file: "race.md" },
    { name: "JSON", link: blobLink(JSON.stringify(answered, null, 2), "application/json"), file: "race.json" },
  ]);
}

$("replay")?.addEventListener("click", replay);
$("moment")?.addEventListener("input", () => { cancelAnimationFrame(frame); at(Number($("moment").value) / 1000); });
onKey("r", "race", () => $("go").click());
onKey("p", "play the race again", () => { if (outcome) replay(); });
lineUp();
show();
answered = remembered();
if (answered) present();
