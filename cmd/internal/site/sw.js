// The service worker of the site: it stores files, so that pages work offline. It computes nothing: what
// needs the server's handlers, it asks of an open page (still.js), whose engine runs in a worker of its own.
"use strict";
const { version, engineFile, stored, pages: paths } = {{facts}}, /** Paths of pages. */ pages = new Set(paths);
/** @type {any} */ const scope = self;

scope.addEventListener("install", () => scope.skipWaiting());
scope.addEventListener("activate", (event) => event.waitUntil(scope.clients.claim()));
scope.addEventListener("message", (event) => event.waitUntil(event.data === "store" ? storeAll() : scope.clients.claim()));

/** A redirected answer is refused for a page that the visitor goes to. @param {Response} sent */
const direct = async (sent) => (sent.redirected ? new Response(await sent.blob(), { headers: sent.headers }) : sent);

/** Stores what is not stored yet, a few files at a time and the engine last; then what an older version has stored goes. */
async function storeAll() {
  const cache = await caches.open(version), has = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname));
  const missing = stored.filter((name) => !has.has(name));
  for (const names of [...missing.map((_, i) => missing.slice(i, i + 4)).filter((_, i) => i % 4 === 0), has.has(engineFile) ? [] : [engineFile]]) {
    await Promise.all(names.map(async (name) => {
      const sent = await fetch(name, /** @type {any} */ ({ priority: "low" }));
      if (!sent.ok) throw new Error(`${name}: ${sent.status}`);
      await cache.put(name, await direct(sent));
    }));
  }
  for (const name of await caches.keys()) if (name !== version && name.startsWith("queens-")) await caches.delete(name);
}

/** A stored file, or one from the host, which is stored then; offline, that of an older version. @param {Request | string} request */
async function file(request) {
  const cache = await caches.open(version), found = await cache.match(request, { ignoreSearch: true });
  if (found) return found;
  try {
    const sent = await direct(await fetch(request));
    if (sent.ok) await cache.put(request, sent.clone()).catch(() => {}); // a full storage: it is fetched again
    return sent;
  } catch (error) {
    const old = await caches.match(request, { ignoreSearch: true });
    if (old) return old;
    throw error;
  }
}

/** Asks the engine of a page; null if only an idle engine is wanted, and it is not. @param {any} client @param {string} url @param {boolean} idle @returns {Promise<Response | null>} */
const ask = (client, url, idle) => new Promise((done) => {
  const { port1, port2 } = new MessageChannel();
  const silent = idle && setTimeout(done, 500, null); // a page without scripts
  port1.onmessage = ({ data: answer }) => (answer === "at work" ? clearTimeout(silent) : done(answer && (answer.headers.Location ? Response.redirect(new URL(answer.headers.Location, url), answer.status) : new Response(answer.body, answer))));
  client.postMessage({ request: { method: "GET", url, media: "", body: "" }, idle }, [port2]);
});

const page = (/** @type {string} */ path) => file(path === "/" ? "/" : `${path}/`);

/** Answers who goes to a page. @param {Request} request @param {URL} url */
async function visit(request, { origin, pathname, search }) {
  const path = pathname.replace(/(.)\/(index\.html)?$/, "$1"), known = pages.has(path); // hosts add the slash, the handlers know none
  if (known && search === "") {
    const there = await page(path).catch(() => null); // offline, all that were not visited can be made
    if (there?.ok) return there;
  } else if (!known && !pathname.startsWith("/api/")) {
    const other = await file(request).catch(() => null); // a document, for one
    if (other?.ok || other?.type === "opaqueredirect") return other;
    if (!other && /^\/(documents|schemas)\//.test(pathname)) return new Response('<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Offline · queens</title><link rel="stylesheet" href="/static/style.css"><main><h1>Offline</h1><p class="notice">The network does not answer, and this browser has not stored this page yet.</p><p><a href="/">queens</a></p></main>', { status: 503, headers: { "Content-Type": "text/html; charset=utf-8" } });
  }
  // The page that the visitor leaves makes the next one, if its engine is idle; otherwise that makes itself.
  const [client] = await scope.clients.matchAll({ type: "window" });
  const made = client && await ask(client, origin + path + search, true);
  return made || (known && await page(path).catch(() => null)) || file("/404.html");
}

scope.addEventListener("fetch", (event) => {
  const { request } = event, url = new URL(request.url);
  if (url.origin !== scope.location.origin || request.method !== "GET") return;
  if (request.mode === "navigate") event.respondWith(visit(request, url));
  else if (url.pathname.startsWith("/api/") && request.destination === "image") event.respondWith(scope.clients.get(event.clientId).then((/** @type {any} */ client) => (client ? ask(client, request.url, false) : Response.error())));
  else event.respondWith(file(request));
});
