import { type FileHandle, open } from 'node:fs/promises';
import { HEAD_BYTES, isPolyglot, sniffMediaType, TAIL_BYTES } from '@guidepost/file-types';
import { compoundFileType } from './compound-file.ts';
import { documentHasMacros } from './document-macros.ts';
import { readAt } from './file-bytes.ts';
import { kindOfType, postableType } from './media-types.ts';
import { isCsv, isMarkup, isPlainText } from './plain-text.ts';
import { readZipEntries } from './zip-archive.ts';
import { zipArchiveType } from './zip-archive-type.ts';

const ARCHIVE = Buffer.from('PK');

/** Detects the media type from the bytes, regardless of the name; undefined when it is not allowed. */
export async function fileTypeOf(path: string): Promise<string | undefined> {
  const file = await open(path);
  try {
    const head = await readAt(file, 0, HEAD_BYTES);
    const found = await sniffMediaType(head);
    // Text first, since it may begin like a binary format: "BMW" is not a bitmap.
    return (await isPlainText(file)) ? textType(head, found) : await binaryType(file, head, found);
  } finally {
    await file.close();
  }
}

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
  // What browsers display must not be a polyglot; other types are only downloaded.
  if (!mediaType || (kindOfType(mediaType) !== 'other' && isPolyglot({ head, tail }))) return undefined;
  return mediaType;
}
