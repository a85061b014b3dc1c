// @ts-check
// A board that is pointed at turns through its eight images.
import { stillness } from "/static/app.js";

for (const figure of document.querySelectorAll(".turning")) {
  const img = /** @type {HTMLElement} */ (figure.querySelector("img"));
  let timer = 0, turn = 0;
  const next = () => {
    turn++;
    img.style.transform = `rotate(${-90 * turn}deg) scaleX(${turn % 8 >= 4 ? -1 : 1})`;
  };
  const begin = () => {
    if (timer || stillness()) return;
    img.style.transition = "";
    timer = setInterval(next, 800);
  };
  const end = () => {
    clearInterval(timer);
    timer = turn = 0;
    img.style.transition = "none";
    img.style.transform = "";
  };
  figure.addEventListener("pointerenter", begin);
  figure.addEventListener("pointerleave", end);
  figure.addEventListener("focusin", begin);
  figure.addEventListener("focusout", end);
}
