// The button that opens the browser's print dialog. Without a script, people use the browser's menu.
// @ts-check

for (const one of document.querySelectorAll("button[data-print]")) {
  /** @type {HTMLButtonElement} */ (one).hidden = false;
  one.addEventListener("click", () => window.print());
}
