// Makes the pages of a server work where there is none. It runs before their scripts. What they
// ask of /api/ is answered by stored files, or by the service worker (sw.js), in which the handlers of the
// server run as WebAssembly.
"use strict";
(() => {
  document.documentElement.dataset.still = ""; // which hides what needs the program
  const plain = globalThis.fetch.bind(globalThis), able = "serviceWorker" in navigator && "WebAssembly" in globalThis && "DecompressionStream" in globalThis;
  const refusal = "This page computes in the browser, which needs WebAssembly and a service worker over https; this browser lacks one. What you see stays usable.";
  /** Resolves when the worker answers for this page. */
  const controlled = !able ? Promise.reject(new Error(refusal)) : navigator.serviceWorker.register("/sw.js").then(() => new Promise((done) => {
    if (navigator.serviceWorker.controller) done(null);
    else navigator.serviceWorker.addEventListener("controllerchange", () => done(null), { once: true });
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

  const first = able && !navigator.serviceWorker.controller;
  controlled.then(() => {
    // The page of a query is made by the worker; a page that is not stored, as well.
    if (first && (location.search !== "" || document.documentElement.dataset.missing !== undefined)) { location.reload(); return; }
    // Stored pictures give way to those that can change their theme.
    const wake = () => {
      for (const picture of /** @type {NodeListOf<HTMLImageElement>} */ (document.querySelectorAll("img[data-api]"))) { picture.src = picture.dataset.api ?? ""; delete picture.dataset.api; }
      for (const picture of /** @type {NodeListOf<HTMLImageElement>} */ (document.querySelectorAll("img[src^='/api/']"))) if (picture.complete && picture.naturalWidth === 0) picture.src = picture.src;
      dispatchEvent(new Event("engine"));
    };
    plain("/healthz").then(wake, () => {});
  }, () => {});
})();
