import { crc32 } from 'node:zlib';
import { GIF, JPEG } from './images.ts';
import { jpegOf, PNG_60_20, WEBP_LOSSY, WEBP_WITH_EXIF } from './pictures.ts';

/** Part of each description: a person, a position and a serial number. */
export const TELLING = 'Anna 59.32N 4711';

/** Exif in TIFF: who made the picture, and that it is to be turned by 90 degrees. */
function exif(): Buffer {
  const entries = Buffer.from(
    '49492a0008000000020012010300010000000600000013810200100000002600000000000000',
    'hex',
  );
  return Buffer.concat([entries, Buffer.from(TELLING)]);
}

function segment(marker: number, content: string | Buffer): Buffer {
  const bytes = Buffer.from(content);
  return Buffer.concat([Buffer.of(0xff, marker, (bytes.length + 2) >> 8, (bytes.length + 2) & 255), bytes]);
}

const ICC = segment(0xe2, 'ICC_PROFILE\0\u0001\u0001colours');
const ADOBE = segment(0xee, Buffer.from('41646f62650064000000000000', 'hex').subarray(0, 12));

function withSegments(...segments: Buffer[]): Buffer {
  const bytes = jpegOf(60, 20);
  const afterJfif = 2 + 18;
  return Buffer.concat([bytes.subarray(0, afterJfif), ...segments, bytes.subarray(afterJfif)]);
}

const TURNED = jpegOf(60, 20, 6).subarray(2, 38);

/** A photo as phones and editors write it, with a comment between two scans and another picture behind. */
export const JPEG_PHOTO = Buffer.concat([
  withSegments(
    segment(0xe0, `JFXX\0${TELLING}`),
    segment(0xe1, Buffer.concat([Buffer.from('Exif\0\0'), exif()])),
    segment(0xe1, `http://ns.adobe.com/xap/1.0/\0<x:xmpmeta>${TELLING}</x:xmpmeta>`),
    ICC,
    segment(0xe2, `MPF\0${TELLING}`),
    segment(0xec, `Ducky${TELLING}`),
    segment(0xed, `Photoshop 3.0\u00008BIM${TELLING}`),
    Buffer.concat([segment(0xee, Buffer.concat([ADOBE.subarray(4), Buffer.from(TELLING)]))]),
    segment(0xfe, TELLING),
  ),
  JPEG,
  Buffer.from(TELLING),
]);

export const JPEG_CLEAN = withSegments(TURNED, ICC, ADOBE);

function pngChunk(type: string, content: string | Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), Buffer.from(content)]);
  const around = Buffer.alloc(8);
  around.writeUInt32BE(body.length - 4);
  around.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([around.subarray(0, 4), body, around.subarray(4)]);
}

function withChunks(...chunks: Buffer[]): Buffer {
  const afterHeader = 8 + 25;
  return Buffer.concat([PNG_60_20.subarray(0, afterHeader), ...chunks, PNG_60_20.subarray(afterHeader)]);
}

const TURN = Buffer.from('4d4d002a00000008000101120003000000010006000000000000', 'hex');

const PHYSICAL = pngChunk('pHYs', Buffer.from('00000b1300000b1301', 'hex'));

const PNG_DESCRIBED = Buffer.concat([
  withChunks(
    pngChunk('tEXt', `Author\0${TELLING}`),
    pngChunk('iTXt', `XML:com.adobe.xmp\0\0\0\0\0${TELLING}`),
    pngChunk('zTXt', `Comment\0\0${TELLING}`),
    PHYSICAL,
    pngChunk('eXIf', exif()),
    pngChunk('tIME', Buffer.from('07ea0b1c122000', 'hex')),
    pngChunk('prVt', TELLING),
  ),
  Buffer.from(TELLING),
]);

const PNG_CLEAN = withChunks(PHYSICAL, pngChunk('eXIf', TURN));

