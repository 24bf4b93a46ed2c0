// What the pages of guides do besides what all pages do.

const JSON_API = { Accept: 'application/vnd.api+json' };

/** Milliseconds after which a vote that is not answered is sent without a script. */
const TIMEOUT = 5000;

for (const form of forms('data-guides'))
  suggestWhileTyping(form, (query, signal) => findGuides(form, query, signal));
for (const form of forms('data-votes')) voteInPlace(form);

/**
 * @typedef {{ slug: string, title: string }} Guide
 * @param {HTMLFormElement} form
 * @param {string} query
 * @param {AbortSignal} signal
 * @returns {Promise<Suggestion[]>}
 */
async function findGuides(form, query, signal) {
  const most = String(counts(form).length - 1);
  const wanted = new URLSearchParams({ q: query, 'fields[guide]': 'title,slug', 'page[size]': most });
  const answer = await fetch(`${form.dataset.guides}?${wanted}`, { headers: JSON_API, signal });
  if (!answer.ok) throw new Error(answer.statusText);
  const { data } = await answer.json();
  return data.map((/** @type {{ attributes: Guide }} */ { attributes: { slug, title } }) => ({
    address: `${form.dataset.pages}${slug}`,
    text: title,
  }));
}

/**
 * Casts votes over the API, so that the reader stays where they are; where that fails the form is sent after all.
 *
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
  const answer = await fetch(`${form.dataset.votes}${vote}vote`, {
    method: 'POST',
    headers: JSON_API,
    signal,
  });
  if (!answer.ok) throw new Error(answer.statusText);
  const { content } = /** @type {HTMLTemplateElement} */ (form.nextElementSibling);
  const thanks = /** @type {HTMLElement} */ (content.firstElementChild?.cloneNode(true));
  form.replaceWith(thanks);
  // The button that had the focus is gone; who goes on from here by keyboard or by ear is to stay here.
  thanks.focus();
}

/** @param {HTMLFormElement} form @param {string} vote */
function sendForm(form, vote) {
  form.append(element('input', { type: 'hidden', name: 'vote', value: vote }));
  form.submit();
}
