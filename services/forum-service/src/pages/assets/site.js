// Enhancements for the pages of dialogs.

/** Storage key of the author's name and e-mail address, saved at their request. */
const REMEMBERED = 'guidepost-person';

/** Milliseconds within which a second submission is a mistake. */
const RESUBMIT_DELAY = 10_000;

/** Shorter words say too little about a title. */
const WORD = /[\p{L}\p{N}][\p{L}\p{M}\p{N}'’.-]{3,}/gu;

for (const form of forms('data-dialogs'))
  suggestWhileTyping(form, (query, signal) => findDialogs(form.dataset.dialogs ?? '', form, query, signal));
for (const form of forms('data-alike')) suggestSimilar(form);
for (const form of document.querySelectorAll('form')) {
  rememberPerson(form);
  if (form.method === 'post') sendOnce(form);
}

/**
 * @param {string} address without a query
 * @param {HTMLFormElement} form
 * @param {string} query
 * @param {AbortSignal} signal
 * @returns {Promise<Suggestion[]>}
 */
async function findDialogs(address, form, query, signal) {
  const most = String(counts(form).length - 1);
  const answer = await fetch(`${address}${encodeURIComponent(query)}.json?limit=${most}`, { signal });
  if (!answer.ok) throw new Error(answer.statusText);
  return (await answer.json()).map((/** @type {{ id: number, title: string }} */ { id, title }) => ({
    address: `${form.dataset.pages}${id}`,
    text: title,
  }));
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

  title.addEventListener('input', () => {
    search.abort();
    search = new AbortController();
    const { signal } = search;
    // Suggestions are optional.
    find(title.value, signal).catch(() => signal.aborted || show([]));
  });

  /** @param {string} text @param {AbortSignal} signal */
  async function find(text, signal) {
    await new Promise((resolve) => setTimeout(resolve, 2 * PAUSE));
    if (signal.aborted) return;
    for (const query of queriesFor(text)) {
      const found = await findDialogs(form.dataset.alike ?? '', form, query, signal);
      if (found.length > 0) return show(found);
    }
    show([]);
  }

  /** @param {Suggestion[]} found */
  function show(found) {
    place.hidden = found.length === 0;
    list.replaceChildren(...found.map(createLink));
    const heading = `${form.dataset.heading}: ${counts(form)[found.length]}`;
    status.textContent = found.length === 0 ? '' : heading;
  }

  /** @param {Suggestion} suggestion */
  function createLink({ address, text }) {
    const link = element('a', { href: address, target: '_blank', rel: 'noopener' });
    link.textContent = text;
    const item = element('li', {});
    item.append(link, ` (${form.dataset.newTab})`);
    return item;
  }
}

/**
 * Search queries to try in turn: a result has all words of a query, but rarely all of a title.
 * @param {string} title
 * @returns {string[]}
 */
function queriesFor(title) {
  const words = title.match(WORD) ?? [];
  const longest = words.toSorted((one, other) => other.length - one.length);
  const most = (/** @type {number} */ number) =>
    words.filter((word) => longest.slice(0, number).includes(word)).join(' ');
  return [...new Set([words.join(' '), most(2), most(1)])].filter((query) => query !== '');
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
    if (event.timeStamp - sent < RESUBMIT_DELAY) event.preventDefault();
    else sent = event.timeStamp;
  });
}
