// Keeps what is typed in forms until it is sent, and offers it again: `draft.eta` names a form and whose drafts it has.

/** Keys of the storage begin with it: `guidepost-draft/<owner>/<form>/<id>`. */
const DRAFTS = 'guidepost-draft';

/** Storage key of the draft that this tab has sent, until a page says that it was taken. */
const SENDING = 'guidepost-sending';

/** Milliseconds. */
const DRAFT_LIFETIME = 14 * 86_400_000;

/** The version of the text that an edit was made from; its form has it in a hidden field. */
const VERSIONS = ['made-from', 'made_from'];

/** The others are about the author, whom the next person at the same computer should not see. */
const KEPT_FIELDS = [...VERSIONS, 'title', 'text', 'note'];

/** @typedef {{ at: number, fields: Record<string, string> }} Draft */

ifStored(forgetTaken);
ifStored(() => removeDrafts((_, draft) => draft === undefined || draft.at < Date.now() - DRAFT_LIFETIME));
for (const place of document.querySelectorAll('[data-draft]')) {
  ifStored(() => keepDraft(/** @type {HTMLElement} */ (place)));
}
for (const form of document.querySelectorAll('form[data-forget-drafts]')) {
  const owners = /** @type {HTMLFormElement} */ (form).dataset.forgetDrafts?.split(' ') ?? [];
  form.addEventListener('submit', () => ifStored(() => removeDrafts((key) => owners.includes(ownerOf(key)))));
}

/** @param {string} key @returns {Draft | undefined} */
function readDraft(key) {
  return ifStored(() => {
    const { at, fields } = JSON.parse(localStorage.getItem(key) ?? '');
    return Number.isFinite(at) && fields ? { at, fields } : undefined;
  });
}

/** @param {(key: string, draft: Draft | undefined) => boolean} isToRemove */
function removeDrafts(isToRemove) {
  const keys = draftKeys();
  for (const key of keys.filter((one) => isToRemove(one, readDraft(one)))) localStorage.removeItem(key);
}

function draftKeys() {
  return Object.keys(localStorage).filter((key) => key.startsWith(`${DRAFTS}/`));
}

/** @param {string} key */
function ownerOf(key) {
  return key.split('/')[1] ?? '';
}

/** Not when a form is submitted: a page must have said that it was taken. */
function forgetTaken() {
  const { key, taken } = sentDraft();
  const parameters = new URL(location.href).searchParams;
  const [outcome = ''] = (parameters.get('posted') ?? parameters.get('done') ?? '').split(/[.-]/);
  if (key === undefined || !taken?.includes(outcome)) return;
  localStorage.removeItem(key);
  sessionStorage.removeItem(SENDING);
}

/** @returns {{ key?: string, taken?: string[] }} */
function sentDraft() {
  return JSON.parse(sessionStorage.getItem(SENDING) ?? '{}');
}

/**
 * Each page writes a draft of its own, so that two tabs do not overwrite each other's.
 * @param {HTMLElement} place
 */
function keepDraft(place) {
  const form = /** @type {HTMLFormElement} */ (place.closest('form'));
  const fields = KEPT_FIELDS.flatMap((name) => {
    const field = form.elements.namedItem(name);
    return field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement ? [field] : [];
  });
  const text = /** @type {HTMLTextAreaElement} */ (fields.at(-1));
  const version = fields.find(({ name }) => VERSIONS.includes(name));
  // Edits begin with a text; the form of one that is shown again does not say with which.
  const begun =
    place.dataset.isAgain === 'true' ? [] : fields.map((field) => (version ? field.defaultValue : ''));
  const { draft = '', taken = '', owners = '' } = place.dataset;
  const own = owners.split(' ').map((owner) => `${DRAFTS}/${owner}/${draft}/`);
  const key = findOwnKey() ?? `${own[0]}${Date.now().toString(36)}${Math.random().toString(36).slice(2)}`;

  offer();
  form.addEventListener('input', ({ target }) => {
    if (fields.some((field) => field === target)) save();
    place.hidden = !isUntouched();
  });
  form.addEventListener('submit', () => {
    save();
    ifStored(() => sessionStorage.setItem(SENDING, JSON.stringify({ key, taken: taken.split(' ') })));
  });
  addEventListener('storage', (event) => {
    if (event.key === place.dataset.offered && event.newValue === null) offer();
  });

  function isUntouched() {
    return text.value === begun.at(-1);
  }

  /** The draft that a form shown again, or filled in by the browser, goes on with. */
  function findOwnKey() {
    if (isUntouched()) return undefined;
    const sent = sentDraft().key;
    if (sent?.startsWith(own[0] ?? '')) return sent;
    return draftKeys().find((each) => {
      return each.startsWith(own[0] ?? '') && readDraft(each)?.fields[text.name] === text.value;
    });
  }

  function save() {
    ifStored(() => {
      if (fields.every(({ value }, at) => value.trim() === begun[at]?.trim()))
        return localStorage.removeItem(key);
      const typed = Object.fromEntries(fields.map(({ name, value }) => [name, value]));
      return localStorage.setItem(key, JSON.stringify({ at: Date.now(), fields: typed }));
    });
  }

  /** Offers the newest draft of this form. */
  function offer() {
    const found = draftKeys()
      .filter((each) => each !== key && own.some((beginning) => each.startsWith(beginning)))
      .flatMap((each) => ({ key: each, ...(readDraft(each) ?? { at: 0, fields: {} }) }));
    const [newest] = found.toSorted((one, other) => other.at - one.at);
    place.hidden = !isUntouched();
    place.replaceChildren();
    delete place.dataset.offered;
    if (!newest) return;
    place.dataset.offered = newest.key;
    const isOutdated = version && newest.fields[version.name] !== version.value;
    const sentence = document.createElement('p');
    sentence.textContent = (place.dataset.from ?? '').replace('{{time}}', () => timeOf(newest.at));
    if (isOutdated) sentence.append(`. ${place.dataset.outdated}`);
    place.append(
      sentence,
      createButton(place.dataset.use, use),
      createButton(place.dataset.discard, discard),
    );

    function use() {
      for (const field of fields) {
        field.value = newest?.fields[field.name] ?? field.value;
        field.dispatchEvent(new Event('input', { bubbles: true }));
      }
      discard();
    }

    function discard() {
      ifStored(() => localStorage.removeItem(newest?.key ?? ''));
      offer();
      text.focus();
    }
  }

  /** @param {number} at */
  function timeOf(at) {
    const isToday = new Date(at).toDateString() === new Date().toDateString();
    return new Intl.DateTimeFormat(localeOf(place), {
      ...(!isToday && { dateStyle: 'long' }),
      timeStyle: 'short',
    }).format(at);
  }
}

/** @param {string | undefined} text @param {() => void} act */
function createButton(text, act) {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'link';
  button.textContent = text ?? '';
  button.addEventListener('click', act);
  return button;
}
