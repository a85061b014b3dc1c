// @ts-check
import { call, element, onKey, setAddress, address } from "/static/app.js";
import "/static/queens-board.js";

const $ = (/** @type {string} */ id) => /** @type {any} */ (document.getElementById(id));
const section = $("play"), hint = $("how")?.textContent;
if (section) start().catch((error) => { $("how").textContent = error.message; section.querySelector(".controls").remove(); });

async function start() {
  const { order, moves } = section.dataset;
  const { graph } = await call(`/trajectory/${order}.json?moves=${moves}&forest=true`);
  /** The orbits by number. @type {Map<number, any>} */
  const orbits = new Map(graph.nodes.map((/** @type {any} */ node, /** @type {number} */ i) => [i, { ...node, no: i + 1, text: node.rows.join(order > 9 ? "," : "") }]));
  for (const edge of graph.edges) if (edge.move) orbits.get(edge.to).move = edge.move;
  /** Those that are found, layer by layer. */
  const found = [...orbits.values()].filter((n) => n.layer >= 0).sort((a, b) => a.layer - b.layer || a.no - b.no);
  /** @type {Map<number, SVGAElement>} */
  const nodes = new Map([...document.querySelectorAll("#map .node")].map((e) => [Number(/** @type {any} */ (e).dataset.no), /** @type {SVGAElement} */ (e)]));
  let timer = 0, present = 0;

  /** The orbits on the way to one, itself last. @param {any} node */
  function wayTo(node) {
    const way = [node];
    while (way[0].parent >= 0) way.unshift(orbits.get(way[0].parent));
    return way;
  }

  /** The middle of an orbit in the drawing. @param {any} node */
  function middle(node) {
    const box = /** @type {SVGGraphicsElement} */ (/** @type {SVGAElement} */ (nodes.get(node.no)).firstElementChild), { x, y, width, height } = box.getBBox(), m = box.transform.baseVal.consolidate()?.matrix ?? { a: 1, e: 0, f: 0 };
    return `${m.a * (x + width / 2) + m.e} ${m.a * (y + height / 2) + m.f}`;
  }

  /** Shows one orbit, and how it is reached; null: none. @param {any} node @param {string} head */
  function point(node, head) {
    const here = nodes.get(node?.no ?? found[0]?.no), inside = document.activeElement?.closest("#map");
    for (const e of nodes.values()) { e.classList.toggle("is-now", node && e === here); e.setAttribute("tabindex", e === here ? "0" : "-1"); }
    if (inside && document.activeElement !== here) here?.focus({ preventScroll: true });
    const way = node && node.layer >= 0 ? wayTo(node) : node ? [node] : [];
    $("trail").setAttribute("d", way.map((n, i) => `${i ? "L" : "M"}${middle(n)}`).join(""));
    $("path").replaceChildren(...way.map((n, i) => element("li", {}, element("queens-board", { perm: n.text, label: `Orbit of ${n.text}` }), i ? `${n.move || "a move"} → ` : n.layer < 0 ? "" : "inserted: ",
      element("a", { class: "mono", href: `/solutions/family?perm=${n.text}` }, n.text))));
    const last = way.at(-1);
    $("how").textContent = !node ? hint : head + (node.layer < 0 ? `${node.text}, which the search never reaches.` : way.length === 1 ? `${node.text}, found by inserting a queen.`
      : `${last.text} by ${last.move ? last.move + " on " : "a move from "}${way[way.length - 2].text}, layer ${node.layer}.`);
  }

  /** Shows the state after so many orbits. @param {number} k */
  function show(k) {
    present = k = Math.max(0, Math.min(found.length, k));
    $("found").value = String(k);
    setAddress({ found: k || "" });
    $("back").disabled = k === 0;
    $("next").disabled = k === found.length;
    $("map").classList.toggle("is-partial", k > 0 && k < found.length);
    found.forEach((node, i) => nodes.get(node.no)?.classList.toggle("is-found", i < k));
    point(found[k - 1] ?? null, `${k} of ${orbits.size}: `);
  }
  function stop() { clearInterval(timer); timer = 0; $("play-button").textContent = "Play"; }
  function toggle() {
    if (timer) { stop(); return; }
    if (present >= found.length) show(0);
    $("play-button").textContent = "Pause";
    timer = setInterval(() => { show(present + 1); if (present >= found.length) stop(); }, Math.max(40, Math.min(600, 15000 / found.length)));
  }
  for (const [no, e] of nodes) {
    e.addEventListener("pointerenter", () => { if (!timer) point(orbits.get(no - 1), `Orbit ${no} of ${orbits.size}: `); });
  }
  $("map").addEventListener("pointerleave", () => { if (!timer) show(present); });
  $("play-button").addEventListener("click", toggle);
  $("back").addEventListener("click", () => { stop(); show(present - 1); });
  $("next").addEventListener("click", () => { stop(); show(present + 1); });
  $("found").addEventListener("input", () => { stop(); show(Number($("found").value)); });
  onKey(" ", "play and pause", toggle);
  onKey("ArrowRight", "the next orbit", () => $("next").click());
  onKey("ArrowLeft", "the previous orbit", () => $("back").click());
  onKey("Home", "to the beginning", () => { stop(); show(0); });
  show(Number(address().get("found") ?? 0));
}
