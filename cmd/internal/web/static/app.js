// @ts-check
// What every page has: theme, keys, the command that reproduces the view, the
// link to it, a place where things are said to screen readers, and whether the server
// answers.
import { listen } from "/static/events.js";

/** @param {string} id @returns {HTMLElement} */
const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/**
 * Says something to who cannot see it.
 * @param {string} text
 */
export function say(text) {
  const said = byId("said");
  said.textContent = said.textContent === text ? text + "\u00a0" : text;
}

/**
 * Shows the command that reproduces the view.
 * @param {string} command
 */
export function setCommand(command) {
  const output = byId("command"), printed = document.getElementById("printed-command");
  if (output.textContent !== command) output.textContent = command;
  if (printed) printed.textContent = command;
  const box = output.closest(".reproduce");
  if (box) /** @type {HTMLElement} */ (box).hidden = command === "";
}

/**
 * Shows what can be exported; the links of files made here begin with "blob:".
 * @param {{name: string, link: string, file?: string}[]} list
 */
export function setExports(list) {
  const links = byId("export-links");
  for (const old of links.querySelectorAll("a")) if (old.href.startsWith("blob:")) URL.revokeObjectURL(old.href);
  links.replaceChildren(...list.flatMap(({ name, link, file }) => [element("a", { class: "button", href: link, download: file }, name), " "]));
  byId("exports").hidden = list.length === 0;
  offerImage();
}

/** The picture of what is shown, where there is one. */
const imageLink = () => [...byId("export-links").querySelectorAll("a")].find((a) => a.pathname.endsWith(".png"))?.href;

/** Offers to copy the picture if there is one. */
function offerImage() { byId("copy-image").hidden = !imageLink() || !("ClipboardItem" in globalThis); }

/** @param {BlobPart} content @param {string} type */
export const blobLink = (content, type) => URL.createObjectURL(new Blob([content], { type }));

/**
 * The exports of a board, drawn by the server as the command line draws it.
 * @param {number} order @param {{row: number, col: number}[]} queens
 * @param {{blocked?: string, layers?: string[], topology?: string, heat?: string, caption?: string}} look
 */
export function boardExports(order, queens, look = {}) {
  const names = queens.map((q) => squareText(q, order)).join(",");
  const query = new URLSearchParams(Object.entries({ queens: names, blocked: look.blocked, layers: [...(look.layers?.includes("chess") ? [] : ["coordinates"]), ...(look.layers ?? [])].join(","), topology: look.topology, heat: look.heat, caption: look.caption }).filter(([, value]) => value).map(([name, value]) => [name, String(value)]));
  return ["svg", "png", "pdf", "json"].map((ext) => ({ name: ext.toUpperCase(), link: `/api/v1/squares/${order}.${ext}?${query}`, file: ext === "json" ? undefined : `board.${ext}` }));
}

/** @param {{row: number, col: number}} square @param {number} n */
function squareText({ row, col }, n) {
  let file = "";
  for (let k = col + 1; k > 0; k = Math.floor((k - 1) / 26)) file = String.fromCharCode(97 + ((k - 1) % 26)) + file;
  return file + (n - row);
}

/**
 * Puts the state of a view into the address, so that a link leads to it. What is
 * empty, null or undefined is left out.
 * @param {Record<string, string | number | boolean | null | undefined>} state
 */
export function setAddress(state) {
  const url = new URL(location.href);
  for (const [name, value] of Object.entries(state)) {
    if (value === "" || value === null || value === undefined || value === false) url.searchParams.delete(name);
    else url.searchParams.set(name, value === true ? "true" : String(value));
  }
  // A page that is a file keeps its address until it is used: only a query needs the engine.
  const untouched = document.documentElement.dataset.stored !== undefined && navigator.userActivation?.hasBeenActive === false;
  if (url.href !== location.href && !untouched) history.replaceState(null, "", url);
}

/** The state that the address asks for. */
export const address = () => new URL(location.href).searchParams;

/** Where the result of the address that is shown lies in this tab. */
const resultKey = () => `result ${location.pathname}${location.search}`;

/** Keeps a result for when the page is loaded again; null forgets it. @param {unknown} result */
export function remember(result) {
  try {
    if (result === null) sessionStorage.removeItem(resultKey());
    else sessionStorage.setItem(resultKey(), JSON.stringify(result));
  } catch {
    // The storage is full or refused: the result is shown until the page is left.
  }
}

