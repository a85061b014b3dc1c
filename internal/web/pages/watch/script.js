// @ts-check
import { address, boardExports, call, setAddress, setCommand, setExports, stillness } from "/static/app.js";
import "/static/trace-player.js";

/** @typedef {import("/static/trace-player.js").TracePlayer} TracePlayer */

const $ = (/** @type {string} */ id) => /** @type {any} */ (document.getElementById(id));
const player = /** @type {TracePlayer} */ ($("player"));

// Choosing an algorithm shows it at once, at the order it takes that is nearest.
$("algorithm").addEventListener("change", () => {
  location.assign(`?${new URLSearchParams({ algorithm: $("algorithm").value, near: $("order").value, seed: $("seed").value })}`);
});

if (player) {
  const { algorithms } = await call("/algorithms");
  const chosen = algorithms.find((/** @type {any} */ a) => a.name === player.dataset.algorithm);
  const asked = { algorithm: chosen.name, n: Number($("order").value), seed: Number($("seed").value), step: Number(player.dataset.step) };
  let shown = 0;

  /** @param {number} step */
  const show = (step) => {
    setAddress({ algorithm: asked.algorithm, n: asked.n, near: "", seed: chosen.random ? asked.seed : "", step: step || "", layers: player.layers, heat: player.heat === "none" ? "" : player.heat });
    const queens = player.rows.map((row, col) => ({ row, col })).filter((q) => q.row >= 0);
    setExports(asked.n > 400 ? [] : [
      ...boardExports(asked.n, queens, { layers: player.layers.split(",").filter((name) => name === "attacks" || name === "conflicts"), heat: player.heat === "attacks" ? "attacks" : "" }),
      { name: "Steps as JSON", link: `/api/v1/trace/steps?algorithm=${asked.algorithm}&n=${asked.n}&seed=${asked.seed}&from=${Math.max(0, step - 1)}&limit=20` },
    ]);
    setCommand([`queens watch ${asked.n} --algorithm ${asked.algorithm}`, chosen.random ? `--seed ${asked.seed}` : "", step ? `--steps ${step}:${step + 20}` : ""].filter(Boolean).join(" "));
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
