import { limited } from './parts.ts';

/** A box of ISO 14496-12, of which AVIF and MP4 consist. */
export interface Box {
  type: string;
  /** Where its header begins. */
  start: number;
  content: number;
  end: number;
}

type Range = Pick<Box, 'content' | 'end'>;

/** Boxes that describe a film, a track or a file: places, devices, people, titles. */
const DESCRIPTIONS = new Set(['udta', 'meta', 'uuid']);

const FREE = new Set(['free', 'skip']);

/** The boxes of a box or file in turn. @throws RangeError if their lengths do not add up */
export function boxesIn(bytes: Buffer, range: Range): Box[] {
  return [...limited(eachBox(bytes, range))];
}

function* eachBox(bytes: Buffer, { content, end }: Range): Generator<Box> {
  for (let start = content; start < end; ) {
    const box = boxAt(bytes, start, end);
    yield box;
    start = box.end;
  }
}

function boxAt(bytes: Buffer, start: number, limit: number): Box {
  const length = bytes.readUInt32BE(start);
  const isLong = length === 1;
  const stated = isLong ? Number(bytes.readBigUInt64BE(start + 8)) : length;
  const content = start + (isLong ? 16 : 8);
  const end = length === 0 ? limit : start + stated;
  if (end < content || end > limit) throw new RangeError('a box of another length');
  return { type: bytes.toString('latin1', start + 4, start + 8), start, content, end };
}

/** The whole file as a range of boxes. */
export function fileRange(bytes: Buffer): Range {
  return { content: 0, end: bytes.length };
}

/** Players skip it from now on; other boxes stay where others expect them. */
function blank(bytes: Buffer, { start, content, end }: Box): void {
  bytes.write('free', start + 4, 'latin1');
  bytes.fill(0, content, end);
}

/** Blanks descriptions among these boxes, and what older programs left in free ones. */
export function blankDescriptions(bytes: Buffer, boxes: readonly Box[]): void {
  for (const box of boxes) if (DESCRIPTIONS.has(box.type) || FREE.has(box.type)) blank(bytes, box);
}

/** The same for a film and its tracks. */
export function blankFilm(bytes: Buffer, film: Box): void {
  const inside = boxesIn(bytes, film);
  blankDescriptions(bytes, inside);
  for (const track of inside.filter(({ type }) => type === 'trak')) {
    blankDescriptions(bytes, boxesIn(bytes, track));
  }
}

/**
 * A film or a recording without the place and the device that phones write into it. Positions in tracks of their own,
 * as action cameras write them, stay.
 * @throws RangeError if its boxes do not add up
 */
export function cleanMp4(original: Buffer): Buffer {
  const bytes = Buffer.from(original);
  const boxes = boxesIn(bytes, fileRange(bytes));
  for (const film of boxes.filter(({ type }) => type === 'moov')) blankFilm(bytes, film);
  blankDescriptions(bytes, boxes);
  return bytes;
}
