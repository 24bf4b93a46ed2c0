import { AVIF, png, WEBP } from '@guidepost/file-types/testing';
import { describe, expect, it } from '@jest/globals';
import {
  AVIF_TURNED,
  GIF_60_20,
  JPEG_60_20,
  jpegOf,
  PNG_60_20,
  WEBP_LOSSLESS,
  WEBP_LOSSY,
  WEBP_WITH_EXIF,
} from '../testing/sized-images.ts';
import { pixelSizeOf } from './pixel-size.ts';

/** AVIF stores its size at the end of a box. */
function avifOf(width: number, height: number): Buffer {
  const bytes = Buffer.from(AVIF_TURNED);
  const box = bytes.indexOf('ispe');
  bytes.writeUInt32BE(width, box + 8);
  bytes.writeUInt32BE(height, box + 12);
  return bytes;
}

describe('the size of an image', () => {
  it.each([
    ['PNG', 'image/png', PNG_60_20],
    ['GIF', 'image/gif', GIF_60_20],
    ['JPEG', 'image/jpeg', JPEG_60_20],
    ['JPEG with normal orientation', 'image/jpeg', jpegOf(60, 20, 1)],
    ['JPEG upside down', 'image/jpeg', jpegOf(60, 20, 3)],
    ['lossy WebP', 'image/webp', WEBP_LOSSY],
    ['lossless WebP', 'image/webp', WEBP_LOSSLESS],
    ['WebP with Exif', 'image/webp', WEBP_WITH_EXIF],
  ] as const)('is told by its bytes: %s', (_, type, bytes) => {
    expect(pixelSizeOf(type, bytes)).toEqual({ width: 60, height: 20 });
  });

  it.each([
    ...[5, 6, 7, 8].map((turn) => [`JPEG, orientation ${turn}`, 'image/jpeg', jpegOf(60, 20, turn)] as const),
    ['AVIF with any Exif', 'image/avif', AVIF_TURNED],
  ] as const)('is that which is seen when it is turned: %s', (_, type, bytes) => {
    expect(pixelSizeOf(type, bytes)).toEqual({ width: 20, height: 60 });
  });

  it.each([
    ['the maximum', 20_000, 1, { width: 20_000, height: 1 }],
    ['wider', 20_001, 1, undefined],
    ['higher', 1, 20_001, undefined],
    ['no width', 0, 1, undefined],
    ['no height', 1, 0, undefined],
    ['as much as four bytes say', 0xffffffff, 0xffffffff, undefined],
  ])('is left out if it is implausible: %s', (_, width, height, expected) => {
    expect(pixelSizeOf('image/png', png('', width, height))).toEqual(expected);
    expect(pixelSizeOf('image/avif', avifOf(height, width))).toEqual(expected);
  });

  it.each([
    ['AVIF without it', 'image/avif', AVIF],
    ['an empty file', 'image/png', Buffer.alloc(0)],
    ['another type', 'image/png', WEBP],
    ['half a JPEG', 'image/jpeg', JPEG_60_20.subarray(0, 40)],
    ['half an AVIF', 'image/avif', AVIF_TURNED.subarray(0, 200)],
  ] as const)('is not told by %s', (_, type, bytes) => {
    expect(pixelSizeOf(type, bytes)).toBeUndefined();
  });

  it('is found wherever the bytes are in memory', () => {
    const around = Buffer.concat([Buffer.from('mdat----'), AVIF_TURNED, Buffer.from('mdat')]);
    expect(pixelSizeOf('image/avif', around.subarray(8, -4))).toEqual({ width: 20, height: 60 });
  });
});
