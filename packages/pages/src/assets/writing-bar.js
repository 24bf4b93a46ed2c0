// Formats Markdown in text fields: buttons of `bar.eta` and keys insert it where the selection is, so that browsers undo it.

/** The marks around a selection. */
const MARKS = /** @type {Readonly<Record<string, string>>} */ ({ bold: '**', italic: '*', code: '`' });

/** The mark at the beginning of each line of a selection. */
const LINE_STARTS = /** @type {Readonly<Record<string, string>>} */ ({ list: '- ', quote: '> ' });

const WRITING_KEYS = /** @type {Readonly<Record<string, string>>} */ ({ b: 'bold', i: 'italic', k: 'link' });

for (const bar of document.querySelectorAll('[data-writes]')) letFormat(/** @type {HTMLElement} */ (bar));

/** A toolbar by the WAI-ARIA Authoring Practices. @param {HTMLElement} bar */
function letFormat(bar) {
  const field = /** @type {HTMLTextAreaElement} */ (document.getElementById(bar.dataset.writes ?? ''));
  const buttons = [...bar.querySelectorAll('button')];
  moveBetween(bar, buttons);
  for (const button of buttons) {
    // Keeps the selection, also in browsers that focus no button.
    button.addEventListener('mousedown', (event) => event.preventDefault());
    button.addEventListener('click', () => formatSelection(field, button.dataset.insert ?? ''));
  }
  field.addEventListener('keydown', (event) => {
    const { key, ctrlKey, metaKey, altKey, shiftKey, isComposing } = event;
    const name = WRITING_KEYS[key.toLowerCase()];
    if (!name || ctrlKey === metaKey || altKey || shiftKey || isComposing) return;
    event.preventDefault();
    formatSelection(field, name);
  });
}

/** One button is reached by Tab, the others by arrow keys. @param {HTMLElement} bar @param {HTMLElement[]} buttons */
function moveBetween(bar, buttons) {
  for (const [index, button] of buttons.entries()) button.tabIndex = index === 0 ? 0 : -1;
  bar.addEventListener('keydown', (event) => {
    const at = buttons.indexOf(/** @type {HTMLElement} */ (event.target));
    const forward = getComputedStyle(bar).direction === 'rtl' ? -1 : 1;
    const places = { ArrowRight: at + forward, ArrowLeft: at - forward, Home: 0, End: -1 };
    if (!(event.key in places)) return;
    event.preventDefault();
    const place = places[/** @type {keyof typeof places} */ (event.key)];
    const target = buttons.at(place % buttons.length);
    for (const button of buttons) button.tabIndex = button === target ? 0 : -1;
    target?.focus();
  });
}

/** @param {HTMLTextAreaElement} field @param {string} name of a button */
function formatSelection(field, name) {
  field.focus();
  const { [name]: mark } = MARKS;
  const { [name]: start } = LINE_STARTS;
  if (name === 'code' && selectedIn(field).includes('\n')) fence(field);
  else if (mark) surround(field, mark);
  else if (start) beginLines(field, start);
  else if (name === 'link') insertLink(field);
  else if (name === 'image') chooserOf(field)?.click();
}

/** @param {HTMLTextAreaElement} field @returns {HTMLInputElement | null | undefined} */
function chooserOf({ form }) {
  return form?.querySelector('input[type=file]');
}

/** @param {HTMLTextAreaElement} field */
function selectedIn({ value, selectionStart, selectionEnd }) {
  return value.slice(selectionStart, selectionEnd);
}

/** Adds marks around the selection, or removes them. @param {HTMLTextAreaElement} field @param {string} mark */
function surround(field, mark) {
  const { value } = field;
  // Marks that touch white space inside are none: a double click may select a space, too.
  const selected = selectedIn(field).trim();
  let start = field.value.indexOf(selected, field.selectionStart);
  let end = start + selected.length;
  if (selected.length > 2 * mark.length && selected.startsWith(mark) && endsWithMark(selected, mark)) {
    start += mark.length;
    end -= mark.length;
  }
  const isMarked = endsWithMark(value.slice(0, start), mark) && value.startsWith(mark, end);
  const around = isMarked ? mark.length : 0;
  const text = value.slice(start, end);
  const change = { start: start - around, end: end + around };
  typeOver(field, { ...change, text: isMarked ? text : `${mark}${text}${mark}` });
  const at = change.start + mark.length - around;
  field.setSelectionRange(at, at + text.length);
}

/** Bold text ends with the mark of italic text, which it is not. @param {string} text @param {string} mark */
function endsWithMark(text, mark) {
  if (mark !== '*') return text.endsWith(mark);
  let stars = 0;
  while (text.at(-1 - stars) === '*') stars += 1;
  return stars % 2 === 1;
}

/** @param {HTMLTextAreaElement} field @param {string} beginning */
function beginLines(field, beginning) {
  const { value, selectionStart, selectionEnd } = field;
  const start = value.slice(0, selectionStart).lastIndexOf('\n') + 1;
  const after = value.indexOf('\n', selectionEnd);
  const end = after === -1 ? value.length : after;
  const lines = value.slice(start, end).split('\n');
  const isBegun = lines.every((line) => line.startsWith(beginning));
  const text = lines
    .map((line) => (isBegun ? line.slice(beginning.length) : `${beginning}${line}`))
    .join('\n');
  typeOver(field, { start, end, text });
  field.setSelectionRange(lines.length === 1 ? start + text.length : start, start + text.length);
}

/** @param {HTMLTextAreaElement} field */
function fence(field) {
  const { selectionStart: start, selectionEnd: end } = field;
  const selected = selectedIn(field);
  const longest = Math.max(2, ...[...selected.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const ticks = '`'.repeat(longest + 1);
  typeOver(field, { start, end, text: `${ticks}\n${selected}\n${ticks}` });
}

/** Selects the address, or where there is one already, the text. @param {HTMLTextAreaElement} field */
function insertLink(field) {
  const { selectionStart: start, selectionEnd: end } = field;
  const selected = selectedIn(field).trim();
  const isAddress = /^https?:\/\/\S+$/.test(selected);
  const address = isAddress ? selected : 'https://';
  const text = isAddress ? '' : selected;
  typeOver(field, { start, end, text: `[${text}](${address})` });
  const at = start + (text === '' ? 1 : text.length + 3);
  field.setSelectionRange(at, text === '' ? at : at + address.length);
}

/**
 * Types a text in place of another one; only this way browsers undo it.
 * @param {HTMLTextAreaElement} field
 * @param {{ start: number, end: number, text: string }} change
 */
function typeOver(field, { start, end, text }) {
  field.setSelectionRange(start, end);
  const isTyped =
    text === '' ? document.execCommand('delete') : document.execCommand('insertText', false, text);
  if (isTyped) return;
  field.setRangeText(text, start, end, 'end');
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
