// Progressive enhancement of the forum's desk: what keys do, buttons and links do, too.

const queue = document.querySelector('form[data-queue]');
const help = document.querySelector('dialog[data-keys]');

if (help) {
  for (const hint of document.querySelectorAll('.keys-hint')) hint.hidden = false;
  document.addEventListener('keydown', (event) => {
    if (isTyping(event) || event.ctrlKey || event.metaKey || event.altKey) return;
    const act = actionOf(event.key);
    if (!act) return;
    event.preventDefault();
    act();
  });
}

// As in mail programs and chats.
for (const form of document.querySelectorAll('form[data-answer]')) {
  form.addEventListener('keydown', (event) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) form.requestSubmit();
  });
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

/** Acts on what is selected, or else on the dialog that has the focus. */
function pressForCurrent(button) {
  const box = boxOf(current());
  if (!queue.querySelector('.queue input:checked') && box) box.checked = true;
  button.click();
}

function current() {
  return document.activeElement?.closest('.waiting') ?? queue.querySelector('.waiting');
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
