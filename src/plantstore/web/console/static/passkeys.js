// Creates a passkey, or uses one to sign in or confirm. The page's forms work without it by other ways.
// Options and credentials are read field by field: extensions that keep passkeys often lack toJSON().
// @ts-check

/** @param {ArrayBuffer} raw */
const encode = (raw) => btoa(String.fromCharCode(...new Uint8Array(raw))).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
/** @param {string} text */
const decode = (text) => Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (one) => one.charCodeAt(0));
/** @param {{type: string, id: string}[]} list */
const withIds = (list) => list.map((one) => ({ ...one, id: decode(one.id) }));
const PARTS = ["clientDataJSON", "attestationObject", "authenticatorData", "signature", "userHandle"];
const PROBLEMS = /** @type {Record<string, string>} */ ({
  NotAllowedError: "No passkey was used: it was cancelled, took too long, or this device has none for this store. Nothing was changed.",
  InvalidStateError: "This device already has a passkey of yours. You can sign in with it.",
  SecurityError: "Passkeys don't work at this address. Open the store at the address that it was set up for.",
});

/** @param {HTMLFormElement} form */
async function options(form) {
  const sent = new URLSearchParams({ purpose: form.dataset.passkey ?? "" });
  for (const name of form.dataset.passkey === "create" ? ["ticket", "key", "name"] : ["ticket"]) {
    const value = new FormData(form).get(name);
    if (typeof value === "string") sent.set(name, value);
  }
  const answer = await fetch("/passkeys/options", { method: "POST", body: sent })
    .catch(() => { throw new Error("The store can't be reached. Check your connection and try again."); });
  const said = await answer.json().catch(() => ({ detail: "The store refused this. Reload the page and try again." }));
  if (!answer.ok) throw new Error(said.detail);
  return said;
}

/** @param {HTMLFormElement} form */
async function run(form) {
  const said = await options(form);
  const publicKey = { ...said, challenge: decode(said.challenge) };
  let credential;
  if (form.dataset.passkey === "create") {
    publicKey.user = { ...said.user, id: decode(said.user.id) };
    publicKey.excludeCredentials = withIds(said.excludeCredentials);
    credential = await navigator.credentials.create({ publicKey });
  } else {
    publicKey.allowCredentials = withIds(said.allowCredentials);
    credential = await navigator.credentials.get({ publicKey });
  }
  const { id, response } = /** @type {any} */ (credential);
  const parts = PARTS.filter((name) => response[name]).map((name) => [name, encode(response[name])]);
  const field = /** @type {HTMLInputElement} */ (form.querySelector("input[data-passkey-sent]"));
  field.value = JSON.stringify({ id, response: Object.fromEntries(parts) });
  HTMLFormElement.prototype.submit.call(form); // unchecked: fields for other ways may be empty; a field may be named submit
}

for (const form of /** @type {NodeListOf<HTMLFormElement>} */ (document.querySelectorAll("form[data-passkey]"))) {
  const button = /** @type {HTMLButtonElement} */ (form.querySelector("button[data-passkey-start]"));
  const problem = /** @type {HTMLElement} */ (form.querySelector("[data-passkey-problem]"));
  /** @type {HTMLElement} */ (form.querySelector(".no-script")).hidden = true;
  if (!window.PublicKeyCredential) {
    const missing = /** @type {HTMLElement} */ (form.querySelector("[data-passkey-missing]"));
    missing.hidden = false;
    continue;
  }
  button.hidden = false;
  button.addEventListener("click", async () => {
    button.disabled = true;
    problem.hidden = true;
    try {
      await run(form);
    } catch (error) {
      const { name, message } = /** @type {Error} */ (error);
      problem.textContent = PROBLEMS[name] ?? message;
      problem.hidden = false;
      button.disabled = false;
    }
  });
}
