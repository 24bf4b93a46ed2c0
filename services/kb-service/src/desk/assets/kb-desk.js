// Progressive enhancement of the knowledge base's desk: what is dragged can be moved by buttons, too.

for (const tree of document.querySelectorAll('.tree:not(.tree .tree)')) moveByDragging(tree);

/** @param {HTMLElement} tree */
function moveByDragging(tree) {
  /** @type {HTMLElement | undefined} */
  let dragged;

  tree.addEventListener('dragstart', (event) => {
    dragged = event.target.closest('li');
    event.dataTransfer.effectAllowed = 'move';
  });
  tree.addEventListener('dragover', (event) => {
    const branch = branchAt(event);
    if (!branch) return;
    event.preventDefault();
    mark(branch);
  });
  tree.addEventListener('dragend', () => mark());
  tree.addEventListener('drop', (event) => {
    const target = branchAt(event)?.closest('li');
    if (!target) return;
    event.preventDefault();
    if (tree.dataset.order === undefined) moveInTree(dragged, target);
    else moveInOrder(tree, dragged, target);
  });

  /** @param {DragEvent} event */
  function branchAt({ target }) {
    const branch = target.closest?.('.branch');
    return branch && dragged && !dragged.contains(branch) ? branch : undefined;
  }

  /** @param {Element} [branch] */
  function mark(branch) {
    for (const other of tree.querySelectorAll('.over')) other.classList.remove('over');
    branch?.classList.add('over');
  }
}

/**
 * Places a category before another one, at its level.
 * @param {HTMLElement} dragged
 * @param {HTMLElement} target
 */
function moveInTree(dragged, target) {
  const form = document.querySelector('form[data-move-form]');
  const siblings = [...target.parentElement.children].filter((item) => item !== dragged);
  form.action = dragged.dataset.move;
  form.elements.parent.value = target.parentElement.dataset.parent;
  form.elements.place.value = siblings.indexOf(target);
  form.submit();
}

/**
 * @param {HTMLElement} list
 * @param {HTMLElement} dragged
 * @param {HTMLElement} target
 */
function moveInOrder(list, dragged, target) {
  const form = list.closest('form');
  target.before(dragged);
  form.elements.order.value = [...list.children].map((item) => item.dataset.id).join(',');
  form.submit();
}
