// @ts-check
// The page "Try it": every answer comes from the Go library, built for js/wasm, which
// gives the page the function queens(name, arguments...).
import "./queens-board.js";

/** @type {any} */ const page = window;
const state = element("state"), verdict = element("verdict"), summary = element("summary"), attacks = element("attacks");
const perm = /** @type {HTMLInputElement} */ (element("perm")), solutions = /** @type {HTMLSelectElement} */ (element("solutions"));
const order = /** @type {HTMLInputElement} */ (element("order")), fundamental = /** @type {HTMLInputElement} */ (element("fundamental"));

/** @param {string} id */
function element(id) { return /** @type {HTMLElement} */ (document.getElementById(id)); }

/**
 * Asks the library; a mistake is said in the place given.
 * @param {HTMLElement} place @param {string[]} words
 */
function ask(place, ...words) {
  const answer = JSON.parse(page.queens(...words));
  if (answer.error) place.textContent = answer.error;
  return answer.error ? null : answer;
}

function check() {
  attacks.replaceChildren();
  const a = ask(verdict, "check", perm.value);
  if (!a) return;
  element("board").setAttribute("perm", a.perm);
  verdict.textContent = a.solution
    ? `A solution, ${a.class}: an orbit of ${a.orbit}, whose least member is ${a.canonical}.`
    : `Not a solution: ${a.attacks.length} ${a.attacks.length === 1 ? "pair attacks" : "pairs attack"} each other.`;
  for (const text of a.attacks) attacks.append(Object.assign(document.createElement("li"), { textContent: text }));
}

/** @param {string} text */
function show(text) {
  perm.value = text;
  check();
}

element("ask").addEventListener("submit", (event) => {
  event.preventDefault();
  const a = ask(summary, "list", order.value, ...(fundamental.checked ? ["fundamental"] : []));
  if (!a) return;
  summary.textContent = `${a.solutions.length}${a.more ? " and more" : ""} of order ${a.order}.`;
  solutions.replaceChildren(...a.solutions.map((/** @type {string} */ text) => new Option(text)));
  if (a.solutions.length > 0) show(a.solutions[0]);
});
element("count").addEventListener("click", () => {
  summary.textContent = "Counting ...";
  setTimeout(() => {
    const a = ask(summary, "count", order.value);
    if (a) summary.textContent = `Order ${a.order} has ${a.solutions} solutions.`;
  }, 20); // so that the line above is seen
});
element("check").addEventListener("click", check);
solutions.addEventListener("change", () => show(solutions.value));
for (const button of document.querySelectorAll("[data-turn]")) {
  button.addEventListener("click", () => {
    const a = ask(verdict, "turn", perm.value, /** @type {HTMLElement} */ (button).dataset.turn ?? "");
    if (a) show(a.perm);
  });
}

window.addEventListener("queens-ready", () => {
  for (const button of document.querySelectorAll("button")) button.disabled = false;
  state.textContent = "Ready. Nothing is sent anywhere: the library runs in this page.";
  check();
});
try {
  const go = new page.Go();
  const { instance } = await WebAssembly.instantiateStreaming(fetch("queens.wasm"), go.importObject);
  go.run(instance);
} catch (error) {
  state.textContent = `The library could not be loaded: ${error}. A web server must send this folder; a file alone does not do.`;
}
