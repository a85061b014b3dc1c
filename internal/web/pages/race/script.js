// @ts-check
import { blobLink, call, element, grouped, onKey, say, setAddress, setCommand, setExports, stillness } from "/static/app.js";

const $ = (/** @type {string} */ id) => /** @type {any} */ (document.getElementById(id));
const dashes = ["", "6 3", "2 3", "9 3 2 3", "1 4", "12 4"];
/** @type {any} */ let answered = null;
/** @type {any} */ let outcome = null;
let frame = 0;

const chosen = () => /** @type {string[]} */ ([...document.querySelectorAll("input[name=algorithm]:checked")].map((box) => /** @type {any} */ (box).value));

/** Why algorithms do not take an order, by name; for the order that was asked for last. @type {Map<string, {why: string, nearest: string}>} */
let refusals = new Map();
let asked = "";

/** Asks which algorithms take the order, and shows what would race. */
async function show() {
  const names = chosen(), n = $("order").value;
  setAddress({ n, algorithms: names.join(","), algorithm: "", runs: $("runs").value === "1" ? "" : $("runs").value });
  setCommand(`queens race ${n} ${names.join(" ")}${$("runs").value === "1" ? "" : ` --runs ${$("runs").value}`}`);
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

/** Says at the form what cannot race. */
function advise() {
  for (const box of /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll("input[name=algorithm]"))) {
    const why = refusals.get(box.value)?.why, label = /** @type {HTMLElement} */ (box.closest("label"));
    label.classList.toggle("is-refused", why !== undefined);
    label.querySelector("small")?.remove();
    if (why) label.append(element("small", {}, `not order ${asked}: ${why}`));
  }
  const names = chosen(), title = (/** @type {string} */ name) => document.querySelector(`#racer-${name} span`)?.textContent ?? name;
  const refused = names.filter((name) => refusals.has(name));
  const text = !$("order").checkValidity() ? `Order ${$("order").value}: want ${$("order").min} to ${$("order").max}.`
    : !$("runs").checkValidity() ? `Measured runs ${$("runs").value}: want ${$("runs").min} to ${$("runs").max}.`
    : refused.length > 0 ? refused.map((name) => `${title(name)} does not take order ${asked}: ${refusals.get(name)?.why}. Nearest are ${refusals.get(name)?.nearest}.`).join(" ")
    : names.length < 1 ? "Choose at least one algorithm." : names.length > 6 ? `${names.length} algorithms are chosen; at most six race.` : "";
  $("go").disabled = text !== "";
  if (text) complain(text);
  else if ($("status").classList.contains("failure")) tell("Press Race.");
}

/** @param {string} text */
function tell(text) { $("status").className = "notice"; $("status").textContent = text; }
/** @param {string} text */
function complain(text) { $("status").className = "failure"; $("status").textContent = text; }

document.querySelector("main")?.addEventListener("input", (event) => { if (/** @type {HTMLElement} */ (event.target).id !== "moment") show(); });
$("race").addEventListener("submit", async (/** @type {Event} */ event) => {
  event.preventDefault();
  $("go").disabled = true;
  tell("The algorithms run, one after the other …");
  try {
    answered = await call("/races", { method: "POST", body: { order: Number($("order").value), algorithms: chosen(), runs: Number($("runs").value) } });
    outcome = { ...answered, results: answered.results.map(inSeconds) };
    tell(`Order ${outcome.order}: ${outcome.results[0].title} was first.`);
    present();
    $("status").scrollIntoView({ block: "start", behavior: stillness() ? "auto" : "smooth" });
  } catch (error) {
    complain(/** @type {Error} */ (error).message);
    $("status").scrollIntoView({ block: "nearest" });
  }
  $("go").disabled = false;
});

/** A racer with times in seconds and costs as numbers. @param {any} r */
function inSeconds(r) {
  const numbers = (/** @type {any} */ stats) => Object.fromEntries(Object.entries(stats).map(([name, value]) => [name, Number(value)]));
  const samples = (r.samples ?? []).map((/** @type {any} */ s) => ({ seconds: s.elapsedNanos / 1e9, ...numbers(s.stats) }));
  return { ...r, seconds: r.medianNanos / 1e9, stats: numbers(r.stats), samples };
}

/** How long a racer took; one that is out, as far as it came. @param {any} r */
const spanOf = (r) => r.samples.at(-1)?.seconds || r.seconds || 0;

