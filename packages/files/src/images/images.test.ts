import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import { AVIF, AVIF_WITHOUT_SIZE, GIF, JPEG, png, SVG, WEBP } from '../testing/images.ts';
import {
  AVIF_TURNED,
  GIF_60_20,
  gifOf,
  JPEG_60_20,
  jpegOf,
  PNG_60_20,
  WEBP_LOSSLESS,
  WEBP_LOSSY,
  WEBP_WITH_EXIF,
} from '../testing/pictures.ts';
import { imageTypeOf, isComplete } from './image-type.ts';
import { excessiveSize, pixelSizeOf } from './pixel-size.ts';

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
  ])('S7 is not shown by pages: %s', async (_, bytes) => {
    expect(await imageTypeOf(bytes)).toBeUndefined();
  });

  it.each(IMAGES.slice(0, 4))('tells when the end is missing: %s', (type, bytes) => {
    expect(isComplete(type, endsOf(bytes.subarray(0, -8)))).toBe(false);
  });
});

/** AVIF stores its size at the end of a box. */
function avifOf(width: number, height: number): Buffer {
  const bytes = Buffer.from(AVIF_TURNED);
  const box = bytes.indexOf('ispe');
  bytes.writeUInt32BE(width, box + 8);
  bytes.writeUInt32BE(height, box + 12);
  return bytes;
}

function contentFirst(bytes: Buffer): Buffer {
  const content = bytes.indexOf('mdat') - 4;
  return Buffer.concat([bytes.subarray(0, 32), bytes.subarray(content), bytes.subarray(32, content)]);
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
    ['width', 0, 1],
    ['height', 1, 0],
  ])('is left out without a %s', (_, width, height) => {
    expect(pixelSizeOf('image/png', png('', width, height))).toBeUndefined();
    expect(pixelSizeOf('image/avif', avifOf(height, width))).toBeUndefined();
  });

  it.each([
    ['is the widest that browsers show', 32_767, 1, false],
    ['is wider', 32_768, 1, true],
    ['is higher', 1, 32_768, true],
    ['is that of a phone with 108 million pixels', 12_000, 9_000, false],
    ['is that of a panorama', 16_384, 7_000, false],
    ['is 60,000 × 60,000', 60_000, 60_000, true],
    ['is as much as four bytes say', 0xffffffff, 0xffffffff, true],
  ])('S42 %s', (_, width, height, expected) => {
    expect(excessiveSize('image/png', png('', width, height)) !== undefined).toBe(expected);
    expect(excessiveSize('image/avif', avifOf(height, width)) !== undefined).toBe(expected);
  });

  it.each([
    ['JPEG', 'image/jpeg', jpegOf(60_000, 60_000)],
    ['GIF', 'image/gif', gifOf(60_000, 60_000)],
    ['a GIF with a larger frame', 'image/gif', gifOf(60_000, 60_000, GIF.indexOf(0x2c) + 5)],
    ['AVIF after its content', 'image/avif', contentFirst(avifOf(60_000, 60_000))],
  ] as const)('S42 of 60,000 × 60,000 is excessive in each type: %s', (_, type, bytes) => {
    expect(excessiveSize(type, bytes)).toEqual({ width: 60_000, height: 60_000 });
  });

  it.each([
    ['AVIF without it', 'image/avif', AVIF_WITHOUT_SIZE],
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

const LIMIT = 30_000;

/** `--eval` resolves packages from the working directory. */
const SCRIPT = `
  const load = (path) => import(new URL(path, ${JSON.stringify(import.meta.url)}).href);
  const { AVIF, GIF, JPEG, png, SVG, WEBP } = await load('../testing/images.ts');
  const { mutatedFiles } = await load('../testing/mutations.ts');
  const { imageTypeOf, isComplete } = await load('./image-type.ts');
  const { pixelSizeOf } = await load('./pixel-size.ts');
  const { AVIF_TURNED, jpegOf, WEBP_LOSSLESS, WEBP_WITH_EXIF } = await load('../testing/pictures.ts');
  const sized = [AVIF_TURNED, jpegOf(60, 20, 6), WEBP_LOSSLESS, WEBP_WITH_EXIF];
  for (const bytes of mutatedFiles([AVIF, GIF, JPEG, png('a'), SVG, WEBP, ...sized], 1_000)) {
    const type = await imageTypeOf(bytes);
    if (type) isComplete(type, { head: bytes, tail: bytes, length: bytes.length });
    for (const format of ['png', 'jpeg', 'gif', 'webp', 'avif']) pixelSizeOf('image/' + format, bytes);
  }
  console.log('done');
`;

it(
  'S8 is done with 1,000 mutated headers',
  async () => {
    const options = ['--conditions=source', '--input-type=module', '--eval', SCRIPT];
    const cwd = import.meta.dirname;
    const { stdout } = await promisify(execFile)(process.execPath, options, { cwd, timeout: LIMIT });
    expect(stdout).toBe('done\n');
  },
  2 * LIMIT,
);
