// @ts-check
import { call, element, onKey, setAddress, address } from "/static/app.js";
import "/static/queens-board.js";

const $ = (/** @type {string} */ id) => /** @type {any} */ (document.getElementById(id));
const section = $("play");
if (section) {
  const { order, moves } = section.dataset;
  const graph = await call(`/trajectory/${order}.json?moves=${moves}&forest=true`);
  /** The orbits found, layer by layer. */
  const found = graph.nodes.map((/** @type {any} */ node) => ({ ...node, text: node.rows.join(order > 9 ? "," : "") })).filter((/** @type {any} */ n) => n.layer !== null)
    .sort((/** @type {any} */ a, /** @type {any} */ b) => a.layer - b.layer || a.no - b.no);
  let timer = 0;

  /** Shows the state after so many orbits. @param {number} k */
  function show(k) {
    k = Math.max(0, Math.min(found.length, k));
    $("found").value = String(k);
    setAddress({ found: k || "" });
    $("back").disabled = k === 0;
    $("next").disabled = k === found.length;
    $("from").replaceChildren();
    $("to").replaceChildren();
    if (k === 0) { $("how").textContent = "Nothing is found yet."; return; }
    const node = found[k - 1];
    const parent = node.parent ? found.find((/** @type {any} */ n) => n.no === node.parent) : null;
    const by = node.move;
    $("how").textContent = parent ? `${k} of ${graph.nodes.length}: ${node.text} by ${by ? by + " on " : "a move from "}${parent.text}, layer ${node.layer}.` : `${k} of ${graph.nodes.length}: ${node.text}, found by inserting a queen.`;
    if (parent) $("from").append(element("queens-board", { perm: parent.text, label: "Before the move" }));
    $("to").append(element("queens-board", { perm: node.text, label: "The orbit found" }));
  }
  const at = () => Number($("found").value);
  function stop() { clearInterval(timer); timer = 0; $("play-button").textContent = "Play"; }
  function toggle() {
    if (timer) { stop(); return; }
    if (at() >= found.length) show(0);
    $("play-button").textContent = "Pause";
    timer = setInterval(() => { show(at() + 1); if (at() >= found.length) stop(); }, Math.max(40, Math.min(600, 15000 / found.length)));
  }
  $("play-button").addEventListener("click", toggle);
  $("back").addEventListener("click", () => { stop(); show(at() - 1); });
  $("next").addEventListener("click", () => { stop(); show(at() + 1); });
  $("found").addEventListener("input", () => { stop(); show(at()); });
  onKey(" ", "play and pause", toggle);
  onKey("ArrowRight", "the next orbit", () => $("next").click());
  onKey("ArrowLeft", "one orbit back", () => $("back").click());
  onKey("Home", "to the beginning", () => { stop(); show(0); });
  show(Number(address().get("found") ?? 0));
}