/** The result that was kept for the address, or null. */
export function remembered() {
  try {
    return JSON.parse(sessionStorage.getItem(resultKey()) ?? "null");
  } catch {
    return null;
  }
}

/**
 * Calls the API. An error has the text of the problem details.
 * @param {string} path below /api/v1
 * @param {{method?: string, body?: unknown, signal?: AbortSignal}} [options]
 * @returns {Promise<any>}
 */
export async function call(path, options = {}) {
  const init = /** @type {RequestInit} */ ({ method: options.method ?? "GET", signal: options.signal, headers: { Accept: "application/json" } });
  if (options.body !== undefined) {
    init.body = JSON.stringify(options.body);
    init.headers = { ...init.headers, "Content-Type": "application/json" };
  }
  let response;
  try {
    response = await fetch("/api/v1" + path, init);
  } catch (error) {
    if (options.signal?.aborted) throw error;
    throw new Error("The server does not answer.");
  }
  if (!response.ok) {
    const problem = await response.json().catch(() => ({}));
    const details = (problem.errors ?? []).map((/** @type {any} */ e) => `${e.location ?? ""} ${e.message ?? ""}`.trim());
    throw new Error([problem.detail ?? response.statusText, ...details].join("; "));
  }
  return response.json();
}

/**
 * Returns a new element.
 * @param {string} name
 * @param {Record<string, any>} [attributes] of text, or on... functions
 * @param {...(Node | string)} children
 * @returns {HTMLElement}
 */
export function element(name, attributes = {}, ...children) {
  const e = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) e.addEventListener(key.slice(2), value);
    else if (value === true) e.setAttribute(key, "");
    else if (value !== false && value !== null && value !== undefined) e.setAttribute(key, String(value));
  }
  e.append(...children);
  return e;
}

/** @type {Map<string, {text: string, action?: (event: KeyboardEvent) => void}>} */
const keys = new Map();

/**
 * Gives a key a meaning, wherever the focus is but in a field. "Shift+" may stand
 * before it.
 * @param {string} key as KeyboardEvent.key
 * @param {string} text what it does
 * @param {(event: KeyboardEvent) => void} [action] none: something else listens
 */
export function onKey(key, text, action) {
  keys.set(key, { text, action });
}

const spoken = new Map([[" ", "Space"], ["ArrowLeft", "←"], ["ArrowRight", "→"], ["ArrowUp", "↑"], ["ArrowDown", "↓"]]);

/** Shows the keys of this page. */
function showKeys() {
  const list = byId("keys-list");
  list.replaceChildren();
  for (const [key, { text }] of keys) {
    const parts = key.split("+").map((k) => spoken.get(k) ?? k);
    list.append(element("dt", {}, element("kbd", {}, parts.join(" + "))), element("dd", {}, text));
  }
  const dialog = /** @type {HTMLDialogElement} */ (byId("keys"));
  if (!dialog.open) dialog.showModal();
}

onKey("?", "show the keys of this page", showKeys);
onKey("g", "go to the menu", () => /** @type {HTMLElement} */ (document.querySelector("header nav a")).focus());

document.addEventListener("keydown", (event) => {
  if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
  const target = /** @type {HTMLElement} */ (event.target);
  if (target.closest("input:not([type=range]):not([type=checkbox]):not([type=radio]), select, textarea, dialog")) return;
  if ((event.key === " " || event.key === "Enter") && target.closest("button, a, summary, input")) return;
  if (target.closest("input[type=range], input[type=radio]") && event.key.startsWith("Arrow")) return;
  const meaning = keys.get((event.shiftKey && event.key.length > 1 ? "Shift+" : "") + event.key);
  if (!meaning?.action) return;
  event.preventDefault();
  meaning.action(event);
});

byId("keys-button").addEventListener("click", showKeys);

