/** Bytes inspected at the start of a file, a bound on the sniffer's work (S8). */
export const HEAD_BYTES = 4_100;

/** A ZIP directory is at the end, before a comment of up to 65,535 bytes. */
export const TAIL_BYTES = 65_557;

/** The start and the end of a file, which overlap in a short one. */
export interface FileEnds {
  readonly head: Uint8Array;
  readonly tail: Uint8Array;
}

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

export function headText(head: Uint8Array): string {
  return asBuffer(head.subarray(0, HEAD_BYTES)).toString('latin1');
}

/** A Buffer on the same memory. */
export function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
