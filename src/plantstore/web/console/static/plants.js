// The list of plants: search while typing, and selection of rows. All of it works without this script, in more steps.
// @ts-check

const WAIT_MS = 200; // after the last key
const search = /** @type {HTMLFormElement | null} */ (document.querySelector("form[data-search]"));
const field = /** @type {HTMLInputElement | null} */ (document.getElementById("f-q"));

/** @param {FormData} data */
function withoutEmpty(data) {
  for (const [name, value] of [...data]) if (value === "") data.delete(name);
  return data;
}

/** @returns {string} */
function address() {
  const query = new URLSearchParams(/** @type {any} */ (withoutEmpty(new FormData(search ?? undefined)))).toString();
  return location.pathname + (query ? `?${query}` : "");
}

let asked = new AbortController();
let timer = 0;
let shown = words();

function words() {
  return (field?.value ?? "").trim().replace(/\s+/g, " ");
}

/** @param {number} wait_ms */
function plan(wait_ms) {
  clearTimeout(timer);
  asked.abort();
  timer = setTimeout(() => find().catch((error) => { if (error.name !== "AbortError") shown = ""; }), wait_ms);
}

// Shows the results of the search as the page with this address has them, and keeps the field as it is.
async function find() {
  const wanted = words();
  const here = address();
  asked = new AbortController();
  const answer = await fetch(here, { signal: asked.signal });
  if (answer.status === 429) return plan(1000 * Number(answer.headers.get("retry-after") ?? 5));
  if (answer.redirected) return location.assign(here); // the session has ended
  if (answer.status !== 200 && answer.status !== 400) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const chosen = new Set(boxes().filter((box) => box.checked).map((box) => box.value));
  for (const part of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-part]"))) {
    const other = page.querySelector(`[data-part=${part.dataset.part}]`);
    if (other) part.replaceWith(other);
  }
  for (const box of boxes()) box.checked = chosen.has(box.value);
  shown = wanted;
  history.replaceState(history.state, "", here);
  showHead();
  const count = document.querySelector("[data-count]")?.lastChild?.textContent?.trim();
  const status = document.querySelector("[data-found]");
  if (status) status.textContent = count ? `${count} found` : (document.querySelector(".empty h2, [role=alert]")?.textContent ?? "");
}

search?.addEventListener("formdata", (event) => withoutEmpty(event.formData));
search?.addEventListener("submit", () => { clearTimeout(timer); asked.abort(); });
field?.addEventListener("input", (event) => {
  const least = Number(search?.dataset.search);
  if (/** @type {InputEvent} */ (event).isComposing || words() === shown || (words() && words().length < least)) return;
  plan(WAIT_MS);
});

/** @returns {HTMLInputElement[]} */
function boxes() {
  return [...document.querySelectorAll("input[name=ids]")].map((box) => /** @type {HTMLInputElement} */ (box));
}

// The box in the heading selects the page.
function showHead() {
  const head = /** @type {HTMLInputElement | null} */ (document.querySelector("[data-all]"));
  const count = boxes().filter((box) => box.checked).length;
  if (!head) return;
  head.hidden = false;
  head.checked = count > 0 && count === boxes().length;
  head.indeterminate = count > 0 && !head.checked;
}

/** @type {HTMLInputElement | null} */
let last = null;
document.addEventListener("click", (event) => {
  const box = /** @type {HTMLInputElement} */ (event.target);
  if (box.name !== "ids") return;
  const all = boxes();
  const [from, to] = [last ? all.indexOf(last) : -1, all.indexOf(box)].sort((one, other) => one - other);
  if (event.shiftKey && from >= 0) for (const one of all.slice(from, to)) one.checked = box.checked;
  last = box;
});
document.addEventListener("change", (event) => {
  const box = /** @type {HTMLInputElement} */ (event.target);
  if (box.matches("[data-all]")) for (const one of boxes()) one.checked = box.checked;
  showHead();
});
document.addEventListener("reset", () => setTimeout(showHead));
document.addEventListener("keydown", (event) => {
  const target = /** @type {HTMLElement} */ (event.target);
  if (event.key !== "x" || event.ctrlKey || event.metaKey || event.altKey || localStorage.getItem("plantstore-no-keys")) return;
  if (target.closest("input:not([type=checkbox]), select, textarea")) return;
  /** @type {HTMLElement | null | undefined} */ (target.closest("tr")?.querySelector("input[name=ids]"))?.click();
});
addEventListener("pageshow", showHead);
