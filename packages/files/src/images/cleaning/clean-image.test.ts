import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import { AVIF_DESCRIBED, DESCRIBED, GIF_DESCRIBED, JPEG_PHOTO, TELLING } from '../../testing/described.ts';
import { AVIF, GIF, JPEG, png, WEBP } from '../../testing/images.ts';
import { AVIF_TURNED, jpegOf, WEBP_LOSSLESS, WEBP_LOSSY, WEBP_WITH_EXIF } from '../../testing/pictures.ts';
import type { ImageType } from '../image-type.ts';
import { cleanFilm, cleanImage } from './clean-image.ts';

describe('S42 a picture', () => {
  it.each(DESCRIBED)(
    'loses what tells of its maker, and keeps its pixels, orientation and colours: %s',
    (type, bytes, clean) => {
      expect(bytes.includes(TELLING)).toBe(true);
      expect(cleanImage(type, bytes)?.toString('latin1')).toBe(clean.toString('latin1'));
    },
  );

  it('loses it in its place where its parts are found by their place: AVIF', () => {
    const clean = cleanImage('image/avif', AVIF_DESCRIBED) ?? Buffer.of();
    expect([AVIF_DESCRIBED.includes(TELLING), clean.includes(TELLING)]).toEqual([true, false]);
    const [from, to] = [AVIF_DESCRIBED.indexOf('mdat') + 4, AVIF_DESCRIBED.lastIndexOf('</x>') + 4];
    expect(clean.subarray(0, from)).toEqual(AVIF_DESCRIBED.subarray(0, from));
    expect(clean.subarray(to)).toEqual(AVIF_DESCRIBED.subarray(to));
  });

  it.each<[ImageType, Buffer]>([
    ['image/jpeg', JPEG],
    ['image/jpeg', jpegOf(60, 20, 6)],
    ['image/png', png('a')],
    ['image/webp', WEBP],
    ['image/webp', WEBP_LOSSY],
    ['image/webp', WEBP_LOSSLESS],
    ['image/webp', WEBP_WITH_EXIF],
    ['image/gif', GIF],
    ['image/avif', AVIF],
    ['image/avif', AVIF_TURNED],
    ...DESCRIBED.map(([type, , clean]) => [type, clean] as [ImageType, Buffer]),
  ])('stays as it is if it is clean: %s', (type, bytes) => {
    expect(cleanImage(type, bytes)).toEqual(bytes);
  });

  it.each([
    ['a thumbnail in JFIF', withJfifThumbnail()],
    ['Exif after other Exif', Buffer.concat([jpegOf(60, 20, 6).subarray(0, 38), JPEG_PHOTO.subarray(2)])],
    ['a comment after the first scan', withSecondScan()],
  ])('keeps none of %s', (_, bytes) => {
    const clean = cleanImage('image/jpeg', bytes) ?? Buffer.of();
    expect([bytes.includes(TELLING), clean.length > 0, clean.includes(TELLING)]).toEqual([true, true, false]);
  });

  it('may lack its end, or have bytes behind it and between its parts', () => {
    expect(cleanImage('image/jpeg', JPEG.subarray(0, -2))).toEqual(JPEG.subarray(0, -2));
    expect(cleanImage('image/gif', Buffer.concat([GIF, Buffer.from(TELLING)]))).toEqual(GIF);
    const padded = Buffer.concat([JPEG.subarray(0, 20), Buffer.from('00ff00ffff', 'hex'), JPEG.subarray(20)]);
    expect(cleanImage('image/jpeg', padded)).toEqual(JPEG);
  });

  it.each<[string, ImageType, Buffer]>([
    ['JPEG without a scan', 'image/jpeg', JPEG.subarray(0, JPEG.indexOf('ffda', 0, 'hex'))],
    ['JPEG with a segment that is too long', 'image/jpeg', Buffer.from('ffd8ffe1ffff457869660000', 'hex')],
    ['PNG without its end', 'image/png', png().subarray(0, -12)],
    [
      'PNG with a chunk that is too long',
      'image/png',
      Buffer.concat([png().subarray(0, 33), Buffer.alloc(12, 0x7f)]),
    ],
    ['WebP without a picture', 'image/webp', Buffer.from('RIFF\u0004\0\0\0WEBP')],
    ['GIF that ends in a block', 'image/gif', GIF_DESCRIBED.subarray(0, 60)],
    ['AVIF without its descriptions of content', 'image/avif', AVIF.subarray(0, 32)],
    ['AVIF whose text is elsewhere', 'image/avif', withPlaceOfText(0xffff)],
    [
      'chunks without end',
      'image/png',
      Buffer.concat([png().subarray(0, 33), Buffer.alloc(1_200_000, pngChunk())]),
    ],
  ])('is damaged, and not known: %s', (_, type, bytes) => {
    expect(cleanImage(type, bytes)).toBeUndefined();
  });
});

function withJfifThumbnail(): Buffer {
  const thumbnail = Buffer.from(TELLING.padEnd(3 * 6));
  const bytes = Buffer.concat([JPEG.subarray(0, 20), thumbnail, JPEG.subarray(20)]);
  bytes.writeUInt16BE(16 + thumbnail.length, 4);
  bytes.writeUInt16BE(0x0302, 18);
  return bytes;
}

