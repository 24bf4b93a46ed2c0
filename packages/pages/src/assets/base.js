// Progressive enhancement for all pages; each service's own script follows and calls these functions.

/** Milliseconds after the last keystroke. */
const PAUSE = 150;

/** The kind of post that this page is the thanks for, such as `dialog`, or nothing. */
const POSTED = takeReceipt();

/** Removes the receipt from the URL, so that the page can be shared and reloaded. */
function takeReceipt() {
  const address = new URL(location.href);
  const [posted = ''] = (address.searchParams.get('posted') ?? '').split('.');
  if (!address.searchParams.has('posted') && !address.searchParams.has('voted')) return posted;
  address.searchParams.delete('posted');
  address.searchParams.delete('voted');
  history.replaceState(history.state, '', address);
  return posted;
}

/** Texts of the page about its code and pictures. */
const texts = /** @type {HTMLElement} */ (document.querySelector('main')).dataset;

for (const block of document.querySelectorAll('.prose pre')) letCopy(/** @type {HTMLElement} */ (block));
document.addEventListener('click', enlarge);

/** @param {HTMLElement} block */
function letCopy(block) {
  // Browsers have none over plain HTTP.
  if (!navigator.clipboard) return;
  const button = element('button', { type: 'button', class: 'copy', 'aria-live': 'polite' });
  button.textContent = texts.copy ?? '';
  button.addEventListener('click', () => void navigator.clipboard.writeText(block.textContent).then(say));
  function say() {
    button.textContent = texts.copied ?? '';
    setTimeout(() => (button.textContent = texts.copy ?? ''), 2000);
  }
  const frame = element('div', { class: 'with-copy' });
  block.replaceWith(frame);
  frame.append(block, button);
}

