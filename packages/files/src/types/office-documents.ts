import { type ByteSource, type ReadableBytes, withBytes } from './readable-bytes.ts';
import { readZipEntries, readZipEntry, type ZipEntry } from './zip-archive.ts';

const MAIN_STREAMS: readonly (readonly [name: string, mediaType: string])[] = [
  ['WordDocument', 'application/msword'],
  ['PowerPoint Document', 'application/vnd.ms-powerpoint'],
  ['Workbook', 'application/vnd.ms-excel'],
  ['Book', 'application/vnd.ms-excel'],
];

// Byte offsets from [MS-CFB].
const SECTOR_SHIFT = 30;
const DIRECTORY_SECTOR = 48;
const HEADER_BYTES = 512;
const ENTRY_BYTES = 128;
const NAME_LENGTH = 64;

/** Enough of the directory: writers put the main stream among the first entries. */
const DIRECTORY_BYTES = 32 * ENTRY_BYTES;

/** The type of an Office 97–2003 document; undefined for other compound files, such as installers. */
export async function compoundFileType(file: ReadableBytes): Promise<string | undefined> {
  const header = await file.readAt(0, HEADER_BYTES);
  if (header.length < HEADER_BYTES) return undefined;
  const sectorBytes = 2 ** header.readUInt16LE(SECTOR_SHIFT);
  const position = (header.readUInt32LE(DIRECTORY_SECTOR) + 1) * sectorBytes;
  if (!Number.isSafeInteger(position)) return undefined;
  const names = entryNames(await file.readAt(position, DIRECTORY_BYTES));
  return MAIN_STREAMS.find(([name]) => names.has(name))?.[1];
}

function entryNames(directory: Buffer): Set<string> {
  const names = new Set<string>();
  for (let start = 0; start + ENTRY_BYTES <= directory.length; start += ENTRY_BYTES) {
    names.add(entryName(directory, start));
  }
  return names;
}

/** Name of the directory entry at this offset; '' for an unused one. */
function entryName(directory: Buffer, start: number): string {
  // The length includes a terminating zero.
  const length = Math.min(directory.readUInt16LE(start + NAME_LENGTH), NAME_LENGTH) - 2;
  return length > 0 ? directory.toString('utf16le', start, start + length) : '';
}

/** Directory names of macro projects ([MS-OVBA] 2.2.1), in any case. */
const PROJECTS = new Set(['_VBA_PROJECT', '_VBA_PROJECT_CUR']);

/**
 * In presentations: a VbaInfoContainer and the header of its VbaInfoAtom ([MS-PPT] 2.4.10), whose flag says that there
 * are macros.
 */
const PRESENTATION_MACROS = Buffer.from('1f00ff0314000000020000040c000000', 'hex');

const FLAG = 20;

/** Bytes read at once; consecutive pieces overlap, so that nothing is cut. */
const PIECE = 1_024 * ENTRY_BYTES * 8;

const COMPOUND_FILE = 'd0cf11e0a1b11ae1';
/** Signature of any part of a ZIP archive, which may begin with other bytes. */
const ZIP = '504b';

/** The list of part types in an Office document (ECMA-376-2 §10.1.2). */
const CONTENT_TYPES = /^\[Content_Types\]\.xml$/i;
const LONGEST_CONTENT_TYPES = 1_024 * 1_024;

/** A macro-enabled type, or one obscured by character references. */
const MACRO_TYPE = /\bContentType\s*=\s*["'][^"']*(?:macro|vba|&#)/i;
const MACRO_PART = /(?:^|\/)vbaProject\.bin$/i;

/** Macro folders of OpenDocument, Basic and others. */
const OPEN_DOCUMENT_MACRO = /^(?:Basic|Scripts)\/./;

/** Whether a file is an office document with macros, regardless of its name. */
export function hasMacros(source: ByteSource): Promise<boolean> {
  return withBytes(source, documentHasMacros);
}

export async function documentHasMacros(file: ReadableBytes): Promise<boolean> {
  const signature = (await file.readAt(0, 8)).toString('hex');
  if (signature === COMPOUND_FILE) return compoundFileHasMacros(file);
  return signature.startsWith(ZIP) && archiveHasMacros(file);
}

async function archiveHasMacros(file: ReadableBytes): Promise<boolean> {
  const entries = await readZipEntries(file);
  const types = entries.filter(({ name }) => CONTENT_TYPES.test(name));
  const holds = (part: RegExp) => entries.some(({ name }) => part.test(name));
  if (types.length === 0) return holds(/^mimetype$/) && holds(OPEN_DOCUMENT_MACRO);
  // With several lists, programs differ in which one they read.
  if (holds(MACRO_PART) || types.length > 1) return true;
  return types[0] !== undefined && namesMacros(file, types[0]);
}

async function namesMacros(file: ReadableBytes, entry: ZipEntry): Promise<boolean> {
  const types = await readZipEntry(file, entry, LONGEST_CONTENT_TYPES);
  // UTF-16 puts a zero next to each letter. Unreadable types could be anything.
  return !types || MACRO_TYPE.test(types.toString('latin1').replaceAll('\0', ''));
}

/** Whether an Office 97–2003 document has macros. Scans the whole file, since its directory may be spread over it. */
async function compoundFileHasMacros(file: ReadableBytes): Promise<boolean> {
  for (let position = 0; position < file.size; position += PIECE) {
    const piece = await file.readAt(position, PIECE + ENTRY_BYTES);
    if (hasProject(piece) || isFlagged(piece)) return true;
  }
  return false;
}

/** Entries never cross sector borders, since sector sizes are multiples of theirs. */
function hasProject(piece: Buffer): boolean {
  for (let start = 0; start + ENTRY_BYTES <= piece.length; start += ENTRY_BYTES) {
    if (PROJECTS.has(entryName(piece, start).toUpperCase())) return true;
  }
  return false;
}

function isFlagged(piece: Buffer): boolean {
  for (
    let at = piece.indexOf(PRESENTATION_MACROS);
    at >= 0;
    at = piece.indexOf(PRESENTATION_MACROS, at + 1)
  ) {
    if ((piece[at + FLAG] ?? 0) !== 0) return true;
  }
  return false;
}
