// @ts-check
// <queens-embed>: a board, a puzzle or a film in a page of any site.
//
//	<script async src="https://queens.example/static/embed.js"></script>
//	<queens-embed solution="15863724"></queens-embed>
//
// Attributes, one of them: solution, a placement, row by column; text, the regions of a puzzle, rows of
// letters with slashes between them; puzzle, the ID of a puzzle of the site; film, the name of one. A board
// and a text are drawn here and load nothing. A puzzle is a frame of the site, a film a picture of it.
(() => {
  const site = new URL(/** @type {HTMLScriptElement} */ (document.currentScript).src).origin;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`
    :host { display: block; max-width: 30rem; color-scheme: light dark; font: 1rem/1.4 system-ui, sans-serif; }
    svg, img, iframe { display: block; width: 100%; height: auto; border: 0; }
    iframe { height: 44rem; }
    .grid { display: grid; border: 2px solid; }
    button { appearance: none; aspect-ratio: 1; border: 0; padding: 0; font: inherit; color: #16191d; background: var(--c); box-shadow: inset -1px -1px rgb(0 0 0 / .2); touch-action: manipulation; container-type: inline-size; position: relative; }
    button::after { content: attr(data-mark); font: 700 70cqw/1 "DejaVu Sans", system-ui, sans-serif; position: absolute; inset: 0; display: grid; place-items: center; }
    button.play { aspect-ratio: auto; padding: .7rem 1rem; border: 1px solid; background: none; color: inherit; container-type: normal; }
    button.bad::after { color: #b3370a; text-decoration: underline; }
    button.top { border-top: 2px solid #16191d; } button.left { border-left: 2px solid #16191d; }
    button:focus-visible { outline: 3px solid #0b57a4; outline-offset: -3px; z-index: 1; }
    p { margin: .3rem 0; min-height: 1.4em; } a { color: LinkText; }`);
  const colors = ["#a2befc", "#faaf66", "#65d5a3", "#f1b9d4", "#f9fa9a", "#b2f2ff", "#e27e72", "#af9ce9", "#c3e687", "#eed9ce", "#d7ffe4", "#3fa896", "#cfa145", "#7a93bc"];
  const crown = "M.37-.17.2.03.17-.27.08 0 0-.31-.08 0-.17-.27-.2.03-.37-.17-.25.22-.27.35.27.35.25.22Z";

  /** @param {string} name @param {Record<string, string>} attributes @param {(Node | string)[]} children */
  const make = (name, attributes = {}, ...children) => {
    const e = name === "svg" || name === "path" ? document.createElementNS("http://www.w3.org/2000/svg", name) : document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) e.setAttribute(key, value);
    e.append(...children);
    return e;
  };

  /** @param {string} text @returns {Element[]} */
  function solution(text) {
    const rows = (/^\d+$/.test(text) ? [...text] : text.split(/[\s,]+/)).map(Number), n = rows.length;
    if (n > 60 || rows.some((row) => !Number.isInteger(row) || row < 1 || row > n)) throw new Error(`“${text}” is not a placement: want a row from 1 to n for each of n columns`);
    let dark = "";
    for (let i = 0; i < n * n; i++) if ((Math.floor(i / n) + i % n) % 2) dark += `M${i % n} ${Math.floor(i / n)}h1v1h-1z`;
    return [make("svg", { viewBox: `-.05 -.05 ${n + 0.1} ${n + 0.1}`, role: "img", "aria-label": `${n} queens: ${rows.join(" ")}` },
      make("path", { d: `M0 0h${n}v${n}h${-n}z`, fill: "#f3efe6" }), make("path", { d: dark, fill: "#cfc4ae" }), make("path", { d: `M0 0h${n}v${n}h${-n}z`, fill: "none", stroke: "#8a8069", "stroke-width": ".1" }),
      ...rows.map((row, col) => make("path", { d: crown, fill: "#1c1c1c", transform: `translate(${col + 0.5} ${row - 0.5})` })))];
  }

  /** A puzzle to play: a queen in each row, column and region, and no two touch. @param {string} text @returns {Element[]} */
  function regions(text) {
    const rows = text.trim().toUpperCase().split(/[\s/]+/), n = rows.length, letters = rows.join("");
    if (n < 4 || n > 14 || rows.some((row) => row.length !== n) || /[^A-N]/.test(letters) || new Set(letters).size !== n) throw new Error("The text is not a puzzle: want n rows of n letters with n regions, A to N");
    const marks = Array.from(letters, () => 0), says = make("p", { role: "status" }, "One queen in every row, column and region; no two touch.");
    const squares = /** @type {HTMLButtonElement[]} */ ([...letters].map((letter, i) => make("button", { type: "button", class: `${i >= n && letters[i - n] !== letter ? "top" : ""} ${i % n && letters[i - 1] !== letter ? "left" : ""}`, tabindex: i ? "-1" : "0" })));
    const clash = (/** @type {number} */ a, /** @type {number} */ b) => {
      const down = Math.abs(Math.floor(a / n) - Math.floor(b / n)), along = Math.abs(a % n - b % n);
      return a !== b && (!down || !along || down < 2 && along < 2 || letters[a] === letters[b]);
    };
    const show = () => {
      const queens = marks.flatMap((mark, i) => (mark === 2 ? [i] : []));
      squares.forEach((square, i) => {
        const bad = marks[i] === 2 && queens.some((q) => clash(q, i));
        square.dataset.mark = ["", "×", "♛"][marks[i]];
        square.classList.toggle("bad", bad);
        square.setAttribute("aria-label", `Row ${Math.floor(i / n) + 1}, column ${i % n + 1}, region ${letters[i]}, ${["empty", "no queen", "queen"][marks[i]]}${bad ? ", attacked" : ""}`);
      });
      if (queens.length === n && !queens.some((q) => queens.some((p) => clash(p, q)))) says.textContent = "Solved!";
      else if (queens.length) says.textContent = `${queens.length} of ${n} queens.`;
    };
    const grid = make("div", { class: "grid", role: "group", "aria-label": `Puzzle, ${n} by ${n}` }, ...squares);
    grid.style.gridTemplateColumns = `repeat(${n}, minmax(0, 1fr))`;
    squares.forEach((square, i) => {
      square.style.setProperty("--c", colors[letters.charCodeAt(i) - 65]);
      square.onclick = () => { marks[i] = (marks[i] + 1) % 3; show(); };
      square.onkeydown = (event) => {
        const by = /** @type {Record<string, number>} */ ({ ArrowLeft: i % n ? -1 : 0, ArrowRight: i % n < n - 1 ? 1 : 0, ArrowUp: -n, ArrowDown: n })[event.key];
        if (by === undefined) return;
        event.preventDefault();
        const to = squares[i + by];
        if (to) { square.tabIndex = -1; to.tabIndex = 0; to.focus(); }
      };
    });
    show();
    return [grid, says];
  }

  /** @param {string} id @param {HTMLElement} host @returns {Element[]} */
  function puzzle(id, host) {
    const frame = /** @type {HTMLIFrameElement} */ (make("iframe", { src: `${site}/play/${encodeURIComponent(id)}#embed`, title: "A puzzle with queens", loading: "lazy", allow: "clipboard-write" }));
    addEventListener("message", (event) => {
      if (event.source !== frame.contentWindow || event.origin !== site || !(event.data?.queens > 0)) return;
      frame.style.height = `${event.data.queens}px`;
      host.setAttribute("ready", "");
    });
    return [frame];
  }

  /** It begins by itself only where motion is welcome. @param {string} name @returns {Element[]} */
  function film(name) {
    const picture = make("img", { src: `${site}/embed/films/${encodeURIComponent(name)}.gif`, alt: `An algorithm at work: ${name}`, loading: "lazy", width: "512", height: "512" });
    if (!matchMedia("(prefers-reduced-motion: reduce)").matches) return [picture];
    const play = /** @type {HTMLButtonElement} */ (make("button", { type: "button", class: "play" }, "Play the film"));
    play.onclick = () => play.replaceWith(picture);
    return [play];
  }

  const kinds = /** @type {Record<string, (text: string, host: HTMLElement) => Element[]>} */ ({ solution, text: regions, puzzle, film });
  customElements.define("queens-embed", class extends HTMLElement {
    static observedAttributes = Object.keys(kinds);
    connectedCallback() {
      const root = this.shadowRoot ?? this.attachShadow({ mode: "open" }), kind = Object.keys(kinds).find((name) => this.hasAttribute(name));
      root.adoptedStyleSheets = [sheet];
      try {
        if (!kind) throw new Error(`Give one of the attributes ${Object.keys(kinds).join(", ")}`);
        root.replaceChildren(...kinds[kind](this.getAttribute(kind) ?? "", this));
      } catch (error) {
        root.replaceChildren(make("p", { role: "alert" }, `queens-embed: ${/** @type {Error} */ (error).message}.`));
      }
    }
    attributeChangedCallback() { if (this.isConnected && this.shadowRoot) this.connectedCallback(); }
  });
})();
