import { fileTypeFromBuffer } from 'file-type';
import { asBuffer, type FileEnds, HEAD_BYTES, headText } from './file-ends.ts';

/** What a browser or a reader of documents would make something else of than an image. */
const DOCUMENT = /<(?:!doctype|html|head|body|script|svg|iframe|\?php)\b|%PDF-/i;

const END_OF_ARCHIVE = Buffer.from('PK\u0005\u0006', 'latin1');

/**
 * The media type of a file by its beginning, whatever its name says; undefined when its bytes tell none. Text has no
 * signature, so it is one of these, but for XML.
 */
export async function sniffMediaType(head: Uint8Array): Promise<string | undefined> {
  // Bytes that somebody has chosen may make it throw anything.
  const found = await fileTypeFromBuffer(head.subarray(0, HEAD_BYTES)).catch(() => undefined);
  return found?.mime;
}

/** Whether an image, or what is played, is a page, a script, a PDF or an archive besides (S7). */
export function isPolyglot({ head, tail }: FileEnds): boolean {
  return DOCUMENT.test(headText(head)) || asBuffer(tail).includes(END_OF_ARCHIVE);
}
