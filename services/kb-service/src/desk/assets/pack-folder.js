// A folder is packed into a ZIP file here, which is then sent as any other: without script, people pack it themselves.

/** More than an import takes, so that the server says so. */
const MOST_PACKED = 20_001;

for (const form of document.querySelectorAll('form[data-folder]')) takeFolders(form);

/** @param {HTMLFormElement} form with a field for one file */
function takeFolders(form) {
  const choice = form.querySelector('[data-choice]');
  const chosen = choice.querySelector('input');
  choice.hidden = false;
  chosen.addEventListener('change', () => {
    const files = Array.from(chosen.files, (file) => ({ path: file.webkitRelativePath, file }));
    chosen.value = '';
    void take(form, [files]);
  });
  form.addEventListener('dragover', (event) => event.preventDefault());
  form.addEventListener('drop', (event) => {
    event.preventDefault();
    // Only now: the list is empty later.
    const entries = Array.from(event.dataTransfer.items, (item) => item.webkitGetAsEntry()).filter(Boolean);
    void take(form, Promise.all(entries.map(filesIn)));
  });
}

/** @typedef {{ path: string, file: File }} Packed */

/**
 * Puts files into the form: one as it is, others as a ZIP file.
 * @param {HTMLFormElement} form
 * @param {Packed[][] | Promise<Packed[][]>} files
 */
async function take(form, files) {
  const status = form.querySelector('[role=status]');
  const button = form.querySelector('button');
  button.disabled = true;
  status.textContent = status.dataset.packing;
  try {
    const shown = (await files).flat().filter(({ path }) => !/(?:^|\/)\./.test(path));
    const wanted = shown.slice(0, MOST_PACKED);
    const [first] = wanted;
    if (!first) throw new Error('There are no files.');
    const isAlone = wanted.length === 1 && !first.path.includes('/');
    const transfer = new DataTransfer();
    transfer.items.add(isAlone ? first.file : await pack(wanted, `${nameOfFolder(first.path)}.zip`));
    form.elements.file.files = transfer.files;
    status.textContent = isAlone ? '' : `${status.dataset.packed}: ${wanted.length}`;
  } catch {
    // A file that cannot be read, or none: the form stays as it is.
    status.textContent = status.dataset.failed;
  } finally {
    button.disabled = false;
  }
}

/** @param {string} path */
function nameOfFolder(path) {
  return path.includes('/') ? path.slice(0, path.indexOf('/')) : 'files';
}

/**
 * @param {FileSystemEntry} entry
 * @returns {Promise<Packed[]>}
 */
async function filesIn(entry) {
  if (entry.isFile) {
    const file = await new Promise((resolve, reject) => entry.file(resolve, reject));
    return [{ path: entry.fullPath.replace(/^\//, ''), file }];
  }
  const reader = entry.createReader();
  const found = [];
  for (;;) {
    // A part of a large folder at a time.
    const entries = await new Promise((resolve, reject) => reader.readEntries(resolve, reject));
    if (entries.length === 0 || found.length > MOST_PACKED) return found;
    for (const each of entries) found.push(...(await filesIn(each)));
  }
}

/**
 * A ZIP file of files as they are, not compressed (APPNOTE 4.3).
 * @param {Packed[]} files
 * @param {string} name
 */
async function pack(files, name) {
  const parts = [];
  const directory = [];
  let offset = 0;
  for (const { path, file } of files) {
    const bytes = new TextEncoder().encode(path);
    const crc = await checksumOf(file);
    // Version, UTF-8, stored, 1980-01-01, checksum, sizes, length of the name, no extra field.
    const shared = [
      20,
      2,
      0x0800,
      2,
      0,
      2,
      0,
      2,
      0x21,
      2,
      crc,
      4,
      file.size,
      4,
      file.size,
      4,
      bytes.length,
      2,
      0,
      2,
    ];
    parts.push(numbers(0x04034b50, 4, ...shared), bytes, file);
    // No comment, first disk, no attributes, the place of the file.
    directory.push(numbers(0x02014b50, 4, 20, 2, ...shared, 0, 2, 0, 2, 0, 2, 0, 4, offset, 4), bytes);
    offset += 30 + bytes.length + file.size;
  }
  const size = directory.reduce((sum, { length }) => sum + length, 0);
  const counts = [0, 2, 0, 2, files.length, 2, files.length, 2];
  const end = numbers(0x06054b50, 4, ...counts, size, 4, offset, 4, 0, 2);
  return new File([...parts, ...directory, end], name, { type: 'application/zip' });
}

/** Numbers in little-endian order, each with its bytes: `numbers(1, 4, 2, 2)`. */
function numbers(...pairs) {
  const bytes = [];
  for (let index = 0; index < pairs.length; index += 2) {
    for (let place = 0; place < pairs[index + 1]; place += 1)
      bytes.push((pairs[index] >>> (8 * place)) & 0xff);
  }
  return new Uint8Array(bytes);
}

/** The CRC-32 of a file. @param {File} file */
async function checksumOf(file) {
  let crc = 0xffffffff;
  for (const reader = file.stream().getReader(); ; ) {
    const { done, value } = await reader.read();
    if (done) return (crc ^ 0xffffffff) >>> 0;
    for (const byte of value) crc = (crc >>> 8) ^ CRC_TABLE[(crc ^ byte) & 0xff];
  }
}

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, number) => {
  let value = number;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});
