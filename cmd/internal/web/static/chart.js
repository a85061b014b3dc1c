// @ts-check
// Charts of a few series over an axis of numbers: lines with dashes, or bars. A page gives the
// series their colours: class "series-0" and so on.
import { element } from "/static/app.js";

const space = "http://www.w3.org/2000/svg";
const dashes = ["", "6 3", "2 3", "9 3 2 3", "1 4", "12 4"];

/**
 * Returns a new element of a picture.
 * @param {string} name @param {Record<string, string | number>} [attributes] @param {...(Node | string)} children
 */
export function shape(name, attributes = {}, ...children) {
  const e = document.createElementNS(space, name);
  for (const [key, value] of Object.entries(attributes)) e.setAttribute(key, String(value));
  e.append(...children);
  return e;
}

/** @typedef {{name: string, points: [number, number][]}} Series */

/** A short text of a number on an axis. @param {number} x */
const tick = (x) => {
  if (x === 0) return "0";
  const power = Math.floor(Math.log10(Math.abs(x)) + 1e-9);
  if (power >= -2 && power < 5) return String(Number(x.toPrecision(3)));
  const digits = Number((x / 10 ** power).toPrecision(2));
  return `${digits === 1 ? "" : `${digits}·`}10${[...String(power)].map((c) => (c === "-" ? "⁻" : "⁰¹²³⁴⁵⁶⁷⁸⁹"[Number(c)])).join("")}`;
};

/** Round numbers from low to high, about count of them. @param {number} low @param {number} high @param {number} count */
function marks(low, high, count) {
  const rough = (high - low) / count || 1, power = 10 ** Math.floor(Math.log10(rough));
  const step = power * ([1, 2, 5, 10].find((k) => k * power >= rough) ?? 10);
  const list = [];
  for (let k = Math.ceil(low / step - 1e-9); k * step <= high + 1e-9 * step; k++) list.push(k * step);
  return list;
}

/**
 * Draws series; y may be logarithmic. Returns the picture, and where a number of the x axis lies.
 * @param {{label: string, x: string, y: string, log?: boolean, bars?: boolean, span?: number, whole?: boolean, series: Series[], from?: number, to?: number}} chart
 */
export function draw({ label, x: xName, y: yName, log = false, bars = false, span = 1, whole = false, series, from, to }) {
  const left = 62, top = 26, width = 400, height = 210;
  const all = series.flatMap((s) => s.points).filter(([, y]) => !log || y > 0);
  const xs = all.map(([x]) => x), ys = all.map(([, y]) => y);
  const low = from ?? Math.min(...xs, Infinity), high = to ?? Math.max(...xs, -Infinity);
  const pad = bars ? span / 2 : 0; // half a bar
  const scale = log ? Math.log10 : (/** @type {number} */ y) => y;
  let least = log ? Math.floor(Math.log10(Math.min(...ys))) : 0, most = log ? Math.ceil(Math.log10(Math.max(...ys))) : Math.max(...ys);
  if (!Number.isFinite(least)) least = 0;
  if (!Number.isFinite(most) || most <= least) most = least + 1;
  const x = (/** @type {number} */ v) => left + (width * (v - low + pad)) / (high - low + 2 * pad || 1);
  const y = (/** @type {number} */ v) => top + height * (1 - (scale(v) - least) / (most - least));
  const svg = shape("svg", { viewBox: `0 0 ${left + width + 16} ${top + height + 42 + 20 * (series.length > 1 ? series.length : 0)}`, role: "img", "aria-label": label, class: "chart" });
  const text = (/** @type {number} */ at, /** @type {number} */ down, /** @type {string} */ words, anchor = "middle") => svg.append(shape("text", { x: at, y: down, "text-anchor": anchor }, words));
  const levels = log ? Array.from({ length: most - least + 1 }, (_, k) => 10 ** (least + k)).filter((_, k) => k % Math.ceil((most - least) / 7) === 0) : marks(0, most, 5).filter((m) => !bars || Number.isInteger(m));
  for (const level of levels) {
    svg.append(shape("path", { class: "chart-axis", d: `M${left} ${y(level)}h${width}` }));
    text(left - 6, y(level) + 4, tick(level), "end");
  }
  if (all.length) for (const mark of marks(low, high, 6).filter((m) => !whole || Number.isInteger(m))) text(x(mark), top + height + 18, tick(mark));
  text(left - 6, 14, yName, "start");
  text(left + width, top + height + 34, xName, "end");
  series.forEach(({ name, points }, i) => {
    const seen = points.filter(([, v]) => !log || v > 0);
    if (bars) {
      const room = ((width * span) / (high - low + span)) * 0.9;
      for (const [at, v] of seen) svg.append(shape("rect", { class: `chart-bar series-${i}`, x: x(at) - room / 2, y: y(v), width: Math.max(0.5, room), height: top + height - y(v) }));
    } else {
      svg.append(shape("path", { class: `chart-line series-${i}`, "stroke-dasharray": dashes[i % dashes.length], d: points.map(([at, v], k) => (log && v <= 0 ? "" : `${k && !(log && points[k - 1][1] <= 0) ? "L" : "M"}${x(at).toFixed(1)} ${y(v).toFixed(1)}`)).join("") }));
      if (seen.length < 40) for (const [at, v] of seen) svg.append(shape("circle", { class: `chart-dot series-${i}`, cx: x(at).toFixed(1), cy: y(v).toFixed(1), r: 3 }));
    }
    if (series.length < 2) return;
    const down = top + height + 52 + 20 * i;
    svg.append(shape("path", { class: `chart-line series-${i}`, "stroke-dasharray": dashes[i % dashes.length], d: `M${left} ${down}h40` }));
    text(left + 48, down + 4, name, "start");
  });
  return { svg, x, top, height };
}

/** The picture as a file of its own, in the colours of the page. @param {Element} svg */
export function standalone(svg) {
  const copy = /** @type {Element} */ (svg.cloneNode(true)), from = [...svg.querySelectorAll("*")], into = [...copy.querySelectorAll("*")];
  copy.setAttribute("xmlns", space);
  from.forEach((e, i) => {
    const style = getComputedStyle(e);
    for (const name of ["fill", "stroke", "stroke-width", "font-family", "font-size"]) into[i].setAttribute(name, style.getPropertyValue(name));
  });
  return copy.outerHTML;
}

/**
 * A table as CSV.
 * @param {(string | number)[][]} rows
 */
export const csv = (rows) => rows.map((row) => row.map((v) => (/[",\n]/.test(String(v)) ? `"${String(v).replaceAll('"', '""')}"` : v)).join(",")).join("\n") + "\n";

/** Seconds to three digits, never as a power of ten. @param {number} seconds */
export function precise(seconds) {
  const [scale, unit] = seconds < 0.0009995 ? [1e6, "µs"] : seconds < 0.9995 ? [1000, "ms"] : [1, "s"], amount = seconds * scale;
  return `${amount < 999.5 ? amount.toPrecision(3) : Math.round(amount)} ${unit}`;
}

/** A cell of a table with a number. @param {string} text */
export const numberCell = (text) => element("td", { class: "number" }, text);