function webpChunk(type: string, content: string | Buffer): Buffer {
  const bytes = Buffer.from(content);
  const header = Buffer.from(`${type}\0\0\0\0`, 'latin1');
  header.writeUInt32LE(bytes.length, 4);
  return Buffer.concat([header, bytes, Buffer.alloc(bytes.length % 2)]);
}

const WEBP_DESCRIBED = Buffer.concat([
  webpChunk(
    'RIFF',
    Buffer.concat([
      Buffer.from('WEBP'),
      webpChunk('VP8X', Buffer.from('0c0000003b0000130000', 'hex')),
      WEBP_LOSSY.subarray(12),
      webpChunk('EXIF', exif()),
      webpChunk('XMP ', `<${TELLING}>`),
      webpChunk('priv', TELLING),
    ]),
  ),
  Buffer.from(TELLING),
]);

const WEBP_CLEAN = WEBP_WITH_EXIF;

const LOOP = Buffer.from('21ff0b4e45545343415045322e300301000000', 'hex');

function gifBlock(start: string, text: string): Buffer {
  return Buffer.concat([Buffer.from(start, 'hex'), Buffer.of(text.length), Buffer.from(text), Buffer.of(0)]);
}

function withBlocks(...blocks: Buffer[]): Buffer {
  const afterColours = 13 + 6;
  return Buffer.concat([GIF.subarray(0, afterColours), ...blocks, GIF.subarray(afterColours)]);
}

export const GIF_DESCRIBED = withBlocks(
  LOOP,
  gifBlock('21fe', TELLING),
  gifBlock(`21ff0b${Buffer.from('XMP DataXMP').toString('hex')}`, TELLING),
  gifBlock(`21010c${'00'.repeat(12)}`, TELLING),
);

const GIF_CLEAN = withBlocks(LOOP);

/** Made by libavif, with Exif and XMP. */
export const AVIF_DESCRIBED = Buffer.from(
  'AAAAIGZ0eXBhdmlmAAAAAGF2aWZtaWYxbWlhZk1BMUIAAAF0bWV0YQAAAAAAAAAhaGRscgAAAAAAAAAAcGljdAAAAAAAAAAAAAAAAAAA' +
    'AAAOcGl0bQAAAAAAAQAAADppbG9jAAAAAEQAAAMAAQAAAAEAAAHoAAAALgACAAAAAQAAAZwAAAA1AAMAAAABAAAB0QAAABcAAABtaWlu' +
    'ZgAAAAAAAwAAABppbmZlAgAAAAABAABhdjAxQ29sb3IAAAAAGWluZmUCAAAAAAIAAEV4aWZFeGlmAAAAACxpbmZlAgAAAAADAABtaW1l' +
    'WE1QAGFwcGxpY2F0aW9uL3JkZit4bWwAAAAAKGlyZWYAAAAAAAAADmNkc2MAAgABAAEAAAAOY2RzYwADAAEAAQAAAGppcHJwAAAAS2lw' +
    'Y28AAAAUaXNwZQAAAAAAAAA8AAAAFAAAABBwaXhpAAAAAAMICAgAAAAMYXYxQ4EADAAAAAATY29scm5jbHgAAQANAAaAAAAAF2lwbWEA' +
    'AAAAAAAAAQABBAECgwQAAACCbWRhdAAAAAZFeGlmAABNTQAqAAAACAABATsAAgAAABEAAAAaAAAAAEFubmEgNTkuMzJOIDQ3MTEAPHg+' +
    'QW5uYSA1OS4zMk4gNDcxMTwveD4SAAoJGBU7m0QENBoQMh8ex4eFWd///+LPwIDuIS4sC3Szruxvd1qkp9fQCmO5',
  'base64',
);

/** A picture with a description of each type that is stored, and the same one without it. */
export const DESCRIBED = [
  ['image/jpeg', JPEG_PHOTO, JPEG_CLEAN],
  ['image/png', PNG_DESCRIBED, PNG_CLEAN],
  ['image/webp', WEBP_DESCRIBED, WEBP_CLEAN],
  ['image/gif', GIF_DESCRIBED, GIF_CLEAN],
] as const;
