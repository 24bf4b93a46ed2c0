import { describe, expect, it } from '@jest/globals';
import { AVIF, avifMeasuring, GIF, JPEG, png, pngMeasuring, WEBP } from '../../testing/images.ts';
import { imageSizeOf } from './image-size.ts';

/** The bytes with others in their place from `offset` on. */
function patched(image: Buffer, offset: number, hex: string): Buffer {
  const bytes = Buffer.from(image);
  bytes.set(Buffer.from(hex, 'hex'), offset);
  return bytes;
}

const webp = (chunks: string) => Buffer.concat([Buffer.from('RIFF\0\0\0\0WEBP'), Buffer.from(chunks, 'hex')]);

/** A JPEG of 3 × 2 pixels that a camera took in this orientation (EXIF). */
function photograph(orientation: number): Buffer {
  const exif = `ffe1002245786966000049492a0008000000010012010300010000000${orientation}00000000000000`;
  const measured = patched(JPEG, JPEG.indexOf('ffc0', 0, 'hex') + 5, '00020003');
  return Buffer.concat([measured.subarray(0, 20), Buffer.from(exif, 'hex'), measured.subarray(20)]);
}

describe('the size of an image', () => {
  it.each([
    ['PNG', pngMeasuring(640, 480), 640, 480],
    ['GIF', patched(GIF, 6, '40010a00'), 320, 10],
    ['JPEG', patched(JPEG, JPEG.indexOf('ffc0', 0, 'hex') + 5, '00020003'), 3, 2],
    ['a JPEG that stands', photograph(1), 3, 2],
    ['a JPEG that is shown upside down', photograph(3), 3, 2],
    ['a JPEG that is shown turned', photograph(6), 2, 3],
    ['WebP with loss', webp('56503820000000003001009d012a40010a00'), 320, 10],
    ['WebP without loss', WEBP, 1, 1],
    ['WebP with more', webp('565038580a0000001000000063000031000000'), 100, 50],
    ['AVIF', avifMeasuring(120, 40), 120, 40],
  ])('is told by its bytes: %s', (_, bytes, width, height) => {
    expect(imageSizeOf(bytes)).toEqual({ width, height });
  });

  it.each([
    ['nothing', Buffer.alloc(0)],
    ['text', Buffer.from('640 × 480')],
    ['half a header', png().subarray(0, 18)],
    ['no width', pngMeasuring(0, 1)],
    ['no height', pngMeasuring(1, 0)],
    ['an AVIF without it', AVIF],
    ['a JPEG without it', JPEG.subarray(0, 60)],
  ])('is not told by %s', (_, bytes) => {
    // In memory of its own, as a file is read: image-size looks past the end of a part.
    expect(imageSizeOf(Uint8Array.from(bytes))).toBeUndefined();
  });
});
