// Guides of the knowledge base for those who write a post.

/** Key of the storage for the addresses of guides that this tab has opened, until a post is sent. */
const OPENED_GUIDES = 'guidepost-opened-guides';

if (POSTED === 'dialog' || POSTED === 'held') ifStored(() => sessionStorage.removeItem(OPENED_GUIDES));
for (const place of document.querySelectorAll('[data-guides]')) {
  suggestGuides(/** @type {HTMLElement} */ (place));
}

/** @typedef {{ id: string, address: string, title: Part[] }} Guide */

/**
 * Shows guides that may answer a title while it is typed. People who open one can say that it did.
 * @param {HTMLElement} place
 */
function suggestGuides(place) {
  const { guides: address = '', heading, newTab, helped = '', thanks = '' } = place.dataset;
  const form = /** @type {HTMLFormElement} */ (place.closest('form'));
  const title = /** @type {HTMLInputElement} */ (form.elements.namedItem('title'));
  const [status, list, field] = /** @type {[HTMLElement, HTMLElement, HTMLInputElement]} */ ([
    ...place.children,
  ]);
  const texts = JSON.parse(place.dataset.counts ?? '');
  const opened = new Set(readOpened());
  // Text that a link has filled in, such as that of a guide that did not help.
  const begun = title.value;
  let search = new AbortController();

  title.addEventListener('input', start);
  field.value = [...opened].join(' ');
  if (begun !== '') start();

  function start() {
    search.abort();
    search = new AbortController();
    const { signal } = search;
    // Guides are optional.
    find(title.value.trim(), signal).catch(() => signal.aborted || show([]));
  }

  /** @param {string} text @param {AbortSignal} signal */
  async function find(text, signal) {
    await new Promise((resolve) => setTimeout(resolve, 2 * PAUSE));
    if (signal.aborted) return;
    if (text === '') return show([]);
    const answer = await fetch(`${address}/suggestions?${new URLSearchParams({ q: text })}`, { signal });
    if (!answer.ok) throw new Error(answer.statusText);
    /** @type {{ guides: Guide[] }} */
    const { guides } = await answer.json();
    show(guides.filter((guide) => guide.title.map((part) => part.text).join('') !== begun));
  }

  /** @param {Guide[]} guides */
  function show(guides) {
    place.hidden = guides.length === 0;
    list.replaceChildren(...guides.map(createItem));
    status.textContent = guides.length === 0 ? '' : `${heading}: ${texts[guides.length]}`;
  }

  /** @param {Guide} guide */
  function createItem({ id, address: href, title: parts }) {
    const link = element('a', { href, target: '_blank', rel: 'noopener' });
    link.append(...parts.map(createPart));
    const button = element('button', { type: 'button' });
    button.textContent = helped;
    button.hidden = !opened.has(id);
    button.addEventListener('click', () => thank(id));
    for (const event of ['click', 'auxclick']) {
      link.addEventListener(event, () => {
        open(id);
        button.hidden = false;
      });
    }
    const item = element('li', {});
    item.append(link, ` (${newTab}) `, button);
    return item;
  }

  /** Counts a guide once until a post is sent. @param {string} id */
  function open(id) {
    if (opened.has(id)) return;
    opened.add(id);
    field.value = [...opened].join(' ');
    ifStored(() =>
      sessionStorage.setItem(OPENED_GUIDES, JSON.stringify({ ...storedOpened(), [address]: [...opened] })),
    );
    count(id, 'opened');
  }

  function readOpened() {
    return ifStored(() => storedOpened()[address]) ?? [];
  }

  /** Whether it arrives does not matter to the reader. @param {string} id @param {string} what */
  function count(id, what) {
    const body = new URLSearchParams();
    fetch(`${address}/${id}/${what}`, { method: 'POST', body, keepalive: true }).catch(() => {});
  }

  /** @param {string} id */
  function thank(id) {
    title.removeEventListener('input', start);
    search.abort();
    count(id, 'helped');
    const note = element('p', { role: 'status', tabindex: '-1' });
    note.textContent = thanks;
    place.replaceChildren(note);
    note.focus();
  }
}

/** By the address of a forum's guides. @returns {Record<string, string[]>} */
function storedOpened() {
  return JSON.parse(sessionStorage.getItem(OPENED_GUIDES) ?? '{}');
}
