// Progressive enhancement of the forum's desk: what keys do, buttons and links do, too.

/** Milliseconds between two messages that someone is answering. */
const ANSWERING_INTERVAL = 20_000;

/** WCAG 2.1.4: single keys can be turned off, for those who speak or press them by mistake. */
const KEYS_SETTING = 'forum-desk-keys';

/** Where someone is in the queue, for as long as the tab is open. */
const PLACE = 'forum-desk-place';

const queue = document.querySelector('form[data-queue]');
const help = document.querySelector('dialog[data-keys]');

if (help) {
  for (const hint of document.querySelectorAll('.keys-hint')) hint.hidden = false;
  document.querySelector('[data-show-keys]').addEventListener('click', () => help.showModal());
  const keySwitch = help.querySelector('[data-key-switch]');
  keySwitch.checked = areKeysOn();
  keySwitch.addEventListener('change', () =>
    localStorage.setItem(KEYS_SETTING, keySwitch.checked ? 'on' : 'off'),
  );
  document.addEventListener('keydown', (event) => {
    if (!areKeysOn() || event.repeat || isTyping(event) || event.ctrlKey || event.metaKey || event.altKey)
      return;
    const act = actionOf(event.key);
    if (!act) return;
    event.preventDefault();
    act();
  });
}

if (queue) rememberQueue();
else leadBackToQueue();

// As in mail programs and chats.
for (const form of document.querySelectorAll('form[data-answer]')) {
  offerCanned(form.elements.text);
  tellColleagues(form);
  form.addEventListener('keydown', (event) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) form.requestSubmit();
  });
}

/** Goes on where the last dialog was dealt with, and keeps what the list shows for the pages of its dialogs. */
function rememberQueue() {
  const items = [...queue.querySelectorAll('.waiting')];
  // A button called "action" hides the property of the form.
  const here = new URL(queue.getAttribute('action'), location.href).href;
  const { address, dealtWith } = placeInQueue();
  if (address === here && dealtWith !== undefined)
    items[Math.min(dealtWith, items.length - 1)].querySelector('[data-open]').focus();
  const ids = items.map((item) => boxOf(item).name.replace(/\D/g, ''));
  const place = { address: here, ids };
  sessionStorage.setItem(PLACE, JSON.stringify(place));
  queue.addEventListener('submit', () => {
    const first = items.findIndex((item) => boxOf(item).checked);
    sessionStorage.setItem(PLACE, JSON.stringify({ ...place, dealtWith: Math.max(first, 0) }));
  });
}

/** From a dialog back to the list that it was opened from, and to the one after it in that list. */
function leadBackToQueue() {
  const [back, next] = ['u', 'j'].map((key) => document.querySelector(`a[data-key=${key}]`));
  const { address = '', ids = [] } = placeInQueue();
  if (!next || !address.startsWith(back.href)) return;
  back.href = address;
  const url = new URL(next.href);
  const at = ids.indexOf(url.searchParams.get('skip'));
  if (at === -1) return;
  url.search = new URL(address).search;
  url.searchParams.set('skip', ids.slice(0, at + 1).join());
  next.href = url.href;
}

/** @returns {{ address?: string, ids?: string[], dealtWith?: number }} */
function placeInQueue() {
  return JSON.parse(sessionStorage.getItem(PLACE) ?? '{}');
}

function areKeysOn() {
  return localStorage.getItem(KEYS_SETTING) !== 'off';
}

/** @param {string} key */
function actionOf(key) {
  if (key === '?') return () => help.showModal();
  if (help.open) return undefined;
  const button = document.querySelector(`[data-key="${CSS.escape(key)}"]`);
  if (!queue) return button && (() => press(button));
  if (key === 'j') return () => go(1);
  if (key === 'k') return () => go(-1);
  if (key === 'x') return () => boxOf(current())?.click();
  if (key === 'o') return () => current()?.querySelector('[data-open]').click();
  return button && (() => pressForCurrent(button));
}

/** @param {HTMLElement} target a button is pressed, a field is focused */
function press(target) {
  if (target.matches('input, textarea, select')) target.focus();
  else target.click();
}

/** Acts on what is selected, or else on the dialog that has the focus; on nothing without either. */
function pressForCurrent(button) {
  const box = boxOf(current());
  const isSelected = queue.querySelector('.queue input:checked') !== null;
  if (!isSelected && !box) return;
  if (!isSelected) box.checked = true;
  button.click();
}

function current() {
  return document.activeElement?.closest('.waiting');
}

/** @param {Element | null | undefined} item */
function boxOf(item) {
  return item?.querySelector('input[type=checkbox]');
}

/** @param {1 | -1} step */
function go(step) {
  const items = [...queue.querySelectorAll('.waiting')];
  const at = items.indexOf(document.activeElement?.closest('.waiting'));
  const next = items[at === -1 ? 0 : Math.min(Math.max(at + step, 0), items.length - 1)];
  next?.querySelector('[data-open]').focus();
}

/** @param {KeyboardEvent} event */
function isTyping({ target }) {
  return target.matches('input:not([type=checkbox]), textarea, select, [contenteditable]');
}

/**
 * A canned answer goes where the cursor is.
 * @param {HTMLTextAreaElement} field
 */
function offerCanned(field) {
  const canned = document.querySelector('[data-canned]');
  if (!canned) return;
  document.querySelector('[data-canned-links]').hidden = true;
  canned.hidden = false;
  const select = canned.querySelector('select');
  select.addEventListener('change', () => {
    if (!select.value) return;
    field.setRangeText(select.value, field.selectionStart, field.selectionEnd, 'end');
    select.value = '';
    field.focus();
    field.dispatchEvent(new Event('input', { bubbles: true }));
  });
}

/**
 * Tells the server that someone is writing an answer, and shows who else is.
 * @param {HTMLFormElement} form
 */
function tellColleagues({ elements, dataset }) {
  let told = false;
  let toldAt = -Infinity;
  elements.text.addEventListener('input', ({ target }) => {
    const answering = target.value.trim() !== '';
    const now = performance.now();
    if (answering === told && (!answering || now - toldAt < ANSWERING_INTERVAL)) return;
    told = answering;
    toldAt = now;
    void tell(answering);
  });

  /** @param {boolean} answering */
  async function tell(answering) {
    const response = await fetch(dataset.answer, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Desk-Token': elements.token.value },
      body: JSON.stringify({ answering }),
    }).catch(() => undefined);
    if (!response?.ok) return;
    const place = document.querySelector('[data-colleague]');
    showColleagues(place, (await response.json()).colleagues);
  }
}
