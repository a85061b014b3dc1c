// Makes the pages of a server work where there is none. It runs before their scripts. What they
// ask of /api/ is answered by stored files, or by the service worker (sw.js), in which the handlers of the
// server run as WebAssembly.
"use strict";
(() => {
  const root = document.documentElement;
  root.dataset.still = ""; // which hides what needs the program
  const plain = globalThis.fetch.bind(globalThis), able = "serviceWorker" in navigator && "WebAssembly" in globalThis && "DecompressionStream" in globalThis;
  const lacking = "This page computes in the browser, which needs WebAssembly and a service worker over https; this browser lacks one.", refusal = `${lacking} What you see stays usable.`;
  /** Resolves when the worker answers for this page. */
  const controlled = !able ? Promise.reject(new Error(refusal)) : navigator.serviceWorker.register("/sw.js").then(() => new Promise((done) => {
    if (navigator.serviceWorker.controller) done(null);
    else navigator.serviceWorker.addEventListener("controllerchange", () => done(null), { once: true });
    navigator.serviceWorker.ready.then(({ active }) => active?.postMessage("claim")); // a page that was loaded past the worker
  }));
  controlled.catch(() => {});
  const problem = (/** @type {string} */ detail) => new Response(JSON.stringify({ title: "Service Unavailable", status: 503, detail }), { status: 503, headers: { "Content-Type": "application/problem+json" } });

  globalThis.fetch = async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : String(input), location.href);
    if (url.origin !== location.origin || !url.pathname.startsWith("/api/")) return plain(input, init);
    if (able && navigator.serviceWorker.controller) return plain(input, init);
    if (url.pathname.startsWith("/api/v1/puzzles/") && (init?.method ?? "GET") === "GET") {
      const stored = await plain(input, init).catch(() => null);
      if (stored?.ok) return stored;
    }
    try { await controlled; } catch { return problem(refusal); }
    return plain(input, init);
  };
  // Nothing is counted here, so there is nothing to hear.
  globalThis.EventSource = /** @type {any} */ (class { static CLOSED = 2; readyState = 0; addEventListener() {} close() {} });

  // In most browsers downloads go past the worker.
  addEventListener("click", async (event) => {
    const link = /** @type {HTMLAnchorElement | null} */ (/** @type {Element} */ (event.target).closest("a[download][href^='/api/']"));
    if (!link) return;
    event.preventDefault();
    const response = await fetch(link.href), made = document.createElement("a");
    if (!response.ok) { alert((await response.json().catch(() => ({}))).detail ?? response.statusText); return; }
    made.href = URL.createObjectURL(await response.blob());
    made.download = link.download;
    made.click();
    setTimeout(() => URL.revokeObjectURL(made.href), 60_000);
  });

  // A stored page has no answer to a query, and 404.html none at all: the worker makes those pages.
  // Until then, the rest of this one is a template, in which nothing is shown or run.
  const first = able && !navigator.serviceWorker.controller;
  if (root.dataset.stored !== undefined && (root.dataset.missing === undefined ? location.search !== "" : first)) {
    const say = (/** @type {string} */ text) => { /** @type {HTMLElement} */ (document.getElementById("wait")).textContent = text; };
    document.write('<link rel="stylesheet" href="/static/style.css"><body><main><p id="wait" class="notice" role="status"></p><p><a href="/">queens</a></p></main><template>');
    say(!able ? lacking : first ? "Loading …" : "The part of the page that computes did not load. Try again when you are online.");
    controlled.then(() => { if (first) location.reload(); }, () => say(lacking));
    return;
  }
  controlled.then(() => {
    // Stored pictures give way to those that can change their theme.
    const wake = () => {
      for (const picture of /** @type {NodeListOf<HTMLImageElement>} */ (document.querySelectorAll("img[data-api]"))) { picture.src = picture.dataset.api ?? ""; delete picture.dataset.api; }
      for (const picture of /** @type {NodeListOf<HTMLImageElement>} */ (document.querySelectorAll("img[src^='/api/']"))) if (picture.complete && picture.naturalWidth === 0) picture.src = picture.src;
      dispatchEvent(new Event("engine"));
    };
    plain("/healthz").then(wake, () => {});
  }, () => {});
})();
