import { type FileHandle, open } from 'node:fs/promises';
import { compoundFileHasMacros } from './compound-file-macros.ts';
import { readAt } from './file-bytes.ts';
import { readZipEntries, readZipEntry, type ZipEntry } from './zip-archive.ts';

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
export async function hasMacros(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    return await documentHasMacros(file);
  } finally {
    await file.close();
  }
}

export async function documentHasMacros(file: FileHandle): Promise<boolean> {
  const signature = (await readAt(file, 0, 8)).toString('hex');
  if (signature === COMPOUND_FILE) return compoundFileHasMacros(file);
  return signature.startsWith(ZIP) && archiveHasMacros(file);
}

async function archiveHasMacros(file: FileHandle): Promise<boolean> {
  const entries = await readZipEntries(file);
  const types = entries.filter(({ name }) => CONTENT_TYPES.test(name));
  const holds = (part: RegExp) => entries.some(({ name }) => part.test(name));
  if (types.length === 0) return holds(/^mimetype$/) && holds(OPEN_DOCUMENT_MACRO);
  // With several lists, programs differ in which one they read.
  if (holds(MACRO_PART) || types.length > 1) return true;
  return types[0] !== undefined && namesMacros(file, types[0]);
}

async function namesMacros(file: FileHandle, entry: ZipEntry): Promise<boolean> {
  const types = await readZipEntry(file, entry, LONGEST_CONTENT_TYPES);
  // UTF-16 puts a zero next to each letter. Unreadable types could be anything.
  return !types || MACRO_TYPE.test(types.toString('latin1').replaceAll('\0', ''));
}
