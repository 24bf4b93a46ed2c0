import probe from 'probe-image-size/sync.js';
import type { ImageType } from './image-type.ts';

export interface PixelSize {
  width: number;
  height: number;
}

const MAX_SIDE = 20_000;

const { avif, gif, jpeg, png, webp } = probe.parsers;

const PARSERS: Record<ImageType, typeof png> = {
  'image/avif': (bytes) => avif(beforeContent(bytes)),
  'image/gif': gif,
  'image/jpeg': jpeg,
  'image/png': png,
  'image/webp': webp,
};

/** The size of an image as browsers show it, rotation included; undefined if it is missing or implausible. */
export function pixelSizeOf(type: ImageType, bytes: Uint8Array): PixelSize | undefined {
  const found = PARSERS[type](bytes);
  if (!found || !isLength(found.width) || !isLength(found.height)) return undefined;
  const { width, height, orientation = 1 } = found;
  // Chromium ignores the Exif orientation of WebP.
  const turned = orientation >= 5 && type !== 'image/webp';
  return turned ? { width: height, height: width } : { width, height };
}

function isLength(pixels: number): boolean {
  return pixels >= 1 && pixels <= MAX_SIDE;
}

/** Leaves out the content of an AVIF, whose Exif is ignored: its own boxes rotate it, and they come first. */
function beforeContent(bytes: Uint8Array): Uint8Array {
  const end = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).indexOf('mdat');
  return end < 0 ? bytes : bytes.subarray(0, end);
}
