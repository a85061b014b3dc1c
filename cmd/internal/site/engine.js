// The engine: the handlers of the server, compiled to WebAssembly. It runs in a worker of the page that
// asks it, so it delays no other page, and it ends when its page is left.
"use strict";
const { version, engineFile, engineBytes } = {{facts}};
importScripts("/wasm_exec.js");

/** The program: what this browser has stored, or what the host sends, which is stored then. */
async function program() {
  const cache = await globalThis.caches?.open(version).catch(() => null), stored = await cache?.match(engineFile);
  if (stored) return stored;
  const sent = await fetch(engineFile);
  if (!sent.ok) throw new Error(`${engineFile}: ${sent.status}`);
  cache?.put(engineFile, sent.clone()).catch(() => {}); // a full storage: it is fetched again
  return sent;
}

async function start() {
  const parts = [];
  let bytes = 0, said = 0;
  for (let reader = /** @type {ReadableStream} */ ((await program()).body).getReader(); ;) {
    const { done, value } = await reader.read();
    if (done) break;
    parts.push(value);
    bytes += value.length;
    if (bytes - said > engineBytes / 50) postMessage({ part: Math.min(1, (said = bytes) / engineBytes) });
  }
  const isPacked = parts[0]?.[0] === 0x1f, body = new Blob(parts).stream(); // some hosts unpack by themselves
  const wasm = new Response(isPacked ? body.pipeThrough(new DecompressionStream("gzip")) : body, { headers: { "Content-Type": "application/wasm" } });
  const go = new /** @type {any} */ (globalThis).Go();
  const ready = new Promise((done) => { globalThis.engineReady = done; });
  const { instance } = await WebAssembly.instantiateStreaming(wasm, go.importObject);
  go.run(instance).then(() => postMessage({ failure: "it has ended" }));
  await ready;
}

const started = start();
started.then(() => postMessage({}), (error) => postMessage({ failure: error.message }));
addEventListener("message", async ({ data: { method, url, media, body } }) => {
  try { await started; } catch { return; } // the page knows
  const answer = await globalThis.queens(method, url, media, body);
  postMessage({ answer }, answer.body.buffer ? [answer.body.buffer] : []);
});