/** Shows the outcome. */
function present() {
  $("outcome").hidden = false;
  const body = document.querySelector("#table tbody");
  body?.replaceChildren(...outcome.results.map((/** @type {any} */ r) => {
    const number = (/** @type {string} */ text) => element("td", { class: "number" }, text);
    const span = r.out ? spanOf(r) : r.seconds;
    return element("tr", {}, element("th", { scope: "row" }, r.title), number(grouped(r.stats.solutions)), number(grouped(r.stats.tests)), number(grouped(r.stats.placements)),
      number(grouped(r.stats.backtracks)), number(r.out ? "–" : precise(r.seconds)), number(span > 0 ? grouped(Number((r.stats.tests / span).toPrecision(3))) : "–"), number(r.out ? "–" : r.ratio.toFixed(2)), element("td", {}, r.out ?? ""));
  }));
  $("measured").textContent = `Median of ${outcome.runs} measured run${outcome.runs === 1 ? "" : "s"} of each after one that warms up; ${outcome.clock}${outcome.cpu >= 0 ? `, processor ${outcome.cpu}` : ", not bound to a processor"}. What is played again is the run that warms up.`;
  $("lanes").replaceChildren(...outcome.results.map((/** @type {any} */ r, /** @type {number} */ i) =>
    element("div", { class: "lane" }, element("span", {}, r.title), element("span", { class: "lane-text" }), element("progress", { class: `lane-bar race-bar-${i}`, max: 1, value: 0, "aria-label": r.title, "data-i": i }))));
  drawChart();
  exports();
  if (stillness()) at(1);
  else replay();
}

/** @param {number} seconds */
const precise = (seconds) => (seconds < 0.001 ? `${(seconds * 1e6).toPrecision(3)} µs` : seconds < 1 ? `${(seconds * 1000).toPrecision(3)} ms` : `${seconds.toPrecision(3)} s`);

const longest = () => Math.max(...outcome.results.map(spanOf), 1e-6);

/** Where a racer is at a time. @param {any} r @param {number} t seconds */
function stateAt(r, t) {
  const span = spanOf(r), last = r.samples.at(-1) ?? { solutions: r.stats.solutions, tests: r.stats.tests };
  const total = { solutions: Math.max(r.stats.solutions, last.solutions), tests: Math.max(r.stats.tests, last.tests) };
  if (t >= span) return { share: r.out ? 0.999 : 1, tests: total.tests, solutions: total.solutions };
  let before = { seconds: 0, tests: 0, solutions: 0 }, after = { seconds: span, ...total };
  for (const s of r.samples) { if (s.seconds <= t) before = s; else { after = s; break; } }
  const part = after.seconds > before.seconds ? (t - before.seconds) / (after.seconds - before.seconds) : 1;
  const tests = before.tests + part * (after.tests - before.tests);
  return { share: total.tests > 0 ? tests / total.tests : t / span, tests: Math.round(tests), solutions: before.solutions };
}

/** Shows a moment. @param {number} share of the longest run */
function at(share) {
  const t = share * longest();
  $("moment").value = String(Math.round(share * 1000));
  $("moment-text").textContent = precise(t || 1e-9);
  outcome.results.forEach((/** @type {any} */ r, /** @type {number} */ i) => {
    const s = stateAt(r, t), lane = $("lanes").children[i];
    lane.querySelector("progress").value = s.share;
    lane.querySelector(".lane-text").textContent = `${s.share === 1 ? `done in ${precise(spanOf(r))}, ` : ""}${grouped(s.solutions)} solutions, ${grouped(s.tests)} tests`;
  });
  const line = document.getElementById("now");
  if (line) { const x = chart.left + share * chart.width; line.setAttribute("d", `M${x} ${chart.top}V${chart.top + chart.height}`); }
}

/** Plays the race from the start, in about six seconds. */
function replay() {
  cancelAnimationFrame(frame);
  const began = performance.now(), span = 6000;
  const tick = (/** @type {number} */ now) => {
    const share = Math.min(1, Math.max(0, (now - began) / span));
    at(share);
    if (share < 1) frame = requestAnimationFrame(tick);
    else say(`The race is over. ${outcome.results.map((/** @type {any} */ r, /** @type {number} */ i) => `${i + 1}: ${r.title}${r.out ? ", out" : ""}`).join("; ")}.`);
  };
  frame = requestAnimationFrame(tick);
}

const chart = { left: 62, top: 12, width: 400, height: 220 };