/** Shows a picture large on its page; other ways to follow a link stay. @param {MouseEvent} event */
function enlarge(event) {
  const link = event.target instanceof Element && event.target.closest('a.enlarge');
  if (!(link instanceof HTMLAnchorElement) || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  const alt = link.querySelector('img')?.alt ?? '';
  const dialog = /** @type {HTMLDialogElement} */ (element('dialog', { class: 'large-picture' }));
  const button = element('button', { type: 'button' });
  button.textContent = texts.close ?? '';
  dialog.setAttribute('aria-label', alt || link.getAttribute('aria-label') || '');
  dialog.append(element('img', { src: link.href, alt }), button);
  dialog.addEventListener('click', () => dialog.close());
  dialog.addEventListener('close', () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

/**
 * @param {string} attribute
 * @returns {NodeListOf<HTMLFormElement>}
 */
function forms(attribute) {
  return document.querySelectorAll(`form[${attribute}]`);
}

/**
 * @typedef {{ text: string, marked: boolean }} Part
 * @typedef {{ parts: Part[], cutBefore: boolean, cutAfter: boolean }} Excerpt
 * @typedef {{ language: string, direction: string }} TextLanguage
 * @typedef {{ path: string, title: Part[], excerpt: Excerpt, standIn?: TextLanguage }} Suggestion
 */

for (const form of forms('data-suggest')) suggestWhileTyping(form);

/**
 * @param {string} address
 * @param {string} query
 * @param {AbortSignal} signal
 * @returns {Promise<Suggestion[]>}
 */
async function findPages(address, query, signal) {
  const answer = await fetch(`${address}?${new URLSearchParams({ q: query })}`, { signal });
  if (!answer.ok) throw new Error(answer.statusText);
  return (await answer.json()).suggestions;
}

/**
 * Suggests pages while typing, with the passages that match: a combobox with a listbox by the WAI-ARIA Authoring
 * Practices. Failures show no suggestions.
 * @param {HTMLFormElement} form
 */
function suggestWhileTyping(form) {
  const input = /** @type {HTMLInputElement} */ (form.querySelector('input'));
  const list = createSuggestionList(form, input);
  let search = new AbortController();

  input.addEventListener('input', start);
  input.addEventListener('blur', stop);
  form.addEventListener('submit', stop);
  input.addEventListener('keydown', (event) => {
    if (!event.isComposing && takeKey(event.key)) event.preventDefault();
  });

  function start() {
    search.abort();
    search = new AbortController();
    const { signal } = search;
    suggest(input.value.trim(), signal).catch(() => signal.aborted || stop());
  }

  function stop() {
    search.abort();
    list.close();
  }

  /** @param {string} query @param {AbortSignal} signal */
  async function suggest(query, signal) {
    if (query === '') return stop();
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
    if (!signal.aborted) list.show(query, await findPages(form.dataset.suggest ?? '', query, signal));
  }

  /** @param {string} key @returns {boolean} whether the default action is to be prevented */
  function takeKey(key) {
    if (key === 'ArrowDown' || key === 'ArrowUp') {
      if (list.isOpen()) list.move(key === 'ArrowDown' ? 1 : -1);
      else start();
      return true;
    }
    if (key === 'Enter') return list.follow();
    // These move the cursor.
    if (['Home', 'End', 'ArrowLeft', 'ArrowRight'].includes(key)) list.choose(undefined);
    const closes = key === 'Escape' && list.isOpen();
    if (closes) stop();
    return closes;
  }
}

/**
 * The list below a search field, which keeps the focus; the selection is an ARIA attribute.
 * @param {HTMLFormElement} form
 * @param {HTMLInputElement} input
 */
function createSuggestionList(form, input) {
  const list = element('div', { class: 'suggestions', role: 'listbox', id: `${input.id}-list`, hidden: '' });
  const status = element('p', { role: 'status' });
  list.setAttribute('aria-label', form.dataset.suggestions ?? '');
  setAttributes(input, {
    role: 'combobox',
    'aria-autocomplete': 'list',
    'aria-controls': list.id,
    'aria-expanded': 'false',
  });
  form.append(list, status);
  list.addEventListener('click', close);
  // Keeps the focus, so that the list is still open when the button is released.
  list.addEventListener('mousedown', (event) => event.preventDefault());

  /** @type {HTMLElement | undefined} */
  let chosen;

  const isOpen = () => !list.hidden;

  /** @param {string} query @param {Suggestion[]} suggestions */
  function show(query, suggestions) {
    const everything = `${form.getAttribute('action')}?${new URLSearchParams({ q: query })}`;
    const options = suggestions.map(createSuggestion);
    if (options.length > 0) options.push(createOption(options.length, everything, form.dataset.all ?? ''));
    list.replaceChildren(...options);
    choose(undefined);
    setOpen(options.length > 0);
    status.textContent = counts(form)[suggestions.length] ?? '';
  }

  /** @param {Suggestion} suggestion @param {number} index */
  function createSuggestion({ path, title, excerpt, standIn }, index) {
    const passage = element('span', { class: 'passage' });
    passage.append(...passageParts(excerpt).map(createPart));
    const option = createOption(index, path, ...title.map(createPart), passage);
    if (standIn) setAttributes(option, { lang: standIn.language, dir: standIn.direction });
    return option;
  }

  /** @param {number} index @param {string} href @param {(Node | string)[]} content */
  function createOption(index, href, ...content) {
    const option = element('a', { role: 'option', id: `${list.id}-${index}`, href, tabindex: '-1' });
    option.append(...content);
    return option;
  }

  function close() {
    choose(undefined);
    setOpen(false);
    status.textContent = '';
  }

  /** @param {boolean} open */
  function setOpen(open) {
    list.hidden = !open;
    input.setAttribute('aria-expanded', String(open));
  }

  /** Moves the selection, wrapping around. @param {1 | -1} step */
  function move(step) {
    const options = /** @type {(HTMLElement | undefined)[]} */ ([...list.children]);
    const place = Math.max(options.indexOf(chosen) + step, -1);
    choose(options.at(place % options.length));
  }

  /** @param {HTMLElement | undefined} option */
  function choose(option) {
    chosen = option;
    for (const one of list.children) one.setAttribute('aria-selected', String(one === option));
    if (option) input.setAttribute('aria-activedescendant', option.id);
    else input.removeAttribute('aria-activedescendant');
    option?.scrollIntoView({ block: 'nearest' });
  }

  /** Follows the selected link. @returns {boolean} whether one is selected */
  function follow() {
    const link = chosen;
    link?.click();
    return link !== undefined;
  }

  return { isOpen, show, close, move, choose, follow };
}

/** @param {Excerpt} excerpt @returns {Part[]} */
function passageParts({ parts, cutBefore, cutAfter }) {
  return [
    { text: cutBefore ? '… ' : '', marked: false },
    ...parts,
    { text: cutAfter ? ' …' : '', marked: false },
  ];
}

/** @param {Part} part @returns {Node | string} */
function createPart({ text, marked }) {
  if (!marked) return text;
  const mark = element('mark', {});
  mark.textContent = text;
  return mark;
}

/**
 * The page's texts for numbers of suggestions, by number.
 * @param {HTMLFormElement} form
 * @returns {string[]}
 */
function counts(form) {
  return JSON.parse(form.dataset.counts ?? '');
}

/** @param {string} name @param {Record<string, string>} attributes */
function element(name, attributes) {
  return setAttributes(document.createElement(name), attributes);
}

/** @param {HTMLElement} target @param {Record<string, string>} attributes */
function setAttributes(target, attributes) {
  for (const [name, value] of Object.entries(attributes)) target.setAttribute(name, value);
  return target;
}
