// Progressive enhancement of the knowledge base's desk: what is dragged can be moved by buttons, too.

/** Milliseconds between two looks at an import. */
const LOOK_PAUSE = 1_000;

/** Milliseconds between two messages that a guide is open. */
const OPEN_INTERVAL = 20_000;

for (const tree of document.querySelectorAll('.tree:not(.tree .tree)')) moveByDragging(tree);
for (const button of document.querySelectorAll('[data-schedule]')) sayWhenItPublishes(button);
for (const section of document.querySelectorAll('[data-progress]')) void showProgress(section);
for (const place of document.querySelectorAll('[data-open]')) tellThatItIsOpen(place);

/**
 * Tells the server that someone has this guide open, as long as they see it, and shows who else has.
 * @param {HTMLElement} place
 */
function tellThatItIsOpen(place) {
  const { token } = place.closest('form').elements;

  /** @param {boolean} open */
  async function tell(open) {
    const response = await fetch(place.dataset.open, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Desk-Token': token.value },
      body: JSON.stringify({ open }),
      keepalive: true,
    }).catch(() => undefined);
    if (open && response?.ok) showColleagues(place, (await response.json()).colleagues);
  }

  const tellIfSeen = () => {
    if (document.visibilityState === 'visible') void tell(true);
  };
  tellIfSeen();
  setInterval(tellIfSeen, OPEN_INTERVAL);
  document.addEventListener('visibilitychange', tellIfSeen);
  window.addEventListener('pagehide', () => void tell(false));
}

/**
 * Shows how far an import is, and the page again when it has ended.
 * @param {HTMLElement} section
 */
async function showProgress(section) {
  const bar = section.querySelector('progress');
  const show = (name, text) => {
    for (const place of section.querySelectorAll(`[data-${name}]`)) place.textContent = text;
  };
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_PAUSE));
    // The next look may succeed where this one fails, as while the server restarts.
    const answer = await fetch(section.dataset.progress).catch(() => undefined);
    if (!answer?.ok) continue;
    const { state, fetched, files, guidesRead, guides } = await answer.json();
    if (state !== section.dataset.state) return location.reload();
    show('fetched', fetched);
    show('files', files);
    show('guides', guides === null ? guidesRead : `${guidesRead} / ${guides}`);
    if (guides) Object.assign(bar, { max: guides, value: Math.min(guidesRead, guides) });
  }
}

/**
 * The button says whether the guide is published at once.
 * @param {HTMLButtonElement} button
 */
function sayWhenItPublishes(button) {
  const { publishAt } = button.form.elements;
  publishAt.addEventListener('input', () => {
    button.textContent = publishAt.value ? button.dataset.schedule : button.dataset.publish;
  });
}

/** @typedef {'before' | 'after' | 'into'} Place where something lands, as seen from what is below the pointer */

/** @param {HTMLElement} tree */
function moveByDragging(tree) {
  const isTree = tree.dataset.order === undefined;
  /** @type {HTMLElement | undefined} */
  let dragged;

  tree.addEventListener('dragstart', (event) => {
    dragged = event.target.closest('li');
    event.dataTransfer.effectAllowed = 'move';
    // Firefox drags nothing without data.
    event.dataTransfer.setData('text/plain', '');
  });
  tree.addEventListener('dragover', (event) => {
    const branch = branchAt(event);
    mark(branch?.closest('li'), branch && placeAt(event, branch, isTree));
    if (branch) event.preventDefault();
  });
  tree.addEventListener('dragend', () => mark());
  tree.addEventListener('drop', (event) => {
    const branch = branchAt(event);
    if (!branch) return;
    event.preventDefault();
    const target = branch.closest('li');
    const place = placeAt(event, branch, isTree);
    if (isTree) moveInTree(dragged, target, place);
    else moveInOrder(tree, dragged, target, place);
  });

  /** @param {DragEvent} event */
  function branchAt({ target }) {
    const branch = target.closest?.('.branch');
    return branch && dragged && !dragged.contains(branch) ? branch : undefined;
  }

  /**
   * @param {HTMLElement} [item]
   * @param {Place} [place]
   */
  function mark(item, place) {
    for (const other of tree.querySelectorAll('[data-drop]')) delete other.dataset.drop;
    if (item) item.dataset.drop = place;
  }
}

/**
 * @param {DragEvent} event
 * @param {HTMLElement} branch
 * @param {boolean} hasInside whether something can be dropped into it
 * @returns {Place}
 */
function placeAt({ clientY }, branch, hasInside) {
  const { top, height } = branch.getBoundingClientRect();
  const share = (clientY - top) / height;
  if (hasInside && share > 0.3 && share < 0.7) return 'into';
  return share < 0.5 ? 'before' : 'after';
}

/**
 * @param {HTMLElement} dragged
 * @param {HTMLElement} target
 * @param {Place} place
 */
function moveInTree(dragged, target, place) {
  const form = document.querySelector('form[data-move-form]');
  const list = place === 'into' ? target.querySelector('.tree') : target.parentElement;
  const siblings = [...list.children].filter((item) => item !== dragged);
  const beside = siblings.indexOf(target) + (place === 'after' ? 1 : 0);
  form.action = dragged.dataset.move;
  form.elements.parent.value = list.dataset.parent;
  form.elements.place.value = place === 'into' ? siblings.length : beside;
  form.submit();
}

/**
 * @param {HTMLElement} list
 * @param {HTMLElement} dragged
 * @param {HTMLElement} target
 * @param {Place} place
 */
function moveInOrder(list, dragged, target, place) {
  const form = list.closest('form');
  target[place](dragged);
  form.elements.order.value = [...list.children].map((item) => item.dataset.id).join(',');
  form.submit();
}
