import { fileTypeFromBuffer } from 'file-type';
import type { ImageType } from '../../files/file-address.ts';

/** As much of a file as is looked at to tell its type; a sniffer that sees no more cannot be kept busy (S8). */
export const HEAD_BYTES = 4_100;

/** The directory of a ZIP archive is at its end, before a comment of 65,535 bytes at most. */
export const TAIL_BYTES = 65_557;

const TYPES: Record<string, ImageType> = {
  'image/png': 'image/png',
  'image/apng': 'image/png',
  'image/jpeg': 'image/jpeg',
  'image/gif': 'image/gif',
  'image/webp': 'image/webp',
  'image/avif': 'image/avif',
};

/** What a browser or a reader of documents would make something else of than an image. */
const DOCUMENT = /<(?:!doctype|html|head|body|script|svg|iframe|\?php)\b|%PDF-/i;

const END_OF_ARCHIVE = Buffer.from('PK\u0005\u0006', 'latin1');

/** The beginning and the end of a file; the same bytes when it is short. */
export interface FileEnds {
  head: Uint8Array;
  tail: Uint8Array;
  length: number;
}

/** The type of an image by its bytes, whatever its name says; undefined when it is none that guides may have. */
export async function imageTypeOf(head: Uint8Array): Promise<ImageType | undefined> {
  const found = await fileTypeFromBuffer(head.subarray(0, HEAD_BYTES)).catch(() => undefined);
  return found && Object.hasOwn(TYPES, found.mime) ? TYPES[found.mime] : undefined;
}

/** Whether it is a drawing in SVG, which people will try. */
export function isSvg(head: Uint8Array): boolean {
  return /<svg\b/i.test(textOf(head.subarray(0, HEAD_BYTES)));
}

/** Whether the bytes are a page, a script, a PDF or an archive besides (S7). */
export function isSomethingElseToo({ head, tail }: FileEnds): boolean {
  return DOCUMENT.test(textOf(head.subarray(0, HEAD_BYTES))) || bufferOf(tail).includes(END_OF_ARCHIVE);
}

/** Whether the end is there, as far as can be told without decoding the image. */
export function isComplete(type: ImageType, { head, tail, length }: FileEnds): boolean {
  const [start, end] = [bufferOf(head), bufferOf(tail)];
  if (type === 'image/png') return end.includes('IEND', 0, 'latin1');
  if (type === 'image/gif') return end.findLast((byte) => byte !== 0) === 0x3b;
  if (type === 'image/jpeg') return end.includes(Buffer.from([0xff, 0xd9]));
  if (type === 'image/webp') return start.readUInt32LE(4) + 8 <= length;
  return true;
}

function textOf(bytes: Uint8Array): string {
  return bufferOf(bytes).toString('latin1');
}

function bufferOf(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
