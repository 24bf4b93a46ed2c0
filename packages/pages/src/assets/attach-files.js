// Files of a form: several at once, chosen one after the other, pasted or dropped on the text. All are sent with the form.

for (const input of document.querySelectorAll('input[type=file][data-most]')) {
  chooseFiles(/** @type {HTMLInputElement} */ (input));
}

/** @param {HTMLInputElement} input */
function chooseFiles(input) {
  const { dataset, form } = input;
  const list = document.createElement('ul');
  list.className = 'chosen-files';
  list.setAttribute('aria-live', 'polite');
  input.after(list);
  /** @type {File[]} */
  let files = [];

  // Browsers replace what was chosen before, also by nothing when a dialog is cancelled.
  input.addEventListener('change', () => keep([...files, ...(input.files ?? [])]));
  const text = /** @type {HTMLTextAreaElement} */ (form?.elements.namedItem('text'));
  text.addEventListener('paste', (event) => {
    // Word processors hand over a picture of the text that they hand over, too.
    if (!event.clipboardData?.types.includes('text/plain')) take(event, event.clipboardData);
  });
  text.addEventListener('dragover', (event) => {
    if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
  });
  text.addEventListener('drop', (event) => take(event, event.dataTransfer));

  /** @param {Event} event @param {DataTransfer | null} transfer */
  function take(event, transfer) {
    const taken = [...(transfer?.files ?? [])];
    if (taken.length === 0) return;
    event.preventDefault();
    keep([...files, ...taken]);
  }

  /** @param {File[]} chosen */
  function keep(chosen) {
    files = chosen;
    const transfer = new DataTransfer();
    for (const file of files) transfer.items.add(file);
    input.files = transfer.files;
    const problem = problemOfAll();
    const items = files.map(createItem);
    list.replaceChildren(...items, ...(problem ? [createNote('li', problem)] : []));
    input.setCustomValidity(problem || files.map(problemOf).find(Boolean) || '');
  }

  /** @param {File} file */
  function createItem(file) {
    const item = document.createElement('li');
    const name = document.createElement('span');
    name.dir = 'auto';
    name.textContent = file.name;
    const size = document.createElement('span');
    size.className = 'quiet';
    size.textContent = sizeOf(file);
    const remove = createButton(dataset.remove, () => {
      keep(files.filter((one) => one !== file));
      input.focus();
    });
    remove.setAttribute('aria-label', `${dataset.remove}: ${file.name}`);
    const problem = problemOf(file);
    item.append(name, size, remove, ...(problem ? [createNote('p', problem)] : []));
    return item;
  }

  /** @param {File} file */
  function problemOf({ size }) {
    return size > Number(dataset.most) ? (dataset.tooLarge ?? '') : '';
  }

  function problemOfAll() {
    if (files.length > Number(dataset.mostFiles)) return dataset.tooMany ?? '';
    const bytes = files.reduce((sum, { size }) => sum + size, 0);
    return bytes > Number(dataset.mostTogether) ? (dataset.tooLargeTogether ?? '') : '';
  }

  /** @param {File} file */
  function sizeOf({ size }) {
    const [unit, bytes] = size < 1_000_000 ? ['kilobyte', 1_000] : ['megabyte', 1_000_000];
    const count = Math.max(size / Number(bytes), 0.1);
    const maximumFractionDigits = count < 10 ? 1 : 0;
    const options = { style: 'unit', unit: String(unit), maximumFractionDigits };
    return new Intl.NumberFormat(localeOf(input), /** @type {Intl.NumberFormatOptions} */ (options)).format(
      count,
    );
  }
}

/** @param {string} name @param {string} text */
function createNote(name, text) {
  const note = document.createElement(name);
  note.className = 'wrong';
  note.textContent = text;
  return note;
}
