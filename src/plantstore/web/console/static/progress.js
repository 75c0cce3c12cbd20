// Updates the page of a running task until the task ends. Without this script, the page is reloaded instead.
// @ts-check

const LOOK_EVERY_MS = 2000;
const SAY_EVERY_MS = 10000; // to screen readers

let saidAt = Date.now();

/** @param {Element} shown @param {Element} news */
function replaceParts(shown, news) {
  const speaks = Date.now() - saidAt >= SAY_EVERY_MS;
  if (speaks) saidAt = Date.now();
  for (const part of news.querySelectorAll("[data-part]")) {
    const old = shown.querySelector(`[data-part="${part.getAttribute("data-part")}"]`);
    if (!old) continue;
    if (old.getAttribute("role") === "status") old.setAttribute("aria-live", speaks ? "polite" : "off");
    if (old instanceof HTMLProgressElement && part instanceof HTMLProgressElement) {
      old.max = part.max;
      old.value = part.value;
    } else old.replaceChildren(...part.childNodes);
  }
}

/** Poll once; true while the task runs. */
async function look() {
  const shown = document.querySelector("[data-progress]");
  if (!shown) return false;
  if (document.hidden) return true;
  const answer = await fetch(shown.getAttribute("data-progress") || location.href).catch(() => null);
  if (!answer?.ok) return true;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const news = page.querySelector("[data-progress]");
  if (news) replaceParts(shown, news);
  else location.reload();
  return Boolean(news);
}

async function keepLooking() {
  if (await look()) setTimeout(keepLooking, LOOK_EVERY_MS);
}

setTimeout(keepLooking, LOOK_EVERY_MS);
