// Progressive enhancement for all pages; each service's own script follows and calls these functions.

/** Milliseconds after the last keystroke. */
const PAUSE = 150;

forgetThanks();

/** Removes the receipt from the URL, so that the page can be shared and reloaded. */
function forgetThanks() {
  const address = new URL(location.href);
  if (!address.searchParams.has('posted') && !address.searchParams.has('voted')) return;
  address.searchParams.delete('posted');
  address.searchParams.delete('voted');
  history.replaceState(history.state, '', address);
}

/**
 * @param {string} attribute
 * @returns {NodeListOf<HTMLFormElement>}
 */
function forms(attribute) {
  return document.querySelectorAll(`form[${attribute}]`);
}

/** @typedef {{ address: string, text: string }} Suggestion */

/**
 * Suggests pages while typing: a combobox with a listbox by the WAI-ARIA Authoring Practices. Failures show no
 * suggestions.
 * @param {HTMLFormElement} form
 * @param {(query: string, signal: AbortSignal) => Promise<Suggestion[]>} find
 */
function suggestWhileTyping(form, find) {
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
    if (!signal.aborted) list.show(query, await find(query, signal));
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
    const all = { address: everything, text: form.dataset.all ?? '' };
    const links = suggestions.length > 0 ? [...suggestions, all] : [];
    list.replaceChildren(...links.map(createOption));
    choose(undefined);
    setOpen(links.length > 0);
    status.textContent = counts(form)[suggestions.length] ?? '';
  }

  /** @param {Suggestion} link @param {number} index */
  function createOption({ address, text }, index) {
    const id = `${list.id}-${index}`;
    const option = element('a', { role: 'option', id, href: address, tabindex: '-1' });
    option.textContent = text;
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
