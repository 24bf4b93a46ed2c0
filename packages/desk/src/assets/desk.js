// Progressive enhancement of the desk: everything works without it, too.

/** Milliseconds for which something can be undone. */
const UNDO_TIME = 10_000;

forgetNotice();
for (const form of document.querySelectorAll('.notice form')) setTimeout(() => form.remove(), UNDO_TIME);
for (const box of document.querySelectorAll('input[data-select-all]')) selectAll(box);
for (const button of document.querySelectorAll('button[data-copy]')) copyOnClick(button);
for (const form of document.querySelectorAll('form[data-submit]')) form.submit();
for (const field of document.querySelectorAll('[data-submit-on-change]')) {
  field.addEventListener('change', () => field.form.requestSubmit());
}
for (const bar of document.querySelectorAll('.selection')) measure(bar);
for (const input of document.querySelectorAll('input[data-utc]')) takeLocalTime(input);

if (typeof window.PublicKeyCredential?.parseRequestOptionsFromJSON === 'function') {
  for (const button of document.querySelectorAll('[data-passkey-sign-in]')) {
    usePasskey(button, button.dataset.passkeySignIn, async (options) =>
      navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options) }),
    );
  }
  for (const button of document.querySelectorAll('[data-passkey-add]')) {
    usePasskey(button, button.dataset.passkeyAdd, async (options) =>
      navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options) }),
    );
  }
}

/**
 * @param {HTMLButtonElement} button
 * @param {string} address answers with options, and takes what the authenticator makes of them
 * @param {(options: object) => Promise<Credential>} ask
 */
function usePasskey(button, address, ask) {
  button.hidden = false;
  const use = async () => {
    button.disabled = true;
    try {
      const credential = await ask(await request(address));
      const { next } = await request(address, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'X-Desk-Token': button.dataset.token ?? '' },
        body: JSON.stringify(credential.toJSON()),
      });
      location.assign(next);
    } catch (error) {
      // People who close the browser's dialog know that they did.
      if (error.name !== 'NotAllowedError') showProblem(button.dataset.failed);
    } finally {
      button.disabled = false;
    }
  };
  button.addEventListener('click', () => void use());
}

/**
 * @param {string} address
 * @param {RequestInit} [options]
 */
async function request(address, options) {
  const response = await fetch(address, options);
  if (!response.ok) throw new Error(response.statusText);
  return response.json();
}

/**
 * Measures the bar at the lower edge of the window, so that it does not cover the element that has the focus.
 * @param {HTMLElement} bar
 */
function measure(bar) {
  const { style } = document.documentElement;
  new ResizeObserver(() => style.setProperty('--selection-height', `${bar.offsetHeight}px`)).observe(bar);
}

/** @param {string} text */
function showProblem(text) {
  const problem = document.querySelector('[data-problem]');
  problem.querySelector('p').textContent = text;
  problem.hidden = false;
}

/** Removes a notice from the address, so that reloading does not repeat it, and an undo after ten seconds. */
function forgetNotice() {
  const address = new URL(location.href);
  if (!address.searchParams.has('done')) return;
  address.searchParams.delete('done');
  address.searchParams.delete('done-values');
  address.searchParams.delete('done-undo');
  history.replaceState(history.state, '', address);
}

/**
 * Copies the secret before the button. Browsers without a clipboard, as over plain HTTP, do not show it.
 * @param {HTMLButtonElement} button
 */
function copyOnClick(button) {
  if (!navigator.clipboard) return;
  const secret = button.parentElement.previousElementSibling.textContent;
  button.hidden = false;
  const copy = async () => {
    await navigator.clipboard.writeText(secret);
    button.textContent = button.dataset.copy;
  };
  button.addEventListener('click', () => void copy());
}

/** @param {HTMLInputElement} box */
function selectAll(box) {
  const boxes = () => box.form.querySelectorAll(`input[type=checkbox]:not([data-select-all])`);
  box.hidden = false;
  box.addEventListener('change', () => {
    for (const other of boxes()) other.checked = box.checked;
  });
  box.form.addEventListener('change', () => {
    const all = [...boxes()];
    const checked = all.filter((other) => other.checked).length;
    box.checked = checked === all.length;
    box.indeterminate = checked > 0 && checked < all.length;
  });
}

/**
 * Fields hold times in UTC; people see and type local ones.
 * @param {HTMLInputElement} input
 */
function takeLocalTime(input) {
  if (input.value) input.value = toField(new Date(`${input.value}Z`), -1);
  input.form.addEventListener('formdata', ({ formData }) => {
    if (input.value) formData.set(input.name, toField(new Date(input.value), 0));
  });
}

/**
 * @param {Date} time
 * @param {-1 | 0} zone -1 for the browser's, 0 for UTC
 */
function toField(time, zone) {
  const shifted = new Date(time.getTime() + zone * time.getTimezoneOffset() * 60_000);
  return shifted.toISOString().slice(0, 16);
}

/**
 * Shows who else is there.
 * @param {HTMLElement} place with a text around `{{name}}` in `data-colleague`
 * @param {string[]} names
 */
function showColleagues(place, names) {
  const shown = names.map((name) => {
    const note = document.createElement('span');
    note.className = 'state attention';
    note.textContent = place.dataset.colleague.replace('{{name}}', () => name);
    return note;
  });
  place.replaceChildren(...shown);
}
