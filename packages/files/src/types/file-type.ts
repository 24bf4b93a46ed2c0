import { kindOfType, postableType } from './media-types.ts';
import { compoundFileType, documentHasMacros } from './office-documents.ts';
import { type ByteSource, type ReadableBytes, withBytes } from './readable-bytes.ts';
import { HEAD_BYTES, isPolyglot, sniffMediaType, TAIL_BYTES } from './sniff.ts';
import { readZipEntries, type ZipEntry } from './zip-archive.ts';

const BATCH_SIZE = 65_536;

/** Control characters except line breaks, tabs and form feeds. */
const CONTROL = /[^\P{Cc}\t\n\f\r]/u;

/** Error code of `TextDecoder`. */
const NO_UTF_8 = 'ERR_ENCODING_INVALID_ENCODED_DATA';

/** The start of HTML, XML or SVG, after invisible characters. */
const MARKUP = /^\s*<(?:[!?/]|[a-z][\w:-]*[\s/>])/i;

const SEPARATORS = [',', ';', '\t'];

const OFFICE = 'application/vnd.openxmlformats-officedocument';

/** Content folders of office documents, for programs that write the part with the type last. */
const DOCUMENTS: readonly (readonly [folder: string, mediaType: string])[] = [
  ['word/', `${OFFICE}.wordprocessingml.document`],
  ['xl/', `${OFFICE}.spreadsheetml.sheet`],
  ['ppt/', `${OFFICE}.presentationml.presentation`],
];

/** Marks Java and Android programs. */
const PROGRAM = /^(?:META-INF\/MANIFEST\.MF|AndroidManifest\.xml|classes\d*\.dex)$/i;

const ARCHIVE = Buffer.from('PK');

/** Detects the media type from the bytes, regardless of the name; undefined when it is not allowed. */
export function fileTypeOf(source: ByteSource): Promise<string | undefined> {
  return withBytes(source, async (file) => {
    const head = await file.readAt(0, HEAD_BYTES);
    const found = await sniffMediaType(head);
    // Text first, since it may begin like a binary format: "BMW" is not a bitmap.
    return (await isPlainText(file)) ? textType(head, found) : binaryType(file, head, found);
  });
}

function textType(head: Buffer, found: string | undefined): string | undefined {
  if (found === 'application/pdf' || found === 'application/rtf') return found;
  const text = head.toString();
  if (isMarkup(text)) return undefined;
  const isWhole = head.length < HEAD_BYTES;
  return isCsv(isWhole ? `${text.trimEnd()}\n` : text) ? 'text/csv' : 'text/plain';
}

async function binaryType(
  file: ReadableBytes,
  head: Buffer,
  found: string | undefined,
): Promise<string | undefined> {
  if (found === undefined || (await documentHasMacros(file))) return undefined;
  if (found === 'application/x-cfb') return compoundFileType(file);
  if (head.subarray(0, 2).equals(ARCHIVE)) return zipArchiveType(await readZipEntries(file), found);
  const tail = await file.readAt(Math.max(0, file.size - TAIL_BYTES), TAIL_BYTES);
  const mediaType = postableType(found);
  // A file that browsers display must not be a polyglot; other types are only downloaded.
  if (!mediaType || (kindOfType(mediaType) !== 'other' && isPolyglot({ head, tail }))) return undefined;
  return mediaType;
}

/**
 * The type of an archive by its contents: an office document, an archive, or undefined for a program or anything not
 * allowed.
 * @param found detected from its first bytes
 */
function zipArchiveType(entries: readonly ZipEntry[], found: string): string | undefined {
  if (entries.some(({ name }) => PROGRAM.test(name))) return undefined;
  // With an unreadable directory it might have macros.
  if (found !== 'application/zip') return entries.length > 0 ? postableType(found) : undefined;
  const isDocument = entries.some(({ name }) => name === '[Content_Types].xml');
  const document = DOCUMENTS.find(([folder]) => entries.some(({ name }) => name.startsWith(folder)));
  return isDocument && document ? document[1] : found;
}

/** Whether the whole file is UTF-8 text without control characters. */
async function isPlainText(file: ReadableBytes): Promise<boolean> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for (let position = 0; ; ) {
      const bytes = await file.readAt(position, BATCH_SIZE);
      const isEnd = bytes.length === 0;
      if (CONTROL.test(decoder.decode(bytes, { stream: !isEnd }))) return false;
      if (isEnd) return true;
      position += bytes.length;
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === NO_UTF_8) return false;
    throw error;
  }
}

/** Whether browsers or XML parsers might take a text for markup. */
function isMarkup(text: string): boolean {
  return MARKUP.test(text);
}

/**
 * Whether a text is a table: at least two rows with the same number of fields, at least two.
 * @param text whole rows; anything after the last line break is ignored
 */
function isCsv(text: string): boolean {
  return SEPARATORS.some((separator) => {
    const [first = 0, ...others] = countSeparators(text, separator);
    return first > 0 && others.length > 0 && others.every((count) => count === first);
  });
}

/** Per row, ignoring separators inside quotes and before a space, which occur in sentences. */
function countSeparators(text: string, separator: string): number[] {
  const counts: number[] = [];
  let count = 0;
  let quoted = false;
  for (let index = 0; index < text.length; index += 1) {
    const sign = text[index];
    if (sign === '"') quoted = !quoted;
    if (quoted) continue;
    if (sign === separator && text[index + 1] !== ' ') count += 1;
    if (sign === '\n') {
      counts.push(count);
      count = 0;
    }
  }
  return counts;
}
