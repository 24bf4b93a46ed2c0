import { limited } from './parts.ts';

/** Introducers of blocks. */
const [EXTENSION, IMAGE, END] = [0x21, 0x2c, 0x3b];

const [GRAPHIC_CONTROL, APPLICATION] = [0xf9, 0xff];

/** Application blocks with the number of repetitions, and the colour profile. */
const KEPT = new Set(['NETSCAPE2.0', 'ANIMEXTS1.0', 'ICCRGBG1012']);

/**
 * Keeps pictures, animation and colour profile. Comments, texts, XMP, other blocks of applications, and what follows
 * the picture go (GIF89a).
 * @throws RangeError if blocks do not add up to a picture
 */
export function cleanGif(bytes: Buffer): Buffer {
  if (!/^GIF8[79]a$/.test(bytes.toString('latin1', 0, 6))) throw new RangeError('no start of a GIF');
  const blocks = [...limited(blocksOf(bytes))];
  if (!blocks.some(isPicture)) throw new RangeError('a GIF without a picture');
  const kept = blocks.filter((block) => isPicture(block) || isKept(block));
  return Buffer.concat([bytes.subarray(0, firstBlock(bytes)), ...kept, Buffer.of(END)]);
}

/** Width and height of each frame, which browsers make room for even where it is larger than the picture. */
export function frameSizes(bytes: Buffer): { width: number; height: number }[] {
  const frames = [...limited(blocksOf(bytes))].filter(isPicture);
  return frames.map((frame) => ({ width: frame.readUInt16LE(5), height: frame.readUInt16LE(7) }));
}

function* blocksOf(bytes: Buffer): Generator<Buffer> {
  for (let position = firstBlock(bytes); position < bytes.length && bytes[position] !== END; ) {
    const end = endOfBlock(bytes, position);
    if (bytes[position] !== 0) yield bytes.subarray(position, end);
    position = end;
  }
}

function firstBlock(bytes: Buffer): number {
  return 13 + lengthOfColours(bytes.readUInt8(10));
}

function isPicture(block: Buffer): boolean {
  return block[0] === IMAGE;
}

function lengthOfColours(flags: number): number {
  return flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0;
}

function endOfBlock(bytes: Buffer, start: number): number {
  const introducer = bytes[start];
  // Some programs write zeros between blocks.
  if (introducer === 0) return start + 1;
  if (introducer === EXTENSION) return endOfParts(bytes, start + 2);
  if (introducer !== IMAGE) throw new RangeError('a block of no type');
  const colours = lengthOfColours(bytes.readUInt8(start + 9));
  return endOfParts(bytes, start + 11 + colours);
}

/** A block has parts of up to 255 bytes, and ends with an empty one. */
function endOfParts(bytes: Buffer, start: number): number {
  let position = start;
  for (let length = bytes.readUInt8(position); length > 0; length = bytes.readUInt8(position)) {
    position += length + 1;
  }
  return position + 1;
}

function isKept(block: Buffer): boolean {
  if (block[0] !== EXTENSION) return false;
  return (
    block[1] === GRAPHIC_CONTROL || (block[1] === APPLICATION && KEPT.has(block.toString('latin1', 3, 14)))
  );
}
