import { asBuffer, type FileEnds, headText, sniffMediaType } from '../types/sniff.ts';

/** The types that pages show, with the endings of their files. */
export const IMAGE_ENDINGS = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'image/avif': 'avif',
} as const;

export type ImageType = keyof typeof IMAGE_ENDINGS;

/** Whether pages show this media type. */
export function isImageType(mediaType: string): mediaType is ImageType {
  return Object.hasOwn(IMAGE_ENDINGS, mediaType);
}

const TYPES: Record<string, ImageType> = {
  'image/png': 'image/png',
  'image/apng': 'image/png',
  'image/jpeg': 'image/jpeg',
  'image/gif': 'image/gif',
  'image/webp': 'image/webp',
  'image/avif': 'image/avif',
};

/** The type of an image by its bytes; undefined for all others. */
export async function imageTypeOf(head: Uint8Array): Promise<ImageType | undefined> {
  const found = await sniffMediaType(head);
  return found !== undefined && Object.hasOwn(TYPES, found) ? TYPES[found] : undefined;
}

/** SVG gets an error message of its own, because people will try it. */
export function isSvg(head: Uint8Array): boolean {
  return /<svg\b/i.test(headText(head));
}

/** Whether the file ends as its type requires, as far as can be told without decoding it. */
export function isComplete(type: ImageType, { head, tail, length }: FileEnds & { length: number }): boolean {
  const [start, end] = [asBuffer(head), asBuffer(tail)];
  if (type === 'image/png') return end.includes('IEND', 0, 'latin1');
  if (type === 'image/gif') return end.findLast((byte) => byte !== 0) === 0x3b;
  if (type === 'image/jpeg') return end.includes(Buffer.from([0xff, 0xd9]));
  if (type === 'image/webp') return start.readUInt32LE(4) + 8 <= length;
  return true;
}
