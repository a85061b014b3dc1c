// Makes the pages of a server work where there is none. It runs before their scripts. What they
// ask of the server is answered by the server's handlers (engine.js), which run in a worker of this page.
"use strict";
(() => {
  const data = document.documentElement.dataset;
  data.still = ""; // which hides what needs the program
  if (globalThis.isMade) return; // this page was written by make, below
  const plain = globalThis.fetch.bind(globalThis), able = "WebAssembly" in globalThis && "DecompressionStream" in globalThis && "Worker" in globalThis;
  const lacking = "This browser lacks WebAssembly.", notLoaded = "The part of the page that computes did not load. Try again when you are online.";
  /** Says what does not work here, and what does. @param {string} reason */
  const without = (reason) => reason.replace(/\.(?= |$)/, `: ${data.lacks || "this page is made when it is asked for"}.`);
  /** @type {ServiceWorkerContainer | undefined} */ let workers;
  try { workers = navigator.serviceWorker; } catch { /* refused: pages are not stored, that is all */ }
  const later = (/** @type {number} */ ms) => new Promise((done) => setTimeout(done, ms));

  /** What is asked of the engine, one after the other: it answers the first. @type {{request: any, done: (answer: any) => void, fail: (error: Error) => void}[]} */
  const questions = [];
  /** @type {Worker | null} */ let engine = null;
  let ready = false, rest = 0, nowReady = () => {};
  /** @type {Promise<void>} */ const begun = new Promise((done) => { nowReady = done; });
  /** Says how much of the engine is there. @param {string} text */
  let tell = (text) => {
    const badge = document.getElementById("connection");
    if (badge) { badge.textContent = `⇣ ${text}`; badge.title = "The part of the page that computes is loading"; badge.hidden = text === ""; }
  };

  function end() {
    engine?.terminate();
    engine = null;
    ready = false;
  }

  /** Ends the engine, and what waits for it. @param {string} reason */
  function stop(reason) {
    end();
    for (const { fail } of questions.splice(0)) fail(new Error(reason));
  }

  function begin() {
    const worker = new Worker("/engine.js");
    worker.onmessage = ({ data: { part, answer, failure } }) => {
      if (worker !== engine) return; // it was ended
      if (failure !== undefined) { tell(""); stop(notLoaded.replace(".", `: ${failure}.`)); }
      else if (answer) { questions.shift()?.done(answer); next(); }
      else if (part) tell(`${Math.round(100 * part)} %`);
      else { ready = true; nowReady(); tell(""); }
    };
    worker.onerror = () => stop(notLoaded);
    return worker;
  }

  function next() {
    clearTimeout(rest);
    if (questions.length > 0) (engine ??= begin()).postMessage(questions[0].request);
    else rest = setTimeout(end, 120_000); // it has a hundred megabytes
  }

  /** Asks the engine. What is no longer wanted is not computed to its end. @param {any} request @param {AbortSignal} [signal] @returns {Promise<any>} */
  const ask = (request, signal) => new Promise((done, fail) => {
    if (!able) { fail(new Error(lacking)); return; }
    const one = { request, done, fail };
    if (questions.push(one) === 1) next();
    signal?.addEventListener("abort", async () => {
      fail(signal.reason);
      if (questions[0] === one) await later(300);
      if (questions[0] === one && ready) { end(); questions.shift(); next(); } else if (questions.indexOf(one) > 0) questions.splice(questions.indexOf(one), 1);
    });
  });

  const problem = (/** @type {string} */ detail) => new Response(JSON.stringify({ title: "Service Unavailable", status: 503, detail }), { status: 503, headers: { "Content-Type": "application/problem+json" } });
  globalThis.fetch = async (input, init) => {
    const { pathname, origin } = new URL(input instanceof Request ? input.url : String(input), location.href);
    if (origin !== location.origin || !/^\/(api\/v1\/|openapi\.|healthz$)/.test(pathname)) return plain(input, init);
    init?.signal?.throwIfAborted();
    const request = new Request(input, init);
    if (request.method === "GET" && /^\/api\/v1\/puzzles\/[^/]+\.json$/.test(pathname)) { // many are stored
      const stored = await plain(input, init).catch(() => null);
      if (stored?.ok) return stored;
    }
    try {
      const body = request.method === "POST" ? await request.text() : "";
      const answer = await ask({ method: request.method, url: request.url, media: request.headers.get("Content-Type") ?? "", body }, init?.signal ?? undefined);
      return new Response(answer.status === 204 ? null : answer.body, answer);
    } catch (error) {
      if (init?.signal?.aborted) throw error;
      return problem(/** @type {Error} */ (error).message);
    }
  };
  // Nothing is counted here, so there is nothing to hear.
  globalThis.EventSource = /** @type {any} */ (class { static CLOSED = 2; readyState = 0; addEventListener() {} close() {} });

  // The service worker stores files. What elements ask of the server, it asks of this page.
  const controlled = !workers ? Promise.resolve(false) : workers.register("/sw.js").then(() => new Promise((done) => {
    if (workers.controller) done(true);
    workers.addEventListener("controllerchange", () => done(true), { once: true });
    workers.ready.then(({ active }) => active?.postMessage("claim")); // a page that was loaded past the worker
  })).catch(() => false);
  workers?.addEventListener("message", async ({ data: { request, idle }, ports: [port] }) => {
    const free = ready && questions.length === 0;
    if (idle) port.postMessage(free ? "at work" : null);
    if (!idle || free) port.postMessage(await ask(request).catch((error) => ({ status: 503, headers: {}, body: error.message })));
  });
  workers?.startMessages();

  /** What a page, once it is written, has to listen to. */
  function listen() {
    document.addEventListener("readystatechange", () => {
      for (const unread of document.querySelectorAll(`trace-player:not(:defined) > noscript${data.stored === undefined || globalThis.isMade ? "" : ", canvas + noscript"}`)) {
        unread.outerHTML = unread.textContent?.match(/<img[^>]*>/)?.[0] ?? "";
      }
    }, { once: true });
    addEventListener("pagehide", () => stop("This page was left, which ended its computation. Start it again."));
    // In most browsers downloads go past the service worker, and hosts have none of these files.
    addEventListener("click", async (event) => {
      const link = /** @type {HTMLAnchorElement | null} */ (/** @type {Element} */ (event.target).closest("a[href^='/api/'], a[href^='/openapi.']"));
      if (!link || event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      const response = await fetch(link.href), made = document.createElement("a");
      if (!response.ok) { alert((await response.json().catch(() => ({}))).detail ?? response.statusText); return; }
      made.href = URL.createObjectURL(await response.blob());
      if (link.hasAttribute("download")) made.download = link.download;
      made.click();
      setTimeout(() => URL.revokeObjectURL(made.href), 60_000);
    });
    addEventListener("DOMContentLoaded", async () => {
      if (!able && data.lacks) document.querySelector("main .title")?.insertAdjacentHTML("afterend", `<p class="notice">${without(lacking)}</p>`);
      if (await controlled) { // pictures that were asked of the host
        for (const picture of /** @type {NodeListOf<HTMLImageElement>} */ (document.querySelectorAll("img[src^='/api/']"))) if (picture.complete && picture.naturalWidth === 0) picture.src = picture.src;
        return;
      }
      for (const picture of /** @type {NodeListOf<HTMLImageElement>} */ (document.querySelectorAll("img[data-api]"))) {
        const response = await fetch(picture.dataset.api ?? "");
        if (response.ok) picture.src = URL.createObjectURL(await response.blob());
      }
    });
  }

  /** Shows the page that the engine makes of the address. A stored page has no answer to a query, and 404.html none at all. */
  async function make() {
    // The rest of this page is a template then, in which nothing is shown or run.
    document.write('<link rel="stylesheet" href="/static/style.css"><body><header class="site"><a class="brand" href="/"><img src="/static/icon.svg" alt="" width="28" height="28"> queens</a></header><main><p id="wait" class="notice" role="status">Loading …</p><p><a id="instead"></a></p></main><template>');
    const say = (/** @type {string} */ text) => { /** @type {HTMLElement} */ (document.getElementById("wait")).textContent = text; };
    const usual = tell;
    tell = (text) => { if (text) say(`The part of the page that computes is loading: ${text} …`); };
    const path = location.pathname.replace(/(.)\/(index\.html)?$/, "$1"); // hosts add the slash, the handlers know none
    try {
      const [answer, stored] = await Promise.all([ask({ method: "GET", url: location.origin + path + location.search, media: "", body: "" }), controlled,
        document.readyState === "complete" || new Promise((done) => { addEventListener("load", done, { once: true }); })]);
      if (answer.headers.Location) { location.replace(answer.headers.Location); return; }
      if (!answer.headers["Content-Type"]?.startsWith("text/html")) { location.replace(URL.createObjectURL(new Blob([answer.body], { type: answer.headers["Content-Type"] }))); return; }
      const text = new TextDecoder().decode(answer.body);
      globalThis.isMade = true;
      tell = usual;
      document.open(); // which forgets what listens
      listen();
      document.write(stored ? text : text.replaceAll(/(<img[^>]*) src="(\/api\/[^"]+)"/g, '$1 data-api="$2"'));
      document.close();
    } catch (error) {
      say(without(/** @type {Error} */ (error).message));
      const instead = /** @type {HTMLAnchorElement} */ (document.getElementById("instead"));
      [instead.href, instead.textContent] = data.missing === undefined ? [path, "This page with its usual values"] : ["/", "queens"];
    }
  }

  listen();
  // A player shows the picture that it has until there is an engine, which knows its steps.
  const define = customElements.define.bind(customElements);
  customElements.define = (name, ...rest) => { if (name === "trace-player" && !ready) begun.then(() => define(name, ...rest)); else define(name, ...rest); };
  // When all is quiet, the service worker stores the site, unless the visitor saves data.
  addEventListener("load", async () => {
    do await later(3000); while (engine && !ready);
    if (!/** @type {any} */ (navigator).connection?.saveData && !matchMedia("(prefers-reduced-data: reduce)").matches && await controlled) workers?.controller?.postMessage("store");
  });
  const asksNothing = (/** @type {string} */ name) => /^(utm_.*|fbclid|gclid)$/.test(name); // other sites add these
  if (data.missing !== undefined || data.stored !== undefined && ![...new URLSearchParams(location.search).keys()].every(asksNothing)) make();
})();
