// Keeps a table of deliveries up to date by one stream for each page, closed while the tab is hidden.
// <table data-live="address" data-after="newest attempt on the page" data-rows="maximum rows">
// Without a table, another element has the attributes; new rows are counted and shown after a reload.
// @ts-check

const POLL_MS = 5000, SAY_MS = 10000, SCROLLED_PX = 40;
const phone = matchMedia("(max-width: 640px)");  // rows are cards there, and a new one would shift half the screen
const live = /** @type {HTMLElement} */ (document.querySelector("[data-live]"));
const body = live instanceof HTMLTableElement ? live.tBodies[0] : null;
const toggle = /** @type {HTMLButtonElement | null} */ (document.getElementById("live"));
const button = /** @type {HTMLButtonElement | null} */ (document.getElementById("held"));
const said = document.getElementById("said");
const rowsMax = Number(live.dataset.rows ?? 200);

/** @type {EventSource | null} */ let stream = null;
/** @type {ReturnType<typeof setInterval> | null} */ let polling = null;
/** @type {Map<string, HTMLElement>} */ const held = new Map();
let after = live.dataset.after ?? "";
let paused = false, refused = false, uncounted = 0, more = false, unsaid = 0, saidAt = 0;

/** @param {Record<string, string>} extra */
function address(extra = {}) {
  const url = new URL(live.dataset.live ?? "", location.href);
  for (const [name, value] of Object.entries({ after, ...extra })) url.searchParams.set(name, value);
  return url.href;
}

/** @param {string} state @param {string} words */
function show(state, words) {
  if (!toggle) return;
  toggle.dataset.state = state;
  const place = toggle.querySelector("[data-live-word]");
  if (place) place.textContent = words;
  toggle.title = state === "paused" ? "Resume live updates" : "Pause live updates";
}

/** @param {string} html */
function rowOf(html) {
  const template = document.createElement("template");
  template.innerHTML = html;
  return /** @type {HTMLElement} */ (template.content.querySelector("tr"));
}

function mustHold() {
  if (!body || window.scrollY > SCROLLED_PX || live.contains(document.activeElement)) return true;
  return phone.matches && body.rows.length > 0 && live.getBoundingClientRect().top < innerHeight;
}

/** @param {HTMLElement} row @param {boolean} isNew */
function place(row, isNew) {
  const present = document.getElementById(row.id);
  if (!body || (!present && !isNew)) return;
  row.classList.add("is-new");
  if (present) present.replaceWith(row);
  else body.prepend(row);
  document.dispatchEvent(new Event("new-times"));
  while (body.rows.length > rowsMax) body.rows[body.rows.length - 1].remove();
}

/** @param {string} html @param {boolean} isNew */
function take(html, isNew) {
  const row = rowOf(html);
  if (!isNew && !document.getElementById(row.id) && !held.has(row.id)) return;
  unsaid += 1;
  if (mustHold()) {
    if (isNew) row.dataset.isNew = "";
    held.set(row.id, row);
  } else place(row, isNew);
  tell();
}

/** @param {{ count: number, more: boolean }} news */
function takeMany(news) {
  uncounted += news.count;
  unsaid += news.count;
  more ||= news.more;
  tell();
}

function tell() {
  const waiting = held.size + uncounted;
  if (button) {
    button.hidden = waiting === 0;
    button.textContent = `${waiting}${more ? "+" : ""} new`;
  }
  if (said && unsaid > 0 && Date.now() - saidAt >= SAY_MS) {
    said.textContent = `${unsaid} new ${unsaid === 1 ? "attempt" : "attempts"}`;
    unsaid = 0;
    saidAt = Date.now();
  }
}

/** @param {Record<string, string>} counts */
function takeCounts(counts) {
  for (const [state, count] of Object.entries(counts)) {
    const place = document.querySelector(`[data-count="${state}"]`);
    if (place) place.textContent = count;
  }
}

function release() {
  if (uncounted || !body) { location.reload(); return; }
  for (const row of held.values()) place(row, "isNew" in row.dataset);
  held.clear();
  toggle?.focus();
  tell();
}

function close() {
  stream?.close();
  stream = null;
  if (polling !== null) clearInterval(polling);
  polling = null;
}

function open() {
  close();
  if (paused || document.hidden) return;
  if (refused) { startPolling(); return; }
  show("waiting", "Connecting…");
  stream = new EventSource(address());
  stream.onopen = () => show("live", "Live");
  stream.onerror = () => {
    if (stream?.readyState !== EventSource.CLOSED) { show("waiting", "Reconnecting…"); return; }
    refused = true;  // too many streams: a 204 ends an EventSource
    startPolling();
  };
  stream.addEventListener("row", (event) => take(event.data, true));
  stream.addEventListener("change", (event) => take(event.data, false));
  stream.addEventListener("many", (event) => takeMany(JSON.parse(event.data)));
  stream.addEventListener("counts", (event) => takeCounts(JSON.parse(event.data)));
  stream.addEventListener("at", (event) => { after = event.lastEventId; });
}

function startPolling() {
  close();
  show("live", "Live");
  polling = setInterval(poll, POLL_MS);
  poll();
}

async function poll() {
  try {
    const answer = await fetch(address({ once: "1" }), { headers: { accept: "application/json" } });
    if (answer.redirected) {  // to the sign-in
      close();
      paused = true;
      show("paused", "Signed out");
      return;
    }
    if (answer.status === 403 || answer.status === 404) {  // no longer for this person, or no longer there
      close();
      paused = true;
      show("paused", "Stopped");
      return;
    }
    if (!answer.ok) throw new Error(String(answer.status));
    const news = await answer.json();
    if (paused || polling === null) return;
    after = news.after;
    for (const html of news.rows) take(html, true);
    for (const html of news.changes) take(html, false);
    if (news.many) takeMany({ count: news.many, more: news.more });
    takeCounts(news.counts);
    show("live", "Live");
  } catch {
    if (polling !== null) show("waiting", "Reconnecting…");
  }
}

toggle?.addEventListener("click", () => {
  paused = !paused;
  refused = false;
  if (paused) { close(); show("paused", "Paused"); } else open();
});
button?.addEventListener("click", release);
document.addEventListener("visibilitychange", () => { if (document.hidden) close(); else open(); });
addEventListener("pagehide", close);
addEventListener("pageshow", (event) => { if (event.persisted) open(); });
setInterval(() => { if (unsaid) tell(); }, SAY_MS);
if (toggle) toggle.hidden = false;
open();
