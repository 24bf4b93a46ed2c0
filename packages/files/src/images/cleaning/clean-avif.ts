import { type Box, blankDescriptions, blankFilm, boxesIn, fileRange } from './boxes.ts';
import { exifOf, orientationIn } from './exif.ts';
import { limited } from './parts.ts';

type Range = Pick<Box, 'content' | 'end'>;

interface Meta {
  items: Box | undefined;
  places: Box | undefined;
  references: Box | undefined;
  properties: Box | undefined;
  /** Content of items that are not elsewhere in the file. */
  content: Box | undefined;
}

/** Items of text: XMP and others, and what their address names. */
const TEXTS = new Set(['Exif', 'mime', 'uri ']);

/** Bytes of version and flags, with which some boxes begin. */
const VERSION = 4;

/**
 * Overwrites Exif, XMP and thumbnails where they are, since pictures are found by their place in the file
 * (ISO 23008-12). The orientation stays, in Exif, too, although only the property of the picture has an effect.
 * @throws RangeError if boxes do not add up to a picture
 */
export function cleanAvif(original: Buffer): Buffer {
  const bytes = Buffer.from(original);
  const boxes = boxesIn(bytes, fileRange(bytes));
  const meta = boxes.find(({ type }) => type === 'meta');
  if (!meta) throw new RangeError('an AVIF without a picture');
  cleanMeta(bytes, meta);
  for (const film of boxes.filter(({ type }) => type === 'moov')) blankFilm(bytes, film);
  blankDescriptions(
    bytes,
    boxes.filter((box) => box !== meta),
  );
  return bytes;
}

function cleanMeta(bytes: Buffer, box: Box): void {
  const inside = boxesIn(bytes, after(box, VERSION));
  const find = (type: string) => inside.find((one) => one.type === type);
  const meta: Meta = {
    items: find('iinf'),
    places: find('iloc'),
    references: find('iref'),
    properties: find('iprp'),
    content: find('idat'),
  };
  const unwanted = new Set([...textsIn(bytes, meta), ...thumbnailsIn(bytes, meta)]);
  let room = bytes.length;
  for (const place of unwanted.size > 0 && meta.places ? limited(placesIn(bytes, meta.places)) : []) {
    if (unwanted.has(place.id) && !place.isElsewhere)
      room -= overwrite(bytes, rangeOf(bytes, meta, place), room);
  }
  blankTitles(bytes, meta);
  blankDescriptions(
    bytes,
    inside.filter(({ type }) => type !== 'meta'),
  );
}

function after({ content, end }: Range, skipped: number): Range {
  if (content + skipped > end) throw new RangeError('a box that is too short');
  return { content: content + skipped, end };
}

function textsIn(bytes: Buffer, { items }: Meta): number[] {
  if (!items) return [];
  const countLength = bytes[items.content] === 0 ? 2 : 4;
  const entries = boxesIn(bytes, after(items, VERSION + countLength));
  return entries.flatMap(({ content }) => {
    const version = bytes.readUInt8(content);
    const idLength = version === 3 ? 4 : 2;
    const type = content + VERSION + idLength + 2;
    const isText = version < 2 || TEXTS.has(bytes.toString('latin1', type, type + 4));
    return isText ? [bytes.readUIntBE(content + VERSION, idLength)] : [];
  });
}

function thumbnailsIn(bytes: Buffer, { references }: Meta): number[] {
  if (!references) return [];
  const idLength = bytes[references.content] === 0 ? 2 : 4;
  const entries = boxesIn(bytes, after(references, VERSION));
  return entries
    .filter(({ type }) => type === 'thmb')
    .map(({ content }) => bytes.readUIntBE(content, idLength));
}

/** Where a part of an item is. */
interface Place {
  id: number;
  /** 0: in the file; 1: in the content of the meta box; 2: in another item. */
  method: number;
  /** In another file. */
  isElsewhere: boolean;
  offset: number;
  length: number;
}

/** Reads numbers of given lengths, one after the other. */
function createReader(bytes: Buffer, { content, end }: Range) {
  let position = content;
  return (length: number): number => {
    const start = position;
    position += length;
    if (position > end) throw new RangeError('a box that is too short');
    if (length === 8) return Number(bytes.readBigUInt64BE(start));
    return length === 0 ? 0 : bytes.readUIntBE(start, length);
  };
}

function* placesIn(bytes: Buffer, box: Box): Generator<Place> {
  const read = createReader(bytes, box);
  const version = read(1);
  read(3);
  const [lengths, more] = [read(1), read(1)];
  const [offsetLength, lengthLength, baseLength] = [lengths >> 4, lengths & 15, more >> 4];
  const indexLength = version === 0 ? 0 : more & 15;
  const wide = version < 2 ? 2 : 4;
  for (let items = read(wide); items > 0; items -= 1) {
    const id = read(wide);
    const method = version === 0 ? 0 : read(2) & 15;
    const isElsewhere = read(2) !== 0;
    const base = read(baseLength);
    for (let parts = read(2); parts > 0; parts -= 1) {
      read(indexLength);
      yield { id, method, isElsewhere, offset: base + read(offsetLength), length: read(lengthLength) };
    }
  }
}

function rangeOf(bytes: Buffer, { content: inMeta }: Meta, { method, offset, length }: Place): Range {
  const whole = method === 0 ? fileRange(bytes) : method === 1 ? inMeta : undefined;
  if (!whole || length === 0) throw new RangeError('an item without a place');
  const content = whole.content + offset;
  if (content + length > whole.end) throw new RangeError('an item outside of the file');
  return { content, end: content + length };
}

/** @param room how many bytes may still be overwritten, which bounds the work for items that overlap */
function overwrite(bytes: Buffer, { content, end }: Range, room: number): number {
  if (end - content > room) throw new RangeError('items that overlap');
  const item = bytes.subarray(content, end);
  const exif = orientationOnly(item);
  item.fill(0).set(exif);
  return item.length;
}

/** Decoders refuse a picture with Exif that is none. Before it is its distance, of 4 bytes. */
function orientationOnly(item: Buffer): Buffer {
  const tiff = item.length < 4 ? item : item.subarray(4 + item.readUInt32BE(0));
  const exif = Buffer.concat([Buffer.alloc(4), exifOf(orientationIn(tiff))]);
  return /^(?:MM\0\*|II\*\0)/.test(tiff.toString('latin1', 0, 4)) && exif.length <= item.length
    ? exif
    : Buffer.alloc(0);
}

/** Names and descriptions that people give to a picture. */
function blankTitles(bytes: Buffer, { properties }: Meta): void {
  if (!properties) return;
  for (const container of boxesIn(bytes, properties)) {
    if (container.type !== 'ipco') continue;
    for (const property of boxesIn(bytes, container)) {
      if (property.type === 'udes') bytes.fill(0, after(property, VERSION).content, property.end);
    }
  }
}
