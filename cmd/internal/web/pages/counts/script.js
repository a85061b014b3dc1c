// @ts-check
import { address, call, onKey, say, setAddress, setCommand } from "/static/app.js";
import "/static/run-list.js";

const $ = (/** @type {string} */ id) => /** @type {any} */ (document.getElementById(id));
const fields = /** @type {const} */ (["order", "of", "topology", "method", "kernel", "workers", "memory"]);
const usual = { of: "all", topology: "regular", method: "auto", kernel: "auto", workers: "", memory: "" };

for (const name of fields) {
  const value = address().get(name === "order" ? "n" : name);
  if (!value || value === "0" && name !== "order") continue;
  $(name).value = value;
  if (name !== "order") $("how").open = true;
}

/** Shows the command that starts the same count. */
function show() {
  const values = Object.fromEntries(fields.map((name) => [name, $(name).value]));
  const words = ["queens", "count", values.order];
  for (const [name, ordinary] of Object.entries(usual)) {
    if (values[name] !== ordinary) words.push(`--${name}`, name === "memory" ? values[name] + "M" : values[name]);
  }
  setCommand(words.join(" "));
  setAddress({ n: values.order, ...Object.fromEntries(Object.entries(usual).map(([name, ordinary]) => [name, values[name] === ordinary ? "" : values[name]])) });
}
for (const name of fields) $(name).addEventListener("input", show);
show();

$("start").addEventListener("invalid", (/** @type {Event} */ event) => { if ($("how").contains(event.target)) $("how").open = true; }, true);
$("start").addEventListener("submit", async (/** @type {Event} */ event) => {
  event.preventDefault();
  $("start-error").hidden = true;
  const body = {
    order: Number($("order").value), of: $("of").value, topology: $("topology").value, method: $("method").value,
    kernel: $("kernel").value, workers: Number($("workers").value), memory: Number($("memory").value) * 2 ** 20,
  };
  try {
    const run = await call("/runs", { method: "POST", body });
    say(`${run.name} started.`);
  } catch (error) {
    $("start-error").textContent = error.message;
    $("start-error").hidden = false;
  }
});
onKey("n", "a new count: go to the order", () => $("order").focus());