/** Lets a button copy what a function gives. @param {string} id @param {string} what @param {() => Promise<unknown>} write */
function copies(id, what, write) {
  const button = byId(id), label = button.textContent;
  button.addEventListener("click", async () => {
    if (button.textContent !== label) return;
    try {
      await write();
      say(`${what} copied.`);
      button.textContent = "Copied";
      setTimeout(() => { button.textContent = label; }, 1500);
    } catch {
      if (id === "copy-command") getSelection()?.selectAllChildren(byId("command"));
      say("This browser blocks copying.");
      button.textContent = "Blocked by the browser";
      setTimeout(() => { button.textContent = label; }, 1500);
    }
  });
}
copies("copy-command", "Command", () => navigator.clipboard.writeText(byId("command").textContent ?? ""));
copies("copy-link", "Link", () => navigator.clipboard.writeText(/** @type {HTMLLinkElement | null} */ (document.querySelector("link[rel=canonical]"))?.href ?? location.href));
copies("copy-image", "Image", () => navigator.clipboard.write([new ClipboardItem({ "image/png": fetch(imageLink() ?? "").then((response) => response.blob()) })]));
offerImage();
byId("print").addEventListener("click", () => print());

if (!document.body.classList.contains("embedded")) listen(() => {}); // so that every page says when the server is gone
document.querySelector("header nav [aria-current]")?.scrollIntoView({ block: "nearest", inline: "center" });

const themes = ["system", "light", "dark"];

/** @param {string} theme */
function showTheme(theme) {
  queueMicrotask(themePictures);
  const button = byId("theme-button");
  button.textContent = { light: "☀\ufe0e", dark: "☾" }[theme] ?? "◐";
  button.title = button.ariaLabel = `Theme: ${theme}`;
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

const darkSystem = matchMedia("(prefers-color-scheme: dark)");
darkSystem.addEventListener("change", themePictures);

/** Shows the pictures of the page in its theme: asks for them, or takes the files of a site. */
function themePictures() {
  const theme = document.documentElement.dataset.theme ?? (darkSystem.matches ? "dark" : "light");
  for (const picture of document.querySelectorAll("img[data-dark], img[src^='/api/']:not([src*='/huge/']), canvas")) picture.classList.toggle("is-dark", theme === "dark");
  for (const picture of /** @type {NodeListOf<HTMLImageElement>} */ (document.querySelectorAll("img[data-dark]"))) {
    picture.dataset.light ??= picture.getAttribute("src") ?? "";
    picture.src = picture.dataset[theme] ?? picture.src;
  }
  for (const picture of /** @type {NodeListOf<HTMLImageElement>} */ (document.querySelectorAll("img[src^='/api/']:not([src*='/huge/'])"))) {
    const url = new URL(picture.src);
    if ((url.searchParams.get("theme") ?? "light") === theme) continue;
    url.searchParams.set("theme", theme);
    picture.src = url.pathname + url.search;
  }
}

byId("theme-button").addEventListener("click", () => {
  const now = document.documentElement.dataset.theme ?? "system";
  const next = themes[(themes.indexOf(now) + 1) % themes.length];
  showTheme(next);
  try {
    if (next === "system") localStorage.removeItem("theme");
    else localStorage.setItem("theme", next);
  } catch {
    // It holds for this page then.
  }
});
showTheme(document.documentElement.dataset.theme ?? "system");

/**
 * Returns seconds for people.
 * @param {number} seconds
 */
export function duration(seconds) {
  if (!Number.isFinite(seconds)) return "–";
  if (seconds < 0.95) return `${Math.round(seconds * 1000)} ms`;
  if (seconds < 90) return `${seconds < 10 ? seconds.toFixed(1) : Math.round(seconds)} s`;
  if (seconds < 5400) return `${Math.round(seconds / 60)} min`;
  if (seconds < 2 * 86400) return `${(seconds / 3600).toFixed(1)} h`;
  if (seconds < 730 * 86400) return `${(seconds / 86400).toFixed(1)} days`;
  const years = seconds / 365.25 / 86400;
  return `${years < 1000 ? years.toPrecision(3) : grouped(Math.round(years))} years`;
}

/**
 * Returns a decimal number with thin spaces between groups of three.
 * @param {string | number} digits
 */
export const grouped = (digits) => String(digits).replace(/\B(?=(\d{3})+(?!\d))/g, "\u202f");

/**
 * Returns the text of a placement, rows from 1, as the program writes it.
 * @param {number[]} rows
 */
export const permText = (rows) => rows.join(rows.length <= 9 ? "" : ",");

/** Whether the visitor wants no motion. */
export const stillness = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/**
 * Returns the rows of a placement as typed: 15863724 or 1,5,8 or 1 5 8.
 * @param {string} text
 * @returns {number[]}
 */
export function parsePerm(text) {
  const words = /^\d+$/.test(text) ? [...text] : text.split(/[\s,]+/).filter(Boolean);
  return words.map(Number);
}
