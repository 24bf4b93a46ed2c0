import { EXIF_NAME, exifOf, orientationIn } from './exif.ts';
import { limited } from './parts.ts';

interface Segment {
  marker: number;
  /** With its marker; a scan with its data. */
  bytes: Buffer;
}

const [START, END, SCAN] = [0xd8, 0xd9, 0xda];

const [APP0, APP1, APP2, APP14] = [0xe0, 0xe1, 0xe2, 0xee];

/** Bytes of a segment before its content: the marker and the length. */
const HEADER = 4;

/** With its density, without the thumbnail that may follow. */
const JFIF_LENGTH = 18;

const ADOBE_LENGTH = 16;

/**
 * Keeps what decoding needs, the colour profile, and the orientation. All other segments go: Exif, XMP, IPTC, previews,
 * comments, those of applications, and what follows the picture, such as a second picture or a film (ITU-T T.81).
 * @throws RangeError if segments do not add up to a picture
 */
export function cleanJpeg(bytes: Buffer): Buffer {
  if (bytes.readUInt16BE(0) !== 0xff00 + START) throw new RangeError('no start of a JPEG');
  const kept: Buffer[] = [bytes.subarray(0, 2)];
  let [hasScan, hasExif] = [false, false];
  for (const segment of limited(segmentsOf(bytes))) {
    const isExif = segment.marker === APP1 && hasName(segment, EXIF_NAME);
    kept.push(...(isExif && hasExif ? [] : cleanSegment(segment)));
    hasScan ||= segment.marker === SCAN;
    hasExif ||= isExif;
  }
  if (!hasScan) throw new RangeError('a JPEG without a picture');
  return Buffer.concat(kept);
}

/** Skips bytes between segments, as decoders do. */
function* segmentsOf(bytes: Buffer): Generator<Segment> {
  let position = 2;
  for (let start = findMarker(bytes, position); start >= 0; start = findMarker(bytes, position)) {
    const marker = bytes.readUInt8(start + 1);
    if (marker === END) return yield { marker, bytes: bytes.subarray(start, start + 2) };
    if (marker === START) throw new RangeError('a JPEG that starts again');
    const content = start + 2 + bytes.readUInt16BE(start + 2);
    if (content < start + HEADER || content > bytes.length)
      throw new RangeError('a segment of another length');
    position = marker === SCAN ? endOfScan(bytes, content) : content;
    yield { marker, bytes: bytes.subarray(start, position) };
  }
}

/** Where the next segment is, or -1. In a scan, 0 follows 0xff, or it is a restart; fill bytes precede any marker. */
function findMarker(bytes: Buffer, from: number): number {
  // `indexOf` is slower where most bytes are 0xff.
  for (let at = from; at + 1 < bytes.length; at += 1) {
    if (bytes[at] === 0xff && beginsSegment(bytes[at + 1] ?? 0)) return at;
  }
  return -1;
}

function beginsSegment(code: number): boolean {
  return code > 0x01 && code < 0xff && !isRestart(code);
}

/** A scan that ends with the file has no end; some cameras write such. */
function endOfScan(bytes: Buffer, from: number): number {
  const next = findMarker(bytes, from);
  return next < 0 ? bytes.length : next;
}

function isRestart(code: number): boolean {
  return code >= 0xd0 && code <= 0xd7;
}

function hasName({ bytes }: Segment, name: Buffer | string): boolean {
  return bytes.subarray(HEADER, HEADER + name.length).equals(Buffer.from(name));
}

function cleanSegment(segment: Segment): Buffer[] {
  const { marker, bytes } = segment;
  if (marker === APP0) return hasName(segment, 'JFIF\0') ? [withoutThumbnail(bytes)] : [];
  if (marker === APP1) return hasName(segment, EXIF_NAME) ? orientationOnly(bytes) : [];
  if (marker === APP2) return hasName(segment, 'ICC_PROFILE\0') ? [bytes] : [];
  if (marker === APP14) return hasName(segment, 'Adobe') ? [shortened(bytes, ADOBE_LENGTH)] : [];
  return marker >= 0xc0 && marker <= 0xdf ? [bytes] : [];
}

function withoutThumbnail(bytes: Buffer): Buffer {
  const jfif = shortened(bytes, JFIF_LENGTH);
  jfif.fill(0, JFIF_LENGTH - 2);
  return jfif;
}

function shortened(bytes: Buffer, length: number): Buffer {
  if (bytes.length < length) throw new RangeError('a segment that is too short');
  const segment = Buffer.from(bytes.subarray(0, length));
  segment.writeUInt16BE(length - 2, 2);
  return segment;
}

function orientationOnly(bytes: Buffer): Buffer[] {
  const orientation = orientationIn(bytes.subarray(HEADER));
  if (orientation === 1) return [];
  const content = Buffer.concat([EXIF_NAME, exifOf(orientation)]);
  return [Buffer.of(0xff, APP1, 0, content.length + 2), content];
}
