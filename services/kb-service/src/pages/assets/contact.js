// What a reader did in this tab before writing, and the form to write with. The tab alone keeps it.
export {};

/** The name under which the tab keeps it, for each site of the origin. */
const KEPT = `contact ${document.querySelector('meta[property="og:site_name"]')?.getAttribute('content')}`;

const MOST_LINES = 20;

/** @typedef {{ kind: string, line: string }} Line */

const path = location.pathname;
const form = document.querySelector('form[data-contact]');
if (form instanceof HTMLFormElement) prepare(form);
else if (document.querySelector('[data-sent]')) store([]);
else noteVisit();

/** Notes what the page shows that readers come from. */
function noteVisit() {
  const heading = document.querySelector('h1')?.textContent?.trim() ?? '';
  const query = new URLSearchParams(location.search).get('q');
  if (path.endsWith('/search') && query) note('searched', query);
  if (/\/guides\/[^/]+$/.test(path)) note('read', `${heading} ${location.origin}${path}`);
  document.querySelector('form[data-votes]')?.addEventListener('submit', (event) => {
    const { submitter } = /** @type {SubmitEvent} */ (event);
    if (submitter) note('answered', `${heading}: ${submitter.textContent}`);
  });
}

/** @param {string} kind @param {string} line */
function note(kind, line) {
  const others = recallLines().filter((one) => one.kind !== kind || one.line !== line);
  store([...others, { kind, line }].slice(-MOST_LINES));
}

/** @returns {Line[]} */
function recallLines() {
  try {
    const lines = JSON.parse(sessionStorage.getItem(KEPT) ?? '[]');
    return Array.isArray(lines) ? lines : [];
  } catch {
    return [];
  }
}

/** @param {Line[]} lines */
function store(lines) {
  try {
    sessionStorage.setItem(KEPT, JSON.stringify(lines));
  } catch {
    // Messages then say less.
  }
}

/** @param {HTMLFormElement} contactForm */
function prepare(contactForm) {
  const history = contactForm.querySelector('fieldset');
  if (history && contactForm.dataset.kept === undefined) showLines(history);
  judgeFile(contactForm);
  sendOnceSolved(contactForm);
}

/** Shows what was done before, to be left out by its writer. @param {HTMLFieldSetElement} history */
function showLines(history) {
  const labels = JSON.parse(history.dataset.labels ?? '{}');
  const present = [...history.querySelectorAll('input')].map(({ value }) => value);
  const list = history.querySelector('ul');
  for (const [index, { kind, line }] of recallLines().entries()) {
    if (present.includes(line) || !(kind in labels)) continue;
    const box = document.createElement('input');
    Object.assign(box, { type: 'checkbox', name: `${kind}[t${index}]`, value: line, checked: true });
    const text = document.createElement('span');
    const name = document.createElement('bdi');
    name.textContent = line;
    text.append(`${labels[kind]}: `, name);
    const label = document.createElement('label');
    label.append(box, ' ', text);
    const item = document.createElement('li');
    item.append(label);
    list?.append(item);
    history.hidden = false;
  }
}

/** A file that is too large would be refused with all that was typed. @param {HTMLFormElement} contactForm */
function judgeFile(contactForm) {
  const input = /** @type {HTMLInputElement} */ (contactForm.elements.namedItem('file'));
  input.addEventListener('change', () => {
    const isTooLarge = (input.files?.[0]?.size ?? 0) > Number(input.dataset.most);
    input.setCustomValidity(isTooLarge ? (input.dataset.tooLarge ?? '') : '');
    input.reportValidity();
  });
}

/** Solves the challenge while someone writes, and sends the form once it is solved. @param {HTMLFormElement} contactForm */
function sendOnceSolved(contactForm) {
  const solution = /** @type {HTMLInputElement} */ (contactForm.elements.namedItem('altcha'));
  /** @type {Promise<void> | undefined} */
  let solving;
  let isSent = false;
  const begin = () => {
    solving ??= solve(contactForm.dataset.contact ?? '').then(
      (value) => {
        solution.value = value;
      },
      // Fewer messages are taken without it. Browsers solve none over plain HTTP.
      () => {},
    );
    return solving;
  };
  contactForm.addEventListener('focusin', () => void begin(), { once: true });
  contactForm.addEventListener('submit', (event) => {
    event.preventDefault();
    if (isSent) return;
    isSent = true;
    void begin().then(() => contactForm.submit());
  });
  // The browser's way back shows the form as it was left.
  window.addEventListener('pageshow', () => {
    isSent = false;
  });
}

/** Hashes that are computed at a time. */
const BATCH = 500;

/** @param {string} text a challenge of ALTCHA, version 1 */
async function solve(text) {
  const { algorithm, challenge, maxnumber, salt, signature } = JSON.parse(text);
  for (let from = 0; from <= maxnumber; from += BATCH) {
    const numbers = Array.from({ length: BATCH }, (_, index) => from + index);
    const hashes = await Promise.all(numbers.map((number) => hashOf(salt + number)));
    const found = hashes.indexOf(challenge);
    if (found >= 0)
      return btoa(JSON.stringify({ algorithm, challenge, number: from + found, salt, signature }));
  }
  throw new Error('The challenge has no solution.');
}

/** @param {string} text */
async function hashOf(text) {
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
