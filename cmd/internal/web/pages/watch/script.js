// @ts-check
import { address, boardExports, call, element, setAddress, setCommand, setExports, stillness } from "/static/app.js";
import "/static/trace-player.js";

/** @typedef {import("/static/trace-player.js").TracePlayer} TracePlayer */

const $ = (/** @type {string} */ id) => /** @type {any} */ (document.getElementById(id));
const player = /** @type {TracePlayer} */ ($("player"));

// Choosing an algorithm shows it at once, at the order it takes that is nearest.
$("algorithm").addEventListener("change", () => {
  location.assign(`?${new URLSearchParams({ algorithm: $("algorithm").value, near: $("order").value, seed: $("seed").value })}`);
});

const answer = player && await call("/algorithms").catch((error) => { player.append(element("p", { class: "failure", role: "alert" }, error.message)); });
if (answer) {
  const { algorithms } = answer;
  const chosen = algorithms.find((/** @type {any} */ a) => a.name === player.dataset.algorithm);
  const asked = { algorithm: chosen.name, n: Number($("order").value), seed: Number($("seed").value), step: Number(player.dataset.step) };
  let shown = 0;

  let typed = false; // the steps of the moving picture
  /** Shows what leads to this moment elsewhere. @param {number} step */
  const share = (step) => {
    $("embed").textContent = `<iframe src="${location.origin}/embed${location.pathname.replace(/^\/embed/, "")}${location.search}" width="480" height="640" title="queens"></iframe>`;
    if (!$("gif")) return;
    if (!typed) { $("gif-from").value = String(step); $("gif-to").value = String(step + 60); }
    const query = new URLSearchParams({ algorithm: asked.algorithm, n: String(asked.n), seed: String(asked.seed), from: $("gif-from").value, to: $("gif-to").value, delay: String(Math.round(1000 / Math.max(1, Number($("gif-pace").value)))), layers: ["coordinates", player.layers].filter(Boolean).join(",") });
    $("gif").href = `/api/v1/trace/animation?${query}`;
    $("gif").download = `${asked.algorithm}-${asked.n}-steps-${$("gif-from").value}-${$("gif-to").value}.gif`;
  };
  $("share").addEventListener("input", () => { typed = true; share(player.step); });

  /** @param {number} step */
  const show = (step) => {
    setAddress({ algorithm: asked.algorithm, n: asked.n, near: "", seed: chosen.random ? asked.seed : "", step: step || "", layers: player.layers, heat: player.heat === "none" ? "" : player.heat });
    const queens = player.rows.map((row, col) => ({ row, col })).filter((q) => q.row >= 0);
    setExports(asked.n > 400 ? [] : [
      ...boardExports(asked.n, queens, { layers: player.layers.split(",").filter((name) => name === "attacks" || name === "conflicts"), heat: player.heat === "attacks" ? "attacks" : "", caption: `${chosen.title}, step ${step}` }),
      { name: "Steps as JSON", link: `/api/v1/trace/steps?algorithm=${asked.algorithm}&n=${asked.n}&seed=${asked.seed}&from=${Math.max(1, step)}&limit=20` },
    ]);
    share(step);
    setCommand([`queens watch ${asked.n} --method ${asked.algorithm}`, chosen.random ? `--seed ${asked.seed}` : "", step ? `--steps ${step}:${step + 20}` : ""].filter(Boolean).join(" "));
  };
  // While it plays the address follows now and then: browsers count the changes.
  player.addEventListener("moment", (event) => {
    const { step, playing } = /** @type {CustomEvent} */ (event).detail;
    if (playing && performance.now() - shown < 1000) return;
    shown = performance.now();
    show(step);
  });
  player.addEventListener("layers", () => show(player.step));
  player.layers = address().get("layers") ?? "";
  player.heat = address().get("heat") ?? "none";
  if (stillness()) player.pace = 1;
  await player.load(asked, chosen);
}