function withSecondScan(): Buffer {
  const scan = JPEG.subarray(JPEG.indexOf('ffda', 0, 'hex'));
  const comment = Buffer.concat([Buffer.from('fffe0012', 'hex'), Buffer.from(TELLING)]);
  return Buffer.concat([JPEG.subarray(0, -2), comment, scan]);
}

function withPlaceOfText(offset: number): Buffer {
  const bytes = Buffer.from(AVIF_DESCRIBED);
  const iloc = bytes.indexOf('iloc') + 4;
  bytes.writeUInt32BE(offset, iloc + 8 + 14 + 6);
  return bytes;
}

function pngChunk(): Buffer {
  return Buffer.from('000000006161616100000000', 'hex');
}

function box(type: string, ...content: (Buffer | string)[]): Buffer {
  const bytes = Buffer.concat([
    Buffer.from(`\0\0\0\0${type}`, 'latin1'),
    ...content.map((part) => Buffer.from(part)),
  ]);
  bytes.writeUInt32BE(bytes.length);
  return bytes;
}

describe('S42 a film in MP4', () => {
  const place = box('udta', box('\u00a9xyz', TELLING));
  const film = Buffer.concat([
    box('ftyp', 'isom\0\0\0\0isom'),
    box('moov', box('mvhd', 'header'), box('trak', box('tkhd', 'track'), place), box('meta', TELLING), place),
    box('mdat', 'pictures'),
    box('uuid', TELLING),
  ]);

  it('loses the place and the device, and keeps all else where it is', () => {
    const clean = cleanFilm(film);
    expect([clean.length, clean.includes(TELLING), clean.indexOf('pictures')]).toEqual([
      film.length,
      false,
      film.indexOf('pictures'),
    ]);
    expect(
      clean
        .toString('latin1')
        .match(/ftyp|moov|mvhd|trak|tkhd|mdat|free/g)
        ?.join(' '),
    ).toBe('ftyp moov mvhd trak tkhd free free free mdat free');
  });

  it.each([
    ['more than its boxes', Buffer.concat([film, Buffer.from('00000000', 'hex')])],
    ['a box of another length', Buffer.concat([film, Buffer.from('ffffffff', 'hex')])],
    ['its pictures cut off', film.subarray(0, film.indexOf('pictures') + 3)],
    ['its description cut off', film.subarray(0, film.indexOf('mdat') - 5)],
  ])('loses them although it has %s', (_, broken) => {
    const clean = cleanFilm(broken);
    expect([broken.includes(TELLING), clean.includes(TELLING), clean.length]).toEqual([
      true,
      false,
      broken.length,
    ]);
  });

  it('stays as it is if it has no boxes', () => {
    const broken = Buffer.from('ffffffff00000000', 'hex');
    expect(cleanFilm(broken)).toEqual(broken);
  });
});

const LIMIT = 30_000;

const SCRIPT = `
  const load = (path) => import(new URL(path, ${JSON.stringify(import.meta.url)}).href);
  const { mutatedFiles } = await load('../../testing/mutations.ts');
  const { cleanFilm, cleanImage } = await load('./clean-image.ts');
  const { excessiveSize } = await load('../pixel-size.ts');
  const { AVIF_DESCRIBED, DESCRIBED } = await load('../../testing/described.ts');
  const samples = [...DESCRIBED.map(([, bytes]) => bytes), AVIF_DESCRIBED];
  for (const bytes of mutatedFiles(samples, 1_000)) {
    cleanFilm(bytes);
    for (const type of ['jpeg', 'png', 'webp', 'gif', 'avif']) {
      const clean = cleanImage('image/' + type, bytes);
      if (!clean) continue;
      excessiveSize('image/' + type, clean);
      if (!cleanImage('image/' + type, clean)?.equals(clean)) throw new Error(type + ' ' + bytes.toString('hex'));
    }
  }
  const large = 25_000_000;
  const full = (start, part) => Buffer.concat([start, Buffer.alloc(large, Buffer.from(part, 'hex'))]);
  const heads = DESCRIBED.map(([type, bytes], index) => [type, bytes.subarray(0, [2, 33, 12, 19][index])]);
  for (const [type, head] of heads) {
    for (const part of ['ff', '00', '01', 'fffe0002', 'ff00', '21f900', '21fe00', '4558494600000000']) {
      cleanImage(type, full(head, part));
    }
  }
  cleanImage('image/avif', full(Buffer.of(), '000000086d657461'));
  console.log('done');
`;

it(
  'S42 is done with 1,000 mutated pictures, and with 25 MB of the smallest parts',
  async () => {
    const options = [
      '--conditions=source',
      '--input-type=module',
      '--max-old-space-size=256',
      '--eval',
      SCRIPT,
    ];
    const cwd = import.meta.dirname;
    const { stdout } = await promisify(execFile)(process.execPath, options, { cwd, timeout: LIMIT });
    expect(stdout).toBe('done\n');
  },
  2 * LIMIT,
);
