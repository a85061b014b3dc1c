// @ts-check
import { address, call, duration, element, grouped, onKey, say, setAddress, setExports } from "/static/app.js";

const $ = (/** @type {string} */ id) => /** @type {any} */ (document.getElementById(id));
const section = $("huge");
if (section) start(section.dataset).catch((error) => { $("status").className = "failure"; $("status").textContent = error.message; });

/** @param {any} asked */
async function start({ n: text, method, seed }) {
  const n = Number(text), query = `n=${n}&method=${method}&seed=${seed}`;
  const began = performance.now();
  const response = await fetch(`/api/v1/huge?${query}`);
  if (!response.ok) throw new Error((await response.json().catch(() => ({}))).detail ?? response.statusText);
  const buffer = await response.arrayBuffer();
  // Sixteen bytes of head, then the row of each column: docs/formats/placement.md.
  const rows = new Uint32Array(buffer, 16, n);
  const took = (performance.now() - began) / 1000;
  const context = /** @type {CanvasRenderingContext2D} */ ($("scatter").getContext("2d"));
  const size = $("scatter").width;
  const view = { x: Number(address().get("x") ?? 0), y: Number(address().get("y") ?? 0), span: Number(address().get("span") ?? n) };

  /** Draws the queens of the window. */
  function draw() {
    view.span = Math.max(Math.min(8, n), Math.min(n, Math.round(view.span)));
    view.x = Math.max(0, Math.min(n - view.span, Math.round(view.x)));
    view.y = Math.max(0, Math.min(n - view.span, Math.round(view.y)));
    const style = getComputedStyle(document.documentElement);
    const scale = size / view.span, dot = Math.max(1.1, Math.min(14, scale * 0.7));
    context.fillStyle = style.getPropertyValue("--light-square");
    context.fillRect(0, 0, size, size);
    if (view.span <= 64) {
      context.fillStyle = style.getPropertyValue("--dark-square");
      for (let r = 0; r < view.span; r++) for (let c = 0; c < view.span; c++) if ((view.x + c + view.y + r) % 2) context.fillRect(c * scale, r * scale, scale, scale);
    }
    context.fillStyle = style.getPropertyValue("--queen");
    const cover = (view.span ** 2 / n) * (dot / size) ** 2; // of the picture, by queens
    context.globalAlpha = Math.max(0.12, Math.min(1, 0.35 / cover));
    let seen = 0;
    for (let col = view.x; col < view.x + view.span; col++) {
      const row = rows[col] - view.y;
      if (row < 0 || row >= view.span) continue;
      seen++;
      context.fillRect((col - view.x + 0.5) * scale - dot / 2, (row + 0.5) * scale - dot / 2, dot, dot);
    }
    context.globalAlpha = 1;
    const words = `columns ${grouped(view.x + 1)} to ${grouped(view.x + view.span)}, rows ${grouped(view.y + 1)} to ${grouped(view.y + view.span)}: ${grouped(seen)} queens`;
    $("window").textContent = words;
    $("scatter").setAttribute("aria-label", `Every queen a dot; ${words}`);
    setAddress(view.span === n ? { x: "", y: "", span: "" } : { x: view.x, y: view.y, span: view.span });
  }

  /** @param {number} factor @param {number} [cx] @param {number} [cy] centre, from 0 to 1 */
  function zoom(factor, cx = 0.5, cy = 0.5) {
    const span = Math.max(8, Math.min(n, view.span * factor));
    view.x += view.span * cx - span / 2;
    view.y += view.span * cy - span / 2;
    view.span = span;
    draw();
  }
  $("in").addEventListener("click", () => zoom(0.5));
  $("out").addEventListener("click", () => zoom(2));
  $("whole").addEventListener("click", () => { view.span = n; draw(); });
  $("scatter").addEventListener("click", (/** @type {MouseEvent} */ event) => {
    const box = $("scatter").getBoundingClientRect();
    zoom(0.5, (event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height);
  });
  const move = (/** @type {number} */ dx, /** @type {number} */ dy) => () => { view.x += dx * view.span / 4; view.y += dy * view.span / 4; draw(); say($("window").textContent); };
  onKey("ArrowLeft", "move the window left", move(-1, 0));
  onKey("ArrowRight", "move the window right", move(1, 0));
  onKey("ArrowUp", "move the window up", move(0, -1));
  onKey("ArrowDown", "move the window down", move(0, 1));
  onKey("+", "zoom in", () => { zoom(0.5); say($("window").textContent); });
  onKey("-", "zoom out", () => { zoom(2); say($("window").textContent); });
  new MutationObserver(draw).observe(document.documentElement, { attributeFilter: ["data-theme"] });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", draw);
  section.querySelector("#scatter + img")?.remove(); // until now
  draw();
  $("status").textContent = `${grouped(n)} queens in ${duration(took)}.`;

  setExports([ // a browser that hides who it is gives no picture of a canvas
    { name: "PNG", link: `/api/v1/huge/picture?${query}`, file: `queens-${n}.png` },
    { name: "Placement", link: `/api/v1/huge?${query}`, file: `queens-${n}.qpl` },
    { name: "JSON", link: `/api/v1/huge/profile?${query}` },
  ]);
  const profile = await call(`/huge/profile?${query}`);
  $("status").textContent = `${grouped(n)} queens in ${duration(took)}; verified: no two attack each other.`;
  for (const name of ["rising", "falling"]) bars($(name), profile[name], name);
  $("density").tBodies[0].replaceChildren(...profile.density.map((/** @type {number[]} */ line) =>
    element("tr", {}, ...line.map((x) => {
      const cell = element("td", {}, x.toFixed(2));
      cell.style.setProperty("--density", String(x));
      return cell;
    }))));
  if (method === "greedy") {
    $("repair").hidden = false;
    const g = profile.greedy;
    const facts = [["rows postponed", g.refused], ["queens placed by a swap", g.repaired], ["swaps tried", g.tries], ["restarts", g.restarts]];
    $("greedy").replaceChildren(...facts.flatMap(([name, value]) => [element("dt", {}, String(name)), element("dd", {}, grouped(/** @type {number} */ (value)))]));
    curve($("curve"), g.repairs);
    const refused = $("refused");
    if (refused) refused.textContent = `${grouped(g.refused)} of ${grouped(n)}`;
  }
}

/** Draws how many queens are left over while swaps are tried. @param {HTMLElement} box @param {number[]} repairs */
function curve(box, repairs) {
  const all = repairs.reduce((sum, tries) => sum + tries, 0);
  $("curve-text").textContent = repairs.length
    ? `${grouped(repairs.length)} queens were left over. Each step of the curve is one that a swap placed; ${grouped(all)} swaps were tried.`
    : "No queen was left to repair.";
  if (!repairs.length) return;
  const space = "http://www.w3.org/2000/svg";
  const svg = document.createElementNS(space, "svg");
  svg.setAttribute("viewBox", "0 0 100 100");
  svg.setAttribute("preserveAspectRatio", "none");
  svg.setAttribute("role", "img");
  svg.setAttribute("aria-label", `Queens left over, from ${repairs.length} to 0 in ${all} swaps`);
  const path = document.createElementNS(space, "path");
  let tries = 0;
  let line = "M0 0";
  repairs.forEach((of, k) => {
    tries += of;
    line += `H${(100 * tries / all).toFixed(2)}V${(100 * (k + 1) / repairs.length).toFixed(2)}`;
  });
  path.setAttribute("d", line);
  path.setAttribute("class", "repair-curve");
  path.setAttribute("vector-effect", "non-scaling-stroke");
  svg.append(path);
  box.replaceChildren(svg);
}

/** @param {HTMLElement} box @param {number[]} shares @param {string} name */
function bars(box, shares, name) {
  const space = "http://www.w3.org/2000/svg";
  const svg = document.createElementNS(space, "svg");
  svg.setAttribute("viewBox", `0 0 ${shares.length} 1`);
  svg.setAttribute("preserveAspectRatio", "none");
  svg.setAttribute("role", "img");
  svg.setAttribute("aria-label", `Queens per ${name} diagonal: ${shares.map((s) => s.toFixed(2)).join(", ")}`);
  shares.forEach((share, i) => {
    const bar = document.createElementNS(space, "rect");
    for (const [key, value] of Object.entries({ x: i + 0.08, y: 1 - share, width: 0.84, height: share })) bar.setAttribute(key, String(value));
    svg.append(bar);
  });
  box.replaceChildren(svg);
}
