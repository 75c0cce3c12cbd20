// Tells times as people do: "4 min ago", "in 9 min". Without this script they stand there whole.
// @ts-check

const UNITS = /** @type {[number, string][]} */ ([[86400, "d"], [3600, "h"], [60, "min"], [1, "s"]]);

/** @param {number} seconds */
function told(seconds) {
  const [size, unit] = UNITS.find(([one]) => seconds >= one) ?? [1, "s"];
  return `${Math.floor(seconds / size)} ${unit}`;
}

/** @param {ParentNode} root */
export function tellTimes(root = document) {
  const now = Date.now();
  for (const element of root.querySelectorAll("time[data-when], time[data-countdown]")) {
    const time = /** @type {HTMLTimeElement} */ (element);
    time.title ||= time.textContent ?? "";
    const seconds = (now - Date.parse(time.dateTime)) / 1000;
    if ("countdown" in time.dataset) time.textContent = seconds < 0 ? `in ${told(-seconds)}` : "now";
    else if (seconds < 7 * 86400) time.textContent = seconds < 5 ? "just now" : `${told(seconds)} ago`;
  }
}

tellTimes();
setInterval(() => { if (!document.hidden) tellTimes(); }, 1000);
