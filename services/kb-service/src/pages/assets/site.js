const JSON_API = { Accept: 'application/vnd.api+json' };

/** Milliseconds to wait for a vote before submitting the form instead. */
const TIMEOUT = 5000;

for (const form of forms('data-votes')) voteInPlace(form);
for (const nav of document.querySelectorAll('[data-offers]')) offerLanguage(/** @type {HTMLElement} */ (nav));
for (const notice of document.querySelectorAll('.site-notice')) letClose(/** @type {HTMLElement} */ (notice));

/**
 * Offers the page in the language that the browser prefers, until it is closed or another one was chosen.
 * @param {HTMLElement} nav
 */
function offerLanguage(nav) {
  const key = 'language';
  /** @type {NodeListOf<HTMLAnchorElement>} */
  const links = nav.querySelectorAll('a[data-offer]');
  for (const link of links) link.addEventListener('click', () => keep(key, link.hreflang));
  const preferred = navigator.languages.map((tag) => nearest(tag, [...links])).find(Boolean);
  if (!preferred || preferred.hreflang === nav.dataset.offers || recall(key) !== null) return;
  const offer = element('p', { class: 'language-offer', lang: preferred.lang, dir: 'auto' });
  const link = element('a', { href: preferred.href, hreflang: preferred.hreflang });
  link.textContent = preferred.dataset.offer ?? '';
  link.addEventListener('click', () => keep(key, preferred.hreflang));
  const button = element('button', { type: 'button', 'aria-label': texts.close ?? '' });
  button.textContent = '×';
  button.addEventListener('click', () => {
    keep(key, nav.dataset.offers ?? '');
    offer.remove();
  });
  offer.append(link, button);
  document.querySelector('header.top')?.append(offer);
}

/** The same language, or that of the same script. @param {string} tag @param {HTMLAnchorElement[]} links */
function nearest(tag, links) {
  const written = (/** @type {string} */ one) => {
    const { language, script } = new Intl.Locale(one).maximize();
    return `${language} ${script}`;
  };
  return (
    links.find(({ hreflang }) => hreflang === tag) ??
    links.find(({ hreflang }) => written(hreflang) === written(tag))
  );
}

/**
 * The notice can be closed, and stays so in this browser until it says something else.
 * @param {HTMLElement} notice
 */
function letClose(notice) {
  const [key, text] = [`notice ${notice.dataset.site}`, notice.textContent];
  if (recall(key) === text) return notice.remove();
  const button = element('button', { type: 'button', 'aria-label': texts.close ?? '' });
  button.textContent = '×';
  button.addEventListener('click', () => {
    keep(key, text);
    notice.remove();
  });
  notice.append(button);
}

/** Browsers may refuse to keep anything. @param {string} key */
function recall(key) {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** @param {string} key @param {string} text */
function keep(key, text) {
  try {
    localStorage.setItem(key, text);
  } catch {
    // It is shown again on the next page.
  }
}

/**
 * Votes over the API, so that the page stays; submits the form if that fails.
 * @param {HTMLFormElement} form
 */
function voteInPlace(form) {
  let isSent = false;
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    if (isSent) return;
    isSent = true;
    const { value } = /** @type {HTMLButtonElement} */ (event.submitter);
    castVote(form, value).catch(() => sendForm(form, value));
  });
}

/** @param {HTMLFormElement} form @param {string} vote */
async function castVote(form, vote) {
  const signal = AbortSignal.timeout(TIMEOUT);
  const answer = await fetch(`${form.dataset.votes}${vote}vote${form.dataset.query ?? ''}`, {
    method: 'POST',
    headers: JSON_API,
    signal,
  });
  if (!answer.ok) throw new Error(answer.statusText);
  const { meta } = await answer.json();
  const [thanks, comment] = templatesAfter(form);
  if (!thanks) return;
  form.replaceWith(...(meta.vote === 'down' && comment ? [thanks, comment] : [thanks]));
  // Keeps keyboard and screen reader users in place after the focused button is removed.
  thanks.focus();
}

/** @param {HTMLFormElement} form */
function templatesAfter(form) {
  /** @type {NodeListOf<HTMLTemplateElement>} */
  const templates = /** @type {HTMLElement} */ (form.parentElement).querySelectorAll('template');
  return [...templates].map(
    ({ content }) => /** @type {HTMLElement} */ (content.firstElementChild?.cloneNode(true)),
  );
}

/** @param {HTMLFormElement} form @param {string} vote */
function sendForm(form, vote) {
  form.append(element('input', { type: 'hidden', name: 'vote', value: vote }));
  form.submit();
}
