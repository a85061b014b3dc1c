// @ts-check
import { element, setCommand } from "/static/app.js";

for (const button of document.querySelectorAll(".try")) {
  button.addEventListener("click", async () => {
    const { method = "GET", path = "", body } = /** @type {HTMLElement} */ (button).dataset;
    const section = /** @type {HTMLElement} */ (button.closest(".operation"));
    const answer = /** @type {HTMLElement} */ (section.querySelector(".answer"));
    setCommand(section.querySelector("pre")?.textContent ?? "");
    try {
      const response = await fetch(path, body ? { method, body, headers: { "Content-Type": "application/json" } } : { method });
      const type = response.headers.get("Content-Type") ?? "";
      const head = element("p", { class: response.ok ? "good" : "bad" }, `${response.status} ${response.statusText}, ${type}`);
      if (type.startsWith("image/")) {
        const picture = element("img", { alt: "The answer", width: 256 });
        /** @type {HTMLImageElement} */ (picture).src = URL.createObjectURL(await response.blob());
        answer.replaceChildren(head, picture);
        return;
      }
      let text = await response.text();
      if (type.includes("json")) text = JSON.stringify(JSON.parse(text), null, 2);
      if (text.length > 20000) text = text.slice(0, 20000) + "\n…";
      answer.replaceChildren(head, element("pre", { tabindex: "0" }, text));
    } catch (error) {
      answer.replaceChildren(element("p", { class: "bad" }, String(error)));
    }
  });
}
