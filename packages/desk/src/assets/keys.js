// Keys of pages that list them in a `dialog[data-keys]`: buttons and links do the same.

/** WCAG 2.1.4: single keys can be turned off, for those who speak or press them by mistake. */
const KEYS_SETTING = 'desk-keys';

/** Where someone is in a list, for as long as the tab is open. */
const PLACE = 'desk-place';

/** The form around a list whose items can be chosen. */
const list = document.querySelector('form[data-keyed]');
const help = document.querySelector('dialog[data-keys]');

/** The place in the list that a range goes on from. */
let lastChosen = 0;

if (help) {
  for (const hint of document.querySelectorAll('.keys-hint')) hint.hidden = false;
  document.querySelector('[data-show-keys]').addEventListener('click', () => help.showModal());
  const keySwitch = help.querySelector('[data-key-switch]');
  keySwitch.checked = areKeysOn();
  keySwitch.addEventListener('change', () => {
    ifStored(() => localStorage.setItem(KEYS_SETTING, keySwitch.checked ? 'on' : 'off'));
    announceKeys();
  });
  announceKeys();
  document.addEventListener('keydown', pressKey);
} else {
  document.addEventListener('keydown', search);
}

if (list) ifStored(rememberPlace);

// Enter in a field presses the button beside it, not the first one of the form.
for (const row of document.querySelectorAll('[data-change]')) {
  row.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || !event.target.matches('input')) return;
    event.preventDefault();
    row.querySelector('button').click();
  });
}

/** Goes on where the last action was, since what it was about may have left the list. */
function rememberPlace() {
  // A button called "action" hides the property of the form.
  const address = new URL(list.getAttribute('action'), location.href).href;
  const place = JSON.parse(sessionStorage.getItem(PLACE) ?? '{}');
  sessionStorage.removeItem(PLACE);
  const items = itemsOf();
  if (place.address === address) openerOf(items[Math.min(place.at, items.length - 1)])?.focus();
  list.addEventListener('submit', () => {
    const at = Math.max(
      items.findIndex((item) => boxOf(item).checked),
      0,
    );
    ifStored(() => sessionStorage.setItem(PLACE, JSON.stringify({ address, at })));
  });
}

function areKeysOn() {
  return ifStored(() => localStorage.getItem(KEYS_SETTING)) !== 'off';
}

/** Screen readers say the key of a button. */
function announceKeys() {
  for (const target of document.querySelectorAll('[data-key]')) {
    if (areKeysOn()) target.setAttribute('aria-keyshortcuts', target.dataset.key);
    else target.removeAttribute('aria-keyshortcuts');
  }
}

/** @param {KeyboardEvent} event */
function pressKey(event) {
  const { key, repeat, ctrlKey, metaKey, altKey } = event;
  // Keys that are held down move in a list, and do nothing else.
  if (!areKeysOn() || (repeat && key !== 'j' && key !== 'k')) return;
  if (isTyping(event) || ctrlKey || metaKey || altKey) return;
  const act = actionOf(event);
  if (!act) return;
  event.preventDefault();
  act();
}

/** @param {KeyboardEvent} event */
function actionOf({ key, target }) {
  if (document.querySelector('dialog[open]')) return undefined;
  if (key === '?') return () => help.showModal();
  const button = document.querySelector(`[data-key="${CSS.escape(key)}"]`);
  if (!list || key === '/') return button && (() => press(button));
  if (key === 'j') return () => go(1);
  if (key === 'k') return () => go(-1);
  if (key === 'x') return () => choose(current());
  if (key === 'X') return () => chooseRange(current());
  // In a box, Enter would send the form.
  if (key === 'o' || (key === 'Enter' && target.matches('[data-item] input')))
    return () => openerOf(current())?.click();
  return button && (() => pressForCurrent(button));
}

/**
 * Leads to the search from pages without keys of their own, unless something has been typed there.
 * @param {KeyboardEvent} event
 */
function search(event) {
  const link = document.querySelector('[data-search]');
  const { key, ctrlKey, metaKey, altKey } = event;
  if (key !== '/' || !link || !areKeysOn() || isTyping(event) || ctrlKey || metaKey || altKey) return;
  const fields = [...document.querySelectorAll('main :is(input, textarea)')];
  if (fields.some(({ value, defaultValue }) => value !== defaultValue)) return;
  if (document.querySelector('[contenteditable]')) return;
  event.preventDefault();
  location.assign(link.dataset.search);
}

/** @param {HTMLElement} target a button is pressed, a field is focused */
function press(target) {
  if (target.matches('input, textarea, select')) target.focus();
  else target.click();
}

/** Acts on what is selected, or else on the item that has the focus; on nothing without either. */
function pressForCurrent(button) {
  const box = boxOf(current());
  const isSelected = list.querySelector('[data-item] input:checked') !== null;
  if (!isSelected && !box) return;
  if (!isSelected) box.checked = true;
  button.click();
}

/** The box gets the focus, so that screen readers say what became of it. */
function choose(item) {
  const box = boxOf(item);
  if (!box) return;
  box.click();
  box.focus();
  lastChosen = itemsOf().indexOf(item);
}

/** All items from the one that was chosen last. */
function chooseRange(item) {
  const items = itemsOf();
  const at = items.indexOf(item);
  if (at === -1) return;
  for (const one of items.slice(Math.min(at, lastChosen), Math.max(at, lastChosen) + 1)) {
    if (!boxOf(one).checked) boxOf(one).click();
  }
  boxOf(item).focus();
  lastChosen = at;
}

/** @param {1 | -1} step */
function go(step) {
  const items = itemsOf();
  const at = items.indexOf(current());
  openerOf(items[at === -1 ? 0 : Math.min(Math.max(at + step, 0), items.length - 1)])?.focus();
}

function itemsOf() {
  return [...list.querySelectorAll('[data-item]')];
}

function current() {
  return document.activeElement?.closest('[data-item]');
}

/** @param {Element | null | undefined} item */
function boxOf(item) {
  return item?.querySelector('input[type=checkbox]');
}

/** @param {Element | null | undefined} item */
function openerOf(item) {
  return item?.querySelector('[data-opener]');
}

/** @param {KeyboardEvent} event */
function isTyping({ target }) {
  return target.matches('input:not([type=checkbox]), textarea, select, [contenteditable]');
}
