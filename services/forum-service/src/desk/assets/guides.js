// Guides of the knowledge base that can be linked from an answer; without this script, they are on a page of their own.

for (const panel of document.querySelectorAll('.guides[data-guides]')) offerGuides(panel);

/** @param {HTMLElement} panel */
function offerGuides(panel) {
  const field = document.querySelector('form[data-answer]').elements.text;
  const form = panel.querySelector('form');
  const status = panel.querySelector('[role=status]');
  const list = panel.querySelector('ul');
  const texts = panel.dataset;
  let search = new AbortController();

  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void find();
  });
  void find();

  async function find() {
    search.abort();
    search = new AbortController();
    const { signal } = search;
    const query = new URLSearchParams({ q: form.elements.q.value });
    const guides = await fetch(`${texts.guides}?${query}`, { signal })
      .then((answer) => (answer.ok ? answer.json() : {}))
      .then((answer) => answer.guides)
      .catch(() => undefined);
    if (!signal.aborted) show(guides);
  }

  /** @param {{ title: string, address: string, link: string }[] | undefined} guides */
  function show(guides) {
    status.textContent = guides ? (guides.length === 0 ? texts.none : '') : texts.away;
    list.replaceChildren(...(guides ?? []).map(createItem));
  }

  /** @param {{ title: string, address: string, link: string }} guide */
  function createItem({ title, address, link }) {
    const page = document.createElement('a');
    page.href = address;
    page.target = '_blank';
    page.rel = 'noopener';
    page.textContent = title;
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'second';
    button.textContent = texts.link;
    button.setAttribute('aria-label', `${texts.link}: ${title}`);
    button.addEventListener('click', () => insert(link));
    const item = document.createElement('li');
    item.append(page, button);
    return item;
  }

  /** Where the cursor is, apart from the words around it. @param {string} link */
  function insert(link) {
    const { selectionStart: start, selectionEnd: end, value } = field;
    const before = start > 0 && !/\s$/.test(value.slice(0, start)) ? ' ' : '';
    const after = /^\S/.test(value.slice(end)) ? ' ' : '';
    field.setRangeText(before + link + after, start, end, 'end');
    field.focus();
    field.dispatchEvent(new Event('input', { bubbles: true }));
    status.textContent = texts.linked;
  }
}
