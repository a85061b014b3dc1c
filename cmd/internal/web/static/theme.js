// Sets the theme before the page is drawn. It is no module, so that it runs at
// once; app.js has the button.
"use strict";
(() => {
  try {
    const theme = localStorage.getItem("theme");
    if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
  } catch {
    // Without storage the theme is that of the system.
  }
})();
// A frame of another site shows the page without menus, and says how high it is.
if (location.hash === "#embed" && parent !== self) {
  document.documentElement.classList.add("embedded");
  addEventListener("load", () => new ResizeObserver(() => parent.postMessage({ queens: document.querySelector("main")?.scrollHeight }, "*")).observe(/** @type {Element} */ (document.querySelector("main"))));
}
