import { GIF, JPEG, png } from './images.ts';

/** Offsets of the size. */
const GIF_SIZE = 6;
const JPEG_SIZE = JPEG.indexOf('ffc0', 0, 'hex') + 5;

/** An APP1 segment with Exif that has only the orientation. */
function exif(orientation: number): Buffer {
  const segment = Buffer.from(
    'ffe100224578696600004d4d002a00000008000101120003000000010000000000000000',
    'hex',
  );
  segment.writeUInt16BE(orientation, 28);
  return segment;
}

/** @param at where the size is that is changed: of the picture, or of a frame */
export function gifOf(width: number, height: number, at = GIF_SIZE): Buffer {
  const bytes = Buffer.from(GIF);
  bytes.writeUInt16LE(width, at);
  bytes.writeUInt16LE(height, at + 2);
  return bytes;
}

/** @param orientation Exif orientation; from 5 on, width and height are swapped */
export function jpegOf(width: number, height: number, orientation?: number): Buffer {
  const bytes = Buffer.from(JPEG);
  bytes.writeUInt16BE(height, JPEG_SIZE);
  bytes.writeUInt16BE(width, JPEG_SIZE + 2);
  if (orientation === undefined) return bytes;
  return Buffer.concat([bytes.subarray(0, 2), exif(orientation), bytes.subarray(2)]);
}

/** 60 × 20 pixels. */
export const PNG_60_20 = png('', 60, 20);
export const GIF_60_20 = gifOf(60, 20);
export const JPEG_60_20 = jpegOf(60, 20);
export const WEBP_LOSSY = Buffer.from(
  'UklGRkwAAABXRUJQVlA4IEAAAABQAwCdASo8ABQAPm02l0ikIyIhJAgAgA2JZwB2AABBGkjDQAD+8DhD/+LWtwtLD//7Sz/6ln/1LP8YSVGqwUAA',
  'base64',
);
export const WEBP_LOSSLESS = Buffer.from('UklGRh4AAABXRUJQVlA4TBEAAAAvO8AEAAdQjyLXo/+BiOh/AAA=', 'base64');

/** Its Exif says that it is rotated, which browsers ignore in WebP. */
export const WEBP_WITH_EXIF = Buffer.from(
  'UklGRoAAAABXRUJQVlA4WAoAAAAIAAAAOwAAEwAAVlA4IEAAAABQAwCdASo8ABQAPm02l0ikIyIhJAgAgA2JZwB2AABBGkjDQAD+8DhD/+LWtwtL' +
    'D//7Sz/6ln/1LP8YSVGqwUAARVhJRhoAAABNTQAqAAAACAABARIAAwAAAAEABgAAAAAAAA==',
  'base64',
);

/** Its own box rotates it to 20 × 60 pixels; its Exif says that it is not rotated. */
export const AVIF_TURNED = Buffer.from(
  'AAAAIGZ0eXBhdmlmAAAAAGF2aWZtaWYxbWlhZk1BMUIAAAE2bWV0YQAAAAAAAAAhaGRscgAAAAAAAAAAcGljdAAAAAAAAAAAAAAAAAAA' +
    'AAAOcGl0bQAAAAAAAQAAACxpbG9jAAAAAEQAAAIAAQAAAAEAAAGCAAAALAACAAAAAQAAAV4AAAAkAAAAQWlpbmYAAAAAAAIAAAAaaW5m' +
    'ZQIAAAAAAQAAYXYwMUNvbG9yAAAAABlpbmZlAgAAAAACAABFeGlmAHhpZgAAAAAaaXJlZgAAAAAAAAAOY2RzYwACAAEAAQAAAHRpcHJw' +
    'AAAAVGlwY28AAAAUaXNwZQAAAAAAAAA8AAAAFAAAABBwaXhpAAAAAAMICAgAAAAMYXYxQ4EADAAAAAATY29scm5jbHgAAQANAAaAAAAA' +
    'CWlyb3QDAAAAGGlwbWEAAAAAAAAAAQABBQECgwSFAAAAWG1kYXQAAAAATU0AKgAAAAgAAQESAAMAAAABAAEAAAAAAAAAAAAAAAASAAoJ' +
    'GBU7m0QENBoQMh0Ux4eGZQIIIJ5QAAAAx5O05wWEu83otA6ce91+wA==',
  'base64',
);
