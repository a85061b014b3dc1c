// @ts-check
// A board of buttons, one for each square, so that every square is a node for screen readers. One
// of them is a stop of the Tab key; the arrow keys go from one to the next.

/**
 * Fills a box with the squares of a board, row by row.
 * @param {HTMLElement} grid @param {number} n @param {(i: number) => void} press what a click or Enter does
 * @param {(i: number, key: string) => boolean} [other] what another key does; false: nothing
 * @returns {HTMLButtonElement[]}
 */
export function squareButtons(grid, n, press, other = () => false) {
  grid.style.setProperty("--n", String(n));
  const squares = Array.from({ length: n * n }, (_, i) => {
    const square = document.createElement("button");
    square.type = "button";
    square.className = `square${(Math.floor(i / n) + i % n) % 2 ? " is-dark" : ""}`;
    square.tabIndex = i === 0 ? 0 : -1;
    square.addEventListener("click", () => press(i));
    square.addEventListener("focus", () => { for (const s of squares) s.tabIndex = -1; square.tabIndex = 0; });
    return square;
  });
  grid.replaceChildren(...squares);
  grid.addEventListener("keydown", (event) => {
    const i = squares.indexOf(/** @type {HTMLButtonElement} */ (event.target)), row = Math.floor(i / n), col = i % n;
    if (i < 0 || event.ctrlKey || event.altKey || event.metaKey) return;
    const to = /** @type {Record<string, [number, number]>} */ ({ ArrowUp: [row - 1, col], ArrowDown: [row + 1, col], ArrowLeft: [row, col - 1], ArrowRight: [row, col + 1], Home: [row, 0], End: [row, n - 1] })[event.key];
    if (to) squares[Math.max(0, Math.min(n - 1, to[0])) * n + Math.max(0, Math.min(n - 1, to[1]))].focus();
    else if (!other(i, event.key)) return;
    event.preventDefault();
    event.stopPropagation();
  });
  return squares;
}

/** The squares on the way from one to another: a fast pointer leaves some out. @param {number} n @param {number} from @param {number} to */
export function wayBetween(n, from, to) {
  const down = Math.floor(to / n) - Math.floor(from / n), along = to % n - from % n, steps = Math.max(Math.abs(down), Math.abs(along), 1);
  return Array.from({ length: steps + 1 }, (_, k) => from + Math.round(down * k / steps) * n + Math.round(along * k / steps));
}
