// Keeps a progress bar up to date while something runs. Without this script there is a link that opens the page anew.
// @ts-check

const STEP_MS = 2000;
const SAID_EVERY_MS = 10000;
const live = document.querySelector("[data-live]");
const said = document.getElementById("said");
let saidAt = 0;

document.getElementById("refresh")?.setAttribute("hidden", "");

async function step() {
  if (document.hidden || !live) return;
  const answer = await fetch(location.pathname, { headers: { accept: "text/html" }, redirect: "error" });
  if (!answer.ok) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const fresh = page.querySelector("[data-live]");
  if (!fresh) { location.replace(location.pathname); return; }
  const [bar, freshBar] = [live.querySelector("progress"), fresh.querySelector("progress")];
  if (!bar || !freshBar || bar.ariaLabel !== freshBar.ariaLabel) { location.replace(location.pathname); return; }
  if (freshBar.hasAttribute("value")) bar.value = freshBar.value;
  const [words, freshWords] = [live.querySelector("[data-said]"), fresh.querySelector("[data-said]")];
  if (words && freshWords) words.textContent = freshWords.textContent;
  if (said && words && Date.now() - saidAt >= SAID_EVERY_MS) {
    saidAt = Date.now();
    said.textContent = words.textContent;
  }
}

let busy = false;
setInterval(async () => {
  if (busy) return;
  busy = true;
  try { await step(); } catch { /* the store restarts: the next look may reach it */ } finally { busy = false; }
}, STEP_MS);
