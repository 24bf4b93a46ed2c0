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

/** The length of a box and its type. */
const HEADER = 8;

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

/**
 * The boxes up to the first fault. One that claims more than there is, as in a film that was cut off, ends with the
 * range.
 */
function readableBoxes(bytes: Buffer, range: Range): Box[] {
  const boxes: Box[] = [];
  try {
    for (const box of limited(eachBox(bytes, range))) boxes.push(box);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    const start = boxes.at(-1)?.end ?? range.content;
    if (start + HEADER <= range.end && boxes.length > 0) {
      const type = bytes.toString('latin1', start + 4, start + HEADER);
      boxes.push({ type, start, content: start + HEADER, end: range.end });
    }
  }
  return boxes;
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
  const inside = readableBoxes(bytes, film);
  blankDescriptions(bytes, inside);
  for (const track of inside.filter(({ type }) => type === 'trak')) {
    blankDescriptions(bytes, readableBoxes(bytes, track));
  }
}

/**
 * A film or a recording without the place and the device that phones write into it. Positions in tracks of their own,
 * as action cameras write them, stay. A damaged file loses what can be told of it.
 */
export function cleanMp4(original: Buffer): Buffer {
  const bytes = Buffer.from(original);
  const boxes = readableBoxes(bytes, fileRange(bytes));
  for (const film of boxes.filter(({ type }) => type === 'moov')) blankFilm(bytes, film);
  blankDescriptions(bytes, boxes);
  return bytes;
}
