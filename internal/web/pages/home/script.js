// @ts-check
import { call, onKey, stillness } from "/static/app.js";
import "/static/trace-player.js";

/** @typedef {import("/static/trace-player.js").TracePlayer} TracePlayer */

const player = /** @type {TracePlayer} */ (document.getElementById("player"));
const { algorithms } = await call("/algorithms");
await player.load({ algorithm: "wirth", n: Number(player.dataset.n), seed: 1 }, algorithms.find((/** @type {any} */ a) => a.name === "wirth"));
player.pace = 12;
onKey(" ", "play and pause", () => player.toggle());
// At its end the run begins anew.
player.addEventListener("moment", () => {
  if (player.playing && player.complete && player.step === player.steps) player.go(0).then(() => player.play());
});
if (!stillness()) player.play();
