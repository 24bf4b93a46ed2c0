import probe from 'probe-image-size/sync.js';
import { asBuffer } from '../types/sniff.ts';
import { boxesIn, fileRange } from './cleaning/boxes.ts';
import { frameSizes } from './cleaning/clean-gif.ts';
import type { ImageType } from './image-type.ts';

export interface PixelSize {
  width: number;
  height: number;
}

/** Browsers show no larger side. */
const MAX_SIDE = 32_767;

/** Phones take pictures of 108 million pixels, and a browser needs four bytes for each. */
const MAX_PIXELS = 120_000_000;

const { avif, gif, jpeg, png, webp } = probe.parsers;

const PARSERS: Record<ImageType, typeof png> = {
  'image/avif': (bytes) => avif(withoutContent(asBuffer(bytes))),
  'image/gif': gif,
  'image/jpeg': jpeg,
  'image/png': png,
  'image/webp': webp,
};

/** The size of an image as browsers show it, rotation included; undefined if it is missing. */
export function pixelSizeOf(type: ImageType, bytes: Uint8Array): PixelSize | undefined {
  const found = PARSERS[type](bytes);
  if (!found || found.width < 1 || found.height < 1) return undefined;
  const { width, height, orientation = 1 } = found;
  // Chromium ignores the Exif orientation of WebP.
  const turned = orientation >= 5 && type !== 'image/webp';
  return turned ? { width: height, height: width } : { width, height };
}

/** The size that a picture claims, if browsers would need too much memory for it; a few bytes can claim any (S42). */
export function excessiveSize(type: ImageType, bytes: Uint8Array): PixelSize | undefined {
  const pixels = pixelSizeOf(type, bytes);
  const frames = type === 'image/gif' ? frameSizes(asBuffer(bytes)) : [];
  return [...(pixels ? [pixels] : []), ...frames].find(isExcessive);
}

function isExcessive({ width, height }: PixelSize): boolean {
  return Math.max(width, height) > MAX_SIDE || width * height > MAX_PIXELS;
}

/** Leaves out the content of an AVIF, whose Exif is ignored: its own boxes rotate it. */
function withoutContent(bytes: Buffer): Uint8Array {
  try {
    const boxes = boxesIn(bytes, fileRange(bytes)).filter(({ type }) => type === 'ftyp' || type === 'meta');
    return Buffer.concat(boxes.map(({ start, end }) => bytes.subarray(start, end)));
  } catch (error) {
    if (error instanceof RangeError) return Buffer.of();
    throw error;
  }
}
