import { crc32 } from 'node:zlib';
import { exifOf, orientationIn } from './exif.ts';
import { limited } from './parts.ts';

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');

/** Chunks that decoders may ignore and that change colours, transparency, the size in print or movement. */
const KEPT = new Set(
  ['tRNS', 'bKGD', 'sBIT', 'pHYs', 'acTL', 'fcTL', 'fdAT'].concat([
    'gAMA',
    'cHRM',
    'sRGB',
    'iCCP',
    'cICP',
    'mDCV',
    'cLLI',
    'mDCv',
    'cLLi',
  ]),
);

/** Length, type and checksum. */
const AROUND = 12;

/**
 * Keeps the chunks that decoding needs, those of colours and animation, and the orientation. All others go: texts,
 * times, Exif and XMP, those of applications, and what follows the picture (PNG, third edition).
 * @throws RangeError if chunks do not add up to a picture
 */
export function cleanPng(bytes: Buffer): Buffer {
  if (bytes.indexOf(SIGNATURE) !== 0) throw new RangeError('no start of a PNG');
  const kept: Buffer[] = [SIGNATURE];
  let [hasPicture, hasExif] = [false, false];
  for (const chunk of limited(chunksOf(bytes))) {
    const type = typeOf(chunk);
    if (type === 'eXIf' && !hasExif) kept.push(...orientationOnly(chunk));
    else if (isCritical(type) || KEPT.has(type)) kept.push(chunk);
    hasExif ||= type === 'eXIf';
    hasPicture ||= type === 'IDAT';
  }
  if (!hasPicture) throw new RangeError('a PNG without a picture');
  return Buffer.concat(kept);
}

/** Up to the one that ends the picture. */
function* chunksOf(bytes: Buffer): Generator<Buffer> {
  for (let position = SIGNATURE.length; ; ) {
    const end = position + AROUND + bytes.readUInt32BE(position);
    if (end > bytes.length) throw new RangeError('a chunk of another length');
    const chunk = bytes.subarray(position, end);
    yield chunk;
    if (typeOf(chunk) === 'IEND') return;
    position = end;
  }
}

function typeOf(chunk: Buffer): string {
  return chunk.toString('latin1', 4, 8);
}

/** No decoder may ignore a chunk whose type begins with a capital. */
function isCritical(type: string): boolean {
  if (!/^[A-Za-z]{4}$/.test(type)) throw new RangeError('a chunk without a type');
  return /^[A-Z]/.test(type);
}

function orientationOnly(chunk: Buffer): Buffer[] {
  const orientation = orientationIn(chunk.subarray(8, -4));
  return orientation === 1 ? [] : [chunkOf('eXIf', exifOf(orientation))];
}

function chunkOf(type: string, content: Buffer): Buffer {
  const chunk = Buffer.concat([Buffer.alloc(4), Buffer.from(type, 'latin1'), content, Buffer.alloc(4)]);
  chunk.writeUInt32BE(content.length);
  chunk.writeUInt32BE(crc32(chunk.subarray(4, -4)), chunk.length - 4);
  return chunk;
}
