import { asBuffer, type FileEnds, HEAD_BYTES, headText } from './file-ends.ts';

/** Makes browsers or PDF readers treat an image as a document. */
const DOCUMENT = /<(?:!doctype|html|head|body|script|svg|iframe|\?php)\b|%PDF-/i;

const END_OF_ARCHIVE = Buffer.from('PK\u0005\u0006', 'latin1');

/**
 * The media type by a file's first bytes, whatever its name; undefined for text other than XML, which has no signature.
 */
export async function sniffMediaType(head: Uint8Array): Promise<string | undefined> {
  const { fileTypeFromBuffer } = await import('file-type');
  // Crafted bytes may make it throw anything.
  const found = await fileTypeFromBuffer(head.subarray(0, HEAD_BYTES)).catch(() => undefined);
  return found?.mime;
}

/** Whether an image or media file is also a page, a script, a PDF or an archive (S7). */
export function isPolyglot({ head, tail }: FileEnds): boolean {
  return DOCUMENT.test(headText(head)) || asBuffer(tail).includes(END_OF_ARCHIVE);
}