/** Draws tests against time, on a logarithmic scale. */
function drawChart() {
  const most = Math.max(10, ...outcome.results.map((/** @type {any} */ r) => r.stats.tests));
  const decades = Math.ceil(Math.log10(most));
  const y = (/** @type {number} */ tests) => chart.top + chart.height * (1 - Math.log10(Math.max(1, tests)) / decades);
  const x = (/** @type {number} */ t) => chart.left + (chart.width * t) / longest();
  const name = "http://www.w3.org/2000/svg";
  const make = (/** @type {string} */ tag, /** @type {Record<string, any>} */ attributes, text = "") => {
    const e = document.createElementNS(name, tag);
    for (const [k, v] of Object.entries(attributes)) e.setAttribute(k, String(v));
    e.textContent = text;
    return e;
  };
  const rows = outcome.results.length;
  const svg = make("svg", { viewBox: `0 0 ${chart.left + chart.width + 14} ${chart.top + chart.height + 34 + 20 * rows}`, role: "img", "aria-label": "Tests against time, on a logarithmic scale; the table below has the numbers", xmlns: name });
  for (let d = 0; d <= decades; d++) {
    svg.append(make("path", { class: "race-axis", d: `M${chart.left} ${y(10 ** d)}h${chart.width}` }), make("text", { class: "race-text", x: chart.left - 6, y: y(10 ** d) + 4, "text-anchor": "end" }, d < 4 ? String(10 ** d) : `10^${d}`));
  }
  for (const share of [0, 0.5, 1]) svg.append(make("text", { class: "race-text", x: chart.left + share * chart.width, y: chart.top + chart.height + 16, "text-anchor": share === 0 ? "start" : share === 1 ? "end" : "middle" }, share === 0 ? "0" : precise(share * longest())));
  outcome.results.forEach((/** @type {any} */ r, /** @type {number} */ i) => {
    const points = [{ seconds: 0, tests: 1 }, ...r.samples.filter((/** @type {any} */ s) => s.seconds > 0), { seconds: spanOf(r), tests: r.stats.tests }];
    // Between samples tests are taken to grow evenly.
    let d = "";
    points.forEach((p, k) => {
      const q = points[k - 1];
      const steps = q ? 8 : 1;
      for (let j = 1; j <= steps; j++) {
        const s = q ? { seconds: q.seconds + ((p.seconds - q.seconds) * j) / steps, tests: q.tests + ((p.tests - q.tests) * j) / steps } : p;
        d += `${d ? "L" : "M"}${x(s.seconds).toFixed(1)} ${y(s.tests).toFixed(1)}`;
      }
    });
    svg.append(make("path", { class: `race-line race-${i}`, "stroke-dasharray": dashes[i] ?? "", d }));
    const ly = chart.top + chart.height + 34 + 20 * i;
    svg.append(make("path", { class: `race-line race-${i}`, "stroke-dasharray": dashes[i] ?? "", d: `M${chart.left} ${ly}h40` }), make("text", { class: "race-text", x: chart.left + 48, y: ly + 4 }, r.title));
  });
  svg.append(make("path", { id: "now", class: "race-now", d: "" }));
  $("chart").replaceChildren(svg);
}

/** Makes the files of the outcome. */
function exports() {
  const head = ["algorithm", "order", "solutions", "tests", "placements", "backtracks", "seconds", "ratio", "out"];
  const rows = outcome.results.map((/** @type {any} */ r) => [r.algorithm, outcome.order, r.stats.solutions, r.stats.tests, r.stats.placements, r.stats.backtracks, r.seconds, r.ratio, r.out ?? ""]);
  const csv = [head, ...rows].map((row) => row.map((v) => (/[",\n]/.test(String(v)) ? `"${String(v).replaceAll('"', '""')}"` : v)).join(",")).join("\n") + "\n";
  const markdown = [`| ${head.join(" | ")} |`, `|${head.map(() => "---").join("|")}|`, ...rows.map((row) => `| ${row.join(" | ")} |`)].join("\n") + "\n";
  const copy = /** @type {SVGElement} */ ($("chart").firstChild.cloneNode(true));
  copy.querySelector("#now")?.remove();
  const colours = ["#0b6fb8", "#c2570c", "#00805a", "#9c3f87", "#7a6a00", "#6b6f76"];
  for (const line of copy.querySelectorAll(".race-line")) { line.setAttribute("fill", "none"); line.setAttribute("stroke-width", "2"); line.setAttribute("stroke", colours[Number(/race-(\d)/.exec(line.getAttribute("class") ?? "")?.[1])]); }
  for (const line of copy.querySelectorAll(".race-axis")) line.setAttribute("stroke", "#cccccc");
  for (const text of copy.querySelectorAll("text")) { text.setAttribute("font-family", "sans-serif"); text.setAttribute("font-size", "12"); }
  setExports([
    { name: "SVG", link: blobLink(copy.outerHTML, "image/svg+xml"), file: "race.svg" },
    { name: "CSV", link: blobLink(csv, "text/csv"), file: "race.csv" },
    { name: "Markdown", link: blobLink(markdown, "text/markdown"), file: "race.md" },
    { name: "JSON", link: blobLink(JSON.stringify(answered, null, 2), "application/json"), file: "race.json" },
  ]);
}

$("replay")?.addEventListener("click", replay);
$("moment")?.addEventListener("input", () => { cancelAnimationFrame(frame); at(Number($("moment").value) / 1000); });
onKey("r", "race", () => $("go").click());
onKey("p", "play the race again", () => { if (outcome) replay(); });
show();
