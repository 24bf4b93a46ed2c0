// Progressive enhancement of the forum's desk.

/** Milliseconds between two messages that someone is answering. */
const ANSWERING_INTERVAL = 20_000;

// As in mail programs and chats.
for (const form of document.querySelectorAll('form[data-answer]')) {
  offerCanned(form.elements.text);
  tellColleagues(form);
  form.addEventListener('keydown', (event) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) form.requestSubmit();
  });
}

/**
 * A canned answer goes where the cursor is.
 * @param {HTMLTextAreaElement} field
 */
function offerCanned(field) {
  const canned = document.querySelector('[data-canned]');
  if (!canned) return;
  document.querySelector('[data-canned-links]').hidden = true;
  canned.hidden = false;
  const select = canned.querySelector('select');
  select.addEventListener('change', () => {
    if (!select.value) return;
    field.setRangeText(select.value, field.selectionStart, field.selectionEnd, 'end');
    select.value = '';
    field.focus();
    field.dispatchEvent(new Event('input', { bubbles: true }));
  });
}

/**
 * Tells the server that someone is writing an answer, and shows who else is.
 * @param {HTMLFormElement} form
 */
function tellColleagues({ elements, dataset }) {
  let told = false;
  let toldAt = -Infinity;
  elements.text.addEventListener('input', ({ target }) => {
    const answering = target.value.trim() !== '';
    const now = performance.now();
    if (answering === told && (!answering || now - toldAt < ANSWERING_INTERVAL)) return;
    told = answering;
    toldAt = now;
    void tell(answering);
  });

  /** @param {boolean} answering */
  async function tell(answering) {
    const response = await fetch(dataset.answer, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Desk-Token': elements.token.value },
      body: JSON.stringify({ answering }),
    }).catch(() => undefined);
    if (!response?.ok) return;
    const place = document.querySelector('[data-colleague]');
    showColleagues(place, (await response.json()).colleagues);
  }
}
