// @ts-check
// One stream of server-sent events for all tabs of a browser: a browser opens six
// connections to a server, and every stream would take one for good. The tab that
// holds a lock listens and tells the others; when it closes, the next one takes
// over. Where locks or channels are missing or refused, as Firefox refuses them when it blocks
// cookies, every tab listens for itself.

/** @type {BroadcastChannel | undefined} */ let channel;
try { channel = new BroadcastChannel("queens-events"); } catch { /* refused */ }
/** @type {Set<(name: string, data: any) => void>} */
const listeners = new Set();
let started = false;

/** @param {string} name @param {any} data */
function deliver(name, data) {
  if (name === "connection") showConnection(data);
  for (const listener of listeners) listener(name, data);
}

/** @param {boolean} open */
function showConnection(open) {
  const badge = document.getElementById("connection");
  if (badge) badge.hidden = open;
}

/** Listens for this tab and all others, for as long as the tab lives. */
function lead() {
  let open = false;
  const tell = (/** @type {string} */ name, /** @type {any} */ data) => {
    deliver(name, data);
    channel?.postMessage({ name, data });
  };
  const connect = () => {
    const source = new EventSource("/api/v1/events");
    source.onopen = () => { open = true; tell("connection", true); };
    source.onerror = () => {
      open = false;
      tell("connection", false);
      if (source.readyState === EventSource.CLOSED) setTimeout(connect, 3000); // the browser has given up
    };
    source.addEventListener("runs", (event) => tell("runs", JSON.parse(event.data)));
    source.addEventListener("run", (event) => tell("run", JSON.parse(event.data)));
  };
  connect();
  // A tab that comes later asks how things are.
  channel?.addEventListener("message", async (event) => {
    if (event.data.name !== "hello") return;
    channel?.postMessage({ name: "connection", data: open });
    const answer = await fetch("/api/v1/runs").catch(() => null);
    if (answer?.ok) channel?.postMessage({ name: "runs", data: await answer.json() });
  });
}

/**
 * Calls listener for every event: "runs" with all counts, "run" with one,
 * "connection" with whether the server answers.
 * @param {(name: string, data: any) => void} listener
 */
export function listen(listener) {
  listeners.add(listener);
  if (started) return;
  started = true;
  channel?.addEventListener("message", (event) => {
    if (event.data.name !== "hello") deliver(event.data.name, event.data.data);
  });
  if (navigator.locks && channel) {
    navigator.locks.request("queens-events", { mode: "exclusive" }, () => { lead(); return new Promise(() => {}); }).catch(lead);
    channel.postMessage({ name: "hello" });
  } else {
    lead();
  }
}
