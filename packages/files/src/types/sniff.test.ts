import { describe, expect, it } from '@jest/globals';
import { AVIF, GIF, JPEG, png, SVG, WEBP } from '../testing/images.ts';
import { isPolyglot, sniffMediaType } from './sniff.ts';

const endsOf = (bytes: Buffer) => ({ head: bytes, tail: bytes });

describe('the type of a file', () => {
  it.each([
    ['image/png', png()],
    ['image/gif', GIF],
    ['image/jpeg', JPEG],
    ['image/webp', WEBP],
    ['image/avif', AVIF],
    ['application/pdf', Buffer.from('%PDF-1.7\n')],
  ])('is detected from its bytes: %s', async (type, bytes) => {
    expect(await sniffMediaType(bytes)).toBe(type);
  });

  it.each([
    ['nothing', Buffer.of()],
    ['one byte', Buffer.of(0x89)],
    ['text', Buffer.from('PNG is a format')],
    ['SVG', SVG],
    [
      'bytes that make the sniffer throw',
      Buffer.from(`PK\u0003\u0004${'\u00ff'.repeat(30)}`, 'latin1').subarray(0, 3),
    ],
  ])('is not detected from %s', async (_, bytes) => {
    expect(await sniffMediaType(bytes)).toBeUndefined();
  });

  it('is detected from the first 4,100 bytes only', async () => {
    const late = Buffer.concat([Buffer.alloc(257), Buffer.from('ustar'), Buffer.alloc(5_000)]);
    expect(await sniffMediaType(late)).toBe(await sniffMediaType(late.subarray(0, 4_100)));
  });
});

describe('S7 a polyglot', () => {
  it.each([
    ['PNG', png()],
    ['GIF', GIF],
    ['JPEG', JPEG],
    ['WebP', WEBP],
    ['AVIF', AVIF],
  ])('is not plain %s', (_, bytes) => {
    expect(isPolyglot(endsOf(bytes))).toBe(false);
  });

  it.each([
    ['GIF and an archive', Buffer.concat([GIF, Buffer.from('PK\u0005\u0006'), Buffer.alloc(18)])],
    ['PNG and a page', png('<html><script>alert(1)</script>')],
    ['PNG and SVG', png('<SVG onload=alert(1)>')],
    ['PNG and PDF', png('%PDF-1.7')],
    ['PNG and PHP', png('<?php system($_GET[0]);')],
  ])('is detected: %s', (_, bytes) => {
    expect(isPolyglot(endsOf(bytes))).toBe(true);
  });
});
