const END_RECORD = Buffer.from('PK\u0005\u0006', 'latin1');
const ENTRY = 0x02014b50;

// Offsets in bytes, as in APPNOTE.TXT 4.3.12 and 4.3.16.
const DIRECTORY_BYTES = 12;
const END_RECORD_BYTES = 22;
const NAME_LENGTH = 28;
const EXTRA_LENGTH = 30;
const COMMENT_LENGTH = 32;
const ENTRY_BYTES = 46;

const OFFICE = 'application/vnd.openxmlformats-officedocument';

/** Office documents by the folder of their content. Some programs write what names their type last. */
const DOCUMENTS: readonly (readonly [folder: string, mediaType: string])[] = [
  ['word/', `${OFFICE}.wordprocessingml.document`],
  ['xl/', `${OFFICE}.spreadsheetml.sheet`],
  ['ppt/', `${OFFICE}.presentationml.presentation`],
];

/** What makes programs of archives: of Java and of Android. */
const PROGRAM = /^(?:META-INF\/MANIFEST\.MF|AndroidManifest\.xml|classes\d*\.dex)$/i;

/**
 * The type of an archive by the names in its directory, which is at its end: an office document, an archive, or
 * undefined for a program.
 *
 * @param tail the end of the file
 */
export function zipArchiveType(tail: Buffer): string | undefined {
  const names = entryNames(tail);
  if (names.some((name) => PROGRAM.test(name))) return undefined;
  const isDocument = names.includes('[Content_Types].xml');
  const document = DOCUMENTS.find(([folder]) => names.some((name) => name.startsWith(folder)));
  return isDocument && document ? document[1] : 'application/zip';
}

/** None for a directory that is damaged, or too long to be in the tail. */
function entryNames(tail: Buffer): string[] {
  const names: string[] = [];
  const end = tail.lastIndexOf(END_RECORD);
  if (end < 0 || end + END_RECORD_BYTES > tail.length) return names;
  let start = end - tail.readUInt32LE(end + DIRECTORY_BYTES);
  while (start >= 0 && start + ENTRY_BYTES <= end && tail.readUInt32LE(start) === ENTRY) {
    const length = tail.readUInt16LE(start + NAME_LENGTH);
    const name = start + ENTRY_BYTES;
    names.push(tail.toString('utf8', name, name + length));
    start =
      name + length + tail.readUInt16LE(start + EXTRA_LENGTH) + tail.readUInt16LE(start + COMMENT_LENGTH);
  }
  return names;
}
