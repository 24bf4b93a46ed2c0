import { exifOf, orientationIn } from './exif.ts';
import { limited } from './parts.ts';

/** Pictures, their transparency, animation and colour profile. */
const KEPT = new Set(['VP8 ', 'VP8L', 'ALPH', 'ANIM', 'ICCP']);

const PICTURES = new Set(['VP8 ', 'VP8L', 'ANMF']);

/** Bytes of a frame before its chunks: chunk header, place, size, duration. */
const FRAME_HEADER = 24;

/** Bits of `VP8X`, which announces chunks. */
const [XMP_FLAG, EXIF_FLAG] = [0x04, 0x08];

/**
 * Keeps the chunks that decoding needs, the colour profile, and the orientation. All others go: Exif, XMP, unknown
 * ones, and what follows the picture (RFC 9649).
 * @throws RangeError if chunks do not add up to a picture
 */
export function cleanWebp(bytes: Buffer): Buffer {
  if (!/^RIFF.{4}WEBP$/s.test(bytes.toString('latin1', 0, 12))) throw new RangeError('no start of a WebP');
  const end = 8 + bytes.readUInt32LE(4);
  if (end > bytes.length) throw new RangeError('a WebP of another length');
  const chunks = [...limited(chunksOf(bytes.subarray(12, end)))];
  if (!chunks.some((chunk) => PICTURES.has(typeOf(chunk)))) throw new RangeError('a WebP without a picture');
  const exif = chunks.find((chunk) => typeOf(chunk) === 'EXIF');
  const orientation = exif ? orientationIn(exif.subarray(8)) : 1;
  const flags = orientation === 1 ? 0 : EXIF_FLAG;
  const kept = chunks.flatMap((chunk) => cleanChunk(chunk, { flags }));
  if (flags) kept.push(chunkOf('EXIF', exifOf(orientation)));
  return chunkOf('RIFF', Buffer.concat([Buffer.from('WEBP'), ...kept]));
}

/** A chunk of even length, as the format wants it; the last one may lack the byte that makes it so. */
function* chunksOf(bytes: Buffer): Generator<Buffer> {
  for (let position = 0; position < bytes.length; ) {
    const end = position + 8 + bytes.readUInt32LE(position + 4);
    if (end > bytes.length) throw new RangeError('a chunk of another length');
    const isEven = end % 2 === position % 2;
    const chunk = bytes.subarray(position, end);
    yield isEven ? chunk : Buffer.concat([chunk, Buffer.alloc(1)]);
    position = isEven ? end : end + 1;
  }
}

function typeOf(chunk: Buffer): string {
  return chunk.toString('latin1', 0, 4);
}

function cleanChunk(chunk: Buffer, { flags }: { flags: number }): Buffer[] {
  const type = typeOf(chunk);
  if (type === 'VP8X') return [announcing(chunk, flags)];
  if (type === 'ANMF') return [cleanFrame(chunk)];
  return KEPT.has(type) ? [chunk] : [];
}

function announcing(chunk: Buffer, flags: number): Buffer {
  const copy = Buffer.from(chunk);
  copy.writeUInt8((copy.readUInt8(8) & ~(EXIF_FLAG | XMP_FLAG)) | flags, 8);
  return copy;
}

function cleanFrame(chunk: Buffer): Buffer {
  const inside = [...limited(chunksOf(chunk.subarray(FRAME_HEADER, 8 + chunk.readUInt32LE(4))))];
  const kept = inside.filter((part) => KEPT.has(typeOf(part)));
  return chunkOf('ANMF', Buffer.concat([chunk.subarray(8, FRAME_HEADER), ...kept]));
}

/** @param content of even length, as all chunks within it are */
function chunkOf(type: string, content: Buffer): Buffer {
  const header = Buffer.from(`${type}\0\0\0\0`, 'latin1');
  header.writeUInt32LE(content.length, 4);
  return Buffer.concat([header, content]);
}
