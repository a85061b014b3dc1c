// The service worker of the site: it stores the pages, so that they work offline, and answers
// what they ask of /api/ with the handlers of the server, compiled to WebAssembly.
"use strict";
const facts = {{facts}}, { version, engineFile, stored } = facts, /** Paths of pages. */ pages = new Set(facts.pages);
/** @type {any} */ const scope = self;
importScripts("/wasm_exec.js");

scope.addEventListener("install", (event) => event.waitUntil(caches.open(version).then((cache) => cache.addAll(stored)).then(() => scope.skipWaiting())));
scope.addEventListener("activate", (event) => event.waitUntil((async () => {
  for (const name of await caches.keys()) if (name !== version && name.startsWith("queens-")) await caches.delete(name);
  await scope.clients.claim();
  engine().catch(() => {}); // in the background
})()));

scope.addEventListener("message", () => scope.clients.claim());

/** @type {Promise<(...words: string[]) => Promise<any>> | null} */ let started = null;
/** The handlers, once they run. */
const engine = () => (started ??= start().catch((error) => { started = null; throw error; }));

async function start() {
  const cache = await caches.open(version);
  let file = await cache.match(engineFile);
  if (!file) {
    file = await fetch(engineFile);
    if (!file.ok) throw new Error(`${engineFile}: ${file.status}`);
    await cache.put(engineFile, file.clone()).catch(() => {}); // a full storage: it is fetched again
  }
  const packed = await file.arrayBuffer(), isPacked = new Uint8Array(packed)[0] === 0x1f; // some hosts unpack by themselves
  const body = new Blob([packed]).stream();
  const wasm = new Response(isPacked ? body.pipeThrough(new DecompressionStream("gzip")) : body, { headers: { "Content-Type": "application/wasm" } });
  const go = new scope.Go();
  const ready = new Promise((done) => { scope.engineReady = done; });
  const { instance } = await WebAssembly.instantiateStreaming(wasm, go.importObject);
  go.run(instance).then(() => { started = null; });
  await ready;
  return scope.queens;
}

/** Lets the handlers answer. @param {Request} request */
async function answer(request) {
  try {
    const serve = await engine(), body = request.method === "POST" ? await request.text() : "";
    const { status, headers, body: bytes } = await serve(request.method, request.url, request.headers.get("Content-Type") ?? "", body);
    if (status >= 300 && status < 400) return Response.redirect(new URL(headers.Location, request.url).href, status);
    return new Response(status === 204 ? null : bytes, { status, headers });
  } catch (error) {
    return new Response(JSON.stringify({ title: "Service Unavailable", status: 503, detail: `The part of the page that computes did not load: ${/** @type {Error} */ (error).message}. Try again when you are online.` }), { status: 503, headers: { "Content-Type": "application/problem+json" } });
  }
}

/** A stored file, or one from the host, which is stored then. @param {Request | string} request */
async function file(request) {
  const cache = await caches.open(version), found = await cache.match(request, { ignoreSearch: true });
  if (found) return found;
  const fetched = await fetch(request);
  if (fetched.ok && !fetched.redirected) await cache.put(request, fetched.clone()).catch(() => {});
  return fetched;
}

scope.addEventListener("fetch", (event) => {
  const { request } = event, url = new URL(request.url);
  if (url.origin !== scope.location.origin) return;
  if (url.pathname.startsWith("/api/v1/") || url.pathname.startsWith("/openapi.") || url.pathname === "/healthz") {
    const puzzle = url.pathname.startsWith("/api/v1/puzzles/") && request.method === "GET" && url.search === "";
    event.respondWith(puzzle ? file(request).then((r) => (r.ok ? r : answer(request)), () => answer(request)) : answer(request));
    return;
  }
  if (request.method !== "GET") return;
  if (request.mode === "navigate" || pages.has(url.pathname)) {
    const path = url.pathname.replace(/(.)\/(index\.html)?$/, "$1");
    event.respondWith((async () => {
      if (pages.has(path) && url.search === "") return file(path === "/" ? "/" : `${path}/`).catch(() => answer(new Request(path))); // offline
      const other = pages.has(path) ? null : await file(request).catch(() => null); // documents, for one
      if (other?.ok) return other;
      const made = await answer(new Request(path + url.search)); // hosts add the slash, the handlers know none
      return made.status !== 503 || !pages.has(path) ? made : file(`${path}/`);
    })());
    return;
  }
  event.respondWith(file(request));
});
