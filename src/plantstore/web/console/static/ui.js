// Copy buttons, keyboard shortcuts, relative times, filters that apply on change. Every page works without it.
// @ts-check

const GO = /** @type {Record<string, string>} */ ({ o: "/", p: "/plants", d: "/deliveries", r: "/receivers", t: "/tools/verify" });
const OFF = "plantstore-no-keys";

for (const button of document.querySelectorAll("button[data-copy]")) {
  const one = /** @type {HTMLButtonElement} */ (button);
  one.hidden = false;
  one.addEventListener("click", async () => {
    const source = document.getElementById(one.dataset.copy ?? "");
    await navigator.clipboard.writeText((source?.textContent ?? "").trim());
    const before = one.textContent;
    one.textContent = "Copied";
    setTimeout(() => { one.textContent = before; }, 1500);
  });
}

for (const form of document.querySelectorAll("form[data-at-once]")) {
  form.addEventListener("change", () => /** @type {HTMLFormElement} */ (form).requestSubmit());
  form.addEventListener("formdata", (event) => {
    const { formData } = /** @type {FormDataEvent} */ (event);
    for (const [name, value] of [...formData]) if (value === "") formData.delete(name);
  });
}

// A changed section says so, and the browser asks before it is left without saving.
for (const form of document.querySelectorAll("form[data-guarded]")) {
  let changed = false;
  const mark = /** @type {HTMLElement | null | undefined} */ (form.parentElement?.querySelector("[data-unsaved]"));
  form.addEventListener("input", () => { changed = true; if (mark) mark.hidden = false; });
  for (const kind of ["submit", "click"]) form.addEventListener(kind, (event) => { if (kind === "submit" || event.target instanceof HTMLAnchorElement) changed = false; });
  addEventListener("beforeunload", (event) => { if (changed) event.preventDefault(); });
}

// A file dropped anywhere on the page goes into the field for a file. Without this, it replaces the page.
const fileField = /** @type {HTMLInputElement | null} */ (document.querySelector(".drop input[type=file]"));
for (const kind of fileField ? ["dragover", "drop"] : []) {
  document.addEventListener(kind, (event) => {
    const files = /** @type {DragEvent} */ (event).dataTransfer?.files;
    if (event.target instanceof HTMLTextAreaElement) return;
    event.preventDefault();
    if (fileField && files?.length) fileField.files = files;
  });
}

document.addEventListener("click", (event) => {
  for (const menu of document.querySelectorAll("details:is(.menu, .pop)[open]")) {
    if (!menu.contains(/** @type {Node} */ (event.target))) menu.removeAttribute("open");
  }
});

/** @param {number} step */
function moveRow(step) {
  const links = /** @type {HTMLElement[]} */ ([...document.querySelectorAll("tbody th[scope=row] a")]);
  const here = links.findIndex((link) => link.closest("tr")?.contains(document.activeElement));
  links[Math.min(Math.max(here + step, 0), links.length - 1)]?.focus();
}

let going = false;
document.addEventListener("keydown", (event) => {
  const target = /** @type {HTMLElement} */ (event.target);
  if (event.key === "Escape") {
    const menu = document.querySelector("details:is(.menu, .pop)[open]");
    menu?.removeAttribute("open");
    /** @type {HTMLElement | null | undefined} */ (menu?.querySelector("summary"))?.focus();
  }
  if (event.ctrlKey || event.metaKey || event.altKey || target.closest("input:not([type=checkbox]), select, textarea") || localStorage.getItem(OFF)) return;
  if (going) {
    going = false;
    const address = GO[event.key];
    if (address && document.querySelector(`.nav a[href="${address}"]`)) location.assign(address);
  } else if (event.key === "g") {
    going = true;
    setTimeout(() => { going = false; }, 1500);
  } else if (event.key === "/") {
    const find = document.getElementById("find");
    if (find) { event.preventDefault(); find.focus(); }
  } else if (event.key === "?") location.assign("/shortcuts");
  else if (event.key === "j") moveRow(1);
  else if (event.key === "k") moveRow(-1);
  else if (event.key === "r") document.getElementById("retry")?.focus();
});

const keys = /** @type {HTMLInputElement | null} */ (document.getElementById("keys"));
if (keys) {
  keys.disabled = false;
  keys.checked = !localStorage.getItem(OFF);
  keys.addEventListener("change", () => keys.checked ? localStorage.removeItem(OFF) : localStorage.setItem(OFF, "1"));
}

// Replaces full times by relative ones: "4 min ago", "in 9 min"; in sentences with whole words: "in 9 minutes".
// Where the full time is wanted, the relative one is added to it (data-age), or to its title (data-hover).
const UNITS = /** @type {[number, string, string][]} */ ([[86400, "d", "day"], [3600, "h", "hour"], [60, "min", "minute"], [1, "s", "second"]]);

/** @param {number} seconds @param {boolean} inWords */
function duration(seconds, inWords) {
  const [size, unit, word] = UNITS.find(([least]) => seconds >= least) ?? UNITS[3];
  const count = Math.floor(seconds / size);
  return inWords ? `${count} ${word}${count === 1 ? "" : "s"}` : `${count} ${unit}`;
}

/** @param {number} seconds @param {boolean} inWords */
function relative(seconds, inWords) {
  if (seconds < 0) return `in ${duration(-seconds, inWords)}`;
  return seconds < 5 ? "just now" : `${duration(seconds, inWords)} ago`;
}

function showRelativeTimes() {
  const now = Date.now();
  for (const element of document.querySelectorAll("time[data-age], time[data-hover]")) {
    const time = /** @type {HTMLTimeElement} */ (element);
    const seconds = (now - Date.parse(time.dateTime)) / 1000;
    const words = time.dataset.age === "due" && seconds >= 0 ? "now" : relative(seconds, false);
    const whole = time.dataset.whole ??= ("hover" in time.dataset ? time.title : time.textContent) ?? "";
    if ("hover" in time.dataset) time.title = `${whole}, ${words}`;
    else time.textContent = `${whole}, ${words}`;
  }
  for (const element of document.querySelectorAll("time[data-when], time[data-countdown], time[data-elapsed]")) {
    const time = /** @type {HTMLTimeElement} */ (element);
    time.title ||= time.textContent ?? "";
    const seconds = (now - Date.parse(time.dateTime)) / 1000;
    const inWords = Boolean(time.closest("p"));
    if ("countdown" in time.dataset) time.textContent = seconds < 0 ? `in ${duration(-seconds, inWords)}` : "now";
    else if ("elapsed" in time.dataset) time.textContent = `for ${duration(Math.max(seconds, 0), true)}`;
    else if (seconds < 7 * 86400) time.textContent = relative(Math.max(seconds, 0), inWords);
  }
}

showRelativeTimes();
document.addEventListener("new-times", () => showRelativeTimes());
setInterval(() => { if (!document.hidden) showRelativeTimes(); }, 1000);
