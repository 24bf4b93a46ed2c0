// Enhancements for the pages of dialogs.

/** Storage key of the author's name and e-mail address, saved at their request. */
const REMEMBERED = 'guidepost-person';

/** Milliseconds within which a second submission is a mistake. */
const RESUBMIT_DELAY = 10_000;

for (const form of forms('data-alike')) suggestSimilar(form);
for (const link of document.querySelectorAll('a[data-answer]')) {
  quoteHere(/** @type {HTMLAnchorElement} */ (link));
}
for (const button of document.querySelectorAll('button[data-preview]')) {
  previewHere(/** @type {HTMLButtonElement} */ (button));
}
for (const form of document.querySelectorAll('form')) {
  rememberPerson(form);
  if (form.method === 'post') sendOnce(form);
}

/**
 * Shows similar dialogs while a title is typed. Links open in a new tab, so that no input is lost.
 * @param {HTMLFormElement} form
 */
function suggestSimilar(form) {
  const title = /** @type {HTMLInputElement} */ (form.elements.namedItem('title'));
  const place = /** @type {HTMLElement} */ (form.querySelector('.alike'));
  const [status, list] = /** @type {[HTMLElement, HTMLElement]} */ ([...place.children]);
  let search = new AbortController();

  title.addEventListener('input', start);
  // Text that a link has filled in.
  if (title.value !== '') start();

  function start() {
    search.abort();
    search = new AbortController();
    const { signal } = search;
    // Suggestions are optional.
    find(title.value, signal).catch(() => signal.aborted || show([]));
  }

  /** @param {string} text @param {AbortSignal} signal */
  async function find(text, signal) {
    await new Promise((resolve) => setTimeout(resolve, 2 * PAUSE));
    if (!signal.aborted) show(await findPages(form.dataset.alike ?? '', text, signal));
  }

  /** @param {Suggestion[]} found */
  function show(found) {
    place.hidden = found.length === 0;
    list.replaceChildren(...found.map(createLink));
    const heading = `${form.dataset.heading}: ${counts(form)[found.length]}`;
    status.textContent = found.length === 0 ? '' : heading;
  }

  /** @param {Suggestion} suggestion */
  function createLink({ path, title }) {
    const link = element('a', { href: path, target: '_blank', rel: 'noopener' });
    link.append(...title.map(createPart));
    const item = element('li', {});
    item.append(link, ` (${form.dataset.newTab})`);
    return item;
  }
}

/**
 * Shows a preview above the buttons. A preview with pictures from other sites needs a page of its own, which may load them.
 * @param {HTMLButtonElement} button
 */
function previewHere(button) {
  const form = /** @type {HTMLFormElement} */ (button.form);
  const place = /** @type {HTMLElement} */ (form.querySelector('.preview-place'));
  button.addEventListener('click', (event) => {
    event.preventDefault();
    button.disabled = true;
    findPreview()
      .then((preview) => (preview ? place.replaceChildren(preview) : openPage()))
      .catch(openPage)
      .finally(() => (button.disabled = false));
  });

  async function findPreview() {
    const typed = [...new FormData(form)].filter(([, value]) => typeof value === 'string');
    const response = await fetch(button.formAction, {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(/** @type {[string, string][]} */ (typed)).toString(),
    });
    const page = new DOMParser().parseFromString(await response.text(), 'text/html');
    const preview = page.querySelector('.preview');
    const media = [.../** @type {NodeListOf<HTMLImageElement>} */ (preview?.querySelectorAll('[src]') ?? [])];
    return media.every(({ src }) => new URL(src).origin === location.origin) ? preview : null;
  }

  function openPage() {
    button.disabled = false;
    form.requestSubmit(button);
  }
}

/**
 * Adds the quote of the page that a link leads to after what is typed here, and goes there if that fails.
 * @param {HTMLAnchorElement} link
 */
function quoteHere(link) {
  link.addEventListener('click', (event) => {
    const field = document.querySelector('.write textarea');
    if (event.ctrlKey || event.metaKey || event.shiftKey || !(field instanceof HTMLTextAreaElement)) return;
    event.preventDefault();
    findQuote()
      .then((quote) => insertQuote(field, quote))
      .catch(() => location.assign(link.href));
  });

  async function findQuote() {
    const response = await fetch(link.href);
    const page = new DOMParser().parseFromString(await response.text(), 'text/html');
    const field = /** @type {HTMLTextAreaElement} */ (page.querySelector('.write textarea'));
    return field.value;
  }

  /** @param {HTMLTextAreaElement} field @param {string} quote */
  function insertQuote(field, quote) {
    const { length } = field.value;
    const between = field.value.trim() === '' ? '' : '\n\n';
    field.focus();
    typeOver(field, { start: length, end: length, text: between + quote });
    const form = /** @type {HTMLFormElement} */ (field.form);
    const answered =
      form.querySelector('[name="in_answer_to"]') ??
      element('input', { type: 'hidden', name: 'in_answer_to' });
    answered.setAttribute('value', link.dataset.answer ?? '');
    form.append(answered);
    field.scrollIntoView({ block: 'nearest' });
  }
}

/**
 * Restores and saves the author's details, if they agreed to it.
 * @param {HTMLFormElement} form
 */
function rememberPerson(form) {
  const row = form.querySelector('.remember');
  const box = row?.querySelector('input');
  if (!(row instanceof HTMLElement) || !box) return;
  const fields = ['name', 'useremail'].map(
    (name) => /** @type {HTMLInputElement} */ (form.elements.namedItem(name)),
  );
  const known = rememberedPerson();
  row.hidden = false;
  box.checked = known !== undefined;
  for (const field of fields) field.value ||= known?.[field.name] ?? '';
  form.addEventListener('submit', () => {
    if (box.checked) keepPerson(Object.fromEntries(fields.map(({ name, value }) => [name, value])));
    else if (known) keepPerson(undefined);
  });
}

/** @returns {Record<string, string> | undefined} */
function rememberedPerson() {
  try {
    return JSON.parse(localStorage.getItem(REMEMBERED) ?? 'null') ?? undefined;
  } catch {
    // Invalid data, or storage is blocked.
    return undefined;
  }
}

/** @param {Record<string, string> | undefined} person */
function keepPerson(person) {
  try {
    if (person) localStorage.setItem(REMEMBERED, JSON.stringify(person));
    else localStorage.removeItem(REMEMBERED);
  } catch {
    // Storage is optional.
  }
}

/**
 * Ignores further clicks: a second identical post would end in an error instead of thanks.
 * @param {HTMLFormElement} form
 */
function sendOnce(form) {
  let sent = -RESUBMIT_DELAY;
  form.addEventListener('submit', (event) => {
    if (event.submitter?.hasAttribute('formaction')) return;
    if (event.timeStamp - sent < RESUBMIT_DELAY) event.preventDefault();
    else sent = event.timeStamp;
  });
}
