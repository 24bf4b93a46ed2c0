// What the pages of dialogs do besides what all pages do.

for (const form of forms('data-dialogs'))
  suggestWhileTyping(form, (query, signal) => findDialogs(form, query, signal));

/**
 * @param {HTMLFormElement} form
 * @param {string} query
 * @param {AbortSignal} signal
 * @returns {Promise<Suggestion[]>}
 */
async function findDialogs(form, query, signal) {
  const most = String(counts(form).length - 1);
  const address = `${form.dataset.dialogs}${encodeURIComponent(query)}.json?limit=${most}`;
  const answer = await fetch(address, { signal });
  if (!answer.ok) throw new Error(answer.statusText);
  return (await answer.json()).map((/** @type {{ id: number, title: string }} */ { id, title }) => ({
    address: `${form.dataset.pages}${id}`,
    text: title,
  }));
}
