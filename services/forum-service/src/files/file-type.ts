import { type FileHandle, open } from 'node:fs/promises';
import { HEAD_BYTES, isSomethingElseToo, sniffMediaType, TAIL_BYTES } from '@guidepost/file-types';
import { compoundFileType } from './compound-file.ts';
import { documentHasMacros } from './document-macros.ts';
import { readAt } from './file-bytes.ts';
import { kindOfType, postableType } from './media-types.ts';
import { isCsv, isMarkup, isPlainText } from './plain-text.ts';
import { readZipEntries } from './zip-archive.ts';
import { zipArchiveType } from './zip-archive-type.ts';

const ARCHIVE = Buffer.from('PK');

/** The media type of a file by its bytes, whatever its name says; undefined for what may not be posted. */
export async function fileTypeOf(path: string): Promise<string | undefined> {
  const file = await open(path);
  try {
    const head = await readAt(file, 0, HEAD_BYTES);
    const found = await sniffMediaType(head);
    // First, since a text may begin like anything: "BMW" is no bitmap.
    return (await isPlainText(file)) ? textType(head, found) : await binaryType(file, head, found);
  } finally {
    await file.close();
  }
}

/** Some documents are text, too. */
function textType(head: Buffer, found: string | undefined): string | undefined {
  if (found === 'application/pdf' || found === 'application/rtf') return found;
  const text = head.toString();
  if (isMarkup(text)) return undefined;
  const isWhole = head.length < HEAD_BYTES;
  return isCsv(isWhole ? `${text.trimEnd()}\n` : text) ? 'text/csv' : 'text/plain';
}

async function binaryType(
  file: FileHandle,
  head: Buffer,
  found: string | undefined,
): Promise<string | undefined> {
  if (found === undefined || (await documentHasMacros(file))) return undefined;
  if (found === 'application/x-cfb') return compoundFileType(file);
  if (head.subarray(0, 2).equals(ARCHIVE)) return zipArchiveType(await readZipEntries(file), found);
  const { size } = await file.stat();
  const tail = await readAt(file, Math.max(0, size - TAIL_BYTES), TAIL_BYTES);
  const mediaType = postableType(found);
  // What browsers show must be nothing else; the rest is only ever saved.
  if (!mediaType || (kindOfType(mediaType) !== 'other' && isSomethingElseToo({ head, tail })))
    return undefined;
  return mediaType;
}
