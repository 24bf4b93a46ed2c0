import { AVIF, GIF, JPEG, png, SVG, WEBP } from '@guidepost/file-types/testing';
import { describe, expect, it } from '@jest/globals';
import { imageTypeOf, isComplete } from './image-type.ts';

const endsOf = (bytes: Buffer) => ({ head: bytes, tail: bytes, length: bytes.length });

const IMAGES = [
  ['image/png', png()],
  ['image/gif', GIF],
  ['image/jpeg', JPEG],
  ['image/webp', WEBP],
  ['image/avif', AVIF],
] as const;

describe('the type of an image', () => {
  it.each(IMAGES)('is told by its bytes: %s', async (type, bytes) => {
    expect(await imageTypeOf(bytes)).toBe(type);
    expect(isComplete(type, endsOf(bytes))).toBe(true);
  });

  it.each([
    ['SVG', SVG],
    ['SVG behind an XML declaration', Buffer.concat([Buffer.from('<?xml version="1.0"?>\n'), SVG])],
    ['HTML', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['PDF', Buffer.from('%PDF-1.7\n')],
    ['an archive', Buffer.from('PK\u0003\u0004aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa')],
    ['TIFF', Buffer.from('49492a0008000000', 'hex')],
    ['BMP', Buffer.from('BM aaaaaaaaaaaaaaaaaaa')],
    ['an icon', Buffer.from('00000100010010100000', 'hex')],
    ['text', Buffer.from('PNG is a format')],
    ['one byte', Buffer.from([0x89])],
  ])('S7 is not allowed in guides: %s', async (_, bytes) => {
    expect(await imageTypeOf(bytes)).toBeUndefined();
  });

  it.each(IMAGES.slice(0, 4))('tells when the end is missing: %s', (type, bytes) => {
    expect(isComplete(type, endsOf(bytes.subarray(0, -8)))).toBe(false);
  });
});
