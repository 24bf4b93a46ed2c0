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

/** People choose days of their own time zone. */
for (const place of document.querySelectorAll('[data-snooze]')) {
  const [when, day] = place.querySelectorAll('select, input');
  day.addEventListener('input', () => {
    when.value = 'day';
  });
  day.form.addEventListener('formdata', ({ formData }) => {
    const begin = beginOf(when.value, day.value);
    if (begin) formData.set('until', begin.toISOString());
  });
}

/**
 * @param {string} when `tomorrow`, `week` for the next Monday, or `day`
 * @param {string} day the day, as fields hold it
 */
function beginOf(when, day) {
  if (when === 'day') return day ? new Date(`${day}T00:00`) : undefined;
  const now = new Date();
  const days = when === 'week' ? ((7 - now.getDay()) % 7) + 1 : 1;
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + days);
}
